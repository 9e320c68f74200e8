// A run that starts from another one, a first look at a scene, and what pours tell: as commands.
#include "program.hpp"

namespace scree::test {
namespace {

class StartFromRun : public Program {
 protected:
  // The same box without its grains, and the grains of `from`.
  void write_next(const std::string& from, const std::string& more = {}) {
    write_scene();
    std::string text = content_of(path("drop.toml"));
    const std::size_t fill = text.find("[[fill]]"), output = text.find("[output]");
    text.replace(fill, output - fill,
                 "[[fill]]\nname = \"bed\"\nkind = \"run\"\nfrom = \"" + from + "\"\n" + more);
    write("next.toml", text);
  }
};

TEST_F(StartFromRun, says_where_grains_come_from_and_resumes_bit_for_bit) {
  write_scene();
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "bed", "--quiet"}).status, 0);
  write_next("bed");
  const Outcome whole = scree({"run", "next.toml", "-o", "whole", "--progress", "plain"});
  ASSERT_EQ(whole.status, 0) << whole.err;
  EXPECT_NE(whole.err.find("note: fill `bed`: 27 grains of "), std::string::npos) << whole.err;
  EXPECT_NE(whole.err.find("a checkpoint: with the springs of "), std::string::npos) << whole.err;
  ASSERT_EQ(
      scree({"run", "next.toml", "-o", "half", "--set", "duration=\"9 ms\"", "--quiet"}).status, 0);
  const Outcome rest = scree({"run", "next.toml", "--resume", "half"});
  ASSERT_EQ(rest.status, 0) << rest.err;
  EXPECT_EQ(summary("half")["state_hash"], summary("whole")["state_hash"]);
  // The file that was read must still be what it was.
  for (const auto& e : fs::directory_iterator(path("bed/checkpoints"))) fs::remove(e.path());
  const Outcome gone = scree({"run", "--resume", "half", "--set", "duration=\"30 ms\""});
  EXPECT_EQ(gone.status, 2);
  EXPECT_NE(gone.err.find("[E0483]"), std::string::npos) << gone.err;
  // Without a checkpoint the last frame has to do.
  const Outcome frame = scree({"check", "next.toml"});
  EXPECT_EQ(frame.status, 0) << frame.err;
  EXPECT_NE(frame.err.find("a frame: positions, velocities and spins"), std::string::npos)
      << frame.err;
  write_next("bed", "frame = \"2\"\n");
  EXPECT_NE(scree({"check", "next.toml"}).err.find("at t = 0.01 s, a frame"), std::string::npos);
  write_next("bed", "frame = \"77\"\n");
  const Outcome none = scree({"check", "next.toml"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("hint: there are the frames \"0\" to \"4\""), std::string::npos)
      << none.err;
}

TEST_F(StartFromRun, a_table_that_export_wrote_is_read_without_a_word) {
  write_scene();
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "bed", "--quiet"}).status, 0);
  ASSERT_EQ(scree({"export", "bed", "--format", "csv", "-o", "tables", "--quiet"}).status, 0);
  std::string table;
  for (const auto& e : fs::directory_iterator(path("tables"))) table = e.path().string();
  write_next("bed");
  std::string text = content_of(path("next.toml"));
  const std::size_t kind = text.find("kind = \"run\"\nfrom = \"bed\"\n");
  ASSERT_NE(kind, std::string::npos);
  text.replace(kind, 26, "kind = \"csv\"\nfile = \"" + table + "\"\n");
  write("table.toml", text);
  const Outcome o = scree({"check", "table.toml"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.err, "") << "without a word";
  EXPECT_NE(o.out.find("27"), std::string::npos);
}

TEST_F(Program, quick_says_what_it_cuts_and_check_what_will_be_poured) {
  write("pour.toml",
        "duration = \"30 s\"\n[[wall]]\nshape = \"plane\"\n[[fill]]\nname = \"spout\"\nkind = "
        "\"pour\"\ndiameter = \"4 mm\"\ncentre = [0, 0.1, 0]\nwidth = \"4 cm\"\nrate = "
        "1000\ncount = 30000\n[output]\nframes = 0\npicture = false\n");
  const Outcome check = scree({"check", "pour.toml"});
  EXPECT_NE(check.out.find("poured        fill `spout`: 30 000 of 30 000 grains"),
            std::string::npos)
      << check.out;
  // Cut by hand to what is short anyway, nothing is cut.
  const Outcome none = scree({"run", "pour.toml", "-o", "a", "--quick", "--set", "duration=0.01",
                              "--set", "fill.spout.count=5"});
  EXPECT_EQ(none.status, 0) << none.err;
  EXPECT_NE(none.err.find("quick: the scene is short as it is"), std::string::npos) << none.err;
}

}  // namespace
}  // namespace scree::test
