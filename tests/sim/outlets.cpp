// Which grains an outlet takes, and which outlets are refused.
#include "outlets.hpp"

namespace scree::test {
namespace {

TEST(Outlets, in_one_place_count_a_grain_once_for_the_first) {
  World w = row_of_three();
  w.outlets = {box({0.0149, -1, -1}, {1, 1, 1}), box({0.0049, -1, -1}, {1, 1, 1})};
  Simulation s = start(std::move(w));
  run(s, 1);
  EXPECT_EQ(s.world().outlets[0].grains, 1u);
  EXPECT_EQ(s.world().outlets[1].grains, 1u);
  EXPECT_EQ(s.particles().size(), 1u);
  const double m = s.particles().mass(0);
  EXPECT_EQ(s.world().outlets[0].mass, m);
  ASSERT_EQ(s.warnings().size(), 2u);
  EXPECT_NE(s.warnings()[0].find("takes 1 of the 3 grains at the first step"), std::string::npos);
}

TEST(Outlets, leave_the_balls_of_walls_where_they_are) {
  World w = row_of_three();
  w.particles.add({.x = {0.05, 0, 0}, .radius = 0.005, .fixed = true}, 2500);
  Simulation s = start(std::move(w));
  run(s, 1);
  EXPECT_EQ(s.particles().size(), 3u);
  EXPECT_NE(s.particles().row_of()[3], Particles::kNoRow);
}

TEST(Outlets, that_want_all_of_a_grain_wait_until_it_is_inside) {
  for (const bool whole : {false, true}) {
    World w = empty_world();
    w.particles.add({.x = {0, 0.001005, 0}, .radius = 0.005, .v = {0, -1, 0}}, 2500);
    w.dt = 1e-5;
    w.outlets = {below(0, 1)};
    w.outlets[0].whole = whole;
    Simulation s = start(std::move(w));
    std::uint64_t last = 0;
    while (s.particles().size() > 0 && s.steps() < 1000) run(s, 1), last = s.steps() - 1;
    // The first step at which centre, or top, has passed the height.
    EXPECT_EQ(last, whole ? 601u : 101u);
  }
}

TEST(Outlets, regions_know_how_deep_a_point_lies_in_them) {
  ParamSet p;
  p.set("min", Vec3{0, 0, 0});
  p.set("max", Vec3{1, 2, 3});
  EXPECT_EQ(outlet("outside", p).region->depth({0.5, 1, 1}), 0.0);
  EXPECT_EQ(outlet("outside", p).region->depth({4, 6, 1}), 5.0);
  EXPECT_EQ(outlet("box", p).region->depth({0.5, 0.25, 1}), 0.25);
  EXPECT_LT(outlet("box", p).region->depth({0.5, 0.25, 4}), 0.0);
  ParamSet plane;
  plane.set("normal", Vec3{0, 0, -4});
  EXPECT_EQ(outlet("plane", plane).region->depth({7, 7, -3}), 3.0);
  ParamSet pipe;
  pipe.set("axis", Vec3{0, 0, 2});
  pipe.set("diameter", 2.0);
  pipe.set("height", 5.0);
  EXPECT_EQ(outlet("cylinder", pipe).region->depth({0.5, 0, 2}), 0.5);
  EXPECT_EQ(outlet("cylinder", pipe).region->depth({0, 0, 4.75}), 0.25);
  EXPECT_LT(outlet("cylinder", pipe).region->depth({0, 0, -0.1}), 0.0);
}

TEST(Outlets, where_no_grain_may_come_stop_the_run_and_name_it) {
  World w = row_of_three();
  w.gravity.g = {0, -9.81, 0};
  w.outlets = {below(-0.01)};
  w.outlets[0].meaning = Outlet::Meaning::failure;
  Simulation s = start(std::move(w));
  const auto failure = s.run(5000);
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, "E0603");
  ASSERT_TRUE(failure->particle.has_value());
  EXPECT_EQ(failure->particle->value, 0u);
  EXPECT_EQ(failure->step % 25, 0u);
  EXPECT_NE(failure->message.find("grain 0 came to outlet 'below' at step"), std::string::npos);
  EXPECT_EQ(s.particles().size(), 3u);
}

std::string refusal(World w) {
  const auto s = Simulation::create(std::move(w), {.threads = 1});
  return s ? "" : to_string(s.error());
}

TEST(Outlets, that_make_no_sense_are_refused_with_the_reason) {
  World w = row_of_three();
  w.outlets[0].check_every = 0;
  EXPECT_NE(refusal(w).find("`check_every` is 0 steps [E0512]"), std::string::npos) << refusal(w);
  w = row_of_three();
  w.outlets[0].until = -1;
  EXPECT_NE(refusal(w).find("open from 0 s until -1 s [E0512]"), std::string::npos) << refusal(w);
  w.outlets[0].until = NAN;
  EXPECT_NE(refusal(w).find("E0512"), std::string::npos);
  w = row_of_three();
  w.outlets[0].region = nullptr;
  EXPECT_NE(refusal(w).find("E0512"), std::string::npos);
  w = row_of_three();
  w.outlets = {below(1)};
  EXPECT_NE(refusal(w).find("outlet 'below': 3 of the 3 grains start inside it [E0513]"),
            std::string::npos)
      << refusal(w);
  w.outlets[0].from = 1e-3;
  EXPECT_EQ(refusal(w), "");
  w = poured_world({0, -4, 0});
  w.outlets = {below(0.1)};
  EXPECT_NE(refusal(w).find("inlet pours its grains into it [E0513]"), std::string::npos)
      << refusal(w);
  w.outlets[0].until = -1, w.outlets[0].from = -2;  // over before the inlet begins
  EXPECT_EQ(refusal(w), "");
  for (const double bad : {0.0, -1.0, double{NAN}, double{INFINITY}}) {
    ParamSet p;
    p.set("min", Vec3{0, 0, 0});
    p.set("max", Vec3{1, bad, 1});
    EXPECT_FALSE(find_outlet_region("box")->make(p).ok()) << bad;
    EXPECT_FALSE(find_outlet_region("outside")->make(p).ok()) << bad;
  }
}

TEST(Outlets, that_a_fast_grain_can_jump_over_say_so) {
  World w = row_of_three();
  w.dt = 1e-5;
  w.outlets = {box({-1, -0.0505, -1}, {1, -0.05, 1}, 100)};
  Simulation s = start(w);
  ASSERT_EQ(s.warnings().size(), 1u);
  EXPECT_NE(s.warnings()[0].find("a grain at 1 m/s can pass through it unseen"), std::string::npos);
  w.outlets[0].whole = true;
  ASSERT_EQ(start(w).warnings().size(), 1u);
  EXPECT_NE(start(w).warnings()[0].find("no grain is ever all inside"), std::string::npos);
  w.outlets = {box({-1, -0.1, -1}, {1, -0.05, 1}, 100)};
  EXPECT_TRUE(start(w).warnings().empty());
}

}  // namespace
}  // namespace scree::test
