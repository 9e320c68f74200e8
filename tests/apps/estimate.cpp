// `check` says how long a run will take before any grain touches another: against the real time.
#include <sys/resource.h>

#include <cmath>

#include "program.hpp"

namespace scree::test {
namespace {

class Estimate : public Program {
 protected:
  // Processor time of the programs that have ended: other work on the machine does not lengthen it.
  static double used_s() {
    rusage u{};
    ::getrusage(RUSAGE_CHILDREN, &u);
    return static_cast<double>(u.ru_utime.tv_sec) + 1e-6 * static_cast<double>(u.ru_utime.tv_usec);
  }
  // Without what other work on the machine adds to the upper end.
  struct Range {
    double low = 0, likely = 0, high = 0;
  };
  Range estimated(std::vector<std::string> orders) {
    orders.insert(orders.begin(), "check");
    orders.insert(orders.end(), {"--json", "--threads", "1"});
    const Outcome o = scree(orders);
    EXPECT_EQ(o.status, 0) << o.err;
    const auto j = nlohmann::json::parse(o.out, nullptr, false);
    const auto e = j["estimate"];
    const double slowed =
        std::max(1.0, (e["load"].get<double>() + 1) / e["processors"].get<double>());
    return {e["low_s"].get<double>(), j["estimated_wall_s"].get<double>(),
            e["high_s"].get<double>() / slowed};
  }
  double needed(std::vector<std::string> orders) {
    orders.insert(orders.begin(), "run");
    orders.insert(orders.end(), {"--threads", "1", "--quiet", "--set", "output.picture=false",
                                 "--set", "output.frames=0", "-o", "run"});
    const double before = used_s();
    EXPECT_EQ(scree(orders).status, 0);
    fs::remove_all(path("run"));
    return used_s() - before;
  }
};

// Balls, polyhedra and polygons, which all begin apart. The estimate of free fall alone was a tenth
// of the real time of balls, and a fifth of that of shapes.
TEST_F(Estimate, has_the_real_time_within_its_range) {
  const std::string scenes = SCREE_SOURCE_DIR "/scenes/";
  const std::vector<std::string> orders[] = {
      {scenes + "ten_lines.toml", "--set", "duration=0.3 s"},
      {scenes + "hourglass.toml", "--set", "duration=0.25 s", "--set", "fill.0.count=400"},
      {scenes + "heap.toml", "--set", "duration=1 s", "--set", "fill.0.count=300"},
      {scenes + "soil_tool.toml", "--set", "duration=1 s"},
      {scenes + "heap_2d.toml", "--set", "duration=1.2 s"},
  };
  for (const auto& o : orders) {
    const Range expected = estimated(o);
    const double real = needed(o);
    RecordProperty(fs::path(o[0]).stem().string(), std::to_string(expected.likely / real));
    EXPECT_LT(expected.low, real) << o[0];
    EXPECT_GT(expected.high, real) << o[0];
    EXPECT_LT(expected.high, 10 * expected.low) << o[0] << ": a range that says nothing";
  }
}

TEST_F(Estimate, takes_no_longer_than_the_run_where_that_is_short) {
  write_scene("drop.toml", "0.1 ms");
  const double before = used_s();
  ASSERT_EQ(scree({"check", "drop.toml", "--threads", "1"}).status, 0);
  const double checked = used_s() - before;
  const double ran = needed({"drop.toml"});
  // Tables of laws and forecasts take some hundredths of a second.
  EXPECT_LT(checked, ran + 0.1) << "s of processor time";
}

}  // namespace
}  // namespace scree::test
