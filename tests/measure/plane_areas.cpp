// Densities and stresses of two dimensions.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "measure/disc_area.hpp"
#include "measure/measure.hpp"

namespace scree {
namespace {

TEST(DiscArea, a_half_is_below_the_middle_and_all_below_the_top) {
  const double whole = std::numbers::pi * 0.04;
  EXPECT_NEAR(disc_below(0.2, 1, 1), 0.5 * whole, 1e-16);
  EXPECT_EQ(disc_below(0.2, 1, 0.75), 0);
  EXPECT_NEAR(disc_below(0.2, 1, 1.2), whole, 1e-16);
  EXPECT_NEAR(disc_below(0.2, 1, 0.9) + disc_below(0.2, 1, 1.1), whole, 1e-15);
  EXPECT_EQ(disc_below(0, 1, 2), 0);
}

// Boxes that tile the plane add up to the disc, and a quarter is a quarter.
TEST(DiscArea, boxes_that_fill_the_plane_have_all_of_it) {
  const double whole = std::numbers::pi * 0.25;
  EXPECT_NEAR(disc_in_box(0.5, {0, 0, 0}, {1, 1, 0}), whole / 4, 1e-16);
  EXPECT_NEAR(disc_in_box(0.5, {-0.1, -0.1, 0}, {0.1, 0.1, 0}), 0.04, 1e-15);
  const CounterRandom random(1, 1);
  for (std::uint64_t k = 0; k < 200; ++k) {
    const double x = random.uniform(2 * k) - 0.5, y = random.uniform(2 * k + 1) - 0.5;
    const double sum =
        disc_in_box(0.5, {-1, -1, 0}, {x, y, 0}) + disc_in_box(0.5, {x, -1, 0}, {1, y, 0}) +
        disc_in_box(0.5, {-1, y, 0}, {x, 1, 0}) + disc_in_box(0.5, {x, y, 0}, {1, 1, 0});
    EXPECT_NEAR(sum, whole, 1e-14);
  }
}

Particles two_discs() {
  Particles p;
  p.set_dimensions(Dimensions::two);
  p.add({.x = {0.3, 0.2, 0}, .radius = 0.1}, 1000);
  p.add({.x = {0.7, 0.5, 0}, .radius = 0.2}, 1000);
  return p;
}

TEST(PlaneMeasures, density_and_mass_are_of_areas) {
  const Particles p = two_discs();
  const double area = std::numbers::pi * 0.05;
  double out[3];
  (*make_measure("density; area = 1; height = 1"))->evaluate({.particles = p}, {out, 2});
  EXPECT_NEAR(out[0], area, 1e-14);
  (*make_measure("mass; region = box; low = [0, 0, -0.5]; high = [1, 1, 0.5]; share = volume"))
      ->evaluate({.particles = p}, out);
  EXPECT_NEAR(out[0], 1000 * area, 1e-10);
  EXPECT_NEAR(out[2], area, 1e-14);
  (*make_measure("mass; region = sphere; centre = [0.3, 0.2, 0]; radius = 0.1; share = volume"))
      ->evaluate({.particles = p}, out);
  EXPECT_NEAR(out[2], 1, 1e-14);
}

// A square of side 0.2, drawn as a thin prism: what of it is in a box or a circle is a share of
// area.
TEST(PlaneMeasures, polygons_are_cut_by_area) {
  Particles p;
  p.set_dimensions(Dimensions::two);
  p.add({.x = {0.5, 0.5, 0}, .radius = 0.1 * std::sqrt(2.0)}, 1000);
  RowSolids solids;
  std::vector<Vec3> points;
  for (const double z : {0.02, -0.02})
    for (const auto& [x, y] : {std::pair(-0.1, -0.1), {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1}})
      points.push_back({x, y, z});
  const std::vector<std::vector<std::uint32_t>> faces{{0, 1, 2, 3}, {7, 6, 5, 4}, {0, 4, 5, 1},
                                                      {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}};
  solids.forms.emplace_back(0.1 * std::sqrt(2.0), points, faces);
  solids.form = {1};
  const MeasureInput in{.particles = p, .solids = &solids};
  double out[3];
  (*make_measure("mass; region = box; low = [0, 0, -0.5]; high = [0.45, 1, 0.5]; share = volume"))
      ->evaluate(in, out);
  EXPECT_NEAR(out[0] / p.mass(0), 0.25, 1e-12);
  (*make_measure("mass; region = sphere; centre = [0.4, 0.4, 0]; radius = 0.1; share = volume"))
      ->evaluate(in, out);
  EXPECT_NEAR(out[0] / p.mass(0), std::numbers::pi / 16, 1e-3);  // by slices
}

// One contact across a box of 1 m by 1 m: force times branch over its area.
TEST(PlaneMeasures, the_stress_is_over_the_area) {
  const Particles p = two_discs();
  const std::vector<MeasureContact> contacts{
      {.i = ParticleId{0}, .j = ParticleId{1}, .normal = {0.8, 0.6, 0}, .force = {-8, -6, 0}}};
  double out[8];
  (*make_measure("stress; low = [0, 0, -0.5]; high = [1, 1, 0.5]"))
      ->evaluate({.particles = p, .contacts = contacts}, out);
  EXPECT_NEAR(out[0], 8 * 0.4, 1e-14);
  EXPECT_NEAR(out[1], 6 * 0.3, 1e-14);
  EXPECT_NEAR(out[6], 0.5 * (3.2 + 1.8), 1e-14);
}

TEST(PlaneMeasures, those_of_space_are_refused) {
  const Particles p = two_discs();
  const auto wrong = (*make_measure("rings; radius = 1; count = 3"))->check({.particles = p});
  ASSERT_TRUE(wrong.has_value());
  EXPECT_EQ(wrong->code, "E0625");
}

}  // namespace
}  // namespace scree
