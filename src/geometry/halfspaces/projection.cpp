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

int greatest_component(const Vec3& r) {
  const double x = std::abs(r.x), y = std::abs(r.y), z = std::abs(r.z);
  return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
}

bool one_direction(const Vec3& a, const Vec3& b) {
  return norm2(cross(a, b)) <= ProjectionScheme::least_angle * ProjectionScheme::least_angle;
}

}  // namespace

// Eliminates x_gamma by the equation of plane k: (8) to (10). False if k bounds nothing.
bool ProjectionScheme::project(std::span<const UnitPlane> planes, std::size_t k) {
  const UnitPlane& face = planes[k];
  gamma_ = greatest_component(face.r);
  axis_[0] = gamma_ == 0 ? 1 : 0;
  axis_[1] = gamma_ == 2 ? 1 : 2;
  const double share = 1 / face.r[gamma_];
  lines_.clear();
  above_.resize(planes.size()), below_.resize(planes.size());
  for (std::size_t j = 0; j < planes.size(); ++j) {
    if (j == k) continue;
    const UnitPlane& other = planes[j];
    const double p = other.r[gamma_] * share;
    Line l;
    l.s[0] = other.r[axis_[0]] - p * face.r[axis_[0]];
    l.s[1] = other.r[axis_[1]] - p * face.r[axis_[1]];
    l.g = other.d - p * face.d;
    l.error = std::abs(other.d) + std::abs(p * face.d);
    if (!one_direction(face.r, other.r)) {
      l.length = std::sqrt(l.s[0] * l.s[0] + l.s[1] * l.s[1]);
      l.plane = static_cast<std::uint32_t>(j);
      lines_.push_back(l);
      continue;
    }
    // Parallel (p > 0): the outer one bounds nothing. Antiparallel: nothing lies between.
    const bool tie = std::abs(l.g) <= kTie * l.error;
    if (p > 0 ? (tie ? j < k : l.g < 0) : !tie && l.g < 0) return false;
  }
  return true;
}

// Eliminates y_b by the equation of a line: (15) to (17). False if the line is no edge of the face.
// Bounds of both kinds go to two lists without a branch: nobody can predict which one a line gives.
bool ProjectionScheme::edge(std::size_t line, Edge& e) {
  const Line& l = lines_[line];
  e.line = line;
  e.b = std::abs(l.s[0]) > std::abs(l.s[1]) ? 0 : 1;
  e.a = 1 - e.b;
  const int a = e.a, b = e.b;
  const double share = 1 / l.s[b], sa = l.s[a], g = l.g;
  const double parallel = least_angle * l.length * std::abs(share);
  double *above = above_.data(), *below = below_.data();
  const auto look_at = [&](const Line& o) {
    const double q = o.s[b] * share;
    const double t = o.s[a] - q * sa;
    const double h = o.g - q * g;
    if (std::abs(t) <= parallel * o.length) {
      const bool tie = std::abs(h) <= kTie * (o.error + std::abs(q) * l.error);
      return !(q > 0 ? (tie ? o.plane < l.plane : h < 0) : !tie && h < 0);
    }
    const double u = h / t;
    *above = u, above += t > 0;
    *below = u, below += !(t > 0);
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
  double at_low = 0, at_high = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (i == e.line) continue;
    const Line& o = lines_[i];
    const double q = o.s[e.b] / l.s[e.b];
    const double t = o.s[e.a] - q * l.s[e.a];
    if (std::abs(t) <= least_angle * o.length) continue;
    const double u = (o.g - q * l.g) / t, error = (o.error + std::abs(q) * l.error) / std::abs(t);
    if (t > 0 && u <= e.high + kTie * error) at_high = std::max(at_high, error);
    if (t < 0 && u >= e.low - kTie * error) at_low = std::max(at_low, error);
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
  for (std::size_t k = 0; k < planes.size(); ++k) {
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
  for (std::size_t k = 0; k < planes.size(); ++k) {
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
