// Motion, second part: sites that would turn tetrahedra over stay behind at first; the others go.
#include <algorithm>
#include <cmath>

#include "geometry/triangulation_motion.hpp"

namespace scree::geometry {

Vec3 Triangulation::place(const Motion& m, Vertex v) const {
  return number_[v] ? m.x[v] : all_[v].x;
}

// Where the site was, carried along by the frame: where it stays if it is held back.
Vec3 Triangulation::place_before(const Motion& m, Vertex v) const {
  if (!m.everyone) return all_[v].x;
  return m.frame(budgets_ ? all_[v].x : before_[v].x);
}

int Triangulation::placed_orientation(const Motion& m, const std::array<Vertex, 4>& v) const {
  const auto x = [&](Vertex s) { return s == infinite ? core_ : place(m, s); };
  const int sign = orient3d(x(v[0]), x(v[1]), x(v[2]), x(v[3]));
  return std::find(v.begin(), v.end(), infinite) == v.end() ? sign : -sign;
}

// One flip mends a cell that turns over where the new cells are positive: a vertex that went
// through a facet (2-3), an edge through an edge (3-2). On the hull, and in flat stacks of cells on
// walls, that is the rule, and motion in parts would not help: the time between irregular and flat
// is none or next to none. The signs are those of flip().
bool Triangulation::can_untangle(const Motion& m, std::uint32_t cell, int k) const {
  const std::uint32_t across = cells_[cell].n[k];
  const Cell& c = cells_[cell];
  const Cell& d = cells_[across >> 2];
  int rest = 0;
  for (int i = 0; i < 4; ++i) {
    if (i == k) continue;
    auto v = c.v;
    v[i] = d.v[across & 3];
    if (placed_orientation(m, v) > 0) continue;
    const auto slot = std::find(d.v.begin(), d.v.end(), c.v[i]) - d.v.begin();
    if (++rest > 1 || c.n[i] >> 2 != d.n[slot] >> 2) return false;
  }
  return true;
}

// The first site that keeps the cell positive by staying behind alone; else all that move. Ends
// with the infinite vertex.
std::array<Triangulation::Vertex, 5> Triangulation::whom_to_hold(const Motion& m,
                                                                 const std::array<Vertex, 4>& v) {
  std::array<Vertex, 5> who;
  who.fill(infinite);
  std::size_t n = 0;
  for (const Vertex s : v) {
    if (s == infinite || !number_[s]) continue;
    const Vec3 kept = all_[s].x;
    number_[s] = 0;
    all_[s].x = place_before(m, s);
    const bool enough = placed_orientation(m, v) > 0;
    all_[s].x = kept;
    number_[s] = 1;
    if (enough) return {s, infinite, infinite, infinite, infinite};
    who[n++] = s;
  }
  return who;
}

// Could the hull facet have swept over the core? Only then can a motion change how often the hull
// goes round it; flips, insertions and removals do not. Not if the core is further from the facet,
// or from its plane, than the two can have moved. 1e-14: ten times the rounding of the volume.
bool Triangulation::may_pass_core(const Motion& m, const std::array<Vertex, 4>& v) const {
  double moved = 0, size = 0;
  const Vertex first = v[v[0] == infinite];
  for (const Vertex s : v) {
    if (s == infinite) continue;
    const Vec3 x = place(m, s);
    moved = std::max(moved, norm(x - place_before(m, s)));
    size = std::max(size, norm(x - place(m, first)));
  }
  const Vec3 to_core = core_ - place(m, first);
  const double far = norm(to_core);
  const double reach = (1 + 1e-9) * (3 * moved + norm(core_ - m.core));  // some may stay behind
  if (far > (1 + 1e-9) * (size + reach)) return false;
  std::array<Vec3, 2> edge{};
  int n = 0;
  for (const Vertex s : v)
    if (s != infinite && s != first) edge[n++] = place(m, s) - place(m, first);
  const Vec3 normal = cross(edge[0], edge[1]);
  const double rounding = 1e-14 * size * size;
  return !(std::abs(dot(normal, to_core)) - rounding * far > reach * (norm(normal) + rounding));
}

// Sites of cells that would turn over stay where they are; that may turn over others, and so on. At
// the end nobody moves, at the latest. False: a cell is turned over and nobody moves (the rounding
// of a frame can do that).
bool Triangulation::hold_back(Motion& m) {
  std::vector<std::uint32_t> ask, near;
  for (const Listed& l : listed_) ask.insert(ask.end(), l.flat.begin(), l.flat.end());
  for (std::size_t i = 0; i < ask.size() && !m.core_passed; ++i)
    if (infinite_slot(cells_[ask[i]]) >= 0) m.core_passed = may_pass_core(m, cells_[ask[i]].v);
  while (!ask.empty()) {
    const std::uint32_t c = ask.back();
    ask.pop_back();
    const auto v = cells_[c].v;
    if (placed_orientation(m, v) > 0) continue;
    bool any = false;
    for (int k = 0; k < 4 && !any; ++k) any = can_untangle(m, c, k);
    if (any) {
      m.turned.push_back(c);
      continue;
    }
    for (const Vertex s : whom_to_hold(m, v)) {
      if (s == infinite) break;
      any = true;
      number_[s] = 0;
      all_[s].x = place_before(m, s);
      m.held.push_back(s);
      near.clear();
      append_star(s, near);
      for (const std::uint32_t n : near)
        if (!wide(n)) ask.push_back(n);
    }
    if (!any) return false;
  }
  return true;
}

void Triangulation::commit(const Motion& m) {
  if (!m.everyone) {
    for (const Vertex v : m.moving)
      if (number_[v]) all_[v].x = place(m, v);
    return;
  }
  if (!budgets_) return;  // all are there, but for those that are held back
  const auto count = static_cast<std::int64_t>(count_);
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::int64_t v = 0; v < count; ++v) {
    if (number_[v]) all_[v].x = m.x[v];
    if (!m.w.empty() && cell_of_[v] != gone) all_[v].w = m.w[v];
  }
}

}  // namespace scree::geometry
