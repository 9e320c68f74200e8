// [[stage]] of a scene, and what a tired user types.
#include "helpers.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

const std::string kBox =
    "[material.glass]\ntangential = { law = \"spring\", friction = 0.3 }\n"
    "[[wall]]\nname = \"box\"\nshape = \"box\"\nsize = [0.1, 0.1, 0.1]\n"
    "[[wall]]\nname = \"lid\"\nshape = \"rectangle\"\nwidth = 0.09\nlength = 0.09\nposition = [0, "
    "0.04, 0]\n"
    "[[fill]]\nname = \"rain\"\nkind = \"pour\"\ndiameter = 0.005\ncentre = [0, 0, 0]\nwidth = "
    "0.04\nrate = 100\ncount = 20\n";

TEST(StagesOfAScene, last_as_long_as_their_parts_and_survive_being_resolved) {
  const Scene s = good(
      kBox +
      "[[stage]]\nname = \"fill\"\nuntil = { kind = \"poured\", fill = \"rain\" }\nat_most = 1\n"
      "[[stage]]\nduration = \"0.5 s\"\ngravity = [1, 0, 0]\n[stage.wall.lid]\nmotion = { kind = "
      "\"translate\", velocity = [0, -0.01, 0] }\n[stage.material.glass]\nfriction = 0.7\n"
      "[stage.fill.rain]\npours = false\n");
  EXPECT_DOUBLE_EQ(s.duration, 1.5);
  ASSERT_EQ(s.world.stages.size(), 2u);
  EXPECT_EQ(s.world.stages[1].name, "stage_2");
  EXPECT_EQ(s.world.stages[1].gravity->g, (Vec3{1, 0, 0}));
  EXPECT_EQ(s.world.stages[1].motions.size(), 1u);
  EXPECT_EQ((*s.world.stages[1].materials)[0].tangential.params.number("friction"), 0.7);
  EXPECT_EQ(s.world.materials[0].tangential.params.number("friction"), 0.3);
  const Scene again = good(s.resolved);
  EXPECT_EQ(again.resolved, s.resolved);
  EXPECT_EQ(again.world.stages.size(), 2u);
}

// What a later stage brings is not there before: no grain keeps clear of it, nothing pours.
TEST(StagesOfAScene, what_a_later_stage_switches_on_is_off_before) {
  const Scene s = good(kBox +
                       "[[stage]]\nduration = 0.1\n[[stage]]\nduration = 0.1\n[stage.wall.lid]\n"
                       "present = true\n[stage.fill.rain]\npours = true\n");
  EXPECT_GT(s.world.inlets[0].start, 1e100);
  WallTouches touches;
  s.world.walls[1].shape->touch({0, 0, 0}, 1, touches);
  EXPECT_EQ(touches.count, 0);
  EXPECT_TRUE(s.world.stages[1].shapes[0].present);
}

TEST(StagesOfAScene, any_measure_can_end_one) {
  const Scene s = good(kBox +
                       "[[stage]]\nat_most = 0.5\nuntil = [{ kind = \"measure\", measure = "
                       "\"mass\", column = \"number\", above = 12 }, \"at_rest\"]\n");
  auto sim = Simulation::create(s.world, {.threads = 1});
  ASSERT_TRUE(sim);
  ASSERT_FALSE(sim->run(1u << 20));
  EXPECT_TRUE(sim->finished());
  EXPECT_EQ(sim->stages().done[0].outcome, StageOutcome::condition);
  EXPECT_GE(sim->particles().size(), 12u);
  EXPECT_LT(sim->particles().size(), 20u);  // of 20: they come in batches
}

TEST(StagesOfAScene, overrides_find_a_stage_by_its_name) {
  const Scene s =
      good(kBox + "[[stage]]\nname = \"fill\"\nduration = 1\n", {"stage.fill.duration=0.25"});
  EXPECT_DOUBLE_EQ(s.duration, 0.25);
}

TEST(StagesOfAScene, mistakes_are_named) {
  const auto has = [](const std::string& stage, const std::string& part) {
    const std::string answer = mistakes(kBox + "[[stage]]\n" + stage);
    EXPECT_NE(answer.find(part), std::string::npos) << stage << "\n" << answer;
  };
  has("name = \"a\"\n", "stage `a` has no end");
  has("until = \"at_rest\"\n", "lacks `at_most`");
  has("at_most = 1\n", "`at_most` limits `until`");
  has("duration = 1\nuntil = \"at_rest\"\n", "both `duration` and `until`");
  has("duration = -1\n", "must be greater than 0");
  has("until = \"at_rest\"\nat_most = -2\n", "must be greater than 0");
  has("until = \"at_reset\"\nat_most = 1\n", "did you mean `at_rest`?");
  has("duration = 1\n[stage.wall.lidd]\npresent = false\n", "did you mean `lid`?");
  has("duration = 1\n[stage.group.box]\nmotion = \"fixed\"\n", "the scene has no group");
  has("duration = 1\n[stage.fill.rian]\npours = false\n", "did you mean `rain`?");
  has("duration = 1\n[stage.outlet.x]\nopen = false\n", "the scene has no outlet");
  has("duration = 1\n[stage.material.glas]\nfriction = 1\n", "did you mean `glass`?");
  has("duration = 1\n[stage.material.glass]\nnormal = { law = \"hertz\", young = 1e7, restitution "
      "= "
      "0.5 }\n",
      "cannot change the normal law of `glass`");
  has("duration = 1\n[stage.wall.box]\nmotion = { velocity = [1, 0, 0] }\n",
      "unknown key `velocity`");
  has("until = { kind = \"wall_moved\", wall = \"lidd\", distance = 1 }\nat_most = 1\n",
      "did you mean `lid`?");
  has("until = { kind = \"wall_moved\", wall = \"lid\" }\nat_most = 1\n", "`distance` or `angle`");
  has("until = { kind = \"measure\", measure = \"enregy\", above = 1 }\nat_most = 1\n",
      "did you mean `energy`?");
  has("until = { kind = \"measure\", measure = \"energy\", column = \"kinetik\", above = 1 }\n"
      "at_most = 1\n",
      "did you mean `kinetic`?");
  has("until = { kind = \"measure\", above = 1 }\nat_most = 1\n", "lacks `measure`");
  has("until = { kind = \"measure\", measure = { kind = \"flow\", plane = \"y\", at = 0 }, column "
      "= "
      "\"mass\", above = 1 }\nat_most = 1\n",
      "remembers what was before");
  has("until = { kind = \"outflow\", mass = 1 }\nat_most = 1\n", "the scene has no outlet");
  has("name = \"a\"\nduration = 1\n[[stage]]\nname = \"a\"\nduration = 1\n", "two stages");
}

