// Bad worlds are refused before the first step, with the place and the reason; all at once.
#include <limits>

#include "worlds.hpp"

namespace scree::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Errors refused(World w, const RunOptions& o = {.threads = 1}) {
  const Result<Simulation> s = Simulation::create(std::move(w), o);
  EXPECT_FALSE(s.ok());
  return s.ok() ? Errors{} : s.errors();
}

bool names(const Errors& errors, const std::string& code, const std::string& text) {
  for (const Error& e : errors)
    if (e.code == code && to_string(e).find(text) != std::string::npos) return true;
  for (const Error& e : errors) ADD_FAILURE() << "got: " << to_string(e);
  return false;
}

World one_grain(const Grain& g) {
  World w = empty_world();
  w.particles.add(g, 2500);
  return w;
}

TEST(BadInput, radius_must_be_positive_and_finite) {
  for (const double r : {0.0, -0.001, nan, std::numeric_limits<double>::infinity()})
    EXPECT_TRUE(names(refused(one_grain({.x = {1, 2, 3}, .radius = r})), "E0501",
                      "grain 0 at (1, 2, 3) m: the radius is"));
}

TEST(BadInput, positions_velocities_and_spins_must_be_numbers) {
  EXPECT_TRUE(names(refused(one_grain({.x = {nan, 0, 0}, .radius = 1})), "E0502", "grain 0"));
  EXPECT_TRUE(names(refused(one_grain({.x = {0, -1e308, 0}, .radius = 1})), "E0502",
                    "farther than 1e+100 m from the origin"));
  EXPECT_TRUE(names(refused(one_grain({.radius = 1, .v = {0, nan, 0}})), "E0502", "grain 0"));
  EXPECT_TRUE(names(refused(one_grain({.radius = 1, .omega = {0, 0, nan}})), "E0502", "grain 0"));
}

TEST(BadInput, an_empty_world_is_refused) {
  EXPECT_TRUE(names(refused(empty_world()), "E0500", "no grains"));
}

TEST(BadInput, deep_overlap_at_the_start_names_the_pair_and_counts_the_rest) {
  World w = empty_world();
  for (int k = 0; k < 12; ++k) w.particles.add({.x = {0.008 * k, 0, 0}, .radius = 0.005}, 2500);
  const Errors e = refused(std::move(w));
  EXPECT_TRUE(names(e, "E0508", "overlaps grain 1 by 0.002 m, 40.0% of the smaller radius"));
  EXPECT_TRUE(names(e, "E0508", "11 such grains or pairs in all"));
}

TEST(BadInput, two_grains_at_one_place_are_refused_not_divided_by_zero) {
  World w = empty_world();
  for (int k = 0; k < 2; ++k) w.particles.add({.x = {0.1, 0, 0}, .radius = 0.005}, 2500);
  EXPECT_TRUE(names(refused(std::move(w)), "E0508", "overlaps grain 1"));
}

TEST(BadInput, a_grain_behind_a_wall_or_deep_in_it_is_named) {
  World w = one_grain({.x = {0, -0.02, 0}, .radius = 0.005});
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  EXPECT_TRUE(names(refused(std::move(w)), "E0506", "wrong side of wall 'plane'"));
  World deep = one_grain({.x = {0, 0.002, 0}, .radius = 0.005});
  deep.walls = {plane({0, 0, 0}, {0, 1, 0})};
  EXPECT_TRUE(names(refused(std::move(deep)), "E0507", "60.0% of its radius"));
}

TEST(BadInput, a_step_above_the_stable_one_is_refused_unless_allowed) {
  World w = one_grain({.radius = 0.005});
  w.dt = 2e-4;  // t_c = 1 ms: stable up to 0.1 ms
  World forced = w;
  EXPECT_TRUE(names(refused(std::move(w)), "E0523", "above the stable one of 0.0001 s"));
  forced.allow_unstable_dt = true;
  EXPECT_TRUE(Simulation::create(std::move(forced)).ok());
  World negative = one_grain({.radius = 0.005});
  negative.dt = -1e-6;
  EXPECT_TRUE(names(refused(std::move(negative)), "E0522", "dt"));
}

TEST(BadInput, a_thin_periodic_box_and_grains_outside_it_are_refused) {
  World w = one_grain({.x = {0.01, 0.01, 0.01}, .radius = 0.005});
  w.box = {{0, 0, 0}, {0.02, 1, 1}, {true, false, false}};
  EXPECT_TRUE(names(refused(std::move(w)), "E0504", "0.02 m long in x"));
  World out = one_grain({.x = {2, 0.01, 0.01}, .radius = 0.005});
  out.box = {{0, 0, 0}, {1, 1, 1}, {true, false, false}};
  EXPECT_TRUE(names(refused(std::move(out)), "E0505", "outside the periodic box"));
}

