#include "geometry/triangulation/hold_back.hpp"

#include <algorithm>
#include <cmath>

namespace scree::geometry {
namespace {

// One flip fixes a cell that is inverted where the new cells are positive: a vertex that went
// through a facet (2-3), an edge through an edge (3-2). On the hull, and in flat stacks of cells on
// walls, that is the rule, and motion in parts would not help: the time between irregular and flat
// is none or next to none. The signs are those of Flips::flip.
bool can_untangle(const Mesh& mesh, const Motion& motion, std::uint32_t cell, int k) {
  const std::uint32_t across = mesh.cells[cell].n[k];
  const Cell& c = mesh.cells[cell];
  const Cell& d = mesh.cells[across >> 2];
  int rest = 0;
  for (int i = 0; i < 4; ++i) {
    if (i == k) continue;
    auto v = c.v;
    v[i] = d.v[across & 3];
    if (motion.orientation(mesh, v) > 0) continue;
    const auto slot = std::find(d.v.begin(), d.v.end(), c.v[i]) - d.v.begin();
    if (++rest > 1 || c.n[i] >> 2 != d.n[slot] >> 2) return false;
  }
  return true;
}

bool can_untangle(const Mesh& mesh, const Motion& motion, std::uint32_t cell) {
  for (int k = 0; k < 4; ++k)
    if (can_untangle(mesh, motion, cell, k)) return true;
  return false;
}

// The first site that keeps the cell positive by staying behind alone; else all that move. Ends
// with the infinite vertex.
std::array<Vertex, 5> sites_to_hold(const Mesh& mesh, const Motion& motion,
                                    const std::array<Vertex, 4>& v) {
  std::array<Vertex, 5> held;
  held.fill(infinite_vertex);
  std::size_t n = 0;
  for (const Vertex s : v) {
    if (s == infinite_vertex || !motion.moves(s)) continue;
    if (motion.orientation(mesh, v, s) > 0)
      return {s, infinite_vertex, infinite_vertex, infinite_vertex, infinite_vertex};
    held[n++] = s;
  }
  return held;
}

}  // namespace

// Not if the core is further from the facet, or from its plane, than the two can have moved. 1e-14:
// ten times the rounding of the volume.
bool may_pass_core(const Mesh& mesh, const Motion& motion, const std::array<Vertex, 4>& v) {
  const auto x = [&](Vertex s) { return motion.position(mesh, s); };
  double moved = 0, size = 0;
  const Vertex first = v[v[0] == infinite_vertex];
  for (const Vertex s : v) {
    if (s == infinite_vertex) continue;
    moved = std::max(moved, norm(x(s) - motion.position_before(mesh, s)));
    size = std::max(size, norm(x(s) - x(first)));
  }
  const Vec3 to_core = mesh.core.x - x(first);
  const double far = norm(to_core);
  const double reach =  // some may stay behind
      (1 + 1e-9) * (3 * moved + norm(mesh.core.x - motion.core_before()));
  if (far > (1 + 1e-9) * (size + reach)) return false;
  std::array<Vec3, 2> edge{};
  int n = 0;
  for (const Vertex s : v)
    if (s != infinite_vertex && s != first) edge[n++] = x(s) - x(first);
  const Vec3 normal = cross(edge[0], edge[1]);
  const double rounding = 1e-14 * size * size;
  return !(std::abs(dot(normal, to_core)) - rounding * far > reach * (norm(normal) + rounding));
}

bool hold_back(Mesh& mesh, Motion& motion, std::vector<std::uint32_t> cells,
               std::vector<std::uint32_t>& inverted) {
  std::vector<std::uint32_t> near;
  while (!cells.empty()) {
    const std::uint32_t c = cells.back();
    cells.pop_back();
    const auto v = mesh.cells[c].v;
    if (motion.orientation(mesh, v) > 0) continue;
    if (can_untangle(mesh, motion, c)) {
      inverted.push_back(c);
      continue;
    }
    bool any = false;
    for (const Vertex s : sites_to_hold(mesh, motion, v)) {
      if (s == infinite_vertex) break;
      any = true;
      motion.hold_back(mesh, s);
      near.clear();
      mesh.append_star(s, near);
      for (const std::uint32_t n : near)
        if (!mesh.has_width(n)) cells.push_back(n);
    }
    if (!any) return false;
  }
  return true;
}

}  // namespace scree::geometry
