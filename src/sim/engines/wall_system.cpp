#include "sim/engines/wall_system.hpp"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

struct GrainExtent {
  Vec3 lo, hi;
  double skin = 0;
};

// The farthest grain from the wall's origin, from a box around all grains that is renewed with the
// lists. Where the wall has images its own size counts: a grain may be near any of them.
double farthest_from(const Wall& w, const WallImages& images, const GrainExtent& grains) {
  double d2 = 0;
  for (int k = 0; k < 3; ++k) {
    double a = std::abs(w.pose.x[k] - grains.lo[k]), b = std::abs(grains.hi[k] - w.pose.x[k]);
    if (images.along(k)) {
      const WallExtent e = images.extent(w.pose, *w.shape, k);
      a = std::abs(e.lo), b = std::abs(e.hi);
    }
    d2 += std::max(a, b) * std::max(a, b);
  }
  return std::sqrt(d2) + grains.skin;
}

// Bound of the displacement of any point of a wall that a grain can be near to.
double greatest_shift(const WallPose& before, const Wall& w, const WallImages& images,
                      const GrainExtent& grains) {
  const double shift = norm(w.pose.x - before.x);
  const Quat turn = w.pose.q * conjugate(before.q);
  const double half_sine = norm(Vec3{turn.x, turn.y, turn.z});
  if (half_sine == 0) return shift;
  // Chord of the turn at the farthest grain from the wall's origin.
  return shift + 2 * half_sine * (farthest_from(w, images, grains) + norm(w.pose.x - before.x));
}

// What the grains do to each group of walls, about the origin of the world; in the order of walls.
std::vector<WallReaction> group_loads(std::span<const Wall> walls,
                                      std::span<const WallReaction> load) {
  std::vector<WallReaction> sums;
  for (std::size_t k = 0; k < walls.size(); ++k) {
    const std::uint32_t group = walls[k].motion ? walls[k].motion->group() : 0;
    if (group == 0) continue;
    if (sums.size() < group) sums.resize(group);
    sums[group - 1].force += load[k].force;
    sums[group - 1].torque += load[k].torque + cross(walls[k].pose.x, load[k].force);
  }
  return sums;
}

}  // namespace

bool WallSystem::needs_load(std::span<const Wall> walls) {
  return std::any_of(walls.begin(), walls.end(),
                     [](const Wall& w) { return w.motion && w.motion->needs_load(); });
}

bool WallSystem::any_moves(std::span<const Wall> walls) {
  return std::any_of(walls.begin(), walls.end(), [](const Wall& w) {
    return (w.motion && w.motion->moves()) || w.surface.any();
  });
}

void WallSystem::prepare(std::vector<Wall>& walls, const PeriodicBox& box) {
  work.assign(walls.size(), 0.0);
  power.assign(walls.size(), 0.0);
  for (Wall& w : walls) {
    if (w.motion && w.motion->moves()) w.pose = w.motion->advance(0, 0, {.area = w.area});
    if (w.surface.any()) w.surface.now = w.surface.schedule.speed(0);
  }
  images.clear();
  for (const Wall& w : walls) {
    images.emplace_back(w, box);
    images.back().unite(w);
  }
}

double WallSystem::move(std::vector<Wall>& walls, const ContactReader& all, int threads, double t,
                        double dt, const Vec3& gravity, const Vec3& lo, const Vec3& hi,
                        double skin) {
  const bool any_load = needs_load(walls);
  const std::vector<WallReaction> load =
      any_load ? loads(walls, all, threads) : std::vector<WallReaction>();
  const std::vector<WallReaction> of_group =
      any_load ? group_loads(walls, load) : std::vector<WallReaction>();
  double greatest = 0;
  for (std::size_t k = 0; k < walls.size(); ++k) {
    Wall& w = walls[k];
    if (w.surface.any()) w.surface.now = w.surface.schedule.speed(t);
    if (!w.motion || !w.motion->moves()) continue;
    const WallPose before = w.pose;
    WallLoad l{.gravity = gravity, .area = w.area};
    if (w.motion->needs_load()) {
      l.force = load[k].force, l.torque = load[k].torque;
      if (const std::uint32_t group = w.motion->group(); group > 0)
        l.group_force = of_group[group - 1].force, l.group_torque = of_group[group - 1].torque;
    }
    w.pose = w.motion->advance(t, dt, l);
    greatest = std::max(greatest, greatest_shift(before, w, images[k], {lo, hi, skin}));
  }
  return greatest;
}

void WallSystem::renew(const Particles& p, std::span<const Wall> walls, double range, double skin,
                       int stride, std::span<const ParticleId> id_of_old_row, int threads) {
  renew_entries(p, walls, images, range + skin, stride, id_of_old_row, threads, contacts);
  certificate.grant(skin);
}

void WallSystem::account(std::span<const Wall> walls, const ContactReader& all, int threads,
                         double dt) {
  if (!any_moves(walls)) return;
  // Other loads do their work on grains as force sources, which book it.
  const std::vector<WallReaction> now = contact_loads(walls, all, threads);
  for (std::size_t k = 0; k < walls.size(); ++k) {
    const WallPose& pose = walls[k].pose;
    double p = -(dot(now[k].force, pose.v) + dot(now[k].torque, pose.omega));
    if (walls[k].surface.any()) p += now[k].belt_power;
    work[k] += 0.5 * dt * (p + power[k]);
    power[k] = p;
  }
}

}  // namespace scree
