// A sphere let go on a slope rolls, or slides where the slope is too steep.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

constexpr double g = 9.81;

double theory_of(double theta, double mu) {
  const bool rolls = std::tan(theta) <= 3.5 * mu;
  return rolls ? 5.0 / 7.0 * std::sin(theta) : std::sin(theta) - mu * std::cos(theta);
}

// Mean acceleration over 0.1 s, in units of g.
double acceleration(const VerifyRun& v, double theta, double mu) {
  const double r = 0.005, t_c = 1e-3, e = 0.5;
  World w = empty_world(linear_material(t_c, e, mu));
  w.gravity.g = {g * std::sin(theta), -g * std::cos(theta), 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  const double depth = resting_depth(g * std::cos(theta), t_c, e);
  w.particles.add({.x = {0, r - depth, 0}, .radius = r}, 2500);
  Simulation s = v.start(std::move(w));
  VerifyRun::advance(s, static_cast<std::uint64_t>(0.1 / s.dt()));
  return velocity(s, 0).x / s.time() / g;
}

void run_slope(VerifyRun& v) {
  plot::Plot& p = v.add_plot("slope", "Acceleration of a sphere on a slope",
                             {.label = "slope, degrees", .lo = 0, .hi = 90},
                             {.label = "acceleration / g", .lo = 0, .hi = 1});
  const std::vector<double> angles =
      v.quick() ? std::vector{10.0, 60.0} : std::vector{5.0, 15.0, 30.0, 45.0, 60.0, 75.0};
  int color = 1;
  for (const double mu : {0.5, 0.1}) {
    plot::Series line{.label = fmt::format("theory, µ = {:g}", mu),
                      .x = {},
                      .y = {},
                      .mark = color == 1 ? plot::Mark::line : plot::Mark::dashed,
                      .color = 0};
    plot::Series ours{
        .label = fmt::format("Scree, µ = {:g}", mu), .x = {}, .y = {}, .color = color++};
    for (double d = 0; d <= 90; d += 0.5)
      line.x.push_back(d), line.y.push_back(theory_of(d * degree, mu));
    for (const double d : angles) {
      const double theory = theory_of(d * degree, mu), a = acceleration(v, d * degree, mu);
      const bool rolls = std::tan(d * degree) <= 3.5 * mu;
      // Rolling at a given speed needs that speed in the contact spring's swing as well.
      v.near(fmt::format("{:g}°, µ = {:g}: {}", d, mu, rolls ? "rolls" : "slides"), a, theory,
             1e-3 * theory, "g", "winding up of the contact spring, over 100 contact times");
      ours.x.push_back(d), ours.y.push_back(a);
    }
    p.series.push_back(line);
    p.series.push_back(ours);
  }
}

}  // namespace

extern const VerifyCase slope_entry;
const VerifyCase slope_entry{
    "slope", "two bodies",
    "A sphere let go on a slope rolls with 5/7 g sin θ; from tan θ = 7/2 µ on it slides with "
    "g (sin θ − µ cos θ).",
    "Ke & Bray 1995; Chung & Ooi 2011, test 7", run_slope};

}  // namespace scree::app::cases
