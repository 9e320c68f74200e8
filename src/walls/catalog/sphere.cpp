// A sphere, from inside or outside.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "walls/catalog_params.hpp"
#include "walls/tessellate.hpp"

namespace scree::wall_shapes {
namespace {

class Sphere final : public WallShape {
 public:
  Sphere(const Vec3& centre, double radius, bool inside)
      : c_(centre), radius_(radius), inside_(inside) {}

  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    const Vec3 w = x - c_;
    const double l = norm(w);
    const double d = inside_ ? radius_ - l : l - radius_;
    if (!(d < reach)) return;
    // At the centre every direction is as good.
    const Vec3 outward = l > 1e-150 ? w / l : Vec3{0, 1, 0};
    out.add({inside_ ? negated(outward) : outward, d, 0});
  }
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override {
    if (!inside_ && norm(x - c_) - radius_ < reach) out.push_back({c_, radius_, 0});
  }
  Bounds bounds() const override {
    const Vec3 r{radius_, radius_, radius_};
    return {c_ - r, c_ + r};
  }
  WallExtent extent(const Vec3& u) const override {
    return {dot(c_, u) - radius_, dot(c_, u) + radius_};
  }
  double area() const override { return 4 * std::numbers::pi * radius_ * radius_; }
  int side(const Vec3& x) const override { return (norm(x - c_) < radius_) == inside_ ? 1 : -1; }
  WallMesh mesh(const Bounds&) const override {
    constexpr int n = kDrawSegments / 2;
    std::vector<ProfilePoint> line;
    for (int i = 0; i <= n; ++i) {
      const double angle = std::numbers::pi * i / n;
      const bool pole = i == 0 || i == n;
      line.push_back({pole ? 0 : radius_ * exact::sin(angle), -radius_ * exact::cos(angle)});
    }
    return revolve(line, c_, AxisFrame{});
  }

 private:
  Vec3 c_;
  double radius_;
  bool inside_;
};

constexpr ParamInfo kSphereParams[] = {
    wall_params::centre,
    {.name = "radius",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of the sphere"},
    wall_params::side,
};

Result<std::unique_ptr<WallShape>> make_sphere(const ParamSet& p) {
  const double r = p.number("radius");
  if (!(r > 0)) return Error{"E0402", "a sphere needs a positive radius"};
  return std::unique_ptr<WallShape>(new Sphere(p.vector("centre"), r, p.text("side") == "inside"));
}

}  // namespace

extern const WallShapeEntry sphere_entry;
const WallShapeEntry sphere_entry{
    .info = {"sphere", "sphere, from inside or outside", "Ferrez 3.3.3", kSphereParams},
    .make = make_sphere};

}  // namespace scree::wall_shapes
