// The hole that a removed site leaves, closed by wrapping: from an open facet on, the one site that
// makes a regular cell with it, until no facet is open.
//
// Among the sites in front of a facet "u conflicts with the cell of w" is a total order (the
// spheres through the facet, ties decided), so one pass finds the first. On the hull, the planes
// about an edge are ordered in the same way as long as no two sites lie in one plane with the edge
// on either side of it; there the wrap gives up, and refill, which builds the sites on their own,
// takes over. Price: as many tests as cells times sites, some 10 us for 20 sites, where a build
// takes 60.
#include <algorithm>
#include <cmath>

#include "geometry/cell_tables.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {

// For a hull edge (a, b) and the infinite vertex, in the order of the cell.
std::optional<Triangulation::Vertex> Triangulation::wrap_hull_edge(
    const std::array<Vertex, 3>& f, std::span<const Vertex> sites) const {
  const int far = static_cast<int>(std::find(f.begin(), f.end(), infinite) - f.begin());
  const auto& s = facet_slots[far];  // slot 3 is one of them: the apex
  std::array<Vertex, 4> cell{f[0], f[1], f[2], infinite};
  const auto at = [&](int i) -> Vertex { return cell[s[i]]; };
  const Vertex a = f[(far + 1) % 3], b = f[(far + 2) % 3];
  for (const Vertex u : sites) {
    if (u == a || u == b) continue;
    if (cell[3] == infinite) {
      if (!collinear(all_[a].x, all_[b].x, all_[u].x)) cell[3] = u;
      continue;
    }
    const Vec3 &x = all_[at(0)].x, &y = all_[at(1)].x, &z = all_[at(2)].x;
    int sign = orient3d(x, y, z, all_[u].x);
    if (sign == 0) {
      const int turn = coplanar_turn(all_[a].x, all_[b].x, all_[cell[3]].x, all_[u].x);
      if (turn < 0) return {};
      if (turn > 0)
        sign = power_side(ranked(at(0)), ranked(at(1)), ranked(at(2)), ranked(u), ties_);
    }
    if (sign > 0) cell[3] = u;
  }
  if (cell[3] == infinite) return {};
  return cell[3];
}

// Where the centre of the sphere through the facet and u is, as a multiple of the facet's normal;
// between `low` and `high` for all roundings. u behind the facet or so near to its plane that the
// side is uncertain has side 0.
struct Triangulation::Pencil {
  Vec3 a, normal, middle;  // the centre nearest to the plane, relative to a
  double w, away, edges, error;

  Pencil(const Site& sa, const Site& sb, const Site& sc) : a(sa.x), w(sa.w) {
    const Vec3 b = sb.x - a, c = sc.x - a;
    const double hb = norm2(b) - sb.w + w, hc = norm2(c) - sc.w + w;
    normal = cross(b, c);
    const double area2 = norm2(normal);
    middle = (0.5 / area2) * (hb * cross(c, normal) + hc * cross(normal, b));
    away = norm(middle);
    edges = std::sqrt(norm2(b) * norm2(c));
    error = 1e-13 * (norm2(b) * norm2(c) / area2);  // thin facets spoil the middle
  }
  struct Place {
    int side;  // 1 in front, -1 behind, 0 uncertain
    double low, high;
  };
  Place operator()(const Site& s) const {
    const Vec3 x = s.x - a;
    const double height = dot(normal, x), size2 = norm2(x);
    const double reach = std::abs(x.x) + std::abs(x.y) + std::abs(x.z);
    const double slack = 1e-14 * edges * reach;
    if (!(std::abs(height) > 16 * slack)) return {0, -HUGE_VAL, HUGE_VAL};
    const double steep = 1 / height, power = (size2 - s.w + w) - 2 * dot(middle, x);
    const double at = power * steep;
    const double wrong =
        (error * (size2 + std::abs(s.w) + std::abs(w) + away * reach) + std::abs(at) * slack) *
        std::abs(steep);
    return {height > 0 ? 1 : -1, at - wrong, at + wrong};
  }
};

// The floating-point order leaves few candidates, mostly one, to the exact tests.
Triangulation::Vertex Triangulation::wrap_facet(const std::array<Vertex, 3>& f,
                                                std::span<const Vertex> sites) {
  const Site &a = all_[f[0]], &b = all_[f[1]], &c = all_[f[2]];
  const Pencil pencil(a, b, c);
  double bound = HUGE_VAL;
  hole_first_.clear();
  for (const Vertex u : sites) {
    if (u == f[0] || u == f[1] || u == f[2]) continue;
    const Pencil::Place p = pencil(all_[u]);
    if (p.side < 0 || p.low > bound) continue;
    if (p.side == 0 && orient3d(a.x, b.x, c.x, all_[u].x) <= 0) continue;
    if (p.side > 0) bound = std::min(bound, p.high);
    hole_first_.push_back({u, p.low});
  }
  Vertex best = infinite;
  for (const auto& [u, low] : hole_first_) {
    if (low > bound) continue;
    if (best != infinite) {
      const int sign = filtered_power_test(a, b, c, all_[best], all_[u]);
      if (sign < 0) continue;
      if (sign == uncertain &&
          power_side(ranked(f[0]), ranked(f[1]), ranked(f[2]), ranked(best), ranked(u), ties_) <= 0)
        continue;
    }
    best = u;
  }
  return best;
}

