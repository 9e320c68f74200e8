#include "geometry/laguerre/container.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "geometry/laguerre/container_rows.hpp"

namespace scree::geometry {
namespace {

using Vertex = Triangulation::Vertex;

// A power centre that flat tetrahedra leave uncertain counts as outside; so does one nearer to a
// plane than this share of the box.
constexpr double kFlatTetrahedron = 1e-5, kNearPlane = 1e-9;

bool centre_is_inside(const Triangulation& t, const std::array<Vertex, 4>& v,
                      const ConvexContainer& c, double margin) {
  if (std::max(std::max(v[0], v[1]), std::max(v[2], v[3])) >= t.sites()) return false;
  const Site& s = t.site(v[0]);
  Vec3 e[3];
  double g[3], size = 0;
  for (int k = 0; k < 3; ++k) {
    const Site& o = t.site(v[k + 1]);
    e[k] = o.x - s.x;
    const double square = norm2(e[k]);
    g[k] = 0.5 * (square + (s.w - o.w));
    size = std::max({size, square, std::abs(g[k] + g[k])});
  }
  const Vec3 bc = cross(e[1], e[2]), ca = cross(e[2], e[0]), ab = cross(e[0], e[1]);
  const double det = dot(e[0], bc);
  if (!(std::abs(det) > kFlatTetrahedron * size * std::sqrt(size))) return false;
  const Vec3 x = s.x + (g[0] * bc + g[1] * ca + g[2] * ab) / det;
  return std::all_of(c.planes.begin(), c.planes.end(),
                     [&](const UnitPlane& p) { return dot(p.r, x) <= p.d - margin; });
}

// 1 for every site that has a corner which is not certainly inside.
std::vector<std::uint8_t> sites_to_cut(const Triangulation& t, const ConvexContainer& c,
                                       int threads) {
  const Vec3 size = c.box.high - c.box.low;
  const double margin = kNearPlane * (size.x + size.y + size.z);
  const std::size_t slots = t.cell_slots();
  std::vector<std::uint8_t> outside(slots, 0), marked(t.sites(), 0);
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t k = 0; k < slots; ++k) {
    const auto slot = static_cast<std::uint32_t>(k);
    outside[k] = t.live(slot) && !centre_is_inside(t, t.vertices_of(slot), c, margin);
  }
  for (std::size_t k = 0; k < slots; ++k)
    if (outside[k])
      for (const Vertex v : t.vertices_of(static_cast<std::uint32_t>(k)))
        if (v < t.sites()) marked[v] = 1;
  return marked;
}

}  // namespace

bool ConvexContainer::holds(const Vec3& x) const {
  for (int k = 0; k < 3; ++k)
    if (!(x[k] >= box.low[k] && x[k] <= box.high[k])) return false;
  return std::all_of(planes.begin(), planes.end(),
                     [&](const UnitPlane& p) { return dot(p.r, x) <= p.d; });
}

ConvexContainer ConvexContainer::cylinder(const Vec3& centre, const Vec3& axis, double radius,
                                          double half_height, int sides) {
  return cone(centre, axis, radius, radius, half_height, sides);
}

ConvexContainer ConvexContainer::cone(const Vec3& centre, const Vec3& axis, double radius,
                                      double far_radius, double half_height, int sides) {
  const Vec3 u = any_perpendicular(axis), v = cross(axis, u);
  const double half_angle = std::numbers::pi / sides, tangent = exact::tan(half_angle);
  const double share = std::sqrt(half_angle / tangent);  // n a^2 tan(pi/n) = pi R^2
  const double inner = share * 0.5 * (radius + far_radius);
  const double slope = share * 0.5 * (far_radius - radius) / half_height;
  const double corner = share * std::max(radius, far_radius) * std::sqrt(1 + tangent * tangent);
  const double length = std::sqrt(1 + slope * slope);
  ConvexContainer out;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * half_angle * k;
    const Vec3 outwards = normalized(exact::cos(angle) * u + exact::sin(angle) * v);
    const Vec3 r = (outwards - slope * axis) / length;
    out.planes.push_back({r, inner / length + dot(r, centre)});
  }
  for (int k = 0; k < 3; ++k) {
    // |axis| = 1 along k: the ends are sides of the box, exactly.
    const double across = std::sqrt(std::max(0.0, 1 - axis[k] * axis[k]));
    const double reach = half_height * std::abs(axis[k]) + corner * across;
    out.box.low[k] = centre[k] - reach, out.box.high[k] = centre[k] + reach;
  }
  if (std::max({std::abs(axis.x), std::abs(axis.y), std::abs(axis.z)}) < 1) {
    out.planes.push_back({axis, half_height + dot(axis, centre)});
    out.planes.push_back({-axis, half_height - dot(axis, centre)});
  }
  return out;
}

// Of a round part each side has its middle where the cross-section is the same.
FlatSides flat_sides(const SpacePart& part, int sides) {
  if (part.is_plane()) return {part, {part.axis}, 0};
  const Vec3 u = any_perpendicular(part.axis), v = cross(part.axis, u);
  const double half_angle = std::numbers::pi / sides;
  const double share = std::sqrt(half_angle / exact::tan(half_angle));
  const double slope = share * part.slope, length = std::sqrt(1 + slope * slope);
  FlatSides out{part, {}, share * part.radius / length};
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * half_angle * k;
    const Vec3 outwards = normalized(exact::cos(angle) * u + exact::sin(angle) * v);
    out.r.push_back((outwards - slope * part.axis) / length);
  }
  return out;
}

