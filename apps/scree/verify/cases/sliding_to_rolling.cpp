// A sphere that is thrown along a plane slides, then rolls.
#include <cmath>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

void run_sliding_to_rolling(VerifyRun& v) {
  const double r = 0.005, mu = 0.3, v0 = 0.5, g = 9.81, t_c = 1e-3, e = 0.5;
  World w = empty_world(linear_material(t_c, e, mu));
  w.gravity.g = {0, -g, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  // Let down to its resting depth, so that the weight is carried from the start.
  w.particles.add({.x = {0, r - resting_depth(g, t_c, e), 0}, .radius = r, .v = {v0, 0, 0}}, 2500);
  Simulation s = v.start(std::move(w));
  const double t_roll = 2 * v0 / (7 * mu * g);
  plot::Series speed{.label = "v/v₀", .x = {}, .y = {}},
      spin_speed{.label = "ωr/v₀", .x = {}, .y = {}};
  const int samples = 40;
  for (int k = 1; k <= samples; ++k) {
    const double until = 2 * t_roll * k / samples;
    VerifyRun::advance(s, static_cast<std::uint64_t>(until / s.dt()) - s.steps());
    speed.x.push_back(s.time() / t_roll), speed.y.push_back(velocity(s, 0).x / v0);
    spin_speed.x.push_back(s.time() / t_roll), spin_speed.y.push_back(-spin(s, 0).z * r / v0);
    if (k == samples / 4)
      v.near("speed half way to rolling", velocity(s, 0).x, v0 - mu * g * s.time(), 1e-3 * v0,
             "m/s", "the contact spring has to be wound up first");
  }
  const char* why = "overlap is 1e-4 of the radius, the spring swings by as much";
  v.near("speed when rolling", velocity(s, 0).x, 5.0 / 7.0 * v0, 1e-3 * v0, "m/s", why);
  v.near("spin times radius when rolling", -spin(s, 0).z * r, 5.0 / 7.0 * v0, 1e-3 * v0, "m/s",
         why);
  plot::Plot& p = v.add_plot("sliding_to_rolling", "From sliding to rolling",
                             {.label = "time / (2 v₀ / 7 µ g)"}, {.label = "speed / v₀", .lo = 0});
  p.series = {
      {.label = "theory", .x = {0, 1, 2}, .y = {1, 5.0 / 7, 5.0 / 7}, .mark = plot::Mark::line},
      speed,
      spin_speed,
      {.label = "",
       .x = {0, 1, 2},
       .y = {0, 5.0 / 7, 5.0 / 7},
       .mark = plot::Mark::line,
       .color = 0}};
}

}  // namespace

extern const VerifyCase sliding_to_rolling_entry;
const VerifyCase sliding_to_rolling_entry{
    "sliding-to-rolling", "two bodies",
    "A sphere is set down on a plane with a speed and no spin: friction slows it evenly until it "
    "rolls at 5/7 of its speed.",
    "Coulomb; Euler", run_sliding_to_rolling};

}  // namespace scree::app::cases
