// Messages that a tired user meets: each names what was typed and what may have been meant.
#include "program.hpp"
#include "scree/progress.hpp"

namespace scree::test {
namespace {

class UserMessages : public Program {
 protected:
  std::string said(const std::vector<std::string>& words) {
    const Outcome o = scree(words);
    EXPECT_EQ(o.status, 2) << o.err;
    return o.err;
  }
};

TEST_F(UserMessages, a_key_given_twice_and_a_quote_left_open) {
  write("twice.toml", "title = \"a\"\ntitle = \"b\"\n");
  EXPECT_NE(said({"check", "twice.toml"}).find("`title` is given twice [E0005]"),
            std::string::npos);
  write("open.toml", "title = \"a\nduration = \"1 s\"\n");
  EXPECT_NE(said({"check", "open.toml"}).find("hint: a quote is open"), std::string::npos);
  write("single.toml", "title = 'a\nduration = \"1 s\"\n");
  EXPECT_NE(said({"check", "single.toml"}).find("hint: a quote is open"), std::string::npos);
}

TEST_F(UserMessages, options_and_names_of_walls_are_guessed) {
  write_scene();
  EXPECT_NE(said({"run", "drop.toml", "--thread", "2"}).find("did you mean `--threads`?"),
            std::string::npos);
  EXPECT_NE(said({"check", "drop.toml", "--set", "wall.bx.material=glass"})
                .find("there is no item `bx`: the list has 1 item, 0 to 0 [E0007]"),
            std::string::npos);
  EXPECT_NE(said({"check", "drop.toml", "--set", "wall.bx.material=glass"})
                .find("hint: did you mean `box`?"),
            std::string::npos);
}

TEST_F(UserMessages, what_came_from_vary_is_reported_as_vary) {
  write_scene();
  const std::string text = said({"sweep", "drop.toml", "--vary", "fill.0.diametre=[1,2]"});
  EXPECT_NE(text.find("--vary: unknown key `diametre`"), std::string::npos) << text;
  EXPECT_NE(text.find("| fill.0.diametre=[1,2]"), std::string::npos) << text;
  EXPECT_EQ(text.find("sweep.fill"), std::string::npos) << text;
  EXPECT_NE(said({"sweep", "drop.toml", "--vary", "seed"}).find("--vary seed=[1,2,3]"),
            std::string::npos);
}

TEST_F(UserMessages, a_folder_below_a_file_and_a_run_that_is_not_there) {
  write_scene();
  write("notes", "x");
  EXPECT_EQ(said({"run", "drop.toml", "-o", "notes/run"}),
            "error: notes: cannot make the folder: `notes` is a file, not a folder [E0904]\n"
            "  hint: choose another place with -o\n");
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "first", "--quiet"}).status, 0);
  EXPECT_EQ(said({"run", "--resume", "frist"}),
            "error: frist: there is no such run [E0920]\n  hint: did you mean `first`?\n");
  EXPECT_NE(said({"run", "--resume", "zzz"}).find("runs in .: `first`"), std::string::npos);
}

TEST_F(UserMessages, a_resumed_run_begins_by_saying_so) {
  write_scene();
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "r", "--quiet"}).status, 0);
  Outcome o = scree({"run", "--resume", "r", "--set", "duration=\"25 ms\"", "--progress", "plain"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.err.find("going on with r at 20 ms of 25 ms, step "), std::string::npos) << o.err;
  EXPECT_NE(o.err.find("steps left"), std::string::npos) << o.err;
  EXPECT_EQ(o.err.find("materials"), std::string::npos) << "no header of a new run: " << o.err;
  const std::string more = said({"run", "drop.toml", "--resume", "r", "--force", "--set",
                                 "fill.0.count=7", "--set", "duration=\"30 ms\""});
  EXPECT_NE(more.find("grains, this one starts with 7"), std::string::npos) << more;
  EXPECT_NE(more.find("kind = \"run\""), std::string::npos) << more;
  o = scree({"run", "drop.toml", "--resume", "new", "--progress", "plain"});
  EXPECT_NE(o.err.find("there is no run in new: a new run begins"), std::string::npos) << o.err;
}

TEST(ProgressLine, drops_what_matters_least_until_it_fits) {
  const std::vector<app::ProgressPart> parts{{"t = 0.25 of 2.5 s"},      {" 10%"},
                                             {"stage 1 of 2 (fill)", 2}, {"12 345 steps/s", 5},
                                             {"100 000 grains", 3},      {"250 000 contacts", 4},
                                             {"overlap 1.20%", 1},       {"ETA 2 min"}};
  const std::string all = app::progress_line(parts, 1000);
  EXPECT_GT(all.size(), 100u);
  EXPECT_NE(all.find("12 345 steps/s"), std::string::npos);
  const std::string fits = app::progress_line(parts, 79);
  EXPECT_LE(fits.size(), 79u);
  EXPECT_EQ(fits, "t = 0.25 of 2.5 s   10%  stage 1 of 2 (fill)  overlap 1.20%  ETA 2 min");
  // Time and the rest of it stay.
  EXPECT_EQ(app::progress_line(parts, 5), "t = 0.25 of 2.5 s   10%  ETA 2 min");
}

}  // namespace
}  // namespace scree::test
