// What resists rolling resists twisting too, unless the scene says otherwise.
#include "helpers.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

const std::string kOneGrain =
    "[[fill]]\nkind = \"grains\"\nmaterial = \"a\"\ngrains = [{ position = [0, 0, 0], diameter = "
    "\"1 cm\" }]\n";
const std::string kRough =
    "[material.a]\ntangential = { law = \"spring\", friction = 0.6 }\nrolling = { law = "
    "\"spring\", friction = 0.2, stiffness_ratio = 0.3, damping_ratio = 0.1 }\n";

double friction(const PartSpec& part) { return part.params.number("friction"); }

TEST(DefaultTwisting, is_that_of_an_area_as_wide_as_the_rolling_arm) {
  const Scene s = good(kRough + kOneGrain);
  const PartSpec& twisting = s.world.materials[0].twisting;
  EXPECT_EQ(twisting.law, "spring");
  EXPECT_NEAR(friction(twisting), 2.0 / 3 * 0.6 * 0.2, 1e-15);
  EXPECT_EQ(twisting.params.number("stiffness_ratio"), 0.3);
  EXPECT_EQ(twisting.params.number("damping_ratio"), 0.1);
  EXPECT_NE(s.resolved.find("twisting = { law = \"spring\", friction = 0.08"), std::string::npos)
      << s.resolved;
  const Scene again = good(s.resolved);
  EXPECT_EQ(again.resolved, s.resolved);
  EXPECT_EQ(friction(again.world.materials[0].twisting), friction(twisting));
}

TEST(DefaultTwisting, follows_the_kind_of_the_rolling_part) {
  const Scene s =
      good("[material.a]\nrolling = { law = \"constant\", friction = 0.1 }\n" + kOneGrain);
  EXPECT_EQ(s.world.materials[0].twisting.law, "constant");
  EXPECT_NEAR(friction(s.world.materials[0].twisting), 2.0 / 3 * 0.5 * 0.1, 1e-15);
}

TEST(DefaultTwisting, is_there_only_where_something_rolls_and_nothing_is_said) {
  EXPECT_EQ(good("[material.a]\n" + kOneGrain).world.materials[0].twisting.law, "none");
  EXPECT_EQ(good(kRough + "twisting = \"none\"\n" + kOneGrain).world.materials[0].twisting.law,
            "none");
  const Scene own =
      good(kRough + "twisting = { law = \"constant\", friction = 0.01 }\n" + kOneGrain);
  EXPECT_EQ(own.world.materials[0].twisting.law, "constant");
  // Nothing to twist against, and nothing that spins about a normal.
  EXPECT_EQ(
      good("[material.a]\ntangential = \"none\"\nrolling = { law = \"spring\" }\n" + kOneGrain)
          .world.materials[0]
          .twisting.law,
      "none");
  EXPECT_EQ(good("dimension = 2\n" + kRough + kOneGrain).world.materials[0].twisting.law, "none");
}

TEST(DefaultTwisting, of_a_variant_follows_its_own_values) {
  const Scene s =
      good("[material.a]\nlike = \"sand\"\nfriction = 0.3\nrolling_friction = 0.1\n" + kOneGrain);
  EXPECT_NEAR(friction(s.world.materials[0].twisting), 2.0 / 3 * 0.3 * 0.1, 1e-15);
}

const std::string kTwo =
    kRough +
    "[material.b]\ntangential = { law = \"spring\", friction = 0.15 }\nrolling = { law = "
    "\"spring\", friction = 0.05 }\n";