namespace {

constexpr double kUnbounded = 1e300;

// The axis that a plane is normal to, exactly; -1: none.
int axis_of_plane(const Vec3& n) {
  for (int k = 0; k < 3; ++k)
    if (n[(k + 1) % 3] == 0 && n[(k + 2) % 3] == 0) return k;
  return -1;
}

void add_sides(const SpacePart& part, int sides, ConvexContainer& out) {
  const FlatSides flat = flat_sides(part, sides);
  for (std::size_t k = 0; k < flat.r.size(); ++k) out.planes.push_back(flat.plane(k, part.x));
  if (part.slope != 0) return;
  const double half_angle = std::numbers::pi / sides, tangent = exact::tan(half_angle);
  const double corner =
      part.radius * std::sqrt(half_angle * (1 + tangent * tangent) / tangent) * (1 + 1e-9);
  for (int k = 0; k < 3; ++k) {
    if (part.axis[k] != 0) continue;
    out.box.low[k] = std::max(out.box.low[k], part.x[k] - corner);
    out.box.high[k] = std::min(out.box.high[k], part.x[k] + corner);
  }
}

// Its planes and the sides of its box that are there, seen from a point.
std::vector<UnitPlane> planes_from(const ConvexContainer& c, const Vec3& origin) {
  std::vector<UnitPlane> out;
  for (const UnitPlane& p : c.planes) out.push_back({p.r, p.d - dot(p.r, origin)});
  for (int k = 0; k < 3; ++k) {
    Vec3 r;
    r[k] = 1;
    if (c.box.high[k] < kUnbounded) out.push_back({r, c.box.high[k] - origin[k]});
    if (c.box.low[k] > -kUnbounded) out.push_back({-r, origin[k] - c.box.low[k]});
  }
  return out;
}

}  // namespace

std::optional<ConvexContainer> ConvexContainer::within(std::span<const SpacePart> parts, int sides,
                                                       const Vec3& inside) {
  ConvexContainer out;
  out.box = {{-kUnbounded, -kUnbounded, -kUnbounded}, {kUnbounded, kUnbounded, kUnbounded}};
  for (const SpacePart& part : parts) {
    if (!part.is_plane()) {
      add_sides(part, sides, out);
    } else if (const int k = axis_of_plane(part.axis); k < 0) {
      out.planes.push_back({part.axis, dot(part.axis, part.x)});
    } else if (part.axis[k] > 0) {
      out.box.high[k] = std::min(out.box.high[k], part.x[k]);
    } else {
      out.box.low[k] = std::max(out.box.low[k], part.x[k]);
    }
  }
  bool open = false;
  for (int k = 0; k < 3; ++k)
    open |= !(out.box.low[k] > -kUnbounded && out.box.high[k] < kUnbounded);
  if (open) {
    // The corners of the planes tell; the box around them lies a little outside, so that the
    // planes themselves cut.
    const std::vector<UnitPlane> planes = planes_from(out, inside);
    const ProjectionScheme::Survey s = ProjectionScheme().survey(planes);
    if (!s.any || s.endless) return std::nullopt;
    const Vec3 size = s.high - s.low;
    const double margin = 1e-9 * (size.x + size.y + size.z);
    for (int k = 0; k < 3; ++k) {
      if (!(out.box.low[k] > -kUnbounded)) out.box.low[k] = inside[k] + s.low[k] - margin;
      if (!(out.box.high[k] < kUnbounded)) out.box.high[k] = inside[k] + s.high[k] + margin;
    }
  }
  if (!(out.box.volume() > 0)) return std::nullopt;
  return out;
}

std::optional<ConvexContainer> ConvexContainer::of_planes(std::span<const SpacePart> parts,
                                                          int sides, const Vec3& inside) {
  auto out = within(parts, sides, inside);
  if (!out) return out;
  out->planes.clear();
  for (const SpacePart& part : parts) {
    const FlatSides flat = flat_sides(part, sides);
    for (std::size_t k = 0; k < flat.r.size(); ++k) out->planes.push_back(flat.plane(k, part.x));
  }
  const Vec3 size = out->box.high - out->box.low;
  const double margin = 0.01 * (size.x + size.y + size.z);
  for (int k = 0; k < 3; ++k) out->box.low[k] -= margin, out->box.high[k] += margin;
  return out;
}

double ConvexContainer::volume() const {
  if (planes.empty()) return box.volume();
  const Vec3 middle = 0.5 * (box.low + box.high);
  return ProjectionScheme().volume(planes_from(*this, middle));
}

std::vector<double> container_volumes(const Triangulation& t, const ConvexContainer& container,
                                      const VolumeOptions& options) {
  std::vector<double> volume = laguerre_volumes(t, container.box, options);
  if (container.planes.empty() || !(container.box.volume() > 0)) return volume;
  const int threads = options.threads > 0 ? options.threads : omp_get_max_threads();
  const std::vector<std::uint8_t> marked = sites_to_cut(t, container, threads);
#pragma omp parallel num_threads(threads)
  {
    ContainerRows rows;
    CellRow row;
#pragma omp for schedule(dynamic, 64)
    for (std::size_t i = 0; i < volume.size(); ++i)
      if (marked[i] && !t.hidden(static_cast<Vertex>(i))) {
        rows.find(t, static_cast<Vertex>(i), container, row);
        volume[i] = row.volume;
      }
  }
  return volume;
}

}  // namespace scree::geometry
