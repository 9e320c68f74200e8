// The cells that some sites have a part in, by the triangulation.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/triangulation/triangulation.hpp"

namespace scree::geometry {

// f(n) for all neighbours n of the sites in `moved` (and, where they are many, for those sites
// themselves), more than once perhaps and from several threads; is_moved[v] = 1 for the sites in
// `moved`. Where many moved, one pass over all tetrahedra is cheaper than a star for each.
template <class F>
void for_each_neighbour(const Triangulation& t, std::span<const Triangulation::Vertex> moved,
                        const std::vector<std::uint8_t>& is_moved, int threads, F f) {
  using Vertex = Triangulation::Vertex;
  // Flat input has no tetrahedra but those with helpers.
  if (moved.size() > t.sites() / 16 && t.dimension() == 3) {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::size_t k = 0; k < t.cell_slots(); ++k) {
      const auto slot = static_cast<std::uint32_t>(k);
      if (!t.live(slot)) continue;
      const auto& vs = t.vertices_of(slot);
      bool any = false;
      for (const Vertex v : vs) any = any || (v < t.sites() && is_moved[v] != 0);
      if (!any) continue;
      for (const Vertex v : vs)
        if (v < t.sites()) f(v);
    }
    return;
  }
#pragma omp parallel for schedule(dynamic, 64) num_threads(threads)
  for (std::size_t k = 0; k < moved.size(); ++k)
    if (!t.hidden(moved[k]))
      for (const Vertex n : t.neighbours(moved[k])) f(n);
}

// From several threads.
inline void set_mark(std::uint8_t& mark, std::uint8_t value) {
  std::atomic_ref(mark).store(value, std::memory_order_relaxed);
}

}  // namespace scree::geometry
