// A wall of six planes at right angles: a box seen from inside or outside, an open box, a
// rectangle.
#pragma once

#include "walls/plain_surface.hpp"

namespace scree {

class OrthoBox final : public WallShape, private BoxSurface {
 public:
  using BoxSurface::Face, BoxSurface::Faces, BoxSurface::Kind;
  using BoxSurface::Face::left, BoxSurface::Face::right, BoxSurface::Face::bottom;
  using BoxSurface::Face::top, BoxSurface::Face::back, BoxSurface::Face::front;
  static constexpr Faces kAll{true, true, true, true, true, true};

  OrthoBox(const AxisFrame& frame, const Vec3& lo, const Vec3& hi, Kind kind, const Faces& faces)
      : BoxSurface(frame, lo, hi, kind, faces) {}

  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    BoxSurface::touch(x, reach, out);
  }
  std::optional<PlainSurface> plain() const override {
    return PlainSurface(static_cast<const BoxSurface&>(*this));
  }
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override;
  void ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const override;
  bool pokes(const WallTip& tip, const Vec3& n) const override;
  std::optional<bool> lies_between(const Vec3& a, const Vec3& b) const override;
  int max_contacts() const override;
  Bounds bounds() const override;
  WallExtent extent(const Vec3& u) const override;
  double area() const override;
  int side(const Vec3& x) const override;
  bool encloses(const Vec3& x) const override;
  Space space(std::span<const Vec3> centres) const override;
  bool adjacent(std::uint32_t a, std::uint32_t b) const override {
    return BoxSurface::adjacent(a, b);
  }
  WallMesh mesh(const Bounds& view) const override;

 private:
  bool within(const Vec3& xi) const;
};

}  // namespace scree
