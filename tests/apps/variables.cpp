// Variables, results over a window and sieve curves from the command line to the files of a run.
#include "program.hpp"

namespace scree::test {
namespace {

class VariablesOfAProgram : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write("drop.toml", R"(duration = "60 ms"
[let]
height = "3 mm"
size = "4 mm"
[[wall]]
shape = "plane"
[[fill]]
kind = "grains"
grains = [{ position = [0, "{size} / 2 + {height}", 0], diameter = "{size}" }]
[output]
series = "0.1 ms"
frames = 0
checkpoint = "5 ms"
picture = false
[[result]]
name = "impact"
of = "greatest_speed"
take = "max"
[[result]]
name = "acceleration"
of = "mean_speed"
take = "slope"
to = "10 ms"
[[result]]
name = "touched"
of = "time"
take = "first"
where = "contacts > 0"
)");
  }
};

TEST_F(VariablesOfAProgram, change_a_run_by_name_and_are_swept) {
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "low", "--quiet"}).status, 0);
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "high", "--quiet", "--set", "let.height=6 mm"}).status,
            0);
  EXPECT_NE(summary("low")["state_hash"], summary("high")["state_hash"]);
  const Outcome o = scree({"sweep", "drop.toml", "-o", "s", "--jobs", "2", "--quiet", "--vary",
                           "let.height=[\"3 mm\", \"6 mm\"]"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(summary("s/001")["state_hash"], summary("low")["state_hash"]);
  EXPECT_EQ(summary("s/002")["state_hash"], summary("high")["state_hash"]);
  const std::string results = content_of(path("s/results.csv"));
  EXPECT_TRUE(results.starts_with("run,status,let.height,time,")) << results;
  EXPECT_NE(results.find(",impact,acceleration,touched,"), std::string::npos) << results;
  const auto info = nlohmann::json::parse(scree({"info", "s", "--json"}).out, nullptr, false);
  EXPECT_EQ(info["groups"][0]["parameters"]["let.height"], "3 mm");
  EXPECT_EQ(info["groups"][0]["results"]["impact"]["unit"], "m/s") << info;
  // Free fall: v = sqrt(2 g h), g, and none of it at the wall before it gets there.
  EXPECT_NEAR(summary("low")["results"]["impact"]["value"].get<double>(),
              std::sqrt(2 * 9.81 * 3e-3), 0.002);
  EXPECT_NEAR(summary("low")["results"]["acceleration"]["value"].get<double>(), 9.81, 1e-6);
  EXPECT_EQ(summary("low")["results"]["acceleration"]["unit"], "m/s^2");
  EXPECT_NEAR(summary("low")["results"]["touched"]["value"].get<double>(),
              std::sqrt(2 * 3e-3 / 9.81), 0.0005);
}

TEST_F(VariablesOfAProgram, are_shown_by_check) {
  write("two.toml", content_of(path("drop.toml")) + "[let.more]\n");
  const Outcome o = scree({"check", "drop.toml", "--set", "let.size={height} + 1 mm"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.out.find("variables     height = 0.003 m\n"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("size = {height} + 1 mm = 0.004 m\n"), std::string::npos) << o.out;
  const auto j = nlohmann::json::parse(scree({"check", "drop.toml", "--json"}).out, nullptr, false);
  EXPECT_EQ(j["variables"]["size"]["value"], 0.004) << j;
  EXPECT_EQ(scree({"check", "two.toml"}).status, 2);
}

TEST_F(VariablesOfAProgram, are_kept_by_a_run_that_is_resumed) {
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "whole", "--quiet"}).status, 0);
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "parts", "--quiet", "--set", "duration=31 ms"}).status,
            0);
  EXPECT_NE(
      content_of(path("parts/resolved.toml")).find("height = { text = \"3 mm\", value = 0.003"),
      std::string::npos);
  const Outcome other =
      scree({"run", "drop.toml", "--resume", "parts", "--set", "let.height=5 mm"});
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("[E0917]"), std::string::npos) << other.err;
  const Outcome record = scree({"run", "--resume", "parts", "--set", "let.height=5 mm"});
  EXPECT_EQ(record.status, 2);
  EXPECT_NE(record.err.find("[E0125]"), std::string::npos) << record.err;
  const Outcome on = scree({"run", "--resume", "parts", "--quiet", "--set", "duration=60 ms"});
  ASSERT_EQ(on.status, 0) << on.err;
  EXPECT_EQ(summary("parts")["state_hash"], summary("whole")["state_hash"]);
  EXPECT_EQ(summary("parts")["results"], summary("whole")["results"]);
}

TEST_F(VariablesOfAProgram, results_of_no_column_are_refused_before_the_run) {
  for (const char* command : {"check", "run"}) {
    const Outcome o = scree({command, "drop.toml", "--set", "result.0.of=speeed"});
    EXPECT_EQ(o.status, 2) << command;
    EXPECT_NE(o.err.find("[[result]] `impact`, `of`: the table has no column `speeed` [E0471]"),
              std::string::npos)
        << o.err;
  }
}

TEST_F(VariablesOfAProgram, a_sieve_curve_is_drawn_beside_what_was_placed) {
  write("curve.csv", "opening [mm],passing [%]\n2,0\n4,100\n");
  write("sand.toml", R"(duration = "1 ms"
[[fill]]
name = "sand"
kind = "random"
count = 50
size = { kind = "sieve", file = "curve.csv" }
region = { kind = "box", min = [0, 0, 0], max = [0.05, 0.05, 0.05] }
)");
  const Outcome o = scree({"run", "sand.toml", "-o", "sand", "--quiet"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(content_of(path("sand/sizes.csv")),
            "fill,opening,asked_passing,placed_passing\nfill `sand`,0.002,0,0\nfill "
            "`sand`,0.004,1,1\n");
  for (const char* file : {"sand/sizes.svg", "sand/sizes.png"}) EXPECT_TRUE(fs::exists(path(file)));
  EXPECT_EQ(summary("sand")["sizes"][0]["fill"], "fill `sand`");
  // Another curve is another scene: a resume says so.
  write("curve.csv", "opening [mm],passing [%]\n2,0\n3,100\n");
  const Outcome again = scree({"run", "--resume", "sand", "--set", "duration=2 ms"});
  EXPECT_EQ(again.status, 2);
  EXPECT_NE(again.err.find("fill.sand.size.file"), std::string::npos) << again.err;
}

}  // namespace
}  // namespace scree::test
