#include "geometry/halfspaces/volume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace scree::geometry {
namespace {

// Of the cell's size and its distance from the origin: thinner cells are flat.
constexpr double kThin = 1e-14;

// The system in normal form.
struct NormalForm {
  std::vector<UnitPlane> planes;
  std::vector<std::size_t> row;  // of the system
  std::vector<double> length;    // |r|
  bool contradicts = false;      // a row says 0 <= f < 0
};

double length_of(const Vec3& r) {
  const double most = std::max({std::abs(r.x), std::abs(r.y), std::abs(r.z)});
  return most > 0 ? most * norm(r / most) : 0;
}

NormalForm normal_form(std::span<const Vec3> r, std::span<const double> f) {
  NormalForm out;
  for (std::size_t k = 0; k < r.size(); ++k) {
    const double most = std::max({std::abs(r[k].x), std::abs(r[k].y), std::abs(r[k].z)});
    const double length = length_of(r[k]), d = f[k] / length;
    if (!(most > 0) || !std::isfinite(d)) {  // everywhere true, or nowhere
      out.contradicts |= f[k] < 0;
      continue;
    }
    out.planes.push_back({normalized(r[k] / most), d});
    out.row.push_back(k);
    out.length.push_back(length);
  }
  return out;
}

// Unit vectors along which no plane limits the cell: none where the rows span the space.
std::vector<Vec3> free_directions(std::span<const UnitPlane> planes) {
  constexpr double least = ProjectionScheme::least_angle;
  if (planes.empty()) return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Vec3 first = planes[0].r;
  Vec3 second;
  for (const UnitPlane& p : planes) {
    const Vec3 across = p.r - dot(p.r, first) * first;
    if (norm2(across) > norm2(second)) second = across;
  }
  if (!(norm(second) > least)) {
    const Vec3 u = any_perpendicular(first);
    return {u, cross(first, u)};
  }
  const Vec3 third = normalized(cross(first, second));
  const bool spans = std::any_of(planes.begin(), planes.end(), [&](const UnitPlane& p) {
    return std::abs(dot(p.r, third)) > least;
  });
  return spans ? std::vector<Vec3>{} : std::vector<Vec3>{third};
}

double greatest_size(const Vec3& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

// Two planes across each direction that the others leave free.
void close_free_directions(std::vector<UnitPlane>& planes, const std::vector<Vec3>& free) {
  double size = 0;
  for (const UnitPlane& p : planes) size = std::max(size, std::abs(p.d));
  if (!(size > 0)) size = 1;
  for (const Vec3& u : free) planes.push_back({u, size}), planes.push_back({-u, size});
}

// A box about the corners: near them an unbounded cell shows whether it is flat.
void close_around(std::vector<UnitPlane>& planes, const Vec3& low, const Vec3& high) {
  double size = std::max({greatest_size(high - low), greatest_size(low), greatest_size(high)});
  if (!(size > 0)) size = 1;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 u;
    u[axis] = 1;
    planes.push_back({u, high[axis] + size});
    planes.push_back({-u, size - low[axis]});
  }
}

struct Measured {
  double volume = 0;
  bool flat = false;
  Vec3 origin;
  std::vector<FaceIntegrals> faces;  // seen from the origin
};

// From the middle of the corners, so that lengths are those of the cell.
Measured measured(std::vector<UnitPlane> planes, const Vec3& low, const Vec3& high,
                  ProjectionScheme& scheme) {
  Measured out;
  out.origin = low + 0.5 * (high - low);
  for (UnitPlane& p : planes) p.d -= dot(p.r, out.origin);
  out.faces.resize(planes.size());
  out.volume = std::max(scheme.integrate(planes, out.faces), 0.0);
  double surface = 0;
  Vec3 area_vectors;
  for (std::size_t k = 0; k < planes.size(); ++k) {
    surface += std::abs(out.faces[k].area);
    area_vectors += out.faces[k].area * planes[k].r;
  }
  const double size = greatest_size(high - low) + greatest_size(out.origin);
  // Where some edges are as short as rounding, the faces are not a closed surface, or one that
  // holds more than a ball of its area would: V^2 <= S^3 / 36 pi.
  const bool closed = norm(area_vectors) <= 0.01 * surface &&
                      out.volume * out.volume <= 0.01 * surface * surface * surface;
  out.flat = !closed || !(out.volume > kThin * size * surface);
  return out;
}

// Lengths beyond this, or below one over it, have no cubes or squares that a double holds.
constexpr double kLargeLength = 1e80;

// The power of two that a cell is measured in: 0 for all but very large and very small ones. The
// planes and corners are brought to it. A plane that is then too far away for a number is as far
// away as one can be.
int to_size_of_one(std::vector<UnitPlane>& planes, ProjectionScheme::Survey& survey) {
  double size = greatest_size(survey.high - survey.low);
  if (survey.endless)  // perhaps one corner, and closed around it
    size = std::max({size, greatest_size(survey.low), greatest_size(survey.high)});
  if (!(size > 0) || !std::isfinite(size) || (size < kLargeLength && size > 1 / kLargeLength))
    return 0;
  const int exponent = std::ilogb(size);
  const auto scaled = [exponent](double x) { return std::ldexp(x, -exponent); };
  for (UnitPlane& p : planes) p.d = std::clamp(scaled(p.d), -1e200, 1e200);
  for (int k = 0; k < 3; ++k)
    survey.low[k] = scaled(survey.low[k]), survey.high[k] = scaled(survey.high[k]);
  return exponent;
}

HalfSpaceVolume without_gradient(CellState state) {
  const bool infinite = state == CellState::infinite;
  return {state, infinite ? std::numeric_limits<double>::infinity() : 0.0, {}, {}};
}

HalfSpaceVolume empty_cell(std::size_t rows) {
  return {CellState::empty, 0, std::vector<double>(rows, 0.0), std::vector<Vec3>(rows)};
}

std::optional<Error> unusable(std::span<const Vec3> r, std::span<const double> f) {
  if (r.size() != f.size())
    return Error{"E0590", fmt::format("R has {} rows, but f has {}", r.size(), f.size()), "",
                 "one number of f for each row of R"};
  for (std::size_t k = 0; k < r.size(); ++k)
    if (!is_finite(r[k]) || !std::isfinite(f[k]))
      return Error{"E0591", fmt::format("row {} has a number that is not finite", k), "",
                   "leave out a row that limits nothing"};
  return std::nullopt;
}

}  // namespace

