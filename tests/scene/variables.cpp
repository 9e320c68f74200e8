// [let]: named values, expressions where a scene takes numbers, and what is said of mistakes.
#include "helpers.hpp"
#include "scene/text/difference.hpp"

namespace scree {
namespace {

constexpr std::string_view kCone = R"x([let]
outlet = "16 mm"
cone = "{outlet} / 2 + 3 mm"
n = 4
[material.glass]
density = "2.5 g/cm3"
[[wall]]
name = "cone"
shape = "cone"
bottom_radius = "{cone}"
top_radius = "{cone} + 20 mm * tan(30 deg)"
height = "20 mm"
position = [0, "2 * {outlet}", "{outlet} - 16 mm"]
[[fill]]
kind = "grains"
grains = [{ position = [0, "2 * {outlet}", 0], diameter = "{outlet} / {n}" }]
)x";

TEST(Variables, stand_for_numbers_wherever_a_scene_takes_one) {
  const Scene s = good(kCone);
  EXPECT_EQ(s.world.particles.xr[0].r, 0.002);
  EXPECT_EQ(s.world.particles.xr[0].x, (Vec3{0, 0.032, 0}));
  EXPECT_EQ(s.world.walls[0].pose.x, (Vec3{0, 0.032, 0}));
  EXPECT_NE(s.resolved.find("bottom_radius = 0.011\n"), std::string::npos) << s.resolved;
  EXPECT_TRUE(s.warnings.empty());
}

TEST(Variables, are_changed_by_overrides_and_sweeps) {
  EXPECT_EQ(good(kCone, {"let.outlet=20 mm"}).world.particles.xr[0].r, 0.0025);
  EXPECT_EQ(good(kCone, {"let.outlet='20 mm'", "let.n=2"}).world.particles.xr[0].r, 0.005);
  EXPECT_EQ(good(kCone, {"let.n={outlet} / 4 mm"}).world.particles.xr[0].r, 0.002);
  EXPECT_EQ(good(kCone, {"fill.0.grains.0.diameter={outlet}"}).world.particles.xr[0].r, 0.008);
  const std::vector<std::string> vary{"sweep.let.outlet=[\"12 mm\", \"16 mm\"]"};
  EXPECT_EQ(good(kCone, vary).world.particles.xr[0].r, 0.0015);
  EXPECT_EQ(good(kCone, vary).sweep.axes[0].path, "let.outlet");
  EXPECT_EQ(good(kCone, {vary[0], "sweep.run=2"}).world.particles.xr[0].r, 0.002);
  const Scene swept = good(std::string(kCone) +
                           "[sweep]\n\"fill.0.grains.0.diameter\" = "
                           "[\"{outlet}\", \"{outlet} / 2\"]\nrun = 2\n");
  EXPECT_EQ(swept.world.particles.xr[0].r, 0.004);
}

TEST(Variables, are_recorded_in_the_resolved_scene_which_gives_the_same_world) {
  const Scene s = good(kCone);
  const std::string record =
      "[let]  # as given; the values above were worked out with these\n"
      "outlet = { text = \"16 mm\", value = 0.016, unit = \"m\" }\n"
      "cone = { text = \"{outlet} / 2 + 3 mm\", value = 0.011, unit = \"m\" }\n"
      "n = { text = \"4\", value = 4 }\n";
  EXPECT_TRUE(s.resolved.ends_with(record)) << s.resolved;
  const Scene again = good(s.resolved);
  EXPECT_EQ(again.resolved, s.resolved);
  EXPECT_TRUE(same_grains(s.world, again.world));
  EXPECT_TRUE(again.warnings.empty()) << again.warnings.front();
  // An override of what was worked out would change nothing: that is no silent matter.
  EXPECT_EQ(mistakes(s.resolved, {"let.outlet=20 mm"}),
            "--set: nothing uses the variable `outlet` [E0125]\n"
            "       | let.outlet=20 mm\n"
            "       |            ^^^^^\n"
            "  hint: these values were worked out before; set it where the scene has {outlet}: in "
            "scene.toml of the run\n");
}

TEST(Variables, that_change_are_told_as_they_were_given) {
  const auto before = scene_values(good(kCone).resolved, "a");
  const auto after = scene_values(good(kCone, {"let.outlet=20 mm"}).resolved, "b");
  ASSERT_TRUE(before && after);
  const auto changes = scene_changes(*before, *after);
  ASSERT_FALSE(changes.empty());
  const auto let = std::find_if(changes.begin(), changes.end(),
                                [](const SceneChange& c) { return c.key == "let.outlet"; });
  ASSERT_NE(let, changes.end());
  EXPECT_EQ(let->before, "\"16 mm\"");
  EXPECT_EQ(let->after, "\"20 mm\"");
  EXPECT_TRUE(let->harmless) << "the values that came of it are not";
}

TEST(Variables, may_be_counts_and_dimensions) {
  constexpr std::string_view text = R"(dimension = "{d}"
let = { d = 2, n = "3 + 4" }
[[fill]]
kind = "random"
diameter = "4 mm"
count = "2 * {n}"
region = { kind = "box", min = [0, 0], max = ["{n} * 1 cm", 0.1] }
)";
  EXPECT_EQ(good(text).world.particles.size(), 14u);
  EXPECT_EQ(good(text).world.particles.dimensions(), Dimensions::two);
  EXPECT_EQ(mistakes(text, {"let.n=3.3"}),
            "s.toml:6:9: `count` must be a whole number, but \"2 * {n}\" is 6.6 [E0103]\n"
            "     6 | count = \"2 * {n}\"\n"
            "       |         ^^^^^^^^^\n"
            "  hint: round(), floor() or ceil() makes it one\n");
}

