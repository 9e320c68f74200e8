// No fill puts a body where a wall goes through it.
#include <gtest/gtest.h>

#include "scene/scene.hpp"
#include "shapes/polyhedron.hpp"
#include "sim/simulation.hpp"
#include "walls/images.hpp"

namespace scree {
namespace {

std::string scene_with(const std::string& wall, const std::string& fill) {
  return "duration = \"1 ms\"\n[material.m]\ndensity = 2000\n"
         "[shape.c]\nkind = \"polyhedron\"\nform = \"box\"\nsides = [\"10 mm\", \"10 mm\", \"10 "
         "mm\"]\n"
         "[[wall]]\n" +
         wall + "\n[[fill]]\nshape = \"c\"\n" + fill + "\n";
}

int pierced_in(const Scene& s) {
  int found = 0;
  const Particles& p = s.world.particles;
  for (const Wall& wall : s.world.walls) {
    const WallImages images(wall, s.world.box);
    for (std::size_t k = 0; k < p.size(); ++k) {
      const Body& b = *s.world.bodies.find(p.ws[k].body);
      const Shape& shape = *s.world.shapes[s.world.bodies.primitive_of(b, p.id[k].value).shape];
      found += images.pierces(wall, *shape.rounded_core(), {p.xr[k].x, p.q[k]}, p.xr[k].r);
    }
  }
  return found;
}

const char* const kObstacles[] = {
    "shape = \"disc\"\nradius = \"20 mm\"",
    "shape = \"annulus\"\ninner_radius = \"8 mm\"\nouter_radius = \"40 mm\"",
    "shape = \"rectangle\"\nwidth = \"4 mm\"\nlength = \"60 mm\"",
    "shape = \"cylinder\"\nside = \"outside\"\nradius = \"1 mm\"\nheight = \"60 mm\"",
    "shape = \"cylinder\"\nopen = \"both\"\nradius = \"9 mm\"\nheight = \"40 mm\"",
    "shape = \"cone\"\nside = \"outside\"\nbottom_radius = \"4 mm\"\ntop_radius = 0\nheight = \"40 "
    "mm\"",
    "shape = \"box\"\nside = \"outside\"\nmin = [-0.001, -0.03, -0.001]\nmax = [0.001, 0.03, "
    "0.001]",
};

TEST(PiercedBodies, random_fills_and_lattices_place_none) {
  const std::string region =
      "region = { kind = \"box\", lo = [-0.04, -0.04, -0.04], hi = [0.04, 0.04, 0.04] }\n";
  for (const char* wall : kObstacles)
    for (const char* fill :
         {"kind = \"random\"\ncount = 60\n", "kind = \"lattice\"\ncount = 40\n"}) {
      const auto scene = parse_scene(scene_with(wall, fill + region), "one.toml");
      ASSERT_TRUE(scene) << wall << to_string(scene.error());
      EXPECT_EQ(pierced_in(*scene), 0) << wall << fill;
      EXPECT_TRUE(Simulation::create(scene->world, {.threads = 1})) << wall;
    }
}

TEST(PiercedBodies, given_grains_are_refused_with_the_wall_that_goes_through) {
  for (const char* wall : kObstacles) {
    // Across the wall: the annulus has a hole in the middle, the pipe's side is off the axis.
    const std::string text = wall;
    const bool aside = text.find("annulus") != std::string::npos;
    const bool pipe = text.find("open") != std::string::npos;
    const std::string at = aside ? "[0.02, 0, 0]" : pipe ? "[0.009, 0, 0]" : "[0, 0, 0]";
    const auto scene = parse_scene(
        scene_with(wall, "kind = \"grains\"\norientation = \"fixed\"\ngrains = [{ position = " +
                             at + " }]\n"),
        "one.toml");
    ASSERT_FALSE(scene) << wall;
    EXPECT_EQ(scene.error().code, "E0707") << wall << to_string(scene.error());
  }
}

// A world that a program made.
TEST(PiercedBodies, starts_are_refused) {
  const auto scene = parse_scene(
      scene_with(
          kObstacles[0],
          "kind = \"grains\"\norientation = \"fixed\"\ngrains = [{ position = [0, 0.02, 0] }]\n"),
      "one.toml");
  ASSERT_TRUE(scene) << to_string(scene.error());
  World w = scene->world;
  w.particles.xr[0].x = {0, 0, 0};
  w.bodies.body[0].x = {0, 0, 0};
  const auto sim = Simulation::create(std::move(w), {.threads = 1});
  ASSERT_FALSE(sim);
  EXPECT_EQ(sim.error().code, "E0508");
  EXPECT_NE(sim.error().message.find("goes through"), std::string::npos) << sim.error().message;
}

}  // namespace
}  // namespace scree
