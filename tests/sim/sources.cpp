// Force sources from outside: a field, a drag, and a law that needs a value of every grain first.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/bodies.hpp"
#include "sim/world/source.hpp"

namespace scree {
namespace {

using namespace test;

// k x towards the origin, on every row by its mass: all oscillate with omega^2 = k.
struct Trap final : ForceSource {
  double k = 400;
  std::string_view name() const override { return "trap"; }
  void act(const SourceView& v, std::uint32_t s, Vec3& f, Vec3&) const override {
    f -= (k * v.p.mass(s)) * v.p.xr[s].x;
  }
};

// Drag that grows with the number of neighbours in touch: pass 0 counts them, pass 1 takes the
// greatest count of the neighbours, the force needs both.
struct CrowdDrag final : ForceSource {
  double c = 0.02;
  std::string_view name() const override { return "crowd drag"; }
  double range() const override { return 0; }
  int values() const override { return 2; }
  int passes() const override { return 2; }
  static bool touches(const SourceView& v, std::uint32_t a, std::uint32_t b) {
    return norm(v.between(a, b)) < v.p.xr[a].r + v.p.xr[b].r;
  }
  void value(int pass, const SourceView& v, std::uint32_t s, double* out) const override {
    if (pass == 0)
      for (const std::uint32_t n : v.neighbours(s)) out[0] += touches(v, s, n);
    else
      for (const std::uint32_t n : v.neighbours(s))
        if (touches(v, s, n)) out[1] = std::max(out[1], v.values[2 * n]);
  }
  void act(const SourceView& v, std::uint32_t s, Vec3& f, Vec3& tq) const override {
    const double crowd = v.values[2 * s] + 0.5 * v.values[2 * s + 1];
    f -= (c * crowd) * v.p.vm[s].v;
    tq -= (1e-8 * crowd) * v.p.ws[s].omega;
  }
};

// Attraction of surfaces up to 2 mm apart; the pair is seen from its lower id on both sides.
struct Attraction final : ForceSource {
  std::string_view name() const override { return "attraction"; }
  double range() const override { return 2e-3; }
  void act(const SourceView& v, std::uint32_t s, Vec3& f, Vec3&) const override {
    for (const std::uint32_t n : v.neighbours(s)) {
      const Vec3 d = v.between(s, n);
      const double distance = norm(d), gap = distance - v.p.xr[s].r - v.p.xr[n].r;
      if (gap < range()) f += (1e-3 * (range() - gap) / range() / distance) * d;
    }
  }
};

TEST(Sources, a_field_acts_on_balls_and_bodies_alike_and_its_work_is_booked) {
  World w = body_world();
  const auto trap = std::make_shared<Trap>();
  w.sources = {trap};
  const double density = w.materials[0].density;
  w.particles.add({.x = {0.05, 0, 0}, .radius = 0.002}, density);
  add(w, {.primitives = {{.x = {0, 0, -0.001}, .radius = 0.002},
                         {.x = {0, 0, 0.001}, .radius = 0.002}},
          .x = {0, 0.05, 0}});
  w.dt = 5e-5;
  Simulation s = start(w);
  const double period = 2 * 3.14159265358979 / std::sqrt(trap->k);
  run(s, static_cast<std::uint64_t>(std::lround(0.125 * period / s.dt())));
  const double expected = 0.05 * std::cos(std::sqrt(trap->k) * s.time());
  EXPECT_NEAR(s.particles().xr[row(s, 0)].x.x, expected, 1e-6);  // (omega dt)^2/24 of 50 mm
  // Each row of the body has the force of the whole mass: twice as stiff.
  EXPECT_NEAR(s.world().bodies.body[0].x.y, 0.05 * std::cos(std::sqrt(2 * trap->k) * s.time()),
              1e-6);
  const EnergyReport e = s.energy();
  EXPECT_GT(e.work_sources, 0.5 * e.kinetic);
  EXPECT_LT(std::abs(e.residual()), 1e-5 * e.kinetic);
}

TEST(Sources, values_of_all_grains_are_there_before_any_force) {
  World w = empty_world(linear_material(1e-3, 0.9, 0));
  w.sources = {std::make_shared<CrowdDrag>()};
  const double density = w.materials[0].density, d = 0.01;
  // A chain of three that touch: counts 1, 2, 1; greatest of the neighbours 2, 1, 2.
  for (int k = 0; k < 3; ++k)
    w.particles.add({.x = {0.9999 * d * k, 0, 0}, .radius = 0.5 * d, .v = {0, 1, 0}}, density);
  Simulation s = start(w);
  const auto drag = [&](std::uint32_t id) { return -s.particles().f[row(s, id)].y; };
  EXPECT_NEAR(drag(0), 0.02 * (1 + 0.5 * 2), 1e-15);
  EXPECT_NEAR(drag(1), 0.02 * (2 + 0.5 * 1), 1e-15);
  EXPECT_NEAR(drag(2), 0.02 * (1 + 0.5 * 2), 1e-15);
}

TEST(Sources, pairs_beyond_contact_are_seen_and_keep_momentum) {
  World w = empty_world();
  w.sources = {std::make_shared<Attraction>()};
  add_cloud(w, 60, 0.01, 4, 0);
  Simulation s = start(w);
  run(s, 400);
  Vec3 momentum{};
  double speed = 0;
  for (std::size_t k = 0; k < s.particles().size(); ++k) {
    momentum += s.particles().mass(k) * s.particles().vm[k].v;
    speed = std::max(speed, norm(s.particles().vm[k].v));
  }
  ASSERT_GT(speed, 1e-4) << "they attract each other";
  EXPECT_LT(norm(momentum), 1e-12 * speed * s.particles().mass(0) * 60);
}

TEST(Sources, give_one_answer_for_any_threads_and_detector) {
  World w = mixed_world(90);
  w.sources = {std::make_shared<CrowdDrag>(), std::make_shared<Attraction>()};
  std::optional<Hash128> first;
  for (const int threads : {1, 2, 3})
    for (const char* method : {"cubes", "sweep", "brute"}) {
      w.detect.method = method;
      Simulation s = start(w, {.threads = threads});
      run(s, 300);
      if (!first) first = s.state_hash();
      EXPECT_TRUE(*first == s.state_hash()) << threads << " threads, " << method;
    }
}

}  // namespace
}  // namespace scree