std::string with_duration(const std::string& duration, const std::string& let = "t = \"2 s\"\n") {
  return "duration = \"" + duration + "\"\n[[fill]]\nkind = \"grains\"\ngrains = [{ position = " +
         "[0, 0, 0], diameter = 0.01 }]\n[let]\n" + let;
}

TEST(Variables, mistakes_are_shown_where_they_are_in_the_text) {
  EXPECT_EQ(mistakes(with_duration("3 * {tt} / 2")),
            "s.toml:1:17: `duration`: there is no variable `tt` [E0121]\n"
            "     1 | duration = \"3 * {tt} / 2\"\n"
            "       |                 ^^^^\n"
            "  hint: did you mean `t`?\n");
  EXPECT_EQ(mistakes(with_duration("{t} + µ3")).substr(0, 40),
            "s.toml:1:19: `duration`: there is nothin");
  EXPECT_EQ(mistakes(with_duration("{t} * 1 mm")),
            "s.toml:1:12: `duration`: \"{t} * 1 mm\" is a quantity in m s, but a time (s) is "
            "expected [E0112]\n"
            "     1 | duration = \"{t} * 1 mm\"\n"
            "       |            ^^^^^^^^^^^^\n"
            "  hint: give it in s\n");
  EXPECT_EQ(mistakes(with_duration("{n} / 2", "n = 3\n")),
            "s.toml:1:12: `duration`: \"{n} / 2\" is the plain number 1.5, but a time (s) is "
            "expected [E0113]\n"
            "     1 | duration = \"{n} / 2\"\n"
            "       |            ^^^^^^^^^\n"
            "  hint: multiply it by a unit: * 1 s\n");
  EXPECT_EQ(mistakes(with_duration("t / 2")),
            "s.toml:1:13: `duration`: the name `t` stands without braces [E0121]\n"
            "     1 | duration = \"t / 2\"\n"
            "       |             ^\n"
            "  hint: write {t}\n");
  EXPECT_EQ(mistakes(with_duration("{t} - 3 s")),
            "s.toml:1:12: `duration` must be at least 0, not {t} - 3 s [E0104]\n"
            "     1 | duration = \"{t} - 3 s\"\n"
            "       |            ^^^^^^^^^^^\n"
            "  hint: it is -1 s\n");
  // Plain quantities keep their words.
  EXPECT_NE(mistakes(with_duration("two s")).find("does not begin with a finite number"),
            std::string::npos);
  EXPECT_NE(mistakes(with_duration("")).find("[E0110]"), std::string::npos);
  EXPECT_NE(mistakes(with_duration("1,5 s")).find("decimal comma"), std::string::npos);
}

