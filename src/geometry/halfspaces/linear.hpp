// The volume of a Voronoi cell that changes little by little, from the vectors r_k that lead from
// its grain to the middle of each face: exact now and then, linear in between. Frenning (2015).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/halfspaces/projection.hpp"

namespace scree::geometry {

// The cell r_k . x <= |r_k|^2 (1), (2), with the scratch of one thread. Precondition of all: it is
// bounded and no r_k is 0.
class VoronoiCell {
 public:
  double volume(std::span<const Vec3> r);
  // With G = dV/dR (18).
  double volume(std::span<const Vec3> r, std::span<Vec3> gradient);
  // Whether the vectors enclose a volume at all.
  bool is_bounded(std::span<const Vec3> r);

 private:
  void set_planes(std::span<const Vec3> r);
  ProjectionScheme scheme_;
  std::vector<UnitPlane> planes_;
  std::vector<FaceIntegrals> faces_;
};

// V = V_0 + G_0 : (R - R_0)  (3).
class LinearVolume {
 public:
  void set(std::span<const Vec3> r, VoronoiCell& exact);
  double operator()(std::span<const Vec3> r) const;
  // The greatest component of R - R_0: (30) compares it with a share of the grain's radius.
  // Precondition: as many vectors as in set().
  double greatest_change(std::span<const Vec3> r) const;
  std::size_t size() const { return r0_.size(); }
  double volume_at_start() const { return v0_; }

 private:
  double v0_ = 0;
  std::vector<Vec3> r0_, g0_;
};

// One grain through time, by the paper's rule: exact when its contacts form or break, or when a
// component of R has changed by `limit` (epsilon r_0) since the last time; linear otherwise.
class FollowedCell {
 public:
  // `partners` name who each r_k leads to.
  double update(std::span<const Vec3> r, std::span<const std::uint32_t> partners, double limit,
                VoronoiCell& exact);
  std::uint64_t updates() const { return updates_; }  // exact ones
  const LinearVolume& linear() const { return linear_; }

 private:
  LinearVolume linear_;
  std::vector<std::uint32_t> partners_;
  std::uint64_t updates_ = 0;
};

}  // namespace scree::geometry
