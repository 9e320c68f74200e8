// The damped Hertz contact meets the restitution that was asked for.
#include <fmt/format.h>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

void run_hertz_restitution(VerifyRun& v) {
  plot::Plot& p = v.add_plot("hertz_restitution", "Restitution, asked for and got",
                             {.label = "restitution asked for", .lo = 0, .hi = 1},
                             {.label = "restitution got", .lo = 0, .hi = 1});
  plot::Series ours{.label = "Scree", .x = {}, .y = {}};
  const std::vector<double> asked =
      v.quick() ? std::vector{0.3, 0.9} : std::vector{0.1, 0.3, 0.5, 0.7, 0.9};
  for (const double e : asked) {
    const Collision c =
        collide(v, pair_world(hertz_material(5e6, 0.3, e), 0.004, 0.002, 0.3, -0.2, 1e-7));
    v.near(fmt::format("restitution, e = {:g}", e), c.restitution, e, 1e-5, "",
           "digits of the damping that belongs to e, and second order in the step");
    ours.x.push_back(e);
    ours.y.push_back(c.restitution);
  }
  p.series = {{.label = "theory", .x = {0, 1}, .y = {0, 1}, .mark = plot::Mark::line}, ours};
}

}  // namespace

extern const VerifyCase hertz_restitution_entry;
const VerifyCase hertz_restitution_entry{
    "hertz-restitution", "two bodies",
    "Spheres of unequal size with the law `hertz` and a dashpot part with the restitution that "
    "was asked for, whatever their speed.",
    "Tsuji, Tanaka & Ishida 1992", run_hertz_restitution};

}  // namespace scree::app::cases
