// Two bodies head on, with the engine's step and books: positions by (3.20), the law at the
// predicted velocity, velocities by the trapezoid rule, losses of dashpots corrected as
// docs/decisions/0008 has it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "laws/part.hpp"

namespace scree::laws::test {

template <class N>
struct HeadOn {
  N law;
  double m_eff = 0, r_eff = 0;

  double d = 0, v = 0;  // overlap and its rate
  double load = 0;      // a constant force that presses the two together
  double force = 0, lost = 0, stored = 0;
  double deepest = 0, least_loss = 0;
  std::array<double, 16> h{};

  double energy() const { return 0.5 * m_eff * v * v + stored - load * d; }

  void touch(double rate, double dt) {
    const double before = force;
    const Touch c{
        .n = {1, 0, 0}, .delta = d, .delta_dot = rate, .m_eff = m_eff, .r_eff = r_eff, .dt = dt};
    const NormalForce f = law(c, h.data());
    force = f.force;
    const double slower = 0.5 * dt / m_eff * (before - force);
    const double loss = f.dissipated + f.damping * rate * slower * dt;
    lost += loss;
    least_loss = std::min(least_loss, f.dissipated);
    stored = law.stored(c, f, h.data());
    deepest = std::max(deepest, d);
  }
  void step(double dt) {
    const double a = (load - force) / m_eff;
    d += dt * v + 0.5 * dt * dt * a;
    const double rate = v + dt * a;
    if (d > 0) {
      touch(rate, dt);
    } else {
      force = stored = 0;
      h = {};
    }
    v += 0.5 * dt * (a + (load - force) / m_eff);
  }
};

// Restitution of a free collision at speed v, `steps` per contact time of the law. The contact
// begins where a step happens to put it.
template <class N>
double restitution(const N& law, double m_eff, double r_eff, double v, int steps) {
  HeadOn<N> two{.law = law, .m_eff = m_eff, .r_eff = r_eff};
  const double dt = law.contact_time(m_eff, r_eff, v) / steps;
  two.d = -0.5 * v * dt, two.v = v;
  for (int i = 0; i < 10000 * steps; ++i) {
    two.step(dt);
    if (two.d <= 0 && two.v < 0) return -two.v / v;
  }
  return std::nan("");
}

}  // namespace scree::laws::test
