// Names of files that are not text, and titles that would take over a terminal.
#include "base/safe_text.hpp"
#include "program.hpp"

namespace scree::test {
namespace {

const std::string kHostile = "caf\xe9 %d\n:\x1b[31m'x";

class HostileNames : public Program {
 protected:
  // Without its picture, which takes longer than the run.
  void write_scene(const std::string& name = "drop.toml", const std::string& duration = "20 ms") {
    Program::write_scene(name, duration);
    std::ofstream(path(name), std::ios::app) << "picture = false\n";
  }
  void write_hostile_scene(const std::string& name) {
    write_scene(name);
    std::string text = content_of(path(name));
    text.replace(text.find("\"Drop\""), 6, R"("D\u001b]0;x\u0007 \u009b31m \u202e\n<b> & \"q\"")");
    text.replace(text.find("\"box\""), 5, R"("b\u001b[5m,o\nx")");
    write(name, text);
  }
  static void expect_harmless(const Outcome& o, const std::string& what) {
    EXPECT_EQ(o.status, 0) << what << o.err;
    EXPECT_TRUE(is_safe(o.out, Keep::lines)) << what << o.out;
    EXPECT_TRUE(is_safe(o.err, Keep::lines)) << what << o.err;
  }
};

TEST_F(HostileNames, every_command_takes_them_and_says_nothing_a_terminal_obeys) {
  const std::string scene = kHostile + "/s.toml", run = kHostile + "/r";
  write_hostile_scene(scene);
  expect_harmless(scree({"check", scene}), "check");
  expect_harmless(scree({"run", scene, "-o", run}), "run");
  expect_harmless(scree({"info", run}), "info");
  expect_harmless(scree({"measure", run, "speed"}), "measure");
  expect_harmless(scree({"run", "--resume", run, "--set", "duration=25 ms", "--json"}), "resume");
  expect_harmless(scree({"sweep", scene, "--vary", "seed=[1,2]", "-o", kHostile + "/w"}), "sweep");
  expect_harmless(scree({"sweep", scene, "--vary", "seed=[1,2]", "-o", kHostile + "/w", "--json"}),
                  "sweep --json");
  expect_harmless(scree({"new", "heap", "-o", kHostile + "/heap.toml"}), "new");
  const Outcome missing = scree({"run", kHostile + "/\x1b[2Jno.toml"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_TRUE(is_safe(missing.err, Keep::lines)) << missing.err;
  EXPECT_NE(missing.err.find("caf\\xe9 %d\\n:\\x1b[31m'x/\\x1b[2Jno.toml"), std::string::npos)
      << missing.err;
  const Outcome word = scree({"run", "--\x1b[2J\xff"});
  EXPECT_EQ(word.status, 2);
  EXPECT_TRUE(is_safe(word.err, Keep::lines)) << word.err;
}

TEST_F(HostileNames, every_file_is_what_its_readers_expect) {
  const std::string run = kHostile + "/r";
  write_hostile_scene(kHostile + "/s.toml");
  ASSERT_EQ(scree({"run", kHostile + "/s.toml", "-o", run}).status, 0);
  const auto s = summary(run);
  ASSERT_TRUE(s.is_object());
  EXPECT_EQ(s["title"],
            "D\x1b]0;x\x07 \xC2\x9B"
            "31m \xE2\x80\xAE\n<b> & \"q\"")
      << "nothing is lost";
  EXPECT_EQ(s["run"], safe_text(run, Keep::controls));
  for (const char* format : {"avs", "csv", "lammps", "pov", "vrml", "vtp", "x3d"}) {
    const std::string out = path(format).string();
    ASSERT_EQ(scree({"export", run, "--to", format, "-o", out}).status, 0) << format;
    for (const auto& e : fs::directory_iterator(out))
      EXPECT_TRUE(is_safe(content_of(e.path()), Keep::lines)) << e.path();
  }
  const std::string csv = content_of(path(run + "/series.csv"));
  EXPECT_TRUE(is_safe(csv, Keep::lines));
}

TEST_F(HostileNames, a_film_is_made_wherever_it_is) {
  ASSERT_EQ(std::system("command -v ffmpeg > /dev/null"), 0)
      << "ffmpeg is missing: tools/install_packages test";
  write_scene();
  for (const std::string& run : std::vector<std::string>{kHostile, "-r", "100%d", "a:b"}) {
    ASSERT_EQ(scree({"run", "drop.toml", "--out=" + run, "--set", "output.frames=0.01"}).status, 0);
    const Outcome o = scree({"film", "--param", "width=64", "--param", "height=64", "--", run});
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_GT(fs::file_size(path(run + "/film.mp4")), 100u);
    EXPECT_EQ(scree({"film", "--param", "width=64", "--param", "height=64", "--out=" + run + ".mp4",
                     "--", run})
                  .status,
              0);
    EXPECT_TRUE(fs::exists(path(run + ".mp4")));
  }
}

TEST_F(HostileNames, names_that_begin_with_a_dash_work_everywhere) {
  write_scene("-x.toml");
  EXPECT_EQ(scree({"check", "--", "-x.toml"}).status, 0);
  const Outcome o = scree({"run", "--out=-r", "--", "-x.toml"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(scree({"info", "--", "-r"}).status, 0);
  EXPECT_EQ(scree({"export", "--to", "csv", "--out=-e", "--", "-r"}).status, 0);
  EXPECT_TRUE(fs::exists(path("-e/000004.csv")));
  const Outcome w = scree({"sweep", "--vary", "seed=[1,2]", "--out=-w", "--", "-x.toml"});
  EXPECT_EQ(w.status, 0) << w.err;
  EXPECT_EQ(scree({"new", "--out=-h.toml", "heap"}).out.find("scree run -h"), std::string::npos);
}

TEST_F(HostileNames, a_file_whose_path_no_scene_can_hold_is_refused_before_the_run) {
  write(kHostile + "/g.csv", "x,y,z,r\n0,0,0,0.01\n");
  write(kHostile + "/s.toml", "[[fill]]\nkind = \"csv\"\nfile = \"g.csv\"\n");
  const Outcome o = scree({"run", kHostile + "/s.toml"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("[E0986]"), std::string::npos) << o.err;
  EXPECT_FALSE(fs::exists(path("runs")));
}

}  // namespace
}  // namespace scree::test
