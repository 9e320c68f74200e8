#include "run/plots/wall_view.hpp"

#include <algorithm>
#include <cmath>

namespace scree::run {
namespace {

constexpr double kInfinite = 1e299;

Vec3 corner(const Vec3& lo, const Vec3& hi, int k) {
  return {k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z};
}

bool infinite(const Bounds& b) {
  for (int k = 0; k < 3; ++k)
    if (!(b.lo[k] > -kInfinite) || !(b.hi[k] < kInfinite)) return true;
  return false;
}

// Grains, less what flew away, and walls that end somewhere.
FrameBounds surroundings(const Simulation& sim, const Frame& frame) {
  FrameBounds b;
  Vec3 lo{}, hi{};
  std::vector<double> c;
  for (int k = 0; k < 3 && frame.size() > 0; ++k) {
    c.clear();
    for (const Vec3& x : frame.x)
      if (is_finite(x)) c.push_back(x[k]);
    if (c.empty()) return b;
    std::sort(c.begin(), c.end());
    const auto cut = static_cast<std::size_t>(0.005 * static_cast<double>(c.size()));
    lo[k] = c[cut], hi[k] = c[c.size() - 1 - cut];
  }
  const double largest =
      frame.size() > 0 ? *std::max_element(frame.radius.begin(), frame.radius.end()) : 0;
  if (frame.size() > 0) b.include(lo, largest), b.include(hi, largest);
  for (const Wall& w : sim.world().walls) {
    const Bounds own = w.shape->bounds();
    if (infinite(own)) continue;
    for (int k = 0; k < 8; ++k) b.include(w.pose.x + rotate(w.pose.q, corner(own.lo, own.hi, k)));
  }
  for (const Inlet& i : sim.world().inlets) {
    b.include(i.centre + i.axis_u + i.axis_v);
    b.include(i.centre - i.axis_u - i.axis_v);
  }
  if (b.empty()) b.include({0, 0, 0}, 1);
  return b;
}

FrameBounds grown(FrameBounds b, double by) {
  b.lo -= Vec3{by, by, by};
  b.hi += Vec3{by, by, by};
  return b;
}

// The box around a box, in the frame of a wall.
Bounds in_frame_of(const Wall& w, const FrameBounds& b) {
  FrameBounds local;
  for (int k = 0; k < 8; ++k)
    local.include(rotate_back(w.pose.q, corner(b.lo, b.hi, k) - w.pose.x));
  return {local.lo, local.hi};
}

FrameWall placed(const Wall& w, const WallMesh& mesh) {
  FrameWall out{w.name, {}, mesh.triangles};
  out.points.reserve(mesh.points.size());
  for (const Vec3& p : mesh.points) out.points.push_back(w.pose.x + rotate(w.pose.q, p));
  return out;
}

// Level and below all grains.
bool is_floor(const FrameWall& wall, const FrameBounds& grains, const Vec3& up) {
  if (wall.triangles.empty()) return false;
  double lowest = 1e300;
  for (int k = 0; k < 8; ++k) lowest = std::min(lowest, dot(up, corner(grains.lo, grains.hi, k)));
  const double size = norm(grains.hi - grains.lo);
  for (const auto& t : wall.triangles)
    for (const std::uint32_t c : t)
      if (!(dot(up, wall.points[c]) < lowest + 0.1 * size)) return false;
  return true;
}

// Sutherland and Hodgman: the part of a polygon on one side of x_k = at.
std::vector<Vec3> cut(const std::vector<Vec3>& polygon, int k, double at, double side) {
  std::vector<Vec3> out;
  for (std::size_t n = 0; n < polygon.size(); ++n) {
    const Vec3 &a = polygon[n], &b = polygon[(n + 1) % polygon.size()];
    const double da = side * (a[k] - at), db = side * (b[k] - at);
    if (da <= 0) out.push_back(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) out.push_back(a + (da / (da - db)) * (b - a));
  }
  return out;
}

// Walls of two dimensions are prisms across the plane: as thick as the discs, and without the faces
// that would stand before them.
void make_thin(std::vector<FrameWall>& walls, double half) {
  for (FrameWall& wall : walls) {
    for (Vec3& x : wall.points) x.z = std::clamp(x.z, -half, half);
    std::erase_if(wall.triangles, [&](const auto& t) {
      return wall.points[t[0]].z == wall.points[t[1]].z &&
             wall.points[t[1]].z == wall.points[t[2]].z;
    });
  }
}

}  // namespace

FrameWall clipped(const FrameWall& wall, const FrameBounds& box) {
  FrameWall out{wall.name, {}, {}};
  for (const auto& t : wall.triangles) {
    std::vector<Vec3> polygon{wall.points[t[0]], wall.points[t[1]], wall.points[t[2]]};
    for (int k = 0; k < 3 && !polygon.empty(); ++k) {
      polygon = cut(polygon, k, box.lo[k], -1);
      if (!polygon.empty()) polygon = cut(polygon, k, box.hi[k], 1);
    }
    const auto base = static_cast<std::uint32_t>(out.points.size());
    for (std::uint32_t n = 2; n < polygon.size(); ++n)
      out.triangles.push_back({base, base + n - 1, base + n});
    if (polygon.size() > 2) out.points.insert(out.points.end(), polygon.begin(), polygon.end());
  }
  return out;
}

std::vector<FrameWall> wall_meshes(const Simulation& sim, const Frame& frame) {
  const FrameBounds around = surroundings(sim, frame);
  const double size = norm(around.hi - around.lo);
  const FrameBounds near = grown(around, 0.02 * size), wide = grown(around, 1.5 * size);
  FrameBounds grains = grain_bounds(frame);
  if (grains.empty()) grains = around;
  std::vector<FrameWall> out;
  for (const Wall& w : sim.world().walls) {
    if (!infinite(w.shape->bounds())) {
      out.push_back(placed(w, w.shape->mesh(in_frame_of(w, near))));
      continue;
    }
    const FrameWall all = placed(w, w.shape->mesh(in_frame_of(w, wide)));
    out.push_back(is_floor(all, grains, frame.up) ? all : clipped(all, near));
  }
  if (frame.dimensions == 2) {
    const auto largest = std::max_element(frame.radius.begin(), frame.radius.end());
    make_thin(out, largest == frame.radius.end() ? 0.01 * size : *largest);
  }
  return out;
}

}  // namespace scree::run
