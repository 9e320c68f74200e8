// Rattlers of beds that the engine has settled.
#include <gtest/gtest.h>

#include "measure/measure.hpp"
#include "scene/scene.hpp"
#include "sim/reports/live_input.hpp"

namespace scree::test {
namespace {

// A layer of grains, periodic to the sides, that came to rest on a floor.
Simulation settled_bed(const std::string& tangential) {
  auto scene = parse_scene(
      "[material.glass]\ndensity = 2500\n"
      "normal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.3 }\n" +
          tangential +
          "[box]\nlo = [0, 0, 0]\nhi = [\"24 mm\", \"60 mm\", \"24 mm\"]\n"
          "periodic = \"xz\"\n"
          "[[wall]]\nname = \"floor\"\nshape = \"plane\"\nmaterial = \"glass\"\n"
          "[[fill]]\nkind = \"random\"\nmaterial = \"glass\"\ncount = 220\n"
          "diameter = \"4 mm\"\nvariation = 0.1\n"
          "region = { kind = \"box\", min = [0, 0, 0], max = [\"24 mm\", \"50 mm\", \"24 mm\"] }\n",
      "bed.toml");
  EXPECT_TRUE(scene.ok()) << (scene.ok() ? "" : to_string(scene.error()));
  scene->world.damping = 2e-3;  // kg/s: settles within tenths of a second
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  EXPECT_TRUE(sim.ok()) << (sim.ok() ? "" : to_string(sim.error()));
  EXPECT_FALSE(sim->run(static_cast<std::uint64_t>(1.0 / sim->dt())).has_value());
  return std::move(*sim);
}

std::vector<double> coordination(const Simulation& sim) {
  LiveInput input;
  auto measure = make_measure("coordination");
  std::vector<double> out(4);
  (*measure)->evaluate(input.at(sim, sim.energy()), out);
  return out;
}

TEST(Rattlers, of_a_settled_bed_with_friction_are_few) {
  const Simulation sim = settled_bed("tangential = { law = \"spring\", friction = 0.5 }\n");
  const auto z = coordination(sim);
  // Beds of rough spheres have between 4 (isostatic) and 6 contacts per grain, and a few rattlers
  // in a hundred; this one has a free surface of a sixth of its grains with about three each.
  EXPECT_GT(z[1], 3.5);
  EXPECT_LT(z[1], 6);
  EXPECT_LT(z[2], 0.1 * 220);
  sim.for_each_contact([](const ContactView& c) { EXPECT_TRUE(c.friction); });
}

TEST(Rattlers, of_a_settled_bed_without_friction_are_few) {
  // No law for the tangential force, and one whose coefficient is 0: both are without friction.
  for (const char* law :
       {"tangential = { law = \"none\" }\n", "tangential = { law = \"spring\", friction = 0 }\n"}) {
    const Simulation sim = settled_bed(law);
    const auto z = coordination(sim);
    EXPECT_GT(z[1], 5);  // 6 inside; grains of the surface rest on three
    EXPECT_LT(z[1], 7);
    EXPECT_LT(z[2], 0.1 * 220);
    sim.for_each_contact([](const ContactView& c) { EXPECT_FALSE(c.friction); });
  }
}

// Cubes one on the other, at rest: each is held by the face below it.
TEST(Rattlers, of_a_stack_of_cubes_there_are_none) {
  auto scene = parse_scene(
      "[material.m]\ndensity = 2000\n"
      "normal = { law = \"linear\", contact_time = \"0.5 ms\", restitution = 0.3 }\n"
      "tangential = { law = \"spring\", friction = 0.5 }\n"
      "[shape.c]\nkind = \"polyhedron\"\nform = \"box\"\n"
      "sides = [\"10 mm\", \"10 mm\", \"10 mm\"]\n"
      "[[wall]]\nshape = \"plane\"\nmaterial = \"m\"\n"
      "[[fill]]\nkind = \"grains\"\nmaterial = \"m\"\nshape = \"c\"\norientation = \"fixed\"\n"
      "grains = [{ position = [0, 0.005, 0] }, { position = [0.0005, 0.015, 0] },\n"
      "{ position = [0, 0.025, 0.001] }, { position = [0.001, 0.035, 0] }]\n",
      "stack.toml");
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  scene->world.damping = 5e-3;  // kg/s, of 2 g
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  ASSERT_TRUE(sim.ok()) << to_string(sim.error());
  ASSERT_FALSE(sim->run(static_cast<std::uint64_t>(0.5 / sim->dt())).has_value());
  const auto z = coordination(*sim);
  EXPECT_EQ(z[2], 0);
  EXPECT_EQ(z[1], 7.0 / 4);  // three pairs, and the floor
}

}  // namespace
}  // namespace scree::test
