// Flips, and what they write to: the triangulation's own lists, or those of one range of cells.
//
// Ranges flip side by side. A range reads and writes its own cells only: it does a flip if all the
// cells that would change are its own, takes new cells from its own store, notes in which cells its
// sites are now, and leaves to the common queue what it may not do. The ranges do not depend on the
// number of threads, and so neither do the cells that come out.
#pragma once

#include "geometry/kernel/kernel.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {

// Two cells that share a facet. Vertices in an order that is positive for the first cell. inner:
// neighbours of the first cell opposite 0, 1, 2; outer: those of the second opposite the same
// vertices.
struct Triangulation::Facet {
  std::uint32_t first, second;
  std::array<Vertex, 4> v;
  Vertex q;
  std::array<std::uint32_t, 3> inner, outer;
};

class Triangulation::Flips {
 public:
  enum class Outcome { done, stuck, foreign };  // stuck: none fits; foreign: it is not all mine

  // On the lists of the triangulation itself, all cells mine.
  Flips(Triangulation& t, RepairStats& stats)
      : t_(t), stats_(stats), queue_(t.queue_), pending_(t.pending_), free_(t.free_), range_(-1) {}
  // On the lists of a range.
  struct Lists {
    std::vector<std::uint32_t> queue, pending, free, left;  // left: for the common queue
    std::vector<std::pair<Vertex, std::uint32_t>> entered;
    RepairStats stats;
  };
  Flips(Triangulation& t, Lists& lists, int range, std::uint32_t shift)
      : t_(t),
        stats_(lists.stats),
        queue_(lists.queue),
        pending_(lists.pending),
        free_(lists.free),
        range_(range),
        shift_(shift),
        lists_(&lists) {}

  bool mine(std::uint32_t cell) const { return range_ < 0 || t_.range_of(cell, shift_) == range_; }
  Facet facet(std::uint32_t cell, int k) const;
  std::array<int, 3> signs(const Facet& f) const;
  bool regular(std::uint32_t at) const;  // precondition: both cells mine
  Outcome flip(std::uint32_t cell, int k);
  // The facets around the cells that one change made, pending from `first` on, but for those that
  // are certainly regular. What is between the cells is regular.
  void queue_border(std::size_t first);

 private:
  bool around_is_mine(const Facet& f) const;
  bool around_is_mine(std::uint32_t cell) const;
  std::uint32_t new_cell();
  void free_cell(std::uint32_t c);
  void enter(std::uint32_t cell, const std::array<Vertex, 4>& v);
  Outcome flip_edge(const Facet& f, const std::array<int, 3>& sign);
  Outcome flip_vertex(const Facet& f, const std::array<int, 3>& sign);
  void flip_23(const Facet& f);
  void flip_32(const Facet& f, int i);
  void flip_44(const Facet& f, int i);
  void flip_41(const Facet& f, int k);

  Triangulation& t_;
  RepairStats& stats_;
  std::vector<std::uint32_t>&queue_, &pending_, &free_;
  int range_;
  std::uint32_t shift_ = 0;
  Lists* lists_ = nullptr;
  kernel::CellBlock block_;  // scratch of queue_border
};

}  // namespace scree::geometry
