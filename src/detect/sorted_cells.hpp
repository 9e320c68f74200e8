// The fixed cubes of Lazarević in today's form: each grain sits in one cell only, grains are
// copied in cell order, and a grain meets the forward half of its neighbour cells.
//
// Cells are laid out with x running fastest, so that the cells from x - R to x + R of one (y, z)
// pencil are one run of memory. A grain meets its own pencil from itself on and four pencils ahead:
//
//        z+1   o o o        o  pencil scanned from x - R to x + R
//        z     . g o        g  own pencil, from the grain to x + R
//        z-1   . . .        .  met from the other side
//         y   -1 0 +1
#pragma once

#include <memory>

#include "detect/axis_cells.hpp"
#include "detect/window_scan.hpp"

namespace scree::detect {

class SortedCells final : public Detector {
 public:
  SortedCells();
  explicit SortedCells(ScanFunctions scan) : scan_(scan) {}
  ~SortedCells() override;
  void find(const DetectInput& in, std::vector<SlotPair>& pairs) override;

  // Cells a reach along x; more cells shorten the runs but cost memory and sorting.
  int cells_per_reach = 2;

 private:
  struct Keyed {
    std::uint32_t key, row;  // key: cell and kFixedBit
  };
  struct Chunk;

  void plan(const DetectInput& in, double distance);
  void sort(const DetectInput& in);
  void sort_bucket(const DetectInput& in, std::uint32_t bucket);
  bool crowded() const;
  void search(const DetectInput& in, std::vector<SlotPair>& pairs);
  void search_pencil(std::uint32_t pencil, Chunk& chunk) const;
  void search_pencil_full(std::uint32_t pencil, Chunk& chunk) const;
  std::uint32_t cell_of(const Vec3& p) const;

  ScanFunctions scan_;
  Survey survey_;
  AxisCells axis_[3];
  ScanConstants constants_;
  std::uint32_t cells_ = 0;
  int per_reach_ = 1;    // cells a reach along x, as laid
  bool shrunk_ = false;  // folded or widened to bound the memory
  bool tight_ = false;   // a cyclic axis is too short for a half stencil without repeats
  bool image_ = false;   // every difference needs its nearest image

  CellArrays grains_;
  std::vector<std::uint32_t> start_;  // first grain of each cell, one more for the end
  std::vector<std::uint32_t> key_;
  std::vector<Keyed> keyed_;
  std::vector<std::uint32_t> bucket_start_;
  std::vector<std::uint64_t> bucket_squares_;  // sum of squared cell populations
  int bucket_shift_ = 0;
  std::vector<std::vector<SlotPair>> buffers_;
  std::unique_ptr<Detector> sparse_;  // for regions that neither dense nor folded cells suit
};

}  // namespace scree::detect
