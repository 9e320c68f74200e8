// Bodies that a program adds, removes, pushes and pulls between steps.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/bodies.hpp"
#include "sim/reported.hpp"

namespace scree {
namespace {

using namespace test;

World bed() {
  World w = mixed_world(60);
  w.walls = open_box(0.06);
  return w;
}

double closing(const Simulation& s) { return std::abs(s.energy().residual()); }

TEST(Edits, keep_the_books_whatever_is_done) {
  const auto residual = [](bool edited) {
    Simulation s = start(bed());
    run(s, 1500);
    if (edited) {
      EXPECT_TRUE(s.add_grain({.x = {0.03, 0.05, 0.03}, .radius = 0.002, .v = {0, -2, 0}}));
      EXPECT_TRUE(s.add_body({.primitives = {{.shape = capsule(0.002, 0.0015)}},
                              .x = {0.02, 0.05, 0.02},
                              .v = {0, -1, 0}}));
      EXPECT_FALSE(s.remove(ParticleId{2}));
      EXPECT_FALSE(s.remove(ParticleId{0}));  // of a body
      EXPECT_FALSE(s.set_velocity(ParticleId{5}, {0.5, 2, 0}, {0, 0, 100}));
      EXPECT_FALSE(s.set_velocity(ParticleId{7}, {0, 1, 0.5}, {100, 0, 0}));
      EXPECT_FALSE(s.set_force(ParticleId{9}, {0, 2e-3, 0}));
    }
    const double before = s.energy().residual();
    run(s, 1500);
    EXPECT_GT(s.contact_count(), 5u);
    return std::abs(s.energy().residual() - before) / s.energy().start;
  };
  // As good as without edits: what the steps themselves leave.
  EXPECT_LT(residual(true), 3 * residual(false) + 1e-4);
}

TEST(Edits, change_the_residual_by_rounding_only) {
  Simulation s = start(bed());
  run(s, 6000);
  const auto same = [&, was = closing(s)](const char* what) {
    EXPECT_NEAR(closing(s), was, 1e-12 * s.energy().start) << what;
  };
  ASSERT_TRUE(s.add_grain({.x = {0.03, 0.05, 0.03}, .radius = 0.002, .v = {0, -2, 0}}));
  same("grain");
  ASSERT_TRUE(s.add_body({.primitives = {{.shape = capsule(0.002, 0.0015)}},
                          .x = {0.02, 0.05, 0.02},
                          .omega = {1, 2, 300}}));
  same("body");
  ASSERT_FALSE(s.set_velocity(ParticleId{5}, {0.5, 2, 0}, {0, 0, 100}));
  ASSERT_FALSE(s.set_velocity(ParticleId{7}, {0, 1, 0.5}, {100, 0, 0}));
  same("velocity");
  for (const std::uint32_t id : {2u, 0u, 11u}) ASSERT_FALSE(s.remove(ParticleId{id}));
  same("removed, with contacts");
  EXPECT_GT(s.energy().removed_stored, 0) << "they touched someone";
}

TEST(Edits, a_set_force_accelerates_as_newton_says) {
  World w = empty_world();
  w.particles.add({.x = {}, .radius = 0.002}, w.materials[0].density);
  Simulation s = start(w);
  const double m = s.particles().mass(0);
  ASSERT_FALSE(s.set_force(ParticleId{0}, {3 * m, 0, 0}));
  run(s, 500);
  EXPECT_NEAR(s.particles().vm[0].v.x, 3 * s.time(), 1e-13);
  EXPECT_NEAR(s.particles().xr[0].x.x, 1.5 * s.time() * s.time(), 1e-15);
  EXPECT_NEAR(s.energy().work_sources, s.energy().kinetic, 1e-12 * s.energy().kinetic);
  ASSERT_FALSE(s.set_force(ParticleId{0}, {}));
  const Vec3 v = s.particles().vm[0].v;
  run(s, 500);
  EXPECT_EQ(s.particles().vm[0].v, v);
}

TEST(Edits, are_resumed_bit_for_bit_and_do_not_depend_on_threads) {
  const World w = bed();
  const auto edited = [&](int threads) {
    Simulation s = start(w, {.threads = threads});
    run(s, 1000);
    EXPECT_TRUE(s.add_grain({.x = {0.03, 0.05, 0.03}, .radius = 0.002, .v = {0, -2, 0}}));
    EXPECT_FALSE(s.remove(ParticleId{0}));
    EXPECT_FALSE(s.set_force(ParticleId{9}, {0, 2e-3, 0}, {1e-7, 0, 0}));
    run(s, 300);
    return s;
  };
  Simulation one = edited(1), three = edited(3);
  EXPECT_EQ(reported(one), reported(three));
  Result<Simulation> again = Simulation::resume(w, one.save(), {.threads = 2});
  ASSERT_TRUE(again) << to_string(again.errors().front());
  run(one, 400);
  run(*again, 400);
  EXPECT_EQ(reported(one), reported(*again));
}

TEST(Edits, that_cannot_be_change_nothing_and_say_why) {
  Simulation s = start(bed());
  run(s, 100);
  const std::string before = reported(s);
  EXPECT_EQ(s.add_grain({.x = {0, 0, 0}, .radius = -1}).errors().front().code, "E0544");
  EXPECT_EQ(s.add_grain({.x = {NAN, 0, 0}, .radius = 1e-3}).errors().front().code, "E0544");
  EXPECT_EQ(s.add_grain({.x = {}, .radius = 1e-3, .material = MaterialId{9}}).errors().front().code,
            "E0544");
  EXPECT_FALSE(s.add_body({}));
  EXPECT_EQ(s.remove(ParticleId{100000})->code, "E0544");
  EXPECT_EQ(s.set_velocity(ParticleId{100000}, {}, {})->code, "E0544");
  EXPECT_EQ(s.set_velocity(ParticleId{1}, {NAN, 0, 0}, {})->code, "E0544");
  EXPECT_EQ(s.set_force(ParticleId{1}, {0, INFINITY, 0})->code, "E0544");
  EXPECT_EQ(reported(s), before);
}

class Stranger final : public Shape {
 public:
  std::string_view kind() const override { return "stranger"; }
  double bounding_radius() const override { return 0.001; }
  MassProperties mass_properties(Dimensions d) const override { return ball_mass(0.001, d); }
  std::span<const Corner> corners() const override { return {}; }
};

// A pair that it is not known would be found by the step, not by the user.
TEST(Edits, bring_no_shape_that_could_meet_one_that_it_does_not_know) {
  Simulation s = start(bed());
  const Result<std::uint32_t> name = s.add_body(
      {.primitives = {{.shape = std::make_shared<Stranger>()}}, .x = {0.03, 0.05, 0.03}});
  ASSERT_FALSE(name);
  EXPECT_EQ(name.errors().front().code, "E0542");
  World alone = body_world();
  alone.collisions = {kCapsulePairs[0]};  // none of balls
  add(alone, {.primitives = {{.shape = capsule(0.002, 0.0015)}}});
  Simulation capsules = start(alone);
  const Result<ParticleId> ball = capsules.add_grain({.x = {0.05, 0, 0}, .radius = 0.002});
  ASSERT_FALSE(ball);
  EXPECT_EQ(ball.errors().front().code, "E0542");
}

}  // namespace
}  // namespace scree
