// An engine whose data are its own: no part of a simulation reads or changes an array of the host
// that the engine has not published or is not told of. The same worlds, with everything that acts
// between steps, come to the same bits. More worlds: expect_one_answer(), Engines.
#include "remote_engine.hpp"

#include <functional>
#include <map>

#include "bodies.hpp"
#include "bonds.hpp"
#include "outlets.hpp"
#include "reported.hpp"
#include "sim/world/source.hpp"
#include "sim/world/stage.hpp"

namespace scree::test {
namespace {

using Act = std::function<void(Simulation&)>;

std::string answer(const World& w, const RunOptions& o, const Act& act) {
  Simulation s = start(w, o);
  act(s);
  return reported(s);
}

void expect_the_same(const World& w, const Act& act) {
  for (const char* engine : {"rows", "tiles"}) {
    const RunOptions o{.threads = 2, .engine = engine};
    const std::string expected = answer(w, o, act);
    EXPECT_EQ(answer(w, remote(o), act), expected) << engine;
  }
}

Act in_two_parts(std::uint64_t n) {
  return [n](Simulation& s) { run(s, n / 3), run(s, n - n / 3); };
}

World grains_in_a_box(const MaterialSpec& m, std::size_t n = 60) {
  World w = empty_world(m);
  w.gravity.g = {0.5, -9.81, 0.3};
  w.walls = open_box(0.05);
  add_cloud(w, n, 0.01, 4, 3);
  return w;
}

World with_bodies() {
  World w = mixed_world(60);
  w.walls = open_box(0.06);
  return w;
}

TEST(RemoteEngine, gives_the_same_bits_for_balls_and_bodies) {
  expect_the_same(grains_in_a_box(hertz_rolling_material()), in_two_parts(900));
  for (const char* integrator : {"verlet", "gear"}) {
    World w = with_bodies();
    w.integrator = integrator;
    expect_the_same(w, in_two_parts(900));
  }
}

TEST(RemoteEngine, goes_on_from_a_checkpoint_and_leaves_one) {
  const World w = with_bodies();
  const RunOptions here{.threads = 2}, there = remote(here);
  Simulation whole = start(w, here);
  run(whole, 1200);
  for (const bool first : {false, true}) {
    Simulation s = start(w, first ? there : here);
    run(s, 500);
    Simulation r = resumed(bytes_of(s), w, first ? here : there);
    run(r, 700);
    EXPECT_EQ(reported(r), reported(whole));
  }
}

TEST(RemoteEngine, is_told_of_grains_that_come_and_leave) {
  World w = poured_world({0, -4, 0});
  w.outlets = {below(0.012)};
  expect_the_same(w, in_two_parts(1500));
}

TEST(RemoteEngine, is_told_of_edits) {
  expect_the_same(with_bodies(), [](Simulation& s) {
    run(s, 1000);
    ASSERT_TRUE(s.add_grain({.x = {0.03, 0.05, 0.03}, .radius = 0.002, .v = {0, -2, 0}}));
    ASSERT_FALSE(s.remove(ParticleId{2}));
    ASSERT_FALSE(s.remove(ParticleId{0}));
    run(s, 1);
    ASSERT_FALSE(s.set_velocity(ParticleId{5}, {0.5, 2, 0}, {0, 0, 100}));
    ASSERT_FALSE(s.set_velocity(ParticleId{7}, {0, 1, 0.5}, {100, 0, 0}));
    run(s, 300);
    ASSERT_FALSE(s.set_force(ParticleId{9}, {0, 2e-3, 0}));
    run(s, 300);
  });
}

// The second grain that goes has its contacts where the first one left them.
TEST(RemoteEngine, keeps_forces_of_contacts_when_grains_leave_one_after_the_other) {
  const Act remove_some = [](Simulation& s) {
    run(s, 800);
    ASSERT_GT(s.contact_count(), 20u);
    std::map<std::pair<std::uint32_t, std::uint32_t>, Vec3> force;
    const auto each = [&s](const auto& f) {
      s.for_each_contact([&f](const ContactView& c) {
        if (c.wall < 0) f(std::pair(c.i.value, c.j.value), c.force);
      });
    };
    each([&force](const auto& pair, const Vec3& on) { force[pair] = on; });
    for (const std::uint32_t id : {3u, 17u, 40u}) {
      ASSERT_FALSE(s.remove(ParticleId{id}));
      std::size_t seen = 0;
      each([&](const auto& pair, const Vec3& on) {
        EXPECT_EQ(on, force.at(pair));
        ++seen;
      });
      EXPECT_GT(seen, 5u);
    }
    run(s, 200);
  };
  World w = grains_in_a_box(linear_material(1e-3, 0.2, 0.4), 80);
  w.gravity.g = {0, -50, 0};
  expect_the_same(w, remove_some);
}

TEST(RemoteEngine, is_told_of_bonds_that_break_and_are_made) {
  World w =
      row_of_spheres(2, 0.004, bond_type("beam", {{"young", 5e6}, {"tensile_strength", 4e4}}));
  add_tetrahedron(w, 3, 0.004, {0, 0.02, 0}, {0, -2, 0}, {5, 0, 3});
  w.walls = {plane({0, -0.005, 0}, {0, 1, 0})};
  Simulation s = start(w);
  run(s, 900);
  ASSERT_GT(s.bond_breaks().size(), 0u) << "nothing to be told of";
  const std::uint32_t type = w.bonds[0].type, a = w.bonds[0].i, b = w.bonds[0].j;
  expect_the_same(w, [=](Simulation& sim) {
    run(sim, 200);
    ASSERT_FALSE(sim.break_bond(ParticleId{a}, ParticleId{b}));
    run(sim, 100);
    ASSERT_FALSE(sim.add_bond(ParticleId{a}, ParticleId{b}, type));
    run(sim, 600);
  });
}

TEST(RemoteEngine, is_told_of_stages) {
  World w = grains_in_a_box(hertz_rolling_material());
  w.stages = {{.name = "a", .duration = 0.005},
              {.name = "b", .duration = 0.005},
              {.name = "c", .duration = 0.005}};
  w.stages[1].gravity = Gravity{.g = {-4, 0, 0}};
  w.stages[2].shapes = {{1, absent_shape(w.walls[1].shape), false}};
  expect_the_same(w, in_two_parts(100000));
}

TEST(RemoteEngine, flows_with_a_box_that_deforms) {
  World w = empty_world(linear_material(1e-3, 0.6, 0.4));
  const double length = 5 * 1.2 * 0.01;
  w.box = {{0, 0, 0}, {length, length, length}, {true, true, true}};
  CellPhase squeeze, shear;
  squeeze.duration = 0.005;
  for (std::size_t k = 0; k < 3; ++k) squeeze.of[k] = {CellDrive::strain, -0.17};
  shear.of[1] = {CellDrive::stress, 2000};
  shear.max_rate = 10;
  shear.of[3] = {CellDrive::rate, 40};
  w.cell.phases = {squeeze, shear};
  add_cloud(w, 125, 0.01, 5, 0.3);
  for (PositionRadius& g : w.particles.xr) wrap_into_cell(g.x, w.box);
  expect_the_same(w, in_two_parts(900));
}

// Towards the middle, and against the motion.
struct Pull final : ForceSource {
  std::string_view name() const override { return "pull"; }
  double range() const override { return 1e-3; }
  void act(const SourceView& v, std::uint32_t s, Vec3& f, Vec3&) const override {
    f -= v.p.mass(s) * (400 * v.p.xr[s].x + 2.0 * v.p.vm[s].v);
    f += (1e-4 * static_cast<double>(v.neighbours(s).size())) * v.p.vm[s].v;
  }
};

TEST(RemoteEngine, shows_its_rows_to_sources_liquid_and_free_walls) {
  MaterialSpec wet = linear_material(1e-3, 0.5, 0.3);
  wet.cohesion = {"liquid-bridge", {}};
  for (const auto& [name, value] : {std::pair("surface_tension", 0.07),
                                    std::pair("contact_angle", 0.3), std::pair("film", 0.01)})
    wet.cohesion.params.set(name, value);
  World w = grains_in_a_box(wet);
  w.sources = {std::make_shared<Pull>()};
  ParamSet at, lid;
  at.set("point", Vec3{0, 0.06, 0}), at.set("normal", Vec3{0, -1, 0});
  lid.set("direction", Vec3{0, 1, 0}), lid.set("mass", 0.02), lid.set("force", 0.5);
  w.walls.push_back(wall("plane", at, "free", lid));
  w.gravity.rate = 3;
  w.detect.audit = 50;
  expect_the_same(w, in_two_parts(900));
}

}  // namespace
}  // namespace scree::test
