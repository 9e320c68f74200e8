// A run in stages as a user sees it: check, summary, info, series, verdict, resume.
#include <csignal>

#include "program.hpp"

namespace scree::test {
namespace {

class StagedRun : public Program {
 protected:
  void write_stages(const std::string& late = "") {
    write(
        "s.toml",
        "title = \"Stages\"\nverdict.overlap = 0.2\n"
        "[material.glass]\n"
        "normal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.3 }\n"
        "[[wall]]\nname = \"box\"\nshape = \"box\"\nsize = [0.03, 0.06, 0.03]\nopen = \"top\"\n"
        "[[wall]]\nname = \"lid\"\nshape = \"rectangle\"\nwidth = 0.03\nlength = 0.03\nposition = "
        "[0, 0.029, 0]\nnormal = [0, -1, 0]\n"
        "[[fill]]\nkind = \"lattice\"\ndiameter = \"5 mm\"\n"
        "region = { kind = \"box\", min = [-0.015, -0.03, -0.015], max = [0.015, 0.01, 0.015] }\n"
        "[[stage]]\nname = \"settle\"\nuntil = { kind = \"at_rest\", ratio = 0.05 }\nat_most = "
        "\"0.5 s\"\n"
        "[[stage]]\nname = \"press\"\nuntil = { kind = \"wall_force\", wall = \"lid\", above = "
        "\"0.5 N\" }\nat_most = \"0.5 s\"\n" +
            late +
            "[stage.wall.lid]\nmotion = { kind = \"translate\", velocity = [0, -0.1, 0] }\n"
            "[[stage]]\nname = \"hold\"\nduration = \"0.02 s\"\n[stage.wall.lid]\nmotion = "
            "\"fixed\"\n"
            "[output]\nframes = 0\nseries = \"2 ms\"\ncheckpoint = \"5 ms\"\n");
  }
};

TEST_F(StagedRun, tells_its_stages_before_while_and_after) {
  write_stages();
  const Outcome check = scree({"check", "s.toml"});
  EXPECT_NE(check.out.find("press: until the force on wall `lid` is above 0.5 N, at most 500 ms"),
            std::string::npos)
      << check.out << check.err;
  const Outcome o =
      scree({"run", "s.toml", "-o", "r", "--threads", "1", "--set", "output.frames=0.02"});
  ASSERT_EQ(o.status, 0) << o.err;
  // The lid has no motion at the start, but later on: it is stored with every frame.
  const auto files = [&](const char* folder) {
    return std::distance(std::filesystem::directory_iterator(path("r") / folder), {});
  };
  EXPECT_GT(files("frames"), 3);
  EXPECT_EQ(files("walls"), files("frames"));
  EXPECT_NE(o.err.find("(press)"), std::string::npos) << o.err;
  const auto s = summary("r");
  ASSERT_EQ(s["stages"].size(), 3u);
  EXPECT_EQ(s["stages"][0]["reason"], "the grains are at rest");
  EXPECT_EQ(s["stages"][1]["begin"], s["stages"][0]["end"]);
  EXPECT_EQ(s["stages"][2]["end"], s["time"]);
  EXPECT_LT(s["time"].get<double>(), 0.9);
  EXPECT_NE(o.out.find(" of at most 1.02 s in "), std::string::npos) << o.out;
  const Outcome info = scree({"info", "r"});
  EXPECT_NE(info.out.find("press: "), std::string::npos) << info.out;
  const std::string series = content_of(path("r") / "series.csv");
  EXPECT_NE(series.substr(0, series.find('\n')).find(",stage,work_stages"), std::string::npos);
}

TEST_F(StagedRun, of_a_sweep_has_the_durations_of_its_stages_among_the_results) {
  write_stages();
  const Outcome o = scree({"sweep", "s.toml", "-o", "sweep", "-j", "1", "--json", "--vary",
                           "stage.hold.duration=[0.01, 0.02]"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto j = nlohmann::json::parse(o.out, nullptr, false);
  ASSERT_EQ(j["runs"].size(), 2u) << o.out;
  for (const auto& run : j["runs"]) {
    const auto& r = run["results"];
    EXPECT_NEAR(r["settle.duration"].get<double>() + r["press.duration"].get<double>() +
                    r["hold.duration"].get<double>(),
                r["time"].get<double>(), 1e-9);
    EXPECT_GT(r["settle.duration"].get<double>(), 0);
  }
  // Within a step.
  EXPECT_NEAR(j["runs"][0]["results"]["hold.duration"].get<double>(), 0.01, 1e-4);
  EXPECT_NEAR(j["runs"][1]["results"]["hold.duration"].get<double>(), 0.02, 1e-4);
}

TEST_F(StagedRun, that_is_late_ends_with_a_verdict_or_goes_on_with_a_note) {
  write_stages();
  const std::vector<std::string> weak{"--set", "stage.press.until.above=1e6", "--set",
                                      "stage.press.at_most=0.005"};
  std::vector<std::string> words{"run", "s.toml", "-o", "r", "--quiet"};
  words.insert(words.end(), weak.begin(), weak.end());
  scree(words);
  const auto s = summary("r");
  EXPECT_EQ(s["stages"].size(), 2u);
  EXPECT_FALSE(s["verdict"]["ok"].get<bool>());
  EXPECT_NE(s["verdict"].dump().find("passed before the force on wall `lid`"), std::string::npos);
  words[3] = "q";
  words.insert(words.end(), {"--set", "stage.press.otherwise=go on"});
  const Outcome o = scree(words);
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(summary("q")["stages"].size(), 3u);
}

TEST_F(StagedRun, goes_on_after_a_kill_with_the_same_bits) {
  write_stages();
  ASSERT_EQ(scree({"run", "s.toml", "-o", "whole", "--quiet", "--threads", "1"}).status, 0);
  const pid_t child = start({"run", "s.toml", "-o", "r", "--quiet", "--threads", "1"});
  for (int k = 0; k < 2000 && !fs::exists(path("r") / "checkpoints"); ++k) ::usleep(2000);
  ::usleep(30000);
  ::kill(child, SIGKILL);
  wait(child);
  const Outcome o = scree({"run", "--resume", "r", "--quiet", "--threads", "2"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(summary("r")["state_hash"], summary("whole")["state_hash"]);
  EXPECT_EQ(summary("r")["stages"], summary("whole")["stages"]);
}

}  // namespace
}  // namespace scree::test
