#include "geometry/laguerre/cell_clipper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::geometry {
namespace {

int greatest_axis(const Vec3& p) {
  const double x = std::abs(p.x), y = std::abs(p.y), z = std::abs(p.z);
  return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
}

// Sine squared of the least angle between two sides of a ring: the corner is known to some 1e-12.
constexpr double kLeastTurn = 1e-8;

}  // namespace

void ClipPolygon::reserve(std::size_t corners) {
  if (side_.size() >= corners) return;
  for (auto* v : {&u_, &v_, &new_u_, &new_v_, &side_}) v->resize(corners);
}

// A cut adds one corner at most.
void ClipPolygon::start(double u0, double v0, double u1, double v1, std::size_t cuts) {
  reserve(4 + cuts);
  u_[0] = u_[3] = u0, u_[1] = u_[2] = u1;
  v_[0] = v_[1] = v0, v_[2] = v_[3] = v1;
  size_ = 4;
}

// Corner k is where lines k and k + 1 meet. Each side must have its direction along its own line.
bool ClipPolygon::enclose(std::span<const Line> lines, double far) {
  const std::size_t n = lines.size();
  reserve(n + 6);
  const auto turn = [&](std::size_t k, std::size_t m) {
    return lines[k].a * lines[m].b - lines[m].a * lines[k].b;
  };
  const bool back = turn(0, 1) < 0;  // the ring runs the other way round
  for (std::size_t k = 0; k < n; ++k) {
    const Line &l = lines[back ? n - 1 - k : k],
               &m = lines[back ? (2 * n - 2 - k) % n : (k + 1) % n];
    const double det = l.a * m.b - m.a * l.b, r = 1 / det;
    u_[k] = (l.c * m.b - m.c * l.b) * r;
    v_[k] = (l.a * m.c - m.a * l.c) * r;
    const double squares = (l.a * l.a + l.b * l.b) * (m.a * m.a + m.b * m.b);
    if (!(det > 0 && det * det > kLeastTurn * squares) || !(std::abs(u_[k]) < far) ||
        !(std::abs(v_[k]) < far))
      return false;
  }
  size_ = n;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t before = k > 0 ? k - 1 : n - 1;
    const Line& l = lines[back ? n - 1 - k : k];
    if (!(l.a * (v_[k] - v_[before]) - l.b * (u_[k] - u_[before]) > 0)) return false;
  }
  return true;
}

// What is lost of a convex polygon is one run of corners, about the one farthest out; where
// rounding says otherwise, it is about corners on the line. New corners lie on the old edges, by
// interpolation: never outside what was there.
void ClipPolygon::cut(double a, double b, double c) {
  const std::size_t n = size_;
  std::size_t farthest = 0;
  double most = 0;
  for (std::size_t k = 0; k < n; ++k) {
    side_[k] = a * u_[k] + b * v_[k] - c;
    if (side_[k] > most) most = side_[k], farthest = k;
  }
  if (!(most > 0)) return;
  const auto after = [n](std::size_t k) { return k + 1 < n ? k + 1 : 0; };
  std::size_t first = after(farthest), lost = 1;  // the first corner that stays
  while (side_[first] > 0 && lost < n) first = after(first), ++lost;
  if (lost == n) {
    size_ = 0;
    return;
  }
  std::size_t last = farthest > 0 ? farthest - 1 : n - 1;  // the last one
  while (side_[last] > 0) last = last > 0 ? last - 1 : n - 1;
  size_ = 0;
  const auto corner_between = [this](std::size_t in, std::size_t out) {
    const double s = side_[in] / (side_[in] - side_[out]);
    new_u_[size_] = u_[in] + s * (u_[out] - u_[in]);
    new_v_[size_++] = v_[in] + s * (v_[out] - v_[in]);
  };
  corner_between(first, first > 0 ? first - 1 : n - 1);
  for (std::size_t k = first;; k = after(k)) {
    new_u_[size_] = u_[k], new_v_[size_++] = v_[k];
    if (k == last) break;
  }
  corner_between(last, after(last));
  u_.swap(new_u_), v_.swap(new_v_);
}

double ClipPolygon::area() const {
  double twice = 0;
  for (std::size_t k = 1; k + 1 < size_; ++k)
    twice += (u_[k] - u_[0]) * (v_[k + 1] - v_[0]) - (u_[k + 1] - u_[0]) * (v_[k] - v_[0]);
  return 0.5 * twice;
}

