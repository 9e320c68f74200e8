// A verdict of the program on a step that is stable, but coarse.
#include "program.hpp"

namespace scree::test {
namespace {

// Twelve steps per contact are stable, but too few for a verdict of ok.
TEST_F(Program, a_coarse_time_step_is_doubtful) {
  write_scene();
  const double dt = 0.5e-3 / 12;
  const Outcome o =
      scree({"run", "drop.toml", "-o", "r", "--threads", "1", "--set", "dt=" + std::to_string(dt)});
  ASSERT_TRUE(fs::exists(path("r/summary.json"))) << o.err;
  const auto verdict = summary("r")["verdict"];
  EXPECT_EQ(verdict["ok"], false) << verdict;
  bool named = false;
  for (const auto& check : verdict["checks"])
    if (check["name"] == "steps per contact") {
      named = true;
      EXPECT_EQ(check["ok"], false);
    }
  EXPECT_TRUE(named) << verdict;
}

}  // namespace
}  // namespace scree::test