Result<HalfSpaceVolume> halfspace_volume(std::span<const Vec3> r, std::span<const double> f) {
  if (auto error = unusable(r, f)) return *error;
  NormalForm system = normal_form(r, f);
  if (system.contradicts) return empty_cell(r.size());
  std::vector<UnitPlane>& planes = system.planes;
  const std::vector<Vec3> free = free_directions(planes);
  close_free_directions(planes, free);
  ProjectionScheme scheme;
  ProjectionScheme::Survey survey = scheme.survey(planes);
  if (!survey.any) return empty_cell(r.size());
  const bool endless = survey.endless || !free.empty();
  const int exponent = to_size_of_one(planes, survey);
  if (survey.endless) close_around(planes, survey.low, survey.high);
  const Measured cell = measured(planes, survey.low, survey.high, scheme);
  if (cell.flat) return without_gradient(CellState::flat);
  if (endless) return without_gradient(CellState::infinite);
  HalfSpaceVolume out{CellState::bounded, std::ldexp(cell.volume, 3 * exponent),
                      std::vector<double>(r.size(), 0.0), std::vector<Vec3>(r.size())};
  bool held = out.volume > 0 && std::isfinite(out.volume);
  for (std::size_t k = 0; k < system.row.size(); ++k) {
    const FaceIntegrals& face = cell.faces[k];
    out.gradient_f[system.row[k]] = std::ldexp(face.area / system.length[k], 2 * exponent);  // (20)
    const Vec3 moment = (face.moment + face.area * cell.origin) / system.length[k];
    Vec3& slope = out.gradient_r[system.row[k]];
    for (int axis = 0; axis < 3; ++axis)
      slope[axis] = 0 - std::ldexp(moment[axis], 3 * exponent);  // (19)
    held = held && std::isfinite(out.gradient_f[system.row[k]]) && is_finite(slope);
  }
  if (!held)
    return Error{"E0597",
                 fmt::format("the cell is bounded, but with a size near 2^{} its volume or a "
                             "derivative has no double",
                             exponent),
                 "", "measure lengths in another unit"};
  return out;
}

}  // namespace scree::geometry
