// Measures in a cell that is tilted.
#include <gtest/gtest.h>

#include "make.hpp"

namespace scree {
namespace {

// Two grains that touch through the top of a sheared cell: the branch goes to the shifted image.
TEST(TiltedCell, has_the_stress_of_a_contact_through_its_seam) {
  Particles p;
  test::add(p, {0.1, 0.95, 0.5}, 0.05, {});
  test::add(p, {0.8, 0.04, 0.5}, 0.05, {});
  PeriodicBox box{{0, 0, 0}, {1, 1, 1}, {true, true, true}};
  box.tilt.x = 0.3;  // the image of the second one is at (1.1, 1.04), and so at (0.1, 1.04)
  const std::vector<MeasureContact> contacts{
      {.i = ParticleId{0}, .j = ParticleId{1}, .force = {1, -10, 0}}};
  const MeasureInput in{.particles = p, .contacts = contacts, .box = box};
  const auto m = test::measure("stress");
  ASSERT_FALSE(m->check(in).has_value());
  const auto v = test::values(*m, in);
  EXPECT_NEAR(v[1], 10 * 0.09, 1e-14);        // yy
  EXPECT_NEAR(v[0], 0, 1e-14);                // xx: the branch is upright
  EXPECT_NEAR(v[3], -0.5 * 1 * 0.09, 1e-14);  // xy, symmetric part
}

TEST(TiltedCell, is_refused_by_what_needs_an_upright_box) {
  Particles p;
  test::add(p, {0.1, 0.95, 0.5}, 0.05, {});
  PeriodicBox box{{0, 0, 0}, {1, 1, 1}, {true, true, true}};
  box.tilt.x = 0.3;
  const MeasureInput in{.particles = p, .box = box};
  for (const char* line :
       {"mass; region = sphere; radius = 0.2", "rings; radius = 0.3; count = 2", "flow; plane = y",
        "voronoi", "profile; count = 5", "field; width = 0.2; points = 1",
        "pairs; reach = 0.2; count = 4", "stress; low = [0, 0, 0]; high = [0.5, 0.5, 0.5]"}) {
    const auto e = test::measure(line)->check(in);
    ASSERT_TRUE(e.has_value()) << line;
    EXPECT_EQ(e->code, "E0656") << line;
  }
  for (const char* line : {"mass", "density", "layers; thickness = 0.2; count = 5", "speed"})
    EXPECT_FALSE(test::measure(line)->check(in).has_value()) << line;
}

TEST(CellMeasure, gives_edges_strain_stress_and_work) {
  const Particles none;
  PeriodicBox box{{0, 0, 0}, {1, 2, 3}, {true, true, true}};
  box.tilt = {0.1, 0.2, 0.3};
  const MeasureCell cell{.strain = {-0.1, 0, 0, 0.5, 0, 0},
                         .rate = {1, 2, 3, 4, 5, 6},
                         .stress = {10, 20, 60, -5, 0, 0},
                         .work = 7,
                         .phase = 1};
  const MeasureInput in{.particles = none, .box = box, .cell = &cell};
  EXPECT_EQ(test::value("cell", in, "length_z"), 3);
  EXPECT_EQ(test::value("cell", in, "tilt_yz"), 0.3);
  EXPECT_EQ(test::value("cell", in, "volume"), 6);
  EXPECT_EQ(test::value("cell", in, "strain_xy"), 0.5);
  EXPECT_EQ(test::value("cell", in, "rate_yz"), 6);
  EXPECT_EQ(test::value("cell", in, "stress_xy"), -5);
  EXPECT_EQ(test::value("cell", in, "pressure"), 30);
  EXPECT_EQ(test::value("cell", in, "work"), 7);
  EXPECT_EQ(test::value("cell", in, "phase"), 1);
}

}  // namespace
}  // namespace scree
