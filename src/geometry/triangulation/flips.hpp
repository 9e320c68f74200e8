// One flip, and what it writes to: the mesh with its own lists, or one range of cells.
//
// Ranges flip at the same time. A range reads and writes its own cells only: it does a flip if all
// the cells that would change are its own, takes new cells from its own store, notes in which cells
// its sites are now, and passes on to the common queue what it may not do. The ranges do not depend
// on the number of threads, and so neither do the cells that come out.
#pragma once

#include <utility>

#include "geometry/kernel/kernel.hpp"
#include "geometry/triangulation/mesh.hpp"
#include "geometry/triangulation/repair_stats.hpp"

namespace scree::geometry {

// Two cells that share a facet. Vertices in an order that is positive for the first cell. inner:
// neighbours of the first cell opposite 0, 1, 2; outer: those of the second opposite the same
// vertices.
struct FacetCells {
  std::uint32_t first, second;
  std::array<Vertex, 4> v;
  Vertex q;
  std::array<std::uint32_t, 3> inner, outer;
};

class Flips {
 public:
  enum class Outcome { done, stuck, outside };  // stuck: none fits; outside: not all in the range

  // What one range works on, and what it passes on.
  struct RangeLists {
    std::vector<std::uint32_t> queue, new_cells, free;
    std::vector<std::uint32_t> rest;                        // facets for the common queue
    std::vector<std::pair<Vertex, std::uint32_t>> entered;  // sites and the cells they are in now
    RepairStats stats;
  };

  // On all cells; new ones and facets go to the lists of the mesh.
  Flips(Mesh& mesh, RepairStats& stats)
      : mesh_(mesh),
        stats_(stats),
        queue_(mesh.changes.flip_queue),
        new_cells_(mesh.changes.new_cells) {}
  Flips(Mesh& mesh, RangeLists& lists, int range, std::uint32_t shift)
      : mesh_(mesh),
        stats_(lists.stats),
        queue_(lists.queue),
        new_cells_(lists.new_cells),
        range_(range),
        shift_(shift),
        lists_(&lists) {}

  bool in_range(std::uint32_t cell) const {
    return lists_ == nullptr || mesh_.ranges.of(cell, shift_) == range_;
  }
  FacetCells facet(std::uint32_t cell, int k) const;
  std::array<int, 3> signs(const FacetCells& f) const;
  bool regular(std::uint32_t facet) const;  // precondition: both cells in the range
  Outcome flip(std::uint32_t cell, int k);
  // The facets around the cells that one change made, new from number `first` on, but for those
  // that are certainly regular. What is between the cells is regular.
  void queue_neighbours(std::size_t first);

 private:
  // All that a flip of the two cells, or of a further one, may write to.
  bool neighbours_in_range(const FacetCells& f) const;
  bool neighbours_in_range(std::uint32_t cell) const;
  std::uint32_t new_cell();
  void free_cell(std::uint32_t c);
  void enter(std::uint32_t cell, const std::array<Vertex, 4>& v);
  Outcome flip_edge(const FacetCells& f, const std::array<int, 3>& sign);
  Outcome flip_vertex(const FacetCells& f, const std::array<int, 3>& sign);
  void flip_23(const FacetCells& f);
  void flip_32(const FacetCells& f, int i);
  void flip_44(const FacetCells& f, int i);
  void flip_41(const FacetCells& f, int k);

  Mesh& mesh_;
  RepairStats& stats_;
  std::vector<std::uint32_t>&queue_, &new_cells_;
  int range_ = -1;
  std::uint32_t shift_ = 0;
  RangeLists* lists_ = nullptr;  // none: all cells
  kernel::CellBlock block_;      // scratch of queue_neighbours
};

}  // namespace scree::geometry
