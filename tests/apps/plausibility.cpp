// Warnings of what is legal and surely wrong: each mistake once, and none on our own scenes.
#include "program.hpp"

namespace scree::test {
namespace {

class Plausibility : public Program {
 protected:
  // Eight grains of 4 mm above a floor; `more` goes to the end, `sets` to the command line.
  Outcome check(const std::vector<std::string>& sets, const std::string& more = "",
                const std::string& floor = "normal = [0, 1, 0]\nposition = [0, \"-20 mm\", 0]\n") {
    write("s.toml",
          "duration = \"10 ms\"\n"
          "[material.glass]\n"
          "density = 2500\n"
          "normal = { law = \"hertz\", young = \"10 MPa\", restitution = 0.5 }\n"
          "tangential = { law = \"spring\", friction = 0.3 }\n"
          "[[wall]]\nname = \"floor\"\nshape = \"plane\"\n" +
              floor +
              "[[fill]]\nkind = \"lattice\"\ndiameter = \"4 mm\"\ncount = 8\n"
              "region = { kind = \"box\", min = [-0.01, -0.01, -0.01], max = [0.01, 0.01, 0.01] }\n"
              "[output]\nframes = \"5 ms\"\n" +
              more);
    std::vector<std::string> words{"check", "s.toml", "--threads", "1"};
    for (const std::string& s : sets) words.insert(words.end(), {"--set", s});
    return scree(words);
  }
  void expect_code(const std::string& code, const Outcome& o, const std::string& part = "") {
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_NE(o.err.find("[" + code + "]"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find(part), std::string::npos) << o.err;
    std::size_t n = 0;
    for (std::size_t at = o.err.find("[E0"); at != std::string::npos;
         at = o.err.find("[E0", at + 1))
      ++n;
    EXPECT_EQ(n, 1u) << "one mistake, one warning: " << o.err;
  }
};

TEST_F(Plausibility, nothing_is_said_of_an_ordinary_scene) {
  const Outcome o = check({});
  EXPECT_EQ(o.status, 0);
  EXPECT_EQ(o.err, "");
}

TEST_F(Plausibility, values_that_no_solid_has) {
  expect_code("E0474", check({"material.glass.normal.young=9000"}), "softer than jelly");
  expect_code("E0474", check({"material.glass.normal.young=5e12"}), "stiffer than diamond");
  expect_code("E0475", check({"material.glass.tangential.friction=60"}),
              "an angle of 60° is 1.73, 60 % are 0.6");
  expect_code("E0476", check({"material.glass.density=2.5"}), "write \"2.5 g/cm^3\"");
  EXPECT_EQ(check({"material.glass.density='2.5 g/cm^3'"}).err, "");
  EXPECT_EQ(check({"material.glass.tangential.friction=1e9"}).err, "")
      << "never slides, on purpose";
}

TEST_F(Plausibility, effort_beyond_all_machines) {
  expect_code("E0478", check({"duration='100000 h'", "output.frames=0", "output.series=0"}),
              "years");
  expect_code("E0479", check({"duration='1000 s'", "output.frames='4 us'"}), "of frames");
}

TEST_F(Plausibility, walls_of_another_order_than_the_grains) {
  const std::string box = "[[wall]]\nname = \"box\"\nshape = \"box\"\n";
  expect_code("E0473", check({}, box + "size = [120, 120, 120]\n"), "wall `box` is 120 m wide");
  EXPECT_EQ(check({}, box + "size = [\"120 mm\", \"120 mm\", \"120 mm\"]\n").err, "");
  expect_code(
      "E0473",
      check(
          {},
          "[[wall]]\nname = \"bead\"\nshape = \"rectangle\"\nwidth = \"1 mm\"\nlength = \"1 mm\"\n"
          "position = [0, \"-15 mm\", 0]\n"),
      "smaller than every grain");
}

TEST_F(Plausibility, gravity_along_another_axis_than_the_walls_suggest) {
  expect_code("E0477", check({}, "", "normal = [0, 0, 1]\nposition = [0, 0, \"-20 mm\"]\n"),
              "gravity = [0, 0, -9.81]?");
  // A floor just beside the grains: they fall along it for long, and still past it.
  expect_code("E0477", check({}, "", "normal = [0, 0, 1]\nposition = [0, 0, \"-11 mm\"]\n"),
              "gravity = [0, 0, -9.81]?");
  EXPECT_EQ(check({"gravity.vector=[0,0,-9.81]"}, "",
                  "normal = [0, 0, 1]\nposition = [0, 0, \"-20 mm\"]\n")
                .err,
            "");
  EXPECT_EQ(
      check({"gravity.vector=[0,0,0]"}, "", "normal = [0, 0, 1]\nposition = [0, 0, \"-20 mm\"]\n")
          .err,
      "");
}

TEST_F(Plausibility, grains_that_can_leave_every_wall) {
  // A plate under one half of the grains only.
  write("plate.toml",
        "duration = \"10 ms\"\n[material.glass]\n[[wall]]\nshape = \"rectangle\"\n"
        "width = \"20 mm\"\nlength = \"20 mm\"\nposition = [\"10 mm\", \"-20 mm\", 0]\n"
        "[[fill]]\nkind = \"grains\"\ngrains = [\n"
        "{ position = [0.005, 0, 0], diameter = 0.004 },\n"
        "{ position = [-0.005, 0, 0], diameter = 0.004 } ]\n");
  const Outcome o = scree({"check", "plate.toml"});
  expect_code("E0480", o, "1 of 2 grains that were looked at");
  write("plate.toml", content_of(path("plate.toml")) +
                          "[[outlet]]\nname = \"bin\"\nregion = \"below\"\nheight = \"-50 mm\"\n");
  EXPECT_EQ(scree({"check", "plate.toml"}).err, "") << "taken away below";
}

TEST_F(Plausibility, a_run_says_and_keeps_the_warning) {
  check({});
  const Outcome o = scree({"run", "s.toml", "-o", "r", "--set", "material.glass.density=2.5"});
  EXPECT_NE(o.err.find("[E0476]"), std::string::npos) << o.err;
  EXPECT_NE(summary("r")["warnings"].dump().find("E0476"), std::string::npos);
}

}  // namespace
}  // namespace scree::test
