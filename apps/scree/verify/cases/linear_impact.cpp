// Head-on impact with the linear spring and dashpot.
#include <fmt/format.h>

#include <cmath>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

// Of all mass ratios the one that is farthest off speaks for the row.
struct Worst {
  double ours = 0, difference = -1;
  void take(double value, double theory) {
    if (std::abs(value - theory) <= difference) return;
    ours = value, difference = std::abs(value - theory);
  }
};

void run_linear_impact(VerifyRun& v) {
  const double t_c = 1e-3;
  const std::vector<double> ratios =
      v.quick() ? std::vector{1.0, 1e6} : std::vector{1.0, 10.0, 1e3, 1e6};
  const std::vector<double> asked =
      v.quick() ? std::vector{0.1, 0.5, 1.0} : std::vector{0.05, 0.1, 0.2, 0.5, 0.8, 0.95, 1.0};
  plot::Plot& p = v.add_plot("linear_impact", "Restitution, asked for and got",
                             {.label = "restitution asked for", .lo = 0, .hi = 1.05},
                             {.label = "restitution got", .lo = 0, .hi = 1.05});
  p.series.push_back({.label = "theory", .x = {0, 1}, .y = {0, 1}, .mark = plot::Mark::line});
  for (const double ratio : ratios)
    p.series.push_back({.label = fmt::format("mass ratio {:g}", ratio), .x = {}, .y = {}});
  const std::string over = fmt::format(", mass ratios 1 to {:g}", ratios.back());
  for (const double e : asked) {
    Worst restitution, duration;
    for (std::size_t k = 0; k < ratios.size(); ++k) {
      const double r0 = 0.002, r1 = r0 * std::cbrt(ratios[k]);
      const Collision c =
          collide(v, pair_world(linear_material(t_c, e, 0.3), r0, r1, 0.3, -0.2, t_c / 4000));
      restitution.take(c.restitution, e);
      duration.take(c.duration, t_c);
      p.series[k + 1].x.push_back(e);
      p.series[k + 1].y.push_back(c.restitution);
    }
    const char* second = "second order in the step: ten times (π/4000)²";
    v.near(fmt::format("restitution, e = {:g}{}", e, over), restitution.ours, e, 6e-6, "", second);
    v.near(fmt::format("duration, e = {:g}{}", e, over), duration.ours, t_c, t_c / 4000, "s",
           "begin and end of a contact are known to a step");
  }
}

}  // namespace

extern const VerifyCase linear_impact_entry;
const VerifyCase linear_impact_entry{
    "linear-impact", "two bodies",
    "Two spheres meet head-on with the law `linear`. Restitution and contact time are what the "
    "scene asked for, at every mass ratio.",
    "Ferrez (3.13), (3.14)", run_linear_impact};

}  // namespace scree::app::cases
