#include "program.hpp"

namespace scree::test {
namespace {

TEST_F(Program, version_and_help_succeed) {
  EXPECT_EQ(scree({"--version"}).status, 0);
  EXPECT_EQ(scree({"--version"}).out.rfind("scree ", 0), 0u);
  for (const char* command : {"run", "check", "new", "sweep", "list", "info", "explain", "plot",
                              "reference", "schema", "tessellate", "distance", "volume"})
    EXPECT_EQ(scree({command, "--help"}).status, 0) << command;
}

// libgomp says what it read at its own start.
TEST_F(Program, threads_wait_briefly_unless_the_user_says_otherwise) {
  const auto waits = [](const char* variable, const char* value) {
    ::unsetenv("OMP_WAIT_POLICY");
    ::unsetenv("GOMP_SPINCOUNT");
    ::setenv("OMP_DISPLAY_ENV", "VERBOSE", 1);
    if (variable != nullptr) ::setenv(variable, value, 1);
  };
  const Outcome by_itself = scree({"--version"}, [&] { waits(nullptr, nullptr); });
  EXPECT_EQ(by_itself.status, 0);
  EXPECT_NE(by_itself.err.find("GOMP_SPINCOUNT = '1000'"), std::string::npos) << by_itself.err;
  const Outcome chosen = scree({"--version"}, [&] { waits("GOMP_SPINCOUNT", "77"); });
  EXPECT_NE(chosen.err.find("GOMP_SPINCOUNT = '77'"), std::string::npos) << chosen.err;
  EXPECT_EQ(chosen.err.find("'1000'"), std::string::npos) << chosen.err;
  const Outcome active = scree({"--version"}, [&] { waits("OMP_WAIT_POLICY", "active"); });
  EXPECT_EQ(active.err.find("GOMP_SPINCOUNT = '1000'"), std::string::npos) << active.err;
}

TEST_F(Program, bad_arguments_are_bad_input) {
  write_scene();
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"rum"},
                                             {"run"},
                                             {"run", "drop.toml", "--threads", "-1"},
                                             {"run", "drop.toml", "--threads", "many"},
                                             {"run", "drop.toml", "--nonsense"},
                                             {"run", "drop.toml", "--set", "no.such.key=1"},
                                             {"run", "missing.toml"},
                                             {"run", "."},
                                             {"check", "missing.toml"},
                                             {"info", "missing"},
                                             {"info", "."},
                                             {"list", "lows"}}) {
    const Outcome o = scree(arguments);
    EXPECT_EQ(o.status, 2) << (arguments.empty() ? "" : arguments.back()) << o.out << o.err;
    EXPECT_NE(o.err, "");
    EXPECT_FALSE(fs::exists(path("runs")));
  }
}

