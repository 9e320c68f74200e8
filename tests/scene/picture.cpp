// [picture] of a scene.
#include "helpers.hpp"

namespace scree {
namespace {

const std::string kBall =
    "[[wall]]\nname = \"floor\"\nshape = \"plane\"\nposition = [0, -0.1, 0]\n"
    "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0, 0], diameter = 0.01 }]\n";

TEST(PictureOfAScene, keeps_what_was_given_and_nothing_else) {
  const Scene s = good(kBall +
                       "[picture]\nlook_at = [0, \"5 cm\", 0]\nspan = \"10 cm\"\nazimuth = 90\n"
                       "fit = \"grains\"\nwall_opacity = 1\nwall_names = \"floor\"\norbit = 360\n");
  const PictureSettings& p = s.output.look;
  EXPECT_EQ(p.look.vector("look_at"), (Vec3{0, 0.05, 0}));
  EXPECT_EQ(p.look.number("azimuth"), 90);
  EXPECT_EQ(p.look.text("fit"), "grains");
  EXPECT_FALSE(p.look.has("elevation"));
  EXPECT_FALSE(p.look.has("orbit"));
  EXPECT_EQ(p.orbit, 360);
  const PictureSettings stored = stored_picture(s.resolved);
  EXPECT_EQ(stored.look.values(), p.look.values());
  EXPECT_EQ(stored.orbit, 360);
  EXPECT_EQ(good(s.resolved).resolved, s.resolved);
}

TEST(PictureOfAScene, of_a_scene_without_one_is_empty) {
  EXPECT_TRUE(good(kBall).output.look.look.values().empty());
  EXPECT_TRUE(stored_picture(good(kBall).resolved).look.values().empty());
  EXPECT_TRUE(stored_picture("no [ TOML").look.values().empty());
}

TEST(PictureOfAScene, is_wrong_before_the_run_not_after_it) {
  EXPECT_NE(mistakes(kBall + "[picture]\ncolor = \"sped\"\n").find("[E0721]"), std::string::npos);
  EXPECT_NE(mistakes(kBall + "[picture]\nwall_names = \"flor\"\n").find("did you mean `floor`?"),
            std::string::npos);
  EXPECT_NE(mistakes(kBall + "[picture]\nwall_color = \"red\"\n").find("[E0681]"),
            std::string::npos);
  EXPECT_NE(mistakes(kBall + "[picture]\nlook_a = [0, 0, 0]\n").find("did you mean `look_at`?"),
            std::string::npos);
  EXPECT_NE(mistakes(kBall + "[picture]\nelevation = 120\n").find("[E0104]"), std::string::npos);
}

}  // namespace
}  // namespace scree
