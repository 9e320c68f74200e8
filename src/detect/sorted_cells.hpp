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
//
// One grid for all sizes (`cubes`), or one grid per size class (`levels`, size_classes.hpp). The
// grids of all levels share the arrays, coarse ones first, so that the same inner loop tests a
// grain against a run of any level. Two levels meet from the side that costs less
// (cross_levels.cpp).
#pragma once

#include <memory>

#include "detect/axis_cells.hpp"
#include "detect/size_classes.hpp"
#include "detect/window_scan.hpp"

namespace scree::detect {

// The grid of one size class.
struct LevelGrid {
  AxisCells axis[3];
  std::uint32_t first_cell = 0, cells = 0;  // its share of the cells of all levels
  std::uint32_t grains = 0;
  double r_max = 0;
  int per_reach = 1;    // cells a reach along x, as laid
  bool shrunk = false;  // folded or widened to bound the memory
  bool tight = false;   // a cyclic axis is too short for a half stencil without repeats
  bool image = false;   // every difference needs its nearest image

  std::uint32_t pencils() const { return axis[1].n * axis[2].n; }
  std::uint32_t cell_of(const Vec3& p) const {
    return first_cell + (axis[2].cell(p.z) * axis[1].n + axis[1].cell(p.y)) * axis[0].n +
           axis[0].cell(p.x);
  }
};

// ns per grain to set up the cells, whatever they hold: what `auto` expects of small systems.
inline double grid_set_up_ns(std::size_t grains) { return 1600.0 / static_cast<double>(grains); }

class SortedCells final : public Detector {
 public:
  explicit SortedCells(int max_levels = 1);
  explicit SortedCells(ScanFunctions scan, int max_levels = 1)
      : max_levels(max_levels), scan_(scan) {}
  ~SortedCells() override;
  void find(const DetectInput& in, std::vector<RowPair>& pairs) override;

  // Cells a reach along x; more cells shorten the runs but cost memory and sorting.
  int cells_per_reach = 2;
  int max_levels = 1;
  bool merge_levels = true;  // where two cost less as one
  // Sides from which two levels meet: the cheaper one, or always the same (for tests).
  enum class Meet { cheaper, from_fine, from_coarse } meet = Meet::cheaper;

  const std::vector<LevelGrid>& levels() const { return levels_; }  // of the last call

 private:
  struct Keyed {
    std::uint32_t key, row;  // key: cell and kFixedBit
  };
  struct Chunk;
  // A part of the search that one thread does: pencils of a level among themselves (other ==
  // level), or grains (in cell order) of a level against another one.
  struct Task {
    int level, other;
    std::uint32_t from, to;
  };

  void plan(const DetectInput& in);
  void plan_level(const DetectInput& in, LevelGrid& g) const;
  void sort(const DetectInput& in);
  void sort_bucket(const DetectInput& in, std::uint32_t bucket);
  bool crowded() const;
  void plan_tasks(int threads);
  void add_tasks(const Task& whole, double cost, double cost_of_task);
  double meeting_cost(const LevelGrid& level, const LevelGrid& other) const;
  void search(const DetectInput& in, std::vector<RowPair>& pairs);
  void run(const Task& task, Chunk& chunk) const;
  void search_pencil(const LevelGrid& g, std::uint32_t pencil, Chunk& chunk) const;
  void search_pencil_full(const LevelGrid& g, std::uint32_t pencil, Chunk& chunk) const;
  void meet_level(const LevelGrid& level, const LevelGrid& other, std::uint32_t from,
                  std::uint32_t to, Chunk& chunk) const;
  std::uint32_t first_grain(const LevelGrid& g) const { return start_[g.first_cell]; }

  ScanFunctions scan_;
  Survey survey_;
  SizeClasses classes_;
  std::vector<LevelGrid> levels_;
  ScanConstants constants_;
  std::uint32_t cells_ = 0;  // of all levels

  CellArrays grains_;
  std::vector<std::uint32_t> start_;  // first grain of each cell, one more for the end
  std::vector<std::uint32_t> key_;
  std::vector<Keyed> keyed_;
  std::vector<std::uint32_t> bucket_start_;
  std::vector<std::uint64_t> bucket_squares_;  // sum of squared cell populations
  int bucket_shift_ = 0;
  std::vector<Task> tasks_;
  std::vector<std::vector<RowPair>> buffers_;
  std::unique_ptr<Detector> sparse_;  // for regions that neither dense nor folded cells suit
};

}  // namespace scree::detect
