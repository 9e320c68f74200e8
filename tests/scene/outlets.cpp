// [[outlet]]: what a scene may say, and what it is told when it is wrong.
#include "helpers.hpp"
#include "scene/text/locate.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

constexpr std::string_view kGrain = R"([[fill]]
kind = "grains"
grains = [{ position = [0, 0, 0], diameter = "4 mm" }]
)";

std::string refused(const std::string& text) {
  auto scene = parse_scene(text, "s.toml");
  if (!scene) return joined(scene.errors());
  const auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  return sim ? "no mistake" : joined(located(*scene, sim.errors()));
}
std::string with_grain(const std::string& outlet) { return outlet + std::string(kGrain); }

TEST(Outlet, has_defaults_that_are_written_out) {
  const Scene s = good(with_grain("[[outlet]]\nregion = \"below\"\nheight = \"-2 cm\"\n"));
  ASSERT_EQ(s.world.outlets.size(), 1u);
  const Outlet& o = s.world.outlets[0];
  EXPECT_EQ(o.name, "outlet_0");
  EXPECT_EQ(o.check_every, 100u);
  EXPECT_EQ(o.from, 0.0);
  EXPECT_GT(o.until, 1e200);
  EXPECT_FALSE(o.whole);
  EXPECT_EQ(o.meaning, Outlet::Meaning::outflow);
  EXPECT_EQ(o.region->depth({5, -0.05, 5}), -0.02 + 0.05);
  const Scene again = good(s.resolved);
  EXPECT_EQ(again.resolved, s.resolved);
  EXPECT_EQ(again.world.outlets[0].name, "outlet_0");
}

TEST(Outlet, takes_every_region_and_order) {
  const Scene s = good(with_grain(R"([[outlet]]
region = "box"
lo = [0, 0, 0]
hi = ["1 m", "1 m", "1 m"]
takes = "whole"
treat_as = "lost"
from = "10 ms"
until = "1 s"
check_every = 7
[[outlet]]
name = "bounds"
region = "outside"
lo = [-1, -1, -1]
hi = [2, 2, 2]
treat_as = "failure"
[[outlet]]
region = "plane"
point = [0, -3, 0]
normal = [1, -1, 0]
[[outlet]]
region = "cylinder"
base = [0, -3, 0]
diameter = 1
height = 1
[[outlet]]
region = "sphere"
centre = [0, -9, 0]
diameter = 1
)"));
  ASSERT_EQ(s.world.outlets.size(), 5u);
  const Outlet& o = s.world.outlets[0];
  EXPECT_TRUE(o.whole);
  EXPECT_EQ(o.meaning, Outlet::Meaning::lost);
  EXPECT_EQ(o.from, 0.01);
  EXPECT_EQ(o.until, 1.0);
  EXPECT_EQ(o.check_every, 7u);
  EXPECT_EQ(s.world.outlets[1].meaning, Outlet::Meaning::failure);
  EXPECT_EQ(s.world.outlets[4].name, "outlet_4");
  EXPECT_EQ(good(s.resolved).resolved, s.resolved);
}

TEST(OutletMessage, an_unknown_region) {
  EXPECT_EQ(refused(with_grain("[[outlet]]\nregion = \"belw\"\nheight = 0\n")),
            "s.toml:2:10: there is no outlet region `belw` [E0105]\n"
            "     2 | region = \"belw\"\n"
            "       |          ^^^^^^\n"
            "  hint: did you mean `below`?\n");
}

TEST(OutletMessage, a_region_without_an_inside) {
  EXPECT_EQ(refused(with_grain("[[outlet]]\nregion = \"box\"\nlo = [0, 1, 0]\nhi = [1, 1, 1]\n")),
            "s.toml:4:6: outlet `outlet_0`: `max` must be above `min` in y [E0512]\n"
            "     4 | hi = [1, 1, 1]\n"
            "       |      ^^^^^^^^^\n"
            "  hint: a box without a volume holds no grain\n");
  for (const char* text : {"region = \"plane\"\nnormal = [0, 0, 0]\n",
                           "region = \"cylinder\"\naxis = [0, 0, 0]\ndiameter = 1\nheight = 1\n"})
    EXPECT_NE(refused(with_grain(std::string("[[outlet]]\n") + text)).find("[E0512]"),
              std::string::npos)
        << text;
  for (const char* text :
       {"region = \"below\"\nheight = nan\n", "region = \"sphere\"\ndiameter = 0\n",
        "region = \"below\"\nheight = 0\ncheck_every = 0\n"})
    EXPECT_NE(refused(with_grain(std::string("[[outlet]]\n") + text)).find("[E0104]"),
              std::string::npos)
        << text;
}

TEST(OutletMessage, names_that_cannot_head_columns) {
  const std::string two =
      "[[outlet]]\nname = \"bin\"\nregion = \"below\"\nheight = -1\n"
      "[[outlet]]\nname = \"bin\"\nregion = \"below\"\nheight = -2\n";
  EXPECT_NE(refused(with_grain(two)).find("s.toml:6:8: two outlets have the name `bin` [E0206]"),
            std::string::npos)
      << refused(with_grain(two));
  EXPECT_NE(refused(with_grain("[[outlet]]\nname = \"a,b\"\nregion = \"below\"\nheight = -1\n"))
                .find("[E0104]"),
            std::string::npos);
}

TEST(OutletMessage, a_time_that_ends_before_it_begins) {
  EXPECT_NE(refused(with_grain("[[outlet]]\nregion = \"below\"\nheight = -1\nfrom = \"2 s\"\nuntil "
                               "= \"1 s\"\n"))
                .find("s.toml:5:9: `until` must not be before `from` [E0706]"),
            std::string::npos);
}

TEST(OutletMessage, an_outlet_around_all_grains_or_an_inlet) {
  EXPECT_EQ(refused(with_grain("[[outlet]]\nname = \"bin\"\nregion = \"below\"\nheight = 1\n")),
            "s.toml:1:1: outlet 'bin': 1 of the 1 grains start inside it [E0513]\n"
            "     1 | [[outlet]]\n"
            "       | ^^^^^^^^^^\n"
            "  hint: move the outlet or the grains, or open it later with `from`\n");
  EXPECT_EQ(refused(with_grain("[[outlet]]\nregion = \"below\"\nheight = 1\nfrom = \"1 s\"\n")),
            "no mistake");
  const std::string pour =
      "[[outlet]]\nname = \"bin\"\nregion = \"below\"\nheight = 1\n"
      "[[fill]]\nkind = \"pour\"\nname = \"sand\"\ncentre = [0, 0.5, 0]\nwidth = 0.1\n"
      "diameter = 0.01\nrate = 100\n";
  EXPECT_NE(refused(pour).find("pours its grains into it [E0513]"), std::string::npos)
      << refused(pour);
}

}  // namespace
}  // namespace scree
