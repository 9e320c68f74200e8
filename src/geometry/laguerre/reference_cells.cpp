#include "geometry/laguerre/reference_cells.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

#include "geometry/laguerre/touched_cells.hpp"

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

Result<ReferenceCells> ReferenceCells::prepare(std::span<const Site> reference,
                                               const ConvexContainer& container) {
  auto t = Triangulation::build(reference);
  if (!t) return t.errors();
  ReferenceCells out(std::move(*t));
  out.container_ = container;
  out.reference_.reserve(reference.size());
  for (const Site& s : reference) out.reference_.push_back(s.x);
  out.rows_.resize(reference.size());
  out.found_.assign(reference.size(), 0);
  return out;
}

Result<ReferenceCells> ReferenceCells::start(std::span<const Site> reference,
                                             const ConvexContainer& container, int threads) {
  auto out = prepare(reference, container);
  if (!out) return out;
  std::vector<Vertex> all(out->size());
  for (Vertex v = 0; v < all.size(); ++v) all[v] = v;
  out->find(all, threads);
  return out;
}

// The star that a cell was found with is looked at, not its faces: a neighbour whose face has no
// area takes part in what is cut. New neighbours are those of the triangulation.
void ReferenceCells::forget_cells_of(const std::vector<Vertex>& moved, int threads) {
  std::vector<std::uint8_t> is_moved(rows_.size(), 0);
  for (const Vertex v : moved) is_moved[v] = 1;
  threads = std::max(threads, 1);
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!found_[i]) continue;
    std::uint8_t any = is_moved[i];
    for (const Vertex n : rows_[i].star) any |= is_moved[n];
    found_[i] = any == 0;
  }
  for_each_neighbour(t_, moved, is_moved, threads, [&](Vertex n) { set_mark(found_[n], 0); });
}

// A cell that no side cuts depends on a side only by being behind it, and on the box not at all: it
// stays as it is when all of it is behind the old and the new one.
void ReferenceCells::forget_cells_at(const ConvexContainer& c, int threads) {
  std::vector<UnitPlane> changed;
  bool other = c.planes.size() != container_.planes.size() || c.planes.empty();
  for (std::size_t k = 0; !other && k < c.planes.size(); ++k) {
    const UnitPlane &a = container_.planes[k], &b = c.planes[k];
    if (same(a.r, b.r) && a.d == b.d) continue;
    changed.push_back(a), changed.push_back(b);
  }
#pragma omp parallel for schedule(static) num_threads(std::max(threads, 1))
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!found_[i]) continue;
    const CellRow& row = rows_[i];
    found_[i] = !other && row.sides.empty() && !row.sites.empty() &&
                std::all_of(changed.begin(), changed.end(), [&](const UnitPlane& p) {
                  return is_behind(p, reference_[i], row.reach);
                });
  }
}

Result<std::size_t> ReferenceCells::move(std::span<const Vec3> reference,
                                         const ConvexContainer& container, int threads) {
  const bool fits = reference.size() == reference_.size();
  std::vector<Vertex> moved;
  for (Vertex v = 0; fits && v < reference.size(); ++v)
    if (!same(reference[v], reference_[v])) moved.push_back(v);
  if (!fits || !moved.empty())  // refuses another number of sites
    if (auto done = t_.move_all(reference, {}, std::max(threads, 1)); !done) return done.errors();
  if (!same_container(container, container_)) forget_cells_at(container, threads);
  std::copy(reference.begin(), reference.end(), reference_.begin());
  container_ = container;
  if (!moved.empty()) forget_cells_of(moved, threads);
  return static_cast<std::size_t>(std::count(found_.begin(), found_.end(), 0));
}

Result<std::size_t> ReferenceCells::update(std::span<const Vec3> reference,
                                           const ConvexContainer& container, int threads) {
  const auto old = move(reference, container, threads);
  if (!old || *old == 0) return old;
  std::vector<Vertex> all;
  for (Vertex v = 0; v < found_.size(); ++v)
    if (!found_[v]) all.push_back(v);
  return find(all, threads);
}

std::size_t ReferenceCells::find(std::span<const Vertex> wanted, int threads) {
  std::size_t number = 0;
#pragma omp parallel num_threads(std::max(threads, 1)) reduction(+ : number)
  {
    ContainerRows rows;
#pragma omp for schedule(dynamic, 32)
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const Vertex v = wanted[k];
      if (found_[v]) continue;
      rows.find(t_, v, container_, rows_[v]);
      found_[v] = 1;
      ++number;
    }
  }
  return number;
}

double ReferenceCells::volume(Vertex v, std::span<const Vec3> displacement,
                              const ConvexContainer& now) const {
  const CellRow& row = rows_[v];
  double change = 0;
  for (const LaguerreGradient::Entry& e : row.sites) change += dot(e.slope, displacement[e.site]);
  for (const ContainerSide& s : row.sides) {
    const UnitPlane a = side_of(now, s.side), b = side_of(container_, s.side);
    change += s.area * (a.d - b.d) - dot(s.moment, a.r - b.r);
  }
  return row.volume + change;
}

}  // namespace scree::geometry
