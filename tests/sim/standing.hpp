// Structures of solid bodies that carry themselves: what moved, and whether the books are closed.
#pragma once

#include <cstdlib>
#include <iostream>

#include "sim/bodies.hpp"

namespace scree::test {

struct Standing {
  double moved = 0, turned = 0;  // of any body since the start: metres, radians
  double crept = 0;              // of any body in the second half
  double speed = 0;              // of the fastest, at the end
  double residual = 0;           // of the energy budget
  double stake = 0;              // what the structure gives off when it lies on the floor
  double settled = 0;            // lost on the way to rest
};

// Height over `floor` times weight.
inline double energy_at_stake(const World& w, double floor) {
  double sum = 0;
  for (const Body& b : w.bodies.body)
    if (b.inv_mass > 0) sum += norm(w.gravity.g) / b.inv_mass * (b.x.y - floor);
  return sum;
}

inline double farthest(const std::vector<Body>& a, const std::vector<Body>& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, norm(a[k].x - b[k].x));
  return most;
}

inline Standing stand(World w, double seconds, double floor = 0) {
  Standing out;
  out.stake = energy_at_stake(w, floor);
  Simulation s = start(std::move(w), {.threads = 1});
  const std::vector<Body> first = s.world().bodies.body;
  run(s, static_cast<std::uint64_t>(0.5 * seconds / s.dt()));
  const std::vector<Body> half = s.world().bodies.body;
  run(s, static_cast<std::uint64_t>(0.5 * seconds / s.dt()));
  const std::vector<Body>& last = s.world().bodies.body;
  out.moved = farthest(first, last);
  out.crept = farthest(half, last);
  for (std::size_t k = 0; k < last.size(); ++k) {
    const Quat turn = last[k].q * conjugate(first[k].q);
    out.turned = std::max(out.turned, 2 * norm(Vec3{turn.x, turn.y, turn.z}));
    out.speed = std::max(out.speed, norm(last[k].v));
  }
  out.residual = s.energy().residual();
  out.settled = s.energy().lost();
  if (std::getenv("SCREE_LONG"))
    std::cout << ::testing::UnitTest::GetInstance()->current_test_info()->name() << ", " << seconds
              << " s: moved " << out.moved << " m, turned " << out.turned << ", in the second half "
              << out.crept << " m, speed " << out.speed << " m/s, residual " << out.residual
              << " J of " << out.stake << " J at stake and " << out.settled << " J lost, "
              << s.contact_count() << " points" << std::endl;
  return out;
}

inline double standing_seconds() { return std::getenv("SCREE_LONG") ? 5 : 0.15; }

// Contacts begin without a force, so everything sinks a little and swings. Of what that loses the
// books may lack their error of the step: the square of one step in radians of the swing, 0.4% at
// 50 steps per contact, some of it with one sign, some with the other.
// Of what is at stake that is next to nothing: a contact of the floor is pressed by micrometres.
inline void expect_stands(const Standing& s) {
  const bool whole = std::getenv("SCREE_LONG") != nullptr;
  EXPECT_LT(s.moved, 2e-5) << "more than the weight presses the contacts";
  EXPECT_LT(s.turned, 1e-4);
  EXPECT_GT(s.settled, 0) << "nothing was there to carry";
  EXPECT_LT(std::abs(s.residual), 0.005 * s.settled);
  EXPECT_LT(std::abs(s.residual), 1e-6 * s.stake);
  if (!whole) return;
  // At rest. Rounding moves a body by 1e-17 m in each of 250,000 steps at most.
  EXPECT_LT(s.crept, 1e-11);
  EXPECT_LT(s.speed, 1e-10);
}

inline World standing_world(double friction = 0.6) {
  World w = empty_world(linear_material(5e-4, 0.3, friction));
  w.gravity.g = {0, -9.81, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  return w;
}

}  // namespace scree::test
