// A small integrator of its own for collisions, so that a law's closed forms are not tested with
// the engine's step: classical Runge-Kutta for head-on collisions of two bodies.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "laws/part.hpp"

namespace scree::laws::test {

struct Collision {
  double restitution = 0;
  double duration = 0;
  double greatest_overlap = 0;
  double greatest_force = 0;
  double momentum_error = 0;  // relative to m v of the lighter body
};

// Two bodies meet with relative speed v at time 0 and overlap 0, and are followed until the overlap
// has returned to zero; `guess` is the expected duration, cut into `steps`. The end lies between
// two steps and is found by the cubic through both (Hermite), so the error is that of the
// Runge-Kutta steps: O(dt^4) where the force is smooth.
template <class N>
Collision collide(const N& law, double m_1, double m_2, double r_eff, double v, double guess,
                  int steps) {
  const double m_eff = 1 / (1 / m_1 + 1 / m_2);
  const double dt = guess / steps;
  std::array<double, 16> h{};
  const auto force = [&](double delta, double rate) {
    const Touch c{.n = {1, 0, 0},
                  .delta = delta > 0 ? delta : 0,
                  .delta_dot = rate,
                  .m_eff = m_eff,
                  .r_eff = r_eff,
                  .dt = dt};
    return law(c, h.data()).force;
  };
  struct State {
    double x_1, v_1, x_2, v_2;
  };
  const auto rate = [&](const State& s) -> State {
    const double f = force(s.x_1 - s.x_2, s.v_1 - s.v_2);
    return {s.v_1, -f / m_1, s.v_2, f / m_2};
  };
  const auto plus = [](const State& s, double t, const State& d) -> State {
    return {s.x_1 + t * d.x_1, s.v_1 + t * d.v_1, s.x_2 + t * d.x_2, s.v_2 + t * d.v_2};
  };
  Collision result;
  // In the frame of the common centre, so that mass ratios of 10^6 cost no digits.
  State s{0, v * m_2 / (m_1 + m_2), 0, -v * m_1 / (m_1 + m_2)};
  for (int i = 0; i < 20 * steps; ++i) {
    const State a = rate(s), b = rate(plus(s, dt / 2, a)), c = rate(plus(s, dt / 2, b)),
                d = rate(plus(s, dt, c));
    const auto mix = [&](double State::*q) {
      return s.*q + dt / 6 * (a.*q + 2 * (b.*q) + 2 * (c.*q) + d.*q);
    };
    const State next{mix(&State::x_1), mix(&State::v_1), mix(&State::x_2), mix(&State::v_2)};
    const double x = s.x_1 - s.x_2, y = next.x_1 - next.x_2;
    const double u = s.v_1 - s.v_2, w = next.v_1 - next.v_2;
    result.greatest_overlap = std::max(result.greatest_overlap, y);
    result.greatest_force = std::max(result.greatest_force, force(y, w));
    if (y <= 0) {  // bisect the Hermite cubic
      const auto at = [&](double z) {
        return (1 + 2 * z) * (1 - z) * (1 - z) * x + z * (1 - z) * (1 - z) * dt * u +
               z * z * (3 - 2 * z) * y + z * z * (z - 1) * dt * w;
      };
      double lo = 0, hi = 1;
      for (int k = 0; k < 60; ++k) (at((lo + hi) / 2) > 0 ? lo : hi) = (lo + hi) / 2;
      result.duration = (i + lo) * dt;
      result.restitution = -(u + lo * (w - u)) / v;
      result.momentum_error = std::abs(m_1 * next.v_1 + m_2 * next.v_2) / (std::min(m_1, m_2) * v);
      return result;
    }
    s = next;
  }
  result.duration = result.restitution = std::nan("");
  return result;
}

}  // namespace scree::laws::test
