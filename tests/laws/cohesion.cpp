// Lazarevic's cohesion: linear attraction within its reach, only while grains move apart.
#include <gtest/gtest.h>

#include "laws/catalog/cohesion/lazarevic.hpp"
#include "params.hpp"

namespace scree::laws::test {
namespace {

using cohesion::Lazarevic;

CohesionForce pull(const Lazarevic& law, double delta, double delta_dot) {
  return law(Touch{.n = {1, 0, 0}, .delta = delta, .delta_dot = delta_dot, .dt = 1e-5},
             NormalForce{}, nullptr);
}

TEST(Lazarevic, pulls_in_proportion_to_the_gap_up_to_the_greatest_force) {
  const ParamSet set = params({{"max_force", 2}, {"stiffness", 1e4}});
  const Lazarevic law = *Lazarevic::make({set, set, set, set});
  EXPECT_DOUBLE_EQ(law.range(), 2e-4);
  EXPECT_EQ(pull(law, 1e-5, -1).force, 0) << "overlap: (20)";
  EXPECT_EQ(pull(law, 0, -1).force, 0);
  EXPECT_DOUBLE_EQ(pull(law, -1e-4, -1).force, 1);
  EXPECT_DOUBLE_EQ(pull(law, -law.range(), -1).force, 2) << "the end belongs to it: (21)";
  EXPECT_EQ(pull(law, -2.001e-4, -1).force, 0);
  EXPECT_EQ(pull(law, -1e-4, 0).force, 0) << "(22)";
  EXPECT_EQ(pull(law, -1e-4, 1).force, 0) << "(22)";
}

TEST(Lazarevic, books_the_work_against_it_as_lost) {
  const ParamSet set = params({{"max_force", 2}, {"stiffness", 1e4}});
  const Lazarevic law = *Lazarevic::make({set, set, set, set});
  double lost = 0;
  const double v = 0.1, dt = 1e-5;
  for (double gap = 0.5 * v * dt; gap < law.range(); gap += v * dt)
    lost += pull(law, -gap, -v).dissipated;
  // Midpoint sums of a linear force are exact but for the last, broken step.
  EXPECT_NEAR(lost, 0.5 * 2 * 2e-4, 2 * v * dt);
}

// A pair leaves with v: it gets away if 1/2 m v^2 > N^2/(2k), with the energy that is left.
TEST(Lazarevic, is_escaped_with_the_energy_beyond_that_of_the_spring) {
  const ParamSet set = params({{"max_force", 2}, {"stiffness", 1e4}});
  const Lazarevic law = *Lazarevic::make({set, set, set, set});
  const double m_eff = 0.01, needed = 0.5 * 4 / 1e4, dt = 1e-6;
  for (const double share : {0.9, 1.5, 4.0}) {
    double gap = 0, v = std::sqrt(2 * share * needed / m_eff), f = 0;
    for (int i = 0; i < 200000 && gap <= law.range() && gap >= 0; ++i) {
      gap += dt * v - 0.5 * dt * dt * f / m_eff;
      const double next = pull(law, -gap, -(v - dt * f / m_eff)).force;
      v -= 0.5 * dt * (f + next) / m_eff;
      f = next;
    }
    if (share < 1)
      EXPECT_LE(v, 1e-3) << "held";
    else
      EXPECT_NEAR(0.5 * m_eff * v * v, (share - 1) * needed, 1e-3 * needed);
  }
}

TEST(Lazarevic, takes_the_stiffness_of_the_normal_part_or_asks_for_one) {
  const ParamSet set = params({{"max_force", 2}});
  const ParamSet stiff = params({{"stiffness", 5e3}, {"restitution", 0.5}});
  const ParamSet timed = params({{"contact_time", 1e-3}, {"restitution", 0.5}});
  EXPECT_EQ(Lazarevic::make({set, set, stiff, stiff})->k, 5e3);
  for (const auto& [a, b] : {std::pair{&timed, &timed}, {&stiff, &timed}, {&timed, &stiff}}) {
    const auto made = Lazarevic::make({set, set, *a, *b});
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, "E0314");
    EXPECT_NE(made.error().message.find("stiffness"), std::string::npos);
  }
  const ParamSet own = params({{"max_force", 2}, {"stiffness", 1e3}});
  EXPECT_EQ(Lazarevic::make({own, own, timed, timed})->range(), 2e-3);
}

TEST(Lazarevic, does_not_stick_to_a_partner_without_cohesion) {
  const ParamSet wet = params({{"max_force", 2}, {"stiffness", 1e3}});
  const ParamSet dry = params({{"max_force", 0}, {"stiffness", 1e3}});
  EXPECT_EQ(Lazarevic::make({wet, dry, wet, dry})->range(), 0);
}

}  // namespace
}  // namespace scree::laws::test
