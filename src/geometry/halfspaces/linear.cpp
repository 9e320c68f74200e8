#include "geometry/halfspaces/linear.hpp"

#include <algorithm>
#include <cmath>

namespace scree::geometry {

void VoronoiCell::set_planes(std::span<const Vec3> r) {
  planes_.resize(r.size());
  for (std::size_t k = 0; k < r.size(); ++k) {
    const double length = norm(r[k]);
    planes_[k] = {(1 / length) * r[k], length};
  }
}

double VoronoiCell::volume(std::span<const Vec3> r) {
  set_planes(r);
  return scheme_.volume(planes_);
}

double VoronoiCell::volume(std::span<const Vec3> r, std::span<Vec3> gradient) {
  set_planes(r);
  faces_.resize(r.size());
  const double volume = scheme_.integrate(planes_, faces_);
  for (std::size_t k = 0; k < r.size(); ++k)
    gradient[k] = (2 * faces_[k].area * r[k] - faces_[k].moment) / planes_[k].d;  // (18) to (20)
  return volume;
}

bool VoronoiCell::is_bounded(std::span<const Vec3> r) {
  set_planes(r);
  const ProjectionScheme::Survey survey = scheme_.survey(planes_);
  return survey.any && !survey.endless;
}

void LinearVolume::set(std::span<const Vec3> r, VoronoiCell& exact) {
  r0_.assign(r.begin(), r.end());
  g0_.resize(r.size());
  v0_ = exact.volume(r, g0_);
}

double LinearVolume::operator()(std::span<const Vec3> r) const {
  double change = 0;
  for (std::size_t k = 0; k < r.size(); ++k) change += dot(g0_[k], r[k] - r0_[k]);
  return v0_ + change;
}

double LinearVolume::greatest_change(std::span<const Vec3> r) const {
  double most = 0;
  for (std::size_t k = 0; k < r.size(); ++k) {
    const Vec3 d = r[k] - r0_[k];
    most = std::max({most, std::abs(d.x), std::abs(d.y), std::abs(d.z)});
  }
  return most;
}

double FollowedCell::update(std::span<const Vec3> r, std::span<const std::uint32_t> partners,
                            double limit, VoronoiCell& exact) {
  const bool same = updates_ > 0 && std::ranges::equal(partners, partners_);
  if (same && linear_.greatest_change(r) < limit) return linear_(r);
  partners_.assign(partners.begin(), partners.end());
  linear_.set(r, exact);
  ++updates_;
  return linear_.volume_at_start();
}

}  // namespace scree::geometry