namespace {

// The same for all orders of the three, and as good as always another for others.
std::uint64_t key_of(const std::array<std::uint32_t, 3>& v) {
  const std::uint64_t sum = std::uint64_t(v[0]) + v[1] + v[2];
  return sum << 32 ^ sum ^ std::uint64_t(v[0]) * v[0] ^ std::uint64_t(v[1]) * v[1] ^
         std::uint64_t(v[2]) * v[2];
}

bool same_sense(const std::array<std::uint32_t, 3>& f, const std::array<std::uint32_t, 3>& g) {
  const auto at = std::find(g.begin(), g.end(), f[0]) - g.begin();
  return at < 3 && f[1] == g[(at + 1) % 3] && f[2] == g[(at + 2) % 3];
}

}  // namespace

// Wrapped cells into hole_cells_, whose neighbours are those outside or, marked inner, each other.
bool Triangulation::wrap_hole(const std::vector<std::uint32_t>& region,
                              std::span<const Vertex> sites) {
  hole_open_.clear(), hole_keys_.clear(), hole_cells_.clear();
  const auto open = [this](const std::array<Vertex, 3>& v, std::uint32_t beyond, bool inner) {
    hole_open_.push_back({v, beyond, inner});
    hole_keys_.push_back(key_of(v));
  };
  bool solid = false;  // some tetrahedron is left
  for (const std::uint32_t c : region) mark_[c] = Mark::conflict;
  for (const std::uint32_t c : region)
    for (int k = 0; k < 4; ++k) {
      const auto& [v, n] = cells_[c];
      const auto& f = facet_slots[k];
      if (mark_[n[k] >> 2] == Mark::conflict) continue;
      open({v[f[0]], v[f[1]], v[f[2]]}, n[k], false);
      solid |= infinite_slot(cells_[n[k] >> 2]) < 0;
    }
  for (const std::uint32_t c : region) mark_[c] = Mark::unknown;
  while (!hole_open_.empty()) {
    const OpenFacet from = hole_open_.back();
    hole_open_.pop_back(), hole_keys_.pop_back();
    const auto& f = from.v;
    Vertex apex;
    if (f[0] == infinite || f[1] == infinite || f[2] == infinite) {
      const auto found = wrap_hull_edge(f, sites);
      if (!found) return false;
      apex = *found;
    } else {
      apex = wrap_facet(f, sites);
    }
    const auto fresh = static_cast<std::uint32_t>(hole_cells_.size());
    if (fresh > 8 * sites.size() + 64) return false;
    hole_cells_.push_back({{{f[0], f[1], f[2], apex}, {none, none, none, from.beyond}}, {}});
    hole_cells_[fresh].inner[3] = from.inner;
    solid |= infinite_slot(hole_cells_[fresh].cell) < 0;
    if (from.inner) {
      hole_cells_[from.beyond >> 2].cell.n[from.beyond & 3] = fresh << 2 | 3;
      hole_cells_[from.beyond >> 2].inner[from.beyond & 3] = true;
    }
    for (std::uint32_t k = 0; k < 3; ++k) {
      const auto& v = hole_cells_[fresh].cell.v;
      const auto& s = facet_slots[k];
      const std::array<Vertex, 3> mine{v[s[0]], v[s[1]], v[s[2]]};
      const auto key = std::find(hole_keys_.begin(), hole_keys_.end(), key_of(mine));
      if (key == hole_keys_.end()) {
        open({mine[0], mine[2], mine[1]}, fresh << 2 | k, true);
        continue;
      }
      // An open facet is seen from the hole, and so is that of the cell that fills it.
      const auto at = key - hole_keys_.begin();
      const OpenFacet other = hole_open_[at];
      if (!same_sense(mine, other.v)) return false;
      hole_open_[at] = hole_open_.back(), hole_open_.pop_back();
      hole_keys_[at] = hole_keys_.back(), hole_keys_.pop_back();
      hole_cells_[fresh].cell.n[k] = other.beyond;
      hole_cells_[fresh].inner[k] = other.inner;
      if (other.inner) {
        hole_cells_[other.beyond >> 2].cell.n[other.beyond & 3] = fresh << 2 | k;
        hole_cells_[other.beyond >> 2].inner[other.beyond & 3] = true;
      }
    }
  }
  return solid;
}

// Precondition: the region's border is regular, and its sites are `sites` but for one inside.
bool Triangulation::close_hole(const std::vector<std::uint32_t>& region,
                               std::span<const Vertex> sites) {
  if (!wrap_hole(region, sites)) return false;
  for (const Vertex v : sites) cell_of_[v] = none;
  for (const std::uint32_t c : region) free_cell(c);
  hole_place_.clear();
  for (const HoleCell& h : hole_cells_) {
    hole_place_.push_back(new_cell());
    enter(hole_place_.back(), h.cell.v);
  }
  for (std::size_t i = 0; i < hole_cells_.size(); ++i)
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t n = hole_cells_[i].cell.n[k];
      if (hole_cells_[i].inner[k])
        cells_[hole_place_[i]].n[k] = hole_place_[n >> 2] << 2 | (n & 3);
      else
        link(hole_place_[i], k, n);
    }
  for (const Vertex v : sites)
    if (cell_of_[v] == none) hidden_rows_.push_back(v);
  return true;
}

}  // namespace scree::geometry
