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
    if (!p.has("min") || !p.has("max"))
      return Error{"E0102", "a box needs `min` and `max`, its corners", "", "",
                   Subject::of_key(p.has("min") ? "min" : "max")};
    if (auto wrong = measure_params::wrong_box(p)) return *wrong;
    g.kind_ = Kind::box;
    g.low_ = p.vector("min"), g.high_ = p.vector("max");
  } else if (kind != "all") {
    if (!p.has("radius")) return Error{"E0102", "a " + kind + " needs `radius`", "", ""};
    g.kind_ = kind == "sphere" ? Kind::sphere : Kind::cylinder;
    g.cylinder_.radius = p.number("radius");
    const auto axis = measure_params::unit_vector(p, "axis");
    if (!axis) return axis.errors();
    g.cylinder_.axis = *axis;
    g.cylinder_.half_height = p.has("height") ? 0.5 * p.number("height") : range::inf;
  }
  return g;
}

std::optional<Error> Region::check(const PeriodicBox& box, Dimensions dim) const {
  if (dim == Dimensions::two && kind_ == Kind::cylinder && std::abs(cylinder_.axis.z) != 1)
    return Error{"E0625", "in two dimensions a cylinder is a circle: its `axis` is z", "",
                 "axis = [0, 0, 1], or region = \"sphere\"", Subject::of_key("axis")};
  if (kind_ != Kind::all)
    if (auto tilted = need_upright(box)) return tilted;
  if (kind_ == Kind::cylinder) return cylinder_.check(box);
  const double d = 2 * cylinder_.radius;
  return kind_ == Kind::sphere ? too_many_images(box, {d, d, d}) : std::nullopt;
}

Region::Placed::Placed(const Region& region, const PeriodicBox& box, Dimensions d)
    : region_(region), box_(box), part_(box, region.low_, region.high_, d), dimensions_(d) {}

// f(distance along the axis of a cylinder, distance from it or from the middle) for each image of
// the ball that may reach in.
template <class F>
void Region::Placed::for_each_near(const Vec3& x, double r, F&& f) const {
  const Vec3 d = x - region_.middle_;
  if (region_.kind_ == Kind::cylinder) return region_.cylinder_.for_each_image_of(d, r, box_, f);
  const double reach = region_.cylinder_.radius + r;
  for_each_image(box_, d, -Vec3{reach, reach, reach}, {reach, reach, reach},
                 [&](const Vec3& periods) { f(0.0, norm(image_of(d, periods, box_))); });
}

double Region::Placed::images(const Vec3& x) const {
  if (region_.kind_ == Kind::all) return 1;
  if (region_.kind_ == Kind::box) return part_.images(x);
  double count = 0;
  const Cylinder& c = region_.cylinder_;
  const bool ends = region_.kind_ == Kind::cylinder;
  for_each_near(x, 0, [&](double z, double d) {
    if (d < c.radius && (!ends || (z >= -c.half_height && z < c.half_height))) ++count;
  });
  return count;
}

double Region::Placed::volume_inside(const Vec3& x, double r) const {
  if (region_.kind_ == Kind::all) return ball_measure(r, dimensions_);
  if (region_.kind_ == Kind::box) return part_.volume_inside(x, r);
  double v = 0;
  const Cylinder& c = region_.cylinder_;
  for_each_near(x, r, [&](double z, double d) {
    v += dimensions_ == Dimensions::two ? common_disc_area(r, c.radius, d)
         : region_.kind_ == Kind::sphere
             ? ball_in_ball(r, c.radius, d)
             : ball_in_cylinder_piece(r, c.radius, d, -c.half_height - z, c.half_height - z);
  });
  return v;
}

double Region::Placed::share_inside(const Vec3& x, double r, const PlacedSolid& solid) const {
  if (region_.kind_ == Kind::all) return 1;
  if (region_.kind_ == Kind::box) return part_.share_inside(x, r, solid);
  const Cylinder& c = region_.cylinder_;
  const Vec3 d = x - region_.middle_;
  double v = 0;
  if (region_.kind_ == Kind::cylinder) {
    c.for_each_place_of(d, r, box_, [&](const Vec3& at) {
      v += solid.share_in_cylinder(-at, c.axis, c.radius, -c.half_height, c.half_height);
    });
    return v;
  }
  const double reach = c.radius + r;
  for_each_image(box_, d, -Vec3{reach, reach, reach}, {reach, reach, reach},
                 [&](const Vec3& periods) {
                   const Vec3 at = -image_of(d, periods, box_);
                   // In two dimensions a circle, as deep as any prism.
                   v += dimensions_ == Dimensions::two
                            ? solid.share_in_cylinder(at, {0, 0, 1}, c.radius, -r, r)
                            : solid.share_in_ball(at, c.radius);
                 });
  return v;
}

double Region::volume(const PeriodicBox& box, Dimensions d) const {
  const bool two_d = d == Dimensions::two;
  switch (kind_) {
    case Kind::all:
      if (two_d) return box.periodic[0] && box.periodic[1] ? box.length(0) * box.length(1) : 0;
      return box.periodic[0] && box.periodic[1] && box.periodic[2]
                 ? box.length(0) * box.length(1) * box.length(2)
                 : 0;
    case Kind::box: {
      const Vec3 size = high_ - low_;
      return size.x * size.y * (two_d ? 1 : size.z);
    }
    case Kind::sphere:
      return ball_measure(cylinder_.radius, d);
    case Kind::cylinder: {
      if (two_d) return ball_measure(cylinder_.radius, d);
      const int along = cylinder_.endless_along(box);
      const double height = along >= 0 ? box.length(along) : 2 * cylinder_.half_height;
      return std::isfinite(height) ? height * std::numbers::pi * cylinder_.radius * cylinder_.radius
                                   : 0;
    }
  }
  return 0;
}

}  // namespace scree