ClipPolygon::Moments ClipPolygon::moments() const {
  Moments m;
  for (std::size_t k = 1; k + 1 < size_; ++k) {
    const double third =
        ((u_[k] - u_[0]) * (v_[k + 1] - v_[0]) - (u_[k + 1] - u_[0]) * (v_[k] - v_[0])) / 6;
    m.area += 3 * third;
    m.u += third * (u_[0] + u_[k] + u_[k + 1]);
    m.v += third * (v_[0] + v_[k] + v_[k + 1]);
  }
  return m;
}

// The origin is the site, or the nearest point of the box: lengths stay those of the cell.
void CellClipper::set_planes(const Triangulation& t, Vertex v, const ClipBox& box) {
  const Site& i = t.site(v);
  for (int k = 0; k < 3; ++k) origin_[k] = std::clamp(i.x[k], box.low[k], box.high[k]);
  low_ = box.low - origin_;
  high_ = box.high - origin_;
  shift_ = origin_ - i.x;
  planes_.clear();
  for (const Vertex n : star_.neighbours()) {
    const Site& j = t.site(n);
    const Vec3 p = j.x - i.x;
    planes_.push_back({p, 0.5 * (norm2(p) + (i.w - j.w)) - dot(p, shift_)});
  }
}

CellClipper::Projected CellClipper::projected(std::size_t j) const {
  const Plane& plane = planes_[j];
  const int d = greatest_axis(plane.p), u = (d + 1) % 3, v = (d + 2) % 3;
  const double r = 1 / plane.p[d];
  return {d, u, v, plane.p[u] * r, plane.p[v] * r, plane.g * r};
}

// Where the plane of neighbour k meets the face.
ClipPolygon::Line CellClipper::line(const Projected& at, std::uint32_t k) const {
  const Plane& q = planes_[k];
  const double pd = q.p[at.d];
  return {q.p[at.u] - pd * at.slope_u, q.p[at.v] - pd * at.slope_v, q.g - pd * at.level};
}

bool CellClipper::face_from_ring(const Projected& at, std::size_t j) {
  const auto links = star_.around(j);
  if (links.size() < 3 || links.size() > 16) return false;
  ring_.clear();
  std::uint32_t now = links[0].number;
  do {
    const auto link = std::find_if(links.begin(), links.end(),
                                   [now](const Star::Link& l) { return l.number == now; });
    if (link == links.end() || ring_.size() == links.size()) return false;
    ring_.push_back(line(at, now));
    now = link->next;
  } while (now != links[0].number);
  if (ring_.size() != links.size()) return false;
  const Vec3 size = high_ - low_;
  if (!polygon_.enclose(ring_, 4 * (size.x + size.y + size.z))) return false;
  double least_u = polygon_.u(0), most_u = least_u, least_v = polygon_.v(0), most_v = least_v;
  for (std::size_t k = 1; k < polygon_.size(); ++k) {
    least_u = std::min(least_u, polygon_.u(k)), most_u = std::max(most_u, polygon_.u(k));
    least_v = std::min(least_v, polygon_.v(k)), most_v = std::max(most_v, polygon_.v(k));
  }
  const auto cut = [this](bool beyond, int axis, bool high, double a, double b, double c) {
    if (!beyond || polygon_.empty()) return;
    polygon_.cut(a, b, c);
    touched_[axis][high] |= !polygon_.empty();
  };
  cut(least_u < low_[at.u], at.u, false, -1, 0, -low_[at.u]);
  cut(most_u > high_[at.u], at.u, true, 1, 0, high_[at.u]);
  cut(least_v < low_[at.v], at.v, false, 0, -1, -low_[at.v]);
  cut(most_v > high_[at.v], at.v, true, 0, 1, high_[at.v]);
  return true;
}

void CellClipper::face_from_rectangle(const Projected& at, std::size_t j) {
  const int u = at.u, v = at.v;
  polygon_.start(low_[u], low_[v], high_[u], high_[v], star_.around(j).size() + 2);
  for (const Star::Link& link : star_.around(j)) {
    const ClipPolygon::Line l = line(at, link.number);
    polygon_.cut(l.a, l.b, l.c);
    if (polygon_.empty()) return;
  }
  for (std::size_t k = 0; k < polygon_.size(); ++k) {
    touched_[u][0] |= polygon_.u(k) == low_[u];
    touched_[u][1] |= polygon_.u(k) == high_[u];
    touched_[v][0] |= polygon_.v(k) == low_[v];
    touched_[v][1] |= polygon_.v(k) == high_[v];
  }
}

