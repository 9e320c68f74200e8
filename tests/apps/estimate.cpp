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
  double estimated(std::vector<std::string> orders) {
    orders.insert(orders.begin(), "check");
    orders.insert(orders.end(), {"--json", "--threads", "1"});
    const Outcome o = scree(orders);
    EXPECT_EQ(o.status, 0) << o.err;
    return nlohmann::json::parse(o.out, nullptr, false)["estimated_wall_s"].get<double>();
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

// Factor 3: contacts come and go, and the machine's clock with them. The estimate of free fall
// alone was a tenth of the real time.
TEST_F(Estimate, is_within_a_factor_of_three_of_the_real_time) {
  const std::string scenes = SCREE_SOURCE_DIR "/scenes/";
  const std::vector<std::string> orders[] = {
      {scenes + "ten_lines.toml", "--set", "duration=0.3 s"},
      {scenes + "hourglass.toml", "--set", "duration=0.25 s", "--set", "fill.0.count=400"},
      {scenes + "heap.toml", "--set", "duration=1 s", "--set", "fill.0.count=300"},
  };
  for (const auto& o : orders) {
    const double expected = estimated(o), real = needed(o);
    RecordProperty(fs::path(o[0]).stem().string(), std::to_string(expected / real));
    EXPECT_LT(std::abs(std::log(expected / real)), std::log(3))
        << o[0] << ": " << expected << " s expected, " << real << " s needed";
  }
}

}  // namespace
}  // namespace scree::test
