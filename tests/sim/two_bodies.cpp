// Two bodies against closed forms, through the whole step.
#include <numbers>

#include "worlds.hpp"

namespace scree::test {
namespace {

using std::numbers::pi;

struct Collision {
  double restitution = 0, duration = 0, deepest = 0, strongest = 0;
};

// Grains 0 and 1 approach along x until they have touched and parted.
Collision collide(World w) {
  Simulation s = start(std::move(w));
  const auto closing = [&] {
    return s.particles().vm[row(s, 0)].v.x - s.particles().vm[row(s, 1)].v.x;
  };
  const double before = closing();
  Collision c;
  double first = -1, last = 0;
  for (int k = 0; k < 400000; ++k) {
    run(s, 1);
    bool touching = false;
    s.for_each_contact([&](const ContactView& v) {
      touching = true;
      c.deepest = std::max(c.deepest, v.overlap);
      c.strongest = std::max(c.strongest, norm(v.force));
    });
    if (touching) {
      if (first < 0) first = s.time();
      last = s.time();
    } else if (first >= 0) {
      break;
    }
  }
  // Begin and end are known to within a step: on average half a step is missed on each side.
  c.duration = last - first + s.dt();
  c.restitution = -closing() / before;
  return c;
}

// Gap of two steps, so that the contact begins within a step, not on it.
World pair_world(const MaterialSpec& m, double r0, double r1, double v0, double v1, double dt) {
  World w = empty_world(m);
  w.dt = dt;
  const double gap = 2.3 * (v0 - v1) * dt;
  w.particles.add({.x = {-r0 - gap, 0, 0}, .radius = r0, .v = {v0, 0, 0}}, m.density);
  w.particles.add({.x = {r1, 0, 0}, .radius = r1, .v = {v1, 0, 0}}, m.density);
  return w;
}

TEST(TwoBodies, linear_meets_restitution_and_duration_at_every_mass_ratio) {
  const double t_c = 1e-3;
  for (const double e : {0.05, 0.1, 0.2, 0.5, 0.8, 0.95, 1.0}) {
    for (const double ratio : {1.0, 10.0, 1e3, 1e6}) {
      const MaterialSpec m = linear_material(t_c, e, 0.3);
      const double r0 = 0.002, r1 = r0 * std::cbrt(ratio);
      const Collision c = collide(pair_world(m, r0, r1, 0.3, -0.2, t_c / 4000));
      EXPECT_NEAR(c.restitution, e, 1e-3 * e) << "e " << e << " mass ratio " << ratio;
      EXPECT_NEAR(c.duration, t_c, 1e-3 * t_c) << "e " << e << " mass ratio " << ratio;
    }
  }
}

TEST(TwoBodies, stiffness_with_restitution_is_met_for_unequal_masses) {
  MaterialSpec m = linear_material(1e-3, 0.6, 0);
  m.normal.params = {};
  m.normal.params.set("stiffness", 5000.0);
  m.normal.params.set("restitution", 0.6);
  const double mass0 = m.density * 4 / 3 * pi * std::pow(0.002, 3), mass1 = 8 * mass0;
  const double m_eff = mass0 * mass1 / (mass0 + mass1), ln = std::log(0.6);
  const double t_c = std::sqrt(m_eff / 5000.0 * (pi * pi + ln * ln));  // (3.13) solved for t_c
  const Collision c = collide(pair_world(m, 0.002, 0.004, 0.3, -0.2, t_c / 4000));
  EXPECT_NEAR(c.restitution, 0.6, 6e-4);
  EXPECT_NEAR(c.duration, t_c, 1e-3 * t_c);
}

TEST(TwoBodies, hertz_glass_spheres_at_10_metres_per_second) {
  MaterialSpec m;
  m.name = "glass";
  m.density = 2800;
  m.normal = {"hertz", {}};
  m.normal.params.set("young", 48e9);
  m.normal.params.set("poisson", 0.2);
  m.normal.params.set("restitution", 1.0);
  const double r = 0.01, v = 20;
  const double m_eff = 0.5 * 2800 * 4 / 3 * pi * r * r * r, r_eff = r / 2;
  const double e_eff = 48e9 / (2 * (1 - 0.04));
  const double k = 4.0 / 3.0 * e_eff * std::sqrt(r_eff);
  const double deepest = std::pow(5 * m_eff * v * v / (4 * k), 0.4);
  const double strongest = k * std::pow(deepest, 1.5);
  const double duration = 2.9432750 * deepest / v;
  const Collision c = collide(pair_world(m, r, r, 10, -10, 1e-8));
  EXPECT_NEAR(c.deepest, deepest, 1e-3 * deepest);
  EXPECT_NEAR(c.strongest, strongest, 1e-3 * strongest);
  EXPECT_NEAR(c.duration, duration, 1e-3 * duration);
  EXPECT_NEAR(c.restitution, 1.0, 1e-3);
  // The published figures: 10.70 kN, 0.274 mm, 40.3 us, to the digits given.
  EXPECT_NEAR(c.strongest, 10.70e3, 10);
  EXPECT_NEAR(c.deepest, 0.274e-3, 1e-6);
  EXPECT_NEAR(c.duration, 40.3e-6, 0.1e-6);
}

TEST(TwoBodies, hertz_meets_the_asked_restitution) {
  for (const double e : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    MaterialSpec m;
    m.name = "soft";
    m.normal = {"hertz", {}};
    m.normal.params.set("young", 5e6);
    m.normal.params.set("poisson", 0.3);
    m.normal.params.set("restitution", e);
    World w = pair_world(m, 0.004, 0.002, 0.3, -0.2, 1e-7);
    const Collision c = collide(std::move(w));
    EXPECT_NEAR(c.restitution, e, 1e-3 * e + 1e-4);  // 1e-4: the contact's end falls within a step
  }
}

// Oblique impact on a plane, both in the sliding regime of the whole contact.
TEST(TwoBodies, oblique_impact_follows_the_sliding_branch) {
  const double mu = 0.092, e = 0.98, speed = 3.9, r = 0.0025;
  for (const double degrees : {60.0, 70.0, 80.0}) {
    const double theta = degrees * pi / 180;
    MaterialSpec m = linear_material(1e-4, e, mu);
    m.density = 4000;
    World w = empty_world(m);
    w.dt = 1e-4 / 4000;
    w.walls = {plane({0, 0, 0}, {0, 1, 0})};
    const Vec3 v{speed * std::sin(theta), -speed * std::cos(theta), 0};
    w.particles.add({.x = {0, r - 2.3 * v.y * w.dt, 0}, .radius = r, .v = v}, m.density);
    Simulation s = start(std::move(w));
    run(s, 4200);
    ASSERT_EQ(s.contact_count(), 0u);
    const double e_t = s.particles().vm[0].v.x / v.x;
    const double theory = 1 - mu * (1 + e) / std::tan(theta);
    EXPECT_NEAR(e_t, theory, 1e-3 * theory) << degrees;
    EXPECT_NEAR(-s.particles().vm[0].v.y / v.y, e, 1e-3 * e);
  }
}

TEST(TwoBodies, sliding_turns_into_rolling_at_five_sevenths) {
  const double r = 0.005, mu = 0.3, v0 = 0.5, g = 9.81;
  World w = empty_world(linear_material(1e-3, 0.5, mu));
  w.gravity.g = {0, -g, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  // Resting depth m g / k_n, so that the weight is carried from the start.
  const double ln = std::log(0.5), depth = g * 1e-6 / (pi * pi + ln * ln);
  w.particles.add({.x = {0, r - depth, 0}, .radius = r, .v = {v0, 0, 0}}, 2500);
  Simulation s = start(std::move(w));
  const double t_roll = 2 * v0 / (7 * mu * g);
  run(s, static_cast<std::uint64_t>(0.5 * t_roll / s.dt()));
  EXPECT_NEAR(s.particles().vm[0].v.x, v0 - mu * g * s.time(), 1e-3 * v0);
  run(s, static_cast<std::uint64_t>(2 * t_roll / s.dt()));
  EXPECT_NEAR(s.particles().vm[0].v.x, 5.0 / 7.0 * v0, 1e-3 * v0);
  EXPECT_NEAR(s.particles().ws[0].omega.z * r, -5.0 / 7.0 * v0, 1e-3 * v0);
}

TEST(TwoBodies, sphere_on_a_slope_rolls_or_slides_as_theory_says) {
  const double r = 0.005, g = 9.81;
  for (const double mu : {0.5, 0.1}) {
    const double theta = pi / 6;
    World w = empty_world(linear_material(1e-3, 0.5, mu));
    w.gravity.g = {g * std::sin(theta), -g * std::cos(theta), 0};
    w.walls = {plane({0, 0, 0}, {0, 1, 0})};
    const double ln = std::log(0.5), depth = g * std::cos(theta) * 1e-6 / (pi * pi + ln * ln);
    w.particles.add({.x = {0, r - depth, 0}, .radius = r}, 2500);
    Simulation s = start(std::move(w));
    run(s, static_cast<std::uint64_t>(0.2 / s.dt()));
    const bool rolls = std::tan(theta) <= 3.5 * mu;
    const double a =
        rolls ? 5.0 / 7.0 * g * std::sin(theta) : g * (std::sin(theta) - mu * std::cos(theta));
    EXPECT_NEAR(s.particles().vm[0].v.x, a * s.time(), 1e-3 * a * s.time()) << "mu " << mu;
  }
}

// A small grain in the neck between two large fixed ones: codes that mix velocities at half steps
// with normals at full steps make it stick. Smooth and elastic, it must keep its energy.
TEST(TwoBodies, a_small_grain_between_two_large_ones_does_not_stick) {
  for (const double ratio : {3.0, 10.0, 30.0, 100.0}) {
    const double r = 1e-3, big = ratio * r;
    World w = empty_world(linear_material(1e-4, 1.0, 0));
    w.gravity.g = {0, -9.81, 0};
    const double gap = 1.2 * r;  // half the gap between the large ones: the small one cannot pass
    w.particles.add({.x = {-big - gap / 2, 0, 0}, .radius = big, .fixed = true}, 2500);
    w.particles.add({.x = {big + gap / 2, 0, 0}, .radius = big, .fixed = true}, 2500);
    const double rest = std::sqrt((big + r) * (big + r) - (big + gap / 2) * (big + gap / 2));
    w.particles.add({.x = {0.05 * r, rest + 2 * r, 0}, .radius = r, .v = {0.02, 0, 0}}, 2500);
    w.steps_per_contact = 200;
    Simulation s = start(std::move(w));
    const double before = s.energy().total();
    double highest = -1;
    for (int k = 0; k < 40; ++k) {
      run(s, 2000);
      highest = k >= 20 ? std::max(highest, s.particles().xr[row(s, 2)].x.y) : highest;
    }
    const double fall = 9.81 * 2 * r / s.particles().vm[row(s, 2)].inv_mass;
    EXPECT_NEAR(s.energy().total(), before, 5e-3 * fall) << ratio;
    EXPECT_GT(highest, rest + r) << "still bouncing after 0.02 s, ratio " << ratio;
  }
}

// With friction it must leave a rotating large grain, not be carried round by it.
TEST(TwoBodies, a_small_grain_is_thrown_off_a_large_one) {
  for (const double ratio : {3.0, 10.0, 30.0, 100.0}) {
    const double r = 1e-3, big = ratio * r;
    World w = empty_world(linear_material(1e-4, 0.5, 0.5));
    w.particles.add({.x = {0, 0, 0}, .radius = big}, 2500);
    w.particles.add({.x = {0, big + r, 0}, .radius = r, .v = {2.0, -0.01, 0}}, 2500);
    Simulation s = start(std::move(w));
    run(s, static_cast<std::uint64_t>(3 * big / 2.0 / s.dt()));
    EXPECT_EQ(s.contact_count(), 0u) << ratio;
    EXPECT_GT(norm(s.particles().xr[row(s, 1)].x - s.particles().xr[row(s, 0)].x), big + 1.05 * r)
        << "ratio " << ratio;
  }
}

TEST(TwoBodies, meet_through_a_periodic_border_as_in_free_space) {
  const MaterialSpec m = linear_material(1e-3, 0.5, 0.3);
  World free = empty_world(m), ring = empty_world(m);
  ring.box = {{0, 0, 0}, {0.1, 0.1, 0.1}, {true, true, true}};
  for (World* w : {&free, &ring}) {
    const double shift = w == &ring ? 0.1 : 0.0;
    w->particles.add({.x = {0.0949, 0.05, 0.05}, .radius = 0.005, .v = {0.5, 0.1, 0}}, m.density);
    w->particles.add({.x = {0.1051 - shift, 0.051, 0.05}, .radius = 0.005, .v = {-0.5, 0, 0}},
                     m.density);
  }
  Simulation a = start(std::move(free)), b = start(std::move(ring));
  run(a, 300), run(b, 300);
  for (const std::uint32_t id : {0u, 1u}) {
    const Vec3 dv = a.particles().vm[row(a, id)].v - b.particles().vm[row(b, id)].v;
    const Vec3 dw = a.particles().ws[row(a, id)].omega - b.particles().ws[row(b, id)].omega;
    EXPECT_LT(norm(dv), 1e-12);  // coordinates differ by 0.1: rounding only
    EXPECT_LT(norm(dw), 1e-9);
  }
  EXPECT_LT(a.particles().vm[row(a, 0)].v.x, 0.0) << "they must have met";
}

}  // namespace
}  // namespace scree::test
