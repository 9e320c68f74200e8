#include "geometry/laguerre/cell_carver.hpp"

#include <algorithm>
#include <cmath>

namespace scree::geometry {
namespace {

// Of the reach: corners that are nearer to a plane may be on either side of it.
constexpr double kNear = 1e-12;
// Shares of surface and volume by which a closed surface may seem open: thousands of roundings.
constexpr double kOpenSurface = 1e-11;

// Appends the part of a convex polygon that is behind a plane; `beyond` has how far each corner is
// beyond it.
void append_behind(std::span<const Vec3> polygon, const double* beyond, std::vector<Vec3>& out) {
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const std::size_t next = k + 1 < polygon.size() ? k + 1 : 0;
    const Vec3 &a = polygon[k], &b = polygon[next];
    const double da = beyond[k], db = beyond[next];
    if (da <= 0) out.push_back(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) out.push_back(a + (da / (da - db)) * (b - a));
  }
}

}  // namespace

void CellCarver::start() {
  faces_.clear(), corners_.clear();
  reach_ = 0;
}

void CellCarver::add_face(const UnitPlane& plane, std::uint32_t label,
                          std::span<const Vec3> polygon, const Vec3& shift) {
  faces_.push_back({plane, label, static_cast<std::uint32_t>(corners_.size()),
                    static_cast<std::uint32_t>(polygon.size())});
  for (const Vec3& corner : polygon) {
    corners_.push_back(corner + shift);
    reach_ = std::max(reach_, norm(corners_.back()));
  }
}

void CellCarver::find_reach() {
  double square = 0;
  for (const Vec3& corner : corners_) square = std::max(square, norm2(corner));
  reach_ = std::sqrt(square);
}

void CellCarver::cut_polygon(const UnitPlane& p) {
  kept_.clear(), distance_.clear();
  for (const Vec3& corner : polygon_) distance_.push_back(dot(p.r, corner) - p.d);
  append_behind(polygon_, distance_.data(), kept_);
  polygon_.swap(kept_);
}

bool CellCarver::cut(const UnitPlane& p, std::uint32_t label) {
  beyond_.resize(corners_.size());
  bool any = false, all = true;
  for (std::size_t k = 0; k < corners_.size(); ++k) {
    beyond_[k] = dot(p.r, corners_[k]) - p.d;
    any |= beyond_[k] > 0;
    all &= beyond_[k] > 0;
  }
  if (!any) return false;
  old_faces_.swap(faces_), old_corners_.swap(corners_);
  faces_.clear(), corners_.clear();
  if (all) return true;
  const Vec3 u = 2 * reach_ * any_perpendicular(p.r), v = cross(p.r, u), foot = p.d * p.r;
  polygon_.assign({foot - u - v, foot + u - v, foot + u + v, foot - u + v});
  const double near = -kNear * reach_;
  for (const Face& f : old_faces_) {
    const double* beyond = &beyond_[f.first];
    const auto first = static_cast<std::uint32_t>(corners_.size());
    append_behind({&old_corners_[f.first], f.size}, beyond, corners_);
    const bool reaches = std::any_of(beyond, beyond + f.size, [&](double d) { return d > near; });
    if (reaches) cut_polygon(f.plane);
    const auto size = static_cast<std::uint32_t>(corners_.size()) - first;
    if (size >= 3)
      faces_.push_back({f.plane, f.label, first, size});
    else
      corners_.resize(first);
  }
  if (polygon_.size() >= 3) add_face(p, label, polygon_, {});
  find_reach();
  return true;
}

// Fans of triangles from the first corner; V = 1/3 sum d A.
double CellCarver::integrate(std::vector<FaceIntegrals>& out) const {
  out.clear();
  double volume = 0;
  for (const Face& f : faces_) {
    const Vec3* corner = &corners_[f.first];
    double twice = 0;
    Vec3 sum;  // of twice the areas times three times the centroids, from the first corner
    Vec3 one = corner[1] - corner[0];
    for (std::uint32_t k = 2; k < f.size; ++k) {
      const Vec3 other = corner[k] - corner[0];
      const double part = dot(cross(one, other), f.plane.r);
      twice += part;
      sum += part * (one + other);
      one = other;
    }
    const double area = 0.5 * twice;
    out.push_back({area, area * corner[0] + (1.0 / 6) * sum});
    volume += f.plane.d * area;
  }
  return volume / 3;
}

bool CellCarver::is_closed(std::span<const FaceIntegrals> integrals, double volume) const {
  Vec3 vectors, along;  // sum of A r; integrals of y_a r_a, each of which is the volume
  double surface = 0, terms = 0;
  for (std::size_t k = 0; k < integrals.size(); ++k) {
    const Vec3& r = faces_[k].plane.r;
    const FaceIntegrals& f = integrals[k];
    vectors += f.area * r;
    for (int a = 0; a < 3; ++a) along[a] += f.moment[a] * r[a];
    surface += std::abs(f.area);
    terms += std::abs(faces_[k].plane.d * f.area);
  }
  const double most = kOpenSurface * terms;
  return norm(vectors) <= kOpenSurface * surface && std::abs(along.x - volume) <= most &&
         std::abs(along.y - volume) <= most && std::abs(along.z - volume) <= most;
}

}  // namespace scree::geometry
