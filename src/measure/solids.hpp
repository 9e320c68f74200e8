// Rows that are not spheres, as the planes and regions of measures cut them: closed surfaces of
// triangles.
//
// By the theorem of Gauss the volume of a solid within planes that all pass a point p is the sum of
// (x - p).n/3 dA over what the planes leave of its surface; the cuts themselves lie in planes
// through p and add nothing. So nothing but triangles is ever cut, and a box is a sum over its
// eight corners.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "state/particles.hpp"

namespace scree {

class SolidForm {
 public:
  // Faces counter-clockwise from outside; the surface must be closed. `radius`: of the ball that
  // rows of this form have at size 1.
  SolidForm(double radius, std::vector<Vec3> points,
            std::span<const std::vector<std::uint32_t>> faces);

  double radius() const { return radius_; }
  double volume() const { return volume_; }
  std::span<const Vec3> points() const { return points_; }
  std::span<const std::array<std::uint32_t, 3>> triangles() const { return triangles_; }
  // Volume of what has n.(x - corner) <= 0 for all of up to three normals.
  double volume_within(const Vec3& corner, std::span<const Vec3> normals) const;
  // Volume at heights lo to hi along `axis` and within radius(height) of it, about `centre`: by
  // slices, to some 1e-4 of the volume.
  double volume_about(const Vec3& centre, const Vec3& axis, double lo, double hi,
                      const std::function<double(double)>& radius) const;

 private:
  double radius_ = 0, volume_ = 0;
  std::vector<Vec3> points_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
};

struct RowSolids {
  std::vector<SolidForm> forms;
  std::vector<std::uint32_t> form;  // of each row: 0 is a ball, k + 1 is forms[k]
};

// A row in the world: shares of its volume. Lengths are measured from its centre.
class PlacedSolid {
 public:
  PlacedSolid(const SolidForm& form, const Quat& q, double r)
      : form_(form), q_(q), size_(r / form.radius()) {}
  // Below the plane at height h along the axis.
  double share_below(const Vec3& axis, double h) const;
  double share_in_box(const Vec3& low, const Vec3& high) const;
  // Within `radius` of the axis through `centre`, at heights lo to hi from there.
  double share_in_cylinder(const Vec3& centre, const Vec3& axis, double radius, double lo,
                           double hi) const;
  double share_in_ball(const Vec3& centre, double radius) const;
  double top(const Vec3& axis) const;  // its highest point

 private:
  const SolidForm& form_;
  Quat q_;
  double size_;
};

}  // namespace scree
