// Cells of a packing at reference positions, and their volumes linear in the displacement from
// there:
//
//   V_i = V_i(ref) + sum_j dV_i/dx_j . (x_j - ref_j) + sum over sides of the container
//
// Who chooses the references keeps the rule: a site's reference follows it when it has left it by a
// share of its radius (Frenning 2015, (30)). Volumes and rows are functions of the references and
// the container alone: whatever happened before, equal references give equal bits. So a checkpoint
// needs no more than the references, and where they follow from the positions (rounded()), nothing.
//
// When references change, the cells that these sites have a part in are out of date; when sides of
// the container change, those that they cut or come near to. Cells are found when they are asked
// for: who needs the rows of few cells pays for few.
#pragma once

#include <span>

#include "geometry/laguerre/container_rows.hpp"

namespace scree::geometry {

class ReferenceCells {
 public:
  // With all cells found.
  static Result<ReferenceCells> start(std::span<const Site> reference,
                                      const ConvexContainer& container, int threads);
  // With none found.
  static Result<ReferenceCells> prepare(std::span<const Site> reference,
                                        const ConvexContainer& container);

  // As many references as at the start; all cells that are out of date are found. Their number. On
  // an error nothing has changed.
  Result<std::size_t> update(std::span<const Vec3> reference, const ConvexContainer& container,
                             int threads);
  // The same in two: move() finds no cell. The number of cells that are out of date.
  Result<std::size_t> move(std::span<const Vec3> reference, const ConvexContainer& container,
                           int threads);
  // Those of these cells that are out of date, each named once. How many that were.
  std::size_t find(std::span<const Triangulation::Vertex> wanted, int threads);

  std::size_t size() const { return rows_.size(); }
  // Precondition of row() and volume(): the cell has been found.
  const CellRow& row(Triangulation::Vertex v) const { return rows_[v]; }
  bool found(Triangulation::Vertex v) const { return found_[v] != 0; }
  const Vec3& reference(Triangulation::Vertex v) const { return reference_[v]; }
  const ConvexContainer& container() const { return container_; }
  const Triangulation& triangulation() const { return t_; }

  // displacement[v]: from the reference to where the site is; `now`: the container as it is, with
  // the same planes in the same order.
  double volume(Triangulation::Vertex v, std::span<const Vec3> displacement,
                const ConvexContainer& now) const;

 private:
  explicit ReferenceCells(Triangulation t) : t_(std::move(t)) {}
  void forget_cells_of(const std::vector<Triangulation::Vertex>& moved, int threads);
  void forget_cells_at(const ConvexContainer& container, int threads);

  Triangulation t_;
  ConvexContainer container_;
  std::vector<Vec3> reference_;
  std::vector<CellRow> rows_;
  std::vector<std::uint8_t> found_;  // of each row: it is that of the references
};

// A position on a grid as fine as `share` of the radius, its step a power of two: the reference of
// whatever keeps no memory.
Vec3 rounded(const Vec3& x, double radius, double share);

bool same_container(const ConvexContainer& a, const ConvexContainer& b);

}  // namespace scree::geometry
