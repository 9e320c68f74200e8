// The surfaces of walls that are values: plane, sphere, box, body of revolution. What a graphics
// card knows of a wall; meshes, polygons and arcs are not among them.
#pragma once

#include <type_traits>

#include "walls/box_surface.hpp"
#include "walls/revolved_surface.hpp"
#include "walls/wall.hpp"

namespace scree {

// Grains are on the side that the normal points to.
struct PlaneSurface {
  Vec3 normal;
  double offset;

  HD void touch(const Vec3& x, double reach, WallTouches& out) const {
    const double d = dot(normal, x) - offset;
    if (d < reach) out.add({normal, d, 0});
  }
  HD bool adjacent(std::uint32_t a, std::uint32_t b) const { return a == b; }
};

struct SphereSurface {
  Vec3 centre;
  double radius;
  bool inside;

  HD void touch(const Vec3& x, double reach, WallTouches& out) const {
    const Vec3 w = x - centre;
    const double l = norm(w);
    const double d = inside ? radius - l : l - radius;
    if (!(d < reach)) return;
    // At the centre every direction is as good.
    const Vec3 outward = l > 1e-150 ? w / l : Vec3{0, 1, 0};
    out.add({inside ? negated(outward) : outward, d, 0});
  }
  HD bool adjacent(std::uint32_t a, std::uint32_t b) const { return a == b; }
};

// One of them, copied as bytes.
class PlainSurface {
 public:
  explicit PlainSurface(const PlaneSurface& s) { put(s, Kind::plane); }
  explicit PlainSurface(const SphereSurface& s) { put(s, Kind::sphere); }
  explicit PlainSurface(const BoxSurface& s) { put(s, Kind::box); }
  explicit PlainSurface(const RevolvedSurface& s) { put(s, Kind::revolved); }

  // As WallShape::touch and WallShape::adjacent.
  HD void touch(const Vec3& x, double reach, WallTouches& out) const {
    if (kind_ == Kind::plane) return get<PlaneSurface>().touch(x, reach, out);
    if (kind_ == Kind::sphere) return get<SphereSurface>().touch(x, reach, out);
    if (kind_ == Kind::box) return get<BoxSurface>().touch(x, reach, out);
    get<RevolvedSurface>().touch(x, reach, out);
  }
  HD bool adjacent(std::uint32_t a, std::uint32_t b) const {
    if (kind_ == Kind::box) return get<BoxSurface>().adjacent(a, b);
    if (kind_ == Kind::revolved) return get<RevolvedSurface>().adjacent(a, b);
    return a == b;
  }

 private:
  enum class Kind { plane, sphere, box, revolved };
  template <class Surface>
  void put(const Surface& s, Kind kind) {
    static_assert(std::is_trivially_copyable_v<Surface> && sizeof(Surface) <= kBytes);
    kind_ = kind;
    __builtin_memcpy(bytes_, &s, sizeof s);
  }
  template <class Surface>
  HD const Surface& get() const {
    return *reinterpret_cast<const Surface*>(bytes_);
  }

  static constexpr std::size_t kBytes = sizeof(BoxSurface) > sizeof(RevolvedSurface)
                                            ? sizeof(BoxSurface)
                                            : sizeof(RevolvedSurface);
  Kind kind_;
  alignas(8) unsigned char bytes_[kBytes] = {};
};

}  // namespace scree
