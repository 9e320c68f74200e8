// Worlds from parts, and what is said of parts that cannot be.
#include "worlds.hpp"

#include <cmath>

namespace scree::api::test {
namespace {

std::string code_of(const Errors& errors) { return errors.empty() ? "" : errors.front().code; }

TEST(Worlds, have_what_they_were_given) {
  World world = balls(10);
  EXPECT_EQ(world.grain_count(), 10u);
  EXPECT_EQ(world.materials(), std::vector<std::string>{"glass"});
  EXPECT_EQ(world.walls(), std::vector<std::string>{"box"});
  Settings s = world.settings();
  s.gravity = {0, 0, -1};
  s.damping = 1e-4;
  s.seed = 7;
  expect_fine(world.set(s));
  EXPECT_EQ(world.settings().gravity, (Vec3{0, 0, -1}));
  EXPECT_EQ(world.settings().seed, 7u);
  const World copy = world;
  value_of(world.add(Grain{.position = {0.025, 0.4, 0.025}, .radius = 0.004}));
  EXPECT_EQ(copy.grain_count(), 10u);
  EXPECT_EQ(world.grain_count(), 11u);
}

TEST(Worlds, refuse_names_that_nothing_has_and_stay_as_they_were) {
  World world = balls(3);
  const auto grain = world.add(Grain{.position = {}, .radius = 1e-3, .material = "glas"});
  ASSERT_FALSE(grain);
  EXPECT_EQ(grain.error().code, "E0546");
  EXPECT_NE(grain.error().hint.find("`glass`"), std::string::npos) << grain.error().hint;
  EXPECT_EQ(code_of(world.add(glass())), "E0547");
  EXPECT_EQ(code_of(world.add(Material{.name = ""})), "E0547");
  EXPECT_EQ(code_of(world.add(box_wall(0.1))), "E0547");
  EXPECT_EQ(code_of(world.add(Wall{.name = "other", .shape = {"bx"}})), "E0516");
  EXPECT_EQ(code_of(world.add(Wall{.name = "other", .shape = {"plane"}, .motions = {{"fly"}}})),
            "E0546");
  EXPECT_EQ(code_of(world.add(Outlet{.name = "out", .region = {"behind"}})), "E0546");
  EXPECT_EQ(code_of(world.add(Stage{.name = "press", .until = {{{"never"}}}})), "E0546");
  EXPECT_EQ(code_of(world.bond(0, 1, "glue")), "E0546");
  const double one = 1;
  EXPECT_EQ(code_of(world.set_field("temperature", 0, {&one, 1})), "E0546");
  EXPECT_EQ(code_of(Shape::make("torus", {}).errors()), "E0546");
  const Grain several[] = {{.position = {}, .radius = 1e-3},
                           {.position = {}, .radius = 1e-3, .material = "iron"}};
  EXPECT_FALSE(world.add(several));
  EXPECT_EQ(world.grain_count(), 3u);
  EXPECT_EQ(world.walls().size(), 1u);
  EXPECT_EQ(world.materials().size(), 1u);
}

TEST(Worlds, without_a_material_have_no_grains) {
  World world;
  const auto grain = world.add(Grain{.position = {}, .radius = 1e-3});
  ASSERT_FALSE(grain);
  EXPECT_EQ(grain.error().code, "E0546");
  EXPECT_EQ(world.add(Body{.primitives = {{.radius = 1e-3}}}).error().code, "E0546");
}

TEST(Worlds, are_looked_at_as_a_whole) {
  World world = balls(5);
  value_of(world.add(Grain{.position = {0.006, 0.006, 0.006}, .radius = 0.004}));  // on the first
  value_of(world.add(Grain{.position = {9, 9, 9}, .radius = 0.004}));              // outside
  const auto sim = Simulation::create(std::move(world));
  ASSERT_FALSE(sim);
  EXPECT_GE(sim.errors().size(), 2u) << texts(sim.errors());
}

TEST(Worlds, have_two_dimensions_before_the_first_grain) {
  World world = balls(1);
  Settings s = world.settings();
  s.dimensions = 2;
  EXPECT_EQ(code_of(world.set(s)), "E0548");
  World plane;
  Settings p;
  p.dimensions = 2;
  expect_fine(plane.set(p));
  EXPECT_EQ(plane.settings().dimensions, 2);
  p.dimensions = 4;
  EXPECT_EQ(code_of(plane.set(p)), "E0548");
}

TEST(Worlds, have_grains_of_all_shapes) {
  World world;
  expect_fine(world.add(glass()));
  expect_fine(world.add(box_wall(0.1)));
  const Shape cube = value_of(Shape::polyhedron({{0, 0, 0},
                                                 {1e-2, 0, 0},
                                                 {0, 1e-2, 0},
                                                 {0, 0, 1e-2},
                                                 {1e-2, 1e-2, 0},
                                                 {1e-2, 0, 1e-2},
                                                 {0, 1e-2, 1e-2},
                                                 {1e-2, 1e-2, 1e-2}}));
  EXPECT_NEAR(cube.volume(), 1e-6, 1e-15);
  EXPECT_NEAR(cube.bounding_radius(), std::sqrt(3) / 2 * 1e-2, 1e-12);
  const GrainId ball = value_of(world.add(Grain{.position = {0.03, 0.05, 0.03}, .radius = 0.004}));
  const BodyId pair =
      value_of(world.add(Body{.primitives = {{.position = {0, -2e-3, 0}, .radius = 3e-3},
                                             {.position = {0, 2e-3, 0}, .radius = 3e-3}},
                              .position = {0.05, 0.05, 0.05}}));
  const BodyId stone =
      value_of(world.add(Body{.primitives = {{.shape = cube}}, .position = {0.075, 0.05, 0.05}}));
  Simulation sim = started(std::move(world));
  run(sim, 2000);
  EXPECT_TRUE(sim.grain(ball)->is_ball);
  ASSERT_TRUE(sim.body(pair));
  EXPECT_EQ(sim.body(pair)->grains.size(), 2u);
  ASSERT_TRUE(sim.body(stone));
  EXPECT_NEAR(sim.body(stone)->mass, 2500 * 1e-6, 1e-12);
  EXPECT_FALSE(sim.grain(sim.body(stone)->grains.front())->is_ball);
  EXPECT_LT(sim.body(stone)->position.y, 0.05);
  EXPECT_FALSE(sim.body(ball));
}

// Constant wind along x.
class Wind final : public ForceSource {
 public:
  std::string_view name() const override { return "wind"; }
  void act(const ForceInput& g, Vec3& force, Vec3&) const override {
    force += 2 * g.mass * Vec3{1, 0, 0};
  }
};

TEST(Worlds, have_forces_of_a_program) {
  World world;
  expect_fine(world.add(glass()));
  expect_fine(world.add(std::make_shared<Wind>()));
  EXPECT_EQ(code_of(world.add(std::shared_ptr<const ForceSource>())), "E0548");
  const GrainId id = value_of(world.add(Grain{.position = {}, .radius = 1e-3}));
  Simulation sim = started(std::move(world));
  EXPECT_TRUE(sim.run_until(0.5).ok());
  EXPECT_NEAR(sim.grain(id)->velocity.x, 2 * sim.time(), 1e-9);
  EXPECT_NEAR(sim.energy().of("work_sources"),
              0.5 * sim.grain(id)->mass * 4 * sim.time() * sim.time(), 1e-12);
}

TEST(Worlds, have_walls_that_move_stages_inlets_and_outlets) {
  World world;
  expect_fine(world.add(glass()));
  expect_fine(world.add(box_wall(0.05)));
  expect_fine(world.add(
      Wall{.name = "lid",
           .shape = {"plane", params({{"point", Vec3{0, 0.3, 0}}, {"normal", Vec3{0, -1, 0}}})},
           .motions = {{"translate", params({{"velocity", Vec3{0, -0.1, 0}}})}}}));
  expect_fine(world.add(Inlet{.name = "feeder",
                              .centre = {0.025, 0.15, 0.025},
                              .axis_u = {0.015, 0, 0},
                              .axis_v = {0, 0, 0.015},
                              .thickness = 0.01,
                              .sizes = {.kind = Sizes::Kind::uniform, .min = 4e-3, .max = 5e-3},
                              .rate = 200,
                              .count = 20}));
  expect_fine(world.add(Outlet{.name = "floor", .region = {"below", params({{"height", 0.02}})}}));
  expect_fine(world.add(Stage{.name = "first", .duration = 0.1}));
  expect_fine(world.add(Stage{.name = "second", .duration = 0.2, .motions = {{"lid", {}}}}));
  Simulation sim = started(std::move(world));
  EXPECT_EQ(sim.stage(), "first");
  EXPECT_TRUE(sim.run_until(0.15).ok());
  EXPECT_EQ(sim.stage(), "second");
  EXPECT_NEAR(sim.wall("lid")->position.y, -0.01, 1e-4);  // by which it has moved
  EXPECT_GT(sim.grain_count(), 5u);
  const Outcome end = sim.run(1'000'000'000);
  EXPECT_TRUE(end.ok());
  EXPECT_TRUE(sim.finished());
  EXPECT_LT(sim.grain_count(), 20u);  // some have left below
  EXPECT_NEAR(sim.wall("lid")->position.y, -0.01, 1e-4);
  EXPECT_FALSE(sim.wall("roof"));
}

}  // namespace
}  // namespace scree::api::test
