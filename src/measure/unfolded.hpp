// Periodic space unfolded: each grain stands there once per period, without end.
//
// A region of a measure is a part of the unfolded space and counts every image that it meets. So
// regions that fill a greater one add up to it, wherever the seams lie, and a region of the size
// of the period holds each grain once. docs/theory/measures.md
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "base/vec3.hpp"
#include "measure/solids.hpp"
#include "state/box.hpp"

namespace scree {

// A coordinate as lo + cell * length + offset with 0 <= offset < length.
struct FoldedCoordinate {
  double cell = 0, offset = 0;
};
FoldedCoordinate fold(double x, double lo, double length);

// The part [low, high) of one direction of space.
class Span {
 public:
  Span(const PeriodicBox& box, int axis, double low, double high);

  // How many images of the point lie inside. The two planes are compared with the point one by one,
  // so that the numbers of adjoining spans add up exactly, whatever is rounded.
  double images(double x) const;

  // What of a ball lies inside: intervals from its centre, each with the number of images for which
  // it is the same.
  struct Piece {
    double low, high, times;
  };
  void pieces(double x, double r, std::vector<Piece>& out) const;

  // Adds the t in (0, 1) where x + t l passes an image of one of the two planes.
  void crossings(double x, double l, std::vector<double>& out) const;

 private:
  double low_, high_;
  double lo_ = 0, length_ = 0;  // of the box; length 0: not periodic
  FoldedCoordinate from_, to_;
};

// A box of any size, across seams or longer than the period.
class BoxPart {
 public:
  BoxPart(const PeriodicBox& box, const Vec3& low, const Vec3& high,
          Dimensions d = Dimensions::three)
      : spans_{Span(box, 0, low.x, high.x), Span(box, 1, low.y, high.y),
               Span(box, 2, low.z, high.z)},
        dimensions_(d) {}

  double images(const Vec3& x) const {
    return spans_[0].images(x.x) * spans_[1].images(x.y) * spans_[2].images(x.z);
  }
  // Volume of all images of a ball inside; of a disc its area.
  double volume_inside(const Vec3& x, double r) const;
  // The same of a solid within that ball, in units of its volume.
  double share_inside(const Vec3& x, double r, const PlacedSolid& solid) const;
  // Length of all images of the segment from x to x + l inside, in units of |l|.
  double share_inside(const Vec3& x, const Vec3& l) const;

 private:
  // Sum of volume(low, high) over the boxes, measured from x, that hold parts of a ball.
  template <class Volume>
  double sum_inside(const Vec3& x, double r, const Volume& volume) const;
  std::array<Span, 3> spans_;
  Dimensions dimensions_;
};

// The image of d that is so many periods away. One formula for all, so that the same image has the
// same bits wherever one comes from.
inline Vec3 image_of(const Vec3& d, const Vec3& periods, const PeriodicBox& box) {
  const Vec3 length = box.lengths();
  return {d.x + periods.x * length.x, d.y + periods.y * length.y, d.z + periods.z * length.z};
}

// f(periods) for all images of d between low and high along the periodic directions, and perhaps a
// few that are out by a rounding error. Along a direction with infinite limits there is no shift:
// one period stands for all.
template <class F>
void for_each_image(const PeriodicBox& box, const Vec3& d, const Vec3& low, const Vec3& high,
                    F&& f) {
  constexpr double margin = 1e-9;  // periods; at most 1e6 of them have rounding errors of 1e-10
  Vec3 first, last;
  for (int k = 0; k < 3; ++k) {
    if (!box.periodic[k] || !std::isfinite(low[k])) continue;
    first[k] = std::ceil((low[k] - d[k]) / box.length(k) - margin);
    last[k] = std::floor((high[k] - d[k]) / box.length(k) + margin);
  }
  for (double i = first.x; i <= last.x; ++i)
    for (double j = first.y; j <= last.y; ++j)
      for (double k = first.z; k <= last.z; ++k) f(Vec3{i, j, k});
}

// Period along a unit vector that is one of x, y, z, where space is periodic there; else 0.
double period_along(const Vec3& axis, const PeriodicBox& box);

// A cylinder about a point on its axis; half_height infinite: endless.
struct Cylinder {
  Vec3 axis{0, 1, 0};
  double radius = 0, half_height = 0;

  // Along the axis where it is endless and along a periodic direction, else -1: there one period
  // stands for all.
  int endless_along(const PeriodicBox& box) const;
  // Limits of the centres, measured from the point, of balls that reach in; d: any image.
  std::array<Vec3, 2> limits(const Vec3& d, double r, const PeriodicBox& box) const;
  std::optional<Error> check(const PeriodicBox& box) const;

  // f(place) for every image of the ball that may reach in.
  template <class F>
  void for_each_place_of(const Vec3& d, double r, const PeriodicBox& box, F&& f) const {
    const auto [low, high] = limits(d, r, box);
    for_each_image(box, d, low, high, [&](const Vec3& periods) { f(image_of(d, periods, box)); });
  }
  // f(z, distance from the axis) for the same.
  template <class F>
  void for_each_image_of(const Vec3& d, double r, const PeriodicBox& box, F&& f) const {
    for_each_place_of(d, r, box, [&](const Vec3& e) {
      const double z = dot(e, axis);
      f(z, norm(e - z * axis));
    });
  }
};

// An error when a part of space with these extents meets more images of a grain than one can go
// through one by one.
// An error in a tilted cell: what follows shifts images along the axes.
std::optional<Error> need_upright(const PeriodicBox& box);

std::optional<Error> too_many_images(const PeriodicBox& box, const Vec3& extent);

}  // namespace scree
