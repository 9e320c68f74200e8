// Momentum and angular momentum of a cloud of grains that collide.
#include <algorithm>
#include <cmath>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

struct Momenta {
  Vec3 linear, angular;
  double linear_scale = 0, angular_scale = 0;
};

Momenta momenta(const Simulation& s) {
  Momenta m;
  const Particles& p = s.particles();
  for (const std::uint32_t k : p.row_of()) {
    const double mass = p.mass(k);
    const Vec3 orbital = mass * cross(p.xr[k].x, p.vm[k].v);
    const Vec3 own = p.ws[k].omega / p.inv_inertia[k];
    m.linear += mass * p.vm[k].v;
    m.angular += orbital + own;
    m.linear_scale += mass * norm(p.vm[k].v);
    m.angular_scale += norm(orbital) + norm(own);
  }
  return m;
}

void run_momentum(VerifyRun& v) {
  World w = empty_world(linear_material(1e-3, 0.6, 0.5));
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.1);
  add_cloud(w, 216, 0.01, 6, 2.0);
  Simulation s = v.start(std::move(w));
  const Momenta before = momenta(s);
  const double energy = s.energy().total();
  plot::Series linear{.label = "momentum", .x = {}, .y = {}},
      angular{.label = "angular momentum", .x = {}, .y = {}};
  double worst_linear = 0, worst_angular = 0;
  for (int k = 0; k < 30; ++k) {
    VerifyRun::advance(s, 100);
    const Momenta now = momenta(s);
    const double l = norm(now.linear - before.linear) / before.linear_scale;
    const double a = norm(now.angular - before.angular) / before.angular_scale;
    worst_linear = std::max(worst_linear, l), worst_angular = std::max(worst_angular, a);
    linear.x.push_back(1e3 * s.time()), linear.y.push_back(l);
    angular.x.push_back(1e3 * s.time()), angular.y.push_back(a);
  }
  const char* why = "roundings of 1e-16 over 3000 steps";
  v.near("change of momentum", worst_linear, 0, 1e-13, "of the sum of |mv|", why);
  v.near("change of angular momentum", worst_angular, 0, 1e-13, "of the sum of |L|", why);
  v.holds("collisions took energy", s.energy().total() < 0.98 * energy,
          "a cloud without collisions would prove nothing");
  plot::Plot& p = v.add_plot("momentum", "Change of the momenta, relative", {.label = "time, ms"},
                             {.label = "change / scale", .log = true});
  p.series = {
      {.label = "limit", .x = {0, 1e3 * s.time()}, .y = {1e-13, 1e-13}, .mark = plot::Mark::dashed},
      linear,
      angular};
}

}  // namespace

extern const VerifyCase momentum_entry;
const VerifyCase momentum_entry{
    "momentum", "conservation",
    "216 grains with friction and rolling resistance collide in free space. Momentum and angular "
    "momentum stay what they were, to rounding.",
    "Newton's third law; decision 0003 on the lever arm", run_momentum};

}  // namespace scree::app::cases
