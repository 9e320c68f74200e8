// A free grain in a viscous background, and one that falls.
#include <cmath>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

void run_background_damping(VerifyRun& v) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.3));
  w.particles.add({.x = {}, .radius = 0.005, .v = {1, 0, 0}, .omega = {0, 50, 0}}, 2500);
  w.damping = 2 * w.particles.mass(0);  // decays in 1/2 s
  w.rotational_damping = 3 / w.particles.inv_inertia[0];
  Simulation s = v.start(std::move(w));
  plot::Series speed{.label = "speed", .x = {}, .y = {}}, turn{.label = "spin", .x = {}, .y = {}},
      line{.label = "theory", .x = {}, .y = {}, .mark = plot::Mark::line},
      second{.label = "", .x = {}, .y = {}, .mark = plot::Mark::line, .color = 0};
  for (int k = 0; k < 20; ++k) {
    VerifyRun::advance(s, 1000);
    speed.x.push_back(s.time()), speed.y.push_back(velocity(s, 0).x);
    turn.x.push_back(s.time()), turn.y.push_back(spin(s, 0).y / 50);
    line.x.push_back(s.time()), line.y.push_back(std::exp(-2 * s.time()));
    second.x.push_back(s.time()), second.y.push_back(std::exp(-3 * s.time()));
  }
  const char* why = "second order: (C dt / m)² is 1e-9, over 20,000 steps";
  v.near("speed, of 1 m/s", velocity(s, 0).x, std::exp(-2 * s.time()), 1e-6, "m/s", why);
  v.near("spin, of 50 /s", spin(s, 0).y, 50 * std::exp(-3 * s.time()), 50e-6, "1/s", why);
  plot::Plot& p = v.add_plot("background_damping", "Decay in a viscous background",
                             {.label = "time, s"}, {.label = "of the start", .lo = 0, .hi = 1});
  p.series = {line, speed, turn, second};
}

}  // namespace

extern const VerifyCase background_damping_entry;
const VerifyCase background_damping_entry{
    "background-damping", "conservation",
    "Speed and spin of a free grain decay exponentially with the background damping of the scene.",
    "Ferrez (3.23), (3.24)", run_background_damping};

}  // namespace scree::app::cases