TEST(BadInput, laws_and_methods_that_do_not_exist_are_named_with_those_that_do) {
  World w = one_grain({.radius = 0.005});
  w.materials[0].normal.law = "lineer";
  EXPECT_TRUE(names(refused(std::move(w)), "E0301", "unknown normal law `lineer`"));
  World d = one_grain({.radius = 0.005});
  d.detect.method = "cube";
  EXPECT_TRUE(names(refused(std::move(d)), "E0532", "cubes"));
  World i = one_grain({.radius = 0.005});
  i.integrator = "euler";
  EXPECT_TRUE(names(refused(std::move(i)), "E0531", "verlet"));
  EXPECT_TRUE(names(refused(one_grain({.radius = 0.005}), {.threads = 1, .instruction_set = "mmx"}),
                    "E0530", "mmx"));
}

TEST(BadInput, two_laws_that_cannot_be_mixed_ask_for_an_explicit_pair) {
  World w = empty_world();
  MaterialSpec hard = linear_material(1e-3, 0.5, 0.3);
  hard.name = "hard";
  hard.normal = {"hertz", {}};
  hard.normal.params.set("young", 1e7);
  hard.normal.params.set("poisson", 0.3);
  hard.normal.params.set("restitution", 0.5);
  w.materials.push_back(hard);
  w.particles.add({.x = {0, 0, 0}, .radius = 0.005}, 2500);
  w.particles.add({.x = {0.1, 0, 0}, .radius = 0.005, .material = MaterialId{1}}, 2500);
  World mixed = w;
  EXPECT_TRUE(names(refused(std::move(mixed)), "E0302", "pair 'glass'-'hard'"));
  w.pairs.push_back({MaterialId{0}, MaterialId{1}, w.materials[0].normal, {}, {}, {}});
  EXPECT_TRUE(Simulation::create(std::move(w)).ok());
}

TEST(BadInput, a_run_that_blows_up_stops_and_names_the_grain) {
  World w = empty_world();
  w.particles.add({.x = {0, 0, 0}, .radius = 0.005, .v = {1000, 0, 0}}, 2500);
  w.particles.add({.x = {0.0101, 0, 0}, .radius = 0.005}, 2500);
  Result<Simulation> s = Simulation::create(std::move(w), {.threads = 1});
  ASSERT_TRUE(s.ok());
  const auto failure = s->run(100);
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, "E0601");
  EXPECT_EQ(failure->particle->value, 0u);
  EXPECT_NE(failure->message.find("blew up at step"), std::string::npos) << failure->message;
}

// The force of the first contact overflows: 1e308 N/m times some metres. The next step would notice
// that the grains are nowhere; the last step of a run must notice it, too.
World overflowing() {
  MaterialSpec m = linear_material(1, 1, 0);
  m.normal.params = {};
  m.normal.params.set("stiffness", 1e308);
  m.normal.params.set("restitution", 1.0);
  World w = empty_world(m);
  w.particles.add({.x = {0, 0, 0}, .radius = 1000, .v = {10, 0, 0}}, 2500);
  w.particles.add({.x = {2001, 0, 0}, .radius = 1000, .v = {-10, 0, 0}}, 2500);
  w.dt = 1;
  w.allow_unstable_dt = true;
  return w;
}

TEST(BlowUp, a_motion_that_is_no_number_is_told_in_the_last_step_of_a_run) {
  for (const char* set : {"plain", "auto"}) {
    Simulation s = start(overflowing(), {.threads = 1, .instruction_set = set});
    const auto failure = s.run(1);
    ASSERT_TRUE(failure.has_value());
    EXPECT_EQ(failure->code, "E0601");
    EXPECT_NE(failure->message.find("is not a finite number; first such grain 0"),
              std::string::npos)
        << failure->message;
  }
}

TEST(BlowUp, a_spin_that_is_no_number_is_told_though_nothing_moves) {
  // Finite, but its square is not: the orientation cannot follow it.
  World w = one_grain({.radius = 0.01, .omega = {1e200, 0, 0}});
  w.dt = 1e-5;
  Simulation s = start(std::move(w));
  const auto failure = s.run(3);
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, "E0601");
}

TEST(BlowUp, grains_at_absurd_speeds_are_told) {
  for (const double v : {1e10, 1e200, 1e308}) {
    World w = empty_world();
    w.particles.add({.x = {0, 0, 0}, .radius = 0.01, .v = {v, 0, 0}}, 2500);
    w.particles.add({.x = {0.03, 0, 0}, .radius = 0.01, .v = {-v, 0, 0}}, 2500);
    Simulation s = start(std::move(w));
    const auto failure = s.run(2);
    ASSERT_TRUE(failure.has_value()) << v;
    EXPECT_EQ(failure->code, "E0601");
  }
}

}  // namespace
}  // namespace scree::test