TEST(DefaultTwisting, of_a_pair_follows_what_the_pair_changes) {
  const auto twisting = [](const std::string& pair) {
    const Scene s = good(kTwo + "[pair.a.b]\n" + pair + kOneGrain);
    const Scene again = good(s.resolved);
    EXPECT_EQ(again.resolved, s.resolved);
    return s.world.pairs.at(0).twisting;
  };
  // Friction of the pair, rolling as mixed: sqrt(0.2 0.05) = 0.1.
  EXPECT_NEAR(friction(*twisting("tangential = { law = \"spring\", friction = 0.3 }\n")),
              2.0 / 3 * 0.3 * 0.1, 1e-15);
  // Rolling of the pair, friction as mixed: sqrt(0.6 0.15) = 0.3.
  EXPECT_NEAR(friction(*twisting("rolling = { law = \"spring\", friction = 0.4 }\n")),
              2.0 / 3 * 0.3 * 0.4, 1e-15);
  EXPECT_EQ(twisting("rolling = \"none\"\n")->law, "none");
  EXPECT_EQ(twisting("tangential = \"none\"\n")->law, "none");
  EXPECT_FALSE(twisting("normal = { law = \"linear\", contact_time = 1e-3, restitution = 1 }\n"));
  EXPECT_EQ(twisting("rolling = { law = \"spring\" }\ntwisting = \"none\"\n")->law, "none");
}

TEST(DefaultTwisting, of_a_pair_is_left_to_materials_that_say_something) {
  const Scene s = good(kRough +
                       "twisting = \"none\"\n[material.b]\n[pair.a.b]\nrolling = { law = "
                       "\"spring\" }\n" +
                       kOneGrain);
  EXPECT_FALSE(s.world.pairs.at(0).twisting);
}

TEST(DefaultTwisting, changes_with_the_friction_of_a_stage) {
  const Scene s = good(kRough + kOneGrain +
                       "[[stage]]\nduration = 1\n[[stage]]\nduration = 1\n[stage.material.a]\n"
                       "friction = 0.3\n");
  EXPECT_NEAR(friction((*s.world.stages[1].materials)[0].twisting), 2.0 / 3 * 0.3 * 0.2, 1e-15);
  EXPECT_EQ(good(s.resolved).resolved, s.resolved);
}

// A pyramid of 14 balls, and one beside it that touches the floor alone, all with a spin about the
// vertical that no rolling part sees.
std::string heap_that_spins(const std::string& twisting) {
  std::string grains;
  char text[160];
  for (int layer = 0; layer < 3; ++layer)
    for (int i = 0; i < 3 - layer; ++i)
      for (int k = 0; k < 3 - layer; ++k) {
        std::snprintf(text, sizeof text,
                      "{ position = [%.6f, %.6f, %.6f], diameter = 0.01, spin = [0, 50, 0] }, ",
                      0.005 * (2 * i + layer), 0.005 * (1 + 1.41421356 * layer),
                      0.005 * (2 * k + layer));
        grains += text;
      }
  return "[material.a]\nnormal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.5 }\n"
         "tangential = { law = \"spring\", friction = 0.4 }\n"
         "rolling = { law = \"spring\", friction = 0.1 }\n" +
         twisting + "[[wall]]\nshape = \"plane\"\n[[fill]]\nkind = \"grains\"\ngrains = [" +
         grains + "{ position = [0.1, 0.005, 0], diameter = 0.01, spin = [0, 50.7, 0] }]\n";
}

TEST(DefaultTwisting, brings_all_spins_of_a_resting_heap_to_zero_and_books_them) {
  const auto spins_after = [](const std::string& twisting) {
    auto s = Simulation::create(good(heap_that_spins(twisting)).world, {.threads = 1});
    EXPECT_TRUE(s.ok()) << (s ? "" : joined(s.errors()));
    const double before = s->energy().rotational;
    // mu_w = 2/3 0.4 0.1: the lone ball stops after 2/5 r w/(mu_w g) = 0.39 s.
    EXPECT_FALSE(s->run(static_cast<std::uint64_t>(0.6 / s->dt())));
    const EnergyReport e = s->energy();
    if (twisting.empty()) {
      EXPECT_GT(e.dissipated[static_cast<std::size_t>(Loss::twisting)], 0.1 * before);
    }
    // Energy of the fall of the pyramid into its contacts and of all spins; 50 steps per contact.
    EXPECT_LT(std::abs(e.residual()), 5e-3 * before) << twisting;
    double most = 0;
    for (const SpinMaterial& g : s->particles().ws) most = std::max(most, norm(g.omega));
    return most;
  };
  EXPECT_LT(spins_after(""), 1e-3);
  EXPECT_GT(spins_after("twisting = \"none\"\n"), 40);
}

}  // namespace
}  // namespace scree
