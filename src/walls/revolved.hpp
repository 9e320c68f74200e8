// A wall of revolution: a profile turned about an axis.
#pragma once

#include <string>

#include "walls/plain_surface.hpp"
#include "walls/revolved_surface.hpp"
#include "walls/round_pieces.hpp"

namespace scree {

class Revolved final : public WallShape, private RevolvedSurface {
 public:
  Revolved(const Profile& profile, const Vec3& centre, const AxisFrame& frame,
           bool one_sided = false)
      : RevolvedSurface(profile, centre, frame, one_sided) {}

  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    RevolvedSurface::touch(x, reach, out);
  }
  std::optional<PlainSurface> plain() const override {
    return PlainSurface(static_cast<const RevolvedSurface&>(*this));
  }
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override;
  void ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const override;
  void all_tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override;
  void all_ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const override;
  std::optional<bool> lies_between(const Vec3& a, const Vec3& b) const override;
  int max_contacts() const override;
  Bounds bounds() const override;
  WallExtent extent(const Vec3& u) const override;
  bool endless_along(const Vec3& u) const override;
  double area() const override;
  int side(const Vec3& x) const override;
  bool encloses(const Vec3& x) const override;
  Space space(std::span<const Vec3> centres) const override;
  bool adjacent(std::uint32_t a, std::uint32_t b) const override {
    return RevolvedSurface::adjacent(a, b);
  }
  WallMesh mesh(const Bounds& view) const override;

 private:
  Vec3 place(double r, double h, const CircleDirection& at) const {
    return centre_ + (h * frame_.axis + (r * at.cos * frame_.u + r * at.sin * frame_.w));
  }
  bool bulges_at(std::size_t vertex) const;
  bool bulges_along(std::size_t segment) const;
  // Of a whole wall: wherever x is.
  enum class Which { near, all };
  template <class Visit>
  void visit_directions(Which which, double r, const Vec3& x, double reach, Visit&& visit) const;
  void find_tips(Which which, const Vec3& x, double reach, std::vector<WallTip>& out) const;
  void find_ridges(Which which, const Vec3& x, double reach, std::vector<WallRidge>& out) const;
  Space flat_space(std::span<const Vec3> centres) const;
};

// What cylinder, cone and hourglass share: `open` = none|top|bottom|both leaves out the first or
// last segment of a closed profile, `side` = inside|outside.
struct RevolvedSpec {
  std::vector<ProfilePoint> closed;  // from the axis below to the axis above
  std::string open = "none";
  bool inside = true;
};
std::unique_ptr<WallShape> make_revolved(const RevolvedSpec& spec, const Vec3& centre,
                                         const Vec3& axis);

}  // namespace scree