// Leaves the face in polygon_. A side of the box counts as touched when it cuts the face.
void CellClipper::cut_face(std::size_t j, bool keep) {
  const Projected at = projected(j);
  if (!face_from_ring(at, j)) face_from_rectangle(at, j);
  if (polygon_.empty()) return;
  bool below = false, above = false;
  for (std::size_t k = 0; k < polygon_.size(); ++k) {
    const double y = at.level - at.slope_u * polygon_.u(k) - at.slope_v * polygon_.v(k);
    below |= y < low_[at.d];
    above |= y > high_[at.d];
    const double u = polygon_.u(k) + shift_[at.u], v = polygon_.v(k) + shift_[at.v],
                 w = y + shift_[at.d];
    reach2_ = std::max(reach2_, u * u + v * v + w * w);
  }
  if (below) polygon_.cut(at.slope_u, at.slope_v, at.level - low_[at.d]);
  if (above) polygon_.cut(-at.slope_u, -at.slope_v, high_[at.d] - at.level);
  if (polygon_.empty()) return;
  touched_[at.d][0] |= below;
  touched_[at.d][1] |= above;
  if (keep && polygons_ != nullptr)
    keep_polygon(at.d, at.level, at.slope_u, at.slope_v, planes_[j].p[at.d] > 0);
}

// A pyramid over the face: a third of its area times its distance g / |p|. The projection is
// |p_d| / |p| of the area.
void CellClipper::add_face(std::size_t j) {
  const Plane& plane = planes_[j];
  const double share = polygon_.area() / std::abs(plane.p[greatest_axis(plane.p)]);
  area_vectors_ += share * plane.p;
  volume_ += share * plane.g / 3;
  if (faces_ != nullptr) faces_->push_back({star_.neighbours()[j], share * norm(plane.p)});
  if (moments_ != nullptr) moments_->push_back(moment_from_site(j));
}

// The integral of y over the face in hand, y from the site.
Vec3 CellClipper::moment_from_site(std::size_t j) const {
  const Projected at = projected(j);
  const ClipPolygon::Moments m = polygon_.moments();
  const double share = norm(planes_[j].p) / std::abs(planes_[j].p[at.d]);
  Vec3 y;
  y[at.u] = m.u;
  y[at.v] = m.v;
  y[at.d] = at.level * m.area - at.slope_u * m.u - at.slope_v * m.v;
  return share * (y + m.area * shift_);
}

void CellClipper::keep_polygon(int d, double level, double slope_u, double slope_v, bool outward) {
  std::vector<Vec3> corners(polygon_.size());
  for (std::size_t k = 0; k < corners.size(); ++k) {
    Vec3 y;
    y[(d + 1) % 3] = polygon_.u(k);
    y[(d + 2) % 3] = polygon_.v(k);
    y[d] = level - slope_u * polygon_.u(k) - slope_v * polygon_.v(k);
    corners[k] = origin_ + y;
  }
  if (!outward) std::reverse(corners.begin(), corners.end());
  polygons_->push_back(std::move(corners));
}

// A side that no face touches is in the cell as a whole, or not at all: one corner tells.
bool CellClipper::holds_corner(int axis, bool high) const {
  Vec3 corner = low_;
  corner[axis] = high ? high_[axis] : low_[axis];
  return std::all_of(planes_.begin(), planes_.end(),
                     [&](const Plane& plane) { return dot(plane.p, corner) <= plane.g; });
}

// Without coincident: planes that lie in the side do not cut it, and coincident_ is the area of
// their faces. Only for cells that touch all six sides, where nothing else tells the area.
void CellClipper::cut_side(int axis, bool high, bool without_coincident) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const double level = high ? high_[axis] : low_[axis];
  const Vec3 size = high_ - low_;
  const double near = 1e-9 * (size.x + size.y + size.z);
  coincident_ = 0;
  std::vector<std::size_t> others;
  for (std::size_t j = 0; j < planes_.size(); ++j) {
    const Plane& plane = planes_[j];
    const double p = std::abs(plane.p[axis]);
    const bool in_side = without_coincident && std::abs(plane.p[u]) < 1e-9 * p &&
                         std::abs(plane.p[v]) < 1e-9 * p &&
                         std::abs(plane.g / plane.p[axis] - level) < near;
    if (!in_side) {
      others.push_back(j);
      continue;
    }
    cut_face(j, false);
    if (!polygon_.empty()) coincident_ += polygon_.area();
  }
  polygon_.start(low_[u], low_[v], high_[u], high_[v], planes_.size());
  for (const std::size_t j : others) {
    const Plane& plane = planes_[j];
    polygon_.cut(plane.p[u], plane.p[v], plane.g - plane.p[axis] * level);
    if (polygon_.empty()) return;
  }
}

void CellClipper::add_side(int axis, bool high, double area) {
  if (faces_ == nullptr) return;
  const auto side = static_cast<Vertex>(2 * axis + (high ? 1 : 0));
  faces_->push_back({LaguerreFace::box_face + side, area});
  if (polygons_ == nullptr) return;
  cut_side(axis, high);
  keep_polygon(axis, high ? high_[axis] : low_[axis], 0, 0, high);
}