const std::string kTwoMaterials =
    "[material.grain]\n[material.wall]\n[pair.grain.wall]\ntangential = { law = \"spring\", "
    "friction = 0.2, stiffness_ratio = 0.5 }\n"
    "[[wall]]\nname = \"floor\"\nshape = \"plane\"\nmaterial = \"wall\"\nposition = [0, -0.005, "
    "0]\n"
    "[[fill]]\nkind = \"grains\"\nmaterial = \"grain\"\nvelocity = [0.1, 0, 0]\ngrains = [{ "
    "position = [0, 0, 0], diameter = 0.01 }]\n"
    "[[stage]]\nduration = \"0.1 s\"\n";

TEST(StagesOfAScene, change_the_values_of_a_pair) {
  const Scene s = good(kTwoMaterials +
                       "[[stage]]\nduration = \"0.1 s\"\n[stage.pair.wall.grain]\ntangential = { "
                       "friction = 0.7 }\n[[stage]]\nduration = \"0.1 s\"\n[stage.pair.grain.wall]"
                       "\nfriction = 0.1\n");
  EXPECT_FALSE(s.world.stages[0].pairs);
  const PairSpec second = s.world.stages[1].pairs->at(0), third = s.world.stages[2].pairs->at(0);
  EXPECT_EQ(s.world.pairs.at(0).tangential->params.number("friction"), 0.2);
  EXPECT_EQ(second.tangential->params.number("friction"), 0.7);
  // What is not named stays as it was.
  EXPECT_EQ(second.tangential->params.number("stiffness_ratio"), 0.5);
  EXPECT_EQ(third.tangential->params.number("friction"), 0.1);
  EXPECT_EQ(third.tangential->params.number("stiffness_ratio"), 0.5);
  const Scene again = good(s.resolved);
  EXPECT_EQ(again.resolved, s.resolved);
  EXPECT_EQ(again.world.stages[2].pairs->at(0).tangential->params.number("friction"), 0.1);
}

// A ball that slides: with mu = 0 it goes on, with mu = 0.7 it rolls after 2/7 v/(mu g).
TEST(StagesOfAScene, a_pair_acts_from_its_stage_on_and_energy_is_booked) {
  const Scene s = good(
      kTwoMaterials + "[[stage]]\nduration = \"0.1 s\"\n[stage.pair.grain.wall]\nfriction = 0.7\n",
      {"pair.grain.wall.tangential.friction=0"});
  auto sim = Simulation::create(s.world, {.threads = 1});
  ASSERT_TRUE(sim);
  const auto steps = static_cast<std::uint64_t>(std::ceil(0.1 / sim->dt()));
  ASSERT_FALSE(sim->run(steps));
  EXPECT_EQ(sim->particles().ws[0].omega.z, 0);
  ASSERT_FALSE(sim->run(steps));
  EXPECT_NEAR(sim->particles().vm[0].v.x, 0.1 * 5 / 7, 1e-3);
  EXPECT_LT(std::abs(sim->energy().residual()), 1e-3 * sim->energy().start);
}

TEST(StagesOfAScene, a_pair_that_was_mixed_may_get_values_of_its_own) {
  const Scene s = good(
      "[material.a]\n[material.b]\n[[fill]]\nkind = \"grains\"\nmaterial = \"a\"\ngrains = [{ "
      "position = [0, 0, 0], diameter = 0.01 }]\n[[stage]]\nduration = 1\n[stage.pair.a.b]\n"
      "friction = 0.05\n");
  EXPECT_EQ(s.world.stages[0].pairs->at(0).tangential->params.number("friction"), 0.05);
}

TEST(StagesOfAScene, mistakes_with_pairs_are_found) {
  const auto wrong = [](const std::string& pair) {
    return mistakes(kTwoMaterials + "[[stage]]\nduration = 1\n" + pair);
  };
  EXPECT_NE(wrong("[stage.pair.grain.wal]\nfriction = 0.1\n").find("did you mean `wall`?"),
            std::string::npos);
  EXPECT_NE(wrong("[stage.pair.grain.wall]\ntangential = \"viscous\"\n")
                .find("cannot change the tangential law of `grain-wall`"),
            std::string::npos);
  EXPECT_NE(wrong("[stage.pair.grain.wall]\nrolling = { law = \"spring\" }\n").find("[E0642]"),
            std::string::npos);
  EXPECT_NE(wrong("[stage.pair.grain.wall]\nfricton = 0.1\n").find("[E0101]"), std::string::npos);
  EXPECT_NE(wrong("[stage.pair.grain]\nfriction = 0.1\n").find("must be a table"),
            std::string::npos);
}

}  // namespace
}  // namespace scree
