// Measures in series.csv, live.
#include <cmath>
#include <map>

#include "csv_table.hpp"
#include "program.hpp"

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
    "{ kind = \"stress\", min = [-0.01, -0.01, -0.01], max = [0.01, 0.01, 0.01] },"
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

TEST_F(Program, a_run_of_no_duration_has_one_frame_that_is_measured) {
  write_scene("drop.toml", "0 s");
  std::string scene = content_of(path("drop.toml"));
  scene.resize(scene.find("[output]"));  // intervals as Scree chooses them
  write("drop.toml", scene);
  const Outcome o = scree({"run", "drop.toml", "-o", "r", "--quiet", "--threads", "1"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(summary("r")["frames"], 1);
  EXPECT_EQ(table_of(content_of(path("r/series.csv"))).size(), 1u);
  const Outcome measured = scree({"measure", "r", "speed"});
  EXPECT_EQ(measured.status, 0) << measured.err;
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

}  // namespace
}  // namespace scree::test
