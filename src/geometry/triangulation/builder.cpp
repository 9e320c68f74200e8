#include "geometry/triangulation/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/laguerre/cell_tables.hpp"
#include "geometry/triangulation/hilbert.hpp"

namespace scree::geometry {
namespace {

// Neighbours carry two bits of slot: 2^30 cells. A site has 6.8 tetrahedra in a random packing; the
// infinite ones and the cavity of one insertion come on top.
constexpr std::size_t most_sites = 100'000'000;

// Does x add a dimension to the simplex?
bool independent(std::span<const Vec3> simplex, const Vec3& x) {
  switch (simplex.size()) {
    case 0:
      return true;
    case 1:
      return !(simplex[0] == x);
    case 2:
      return !collinear(simplex[0], simplex[1], x);
    default:
      return orient3d(simplex[0], simplex[1], simplex[2], x) != 0;
  }
}

// a moved along an axis by about the size of the input, within the exact domain.
Vec3 moved_along(Vec3 a, int axis, double size) {
  const double step =
      std::clamp(size > 0 ? std::ldexp(1.0, std::ilogb(size)) : 1.0, 0x1p-90, 0x1p199);
  a[axis] += a[axis] > 0 ? -step : step;
  return a;
}

Errors input_errors(std::span<const Site> sites, std::span<const std::uint32_t> ids) {
  Errors errors;
  if (sites.size() > most_sites)
    errors.push_back(
        {"E0803", fmt::format("{} sites are more than {}", sites.size(), most_sites), "sites", ""});
  for (std::size_t i = 0; i < sites.size() && errors.size() < 10; ++i) {
    const Site& s = sites[i];
    if (!in_exact_domain(s))
      errors.push_back({"E0801",
                        fmt::format("({}, {}, {}) with weight {} cannot be triangulated exactly",
                                    s.x.x, s.x.y, s.x.z, s.w),
                        fmt::format("site {}", i),
                        "coordinates are 0 or between 3e-45 and 1e60, weights 0 or between 2e-105 "
                        "and 2e120, in absolute value"});
  }
  if (ids.empty()) return errors;
  if (ids.size() != sites.size()) {
    errors.push_back({"E0802", fmt::format("{} ids for {} sites", ids.size(), sites.size()), "ids",
                      "give one id per site, or none"});
    return errors;
  }
  std::vector<std::uint32_t> sorted(ids.begin(), ids.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    errors.push_back({"E0802", fmt::format("id {} appears twice", *twice), "ids",
                      "ids decide ties and must be distinct"});
  return errors;
}

// Four independent sites, the first in the order; helpers where the sites run out.
std::array<Vertex, 4> first_simplex(Mesh& mesh, std::span<const Vertex> order) {
  std::array<Vertex, 4> simplex{};
  std::array<Vec3, 4> x;
  std::size_t n = 0;
  for (const Vertex v : order) {
    if (!independent({x.data(), n}, mesh.sites[v].x)) continue;
    simplex[n] = v;
    x[n++] = mesh.sites[v].x;
    if (n == 4) break;
  }
  mesh.dimension = static_cast<int>(n) - 1;
  double size = 0;
  if (n < 4)
    for (const Site& s : mesh.sites.all())
      size = std::max({size, std::abs(s.x.x), std::abs(s.x.y), std::abs(s.x.z)});
  for (int axis = 0; axis < 3 && n < 4; ++axis) {
    const Vec3 helper = moved_along(x[0], axis, size);
    if (!independent({x.data(), n}, helper)) continue;
    simplex[n] = mesh.sites.add_helper(helper);
    x[n++] = helper;
  }
  mesh.cells.resize_rows(mesh.sites.size());
  if (orient3d(x[0], x[1], x[2], x[3]) < 0) std::swap(simplex[0], simplex[1]);
  return simplex;
}

// The tetrahedron is cell 0. Cell 1 + k has the infinite vertex in place of vertex k, and two other
// vertices exchanged, which turns it round.
void make_first_cells(Cells& cells, std::array<Vertex, 4> simplex) {
  for (int i = 0; i < 5; ++i) cells.take();
  cells[0].v = simplex;
  for (int k = 0; k < 4; ++k) {
    auto& v = cells[1 + k].v;
    v = simplex;
    v[k] = infinite_vertex;
    std::swap(v[facet_slots[k][0]], v[facet_slots[k][1]]);
  }
  // Two cells with three vertices in common are neighbours; five cells: every pair is.
  const auto holds = [&cells](std::uint32_t c, Vertex v) {
    return std::find(cells[c].v.begin(), cells[c].v.end(), v) != cells[c].v.end();
  };
  for (std::uint32_t a = 0; a < 5; ++a)
    for (std::uint32_t b = 0; b < 5; ++b) {
      if (a == b) continue;
      std::uint32_t i = 0, j = 0;
      while (holds(b, cells[a].v[i])) ++i;
      while (holds(a, cells[b].v[j])) ++j;
      cells[a].n[i] = b << 2 | j;
    }
  for (const Vertex v : simplex) cells.set_cell_of(v, 0);
}

}  // namespace

Result<Mesh> build_mesh(std::span<const Site> sites, Ties ties, std::span<const std::uint32_t> ids,
                        Inserter& inserter) {
  if (Errors errors = input_errors(sites, ids); !errors.empty()) return errors;
  Mesh mesh;
  mesh.sites = Sites(sites, ids, ties);
  rebuild(mesh, inserter);
  return mesh;
}

void rebuild(Mesh& mesh, Inserter& inserter) {
  Sites& sites = mesh.sites;
  sites.drop_helpers();
  mesh.cells.resize_rows(sites.count());
  mesh.cells.clear();
  mesh.changes.clear();
  mesh.changes.kept = false;
  mesh.budgets.switch_off();
  mesh.dimension = -1;
  std::vector<Vertex> order = insertion_order(sites.all());
  if (!sites.removed_rows().empty())
    std::erase_if(order, [&mesh](Vertex v) { return mesh.cells.removed(v); });
  if (order.empty()) return;
  mesh.cells.reserve(7 * order.size() + 64);  // a random packing has 6.8 tetrahedra per site
  const std::array<Vertex, 4> simplex = first_simplex(mesh, order);
  make_first_cells(mesh.cells, simplex);
  constexpr std::size_t ahead = 8;  // sites come from anywhere in the rows
  const std::uint32_t* const cell_of = mesh.cells.cells_of_sites();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Vertex v = order[i], soon = order[std::min(i + ahead, order.size() - 1)];
    __builtin_prefetch(&sites[soon]);
    __builtin_prefetch(&cell_of[soon], 1);
    if (std::find(simplex.begin(), simplex.end(), v) == simplex.end()) inserter.insert(mesh, v);
  }
}

}  // namespace scree::geometry
