#include "scene/fill.hpp"

#include <fmt/format.h>

#include "base/cancel.hpp"
#include "dynamics/integrator.hpp"
#include "shapes/sphere.hpp"
#include "walls/images.hpp"

namespace scree {
namespace {

constexpr double kWallRounding = 1e-9;  // of the radius: touching a wall is not overlapping it

// A length as a person reads it.
std::string length_text(double m) {
  const double a = std::abs(m);
  if (a >= 1) return fmt::format("{:.4g} m", m);
  if (a >= 1e-3) return fmt::format("{:.4g} mm", m * 1e3);
  return fmt::format("{:.4g} um", m * 1e6);
}

}  // namespace

const FillEntry* find_fill(std::string_view name) {
  for (const FillEntry* e : fill_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

std::string FillContext::name() const {
  if (fill.params.has("name")) return fmt::format("fill `{}`", fill.params.text("name"));
  return fmt::format("fill {}", index);
}

double Piece::volume() const {
  return cluster ? cluster->volume() : ball_measure(radius, dimensions);
}

bool FillContext::is_larger_than(const Bounds& space, double diameter) const {
  double least = 1e300;
  for (int a = 0; a < 3; ++a)
    if (!world.box.periodic[a]) least = std::min(least, space.hi[a] - space.lo[a]);
  if (!(diameter > least)) return false;
  const char* key = fill.spans.contains("diameter") ? "diameter" : "size";
  fail(
      "E0701", key,
      fmt::format("a grain of {} does not fit in {}: the space is {} wide", length_text(diameter),
                  name(), length_text(least)),
      fmt::format("is the unit right? Numbers without a unit are metres: \"{:.4g} mm\"", diameter));
  return true;
}

bool FillContext::has_own_sizes(std::string_view owner, const TextSpan& at) const {
  for (const ClusterMix::Part& part : mix.parts) {
    if (part.cluster->sized) continue;
    messages.error("E0451", at,
                   fmt::format("{} does not say how large `{}` is", owner, part.cluster->name),
                   fmt::format("give a `diameter` here, or in [shape.{}]: that of the ball around "
                               "it",
                               part.cluster->name));
    return false;
  }
  return true;
}

std::optional<SizeDistribution> FillContext::sizes(const Branch& branch, std::string_view owner) {
  const ParamSet& p = branch.entry.name.empty() ? branch.params : branch.entry_params;
  mix.own_size = !p.has("diameter") && branch.table("size") == nullptr;
  const Dimensions d = world.particles.dimensions();
  if (mix.empty() || !mix.own_size) {
    auto out = sizes_of(branch, owner, messages);
    if (out) out->dimensions = d;
    return out;
  }
  if (!has_own_sizes(owner, branch.span)) return std::nullopt;
  SizeDistribution own;
  own.mean = mix.own_diameter();
  own.dimensions = d;
  return own;
}

Piece FillContext::piece(std::uint64_t number, double diameter) const {
  const Dimensions d = world.particles.dimensions();
  if (mix.empty()) return {0.5 * diameter, {}, 0, d};
  constexpr std::uint64_t kClusters = 62;  // of the purposes of random()
  const TurnedCluster c = mix.pick(random(kClusters), number, diameter);
  return {c.radius(), c, 0, d};
}

std::vector<std::pair<std::shared_ptr<const Shape>, Pose>> Piece::solids(const Vec3& x) const {
  std::vector<std::pair<std::shared_ptr<const Shape>, Pose>> out;
  if (!cluster) return out;
  for (std::size_t k = 0; k < cluster->cluster->solids.size(); ++k) {
    const std::shared_ptr<const Shape>& shape = cluster->cluster->solids[k].shape;
    out.emplace_back(cluster->scale == 1 ? shape : shape->scaled(cluster->scale),
                     cluster->solid_pose(k, x));
  }
  return out;
}

std::uint32_t FillContext::shape_number(std::uint32_t row) const {
  const Particles& p = world.particles;
  const Body* body = world.bodies.find(p.ws[row].body);
  return body ? world.bodies.primitive_of(*body, p.id[row].value).shape : 0;
}

double FillContext::depth_in(const Shape& shape, const Pose& at, std::uint32_t row,
                             double gap) const {
  const Particles& p = world.particles;
  const std::uint32_t number = shape_number(row);
  const Sphere ball(p.xr[row].r);
  const Vec3 d = world.box.nearest(p.xr[row].x - at.x);
  ContactPoints points;
  collisions_.collide(shape, at, number > 0 ? *world.shapes[number] : ball, {at.x + d, p.q[row]},
                      gap, points);
  double deepest = 0;
  for (int k = 0; k < points.count; ++k)
    deepest = std::max(deepest, points.point[static_cast<std::size_t>(k)].depth + gap);
  return deepest;
}

bool FillContext::is_free(const Piece& piece, const Vec3& x, double gap) const {
  cancel_point();
  if (piece.solid()) {
    for (const auto& [shape, at] : piece.solids(x)) {
      const double r = shape->bounding_radius();
      const Shape& one = *shape;
      const Pose pose = at;
      if (!placed.each_near(wrapped(pose.x), r, gap, [&](std::uint32_t row) {
            return depth_in(one, pose, row, gap) <= kWallRounding * r;
          }))
        return false;
    }
    return true;
  }
  return piece.all_balls(
      x, [&](const SolidBall& b) { return placed.is_free(wrapped(b.x), b.r, gap); });
}

void FillContext::add(const Piece& piece, const Grain& grain) {
  cancel_point();
  const double density = world.materials[grain.material.value].density;
  if (!piece.cluster) {
    placed.add(grain.x, grain.radius, index);
    world.particles.add(grain, piece.density > 0 ? piece.density : density);
    return;
  }
  if (piece.cluster->cluster->bonded) return add_bonded(*piece.cluster, grain);
  BodySpec spec = piece.cluster->body(grain.x, grain.material, density);
  spec.v = grain.v;
  spec.omega = grain.omega;
  spec.fixed = grain.fixed;
  add_clump(spec);
}

void FillContext::add_bonded(const TurnedCluster& cluster, const Grain& grain) {
  for (std::size_t k = 0; k < cluster.cluster->balls.size(); ++k) {
    const SolidBall b = cluster.ball(k, grain.x);
    placed.add(wrapped(b.x), b.r, index);
  }
  scree::add_bonded(world, cluster, grain);
}

void FillContext::add_clump(const BodySpec& spec) {
  for (const PrimitiveSpec& p : spec.primitives)
    placed.add(wrapped(spec.x + rotate(spec.q, p.x)),
               p.shape ? p.shape->bounding_radius() : p.radius, index);
  if (const auto added = add_body(world, spec); !added)
    messages.error(added.error().code, fill.span, added.error().message);
}

Vec3 FillContext::wrapped(Vec3 x) const {
  if (world.box.any()) wrap(x, world.box);
  return x;
}

bool FillContext::check_given(const Piece& piece, const Grain& grain, std::string_view what,
                              const TextSpan& at) const {
  if (piece.solid()) {
    for (const auto& [shape, pose] : piece.solids(grain.x))
      if (!check_solid(*shape, pose, grain.fixed, what, at)) return false;
    return true;
  }
  return piece.all_balls(grain.x, [&](const SolidBall& b) {
    Grain one = grain;
    one.x = piece.cluster ? wrapped(b.x) : b.x;
    one.radius = b.r;
    return check_given(one, what, at);
  });
}

bool FillContext::check_solid(const Shape& shape, const Pose& at, bool fixed, std::string_view what,
                              const TextSpan& span) const {
  const double r = shape.bounding_radius();
  const bool free = placed.each_near(wrapped(at.x), r, 0, [&](std::uint32_t row) {
    if (fixed && world.particles.vm[row].inv_mass == 0) return true;
    const double depth = depth_in(shape, at, row, 0);
    const double smaller = std::min(r, world.particles.xr[row].r);
    if (depth <= world.max_start_overlap * smaller) return true;
    messages.error("E0703", span,
                   fmt::format("{} overlaps {} by {} ({:.3g} % of the smaller radius)", what,
                               placed.name_of(row), length_text(depth), 100 * depth / smaller),
                   fmt::format("at most {:.3g} % is accepted at the start (`max_start_overlap`)",
                               100 * world.max_start_overlap));
    return false;
  });
  if (!free || fixed) return free;
  for (std::size_t k = 0; k < world.walls.size(); ++k) {
    const Wall& w = world.walls[k];
    const double depth = depth_in_wall(k, shape, at);
    // The middle of the ball around a pyramid lies on its base.
    const Vec3 inside = to_world(at, shape.mass_properties(world.particles.dimensions()).centre);
    const bool behind = wall_images_[k].side(w, inside, r) < 0;
    const bool pierced = is_pierced(k, shape, at);
    if (!behind && !pierced && depth <= world.max_start_overlap * shape.inner_radius()) continue;
    messages.error("E0707", span,
                   behind    ? fmt::format("{} lies on the wrong side of wall `{}`", what, w.name)
                   : pierced ? fmt::format("wall `{}` goes through {}", w.name, what)
                             : fmt::format("{} sticks {} deep in wall `{}`", what,
                                           length_text(depth), w.name));
    return false;
  }
  return true;
}

double FillContext::depth_in_wall(std::size_t wall, const Shape& shape, const Pose& at) const {
  const Wall& w = world.walls[wall];
  double depth = 0;
  if (const std::optional<RoundedCore> core = shape.rounded_core()) {
    ContactPoints points;
    wall_images_[wall].press(w, *core, at, shape.bounding_radius(), 0, points);
    for (int m = 0; m < points.count; ++m)
      depth = std::max(depth, points.point[static_cast<std::size_t>(m)].depth);
    return depth;
  }
  ShapeTouches touches;
  wall_images_[wall].touch_shape(w, shape, at, 0, touches);
  for (int m = 0; m < touches.count; ++m)
    depth = std::max(depth, -touches.touch[static_cast<std::size_t>(m)].gap());
  return depth;
}

bool FillContext::is_pierced(std::size_t wall, const Shape& shape, const Pose& at) const {
  const std::optional<RoundedCore> core = shape.rounded_core();
  return core && wall_images_[wall].pierces(world.walls[wall], *core, at, shape.bounding_radius());
}

bool FillContext::clear_of_walls(const Shape& shape, const Pose& at) const {
  const double r = shape.bounding_radius();
  for (std::size_t k = 0; k < world.walls.size(); ++k) {
    if (wall_images_[k].side(world.walls[k], at.x, r) < 0) return false;
    if (depth_in_wall(k, shape, at) > kWallRounding * r || is_pierced(k, shape, at)) return false;
  }
  return true;
}

bool FillContext::clear_of_walls(const Vec3& x, double radius) const {
  for (std::size_t k = 0; k < world.walls.size(); ++k) {
    const Wall& w = world.walls[k];
    const WallImages& images = wall_images_[k];
    if (images.side(w, x, radius) < 0) return false;
    WallTouches touches;
    images.touch(w, x, radius * (1 - kWallRounding), touches);
    if (touches.count > 0) return false;
  }
  return true;
}

bool FillContext::check_given(const Grain& grain, std::string_view what, const TextSpan& at) const {
  const double r = grain.radius;
  const Sphere ball(r);
  const auto true_overlap = [&](std::uint32_t row, double overlap) {
    return shape_number(row) > 0 ? depth_in(ball, {grain.x, {}}, row, 0) : overlap;
  };
  if (const auto hit = placed.deepest(grain.x, r, true_overlap)) {
    const double smaller = std::min(r, hit->radius);
    const bool both_fixed = grain.fixed && world.particles.vm[hit->ball].inv_mass == 0;
    if (!both_fixed && hit->overlap > world.max_start_overlap * smaller) {
      messages.error("E0703", at,
                     fmt::format("{} overlaps {} by {} ({:.3g} % of the smaller radius)", what,
                                 placed.name_of(hit->ball), length_text(hit->overlap),
                                 100 * hit->overlap / smaller),
                     fmt::format("at most {:.3g} % is accepted at the start (`max_start_overlap`)",
                                 100 * world.max_start_overlap));
      return false;
    }
  }
  if (grain.fixed) return true;
  for (std::size_t k = 0; k < world.walls.size(); ++k) {
    const Wall& w = world.walls[k];
    const WallImages& images = wall_images_[k];
    WallTouches touches;
    images.touch(w, grain.x, r, touches);
    double depth = 0;
    for (int m = 0; m < touches.count; ++m) depth = std::max(depth, r - touches.touch[m].distance);
    const bool behind = images.side(w, grain.x, r) < 0;
    if (!behind && depth <= world.max_start_overlap * r) continue;
    messages.error(
        "E0707", at,
        behind ? fmt::format("{} lies on the wrong side of wall `{}`", what, w.name)
               : fmt::format("{} sticks {} deep in wall `{}`", what, length_text(depth), w.name));
    return false;
  }
  return true;
}

}  // namespace scree
