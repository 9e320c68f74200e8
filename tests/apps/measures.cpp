// Measures in series.csv, live.
#include <cmath>
#include <map>

#include "csv_table.hpp"
#include "program.hpp"
#include "scene/scene.hpp"
#include "scree/series.hpp"

namespace scree::test {
namespace {

using Table = std::vector<std::map<std::string, double>>;

Table table_of(const std::string& csv) {
  Table out;
  for (const auto& row : cells_of(csv)) {
    out.emplace_back();
    for (const auto& [name, cell] : row) out.back()[name] = std::stod(cell);
  }
  return out;
}

constexpr const char* kMeasures =
    "output.measures=[\"energy\", \"speed\", \"coordination\", \"fabric\", \"forces\","
    "{ kind = \"walls\", name = \"box\", wall = \"box\" }, { kind = \"flow\", at = \"-5 mm\" },"
    "{ kind = \"flow\", at = \"-5 mm\", average = \"3 ms\", columns = \"mass_rate\" },"
    "{ kind = \"mass\" },"
    "{ kind = \"stress\", low = [-0.01, -0.01, -0.01], high = [0.01, 0.01, 0.01] },"
    "{ kind = \"layers\", from = \"-1 cm\", thickness = \"5 mm\", count = 4 }]";

TEST_F(Program, measures_become_columns_and_agree_with_the_standard_ones) {
  write_scene("drop.toml", "60 ms");
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "r", "--quiet", "--threads", "1", "--set", kMeasures})
                .status,
            0);
  const Table rows = table_of(content_of(path("r/series.csv")));
  ASSERT_GT(rows.size(), 50u);
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("energy.kinetic"), row.at("kinetic"));
    EXPECT_EQ(row.at("energy.lost_sliding"), row.at("lost_sliding"));
    EXPECT_NEAR(row.at("energy.residual"), row.at("residual"), 1e-15);  // sums in another order
    EXPECT_EQ(row.at("speed.speed_max"), row.at("greatest_speed"));
    EXPECT_EQ(row.at("coordination.coordination"), row.at("coordination"));
    EXPECT_NEAR(row.at("mass.mass"), 27 * 2500 * 4.0 / 3 * M_PI * 8e-9, 1e-15);
  }
  // Two measures of one kind: the second is numbered; the average lags behind.
  EXPECT_TRUE(rows.back().contains("flow_2.mass_rate"));
  const auto j = summary("r");
  EXPECT_EQ(j["measures"]["mass.number"], 27);
}

TEST_F(Program, at_rest_the_box_carries_the_weight) {
  write_scene("drop.toml", "0.6 s");
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "r", "--quiet", "--threads", "1", "--set",
                   "output.measures=[{ kind = \"walls\", wall = \"box\", average = \"50 ms\" }]"})
                .status,
            0);
  const double weight = 27 * 2500 * 4.0 / 3 * M_PI * 8e-9 * 9.81;
  // Grains that still roll a little move their centre of mass: a hundredth of the weight.
  EXPECT_NEAR(table_of(content_of(path("r/series.csv"))).back().at("walls.force_y"), -weight,
              0.01 * weight);
}

TEST_F(Program, series_have_the_same_bits_with_any_number_of_threads) {
  write_scene("drop.toml", "40 ms");
  std::string first;
  for (const char* threads : {"1", "2", "3"}) {
    const std::string out = std::string("r") + threads;
    ASSERT_EQ(
        scree({"run", "drop.toml", "-o", out, "--quiet", "--threads", threads, "--set", kMeasures})
            .status,
        0);
    const std::string csv = content_of(path(out) / "series.csv");
    EXPECT_GT(csv.size(), 10000u);
    if (first.empty()) first = csv;
    EXPECT_TRUE(csv == first) << threads;
  }
}

Simulation falling() {
  auto scene = parse_scene(
      "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0.001, 0], diameter = 0.01 }, { "
      "position = [1, 0.1, 0], diameter = 0.01 }]\n",
      "s.toml");
  EXPECT_TRUE(scene.ok());
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  EXPECT_TRUE(sim.ok());
  return std::move(*sim);
}

std::vector<MeasureSpec> two_with_memory() {
  auto scene = parse_scene(
      "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0, 0], diameter = 1 }]\n"
      "[output]\nmeasures = [\"speed\", \"flow\", { kind = \"speed\", average = \"5 ms\" }]\n",
      "s.toml");
  EXPECT_TRUE(scene.ok());
  return scene->output.measures;
}

TEST(Series, restored_memories_go_on_as_if_nothing_had_happened) {
  const auto specs = two_with_memory();
  Simulation sim = falling();
  app::Series whole(specs), resumed(specs);
  for (int k = 0; k < 10; ++k) whole.line(sim), sim.run(200);
  const auto memory = whole.state();
  ASSERT_EQ(memory.size(), 2u);
  EXPECT_EQ(memory[0].name, "flow");
  EXPECT_EQ(memory[1].name, "speed_2");
  ASSERT_TRUE(resumed.restore(memory));
  for (int k = 0; k < 10; ++k) {
    EXPECT_EQ(resumed.line(sim), whole.line(sim));
    sim.run(200);
  }
  // Of the two grains one fell through y = 0, once, on each side of the break.
  for (const auto& [name, value] : resumed.newest()) {
    if (name == "flow.number_passed") {
      EXPECT_EQ(value, -1);
    }
  }
}

TEST(Series, the_closing_line_leaves_no_trace) {
  const auto specs = two_with_memory();
  Simulation sim = falling();
  app::Series with(specs), without(specs);
  with.line(sim), without.line(sim);
  sim.run(500);
  EXPECT_FALSE(with.closing_line(sim).empty());
  sim.run(500);
  EXPECT_EQ(with.line(sim), without.line(sim));
}

TEST(Series, refuses_memories_that_are_not_its_own_and_keeps_what_it_has) {
  const auto specs = two_with_memory();
  Simulation sim = falling();
  app::Series series(specs), twin(specs);
  series.line(sim), twin.line(sim);
  auto memory = series.state();
  memory[1].values.back() = 1e9;  // more samples than there are
  EXPECT_FALSE(series.restore(memory));
  memory.pop_back();
  EXPECT_FALSE(series.restore(memory));
  memory = series.state();
  std::swap(memory[0], memory[1]);
  EXPECT_FALSE(series.restore(memory));
  sim.run(300);
  EXPECT_EQ(series.line(sim), twin.line(sim));
}

}  // namespace
}  // namespace scree::test
