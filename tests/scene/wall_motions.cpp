// `motion`, `surface` and [group.NAME] of a scene, and what a tired user types.
#include "helpers.hpp"

namespace scree {
namespace {

constexpr const char* kDrivenGrain =
    "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0.1, 0], diameter = 0.01 }]\n";

std::string with_wall(const std::string& keys, const std::string& more = {}) {
  return more + "[[wall]]\nname = \"floor\"\nshape = \"plane\"\nposition = [0, -1, 0]\n" + keys +
         "\n" + kDrivenGrain;
}

TEST(WallMotions, a_list_acts_together_and_survives_being_resolved) {
  const Scene s = good(with_wall(
      "motion = [{ kind = \"translate\", velocity = [\"10 mm/s\", 0, 0], stop = \"8 s\" }, { kind "
      "= "
      "\"table\", time = [0, 1], angle = [0, \"65 deg\"], interpolation = \"smooth\" }]"));
  Cloned<WallMotion> m = s.world.walls[0].motion;
  const WallPose end = m->advance(10, 0, {});
  EXPECT_NEAR(end.x.x, 0.08, 1e-15);
  EXPECT_NEAR(2 * std::acos(end.q.w), 65 * std::acos(-1.0) / 180, 1e-12);
  const Scene again = good(s.resolved);
  EXPECT_EQ(again.resolved, s.resolved);
  Cloned<WallMotion> n = again.world.walls[0].motion;
  EXPECT_EQ(n->advance(0.7, 0, {}).q, m->advance(0.7, 0, {}).q);
}

TEST(WallMotions, walls_of_a_group_move_as_one) {
  const Scene s = good(with_wall(
      "group = \"bucket\"",
      "[group.bucket]\nposition = [0, -1, 0]\nmotion = { kind = \"rotate\", angular_velocity = \"1 "
      "rpm\" }\n[[wall]]\nname = \"back\"\nshape = \"plane\"\nposition = [0.5, -1, 0]\ngroup = "
      "\"bucket\"\n"));
  Cloned<WallMotion> m = s.world.walls[0].motion;
  const WallPose p = m->advance(30, 0, {});
  EXPECT_NEAR(norm(p.x - Vec3{-0.5, -1, 0}), 0, 1e-12);  // half a turn
  EXPECT_EQ(good(s.resolved).resolved, s.resolved);
}

TEST(WallMotions, a_plain_list_is_the_velocity_of_a_surface) {
  const Scene s = good(with_wall("surface = [\"1 m/s\", 0, 0]"));
  EXPECT_EQ(s.world.walls[0].surface.velocity, (Vec3{1, 0, 0}));
}

TEST(WallMotions, mistakes_are_named) {
  const auto has = [](const std::string& text, const std::string& part) {
    const std::string answer = mistakes(text);
    EXPECT_NE(answer.find(part), std::string::npos) << text << "\n" << answer;
  };
  has(with_wall("motion = []"), "the list `motion` is empty");
  has(with_wall("group = \"bucket\""), "define it: [group.bucket]");
  has(with_wall("group = \"buket\"", "[group.bucket]\nmotion = \"fixed\"\n"),
      "did you mean `bucket`?");
  has(with_wall("", "[group.bucket]\nmotion = \"fixed\"\n"), "no wall belongs to group `bucket`");
  has(with_wall("group = \"lid\"",
                "[group.lid]\nmotion = { kind = \"free\", control = \"servo\", pressure = 100, "
                "max_speed = 0.1 }\n"),
      "no area of its own");
  has(with_wall("surface = { velocity = [1, 0, 0], start = 2, stop = 1 }"), "E0421");
  has(with_wall("surface = { angular_velocity = 1, axis = [0, 0, 0] }"), "axis");
  has(with_wall("motion = { kind = \"translate\", velocity = [1, 0, 0], stop = 1, ramp = 0.7 }"),
      "no time for the ramp");
  has(with_wall("motion = { kind = \"table\", file = \"none.csv\" }"), "there is no file");
  has(with_wall("motion = { kind = \"table\", time = [0, 1], position = [0, 1] }"),
      "unknown key `position`");
}

}  // namespace
}  // namespace scree
