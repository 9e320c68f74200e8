// The volumes of all Laguerre cells while the grains move: exact now and then, linear in between,
// V_i = V_i0 + sum_j dV_i/dx_j . (x_j - x_j0). Frenning (2015) with respect to positions.
//
// The rule (30), that no component of R = (x_j - x_i) / 2 has changed by more than epsilon r_i
// since a cell was exact, is kept site by site: each site has a reference position. Where a site
// has left it by epsilon r / 2, the reference follows it, and all cells that the site has a part in
// are made exact. So a site moves by less than epsilon r between two exact volumes of a cell. Sites
// half on the way there follow with it, so that the triangulation is not moved for one site at a
// time.
//
// The price of a step in which nothing is renewed is one look at every position; a volume costs the
// sum over a row when it is asked for.
#pragma once

#include <optional>

#include "geometry/laguerre/laguerre_gradient.hpp"

namespace scree::geometry {

class FollowedVolumes {
 public:
  // epsilon of (30), a share of each site's radius (the root of its weight). Sites of weight 0 or
  // less have no radius and are exact at every update.
  static Result<FollowedVolumes> start(std::span<const Site> sites, const ClipBox& box,
                                       double epsilon, int threads = 1);

  // All sites at their new positions. The number of cells that were made exact. On an error nothing
  // has changed. Neither that number nor any volume depends on the number of threads.
  Result<std::size_t> update(std::span<const Vec3> x);
  // A site whose contacts formed or broke: its cell is exact after the next update.
  void renew(Triangulation::Vertex site) { asked_.push_back(site); }

  double volume(Triangulation::Vertex site) const;  // at the positions of the last update
  void volumes(std::span<double> out) const;        // of all
  std::size_t sites() const { return x_.size(); }
  const ClipBox& box() const { return box_; }

 private:
  explicit FollowedVolumes(Triangulation t) : t_(std::move(t)) {}
  std::vector<Triangulation::Vertex> sites_that_left(std::span<const Vec3> x, double share) const;
  // 1 for every cell that one of these sites has a part in, by its row or by the triangulation.
  std::vector<std::uint8_t> cells_of(const std::vector<Triangulation::Vertex>& moved) const;
  void make_exact(const std::vector<Triangulation::Vertex>& rows);

  using Row = std::vector<LaguerreGradient::Entry>;
  Triangulation t_;
  ClipBox box_;
  double epsilon_ = 0;
  int threads_ = 1;
  std::vector<double> limit_;  // per site: epsilon r / 2
  std::vector<Vec3> x_, reference_;
  std::vector<double> constant_;  // V_i where all sites are at their references
  std::vector<Row> rows_;
  std::vector<Triangulation::Vertex> asked_;
};

}  // namespace scree::geometry
