// Every channel of the energy budget comes to the series, the summary and the measure `energy`.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "run/folder/series.hpp"
#include "scene/scene.hpp"
#include "sim/world/source.hpp"

namespace scree::test {
namespace {

// Towards the origin, by the mass of the row.
struct EnergyTrap final : ForceSource {
  std::string_view name() const override { return "trap"; }
  void act(const SourceView& v, std::uint32_t s, Vec3& f, Vec3&) const override {
    f -= (400 * v.p.mass(s)) * v.p.xr[s].x;
  }
};

Scene bouncing_scene() {
  auto scene = parse_scene(
      "[material.m]\nnormal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.5 }\n"
      "[[wall]]\nshape = \"plane\"\nmaterial = \"m\"\n"
      "[[fill]]\nkind = \"grains\"\nmaterial = \"m\"\n"
      "grains = [{ position = [0.01, 0.0052, 0], diameter = 0.01 },\n"
      "          { position = [0.01, 0.0153, 0.001], diameter = 0.01 }]\n"
      "[output]\nmeasures = [\"energy\"]\n",
      "s.toml");
  EXPECT_TRUE(scene.ok()) << (scene.ok() ? "" : to_string(scene.error()));
  return std::move(*scene);
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream in(line.substr(0, line.find('\n')));
  for (std::string cell; std::getline(in, cell, ',');) out.push_back(cell);
  return out;
}

using Line = std::map<std::string, double>;

Line line_of(run::Series& series, const Simulation& sim) {
  const auto names = cells_of(series.header()), values = cells_of(series.line(sim));
  EXPECT_EQ(names.size(), values.size());
  Line out;
  for (std::size_t k = 0; k < names.size(); ++k) out[names[k]] = std::stod(values[k]);
  return out;
}

// The budget as a reader of the file forms it, by the names alone; `prefix` "energy." takes the
// columns of the measure.
double balance_of(const Line& line, const std::string& prefix) {
  double sum = 0;
  for (const auto& [column, v] : line) {
    if (!column.starts_with(prefix)) continue;
    const std::string name = column.substr(prefix.size());
    if (name == "kinetic" || name == "rotational" || name == "potential" || name == "removed" ||
        name.starts_with("stored_") || name.starts_with("lost_"))
      sum += v;
    if (name.starts_with("work_") || name == "added") sum -= v;
  }
  return sum;
}

// What the residual says and what the columns add up to; the energy at the start is the sum of the
// first line.
void expect_columns_close(const Line& first, const Line& last) {
  const double scale = std::abs(last.at("potential")) + std::abs(last.at("work_walls")) + 1e-6;
  const double rounding = 1e-13 * scale;  // of some thirty terms, each read back exactly
  EXPECT_NEAR(last.at("energy.residual"), last.at("residual"), rounding);
  for (const std::string prefix : {"", "energy."})
    EXPECT_NEAR(balance_of(last, prefix) - balance_of(first, prefix), last.at("residual"), rounding)
        << prefix;
}

TEST(EnergyChannels, of_series_and_measure_add_up_to_the_residual_with_stages_and_sources) {
  Scene scene = bouncing_scene();
  scene.world.stages = {{.name = "down", .duration = 5e-3}, {.name = "aside", .duration = 5e-3}};
  scene.world.stages[1].gravity = Gravity{.g = {-4, -3, 0}};
  scene.world.sources = {std::make_shared<EnergyTrap>()};
  auto sim = Simulation::create(std::move(scene.world), {.threads = 1});
  ASSERT_TRUE(sim.ok());
  run::Series series(scene.output.measures, *sim);
  const Line first = line_of(series, *sim);
  while (!sim->finished()) ASSERT_FALSE(sim->run(100).has_value());
  const EnergyReport e = sim->energy();
  ASSERT_GT(std::abs(e.work_stages), 1e-6);
  ASSERT_GT(std::abs(e.work_sources), 1e-6);
  ASSERT_GT(e.lost(), 1e-9);
  expect_columns_close(first, line_of(series, *sim));
}

TEST(EnergyChannels, of_series_and_measure_add_up_to_the_residual_in_a_cell_that_deforms) {
  auto scene = parse_scene(
      "gravity = [0, 0, 0]\n"
      "[material.m]\nnormal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.5 }\n"
      "[box]\nlo = [0, 0, 0]\nhi = [0.04, 0.04, 0.04]\n"
      "[[cell]]\nstress = { xx = \"1 kPa\", yy = \"1 kPa\", zz = \"1 kPa\" }\n"
      "max_rate = \"3 1/s\"\nramp = \"2 ms\"\n"
      "[[fill]]\nkind = \"random\"\nmaterial = \"m\"\ncount = 40\ndiameter = 0.008\n"
      "[output]\nmeasures = [\"energy\"]\n",
      "s.toml");
  ASSERT_TRUE(scene.ok()) << (scene.ok() ? "" : to_string(scene.error()));
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  ASSERT_TRUE(sim.ok()) << to_string(sim.error());
  run::Series series(scene->output.measures, *sim);
  const Line first = line_of(series, *sim);
  ASSERT_FALSE(sim->run(2000).has_value());
  ASSERT_GT(std::abs(sim->energy().work_cell), 1e-9);
  expect_columns_close(first, line_of(series, *sim));
}

}  // namespace
}  // namespace scree::test
