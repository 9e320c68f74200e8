#include "geometry/triangulation/remover.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "geometry/laguerre/cell_tables.hpp"
#include "geometry/triangulation/refill.hpp"

namespace scree::geometry {
namespace {

// For a hull edge (a, b) and the infinite vertex, in the order of the cell.
std::optional<Vertex> wrap_hull_edge(const Mesh& mesh, const std::array<Vertex, 3>& f,
                                     std::span<const Vertex> sites) {
  const int far = static_cast<int>(std::find(f.begin(), f.end(), infinite_vertex) - f.begin());
  const auto& s = facet_slots[far];  // slot 3 is one of them: the apex
  std::array<Vertex, 4> cell{f[0], f[1], f[2], infinite_vertex};
  const auto at = [&](int i) -> Vertex { return cell[s[i]]; };
  const Vertex a = f[(far + 1) % 3], b = f[(far + 2) % 3];
  for (const Vertex u : sites) {
    if (u == a || u == b) continue;
    if (cell[3] == infinite_vertex) {
      if (!collinear(mesh.sites[a].x, mesh.sites[b].x, mesh.sites[u].x)) cell[3] = u;
      continue;
    }
    const Vec3 &x = mesh.sites[at(0)].x, &y = mesh.sites[at(1)].x, &z = mesh.sites[at(2)].x;
    int sign = orient3d(x, y, z, mesh.sites[u].x);
    if (sign == 0) {
      const int turn =
          coplanar_turn(mesh.sites[a].x, mesh.sites[b].x, mesh.sites[cell[3]].x, mesh.sites[u].x);
      if (turn < 0) return {};
      if (turn > 0)
        sign = power_side(mesh.sites.ranked(at(0)), mesh.sites.ranked(at(1)),
                          mesh.sites.ranked(at(2)), mesh.sites.ranked(u), mesh.sites.ties());
    }
    if (sign > 0) cell[3] = u;
  }
  if (cell[3] == infinite_vertex) return {};
  return cell[3];
}

// Where the centre of the sphere through the facet and u is, as a multiple of the facet's normal;
// between `low` and `high` for all roundings. u behind the facet or so near to its plane that the
// side is uncertain has side 0.
struct Pencil {
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
    error = 1e-13 * (norm2(b) * norm2(c) / area2);  // thin facets make the middle uncertain
  }
  struct Position {
    int side;  // 1 in front, -1 behind, 0 uncertain
    double low, high;
  };
  Position operator()(const Site& s) const {
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

// The same for all orders of the three, and almost always different for others.
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

// The floating-point order leaves few candidates, mostly one, to the exact tests.
Vertex Remover::wrap_facet(const Mesh& mesh, const std::array<Vertex, 3>& f,
                           std::span<const Vertex> sites) {
  const Site &a = mesh.sites[f[0]], &b = mesh.sites[f[1]], &c = mesh.sites[f[2]];
  const Pencil pencil(a, b, c);
  double bound = HUGE_VAL;
  candidates_.clear();
  for (const Vertex u : sites) {
    if (u == f[0] || u == f[1] || u == f[2]) continue;
    const Pencil::Position p = pencil(mesh.sites[u]);
    if (p.side < 0 || p.low > bound) continue;
    if (p.side == 0 && orient3d(a.x, b.x, c.x, mesh.sites[u].x) <= 0) continue;
    if (p.side > 0) bound = std::min(bound, p.high);
    candidates_.push_back({u, p.low});
  }
  Vertex best = infinite_vertex;
  for (const auto& [u, low] : candidates_) {
    if (low > bound) continue;
    if (best != infinite_vertex) {
      const int sign = filtered_power_test(a, b, c, mesh.sites[best], mesh.sites[u]);
      if (sign < 0) continue;
      if (sign == uncertain &&
          power_side(mesh.sites.ranked(f[0]), mesh.sites.ranked(f[1]), mesh.sites.ranked(f[2]),
                     mesh.sites.ranked(best), mesh.sites.ranked(u), mesh.sites.ties()) <= 0)
        continue;
    }
    best = u;
  }
  return best;
}

void Remover::open(const std::array<Vertex, 3>& v, std::uint32_t beyond, bool inner) {
  open_.push_back({v, beyond, inner});
  open_keys_.push_back(key_of(v));
}

// True: some cell around the region is finite.
bool Remover::open_border(Mesh& mesh, const std::vector<std::uint32_t>& region) {
  open_.clear(), open_keys_.clear();
  bool finite = false;
  for (const std::uint32_t c : region) mesh.cells.set_mark(c, Mark::conflict);
  for (const std::uint32_t c : region)
    for (int k = 0; k < 4; ++k) {
      const auto& [v, n] = mesh.cells[c];
      const auto& f = facet_slots[k];
      if (mesh.cells.mark(n[k] >> 2) == Mark::conflict) continue;
      open({v[f[0]], v[f[1]], v[f[2]]}, n[k], false);
      finite |= infinite_slot(mesh.cells[n[k] >> 2]) < 0;
    }
  for (const std::uint32_t c : region) mesh.cells.set_mark(c, Mark::unknown);
  return finite;
}

void Remover::link_wrapped(std::uint32_t cell, std::uint32_t k, const OpenFacet& facet) {
  wrapped_[cell].cell.n[k] = facet.beyond;
  wrapped_[cell].inner[k] = facet.inner;
  if (!facet.inner) return;
  wrapped_[facet.beyond >> 2].cell.n[facet.beyond & 3] = cell << 2 | k;
  wrapped_[facet.beyond >> 2].inner[facet.beyond & 3] = true;
}

// The facets of a wrapped cell around its apex: linked where such a facet is open, else open now.
// False: two facets do not fit, the hole cannot be wrapped.
bool Remover::close_or_open_facets(std::uint32_t cell) {
  for (std::uint32_t k = 0; k < 3; ++k) {
    const auto& v = wrapped_[cell].cell.v;
    const auto& s = facet_slots[k];
    const std::array<Vertex, 3> facet{v[s[0]], v[s[1]], v[s[2]]};
    const auto key = std::find(open_keys_.begin(), open_keys_.end(), key_of(facet));
    if (key == open_keys_.end()) {
      open({facet[0], facet[2], facet[1]}, cell << 2 | k, true);
      continue;
    }
    // An open facet is seen from the hole, and so is that of the cell that fills it.
    const auto at = key - open_keys_.begin();
    const OpenFacet other = open_[at];
    if (!same_sense(facet, other.v)) return false;
    open_[at] = open_.back(), open_.pop_back();
    open_keys_[at] = open_keys_.back(), open_keys_.pop_back();
    link_wrapped(cell, k, other);
  }
  return true;
}

// Wraps new cells into wrapped_; their neighbours are outside or, marked inner, among themselves.
// False: it cannot be done, or no tetrahedron is left.
bool Remover::wrap_hole(Mesh& mesh, const std::vector<std::uint32_t>& region,
                        std::span<const Vertex> sites) {
  wrapped_.clear();
  bool finite = open_border(mesh, region);
  while (!open_.empty()) {
    const OpenFacet from = open_.back();
    open_.pop_back(), open_keys_.pop_back();
    const auto& f = from.v;
    Vertex apex;
    if (f[0] == infinite_vertex || f[1] == infinite_vertex || f[2] == infinite_vertex) {
      const auto found = wrap_hull_edge(mesh, f, sites);
      if (!found) return false;
      apex = *found;
    } else {
      apex = wrap_facet(mesh, f, sites);
    }
    const auto fresh = static_cast<std::uint32_t>(wrapped_.size());
    if (fresh > 8 * sites.size() + 64) return false;
    wrapped_.push_back({{{f[0], f[1], f[2], apex}, {no_cell, no_cell, no_cell, no_cell}}, {}});
    link_wrapped(fresh, 3, from);
    finite |= infinite_slot(wrapped_[fresh].cell) < 0;
    if (!close_or_open_facets(fresh)) return false;
  }
  return finite;
}

bool Remover::close_hole(Mesh& mesh, const std::vector<std::uint32_t>& region,
                         std::span<const Vertex> sites) {
  if (!wrap_hole(mesh, region, sites)) return false;
  for (const Vertex v : sites) mesh.cells.set_hidden(v);
  for (const std::uint32_t c : region) mesh.free_cell(c);
  new_cells_.clear();
  for (const WrappedCell& h : wrapped_) {
    new_cells_.push_back(mesh.new_cell());
    mesh.enter(new_cells_.back(), h.cell.v);
  }
  for (std::size_t i = 0; i < wrapped_.size(); ++i)
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t n = wrapped_[i].cell.n[k];
      if (wrapped_[i].inner[k])
        mesh.cells[new_cells_[i]].n[k] = new_cells_[n >> 2] << 2 | (n & 3);
      else
        mesh.link(new_cells_[i], k, n);
    }
  for (const Vertex v : sites)
    if (mesh.cells.hidden(v)) mesh.changes.hidden.push_back(v);
  return true;
}

bool Remover::remove(Mesh& mesh, Vertex v) {
  constexpr std::size_t few = 64;  // beyond, wrapping (quadratic) takes longer than a build
  std::vector<std::uint32_t> region;
  mesh.append_star(v, region);
  std::vector<Vertex> sites = sites_of(mesh, region);
  std::erase(sites, v);
  if (!mesh.changes.kept || sites.size() > few || !close_hole(mesh, region, sites))
    if (!refill(mesh, region, sites)) return false;
  mesh.cells.set_hidden(v);
  return true;
}

std::size_t Remover::memory_bytes() const {
  return capacity_bytes(open_) + capacity_bytes(open_keys_) + capacity_bytes(wrapped_) +
         capacity_bytes(candidates_) + capacity_bytes(new_cells_);
}

}  // namespace scree::geometry
