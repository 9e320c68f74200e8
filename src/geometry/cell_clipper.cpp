#include "geometry/cell_clipper.hpp"

#include <algorithm>
#include <cmath>

namespace scree::geometry {
namespace {

int greatest_axis(const Vec3& p) {
  const double x = std::abs(p.x), y = std::abs(p.y), z = std::abs(p.z);
  return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
}

}  // namespace

void ClipPolygon::start(double u0, double v0, double u1, double v1) {
  u_.assign({u0, u1, u1, u0});
  v_.assign({v0, v0, v1, v1});
}

// New corners lie on the old edges, by interpolation: never outside what was there.
void ClipPolygon::cut(double a, double b, double c) {
  const std::size_t n = u_.size();
  side_.resize(n + 1);
  bool cuts = false;
  for (std::size_t k = 0; k < n; ++k) {
    side_[k] = a * u_[k] + b * v_[k] - c;
    cuts |= side_[k] > 0;
  }
  if (!cuts) return;
  side_[n] = side_[0];
  new_u_.clear(), new_v_.clear();
  for (std::size_t k = 0; k < n; ++k) {
    const double here = side_[k], there = side_[k + 1];
    if (here <= 0) new_u_.push_back(u_[k]), new_v_.push_back(v_[k]);
    if ((here <= 0) == (there <= 0)) continue;
    const std::size_t next = k + 1 < n ? k + 1 : 0;
    const double s = here / (here - there);
    new_u_.push_back(u_[k] + s * (u_[next] - u_[k]));
    new_v_.push_back(v_[k] + s * (v_[next] - v_[k]));
  }
  u_.swap(new_u_), v_.swap(new_v_);
}

double ClipPolygon::area() const {
  double twice = 0;
  for (std::size_t k = 1; k + 1 < u_.size(); ++k)
    twice += (u_[k] - u_[0]) * (v_[k + 1] - v_[0]) - (u_[k + 1] - u_[0]) * (v_[k] - v_[0]);
  return 0.5 * twice;
}

// The origin is the site, or the nearest point of the box: lengths stay those of the cell.
void CellClipper::set_planes(const Triangulation& t, Vertex v, const ClipBox& box) {
  const Site& i = t.site(v);
  for (int k = 0; k < 3; ++k) origin_[k] = std::clamp(i.x[k], box.low[k], box.high[k]);
  low_ = box.low - origin_;
  high_ = box.high - origin_;
  const Vec3 shift = origin_ - i.x;
  planes_.clear();
  for (const Vertex n : star_.neighbours()) {
    const Site& j = t.site(n);
    const Vec3 p = j.x - i.x;
    planes_.push_back({p, 0.5 * (norm2(p) + (i.w - j.w)) - dot(p, shift)});
  }
}

// On the plane of j, y_d = level - slope_u u - slope_v v.
void CellClipper::cut_face(std::size_t j) {
  const Plane& plane = planes_[j];
  const int d = greatest_axis(plane.p), u = (d + 1) % 3, v = (d + 2) % 3;
  const double r = 1 / plane.p[d];
  const double slope_u = plane.p[u] * r, slope_v = plane.p[v] * r, level = plane.g * r;
  polygon_.start(low_[u], low_[v], high_[u], high_[v]);
  for (const std::uint32_t k : star_.around(j)) {
    const Plane& q = planes_[k];
    polygon_.cut(q.p[u] - q.p[d] * slope_u, q.p[v] - q.p[d] * slope_v, q.g - q.p[d] * level);
    if (polygon_.empty()) return;
  }
  bool below = false, above = false;
  for (std::size_t k = 0; k < polygon_.size(); ++k) {
    const double y = level - slope_u * polygon_.u(k) - slope_v * polygon_.v(k);
    below |= y < low_[d];
    above |= y > high_[d];
  }
  if (below) polygon_.cut(slope_u, slope_v, level - low_[d]);
  if (above) polygon_.cut(-slope_u, -slope_v, high_[d] - level);
  if (polygon_.empty()) return;
  touched_[d][0] |= below;
  touched_[d][1] |= above;
  for (std::size_t k = 0; k < polygon_.size(); ++k) {
    touched_[u][0] |= polygon_.u(k) == low_[u];
    touched_[u][1] |= polygon_.u(k) == high_[u];
    touched_[v][0] |= polygon_.v(k) == low_[v];
    touched_[v][1] |= polygon_.v(k) == high_[v];
  }
  if (polygons_ != nullptr) keep_polygon(d, level, slope_u, slope_v);
}

// A pyramid over the face: a third of its area times its distance g / |p|. The projection is
// |p_d| / |p| of the area.
void CellClipper::add_face(std::size_t j) {
  const Plane& plane = planes_[j];
  const double share = polygon_.area() / std::abs(plane.p[greatest_axis(plane.p)]);
  area_vectors_ += share * plane.p;
  volume_ += share * plane.g / 3;
  if (faces_ != nullptr) faces_->push_back({star_.neighbours()[j], share * norm(plane.p)});
}

void CellClipper::keep_polygon(int d, double level, double slope_u, double slope_v) {
  std::vector<Vec3> corners(polygon_.size());
  for (std::size_t k = 0; k < corners.size(); ++k) {
    Vec3 y;
    y[(d + 1) % 3] = polygon_.u(k);
    y[(d + 2) % 3] = polygon_.v(k);
    y[d] = level - slope_u * polygon_.u(k) - slope_v * polygon_.v(k);
    corners[k] = origin_ + y;
  }
  polygons_->push_back(std::move(corners));
}

// A side that no face touches is in the cell as a whole, or not at all: one corner tells.
bool CellClipper::holds_corner(int axis, bool high) const {
  Vec3 corner = low_;
  corner[axis] = high ? high_[axis] : low_[axis];
  return std::all_of(planes_.begin(), planes_.end(),
                     [&](const Plane& plane) { return dot(plane.p, corner) <= plane.g; });
}

void CellClipper::cut_side(int axis, bool high) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const double level = high ? high_[axis] : low_[axis];
  polygon_.start(low_[u], low_[v], high_[u], high_[v]);
  for (const Plane& plane : planes_) {
    polygon_.cut(plane.p[u], plane.p[v], plane.g - plane.p[axis] * level);
    if (polygon_.empty()) return;
  }
}

