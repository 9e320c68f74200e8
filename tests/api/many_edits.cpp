// Edits of many grains at once, forces on arrays, scenes that become simulations.
#include <cmath>
#include <limits>

#include "worlds.hpp"

namespace scree::api::test {
namespace {

World glued_balls() {
  World world = balls();
  expect_fine(world.add(BondType{.name = "glue", .law = {"beam", params({{"young", 1e7}})}}));
  return world;
}

constexpr std::size_t kMany = 20;

struct Many {
  std::vector<GrainId> ids;
  std::vector<Vec3> vectors;
};
Many some() {
  Many out;
  for (std::uint32_t k = 0; k < kMany; ++k) {
    out.ids.push_back(2 * k + 1);
    out.vectors.push_back({0.1 * k, 0.2, -0.05 * k});
  }
  return out;
}

TEST(ManyEdits, are_the_same_bits_as_one_after_the_other) {
  Simulation one = started(glued_balls()), all = started(glued_balls());
  run(one, 700);
  run(all, 700);
  const auto [ids, v] = some();
  std::vector<Grain> grains;
  for (int k = 0; k < 5; ++k)
    grains.push_back({.position = {0.01 + 0.008 * k, 0.2, 0.02}, .radius = 0.003 + 1e-4 * k});
  for (std::size_t k = 0; k < ids.size(); ++k) {
    expect_fine(one.set_velocity(ids[k], v[k], v[0]));
    expect_fine(one.set_force(ids[k], 1e-3 * v[k], 1e-6 * v[k]));
  }
  for (const Grain& g : grains) value_of(one.add(g));
  expect_fine(one.remove(2));
  expect_fine(one.remove(4));

  std::vector<Vec3> spins(ids.size(), v[0]), forces, torques;
  for (const Vec3& a : v) forces.push_back(1e-3 * a), torques.push_back(1e-6 * a);
  expect_fine(all.set_velocities(ids, v, spins));
  expect_fine(all.set_forces(ids, forces, torques));
  EXPECT_EQ(value_of(all.add(std::span<const Grain>(grains))), 60u);
  expect_fine(all.remove(std::vector<GrainId>{4, 2, 4}));  // one that is named twice goes once

  EXPECT_EQ(one.state_hash(), all.state_hash());
  run(one, 300);
  run(all, 300);
  EXPECT_EQ(one.state_hash(), all.state_hash());
}

TEST(ManyEdits, keep_the_books) {
  Simulation sim = started(glued_balls());
  EXPECT_TRUE(sim.run_until(0.3).ok());  // at rest in a heap, springs pressed
  const double before = sim.energy().residual;
  const auto [ids, v] = some();
  expect_fine(sim.set_velocities(ids, v));
  expect_fine(sim.remove(std::vector<GrainId>{0, 10, 20}));
  std::vector<Simulation::Pair> pairs;
  for (const Contact& c : sim.contacts())
    if (c.wall < 0 && pairs.size() < 6) pairs.emplace_back(c.i, c.j);
  ASSERT_EQ(pairs.size(), 6u);
  expect_fine(sim.bond(pairs, "glue"));
  EXPECT_NEAR(sim.energy().residual, before, 1e-9 * std::abs(sim.energy().start));
  expect_fine(sim.break_bonds(std::span(pairs).first(3)));
  EXPECT_NEAR(sim.energy().residual, before, 1e-9 * std::abs(sim.energy().start));
  run(sim, 500);
}

TEST(ManyEdits, leave_spins_that_are_not_given) {
  Simulation sim = started(balls());
  run(sim, 1500);
  const Vec3 spin = sim.grain(7)->spin;
  ASSERT_NE(spin, Vec3{});
  expect_fine(sim.set_velocities(std::vector<GrainId>{7}, std::vector<Vec3>{{0, 1, 0}}));
  EXPECT_EQ(sim.grain(7)->spin, spin);
}

TEST(ManyEdits, change_nothing_where_one_cannot_be) {
  Simulation sim = started(glued_balls());
  run(sim, 100);
  const std::string hash = sim.state_hash();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<GrainId> ids{1, 2, 99, 100};
  const std::vector<Vec3> four(4), broken{{}, {}, {}, {0, nan, 0}};
  EXPECT_EQ(sim.set_velocities(ids, four).size(), 2u);  // both that are not there
  EXPECT_EQ(sim.set_velocities(std::vector<GrainId>{1, 2, 3, 4}, broken).size(), 1u);
  EXPECT_EQ(sim.set_forces(std::vector<GrainId>{1, 2, 3, 4}, broken).size(), 1u);
  EXPECT_EQ(sim.set_velocities(ids, std::span(four).first(3)).front().code, "E0548");
  EXPECT_EQ(sim.remove(ids).size(), 2u);
  EXPECT_FALSE(sim.remove(sim.ids()).empty());  // one must stay
  EXPECT_FALSE(sim.add(std::vector<Grain>{{.position = {0.02, 0.3, 0.02}, .radius = 0.004},
                                          {.position = {0.02, 0.4, 0.02}, .radius = nan}}));
  const std::vector<Simulation::Pair> twice{{0, 1}, {1, 0}}, gone{{0, 1}, {0, 99}};
  EXPECT_EQ(sim.bond(twice, "glue").size(), 1u);
  EXPECT_EQ(sim.bond(gone, "glue").size(), 1u);
  EXPECT_EQ(sim.break_bonds(twice).size(), 2u);
  EXPECT_EQ(sim.state_hash(), hash);
  EXPECT_EQ(sim.grain_count(), 60u);
  expect_fine(sim.remove(std::vector<GrainId>{}));
  EXPECT_EQ(sim.state_hash(), hash);
}

// Arrays are copied in blocks, on several threads.
TEST(ManyEdits, of_many_blocks_of_grains_leave_arrays_without_gaps) {
  constexpr std::uint32_t kCount = 40000;
  World world;
  expect_fine(world.add(glass()));
  std::vector<Grain> grains;
  for (std::uint32_t k = 0; k < kCount; ++k)
    grains.push_back({.position = {0.01 * (k % 200), 0.01 * (k / 200), 0}, .radius = 0.004});
  value_of(world.add(grains));
  Simulation sim = started(std::move(world), {.threads = 3});
  run(sim, 2);
  expect_fine(sim.remove(std::vector<GrainId>{0, 16383, 16384, 20000, 32767, 32768, kCount - 1}));
  const auto ids = sim.ids();
  const auto x = sim.positions();
  ASSERT_EQ(ids.size(), kCount - 7);
  for (std::size_t k = 0; k < ids.size(); ++k) {
    ASSERT_TRUE(k == 0 || ids[k - 1] < ids[k]);
    ASSERT_EQ(x[k], sim.grain(ids[k])->position) << k;
  }
}

// The same drag, asked grain by grain and of all at once.
Vec3 drag(const Vec3& v) { return -2e-4 * v; }
class OfOne final : public ForceSource {
 public:
  std::string_view name() const override { return "drag"; }
  void act(const ForceInput& g, Vec3& force, Vec3&) const override { force += drag(g.velocity); }
};
class OfAll final : public ArrayForceSource {
 public:
  std::string_view name() const override { return "drag"; }
  void act(const ForceArrays& g, std::span<Vec3> force, std::span<Vec3>) const override {
    ++asked;
    for (std::size_t k = 0; k < g.id.size(); ++k) {
      in_order = in_order && (k == 0 || g.id[k - 1] < g.id[k]);
      force[k] += drag(g.velocity[k]);
    }
  }
  mutable int asked = 0;
  mutable bool in_order = true;
};

// On one grain.
class OnTwo final : public ForceSource {
 public:
  std::string_view name() const override { return "on two"; }
  void act(const ForceInput& g, Vec3& force, Vec3&) const override {
    if (g.id == 2) force += Vec3{1e-3, 0, 0};
  }
};

TEST(Sources, book_the_work_on_those_who_stay_when_others_are_removed) {
  World world;
  Settings settings;
  settings.gravity = {};
  expect_fine(world.set(settings));
  expect_fine(world.add(glass()));
  for (const double x : {0.0, 0.1, 0.2})
    value_of(world.add(Grain{.position = {x, 0, 0}, .radius = 0.004, .velocity = {0.5, 0, 0}}));
  expect_fine(world.add(std::make_shared<const OnTwo>()));
  Simulation sim = started(std::move(world));
  run(sim, 1);
  const double before = sim.energy().of("work_sources");
  expect_fine(sim.remove(std::vector<GrainId>{0, 1}));
  run(sim, 1);
  const double work = sim.energy().of("work_sources") - before;
  const double expected = 1e-3 * 0.5 * sim.time_step();
  EXPECT_NEAR(work, expected, 1e-3 * expected);
  EXPECT_LT(std::abs(sim.energy().residual), 1e-3 * expected);
}

TEST(Sources, on_arrays_have_the_bits_of_those_on_grains) {
  World one = balls(), all = balls();
  expect_fine(one.add(std::make_shared<const OfOne>()));
  const auto source = std::make_shared<const OfAll>();
  expect_fine(all.add(source));
  Simulation a = started(std::move(one)), b = started(std::move(all), {.threads = 2});
  run(a, 2000);
  run(b, 2000);
  EXPECT_EQ(a.state_hash(), b.state_hash());
  EXPECT_TRUE(source->in_order);
  EXPECT_GE(source->asked, 2000);
  EXPECT_LE(source->asked, 2002);  // once a step, and for the first forces
  EXPECT_LT(b.energy().of("work_sources"), 0);
  EXPECT_FALSE(World().add(std::shared_ptr<const ArrayForceSource>()).empty());
}

TEST(ManyEdits, put_copies_of_a_body_at_places_or_none) {
  Simulation sim = started(balls());
  run(sim, 1000);
  const double before = sim.energy().residual;
  const Body dimer{.primitives = {{.radius = 2e-3}, {.position = {2e-3, 0, 0}, .radius = 2e-3}}};
  const std::vector<BodyPlace> places{{.position = {0.02, 0.1, 0.025}},
                                      {.position = {0.03, 0.1, 0.025}, .velocity = {0, -1, 0}}};
  const std::vector<BodyId> ids = value_of(sim.add(dimer, places));
  ASSERT_EQ(ids.size(), 2u);
  EXPECT_EQ(sim.body(ids[1])->velocity, (Vec3{0, -1, 0}));
  EXPECT_EQ(sim.body(ids[0])->mass, sim.body(ids[1])->mass);
  EXPECT_NEAR(sim.energy().residual, before, 1e-10 * std::abs(sim.energy().start));

  const std::string hash = sim.state_hash();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto wrong =
      sim.add(dimer, std::vector<BodyPlace>{{}, {.position = {nan, 0, 0}}, {.spin = {0, nan, 0}}});
  ASSERT_EQ(wrong.errors().size(), 2u);
  EXPECT_EQ(wrong.error().location, "body 1 of those to add");
  EXPECT_FALSE(sim.add(Body{}, places));
  EXPECT_TRUE(value_of(sim.add(dimer, std::vector<BodyPlace>{})).empty());
  EXPECT_EQ(sim.state_hash(), hash);
  run(sim, 200);
}

TEST(Shapes, are_parsed_from_words) {
  const std::vector<std::string> words{
      "vertices=[[0, 0, 0], [\"4 mm\", 0, 0], [0, 0.004, 0], [0, 0, 0.004]]", "rounding=0.1 mm"};
  EXPECT_EQ(value_of(Shape::parse("polyhedron", words)).kind(), "polyhedron");
  EXPECT_EQ(Shape::parse("polyhedron", {"vertexes=3"}).error().code, "E0101");
  EXPECT_EQ(Shape::parse("polyhedron", {"vertices"}).error().code, "E0103");
  EXPECT_EQ(Shape::parse("torus", {}).error().code, "E0546");
}

TEST(Pages, of_an_instant_need_the_built_page) {
  const Simulation sim = started(balls());
  EXPECT_EQ(page_3d(sim, "/nowhere").error().code, "E0692");
}

}  // namespace
}  // namespace scree::api::test
