// The end of a stage `at_rest`, with every law that pulls: rest is told by motion, whatever the
// energy of adhesion is.
#include <algorithm>

#include "part_specs.hpp"
#include "sim/world/stage.hpp"

namespace scree::test {
namespace {

constexpr double kGrain = 0.002;  // diameter; pull-off forces are several times the weight

StageCondition rest_condition(const World& w) {
  const StageEndEntry* e = find_stage_end("at_rest");
  return {*e->make(*with_defaults(e->info.params, {}), w), 0};
}

// Softer than part_spec has it, so that the grains settle in few steps.
PartSpec soft_part(const std::string& kind, const std::string& name) {
  PartSpec spec = part_spec(kind, name);
  for (const char* key : {"stiffness", "plastic_stiffness", "adhesion_stiffness"})
    if (spec.params.has(key)) spec.params.set(key, 0.01 * spec.params.number(key));
  for (const char* key : {"young", "yield_pressure", "energy_density"})
    if (spec.params.has(key)) spec.params.set(key, 0.1 * spec.params.number(key));
  if (spec.params.has("max_force")) spec.params.set("max_force", 4e-4);
  return spec;
}

// Thrown into a box, slowed down by the background.
World settling(const PartSpec& normal, const PartSpec& cohesion) {
  MaterialSpec m = linear_material(1e-3, 0.3, 0.4);
  m.normal = normal;
  m.cohesion = cohesion;
  World w = empty_world(m);
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(4.2 * kGrain);
  w.damping = 5e-4;  // of 10 mg: the speed of free grains halves in 15 ms
  add_cloud(w, 36, kGrain, 3, 0.05);
  w.stages = {{.name = "settle", .duration = 3}};
  w.stages[0].until = {rest_condition(w)};
  return w;
}

// Returns the energy that the contacts hold when the stage has ended.
double expect_ends_at_rest(World w, const std::string& what) {
  Simulation s = start(std::move(w));
  while (!s.finished() && !s.run(1000)) {
  }
  EXPECT_TRUE(s.finished()) << what;
  if (s.stages().done.empty()) return 0;
  EXPECT_EQ(s.stages().done[0].outcome, StageOutcome::condition) << what;
  EXPECT_GT(s.time(), 0.02) << what << ": they fall for longer";
  double greatest = 0;
  for (const auto& g : s.particles().vm) greatest = std::max(greatest, norm(g.v));
  // A hundredth of the speed that a grain gets in falling by its own size.
  EXPECT_LT(greatest, 0.01 * std::sqrt(2 * 9.81 * kGrain)) << what;
  const EnergyReport e = s.energy();
  return e.total() - e.kinetic - e.rotational - e.potential;
}

TEST(AtRest, is_reached_with_every_cohesion_part) {
  int held_less_than_nothing = 0;
  for (const std::string& c : part_names(laws::CohesionParts{}))
    for (const char* n : {"linear", "hertz"})
      held_less_than_nothing +=
          expect_ends_at_rest(settling(soft_part("normal", n), soft_part("cohesion", c)),
                              c + " beside " + n) < 0;
  EXPECT_GE(held_less_than_nothing, 3) << "the pull must be strong for this test to say anything";
}

TEST(AtRest, is_reached_with_every_normal_part) {
  int held_less_than_nothing = 0;
  for (const std::string& n : part_names(laws::NormalParts{}))
    held_less_than_nothing +=
        expect_ends_at_rest(settling(soft_part("normal", n), {"none", {}}), n) < 0;
  EXPECT_GE(held_less_than_nothing, 1) << "jkr";
}

}  // namespace
}  // namespace scree::test
