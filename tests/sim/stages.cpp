// Stages of a run: when they end, what they change, and what is booked.
#include "one_answer.hpp"
#include "sim/world/stage.hpp"

namespace scree::test {
namespace {

std::unique_ptr<WallMotion> stage_motion(const std::string& kind, const ParamSet& given) {
  const WallMotionEntry* e = find_wall_motion(kind);
  return std::move(*e->make(*with_defaults(e->info.params, given)));
}

StageCondition condition(const World& w, const std::string& kind,
                         const std::vector<std::pair<std::string, ParamSet::Value>>& given) {
  ParamSet p;
  for (const auto& [name, value] : given) p.set(name, value);
  const StageEndEntry* e = find_stage_end(kind);
  return {*e->make(*with_defaults(e->info.params, p), w), 0};
}

World resting_box() {
  World w = empty_world(linear_material(1e-3, 0.3, 0.4));
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.05);
  for (std::size_t k = 0; k < w.walls.size(); ++k) w.walls[k].name = "wall " + std::to_string(k);
  add_cloud(w, 60, 0.01, 3, 0.1);
  return w;
}

TEST(Stages, without_changes_a_run_in_two_parts_is_the_run_in_one) {
  const World whole = resting_box();
  World parts = whole;
  parts.stages = {{.name = "a", .duration = 0.011}, {.name = "b", .duration = 0.02}};
  Simulation one = start(whole), two = start(parts);
  run(one, 1000), run(two, 1000);
  for (std::uint32_t id = 0; id < 60; ++id) {
    EXPECT_EQ(one.particles().xr[row(one, id)].x, two.particles().xr[row(two, id)].x);
    EXPECT_EQ(one.particles().vm[row(one, id)].v, two.particles().vm[row(two, id)].v);
  }
  EXPECT_EQ(two.stages().now, 1u);
  EXPECT_EQ(two.stages().begin.step, stage_steps(0.011, two.dt()));
  EXPECT_EQ(two.energy().work_stages, 0);
}

TEST(Stages, the_run_is_over_with_its_last_stage) {
  World w = resting_box();
  w.stages = {{.name = "a", .duration = 0.002}, {.name = "b", .duration = 0.003}};
  Simulation s = start(std::move(w));
  run(s, 100000);
  EXPECT_TRUE(s.finished());
  EXPECT_EQ(s.steps(), stage_steps(0.002, s.dt()) + stage_steps(0.003, s.dt()));
  ASSERT_EQ(s.stages().done.size(), 2u);
  EXPECT_EQ(s.stages().done[1].outcome, StageOutcome::duration);
  const Hash128 end = s.state_hash();
  run(s, 10);
  EXPECT_TRUE(s.state_hash() == end);
}

// A ball at rest on a plate under gravity g; the next stage turns gravity to g': the potential
// -m g.x changes by m (g - g').x, which someone must have paid.
TEST(Stages, a_new_gravity_is_booked_as_work) {
  World w = empty_world(linear_material(1e-3, 0.3, 0.4));
  w.gravity.g = {0, -10, 0};
  w.particles.add({.x = {0.1, 0.7, 0}, .radius = 0.01}, 2500);
  w.stages = {{.name = "down", .duration = 1e-3}, {.name = "left", .duration = 1e-3}};
  w.stages[1].gravity = Gravity{.g = {-4, 0, 0}};
  Simulation s = start(std::move(w));
  const double m = s.particles().mass(0);
  while (s.stages().now == 0) run(s, 1);
  const Vec3 x = s.particles().xr[0].x;
  EXPECT_NEAR(s.energy().work_stages, m * (4 * x.x - 10 * x.y), 1e-12 * m);
  run(s, 30);
  EXPECT_LT(s.particles().vm[0].v.x, 0);
  EXPECT_LT(std::abs(s.energy().residual()), 1e-12 * m);
}

// The plate beneath a resting ball is taken away: what its spring held leaves the state, and the
// ball falls freely from the very next step on.
TEST(Stages, a_wall_that_goes_releases_its_springs) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0, -9.81, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.particles.add({.x = {0, 0.00999, 0}, .radius = 0.01}, 2500);
  w.stages = {{.name = "lie", .duration = 0.05}, {.name = "fall", .duration = 0.05}};
  Simulation plain = start(w);  // the same stages, without a change
  w.stages[1].shapes = {{0, absent_shape(w.walls[0].shape), false}};
  Simulation s = start(std::move(w));
  while (s.stages().now == 0) run(s, 1);
  run(plain, s.steps());
  const double stored = -s.energy().work_stages;
  EXPECT_NEAR(stored, plain.energy().stored_normal, 1e-12 * stored);
  EXPECT_GT(stored, 0);
  EXPECT_EQ(s.energy().stored_normal, 0);
  EXPECT_EQ(s.contact_count(), 0u);
  const double v = s.particles().vm[0].v.y, t = s.time();
  run(s, 100);
  EXPECT_NEAR(s.particles().vm[0].v.y, v - 9.81 * (s.time() - t), 1e-15);
  // What the settling before has left open stays as it is.
  EXPECT_NEAR(s.energy().residual(), plain.energy().residual(), 1e-12);
}

