// What a run says of its detectors.
#include "program.hpp"

namespace scree::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kPour = R"(duration = "60 ms"
[material.glass]
density = 2500
normal = { law = "linear", contact_time = "1 ms", restitution = 0.5 }
[[wall]]
shape = "box"
size = ["60 mm", "400 mm", "60 mm"]
[[fill]]
kind = "pour"
diameter = "5 mm"
centre = [0, "0.12 m", 0]
opening = "rectangle"
width = "50 mm"
thickness = "50 mm"
velocity = [0, "-1 m/s", 0]
rate = 20000
count = 600
[output]
frames = 0
picture = false
)";

TEST_F(Program, summary_tells_which_detectors_auto_used_and_why) {
  write("pour.toml", kPour);
  const Outcome o = scree({"run", "pour.toml", "-o", "r", "--threads", "1"});
  ASSERT_EQ(o.status, 0) << o.err;
  const Json s = Json::parse(content_of(path("r/summary.json")));
  const Json& d = s["detection"];
  EXPECT_EQ(d["method"], "auto");
  EXPECT_EQ(d["in_use"], s["detector"]);
  EXPECT_NE(s["detector"], "brute") << "600 grains";
  double share = 0;
  std::uint64_t renewals = 0;
  bool brute = false;
  for (const Json& use : d["uses"]) {
    share += use["share"].get<double>();
    renewals += use["renewals"].get<std::uint64_t>();
    EXPECT_GT(use["ns_per_grain"].get<double>(), 0) << use;
    brute |= use["name"] == "brute";
  }
  EXPECT_TRUE(brute) << "a pour begins with a handful of grains";
  EXPECT_NEAR(share, 1, 1e-12);
  EXPECT_EQ(renewals, s["renewals"].get<std::uint64_t>());
  ASSERT_GE(d["switches"].size(), 1u);
  EXPECT_EQ(d["switched"], d["switches"].size());
  EXPECT_EQ(d["switches"][0]["from"], "brute");
  EXPECT_FALSE(d["switches"][0]["why"].get<std::string>().empty());
  EXPECT_NE(o.out.find("detector          auto, " + s["detector"].get<std::string>()),
            std::string::npos)
      << o.out;
  EXPECT_NE(o.out.find(": brute to "), std::string::npos) << o.out;
}

TEST_F(Program, a_fixed_detector_gives_the_hash_of_auto_and_says_how_it_worked) {
  write("pour.toml", kPour);
  const auto run = [&](const std::string& method) {
    const Outcome o = scree({"run", "pour.toml", "-o", method, "--threads", "1", "--quiet", "--set",
                             "detect.method=" + method, "--set", "duration=0.03"});
    EXPECT_EQ(o.status, 0) << o.err;
    return Json::parse(content_of(path(method + "/summary.json")));
  };
  const Json by_auto = run("auto"), fixed = run("triangulation");
  EXPECT_EQ(fixed["state_hash"], by_auto["state_hash"]);
  EXPECT_EQ(fixed["renewals"], by_auto["renewals"]);
  EXPECT_EQ(fixed["detection"]["why"], "chosen by the scene");
  EXPECT_EQ(fixed["detection"]["trials"], 0);
  ASSERT_EQ(fixed["detection"]["uses"].size(), 1u);
  std::uint64_t lists = 0;  // from edges, or handed over and counted
  for (const Json& note : fixed["detection"]["uses"][0]["notes"])
    if (note["what"].get<std::string>().find("lists") == 0)
      lists += note["count"].get<std::uint64_t>();
  // The first list, of no grain at all, comes from nowhere.
  EXPECT_GE(lists + 1, fixed["renewals"].get<std::uint64_t>());
}

}  // namespace
}  // namespace scree::test
