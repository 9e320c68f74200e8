// Scenes of two dimensions: what they become, and what a tired user would type.
#include <numbers>

#include "helpers.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

TEST(PlaneScenes, vectors_have_two_numbers_and_grains_a_metre_of_depth) {
  const Scene s = good(
      "dimension = 2\ngravity = [0, -1.6]\n[material.m]\ndensity = 1000\n"
      "[[wall]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 2]\n"
      "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0.5, 0.5], diameter = 0.2, velocity = "
      "[1, 0] }]\n");
  ASSERT_EQ(s.world.particles.size(), 1u);
  EXPECT_EQ(s.world.particles.dimensions(), Dimensions::two);
  EXPECT_NEAR(s.world.particles.mass(0), 1000 * std::numbers::pi * 0.01, 1e-12);
  EXPECT_NEAR(s.world.walls[0].area, 6, 1e-15);
  EXPECT_EQ(s.world.gravity.g.y, -1.6);
  EXPECT_TRUE(Simulation::create(s.world, {}).ok());
}

TEST(PlaneScenes, fills_count_areas) {
  const std::string space = "region = { kind = \"box\", lo = [0, 0], hi = [1, 1] }\n";
  const Scene lattice =
      good("dimension = 2\n[[fill]]\nkind = \"lattice\"\ndiameter = 0.05\n" + space);
  // A triangular lattice of 20 by 22 sites, a row less where it is shifted.
  EXPECT_NEAR(static_cast<double>(lattice.world.particles.size()), 430, 15);
  const Scene random =
      good("dimension = 2\n[[fill]]\nkind = \"random\"\ndiameter = 0.05\nfraction = 0.4\n" + space);
  const double area = std::numbers::pi * 0.025 * 0.025;
  EXPECT_NEAR(static_cast<double>(random.world.particles.size()) * area, 0.4, 2 * area);
  EXPECT_LT(worst_overlap(random.world), 1e-9);
  const Scene poured = good(
      "dimension = 2\n[[wall]]\nshape = \"plane\"\n[[fill]]\nkind = \"pour\"\ndiameter = "
      "0.01\ncentre = [0, 0.5]\nwidth = 0.2\nmass_rate = 100\nmass = 20\n");
  EXPECT_TRUE(poured.world.inlets[0].line());
  EXPECT_NEAR(poured.world.inlets[0].mean_volume(), std::numbers::pi * 2.5e-5, 1e-12);
}

TEST(PlaneScenes, polygons_of_every_kind_are_made) {
  const std::string fill =
      "[[fill]]\nkind = \"lattice\"\nshape = \"p\"\ncount = 6\nregion = { kind = \"box\", lo = [0, "
      "0], hi = [1, 1] }\n";
  for (const std::string shape :
       {"form = \"regular\"\ncorners = 5\ndiameter = 0.1", "form = \"box\"\nsides = [0.1, 0.05]",
        "form = \"random\"\ncorners = 8\nelongation = 2\ndiameter = 0.1\nvariants = 3",
        "vertices = [[0, 0], [0.1, 0], [0, 0.1]]\nrounding = 0.01",
        "form = \"regular\"\ncorners = 8\ndiameter = 0.1\ncontact = \"area\"",
        "parts = [{ sides = [0.1, 0.02] }, { sides = [0.02, 0.1], position = [0, 0.05] }]"}) {
    const Scene s = good("dimension = 2\n[shape.p]\nkind = \"polygon\"\n" + shape + "\n" + fill);
    EXPECT_EQ(s.world.bodies.body.size(), 6u) << shape;
    for (const Body& b : s.world.bodies.body)
      EXPECT_NEAR(b.mass(), 2500 * b.volume, 1e-9 * b.mass()) << shape;
    EXPECT_TRUE(Simulation::create(s.world, {}).ok()) << shape;
  }
  // A cross of two bars: 0.1 x 0.02 twice.
  const Scene cross = good(
      "dimension = 2\n[shape.p]\nkind = \"polygon\"\nparts = [{ sides = [0.1, 0.02] }, { sides = "
      "[0.02, 0.1] }]\n" +
      fill);
  EXPECT_NEAR(cross.world.bodies.body[0].volume, 0.004, 1e-15);
  EXPECT_EQ(cross.world.particles.size(), 12u);
}

TEST(PlaneScenes, mistakes_are_named) {
  const std::string grain =
      "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0], diameter = 0.1 }]\n";
  const auto has = [](const std::string& text, const std::string& code, const std::string& words) {
    const std::string m = mistakes(text);
    EXPECT_NE(m.find(code), std::string::npos) << m;
    EXPECT_NE(m.find(words), std::string::npos) << m;
  };
  has("[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0], diameter = 0.1 }]\n", "E0103",
      "position");
  has("dimension = 4\n" + grain, "E0104", "dimension");
  has("dimension = 2\ngravity = [0, 0, -9.81]\n" + grain, "E0620", "z = 0");
  has("dimension = 2\n[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0, 1], diameter = "
      "0.1 "
      "}]\n",
      "E0620", "z = 1 m");
  has("dimension = 2\n[box]\nlo = [0, 0]\nhi = [1, 1]\nperiodic = \"xz\"\n" + grain, "E0620",
      "periodic");
  has("dimension = 2\n[[wall]]\nshape = \"hourglass\"\nheight = 1\ndiameter = 1\nneck = 0.2\n" +
          grain,
      "E0621", "hourglass");
  has("[[wall]]\nshape = \"polygon\"\nvertices = [[0, 0], [1, 0], [0, 1]]\n" + grain, "E0621",
      "dimension = 2");
  has("dimension = 2\n[[wall]]\nshape = \"cylinder\"\nradius = 1\naxis = [0, 1, 0]\n" + grain,
      "E0622", "axis");
  has("dimension = 2\n[[wall]]\nshape = \"plane\"\nrotation = [1, 0, 0]\npoint = [0, -1]\n" + grain,
      "E0622", "not parallel to z");
  has("dimension = 2\n[[wall]]\nshape = \"plane\"\npoint = [0, -1]\nmotion = { kind = "
      "\"translate\", "
      "velocity = [0, 0, 1] }\n" +
          grain,
      "E0623", "leaves the plane");
  has("dimension = 2\n[shape.p]\nkind = \"polyhedron\"\nform = \"cube\"\ndiameter = 0.1\n" + grain,
      "E0624", "polyhedron");
  has("dimension = 2\n[shape.p]\nkind = \"polygon\"\nvertices = [[0, 0], [0, 1], [1, 0]]\n" + grain,
      "E0463", "clockwise");
  has("dimension = 2\n[shape.p]\nkind = \"polygon\"\nform = \"regular\"\nsides = [1, 2]\n" + grain,
      "E0466", "sides");
}

TEST(PlaneScenes, another_mistake_does_not_hide_the_dimension) {
  const std::string m = mistakes(
      "dimension = 2\n[shape.p]\nkind = \"polygon\"\nform = \"regular\"\ndiameter = 0.1\n"
      "[[wall]]\nshape = \"arc\"\nradius = 1\nfrom = 0\nto = 1\n"
      "[[fill]]\nkind = \"grains\"\nshape = \"p\"\ngrains = [{ position = [0, 0], omega = [0, 0, "
      "1] "
      "}]\n");
  EXPECT_NE(m.find("unknown key `omega`"), std::string::npos) << m;
  EXPECT_EQ(m.find("E0624"), std::string::npos) << m;
  EXPECT_EQ(m.find("E0621"), std::string::npos) << m;
}

}  // namespace
}  // namespace scree