TEST_F(Program, all_mistakes_of_a_scene_are_told_at_once) {
  write("bad.toml", "duration = \"5 kg\"\ngravty = [0, 0, 0]\n");
  const Outcome o = scree({"check", "bad.toml"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("bad.toml:1"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find("bad.toml:2"), std::string::npos) << o.err;
}

TEST_F(Program, lists_every_catalogue) {
  for (const char* what :
       {"laws", "walls", "motions", "detectors", "integrators", "fills", "measures", "exporters"}) {
    const Outcome o = scree({"list", what});
    EXPECT_EQ(o.status, 0) << what;
    EXPECT_GT(o.out.size(), 40u) << what;
  }
  EXPECT_NE(scree({"list", "laws"}).out.find("linear"), std::string::npos);
  EXPECT_NE(scree({"list", "exporters"}).out.find("png"), std::string::npos);
  EXPECT_NE(scree({"list", "lows"}).err.find("did you mean `laws`?"), std::string::npos);
}

TEST_F(Program, check_says_what_would_run_and_writes_nothing) {
  write_scene();
  const Outcome o = scree({"check", "drop.toml", "--threads", "1"});
  EXPECT_EQ(o.status, 0) << o.err;
  for (const char* part :
       {"27 of diameter 4 mm", "time step", "steps in the shortest contact", "memory", "wall time"})
    EXPECT_NE(o.out.find(part), std::string::npos) << part << "\nin\n" << o.out;
  EXPECT_FALSE(fs::exists(path("runs")));
  const auto j = nlohmann::json::parse(
      scree({"check", "drop.toml", "--json", "--threads", "1"}).out, nullptr, false);
  ASSERT_TRUE(j.is_object());
  EXPECT_EQ(j["particles"], 27);
}

TEST_F(Program, info_reads_a_run_and_refuses_what_is_none) {
  write_scene();
  const Outcome ran = scree({"run", "drop.toml", "-o", "r", "--quiet", "--threads", "1"});
  EXPECT_EQ(scree({"info", "r"}).out, ran.out);
  write("x/summary.json", "not json");
  EXPECT_EQ(scree({"info", "x"}).status, 2);
  write("y/summary.json", "{\"time\": \"text\", \"verdict\": 3}");
  EXPECT_EQ(scree({"info", "y"}).status, 0)
      << "a summary of another version is shown as far as it goes";
}

TEST_F(Program, reference_and_schema_come_out) {
  EXPECT_NE(scree({"reference"}).out.find("duration"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::parse(scree({"schema"}).out, nullptr, false).is_object());
}

TEST_F(Program, a_misspelt_command_is_told_with_the_nearest_one) {
  const Outcome o = scree({"runn", "hopper"});
  EXPECT_EQ(o.status, 2);
  EXPECT_EQ(o.err,
            "error: scree runn: there is no such command [E0717]\n  hint: did you mean `run`?\n");
}

TEST_F(Program, without_a_command_the_help_is_shown) {
  const Outcome o = scree({});
  EXPECT_EQ(o.status, 2);
  for (const char* part : {"Write a scene:", "Run it:", "Look at a run:", "scree COMMAND --help"})
    EXPECT_NE(o.err.find(part), std::string::npos) << o.err;
}

TEST_F(Program, a_missing_argument_names_the_command) {
  const Outcome o = scree({"check"});
  EXPECT_EQ(o.status, 2);
  EXPECT_EQ(o.err, "error: scree check: scene is required\n  hint: scree check --help\n");
}

TEST_F(Program, list_alone_says_which_lists_there_are) {
  const Outcome o = scree({"list"});
  EXPECT_EQ(o.status, 0);
  for (const char* part : {"scree list laws", "scree list scenes"})
    EXPECT_NE(o.out.find(part), std::string::npos) << o.out;
}

TEST_F(Program, names_of_listed_scenes_stand_in_a_column_of_their_own) {
  write("scenes/a_scene_with_a_name_of_some_length.toml", "title = \"Long\"\n");
  const Outcome o = scree({"list", "scenes"});
  EXPECT_TRUE(o.out.starts_with("a_scene_with_a_name_of_some_length  Long\n")) << o.out;
  EXPECT_NE(o.out.find("\nisotropic_compression               Isotropic"), std::string::npos)
      << o.out;
}

TEST_F(Program, an_unknown_colour_is_told_before_the_run) {
  write_scene();
  const Outcome o = scree({"run", "drop.toml", "--color", "hue", "-o", "run"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("error: --color: there is nothing called 'hue'"), std::string::npos)
      << o.err;
  EXPECT_FALSE(fs::exists(path("run")));
  EXPECT_EQ(scree({"run", "drop.toml", "--color", "start height", "-o", "run", "--quiet"}).status,
            0);
}

TEST_F(Program, a_path_that_cannot_be_looked_at_is_told) {
  const std::string name(300, 'a');  // as a folder without permission, but for root, too
  for (const std::vector<std::string>& command : {std::vector<std::string>{"info", name},
                                                  {"measure", name, "coordination"},
                                                  {"check", name},
                                                  {"export", name, "--format", "csv"},
                                                  {"import", name},
                                                  {"run", "--resume", name},
                                                  {"tessellate", name},
                                                  {"distance", name},
                                                  {"volume", name}}) {
    const Outcome o = scree(command);
    EXPECT_EQ(o.status, 2) << command[0];
    EXPECT_TRUE(o.err.starts_with("error: ")) << command[0] << ": " << o.err;
  }
}

}  // namespace
}  // namespace scree::test
