// The scenes that come with Scree, `new`, `explain`, and the forms of progress.
#include <algorithm>
#include <cmath>

#include "program.hpp"

namespace scree::test {
namespace {

std::vector<fs::path> scene_files() {
  std::vector<fs::path> out;
  for (const auto& e : fs::directory_iterator(SCREE_SOURCE_DIR "/scenes"))
    if (e.path().extension() == ".toml") out.push_back(e.path());
  std::sort(out.begin(), out.end());
  return out;
}

TEST_F(Program, every_scene_runs) {
  ASSERT_GE(scene_files().size(), 8u);
  for (const fs::path& file : scene_files()) {
    const std::string name = file.stem().string();
    const bool poured =
        name == "heap" || name == "clumps" || name == "heap_2d" || name == "conveyor";
    const bool by_mass = name == "silo_stages";
    std::vector<std::string> arguments{
        "run",
        name,
        "-o",
        name,
        "--quiet",
        "--threads",
        "1",
        "--set",
        poured || by_mass ? "duration=\"20 ms\"" : "duration=\"5 ms\"",
        "--set",
        "output.frames=0",
        "--set",
        "output.picture=false",
        "--set",
        "output.series=\"5 ms\""};
    // What comes in so short a time: fewer than were asked for would be doubtful.
    if (poured) arguments.insert(arguments.end(), {"--set", "fill.0.count=8"});
    if (by_mass) arguments.insert(arguments.end(), {"--set", "fill.0.mass=\"1 g\""});
    if (name == "clumps" || name == "heap_2d")
      arguments.insert(arguments.end(), {"--set", "fill.0.count=1"});
    const Outcome o = scree(arguments);
    EXPECT_EQ(o.status, 0) << name << o.err;
    EXPECT_EQ(summary(name)["verdict"]["ok"], true) << name << summary(name)["verdict"].dump(2);
  }
}

TEST_F(Program, new_writes_each_starter_and_the_starter_is_a_scene) {
  for (const char* name : {"hopper", "hourglass", "drum", "heap", "packing", "piston"}) {
    const Outcome o = scree({"new", name});
    EXPECT_EQ(o.status, 0) << o.err;
    const std::string text = content_of(path(std::string(name) + ".toml"));
    EXPECT_EQ(text,
              content_of(fs::path(SCREE_SOURCE_DIR "/scenes") / (std::string(name) + ".toml")));
    EXPECT_EQ(text.rfind("# ", 0), 0u) << "a starter says what it is";
    EXPECT_GE(std::count(text.begin(), text.end(), '#'), 2) << name;
    EXPECT_NE(scree({"new"}).out.find(name), std::string::npos);
  }
}

TEST_F(Program, new_never_overwrites_unless_told) {
  write("heap.toml", "mine");
  const Outcome o = scree({"new", "heap"});
  EXPECT_EQ(o.status, 2);
  EXPECT_EQ(o.err,
            "error: heap.toml: the file exists and is left as it is [E0715]\n"
            "  hint: choose another name with --out, or overwrite it with --force\n");
  EXPECT_EQ(content_of(path("heap.toml")), "mine");
  EXPECT_EQ(scree({"new", "heap", "--out", "other.toml"}).status, 0);
  EXPECT_EQ(scree({"new", "heap", "--force"}).status, 0);
  EXPECT_EQ(content_of(path("heap.toml")), content_of(path("other.toml")));
  EXPECT_EQ(scree({"new", "heap", "--out", "-"}).out, content_of(path("heap.toml")));
  const Outcome unknown = scree({"new", "hoper"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("did you mean `hopper`?"), std::string::npos) << unknown.err;
}

TEST_F(Program, explain_shows_meaning_example_and_remedy) {
  const Outcome o = scree({"explain", "E0112"});
  EXPECT_EQ(o.status, 0);
  for (const char* part :
       {"E0112: wrong dimension\n", "For example:\n", "    duration = \"2 kg\"\n", "To fix it: "})
    EXPECT_NE(o.out.find(part), std::string::npos) << part << o.out;
  EXPECT_EQ(scree({"explain", "e112"}).out, o.out);
  EXPECT_EQ(scree({"explain", "[E0112]"}).out, o.out);
  EXPECT_GT(scree({"explain"}).out.size(), 2000u);
  const Outcome unknown = scree({"explain", "E0199"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("did you mean `E01"), std::string::npos) << unknown.err;
  EXPECT_EQ(scree({"explain", "nonsense"}).status, 2);
}

TEST_F(Program, check_names_every_limit_and_the_margin) {
  write(
      "glass.toml",
      "duration = 0.1\n[material.glass]\nnormal = { law = \"hertz\", young = \"10 MPa\", poisson = "
      "0.2, restitution = 0.9 }\n[[wall]]\nshape = \"box\"\nsize = [0.02, 0.02, 0.02]\n"
      "[[fill]]\nkind = \"lattice\"\ndiameter = \"4 mm\"\ncount = 27\n");
  const auto j = nlohmann::json::parse(
      scree({"check", "glass.toml", "--json", "--threads", "1"}).out, nullptr, false);
  ASSERT_TRUE(j.is_object());
  ASSERT_EQ(j["time_step"]["limits"].size(), 4u);
  EXPECT_EQ(j["time_step"]["limits"][2]["name"], "tangential spring");
  EXPECT_EQ(j["time_step"]["derived_by"].get<std::string>().substr(0, 7), "contact");
  // Hertz' law: the shortest contact is the one that the formula gives.
  EXPECT_DOUBLE_EQ(j["time_step"]["limits"][0]["time"].get<double>(),
                   j["time_step"]["limits"][3]["time"].get<double>());
  const double m = 2500 * 4.0 / 3 * M_PI * 8e-9 / 2, r = 0.001;
  const double e_eff = 1e7 / (2 * (1 - 0.04));
  EXPECT_NEAR(j["time_step"]["limits"][3]["time"].get<double>(),
              2.868 * std::pow(m * m / (r * e_eff * e_eff), 0.2), 1e-4 * 1e-3);
  EXPECT_NEAR(j["time_step"]["margin"].get<double>(),
              j["time_step"]["stable"].get<double>() / j["dt"].get<double>(), 1e-12);
  EXPECT_EQ(j["expected"]["contacts_high"], 81);
  EXPECT_GT(j["estimated_wall_s"].get<double>(), 0);
  const Outcome o = scree({"check", "glass.toml", "--threads", "1"});
  for (const char* part : {"Rayleigh wave", "Hertz", "margin", "54 to 81 expected at rest",
                           " likely ", "; output not counted", " per grain", "series.csv",
                           "the two newest are kept", "tangential spring  "})
    EXPECT_NE(o.out.find(part), std::string::npos) << part << "\nin\n" << o.out;
  EXPECT_EQ(o.out.find("\\n"), std::string::npos) << "an escaped line break\n" << o.out;
}

TEST_F(Program, check_counts_the_runs_of_a_sweep) {
  write_scene();
  const Outcome o = scree({"check", "drop.toml", "--set", "sweep.seed=[1,2,3]", "--threads", "1"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.out.find("3 runs"), std::string::npos) << o.out;
}

TEST_F(Program, progress_comes_in_the_form_that_was_asked_for) {
  write_scene();
  const auto err = [&](const std::string& form) {
    const Outcome o = scree({"run", "drop.toml", "-o", form, "--threads", "1", "--progress", form});
    EXPECT_EQ(o.status, 0);
    return o.err;
  };
  EXPECT_EQ(err("none"), "");
  EXPECT_NE(err("plain").find("ETA"), std::string::npos);
  EXPECT_NE(err("live").find('\r'), std::string::npos);
  std::stringstream lines(err("json"));
  std::string line, first, last;
  double fraction = 0;
  int count = 0;
  while (std::getline(lines, line)) {
    const auto j = nlohmann::json::parse(line, nullptr, false);
    ASSERT_TRUE(j.is_object()) << line;
    if (first.empty()) first = j["event"];
    last = j["event"];
    if (last == "start") continue;
    EXPECT_GE(j["fraction"].get<double>(), fraction);
    fraction = j["fraction"];
    EXPECT_GE(j["eta_s"].get<double>(), 0);
    ++count;
  }
  EXPECT_EQ(first, "start");
  EXPECT_EQ(last, "end");
  EXPECT_EQ(fraction, 1);
  EXPECT_GE(count, 10);
  EXPECT_EQ(scree({"run", "drop.toml", "--progress", "loud"}).status, 2);
}

}  // namespace
}  // namespace scree::test