void CellClipper::add_side(int axis, bool high, double area) {
  volume_ += area * (high ? high_[axis] : -low_[axis]) / 3;
  if (faces_ == nullptr) return;
  const auto side = static_cast<Vertex>(2 * axis + (high ? 1 : 0));
  faces_->push_back({LaguerreFace::box_face + side, area});
  if (polygons_ == nullptr) return;
  cut_side(axis, high);
  keep_polygon(axis, high ? high_[axis] : low_[axis], 0, 0);
}

// Along each axis: area at the low side - area at the high side = sum of the other area vectors.
// Where both sides belong to the cell, one of them is cut out.
void CellClipper::add_sides() {
  for (int axis = 0; axis < 3; ++axis) {
    const bool low = touched_[axis][0] || holds_corner(axis, false);
    const bool high = touched_[axis][1] || holds_corner(axis, true);
    const double difference = area_vectors_[axis];
    if (low && high) {
      cut_side(axis, false);
      const double area = polygon_.area();
      add_side(axis, false, area);
      add_side(axis, true, area - difference);
    } else if (low || high) {
      add_side(axis, high, high ? -difference : difference);
    }
  }
}

double CellClipper::clip(const Triangulation& t, Vertex v, const ClipBox& box,
                         std::vector<LaguerreFace>* faces,
                         std::vector<std::vector<Vec3>>* polygons) {
  star_.collect(t, v);
  set_planes(t, v, box);
  faces_ = faces;
  polygons_ = polygons;
  volume_ = 0;
  area_vectors_ = {};
  for (auto& axis : touched_) axis[0] = axis[1] = false;
  for (std::size_t j = 0; j < planes_.size(); ++j) {
    cut_face(j);
    if (!polygon_.empty()) add_face(j);
  }
  add_sides();
  return std::max(volume_, 0.0);
}

}  // namespace scree::geometry
