// Cells of a packing at reference positions, and their volumes linear in the way from there:
//
//   V_i = V_i(ref) + sum_j dV_i/dx_j . (x_j - ref_j) + sum over sides of the container
//
// Who chooses the references keeps the rule: a site's reference follows it when it has left it by a
// share of its radius (Frenning 2015, (30)). Volumes and rows are functions of the references and
// the container alone: whatever happened before, equal references give equal bits. So a checkpoint
// needs no more than the references, and where they follow from the positions (rounded()), nothing.
//
// When references change, the cells that these sites have a part in are found anew; when the
// container changes, all are.
#pragma once

#include <span>

#include "geometry/container_rows.hpp"

namespace scree::geometry {

class ReferenceCells {
 public:
  static Result<ReferenceCells> start(std::span<const Site> reference,
                                      const ConvexContainer& container, int threads);

  // As many references as at the start. The number of cells found anew. On an error nothing has
  // changed.
  Result<std::size_t> update(std::span<const Vec3> reference, const ConvexContainer& container,
                             int threads);

  std::size_t size() const { return rows_.size(); }
  const CellRow& row(Triangulation::Vertex v) const { return rows_[v]; }
  const Vec3& reference(Triangulation::Vertex v) const { return reference_[v]; }
  const ConvexContainer& container() const { return container_; }
  const Triangulation& triangulation() const { return t_; }

  // way[v]: from the reference to where the site is; `now`: the container as it is, with the same
  // planes in the same order.
  double volume(Triangulation::Vertex v, std::span<const Vec3> way,
                const ConvexContainer& now) const;

 private:
  explicit ReferenceCells(Triangulation t) : t_(std::move(t)) {}
  void renew(const std::vector<Triangulation::Vertex>& cells, int threads);
  std::vector<Triangulation::Vertex> cells_of(
      const std::vector<Triangulation::Vertex>& moved) const;

  Triangulation t_;
  ConvexContainer container_;
  std::vector<Vec3> reference_;
  std::vector<CellRow> rows_;
};

// A position on a grid as fine as `share` of the radius, its step a power of two: the reference of
// whoever keeps no memory.
Vec3 rounded(const Vec3& x, double radius, double share);

bool same_container(const ConvexContainer& a, const ConvexContainer& b);

}  // namespace scree::geometry
