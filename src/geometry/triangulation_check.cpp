// The triangulation tested against its definition.
#include <fmt/format.h>

#include <algorithm>

#include "base/random.hpp"
#include "geometry/cell_tables.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {

std::string Triangulation::fault(int level) const {
  using Check = std::string (Triangulation::*)() const;
  constexpr std::array<Check, 4> checks{
      &Triangulation::adjacency_fault, &Triangulation::orientation_fault,
      &Triangulation::regularity_fault, &Triangulation::hidden_fault};
  for (int k = 0; k < std::min(level, 4); ++k)
    if (std::string what = (this->*checks[k])(); !what.empty()) return what;
  return {};
}

// Neighbours name each other with the right slots and share the other three vertices, each in the
// opposite sense; each vertex's cell holds it.
std::string Triangulation::adjacency_fault() const {
  if (dimension_ >= 0 && free_.size() == cells_.size()) return "there are no cells";
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    if (mark_[c] == Mark::free) continue;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t other = cells_[c].n[k] >> 2, slot = cells_[c].n[k] & 3;
      if (other >= cells_.size() || mark_[other] == Mark::free)
        return fmt::format("cell {} has a neighbour {} that does not exist", c, other);
      if (cells_[other].n[slot] != (c << 2 | k))
        return fmt::format("cells {} and {} disagree that they are neighbours", c, other);
      std::array<Vertex, 3> mine, theirs;
      for (int i = 0; i < 3; ++i) {
        mine[i] = cells_[c].v[facet_slots[k][i]];
        theirs[2 - i] = cells_[other].v[facet_slots[slot][i]];
      }
      std::rotate(theirs.begin(), std::find(theirs.begin(), theirs.end(), mine[0]), theirs.end());
      if (mine != theirs) return fmt::format("cells {} and {} do not share a facet", c, other);
    }
  }
  for (Vertex v = 0; v < all_.size(); ++v) {
    if (!visible(v)) continue;
    const bool alive = cell_of_[v] < cells_.size() && mark_[cell_of_[v]] != Mark::free;
    if (!alive || std::count(cells_[cell_of_[v]].v.begin(), cells_[cell_of_[v]].v.end(), v) != 1)
      return fmt::format("site {} is not in its cell", v);
  }
  return {};
}

// Finite cells are positive; a cell at infinity is on the side of its hull facet away from the
// finite one, which adjacency has shown. Cells name only sites that are not hidden.
std::string Triangulation::orientation_fault() const {
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    if (mark_[c] == Mark::free) continue;
    const auto& v = cells_[c].v;
    if (std::count(v.begin(), v.end(), infinite) > 1)
      return fmt::format("cell {} is infinite twice", c);
    for (const Vertex s : v)
      if (s != infinite && !visible(s)) return fmt::format("cell {} has the hidden site {}", c, s);
    if (infinite_slot(cells_[c]) < 0 &&
        orient3d(all_[v[0]].x, all_[v[1]].x, all_[v[2]].x, all_[v[3]].x) <= 0)
      return fmt::format("cell {} is flat or turned over", c);
  }
  // The hull is seen whole from a point inside: with convex edges it is then convex.
  const auto rows = dimension_ == 3 ? find_core() : std::nullopt;
  if (rows && !wraps_once(core_of(*rows))) return "the hull does not go round once";
  return {};
}

// Every hull facet sees the core from inside, and a ray from the core leaves through one of them.
// Positive cells alone do not say that: they can go round an edge twice, and the whole round the
// core. Price: a pass over the cells.
bool Triangulation::wraps_once(const Vec3& core) const {
  std::vector<std::array<Vertex, 3>> hull;
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    const int k = mark_[c] == Mark::free ? -1 : infinite_slot(cells_[c]);
    if (k < 0) continue;
    const auto& v = cells_[c].v;
    const auto& f = facet_slots[k];
    hull.push_back({v[f[0]], v[f[1]], v[f[2]]});
    if (orient3d(all_[v[f[0]]].x, all_[v[f[1]]].x, all_[v[f[2]]].x, core) >= 0) return false;
  }
  // A ray that meets an edge is of no use: some others.
  const CounterRandom random(1, hull.size());
  const double size = hull.empty() ? 1 : norm(all_[hull[0][0]].x - core);
  for (std::uint64_t attempt = 0; attempt < 16; ++attempt) {
    Vec3 far = core;
    for (int axis = 0; axis < 3; ++axis)
      far[axis] += size * (random.uniform(3 * attempt + axis) - 0.5);
    std::size_t through = 0;
    bool clean = !(far == core);
    for (const auto& f : hull) {
      int least = 1;
      for (int i = 0; i < 3 && least >= 0; ++i)
        least = std::min(least, orient3d(all_[f[i]].x, all_[f[(i + 1) % 3]].x, core, far));
      through += least > 0;
      clean &= least != 0;
    }
    if (clean) return through == 1;
  }
  return false;
}

// A triangulation whose facets are all regular is the regular one; at the hull: convex, and regular
// in the plane of coplanar facets.
std::string Triangulation::regularity_fault() const {
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    if (mark_[c] == Mark::free) continue;
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t across = cells_[c].n[k];
      const Vertex apex = cells_[across >> 2].v[across & 3];
      if (apex != infinite && conflicts(c, apex))
        return fmt::format("site {} conflicts with the neighbouring cell {}", apex, c);
    }
  }
  return {};
}

std::string Triangulation::hidden_fault() const {
  std::uint32_t at = hint_;
  for (Vertex v = 0; v < count_; ++v) {
    if (!hidden(v)) continue;
    at = walk(all_[v].x, at);
    if (at == none) return fmt::format("the walk to the hidden site {} does not end", v);
    if (conflicts(at, v)) return fmt::format("site {} should not be hidden", v);
  }
  return {};
}

}  // namespace scree::geometry
