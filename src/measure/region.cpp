#include "measure/region.hpp"

#include <cmath>
#include <numbers>

#include "measure/ball_volume.hpp"
#include "measure/catalog_params.hpp"

namespace scree {
namespace {

constexpr ParamInfo kParams[] = {
    {.name = "region",
     .kind = ParamKind::choice,
     .fallback = "all",
     .choices = "all|box|cylinder|sphere",
     .doc = "shape of the region"},
    measure_params::low,
    measure_params::high,
    measure_params::centre,
    measure_params::direction,
    {.name = "radius",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of a cylinder or sphere"},
    {.name = "height",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of a cylinder, half of it on each side of the centre; without it endless"},
};

}  // namespace

std::span<const ParamInfo> Region::params() { return kParams; }

Result<Region> Region::read(const ParamSet& p) {
  const std::string& kind = p.text("region");
  Region g;
  g.middle_ = p.vector("centre");
  if (kind == "box") {
    if (!p.has("low") || !p.has("high"))
      return Error{"E0102", "a box needs `low` and `high`, its corners", "", ""};
    const Vec3 lo = p.vector("low"), hi = p.vector("high");
    if (!(lo.x < hi.x) || !(lo.y < hi.y) || !(lo.z < hi.z))
      return Error{"E0104", "`low` must be below `high` in every direction", "", ""};
    g.kind_ = Kind::box;
    g.middle_ = 0.5 * (lo + hi), g.half_ = 0.5 * (hi - lo);
  } else if (kind != "all") {
    if (!p.has("radius")) return Error{"E0102", "a " + kind + " needs `radius`", "", ""};
    g.kind_ = kind == "sphere" ? Kind::sphere : Kind::cylinder;
    g.radius_ = p.number("radius");
    const auto axis = measure_params::unit_vector(p, "axis");
    if (!axis) return axis.errors();
    g.axis_ = *axis;
    if (p.has("height")) g.half_height_ = 0.5 * p.number("height");
  }
  return g;
}

Vec3 Region::from_middle(const Vec3& x, const PeriodicBox& box) const {
  return nearest_image(x - middle_, box.lengths(), box.inverse_lengths());
}

bool Region::contains(const Vec3& x, const PeriodicBox& box) const {
  const Vec3 d = from_middle(x, box);
  switch (kind_) {
    case Kind::all:
      return true;
    case Kind::box:  // half open: of two boxes that share a face, one has the grain
      return d.x >= -half_.x && d.x < half_.x && d.y >= -half_.y && d.y < half_.y &&
             d.z >= -half_.z && d.z < half_.z;
    case Kind::sphere:
      return norm2(d) < radius_ * radius_;
    case Kind::cylinder: {
      const double z = dot(d, axis_);
      return z >= -half_height_ && z < half_height_ && norm2(d - z * axis_) < radius_ * radius_;
    }
  }
  return false;
}

double Region::volume_inside(const Vec3& x, double r, const PeriodicBox& box) const {
  const Vec3 d = from_middle(x, box);
  switch (kind_) {
    case Kind::all:
      return ball_volume(r);
    case Kind::box:
      return ball_in_box(r, -half_ - d, half_ - d);
    case Kind::sphere:
      return ball_in_ball(r, radius_, norm(d));
    case Kind::cylinder: {
      const double z = dot(d, axis_);
      return ball_in_cylinder_piece(r, radius_, norm(d - z * axis_), -half_height_ - z,
                                    half_height_ - z);
    }
  }
  return 0;
}

double Region::volume() const {
  switch (kind_) {
    case Kind::all:
      return 0;
    case Kind::box:
      return 8 * half_.x * half_.y * half_.z;
    case Kind::sphere:
      return ball_volume(radius_);
    case Kind::cylinder:
      return std::isfinite(half_height_) ? 2 * half_height_ * std::numbers::pi * radius_ * radius_
                                         : 0;
  }
  return 0;
}

}  // namespace scree
