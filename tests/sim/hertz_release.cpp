// What the tangential spring of a Hertz contact holds when the contact ends is booked as lost.
#include <gtest/gtest.h>

#include <cmath>

#include "worlds.hpp"

namespace scree {
namespace {

using namespace scree::test;

TEST(HertzRelease, books_what_the_tangential_spring_still_held) {
  MaterialSpec m;
  m.name = "rubber";
  m.normal = {"hertz", {}};
  m.normal.params.set("young", 1e7);
  m.normal.params.set("poisson", 0.3);
  m.normal.params.set("restitution", 1.0);
  m.tangential = {"spring", {}};
  m.tangential.params.set("friction", 10.0);  // never slides but by the spring's own softening
  World w = empty_world(m);
  w.particles.add({.x = {0, 0, 0}, .radius = 0.01, .v = {0.5, 0.8, 0}}, 2500);
  w.particles.add({.x = {0.02, 0, 0}, .radius = 0.01}, 2500);
  Simulation s = start(std::move(w));
  double held = 0, lost = 0;
  const auto sliding = [&s] { return s.energy().dissipated[static_cast<int>(Loss::sliding)]; };
  bool touched = false, ended = false;
  for (int k = 0; k < 2000 && !ended; ++k) {
    held = s.energy().stored_tangential;
    lost = sliding();
    run(s, 1);
    ended = touched && s.contact_count() == 0;
    touched = s.contact_count() > 0;
  }
  ASSERT_TRUE(ended);
  ASSERT_GT(held, 1e-8 * s.energy().start);
  // Of the full step before and of the half step after it: they differ by what the spring moves in
  // half a step, a few percent of its length.
  EXPECT_NEAR(sliding() - lost, held, 0.2 * held);
}

}  // namespace
}  // namespace scree
