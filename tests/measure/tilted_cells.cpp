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

TEST(CellMeasure, gives_true_strains_and_invariants_as_by_hand) {
  Particles p;
  for (const double r : {0.1, 0.2, 0.3}) test::add(p, {r, r, r}, r);
  PeriodicBox box{{0, 0, 0}, {1, 2, 3}, {true, true, true}};
  const MeasureCell cell{.strain = {-0.1, 0.25, -0.2, 0.5, 0, 0},
                         .rate = {0.5, -1, 0.25, 4, 0, -2},
                         .stress = {100, 200, 600, -50, 20, 10},
                         .work = 7,
                         .phase = 1};
  const MeasureInput in{.particles = p, .box = box, .cell = &cell};
  const auto v = [&](const char* column) { return test::value("cell", in, column); };
  EXPECT_DOUBLE_EQ(v("log_strain_xx"), std::log(0.9));
  EXPECT_DOUBLE_EQ(v("log_strain_yy"), std::log(1.25));
  // The sum of the engineering strains is -0.05; the volume is 0.9 of what it was.
  EXPECT_DOUBLE_EQ(v("volumetric_strain"), std::log(0.9 * 1.25 * 0.8));
  EXPECT_EQ(v("p"), 300);
  EXPECT_EQ(v("p"), v("pressure"));
  // s = (-200, -100, 300), shears -50, 20, 10: s:s = 140000 + 2 (2500 + 400 + 100) = 146000.
  EXPECT_DOUBLE_EQ(v("q"), std::sqrt(1.5 * 146000));
  EXPECT_DOUBLE_EQ(v("mu"), std::sqrt(0.5 * 146000) / 300);
  const double pi = std::acos(-1.0), solid = 4.0 / 3.0 * pi * (0.001 + 0.008 + 0.027);
  EXPECT_NEAR(v("void_ratio"), (6 - solid) / solid, 1e-12 * 6 / solid);
  EXPECT_NEAR(v("solid_fraction"), solid / 6, 1e-15);
  // e' = (0.5833, -0.9167, 0.3333), shears 2, 0, -1: e:e = 1.2917 + 2 (4 + 1).
  const double mean = -0.25 / 3;
  const double e = std::pow(0.5 - mean, 2) + std::pow(-1 - mean, 2) + std::pow(0.25 - mean, 2) + 10;
  EXPECT_NEAR(v("inertial_number"), std::sqrt(2 * e) * 0.4 * std::sqrt(test::kDensity / 300),
              1e-12);
}

TEST(CellMeasure, of_two_dimensions_looks_at_the_plane) {
  Particles p;
  p.set_dimensions(Dimensions::two);
  p.add({.x = {0.5, 0.5, 0}, .radius = 0.1}, 2000);
  p.add({.x = {0.2, 0.2, 0}, .radius = 0.2}, 2000);
  PeriodicBox box{{0, 0, -0.5}, {2, 1, 0.5}, {true, true, false}};
  const MeasureCell cell{.strain = {0.1, -0.2, 0, 3, 0, 0},
                         .rate = {0, 0, 0, 5, 0, 0},
                         .stress = {100, 300, 0, -75, 0, 0},
                         .work = 0,
                         .phase = 0};
  const MeasureInput in{.particles = p, .box = box, .cell = &cell};
  const auto v = [&](const char* column) { return test::value("cell", in, column); };
  EXPECT_EQ(v("p"), 200);
  EXPECT_EQ(v("q"), 125);  // half of 200, and 75: 3-4-5
  EXPECT_EQ(v("mu"), 0.625);
  EXPECT_DOUBLE_EQ(v("volumetric_strain"), std::log(1.1 * 0.8));
  const double pi = std::acos(-1.0), solid = pi * (0.01 + 0.04);
  EXPECT_NEAR(v("void_ratio"), (2 - solid) / solid, 1e-12);
  EXPECT_NEAR(v("inertial_number"), 5 * 0.3 * std::sqrt(2000.0 / 200), 1e-12);
}

TEST(CellMeasure, of_nothing_or_without_pressure_has_zeros) {
  const Particles none;
  PeriodicBox box{{0, 0, 0}, {1, 1, 1}, {true, true, true}};
  const MeasureCell cell{.strain = {-1, 0, 0, 0, 0, 0},
                         .rate = {1, 0, 0, 0, 0, 0},
                         .stress = {-5, -5, -5, 1, 0, 0},
                         .work = 0,
                         .phase = 0};
  const MeasureInput in{.particles = none, .box = box, .cell = &cell};
  for (const char* column : {"mu", "inertial_number", "void_ratio", "log_strain_xx"})
    EXPECT_EQ(test::value("cell", in, column), 0) << column;
}

}  // namespace
}  // namespace scree
