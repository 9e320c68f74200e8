// Ranges of cells that are charged, certified and flipped at the same time. Each has a store of
// spare cells behind those that there were when they were set; cells made later are in no range.
// Ranges do not depend on the number of threads, and so neither does what is done in them.
#pragma once

#include <algorithm>
#include <cstdint>

namespace scree::geometry {

class CellRanges {
 public:
  static constexpr int count = 64;

  // For cells from 0 to `cells`. A sixty-fourth more are spare: spare_cells() of them must follow.
  void set(std::uint32_t cells) {
    spare_first_ = cells;
    share_ = cells / count + 1;
    spare_share_ = std::min(share_ / 64, 256u);
  }
  std::uint32_t spare_cells() const { return count * spare_share_; }

  // shift 1: ranges half a range further down, and one more of them. count + 1: of none.
  int of(std::uint32_t cell, std::uint32_t shift = 0) const {
    if (cell < spare_first_) return static_cast<int>((cell + shift * (share_ / 2)) / share_);
    const std::uint32_t spare = cell - spare_first_;
    return spare < spare_cells() ? static_cast<int>(spare / spare_share_) : count + 1;
  }

 private:
  std::uint32_t share_ = 1, spare_first_ = 0, spare_share_ = 0;
};

}  // namespace scree::geometry
