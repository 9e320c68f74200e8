// An infinite plane; grains stay on the side its normal points to.
#include <cmath>

#include "base/region_params.hpp"
#include "walls/plain_surface.hpp"
#include "walls/tessellate.hpp"

namespace scree::wall_shapes {
namespace {

class Plane final : public WallShape {
 public:
  Plane(const Vec3& point, const Vec3& normal) : surface_{normal, dot(normal, point)} {}

  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    surface_.touch(x, reach, out);
  }
  std::optional<PlainSurface> plain() const override { return PlainSurface(surface_); }
  std::optional<Front> front() const override { return Front{surface_.normal, surface_.offset}; }
  // Corners alone: on a plane no edge has its least gap between two ends.
  void touch_shape(const Shape& shape, const Pose& at, double reach,
                   ShapeTouches& out) const override {
    const std::span<const Corner> corners = shape.corners();
    for (std::size_t c = 0; c < corners.size(); ++c) {
      const Vec3 x = to_world(at, corners[c].x);
      const double d = dot(surface_.normal, x) - surface_.offset;
      if (d < corners[c].radius + reach)
        out.add({x, corners[c].radius, static_cast<std::uint32_t>(c), {surface_.normal, d, 0}});
    }
  }
  // Rounding of a turn leaves some 1e-16.
  bool endless_along(const Vec3& u) const override {
    return std::abs(dot(surface_.normal, u)) < 1e-12;
  }
  int side(const Vec3& x) const override {
    return dot(surface_.normal, x) - surface_.offset > 0 ? 1 : -1;
  }
  Space space(std::span<const Vec3>) const override {
    return {Space::Kind::parts, {{surface_.offset * surface_.normal, -surface_.normal}}};
  }
  WallMesh mesh(const Bounds& view) const override {
    return clipped_plane(surface_.normal, surface_.offset, view);
  }

 private:
  PlaneSurface surface_;
};

constexpr ParamInfo kPlaneParams[] = {
    region_params::origin("point", "a point of the plane"),
    {.name = "normal",
     .kind = ParamKind::vector,
     .fallback = "[0, 1, 0]",
     .doc = "towards the side where the grains are; need not be a unit vector"},
};

Result<std::unique_ptr<WallShape>> make_plane(const ParamSet& p) {
  const Result<Vec3> n = unit_vector(p, "normal");
  if (!n) return n.errors();
  return std::unique_ptr<WallShape>(new Plane(p.vector("point"), *n));
}

}  // namespace

extern const WallShapeEntry plane_entry;
const WallShapeEntry plane_entry{
    .info = {"plane", "infinite plane, grains on the side of its normal", "Ferrez 3.3.3",
             kPlaneParams},
    .make = make_plane};

}  // namespace scree::wall_shapes
