#include "measure/solids.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/convex/clip_ring.hpp"

namespace scree {
namespace {

// A triangle that planes have cut: one corner more for each plane.
struct CutTriangle {
  std::array<Vec3, 6> corner;
  int count = 3;

  void keep_below(const Vec3& p, const Vec3& n) {
    const std::array<Vec3, 6> before = corner;
    count = geometry::clip_ring(
        before.data(), count, corner.data(), [&](const Vec3& c) { return dot(n, p - c); },
        [](const Vec3& a, const Vec3& b, double t) { return a + t * (b - a); });
  }
  double volume_from(const Vec3& p) const {
    double v = 0;
    for (int k = 2; k < count; ++k) {
      const auto c = static_cast<std::size_t>(k);
      v += dot(corner[0] - p, cross(corner[c - 1] - corner[0], corner[c] - corner[0]));
    }
    return v / 6;
  }
};

struct FlatPoint {
  double u, v;
};

// Signed area of the triangle (0, p, q) within the disc of radius r about 0.
double disc_part(const FlatPoint& p, const FlatPoint& q, double r) {
  const auto sector = [r](const FlatPoint& a, const FlatPoint& b) {
    return 0.5 * r * r * std::atan2(a.u * b.v - a.v * b.u, a.u * b.u + a.v * b.v);
  };
  const double du = q.u - p.u, dv = q.v - p.v, l2 = du * du + dv * dv;
  if (!(l2 > 0)) return 0;
  const double along = -(p.u * du + p.v * dv) / l2;
  const double in = along * along - (p.u * p.u + p.v * p.v - r * r) / l2;
  if (!(in > 0)) return sector(p, q);
  const double half = std::sqrt(in);
  const double t0 = std::clamp(along - half, 0.0, 1.0), t1 = std::clamp(along + half, 0.0, 1.0);
  if (!(t0 < t1)) return sector(p, q);
  const FlatPoint a{p.u + t0 * du, p.v + t0 * dv}, b{p.u + t1 * du, p.v + t1 * dv};
  return sector(p, a) + 0.5 * (a.u * b.v - a.v * b.u) + sector(b, q);
}

// Gauss' rule of four points on slices no thicker than a 24th of the solid.
constexpr double kGaussAt[2] = {0.3399810435848563, 0.8611363115940526};
constexpr double kGaussWeight[2] = {0.6521451548625461, 0.3478548451374538};
constexpr double kSlices = 24;

}  // namespace

SolidForm::SolidForm(double radius, std::vector<Vec3> points,
                     std::span<const std::vector<std::uint32_t>> faces)
    : radius_(radius), points_(std::move(points)) {
  for (const auto& face : faces)
    for (std::size_t k = 2; k < face.size(); ++k)
      triangles_.push_back({face[0], face[k - 1], face[k]});
  volume_ = volume_within({}, {});
}

double SolidForm::volume_within(const Vec3& p, std::span<const Vec3> normals) const {
  double v = 0;
  for (const auto& t : triangles_) {
    CutTriangle piece;
    for (std::size_t c = 0; c < 3; ++c) piece.corner[c] = points_[t[c]];
    for (const Vec3& n : normals) piece.keep_below(p, n);
    v += piece.volume_from(p);
  }
  return v;
}

double SolidForm::volume_about(const Vec3& centre, const Vec3& axis, double lo, double hi,
                               const std::function<double(double)>& radius) const {
  const Vec3 u = any_perpendicular(axis), v = cross(axis, u);
  std::vector<Vec3> at;  // u, v, height
  for (const Vec3& p : points_) {
    const Vec3 d = p - centre;
    at.push_back({dot(u, d), dot(v, d), dot(axis, d)});
  }
  std::vector<double> cuts{lo, hi};
  double bottom = HUGE_VAL, top = -HUGE_VAL;
  for (const Vec3& p : at) bottom = std::min(bottom, p.z), top = std::max(top, p.z);
  lo = std::max(lo, bottom), hi = std::min(hi, top);
  if (!(lo < hi)) return 0;
  for (const Vec3& p : at) cuts.push_back(p.z);
  for (double& c : cuts) c = std::clamp(c, lo, hi);
  std::sort(cuts.begin(), cuts.end());
  const auto slice = [&](double z) {
    const double r = radius(z);
    double area = 0;
    for (const auto& t : triangles_) {
      std::array<FlatPoint, 2> end;
      for (std::size_t c = 0; c < 3; ++c) {
        const Vec3 &a = at[t[c]], &b = at[t[(c + 1) % 3]];
        if ((a.z < z) == (b.z < z)) continue;
        const double s = (z - a.z) / (b.z - a.z);
        // Counter-clockwise about the solid: from where the sides go down to where they come up.
        end[a.z < z ? 1 : 0] = {a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)};
      }
      const bool meets = std::min({at[t[0]].z, at[t[1]].z, at[t[2]].z}) < z &&
                         std::max({at[t[0]].z, at[t[1]].z, at[t[2]].z}) >= z;
      if (meets) area += disc_part(end[0], end[1], r);
    }
    return area;
  };
  double volume = 0;
  for (std::size_t k = 1; k < cuts.size(); ++k) {
    const double thick = cuts[k] - cuts[k - 1];
    if (!(thick > 0)) continue;
    const double parts = std::ceil(kSlices * thick / (top - bottom));
    const double half = 0.5 * thick / parts;
    for (double m = 0; m < parts; ++m) {
      const double middle = cuts[k - 1] + (2 * m + 1) * half;
      for (int g = 0; g < 2; ++g)
        volume += half * kGaussWeight[g] *
                  (slice(middle - half * kGaussAt[g]) + slice(middle + half * kGaussAt[g]));
    }
  }
  return volume;
}

