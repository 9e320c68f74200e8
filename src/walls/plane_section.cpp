#include "walls/plane_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "walls/tessellate.hpp"

namespace scree {
namespace {

constexpr double kAcross = 1e-9;  // of a normal: a face across z, or rounding

Error askew(std::string message, std::string hint, std::string_view key) {
  return {"E0622", std::move(message), "", std::move(hint), Subject::of_key(std::string(key))};
}

Result<std::unique_ptr<WallShape>> plane_box(const WallShapeEntry& entry, ParamSet p) {
  if (!(p.vector("axis") == Vec3{0, 1, 0}) || p.number("turn") != 0)
    return askew("a box of two dimensions has no `axis` and no `turn`",
                 "turn it with rotation = [0, 0, \"30 deg\"]",
                 p.number("turn") != 0 ? "turn" : "axis");
  Vec3 size;
  if (p.has("size")) {
    size = p.vector("size"), size.z = 1;
    p.set("size", size);
  } else if (p.has("min") && p.has("max")) {
    Vec3 lo = p.vector("min"), hi = p.vector("max");
    size = hi - lo, lo.z = -0.5, hi.z = 0.5;
    p.set("min", lo), p.set("max", hi);
  }
  if (p.vector("centre").z != 0)
    return askew("the `centre` of a wall must have z = 0 in two dimensions", "", "centre");
  auto made = entry.make(p);
  if (!made) return made.errors();
  return std::unique_ptr<WallShape>(
      new PlaneSection(std::move(*made), 2 * (std::abs(size.x) + std::abs(size.y))));
}

Result<std::unique_ptr<WallShape>> plane_cylinder(const WallShapeEntry& entry, const ParamSet& p) {
  if (p.has("height") || p.text("open") != "none")
    return askew("a cylinder of two dimensions is a circle: it has no `height` and no ends",
                 "leave it out", p.has("height") ? "height" : "open");
  const Vec3 axis = p.vector("axis");
  if (axis.x != 0 || axis.y != 0)
    return askew("the axis of a cylinder is z in two dimensions: it is a circle",
                 "leave `axis` out; upright walls are `box`, `plane` or `polygon`", "axis");
  if (p.vector("centre").z != 0)
    return askew("the `centre` of a wall must have z = 0 in two dimensions", "", "centre");
  auto made = entry.make(p);
  if (!made) return made.errors();
  return std::unique_ptr<WallShape>(
      new PlaneSection(std::move(*made), 2 * std::numbers::pi * p.number("radius")));
}

}  // namespace

void PlaneSection::touch(const Vec3& x, double reach, WallTouches& out) const {
  const int before = out.count;
  shape_->touch(x, reach, out);
  int kept = before;
  for (int k = before; k < out.count; ++k) {
    WallTouch t = out.touch[static_cast<std::size_t>(k)];
    if (std::abs(t.normal.z) > kAcross) continue;
    t.normal.z = 0;
    out.touch[static_cast<std::size_t>(kept++)] = t;
  }
  out.count = kept;
}

void PlaneSection::tips(const Vec3& x, double reach, std::vector<WallTip>& out) const {
  static thread_local std::vector<WallRidge> ridges;
  ridges.clear();
  shape_->ridges(x, reach, ridges);
  for (const WallRidge& r : ridges) {
    if (!(std::min(r.a.z, r.b.z) < 0) || !(std::max(r.a.z, r.b.z) > 0)) continue;
    // Of a prism: both ends lie over the same place.
    const Vec3 at{r.a.x, r.a.y, 0};
    if (norm(at - Vec3{x.x, x.y, 0}) < reach) out.push_back({.x = at, .shift = r.shift});
  }
}

Bounds PlaneSection::bounds() const {
  Bounds b = shape_->bounds();
  b.lo.z = -0.5, b.hi.z = 0.5;
  return b;
}

double half_depth_drawn(const Bounds& view) {
  return std::clamp(std::min(-view.lo.z, view.hi.z), 0.0, 0.5);
}

// Faces across z would hide what is behind them.
WallMesh PlaneSection::mesh(const Bounds& view) const {
  const double half = half_depth_drawn(view);
  Bounds slab = view;
  slab.lo.z = -half, slab.hi.z = half;
  WallMesh all = shape_->mesh(slab), out;
  for (Vec3& p : all.points) p.z = std::clamp(p.z, -half, half);
  out.points = all.points;
  for (const auto& t : all.triangles) {
    const Vec3 n = cross(all.points[t[1]] - all.points[t[0]], all.points[t[2]] - all.points[t[0]]);
    if (std::abs(n.z) < 0.5 * norm(n)) out.triangles.push_back(t);
  }
  return out;
}

WallMesh drawn_line(std::span<const Vec3> points, bool closed, const Bounds& view) {
  WallMesh out;
  const Vec3 half{0, 0, half_depth_drawn(view)};
  for (std::size_t k = 0; k + (closed ? 0 : 1) < points.size(); ++k) {
    const Vec3 &a = points[k], &b = points[(k + 1) % points.size()];
    add_quad(out, a - half, b - half, b + half, a + half);
  }
  return out;
}

bool is_plane_wall(std::string_view shape) { return shape == "polygon" || shape == "arc"; }

Result<std::unique_ptr<WallShape>> make_plane_wall(const WallShapeEntry& entry, const ParamSet& p) {
  const std::string_view name = entry.info.name;
  if (is_plane_wall(name)) return entry.make(p);
  if (name == "box") return plane_box(entry, p);
  if (name == "cylinder") return plane_cylinder(entry, p);
  if (name != "plane")
    return Error{"E0621", fmt::format("the wall shape `{}` is not for two dimensions", name), "",
                 "choose plane, box, cylinder (a circle), polygon or arc",
                 Subject::of_key("shape")};
  if (p.vector("normal").z != 0)
    return askew("the `normal` of a plane must lie in x and y in two dimensions", "normal = [0, 1]",
                 "normal");
  return entry.make(p);
}

std::optional<Error> leaves_the_plane(const Wall& w, double duration) {
  const auto wrong = [](const WallPose& p) {
    return p.x.z != 0 || p.v.z != 0 || p.q.x != 0 || p.q.y != 0 || p.omega.x != 0 || p.omega.y != 0;
  };
  if (wrong(w.pose) && !w.motion)
    return Error{"E0622", fmt::format("wall `{}` is not parallel to z", w.name), "",
                 "position = [x, y] and rotation = [0, 0, angle]"};
  if (!w.motion) return std::nullopt;
  Cloned<WallMotion> motion = w.motion;  // to ask it is to move it
  constexpr int kInstants = 64;
  for (int k = 0; k <= kInstants; ++k)
    if (wrong(motion->advance(duration * k / kInstants, 0, {.area = w.area})))
      return Error{"E0623", fmt::format("the motion of wall `{}` leaves the plane z = 0", w.name),
                   "", "in two dimensions walls move along x and y and turn about z"};
  return std::nullopt;
}

}  // namespace scree
