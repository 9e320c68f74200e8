#include "geometry/halfspaces/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::geometry {
namespace {

// Planes and lines of one direction whose distances differ by less than this share of their terms
// coincide: some tens of roundings.
constexpr double kTie = 1e-14;
// The bound of an edge that has none.
constexpr double kOpen = std::numeric_limits<double>::infinity();

// The first that is nearly the greatest: planes, and lines, of nearly one direction are then
// projected along the same axis, also where two components are equal but for rounding.
int great_component(const Vec3& r) {
  const double x = std::abs(r.x), y = std::abs(r.y), z = std::abs(r.z);
  const double enough = 0.9 * std::max(x, std::max(y, z));
  return x >= enough ? 0 : (y >= enough ? 1 : 2);
}

bool one_direction(const Vec3& a, const Vec3& b) {
  return norm2(cross(a, b)) <= ProjectionScheme::least_angle * ProjectionScheme::least_angle;
}

}  // namespace

// Of parallel planes the inner one, of those that coincide the first. Only planes that are kept are
// compared: being nearly parallel is not transitive, and a plane must not be dropped for one that
// is dropped itself.
void ProjectionScheme::drop_parallel(std::span<const UnitPlane> planes) {
  kept_.clear();
  for (std::uint32_t k = 0; k < planes.size(); ++k) {
    const UnitPlane& plane = planes[k];
    bool bounds = true;
    for (std::size_t m = 0; m < kept_.size() && bounds;) {
      const UnitPlane& other = planes[kept_[m]];
      const bool parallel = dot(plane.r, other.r) > 0 && one_direction(plane.r, other.r);
      const bool inner = other.d - plane.d > kTie * (std::abs(other.d) + std::abs(plane.d));
      bounds = !parallel || inner;
      if (parallel && inner)
        kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(m));
      else
        ++m;
    }
    if (bounds) kept_.push_back(k);
  }
}

// Eliminates x_gamma by the equation of plane k: (8) to (10), times |r_k_gamma|. So written, the
// line of planes j and k is the same in both faces, to the last bit but for the sign: where the
// planes are nearly parallel it is known badly, but what one face gets too much the other gets too
// little. False if k bounds nothing.
bool ProjectionScheme::project(std::span<const UnitPlane> planes, std::size_t k) {
  const UnitPlane& face = planes[k];
  gamma_ = great_component(face.r);
  axis_[0] = gamma_ == 0 ? 1 : 0;
  axis_[1] = gamma_ == 2 ? 1 : 2;
  const double sign = face.r[gamma_] > 0 ? 1 : -1, across = face.r[gamma_];
  lines_.clear();
  above_.resize(planes.size()), below_.resize(planes.size());
  for (const std::uint32_t j : kept_) {
    if (j == k) continue;
    const UnitPlane& other = planes[j];
    const double p = other.r[gamma_];
    Line l;
    l.s[0] = sign * (other.r[axis_[0]] * across - p * face.r[axis_[0]]);
    l.s[1] = sign * (other.r[axis_[1]] * across - p * face.r[axis_[1]]);
    l.g = sign * (other.d * across - p * face.d);
    l.error = std::abs(other.d * across) + std::abs(p * face.d);
    if (!one_direction(face.r, other.r)) {
      l.length = std::sqrt(l.s[0] * l.s[0] + l.s[1] * l.s[1]);
      add_line(l);
    } else if (l.g < -kTie * l.error) {
      return false;
    }
  }
  return true;
}

// As drop_parallel(), for the lines of a face.
void ProjectionScheme::add_line(const Line& l) {
  const int b = std::abs(l.s[0]) > 0.9 * std::abs(l.s[1]) ? 0 : 1, a = 1 - b;
  const double sa = l.s[a], sb = l.s[b], parallel = least_angle * l.length;
  for (std::size_t m = 0; m < lines_.size();) {
    const Line& o = lines_[m];
    const double t = o.s[a] * sb - sa * o.s[b];
    if (std::abs(t) > parallel * o.length || !(o.s[b] * sb > 0)) {
      ++m;
      continue;
    }
    const double h = sb > 0 ? o.g * sb - l.g * o.s[b] : l.g * o.s[b] - o.g * sb;
    if (!(h > kTie * (o.error * std::abs(sb) + l.error * std::abs(o.s[b])))) return;
    lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(m));
  }
  lines_.push_back(l);
}

