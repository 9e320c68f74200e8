// The derived step resolves every mode, and says which one binds.
#include "sim/checks/step_bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "worlds.hpp"

namespace scree {
namespace {

using namespace scree::test;

constexpr double kContact = 1e-3;

World one_grain(const MaterialSpec& m) {
  World w = empty_world(m);
  w.gravity.g = {0, -9.81, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.particles.add({.x = {0, 0.005, 0}, .radius = 0.005}, 2500);
  return w;
}

TEST(StepBounds, of_plain_scenes_are_the_contact) {
  for (const double e : {0.01, 0.1, 0.5, 1.0}) {
    Simulation s = start(one_grain(linear_material(kContact, e, 0.5)));
    EXPECT_EQ(s.dt(), s.time_step().contact_time / 50) << e;
    EXPECT_EQ(s.time_step().derived_by.substr(0, 7), "contact") << e;
    EXPECT_EQ(s.time_step().stable, 0.1 * s.time_step().contact_time) << e;
  }
}

// A sphere that is held in the contact plane, elastic: rocks with 2/7 of its mass on k_t. Stiffer
// springs shorten the step by the square root.
TEST(StepBounds, see_stiff_tangential_and_rolling_springs) {
  for (const char* part : {"tangential", "rolling"}) {
    const bool rolls = part == std::string("rolling");
    double before = 0;
    for (const double ratio : {100.0, 400.0}) {
      MaterialSpec m = linear_material(kContact, 1.0, 0.5);
      PartSpec& spec = rolls ? m.rolling : m.tangential;
      spec = {"spring", {}};
      spec.params.set("friction", 0.5);
      spec.params.set("stiffness_ratio", ratio);
      Simulation s = start(one_grain(m));
      const double expected = kContact / std::sqrt((rolls ? 2.5 : 3.5) * ratio) / 20;
      EXPECT_NEAR(s.dt(), expected, 1e-12 * expected) << part;  // rounding
      EXPECT_NE(s.time_step().derived_by.find(part), std::string::npos) << s.time_step().derived_by;
      if (before > 0) {
        EXPECT_NEAR(before / s.dt(), 2, 1e-12);
      }
      before = s.dt();
    }
  }
}

TEST(StepBounds, see_background_damping) {
  for (const bool rotation : {false, true}) {
    World w = one_grain(linear_material(kContact, 0.5, 0.5));
    w.walls.clear();
    w.gravity.g = {};
    w.particles.vm[0].v = {1, 0, 0};
    w.particles.ws[0].omega = {0, 0, 10};
    const double m = 1 / w.particles.vm[0].inv_mass, inertia = 1 / w.particles.inv_inertia[0];
    const double time = 1e-6;  // of the decay: far below the contact
    (rotation ? w.rotational_damping : w.damping) = (rotation ? inertia : m) / time;
    Simulation s = start(w);
    EXPECT_NEAR(s.dt(), 0.25 * time, 1e-12 * time);
    EXPECT_NE(s.time_step().derived_by.find("damping"), std::string::npos);
    run(s, 200);
    const double left = rotation ? norm(s.particles().ws[0].omega) : norm(s.particles().vm[0].v);
    EXPECT_LT(left, 1e-6);  // it decays; e^-50 by then
    // What is refused would not: the limit of the scheme is C dt/m = 1.
    w.dt = 1.05 * time;
    w.allow_unstable_dt = true;
    Simulation bad = start(w);
    EXPECT_TRUE(bad.run(2000).has_value() || (rotation ? norm(bad.particles().ws[0].omega) > 1e6
                                                       : norm(bad.particles().vm[0].v) > 1e6));
    w.allow_unstable_dt = false;
    const auto refused = Simulation::create(w);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, "E0523");
    EXPECT_NE(refused.error().hint.find("damping"), std::string::npos);
  }
}

// A lid pressed by 100 N onto 30 x 30 grains side by side.
World under_a_lid(double mass, double restitution) {
  World w = empty_world(linear_material(kContact, restitution, 0.5));
  w.gravity.g = {0, -9.81, 0};
  const double d = 0.01;
  for (int i = 0; i < 30; ++i)
    for (int k = 0; k < 30; ++k)
      w.particles.add({.x = {1.001 * d * i, 0.5 * d, 1.001 * d * k}, .radius = 0.5 * d}, 2500);
  ParamSet lid, motion;
  lid.set("point", Vec3{0, 1.0 * d, 0});
  lid.set("normal", Vec3{0, -1, 0});
  motion.set("mass", mass);
  motion.set("force", 100.0);
  w.walls = {plane({0, 0, 0}, {0, 1, 0}), wall("plane", lid, "free", motion)};
  return w;
}

class Lid : public testing::TestWithParam<double> {};

TEST_P(Lid, on_900_grains_comes_to_rest_and_closes_its_books) {
  const double mass = GetParam();
  Simulation s = start(under_a_lid(mass, 0.1));
  EXPECT_NE(s.time_step().derived_by.find("free wall"), std::string::npos);
  EXPECT_NE(s.time_step().derived_by.find("900 grains"), std::string::npos)
      << s.time_step().derived_by;
  // Ten contact times, at least as many of the lid.
  run(s, static_cast<std::uint64_t>(10 * kContact / s.dt()));
  EXPECT_LT(std::abs(s.world().walls[1].pose.v.y), 1e-4);
  const double load = 100 + mass * 9.81;
  EXPECT_NEAR(s.wall_reports()[1].force.y, load, 1e-3 * load);  // it still creeps to rest
}
INSTANTIATE_TEST_SUITE_P(Masses, Lid, testing::Values(0.1, 0.004),
                         [](const auto& p) { return p.param == 0.1 ? "100_g" : "4_g"; });

// A large light grain among small heavy ones: the many contacts of the large one count.
TEST(StepBounds, see_a_light_grain_with_many_contacts) {
  World w = empty_world();
  MaterialSpec stiff;
  stiff.name = "steel";
  stiff.density = 8000;
  stiff.normal = {"linear", {}};
  stiff.normal.params.set("stiffness", 1e5);
  stiff.normal.params.set("restitution", 0.9);
  MaterialSpec foam = stiff;
  foam.name = "foam";
  foam.density = 5;
  w.materials = {stiff, foam};
  for (int k = 0; k < 1000; ++k)
    w.particles.add(
        {.x = {0.011 * (k % 10), 0.011 * (k / 10 % 10), 0.011 * (k / 100)}, .radius = 0.005}, 8000);
  w.particles.add({.x = {0, 0.5, 0}, .radius = 0.02, .material = MaterialId{1}}, 5);
  Simulation s = start(std::move(w));
  EXPECT_NE(s.time_step().limited_by.find("foam among steel"), std::string::npos)
      << s.time_step().limited_by;
}

TEST(StepBounds, more_materials_than_law_numbers_are_refused) {
  World w = empty_world();
  w.materials.resize(256, w.materials[0]);
  for (std::uint16_t k = 0; k < 256; ++k)
    w.particles.add({.x = {0.02 * k, 0, 0}, .radius = 0.005, .material = MaterialId{k}}, 2500);
  const auto refused = Simulation::create(w);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "E0503");
  EXPECT_NE(refused.error().message.find("256"), std::string::npos);
}

}  // namespace
}  // namespace scree
