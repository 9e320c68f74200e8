// When a motion runs, and how gently it begins and ends.
#pragma once

#include <cmath>
#include <limits>

namespace scree {

// A motion that runs from `start` until `stop` and stays where it is before and after. Over the
// time `ramp` its speed rises from zero, and over the same time before `stop` it falls to zero, as
// 3u^2 - 2u^3 does from u = 0 to 1: the velocity has no corner.
struct Schedule {
  double start = 0;
  double stop = std::numeric_limits<double>::infinity();
  double ramp = 0;

  // Time that the motion has run at t; with a ramp, at full speed for the same displacement.
  double elapsed(double t) const {
    const double end = t < stop ? t : stop;
    const double run = end > start ? end - start : 0;
    if (!(ramp > 0)) return run;
    double out = run < ramp ? risen(run) : run - 0.5 * ramp;
    if (t > stop - ramp) out -= (end - (stop - ramp)) - fallen(end);
    return out;
  }
  bool runs(double t) const { return t >= start && t < stop; }
  // Share of the full speed at t.
  double speed(double t) const {
    if (!runs(t)) return 0;
    if (!(ramp > 0)) return 1;
    const double after = t - start, before = stop - t;
    double s = 1;
    if (after < ramp) s = smooth(after / ramp);
    if (before < ramp) s *= smooth(before / ramp);
    return s;
  }

  static double smooth(double u) { return u * u * (3 - 2 * u); }

 private:
  // Integral of the rising share over `run` < ramp, and of the falling one since stop - ramp.
  double risen(double run) const {
    const double u = run / ramp;
    return ramp * u * u * u * (1 - 0.5 * u);
  }
  double fallen(double end) const {
    const double left = stop - end;
    return 0.5 * ramp - (left > 0 ? risen(left) : 0);
  }
};

// A given load that rises from zero over the time `ramp`: evenly, or in `steps` equal steps, each
// at the end of its part of the time (Ferrez 6.2.4).
struct LoadRise {
  double ramp = 0;
  double steps = 0;

  // Share of the load, so long after the start.
  double share(double since) const {
    if (!(since < ramp)) return 1;
    const double risen = since / ramp;
    return steps > 0 ? std::floor(risen * steps) / steps : risen;
  }
};

}  // namespace scree
