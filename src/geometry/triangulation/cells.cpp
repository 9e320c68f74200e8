#include "geometry/triangulation/cells.hpp"

#include <algorithm>
#include <numeric>

#include "geometry/scratch.hpp"

namespace scree::geometry {

void Cells::clear() {
  cells_.clear(), mark_.clear(), free_.clear();
  for (std::uint32_t& c : cell_of_)
    if (c != removed_row) c = no_cell;
  hint_ = 0;
}

void Cells::append_free(std::size_t count) {
  const std::size_t first = cells_.size();
  cells_.resize(first + count);
  mark_.resize(cells_.size(), Mark::free);
  for (std::size_t c = cells_.size(); c-- > first;) free_.push_back(static_cast<std::uint32_t>(c));
}

// A pass over cells in this order meets the sites in their order, too: rows along a space-filling
// curve make both passes local.
void Cells::sort(std::size_t rows) {
  const auto lowest = [](const Cell& c) { return *std::min_element(c.v.begin(), c.v.end()); };
  std::vector<std::uint32_t> start(rows + 1, 0), new_index(cells_.size(), no_cell);
  for (std::size_t c = 0; c < cells_.size(); ++c)
    if (mark_[c] != Mark::free) ++start[lowest(cells_[c]) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  const std::size_t alive = start.back();
  for (std::size_t c = 0; c < cells_.size(); ++c)
    if (mark_[c] != Mark::free) new_index[c] = start[lowest(cells_[c])]++;
  std::vector<Cell> sorted = long_array<Cell>(alive + alive / 32 + 64);  // as Mesh::grow would
  sorted.resize(alive);
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    if (new_index[c] == no_cell) continue;
    Cell& to = sorted[new_index[c]];
    to.v = cells_[c].v;
    for (int k = 0; k < 4; ++k)
      to.n[k] = new_index[cells_[c].n[k] >> 2] << 2 | (cells_[c].n[k] & 3);
  }
  for (std::uint32_t& c : cell_of_)
    if (c < removed_row) c = new_index[c];
  hint_ = hint_ < new_index.size() && new_index[hint_] != no_cell ? new_index[hint_] : 0;
  cells_ = std::move(sorted);
  release(mark_);
  mark_.reserve(cells_.capacity());
  mark_.assign(alive, Mark::unknown);
  release(free_);
}

std::size_t Cells::memory_bytes() const {
  return capacity_bytes(cells_) + capacity_bytes(mark_) + capacity_bytes(free_) +
         capacity_bytes(cell_of_);
}

}  // namespace scree::geometry
