// The inertial number and the friction of a running shear test, against their definitions.
#include <gtest/gtest.h>

#include <cmath>

#include "measure/measure.hpp"
#include "scene/scene.hpp"
#include "sim/reports/live_input.hpp"

namespace scree {
namespace {

std::string shear_scene(bool two_d) {
  return std::string(two_d ? "dimension = 2\n" : "") +
         "gravity = [0, 0, 0]\n"
         "[material.beads]\n"
         "normal = { law = \"linear\", stiffness = \"4 kN/m\", restitution = 0.5 }\n" +
         (two_d ? "[box]\nmin = [0, 0]\nmax = [\"40 mm\", \"40 mm\"]\nperiodic = \"xy\"\n"
                : "[box]\nmin = [0, 0, 0]\nmax = [\"20 mm\", \"20 mm\", \"20 mm\"]\n") +
         "[[cell]]\nduration = \"80 ms\"\nstrain = { " +
         (two_d ? "xx = -0.26, yy = -0.26" : "xx = -0.12, yy = -0.12, zz = -0.12") +
         " }\n[[cell]]\nrate = { xy = \"8 1/s\" }\n"
         "[[fill]]\nkind = \"random\"\ndiameter = \"4 mm\"\nvariation = \"10 %\"\ncount = " +
         (two_d ? "60" : "80") + "\n";
}

void expect_definitions(bool two_d) {
  auto scene = parse_scene(shear_scene(two_d), "shear.toml");
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  ASSERT_TRUE(sim.ok()) << to_string(sim.error());
  while (sim->time() < 0.1) ASSERT_FALSE(sim->run(100));
  LiveInput live;
  const MeasureInput in = live.at(*sim, sim->energy());
  const auto m = make_measure("cell");
  ASSERT_TRUE(m.ok());
  std::vector<double> v((*m)->size());
  (*m)->evaluate(in, v);
  const auto columns = (*m)->columns();
  const auto value = [&](const std::string& name) {
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (columns[k].name == name) return v[k];
    ADD_FAILURE() << name;
    return 0.0;
  };
  const CellReport cell = sim->cell();
  ASSERT_EQ(value("phase"), 1);
  ASSERT_GT(value("p"), 0) << "the packing bears something";
  const Particles& p = sim->particles();
  double diameter = 0, mass = 0, solid = 0;
  const double pi = std::acos(-1.0);
  for (std::size_t k = 0; k < p.size(); ++k) {
    const double r = p.xr[k].r;
    diameter += 2 * r / static_cast<double>(p.size());
    mass += p.mass(k);
    solid += two_d ? pi * r * r : 4.0 / 3.0 * pi * r * r * r;
  }
  // I = gamma d sqrt(rho / p), with the rate of shear that the scene asks for.
  const double rate = 8;
  EXPECT_NEAR(value("inertial_number"), rate * diameter * std::sqrt(mass / solid / value("p")),
              1e-9 * value("inertial_number"));
  const auto& s = cell.stress;
  const double p_now = two_d ? (s[0] + s[1]) / 2 : (s[0] + s[1] + s[2]) / 3;
  EXPECT_NEAR(value("p"), p_now, 1e-12 * p_now);
  double deviator = 0;
  for (int k = 0; k < (two_d ? 2 : 3); ++k)
    deviator += std::pow(s[static_cast<std::size_t>(k)] - p_now, 2);
  deviator += 2 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
  EXPECT_NEAR(value("mu"), std::sqrt(0.5 * deviator) / p_now, 1e-12);
  EXPECT_NEAR(value("q"), std::sqrt((two_d ? 0.5 : 1.5) * deviator), 1e-9 * p_now);
  const double volume = value("volume");
  EXPECT_NEAR(value("void_ratio"), volume / solid - 1, 1e-12);
  EXPECT_NEAR(value("volumetric_strain"), two_d ? 2 * std::log(0.74) : 3 * std::log(0.88), 1e-9);
}

TEST(CellInARun, has_the_inertial_number_and_friction_of_their_definitions) {
  expect_definitions(false);
}
TEST(CellInARun, of_two_dimensions_has_them_too) { expect_definitions(true); }

}  // namespace
}  // namespace scree