// A stiffer material at the same overlap holds more energy by the ratio of the stiffnesses.
TEST(Stages, a_new_stiffness_is_booked_and_limits_the_time_step_from_the_start) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0, -9.81, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.particles.add({.x = {0, 0.00999, 0}, .radius = 0.01}, 2500);
  const double soft_dt = start(w).dt();
  w.stages = {{.name = "soft", .duration = 0.1}, {.name = "hard", .duration = 0.1}};
  auto hard = w.materials;
  hard[0].normal.params.set("contact_time", 5e-4);
  w.stages[1].materials = std::make_shared<const std::vector<MaterialSpec>>(hard);
  Simulation s = start(std::move(w));
  EXPECT_NEAR(s.dt(), 0.5 * soft_dt, 1e-12 * soft_dt);
  double before = 0;
  while (s.stages().now == 0) before = s.energy().stored_normal, run(s, 1);
  EXPECT_NEAR(s.energy().work_stages, 3 * before, 1e-3 * before);  // k grows by 4 = 1/t_c^2
  const double open = s.energy().residual();
  run(s, 1000);
  // It springs up and comes to rest: a percent of what was turned over, at 50 steps per contact.
  EXPECT_NEAR(s.energy().residual(), open, 0.03 * s.energy().work_stages);
  EXPECT_LT(s.energy().kinetic, before);
}

