#include "geometry/laguerre/cell_corners.hpp"

#include <algorithm>
#include <cmath>

namespace scree::geometry {
namespace {

// The volume that three directions span, over their lengths, squared: below it the centre of a
// tetrahedron is known to less than some 12 digits.
constexpr double kFlattest = 1e-8;

}  // namespace

// p_k . y = g_k for the three neighbours of a tetrahedron.
bool CellCorners::find_corners(const Star& star, const Vec3& low, const Vec3& high) {
  const auto triangles = star.triangles();
  const auto rank = star.rank();
  corners_.resize(triangles.size());
  reach2_ = 0;
  std::size_t positive = 0;
  for (std::size_t k = 0; k < triangles.size(); ++k) {
    const auto& of = triangles[k];
    if (of[0] == Star::none || of[1] == Star::none || of[2] == Star::none) return false;
    std::uint32_t a = rank[of[0]], b = rank[of[1]], c = rank[of[2]];
    while (a > b || a > c) {
      const std::uint32_t first = a;
      a = b, b = c, c = first;
    }
    const Plane &u = planes_[a], &v = planes_[b], &w = planes_[c];
    const Vec3 vw = cross(v.p, w.p), wu = cross(w.p, u.p), uv = cross(u.p, v.p);
    const double det = dot(u.p, vw);
    if (!(det * det > kFlattest * u.squared * v.squared * w.squared)) return false;
    const Vec3 y = (u.g * vw + v.g * wu + w.g * uv) * (1 / det);
    if (!(y.x > low.x && y.x < high.x && y.y > low.y && y.y < high.y && y.z > low.z &&
          y.z < high.z))
      return false;
    reach2_ = std::max(reach2_, norm2(y));
    corners_[k] = y;
    positive += det > 0 ? 1 : 0;
  }
  // All turn the same way as seen from the site.
  turn_ = positive > 0 ? 1 : -1;
  return !triangles.empty() && (positive == 0 || positive == triangles.size());
}

// A fan of triangles from the first corner.
bool CellCorners::add_face(const Star& star, std::uint32_t k, LaguerreFace& face, Vec3& moment) {
  const auto links = star.around(k);
  const auto rank = star.rank();
  if (links.size() < 3) return false;
  std::uint32_t lowest = 0;
  for (std::uint32_t m = 0; m < links.size(); ++m) {
    link_of_[links[m].number] = m;
    if (rank[links[m].number] < rank[links[lowest].number]) lowest = m;
  }
  ring_.clear();
  for (std::uint32_t m = lowest; ring_.size() < links.size();) {
    ring_.push_back(&corners_[links[m].triangle]);
    const std::uint32_t next = links[m].next;
    if (next == Star::none) return false;
    m = link_of_[next];
    if (m >= links.size() || links[m].number != next) return false;
  }
  const Plane& plane = planes_[rank[k]];
  const Vec3& first = *ring_[0];
  double area = 0;  // twice, times |p|
  Vec3 sum{};       // of twice the area times |p| times three times the centroid
  Vec3 one = *ring_[1] - first;
  for (std::size_t m = 2; m < ring_.size(); ++m) {
    const Vec3 other = *ring_[m] - first;
    const double part = dot(cross(one, other), plane.p);
    area += part;
    sum += part * (one + other);
    one = other;
  }
  const double length = std::sqrt(plane.squared), share = 0.5 / length;
  // One that has no area may seem to have a negative one.
  const double sign = turn_ * area > 0 ? turn_ : 0;
  face.area = sign * share * area;
  moment = sign * share * (area * first + (1.0 / 3) * sum);
  return true;
}

bool CellCorners::find(const Triangulation& t, Vertex v, const ClipBox& box, const Star& star,
                       std::vector<LaguerreFace>& faces, std::vector<Vec3>& moments) {
  const Site& i = t.site(v);
  const std::size_t n = star.neighbours().size();
  planes_.resize(n), link_of_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const Site& j = t.site(star.neighbours()[k]);
    const Vec3 p = j.x - i.x;
    const double squared = norm2(p);
    planes_[star.rank()[k]] = {p, 0.5 * (squared + (i.w - j.w)), squared};
  }
  if (!find_corners(star, box.low - i.x, box.high - i.x)) return false;
  const std::size_t faces_before = faces.size(), moments_before = moments.size();
  volume_ = 0;
  for (const std::uint32_t k : star.order()) {
    LaguerreFace face{star.neighbours()[k], 0};
    Vec3 moment;
    if (!add_face(star, k, face, moment)) {
      faces.resize(faces_before), moments.resize(moments_before);
      return false;
    }
    const Plane& plane = planes_[star.rank()[k]];
    volume_ += face.area * plane.g / (3 * std::sqrt(plane.squared));
    faces.push_back(face), moments.push_back(moment);
  }
  return volume_ > 0;
}

}  // namespace scree::geometry