double PlacedSolid::share_below(const Vec3& axis, double h) const {
  const Vec3 n = rotate_back(q_, axis);
  const std::array<Vec3, 1> normals{n};
  return form_.volume_within((h / size_) * n, normals) / form_.volume();
}

// Inclusion and exclusion over the corners of the box.
double PlacedSolid::share_in_box(const Vec3& low, const Vec3& high) const {
  const std::array<Vec3, 3> normals{rotate_back(q_, Vec3{1, 0, 0}), rotate_back(q_, Vec3{0, 1, 0}),
                                    rotate_back(q_, Vec3{0, 0, 1})};
  double v = 0;
  for (unsigned k = 0; k < 8; ++k) {
    const Vec3 corner{k & 1u ? low.x : high.x, k & 2u ? low.y : high.y, k & 4u ? low.z : high.z};
    const bool odd = ((k ^ (k >> 1) ^ (k >> 2)) & 1u) != 0;
    const double part = form_.volume_within(rotate_back(q_, (1 / size_) * corner), normals);
    v += odd ? -part : part;
  }
  return std::clamp(v / form_.volume(), 0.0, 1.0);
}

double PlacedSolid::share_in_cylinder(const Vec3& centre, const Vec3& axis, double radius,
                                      double lo, double hi) const {
  const double r = radius / size_;
  return form_.volume_about(rotate_back(q_, (1 / size_) * centre), rotate_back(q_, axis),
                            lo / size_, hi / size_, [r](double) { return r; }) /
         form_.volume();
}

double PlacedSolid::share_in_ball(const Vec3& centre, double radius) const {
  const double r = radius / size_;
  return form_.volume_about(rotate_back(q_, (1 / size_) * centre), {0, 0, 1}, -r, r, [r](double z) {
    return std::sqrt(std::max(0.0, r * r - z * z));
  }) / form_.volume();
}

double PlacedSolid::top(const Vec3& axis) const {
  const Vec3 n = rotate_back(q_, axis);
  double most = -HUGE_VAL;
  for (const Vec3& p : form_.points()) most = std::max(most, dot(n, p));
  return size_ * most;
}

}  // namespace scree
