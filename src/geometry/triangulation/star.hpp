// The neighbourhood of one site: its neighbours, and around each edge to them the neighbours that
// bound the dual face.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/triangulation/triangulation.hpp"

namespace scree::geometry {

// Scratch that is used again: no allocation once it has grown.
class Star {
 public:
  using Vertex = Triangulation::Vertex;

  // Precondition: v is not hidden. Neighbours are sites only (no helper, not the infinite vertex).
  void collect(const Triangulation& t, Vertex v);

  // Neighbours ascending, the links of each as well: then nothing depends on where the walk about v
  // began, and equal triangulations give equal stars.
  void sort();
  // Only says how they would be sorted: order()[0] is the number of the lowest neighbour, rank()
  // the place of each in that order. Valid until sort().
  void find_order();
  std::span<const std::uint32_t> order() const { return order_; }
  std::span<const std::uint32_t> rank() const { return rank_; }
  // The neighbours in each tetrahedron about v, turning the same way as seen from v; none for what
  // is not a site. By their numbers before sort().
  std::span<const std::array<std::uint32_t, 3>> triangles() const { return triangles_; }

  std::span<const Vertex> neighbours() const { return neighbours_; }
  // The neighbours that share a tetrahedron with v and neighbour k, by their numbers. `next` is the
  // one after it around the edge; none at the hull, where the ring is open.
  struct Link {
    std::uint32_t number, next;
    std::uint32_t triangle;  // of the tetrahedron that they share
  };
  static constexpr std::uint32_t none = 0xffffffffu;
  std::span<const Link> around(std::size_t k) const {
    return {links_.data() + begin_[k], begin_[k + 1] - begin_[k]};
  }

 private:
  // Open addressing, linear probing: key -> number of its first appearance.
  class Numbers {
   public:
    void clear(std::size_t expected);
    std::uint32_t number(std::uint32_t key, bool& fresh) {
      if (2 * (count_ + 1) > table_.size()) grow();
      const std::size_t mask = table_.size() - 1;
      std::size_t at = (key * 2654435761u >> 7) & mask;
      while (table_[at].stamp == stamp_ && table_[at].key != key) at = (at + 1) & mask;
      fresh = table_[at].stamp != stamp_;
      if (fresh) table_[at] = {key, count_++, stamp_};
      return table_[at].number;
    }

   private:
    void grow();
    struct Entry {
      std::uint32_t key, number, stamp;
    };
    std::vector<Entry> table_;
    std::uint32_t stamp_ = 0, count_ = 0;
  };
  struct Visit {
    std::uint32_t cell;
    std::uint32_t from, fresh_slot;  // which visit led here, and the vertex that it does not have
    std::uint32_t number[4];  // of the vertices; none for v itself and for what is not a site
  };
  struct Pair {
    std::uint32_t from;
    Link link;
  };

  void number_vertices(const Triangulation& t, Visit& visit);
  std::uint32_t number_of(const Triangulation& t, Vertex v);

  Numbers cell_numbers_, vertex_numbers_;
  std::vector<Visit> cells_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  std::vector<Vertex> neighbours_;
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> begin_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> order_, rank_;  // of sort()
  std::vector<Vertex> sorted_;
  std::vector<Link> sorted_links_;
};

}  // namespace scree::geometry
