// Which boxes overlap, kept up to date while they move: the incremental sort-and-update of
// Schinner 1999, section 3.3, in any dimension.
//
// Each axis has a sorted list of the ends of all boxes. When boxes move a little, the lists are
// nearly sorted still, and insertion sort repairs them by exchanges of neighbours. Two boxes can
// begin or cease to overlap only where a beginning and an end are exchanged (his tables 1 and 3):
//
//   b_m b_n => b_n b_m    nothing
//   e_m e_n => e_n e_m    nothing
//   b_m e_n => e_n b_m    overlapped before on all axes: the pair is removed
//   e_m b_n => b_n e_m    overlap now on all axes: the pair is added
//
// All axes use the boxes as they are at the end of the update, so that their order does not matter
// and they run at the same time. Insertion sort exchanges each two ends that are in the wrong order
// exactly once, also when it first sorts blocks of the list (each by a thread) and then repairs
// their borders.
//
// Boxes touch when they share a point: a beginning comes before an end at the same coordinate.
//
// Worst cases (3.4): when the order is lost, exchanges grow as the square of the number of boxes.
// They are counted, and beyond kExchangesPerEnd an end all lists are sorted again and the pairs
// found by `levels`, at a cost of n log n.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/neighbor_list.hpp"
#include "detect/pair_set.hpp"
#include "detect/sorted_cells.hpp"

namespace scree::detect {

template <int D>
struct SweepBox {
  double lo[D], hi[D];  // lo <= hi, finite
};

template <int D>
class SweepBoxes {
 public:
  using Box = SweepBox<D>;
  static constexpr std::uint64_t kExchangesPerEnd = 32;

  // Box b is boxes[b] if alive[b]. A number that was alive in the last update and is not now must
  // not be used for another box before the update after.
  void update(std::span<const Box> boxes, std::span<const std::uint8_t> alive);
  const PairSet& pairs() const { return pairs_; }

  // What the last update took.
  std::uint64_t exchanges() const { return exchanges_; }
  bool sorted_anew() const { return sorted_anew_; }

 private:
  struct End {
    double value;
    std::uint32_t code;  // 2 box + (0: beginning, 1: end)
    std::uint32_t box() const { return code >> 1; }
    bool is_end() const { return code & 1; }
  };
  // What one thread has found to change.
  struct Changes {
    std::vector<std::uint64_t> added, removed;
    std::uint64_t exchanges = 0;
  };
  using Axis = std::vector<End>;

  static bool before(const End& a, const End& b) {
    return a.value < b.value || (a.value == b.value && a.code % 2 < b.code % 2);
  }
  static bool overlap(const Box& a, const Box& b) {
    bool all = true;
    for (int k = 0; k < D; ++k) all &= a.lo[k] <= b.hi[k] && b.lo[k] <= a.hi[k];
    return all;
  }
  End end_at(int axis, std::uint32_t code) const {
    const Box& b = boxes_[code >> 1];
    return {code & 1 ? b.hi[axis] : b.lo[axis], code};
  }
  void take_stock(std::span<const std::uint8_t> alive);
  void measure_widths();
  void sort_anew();
  void find_all_pairs();
  bool repair();
  void drop_the_gone();
  void insert_left(Axis& list, std::size_t at, std::size_t from, Changes& out) const;
  void add_newcomers();
  void merge_newcomers(int axis);
  void find_pairs_of(std::uint32_t box);

  std::vector<Box> boxes_, before_;  // now, and at the last update
  std::vector<std::uint8_t> known_;  // has ends in the lists
  std::vector<std::uint32_t> new_, gone_;
  std::size_t alive_ = 0;
  Axis axis_[D];
  Axis scratch_;
  double widest_[D] = {};
  PairSet pairs_;
  std::vector<Changes> changes_;
  std::vector<std::uint64_t> removed_, added_;  // of all threads
  NeighborList rows_;
  std::uint64_t exchanges_ = 0;
  bool sorted_anew_ = false;
  SortedCells cells_{24};
};

extern template class SweepBoxes<2>;
extern template class SweepBoxes<3>;

}  // namespace scree::detect