// Along each axis: area at the low side - area at the high side = sum of the other area vectors.
void CellClipper::add_sides() {
  bool both = false;
  for (int axis = 0; axis < 3; ++axis)
    for (const bool high : {false, true}) {
      touched_[axis][high] = touched_[axis][high] || holds_corner(axis, high);
      both |= high && touched_[axis][0] && touched_[axis][1];
    }
  if (both) return add_opposite_sides();
  for (int axis = 0; axis < 3; ++axis) {
    if (!touched_[axis][0] && !touched_[axis][1]) continue;
    const bool high = touched_[axis][1];
    const double area = high ? -area_vectors_[axis] : area_vectors_[axis];
    volume_ += area * (high ? high_[axis] : -low_[axis]) / 3;
    add_side(axis, high, area);
  }
}

// The cell has two opposite sides of the box, so their areas are not known from the others. Each
// axis gives the volume on its own, as the integral of y_a n_a over the surface: an axis with one
// side or none gives the volume, and then the axes with two give their areas.
void CellClipper::add_opposite_sides() {
  Vec3 moment;  // integral of y_a n_a over the faces between cells
  for (std::size_t j = 0; j < planes_.size(); ++j) {
    cut_face(j, false);
    if (!polygon_.empty()) moment += face_moments(j);
  }
  double sum = 0;
  int axes = 0;
  for (int a = 0; a < 3; ++a) {
    if (touched_[a][0] && touched_[a][1]) continue;
    sum += moment[a] - area_vectors_[a] * (touched_[a][1] ? high_[a] : low_[a]);
    ++axes;
  }
  if (axes == 0) {
    cut_side(0, false, true);
    const double low = polygon_.area() - coincident_;
    sum = moment.x - low * low_.x + (low - area_vectors_.x) * high_.x;
    axes = 1;
  }
  volume_ = sum / axes;
  for (int a = 0; a < 3; ++a) {
    const double difference = area_vectors_[a];
    if (touched_[a][0] && touched_[a][1]) {
      const double low = (volume_ - moment[a] + difference * high_[a]) / (high_[a] - low_[a]);
      add_side(a, false, low);
      add_side(a, true, low - difference);
    } else if (touched_[a][0] || touched_[a][1]) {
      add_side(a, touched_[a][1], touched_[a][1] ? -difference : difference);
    }
  }
}

// The integrals of y_a n_a over the face in hand, for each axis a.
Vec3 CellClipper::face_moments(std::size_t j) const {
  const Plane& plane = planes_[j];
  const int d = greatest_axis(plane.p), u = (d + 1) % 3, v = (d + 2) % 3;
  const double r = 1 / plane.p[d];
  const ClipPolygon::Moments m = polygon_.moments();
  Vec3 y;
  y[u] = m.u;
  y[v] = m.v;
  y[d] = r * (plane.g * m.area - plane.p[u] * m.u - plane.p[v] * m.v);
  for (int a = 0; a < 3; ++a) y[a] *= plane.p[a] * std::abs(r);
  return y;
}

double CellClipper::clip_with_moments(const Triangulation& t, Vertex v, const ClipBox& box,
                                      std::vector<LaguerreFace>& faces, std::vector<Vec3>& moments,
                                      std::vector<std::vector<Vec3>>* polygons) {
  moments_ = &moments;
  const double volume = clip(t, v, box, &faces, polygons);
  moments_ = nullptr;
  return volume;
}

double CellClipper::clip(const Triangulation& t, Vertex v, const ClipBox& box,
                         std::vector<LaguerreFace>* faces,
                         std::vector<std::vector<Vec3>>* polygons) {
  star_.collect(t, v);
  if (moments_ != nullptr && polygons == nullptr) {
    star_.find_order();
    if (corners_.find(t, v, box, star_, *faces, *moments_)) {
      reach2_ = corners_.reach2();
      return corners_.volume();
    }
  }
  star_.sort();
  set_planes(t, v, box);
  faces_ = faces;
  polygons_ = polygons;
  volume_ = reach2_ = 0;
  area_vectors_ = {};
  for (auto& axis : touched_) axis[0] = axis[1] = false;
  for (std::size_t j = 0; j < planes_.size(); ++j) {
    cut_face(j, true);
    if (!polygon_.empty()) add_face(j);
  }
  add_sides();
  for (const auto& axis : touched_)
    if (axis[0] || axis[1]) reach2_ = std::numeric_limits<double>::infinity();
  return std::max(volume_, 0.0);
}

}  // namespace scree::geometry
