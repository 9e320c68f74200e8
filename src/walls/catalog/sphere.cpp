// A sphere, from inside or outside.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "walls/catalog_params.hpp"
#include "walls/plain_surface.hpp"
#include "walls/tessellate.hpp"

namespace scree::wall_shapes {
namespace {

class Sphere final : public WallShape {
 public:
  Sphere(const Vec3& centre, double radius, bool inside) : surface_{centre, radius, inside} {}

  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    surface_.touch(x, reach, out);
  }
  std::optional<PlainSurface> plain() const override { return PlainSurface(surface_); }
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override {
    if (!surface_.inside && norm(x - surface_.centre) - surface_.radius < reach)
      out.push_back({surface_.centre, surface_.radius, 0});
  }
  Bounds bounds() const override {
    const Vec3 r{surface_.radius, surface_.radius, surface_.radius};
    return {surface_.centre - r, surface_.centre + r};
  }
  WallExtent extent(const Vec3& u) const override {
    return {dot(surface_.centre, u) - surface_.radius, dot(surface_.centre, u) + surface_.radius};
  }
  double area() const override { return 4 * std::numbers::pi * surface_.radius * surface_.radius; }
  int side(const Vec3& x) const override {
    return (norm(x - surface_.centre) < surface_.radius) == surface_.inside ? 1 : -1;
  }
  WallMesh mesh(const Bounds&) const override {
    constexpr int n = kDrawSegments / 2;
    std::vector<ProfilePoint> line;
    for (int i = 0; i <= n; ++i) {
      const double angle = std::numbers::pi * i / n;
      const bool pole = i == 0 || i == n;
      line.push_back(
          {pole ? 0 : surface_.radius * exact::sin(angle), -surface_.radius * exact::cos(angle)});
    }
    return revolve(line, surface_.centre, AxisFrame{});
  }

 private:
  SphereSurface surface_;
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
