// Volume that a ball and a cylinder have in common.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "measure/ball_volume.hpp"
#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

// Ferrez (4.7): slices x = const, whose area is elementary, summed by Simpson's rule on 2n + 1
// nodes after the substitution x = m - h cos t, which takes the roots from the ends. Split where
// the circles of ball and cylinder cross.
double by_slices(double r, double R, double d) {
  const auto slice = [&](double x) {
    const double c2 = (r - x) * (r + x), y2 = (R - x + d) * (R + x - d);
    if (!(c2 > 0) || !(y2 > 0)) return 0.0;
    const double y = std::sqrt(std::min(c2, y2)), rest = c2 > y2 ? std::sqrt(c2 - y2) : 0.0;
    return 2 * (y * rest + c2 * std::atan2(y, rest));
  };
  const auto piece = [&](double a, double b) {
    if (!(b > a)) return 0.0;
    const int n = 4000;
    const double m = 0.5 * (a + b), h = 0.5 * (b - a), dt = std::numbers::pi / (2 * n);
    double sum = 0;
    for (int k = 1; k < 2 * n; ++k) {
      const double t = k * dt;
      sum += (k % 2 ? 4 : 2) * slice(m - h * std::cos(t)) * h * std::sin(t);
    }
    return sum * dt / 3;
  };
  const double lo = std::max(d - R, -r), hi = std::min(d + R, r);
  const double kink = d > 0 ? (r * r - R * R + d * d) / (2 * d) : lo;
  const double cut = std::clamp(kink, lo, std::max(lo, hi));
  return piece(lo, cut) + piece(cut, hi);
}

void run_ball_in_cylinder(VerifyRun& v) {
  const double r = 1;
  plot::Plot& p = v.add_plot("ball_in_cylinder", "Share of a ball inside a cylinder",
                             {.label = "distance of the axis / radius of the ball", .lo = 0},
                             {.label = "share of the volume", .lo = 0, .hi = 1.05});
  int color = 1;
  for (const double R : {0.3, 0.8, 1.0, 2.0}) {
    plot::Series line{.label = color == 1 ? "quadrature" : "",
                      .x = {},
                      .y = {},
                      .mark = plot::Mark::line,
                      .color = 0};
    plot::Series ours{.label = fmt::format("R/r = {:g}", R), .x = {}, .y = {}, .color = color++};
    double worst = 0, at = 0;
    for (int k = 0; k <= 64; ++k) {
      const double d = (r + R) * k / 64, theory = by_slices(r, R, d);
      const double volume = ball_in_cylinder(r, R, d);
      if (std::abs(volume - theory) > worst) worst = std::abs(volume - theory), at = d;
      line.x.push_back(d), line.y.push_back(theory / ball_volume(r));
      if (k % 4 == 0) ours.x.push_back(d), ours.y.push_back(volume / ball_volume(r));
    }
    v.near(fmt::format("volume, R/r = {:g}, worst of 65 distances (d = {:.3g} r)", R, at),
           ball_in_cylinder(r, R, at), by_slices(r, R, at), 1e-9, "r³",
           "what Simpson's rule on 8000 slices leaves");
    p.series.push_back(line);
    p.series.push_back(ours);
  }
  v.near("whole ball in a wide cylinder", ball_in_cylinder(r, 3, 1), ball_volume(r), 1e-15, "r³",
         "rounding");
  // R = 0, the axis as a chord: the limit V/R² is pi times the chord.
  const double thin = 1e-4;
  v.near("thin cylinder through the centre", ball_in_cylinder(r, thin, 0) / (thin * thin),
         2 * std::numbers::pi * r, 1e-7, "r³", "next term: π R²/2r = 2e-8");
}

}  // namespace

extern const VerifyCase ball_in_cylinder_entry;
const VerifyCase ball_in_cylinder_entry{
    "ball-in-cylinder", "geometry",
    "The volume that a ball and a cylinder share, on which densities of concentric layers rest, in "
    "closed form against numerical integration.",
    "Ferrez (4.6), (4.7); Lamarche & Leroy 1990", run_ball_in_cylinder};

}  // namespace scree::app::cases
