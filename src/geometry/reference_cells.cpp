#include "geometry/reference_cells.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

namespace scree::geometry {
namespace {

using Vertex = Triangulation::Vertex;

bool same(const Vec3& a, const Vec3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace

bool same_container(const ConvexContainer& a, const ConvexContainer& b) {
  return same(a.box.low, b.box.low) && same(a.box.high, b.box.high) &&
         std::equal(
             a.planes.begin(), a.planes.end(), b.planes.begin(), b.planes.end(),
             [](const UnitPlane& p, const UnitPlane& q) { return same(p.r, q.r) && p.d == q.d; });
}

Vec3 rounded(const Vec3& x, double radius, double share) {
  const double step = std::ldexp(1.0, std::ilogb(share * radius));
  const auto to_grid = [step](double c) { return step * std::nearbyint(c / step); };
  return {to_grid(x.x), to_grid(x.y), to_grid(x.z)};
}

Result<ReferenceCells> ReferenceCells::start(std::span<const Site> reference,
                                             const ConvexContainer& container, int threads) {
  auto t = Triangulation::build(reference);
  if (!t) return t.errors();
  ReferenceCells out(std::move(*t));
  out.container_ = container;
  for (const Site& s : reference) out.reference_.push_back(s.x);
  out.rows_.resize(reference.size());
  std::vector<Vertex> all(reference.size());
  for (Vertex v = 0; v < all.size(); ++v) all[v] = v;
  out.renew(all, threads);
  return out;
}

// Rows are looked at, too: a cell may remember a site that has no face with it any more.
std::vector<Vertex> ReferenceCells::cells_of(const std::vector<Vertex>& moved) const {
  std::vector<std::uint8_t> is_moved(rows_.size(), 0);
  for (const Vertex v : moved) is_moved[v] = 1;
  std::vector<std::uint8_t> mark = is_moved;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (const LaguerreGradient::Entry& e : rows_[i].sites) mark[i] |= is_moved[e.site];
  for (const Vertex v : moved)
    if (!t_.hidden(v))
      for (const Vertex n : t_.neighbours(v)) mark[n] = 1;
  std::vector<Vertex> out;
  for (Vertex v = 0; v < mark.size(); ++v)
    if (mark[v] || (rows_[v].sites.empty() && !t_.hidden(v))) out.push_back(v);
  return out;
}

Result<std::size_t> ReferenceCells::update(std::span<const Vec3> reference,
                                           const ConvexContainer& container, int threads) {
  const bool fits = reference.size() == reference_.size();
  std::vector<Vertex> moved;
  for (Vertex v = 0; fits && v < reference.size(); ++v)
    if (!same(reference[v], reference_[v])) moved.push_back(v);
  const bool all = !same_container(container, container_);
  if (fits && moved.empty() && !all) return std::size_t{0};
  if (!fits || !moved.empty())  // refuses another number of sites
    if (auto done = t_.move_all(reference, {}, std::max(threads, 1)); !done) return done.errors();
  std::copy(reference.begin(), reference.end(), reference_.begin());
  container_ = container;
  std::vector<Vertex> cells;
  if (all)
    for (Vertex v = 0; v < rows_.size(); ++v) cells.push_back(v);
  else
    cells = cells_of(moved);
  renew(cells, threads);
  return cells.size();
}

void ReferenceCells::renew(const std::vector<Vertex>& cells, int threads) {
#pragma omp parallel num_threads(std::max(threads, 1))
  {
    ContainerRows rows;
#pragma omp for schedule(dynamic, 32)
    for (std::size_t k = 0; k < cells.size(); ++k)
      rows.find(t_, cells[k], container_, rows_[cells[k]]);
  }
}

double ReferenceCells::volume(Vertex v, std::span<const Vec3> way,
                              const ConvexContainer& now) const {
  const CellRow& row = rows_[v];
  double change = 0;
  for (const LaguerreGradient::Entry& e : row.sites) change += dot(e.slope, way[e.site]);
  for (const ContainerSide& s : row.sides) {
    const UnitPlane a = side_of(now, s.side), b = side_of(container_, s.side);
    change += s.area * (a.d - b.d) - dot(s.moment, a.r - b.r);
  }
  return row.volume + change;
}

}  // namespace scree::geometry