TEST(Variables, of_let_are_checked_before_they_are_used) {
  EXPECT_EQ(mistakes(with_duration("{a}", "a = \"{b} / 2\"\nb = \"2 * {c}\"\nc = \"{a}\"\n")),
            "s.toml:8:5: `let.c`: made of itself: `a` → `b` → `c` → `a` [E0122]\n"
            "     8 | c = \"{a}\"\n"
            "       |     ^^^^^\n"
            "  hint: one of them needs a value of its own\n");
  EXPECT_EQ(mistakes(with_duration("{t}", "t = \"{t} + 1 s\"\n")),
            "s.toml:6:5: `let.t`: made of itself: `t` → `t` [E0122]\n"
            "     6 | t = \"{t} + 1 s\"\n"
            "       |     ^^^^^^^^^^^\n"
            "  hint: one of them needs a value of its own\n");
  EXPECT_EQ(mistakes(with_duration("{t}", "t = \"\"\n")),
            "s.toml:6:5: `let.t`: \"\" does not begin with a finite number [E0110]\n"
            "     6 | t = \"\"\n"
            "       |     ^^\n"
            "  hint: write a length (m) like \"1 m\"\n");
  EXPECT_EQ(
      mistakes(with_duration("{t}", "t = true\n")),
      "s.toml:6:5: `let.t` must be a number or a text, not true or false [E0127]\n"
      "     6 | t = true\n"
      "       |     ^^^^\n"
      "  hint: one value with its unit: \"16 mm\"; lists are written where they are used, with "
      "{name} in them\n");
  EXPECT_NE(mistakes(with_duration("{t}", "t = nan\n")).find("must be a finite number [E0104]"),
            std::string::npos);
  EXPECT_NE(mistakes(with_duration("{t}", "t = \"2 s / 0\"\n")).find("division by zero"),
            std::string::npos);
  EXPECT_NE(mistakes(with_duration("1 s", "\"a b\" = 1\n")).find("[E0127]"), std::string::npos);
  EXPECT_NE(mistakes(with_duration("1 s", "a = { b = 1 }\n")).find("[E0127]"), std::string::npos);
  // One mistake, one message, however often it is used.
  const std::string one = mistakes(with_duration("{t} + {t}", "t = \"2 sec\"\n"));
  EXPECT_EQ(one.find("[E"), one.rfind("[E")) << one;
}

TEST(Variables, that_nobody_uses_are_told) {
  const Scene s = good(with_duration("{t}", "t = \"2 s\"\noutlet = 3\n"));
  ASSERT_EQ(s.warnings.size(), 1u);
  EXPECT_EQ(s.warnings[0], "s.toml:7:1: nothing uses the variable `outlet`");
  EXPECT_EQ(mistakes(with_duration("{t}"), {"let.tt=3 s"}),
            "--set: nothing uses the variable `tt` [E0125]\n"
            "       | let.tt=3 s\n"
            "       | ^^^^^^\n"
            "  hint: did you mean `t`?\n");
  // What only a material that others are like, or a later run of a sweep uses, is used.
  EXPECT_TRUE(good(with_duration("1 s",
                                 "f = 0.2\n[material.a]\nfriction = \"{f}\"\nlike = "
                                 "\"glass\"\n[material.b]\nlike = \"a\"\n[[wall]]\nshape = "
                                 "\"plane\"\nmaterial = \"b\"\nposition = [0, -1, 0]\n"),
                   {"fill.0.material=b"})
                  .warnings.empty());
  EXPECT_TRUE(good(with_duration("1 s", "f = 2\n[sweep]\nduration = [1, \"{f} * 1 s\"]\n"))
                  .warnings.empty());
}

}  // namespace
}  // namespace scree
