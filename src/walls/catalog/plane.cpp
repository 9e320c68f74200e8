// An infinite plane; grains stay on the side its normal points to.
#include "walls/wall.hpp"

namespace scree::wall_shapes {
namespace {

class Plane final : public WallShape {
 public:
  Plane(const Vec3& point, const Vec3& normal) : n_(normal), offset_(dot(normal, point)) {}

  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    const double d = dot(n_, x) - offset_;
    if (d < reach) out.add({n_, d, 0});
  }
  int side(const Vec3& x) const override { return dot(n_, x) - offset_ > 0 ? 1 : -1; }
  WallMesh mesh(const Bounds& view) const override {
    const Vec3 u = any_perpendicular(n_), v = cross(n_, u);
    const Vec3 middle = 0.5 * (view.lo + view.hi);
    const Vec3 c = middle - (dot(n_, middle) - offset_) * n_;
    const double h = 0.5 * norm(view.hi - view.lo);
    return {{c - h * u - h * v, c + h * u - h * v, c + h * u + h * v, c - h * u + h * v},
            {{0, 1, 2}, {0, 2, 3}}};
  }

 private:
  Vec3 n_;
  double offset_;
};

constexpr ParamInfo kParams[] = {
    {.name = "point",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "a point of the plane"},
    {.name = "normal",
     .kind = ParamKind::vector,
     .fallback = "[0, 1, 0]",
     .doc = "towards the side where the grains are; need not be a unit vector"},
};

Result<std::unique_ptr<WallShape>> make(const ParamSet& p) {
  const Vec3 n = p.vector("normal");
  if (!(norm(n) > 0)) return Error{"E0401", "the normal of a plane must not be zero"};
  return std::unique_ptr<WallShape>(new Plane(p.vector("point"), normalized(n)));
}

}  // namespace

extern const WallShapeEntry plane_entry;
const WallShapeEntry plane_entry{
    .info = {"plane", "infinite plane, grains on the side of its normal", "Ferrez 3.3.3", kParams},
    .make = make};

}  // namespace scree::wall_shapes