TEST(Stages, less_friction_lets_a_held_ball_slide) {
  World w = empty_world(linear_material(1e-3, 0.3, 0.8));
  w.gravity.g = {2, -9, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.particles.add({.x = {0, 0.00999, 0}, .radius = 0.01}, 2500);
  w.stages = {{.name = "rough", .duration = 0.02}, {.name = "smooth", .duration = 0.1}};
  auto smooth = w.materials;
  smooth[0].tangential.params.set("friction", 0.0);
  w.stages[1].materials = std::make_shared<const std::vector<MaterialSpec>>(smooth);
  Simulation s = start(std::move(w));
  while (s.stages().now == 0) run(s, 1);
  const double v = s.particles().vm[0].v.x, t = s.time();
  const Vec3 spin = s.particles().ws[0].omega;
  run(s, 500);
  EXPECT_NEAR(s.particles().vm[0].v.x, v + 2 * (s.time() - t), 1e-12);
  EXPECT_EQ(s.particles().ws[0].omega, spin);
}

TEST(Stages, end_when_the_grains_are_at_rest_and_not_in_free_fall) {
  World w = resting_box();
  w.stages = {{.name = "settle", .duration = 2}};
  w.stages[0].until = {condition(w, "at_rest", {{"ratio", 1e-2}})};
  Simulation s = start(std::move(w));
  run(s, 200000);
  ASSERT_TRUE(s.finished());
  EXPECT_EQ(s.stages().done[0].outcome, StageOutcome::condition);
  const EnergyReport e = s.energy();
  EXPECT_LE(e.kinetic, 1e-2 * (e.stored_normal + e.stored_tangential));
  EXPECT_GT(s.time(), 0.01);
}

TEST(Stages, end_where_a_wall_has_gone_and_motions_begin_with_them) {
  World w = resting_box();
  w.walls[4].name = "side";
  ParamSet p;
  p.set("velocity", Vec3{0, 0, 0.1});
  w.stages = {{.name = "wait", .duration = 0.01}, {.name = "go", .duration = 1}};
  w.stages[1].motions.push_back({4, false, stage_motion("translate", p)});
  w.stages[1].until = {
      condition(w, "wall_moved", {{"wall", std::string("side")}, {"distance", 0.002}})};
  w.stages[1].check_every = 1e-9;  // every step
  Simulation s = start(std::move(w));
  run(s, 100000);
  ASSERT_TRUE(s.finished());
  EXPECT_NEAR(s.time() - 0.01, 0.02, 2 * s.dt());
  EXPECT_NEAR(s.world().walls[4].pose.x.z, 0.002, 0.1 * s.dt());
  EXPECT_NE(reason_of(s.world().stages[1], s.stages().done[1]).find("side"), std::string::npos);
}

TEST(Stages, that_do_not_end_in_time_end_the_run_or_let_it_go_on) {
  for (const bool fails : {true, false}) {
    World w = resting_box();
    w.stages = {{.name = "never", .duration = 0.002}, {.name = "next", .duration = 0.002}};
    w.stages[0].until = {
        condition(w, "wall_force", {{"wall", std::string("wall 0")}, {"above", 1e9}})};
    w.stages[0].fail_when_late = fails;
    Simulation s = start(std::move(w));
    run(s, 100000);
    EXPECT_TRUE(s.finished());
    EXPECT_EQ(s.stages().done.size(), fails ? 1u : 2u);
    EXPECT_EQ(s.stages().done[0].outcome, StageOutcome::late);
  }
}

TEST(Stages, a_condition_must_hold_for_so_long) {
  World w = resting_box();
  w.stages = {{.name = "press", .duration = 1}};
  w.stages[0].until = {
      condition(w, "wall_force", {{"wall", std::string("wall 0")}, {"below", 1e9}})};
  w.stages[0].until[0].hold = 0.01;
  w.stages[0].check_every = 0.001;
  Simulation s = start(std::move(w));
  run(s, 100000);
  EXPECT_NEAR(s.time(), 0.011, 2 * s.dt());  // true at the first look, 1 ms after the beginning
}

TEST(Stages, a_wall_that_appears_in_grains_stops_the_run) {
  World w = resting_box();
  w.walls.push_back(plane({0, 0.012, 0}, {0, -1, 0}));
  const auto shape = w.walls[5].shape;
  w.walls[5].shape = absent_shape(shape);
  w.stages = {{.name = "a", .duration = 0.002}, {.name = "b", .duration = 0.002}};
  w.stages[1].shapes = {{5, shape, true}};
  Simulation s = start(std::move(w));
  const auto failure = s.run(100000);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, "E0640");
}

// All that a stage can change, with conditions, inlets and outlets: stopped inside any stage and
// resumed, the run comes to the same bits.
World busy_stages() {
  World w = poured_world({0, -0.2, 0});
  for (std::size_t k = 0; k < w.walls.size(); ++k) w.walls[k].name = "wall " + std::to_string(k);
  w.inlets[0].count = 60;
  ParamSet floor;
  floor.set("height", -0.02);
  const OutletRegionEntry* below = find_outlet_region("below");
  w.outlets = {{.name = "below",
                .region = std::shared_ptr<const OutletRegion>(
                    std::move(*below->make(*with_defaults(below->info.params, floor)))),
                .from = 1e300,
                .check_every = 20}};
  ParamSet shake, turn;
  shake.set("amplitude", 0.001);
  shake.set("frequency", 60.0);
  turn.set("angular_velocity", 3.0);
  w.stages = {{.name = "pour", .duration = 0.05},
              {.name = "shake", .duration = 0.06},
              {.name = "tilt", .duration = 0.01},
              {.name = "drop", .duration = 0.1}};
  w.stages[0].until = {condition(w, "poured", {{"mass", 0.03}})};
  w.stages[1].motions.push_back({1, false, stage_motion("sinusoid", shake)});
  w.stages[1].inlets = {{0, false, 0, 1e300}};
  w.stages[1].surfaces = {{0, {.velocity = {0.1, 0, 0}}}};
  w.stages[2].gravity = Gravity{.g = {1, -9, 0}, .rate = 2};
  auto rough = w.materials;
  rough[0].tangential.params.set("friction", 0.9);
  w.stages[2].materials = std::make_shared<const std::vector<MaterialSpec>>(rough);
  w.stages[2].motions.push_back({1, false, stage_motion("rotate", turn)});
  w.stages[3].shapes = {{0, absent_shape(w.walls[0].shape), false}};
  w.stages[3].inlets = {{0, true, 0, 1e300}};
  w.stages[3].outlets = {{0, true, 0, 1e300}};
  w.stages[3].until = {condition(w, "outflow", {{"mass", 0.01}})};
  return w;
}

