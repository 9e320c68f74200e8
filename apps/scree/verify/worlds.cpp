#include "scree/verify/worlds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.hpp"

namespace scree::app::cases {

MaterialSpec linear_material(double contact_time, double restitution, double friction) {
  MaterialSpec m;
  m.name = "glass";
  m.normal = {"linear", {}};
  m.normal.params.set("contact_time", contact_time);
  m.normal.params.set("restitution", restitution);
  if (friction > 0) {
    m.tangential = {"spring", {}};
    m.tangential.params.set("friction", friction);
  }
  return m;
}

MaterialSpec hertz_material(double young, double poisson, double restitution) {
  MaterialSpec m;
  m.name = "elastic";
  m.normal = {"hertz", {}};
  m.normal.params.set("young", young);
  m.normal.params.set("poisson", poisson);
  m.normal.params.set("restitution", restitution);
  return m;
}

World empty_world(const MaterialSpec& material) {
  World w;
  w.materials = {material};
  w.gravity.g = {0, 0, 0};
  return w;
}

// The parameters are those of this file: a mistake in them would be one of the program.
Wall plane(const Vec3& point, const Vec3& normal) {
  ParamSet p;
  p.set("point", point);
  p.set("normal", normal);
  const WallShapeEntry* entry = find_wall_shape("plane");
  Wall w;
  w.name = "plane";
  w.shape = std::shared_ptr<const WallShape>(
      std::move(*entry->make(*with_defaults(entry->info.params, p))));
  return w;
}

std::vector<Wall> open_box(double width) {
  return {plane({0, 0, 0}, {0, 1, 0}), plane({0, 0, 0}, {1, 0, 0}),
          plane({width, 0, 0}, {-1, 0, 0}), plane({0, 0, 0}, {0, 0, 1}),
          plane({0, 0, width}, {0, 0, -1})};
}

void add_cloud(World& w, std::size_t n, double d, int across, double speed, std::uint64_t seed) {
  const CounterRandom random(seed, 1);
  const auto a = static_cast<std::size_t>(across);
  for (std::size_t c = 0; c < n; ++c) {
    const auto u = [&](std::size_t m) { return random.uniform(8 * c + m) - 0.5; };
    const double r = 0.5 * d * (0.85 + 0.3 * (u(0) + 0.5));
    w.particles.add({.x = {(static_cast<double>(c % a) + 0.6) * 1.2 * d,
                           (static_cast<double>(c / (a * a)) + 0.6) * 1.2 * d,
                           (static_cast<double>((c / a) % a) + 0.6) * 1.2 * d},
                     .radius = r,
                     .v = {speed * u(1), speed * u(2), speed * u(3)},
                     .omega = {u(4) * speed / d, u(5) * speed / d, u(6) * speed / d}},
                    w.materials[0].density);
  }
}

std::uint32_t row(const Simulation& s, std::uint32_t id) { return s.particles().row_of()[id]; }
Vec3 position(const Simulation& s, std::uint32_t id) { return s.particles().xr[row(s, id)].x; }
Vec3 velocity(const Simulation& s, std::uint32_t id) { return s.particles().vm[row(s, id)].v; }
Vec3 spin(const Simulation& s, std::uint32_t id) { return s.particles().ws[row(s, id)].omega; }

double resting_depth(double g, double contact_time, double restitution) {
  const double pi = std::numbers::pi, ln_e = std::log(restitution);
  return g * contact_time * contact_time / (pi * pi + ln_e * ln_e);  // m g / k_n, (3.13)
}

// A gap of 2.3 steps, so that the contact begins within a step, not on it.
World pair_world(const MaterialSpec& m, double r0, double r1, double v0, double v1, double dt) {
  World w = empty_world(m);
  w.dt = dt;
  const double gap = 2.3 * (v0 - v1) * dt;
  w.particles.add({.x = {-r0 - gap, 0, 0}, .radius = r0, .v = {v0, 0, 0}}, m.density);
  w.particles.add({.x = {r1, 0, 0}, .radius = r1, .v = {v1, 0, 0}}, m.density);
  return w;
}

Collision collide(const VerifyRun& run, World w) {
  Simulation s = run.start(std::move(w));
  const auto closing = [&] { return velocity(s, 0).x - velocity(s, 1).x; };
  const double before = closing();
  Collision c;
  double first = -1, last = 0;
  for (int k = 0; k < 400000; ++k) {
    VerifyRun::advance(s, 1);
    bool touching = false;
    s.for_each_contact([&](const ContactView& v) {
      touching = true;
      if (first < 0) first = s.time();
      c.deepest = std::max(c.deepest, v.overlap);
      c.strongest = std::max(c.strongest, norm(v.force));
      c.time.push_back(s.time() - first);
      c.overlap.push_back(v.overlap);
      c.force.push_back(-v.force.x);
    });
    if (touching)
      last = s.time();
    else if (first >= 0)
      break;
  }
  // Begin and end are known to within a step: on average half a step is missed on each side.
  c.duration = last - first + s.dt();
  c.restitution = -closing() / before;
  return c;
}

}  // namespace scree::app::cases