// Eliminates y_b by the equation of a line: (15) to (17), times s_jb, so that two lines have the
// same point in common for each of them, to the last bit. False if the line is not an edge of the
// face. Bounds of both kinds go to two lists without a branch: the processor cannot predict which
// one a line gives.
bool ProjectionScheme::edge(std::size_t line, Edge& e) {
  const Line& l = lines_[line];
  e.line = line;
  e.b = std::abs(l.s[0]) > 0.9 * std::abs(l.s[1]) ? 0 : 1;
  e.a = 1 - e.b;
  const int a = e.a, b = e.b;
  const double sa = l.s[a], sb = l.s[b], g = l.g, sign = sb > 0 ? 1 : -1;
  const double parallel = least_angle * l.length;
  double *above = above_.data(), *below = below_.data();
  const auto look_at = [&](const Line& o) {
    const double t = o.s[a] * sb - sa * o.s[b];
    const double h = o.g * sb - g * o.s[b];
    if (std::abs(t) <= parallel * o.length)  // antiparallel: nothing lies between, or something
      return sign * h >= -kTie * (o.error * std::abs(sb) + l.error * std::abs(o.s[b]));
    const double u = h / t;
    const bool up = sign * t > 0;
    *above = u, above += up;
    *below = u, below += !up;
    return true;
  };
  for (std::size_t i = 0; i < line; ++i)
    if (!look_at(lines_[i])) return false;
  for (std::size_t i = line + 1; i < lines_.size(); ++i)
    if (!look_at(lines_[i])) return false;
  e.high = kOpen, e.low = -kOpen;
  for (const double* u = above_.data(); u != above; ++u) e.high = std::min(e.high, *u);
  for (const double* u = below_.data(); u != below; ++u) e.low = std::max(e.low, *u);
  return true;
}

// How far high - low may be from the truth.
double ProjectionScheme::doubt(const Edge& e) const {
  const Line& l = lines_[e.line];
  const double sb = l.s[e.b], sign = sb > 0 ? 1 : -1;
  double at_low = 0, at_high = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (i == e.line) continue;
    const Line& o = lines_[i];
    const double t = o.s[e.a] * sb - l.s[e.a] * o.s[e.b];
    if (std::abs(t) <= least_angle * l.length * o.length) continue;
    const double u = (o.g * sb - l.g * o.s[e.b]) / t;
    const double error = (o.error * std::abs(sb) + l.error * std::abs(o.s[e.b])) / std::abs(t);
    const bool up = sign * t > 0;
    if (up && u <= e.high + kTie * error) at_high = std::max(at_high, error);
    if (!up && u >= e.low - kTie * error) at_low = std::max(at_low, error);
  }
  return kTie * (at_low + at_high);
}

// (14), (22), (24), (25): by the line's own g, over |s_b|.
void ProjectionScheme::add_edge(const Edge& e, double& area, double (&moment)[2]) const {
  const Line& l = lines_[e.line];
  const double length = e.high - e.low, middle = 0.5 * (e.high + e.low);
  const double weight = l.g / std::abs(l.s[e.b]) * length;
  area += weight;
  moment[e.a] += weight * middle;
  moment[e.b] += weight * ((l.g - l.s[e.a] * middle) / l.s[e.b]);
}

double ProjectionScheme::integrate(std::span<const UnitPlane> planes,
                                   std::span<FaceIntegrals> faces, bool moments) {
  double volume = 0;
  std::fill(faces.begin(), faces.end(), FaceIntegrals{});
  drop_parallel(planes);
  for (const std::uint32_t k : kept_) {
    if (!project(planes, k)) continue;
    double area = 0, moment[2] = {0, 0};
    Edge e;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      if (!edge(line, e) || e.is_open() || !(e.high > e.low)) continue;
      if (moments)
        add_edge(e, area, moment);
      else
        area += lines_[line].g / std::abs(lines_[line].s[e.b]) * (e.high - e.low);
    }
    const UnitPlane& face = planes[k];
    const double slope = std::abs(face.r[gamma_]);
    area *= 0.5;  // A'_k
    volume += face.d * (area / slope);
    if (faces.empty()) continue;
    faces[k].area = area / slope;  // (6)
    if (!moments) continue;
    const double u = moment[0] / 3, v = moment[1] / 3;  // F_k of (21)
    Vec3& m = faces[k].moment;
    m[axis_[0]] = u / slope;
    m[axis_[1]] = v / slope;
    m[gamma_] = (face.d * area - (face.r[axis_[0]] * u + face.r[axis_[1]] * v)) /
                (face.r[gamma_] * slope);  // (26)
  }
  return volume / 3;  // (7)
}

ProjectionScheme::Survey ProjectionScheme::survey(std::span<const UnitPlane> planes) {
  Survey out;
  const auto add_corner = [&](const UnitPlane& face, const Edge& e, double z) {
    const Line& l = lines_[e.line];
    Vec3 x;
    x[axis_[e.a]] = z;
    x[axis_[e.b]] = (l.g - l.s[e.a] * z) / l.s[e.b];
    x[gamma_] =
        (face.d - face.r[axis_[0]] * x[axis_[0]] - face.r[axis_[1]] * x[axis_[1]]) / face.r[gamma_];
    if (!out.any) out.low = out.high = x;
    out.any = true;
    for (int c = 0; c < 3; ++c)
      out.low[c] = std::min(out.low[c], x[c]), out.high[c] = std::max(out.high[c], x[c]);
  };
  drop_parallel(planes);
  for (const std::uint32_t k : kept_) {
    if (!project(planes, k)) continue;
    Edge e;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      if (!edge(line, e)) continue;
      out.endless |= e.is_open();
      if (!e.is_open() && e.high < e.low && e.high - e.low < -doubt(e)) continue;
      if (e.low > -kOpen) add_corner(planes[k], e, e.low);
      if (e.high < kOpen) add_corner(planes[k], e, e.high);
    }
  }
  return out;
}

}  // namespace scree::geometry