TEST(Stages, give_one_answer_with_a_resume_inside_each) {
  const World w = busy_stages();
  Simulation whole = start(w);
  run(whole, 1u << 20);
  ASSERT_TRUE(whole.finished());
  ASSERT_EQ(whole.stages().done.size(), 4u);
  EXPECT_EQ(whole.stages().done[0].outcome, StageOutcome::condition);
  EXPECT_EQ(whole.stages().done[3].outcome, StageOutcome::condition);
  const EnergyReport e = whole.energy();
  EXPECT_GT(e.lost(), 1e-4);
  EXPECT_LT(std::abs(e.residual()), 0.02 * e.lost());  // 50 steps per contact
  for (std::size_t k = 0; k < 4; ++k) {
    const StageRecord& r = whole.stages().done[k];
    Simulation s = start(w, {.threads = 3});
    run(s, r.begin + (r.end - r.begin) / 2 + 1);
    EXPECT_EQ(s.stages().now, k);
    CheckpointData file;
    add_archive(s.save(), file);
    const Result<SimulationArchive> archive = archive_of(file);
    ASSERT_TRUE(archive) << to_string(archive.errors().front());
    Result<Simulation> again = Simulation::resume(w, *archive, {.threads = 2});
    ASSERT_TRUE(again) << to_string(again.errors().front());
    run(*again, 1u << 20);
    EXPECT_TRUE(again->state_hash() == whole.state_hash()) << "stage " << k;
    EXPECT_EQ(again->steps(), whole.steps());
    EXPECT_EQ(again->energy().residual(), e.residual());
  }
  // Steps one by one look at the same instants.
  Simulation single = start(w);
  while (!single.finished()) run(single, 7);
  EXPECT_TRUE(single.state_hash() == whole.state_hash());
}

TEST(Stages, give_one_answer_with_any_detector) {
  const World w = busy_stages();
  Simulation whole = start(w);
  run(whole, 1u << 20);
  for (const char* method : {"cubes", "triangulation", "sweep", "brute"}) {
    World one = w;
    one.detect.method = method;
    Simulation s = start(one, {.threads = 2});
    run(s, 1u << 20);
    EXPECT_TRUE(s.state_hash() == whole.state_hash()) << method;
  }
}

TEST(Stages, an_inlet_goes_on_where_it_has_ceased) {
  World w = poured_world({0, -1, 0});
  w.inlets[0].rate = 1000;
  w.inlets[0].count = 0;
  w.stages = {{.name = "on", .duration = 0.02},
              {.name = "off", .duration = 0.02},
              {.name = "on again", .duration = 0.02}};
  w.stages[1].inlets = {{0, false, 0, 1e300}};
  w.stages[2].inlets = {{0, true, 0, 1e300}};
  Simulation s = start(std::move(w));
  std::vector<double> placed;
  for (std::size_t k = 0; k < 3; ++k) {
    while (!s.finished() && s.stages().now == k) run(s, 1);
    placed.push_back(static_cast<double>(s.world().inlets[0].placed));
  }
  EXPECT_NEAR(placed[0], 20, 5);  // a batch of grains may be waiting
  EXPECT_EQ(placed[1], placed[0]);
  EXPECT_NEAR(placed[2], placed[1] + 20, 5);
}

TEST(Stages, an_archive_of_other_stages_is_refused) {
  World w = resting_box();
  w.stages = {{.name = "a", .duration = 0.002}, {.name = "b", .duration = 0.002}};
  Simulation s = start(w);
  run(s, 150);
  const SimulationArchive a = s.save();
  World other = w;
  other.stages.clear();
  const auto without = Simulation::resume(other, a);
  ASSERT_FALSE(without);
  EXPECT_EQ(without.errors().front().code, "E0916");
  World one = w;
  one.stages.resize(1);
  EXPECT_FALSE(Simulation::resume(one, a));
}

}  // namespace
}  // namespace scree::test
