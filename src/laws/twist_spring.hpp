// Spring and dashpot side by side and a slider in line with both, about one axis: plane_spring.hpp
// in one dimension, with the same time rule and the same exact books. The axis is the contact's
// normal, which the angle turns with, so nothing has to be projected.
//
// Price: two divisions, beside a changing stiffness three; 8 bytes of history.
#pragma once

#include "base/vec3.hpp"

namespace scree::laws {

struct TwistSpring {
  double k = 0;         // stiffness now
  double k_before = 0;  // at the previous step
  double c = 0;
  double limit = 0;

  struct Answer {
    double force = 0;       // along v
    double slid = 0;        // lost in the slider in this step
    double dissipated = 0;  // lost in the dashpot in this step
  };

  HD Answer operator()(double v, double dt, double* h) const {
    const double was = h[0];
    const bool stiffens = k > k_before;
    const double kept = stiffens ? k_before / k : 1.0;
    const double s = kept * was;
    const double softened = stiffens ? k_before * (1 - kept) : k_before - k;
    const double micro_slip = 0.5 * was * was * softened;

    const double d = 0.5 * k * dt + c;
    const double trial = k * s + d * v;
    const double size = __builtin_fabs(trial);
    const bool slides = size > limit;
    const double force = slides ? (trial > 0 ? limit : -limit) : trial;
    // At dt = 0 without a dashpot nothing moves, and nothing slides.
    const double slip = (slides & (d > 0)) ? (trial - force) / d : 0.0;
    const double u = v - slip;
    h[0] = s + dt * u;
    return {.force = force, .slid = micro_slip + force * slip * dt, .dissipated = c * u * u * dt};
  }

  // At the full step, as PlaneSpring::stored.
  HD static double stored(double k, double v, double dt, const double* h) {
    const double s = h[0];
    const double sv = s * v;
    const double v2 = v * v;
    const bool passes = sv > 0 && sv < 0.5 * dt * v2;
    const double back = passes ? sv / v2 : 0.5 * dt;
    const double there = s - back * v;
    return 0.5 * k * there * there;
  }
};

}  // namespace scree::laws
