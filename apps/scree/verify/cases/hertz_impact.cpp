// Head-on impact of elastic spheres after Hertz.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

using std::numbers::pi;

// Two equal glass spheres.
struct Glass {
  double r = 0.01, density = 2800, young = 48e9, poisson = 0.2;
  double m_eff() const { return 0.5 * density * 4 / 3 * pi * r * r * r; }
  double k() const {
    return 4.0 / 3.0 * young / (2 * (1 - poisson * poisson)) * std::sqrt(0.5 * r);
  }
  double deepest(double v) const { return std::pow(5 * m_eff() * v * v / (4 * k()), 0.4); }
  double duration(double v) const { return 2.9432750 * deepest(v) / v; }
};

World two(const Glass& g, double v, double steps) {
  MaterialSpec m = hertz_material(g.young, g.poisson, 1.0);
  m.density = g.density;
  return pair_world(m, g.r, g.r, 0.5 * v, -0.5 * v, g.duration(v) / steps);
}

void one_impact(VerifyRun& v, const Glass& g) {
  const double speed = 20, deepest = g.deepest(speed);
  const double strongest = g.k() * std::pow(deepest, 1.5);
  const Collision c = collide(v, two(g, speed, 4000));
  const char* why = "second order in the step: ten times (π/4000)²";
  v.near("greatest overlap", c.deepest, deepest, 6e-6 * deepest, "m", why);
  v.near("greatest force", c.strongest, strongest, 6e-6 * strongest, "N", why);
  v.near("duration", c.duration, g.duration(speed), g.duration(speed) / 4000, "s", "a step");
  v.near("restitution", c.restitution, 1, 6e-6, "", why);
  const char* digits = "the digits given in print";
  v.near("greatest overlap, published", c.deepest, 0.274e-3, 1e-6, "m", digits);
  v.near("greatest force, published", c.strongest, 10.70e3, 10, "N", digits);
  v.near("duration, published", c.duration, 40.3e-6, 0.1e-6, "s", digits);

  plot::Plot& p = v.add_plot("hertz_force", "Force of the impact at 20 m/s",
                             {.label = "overlap, mm", .lo = 0}, {.label = "force, kN", .lo = 0});
  plot::Series line{.label = "k δ^(3/2)", .x = {}, .y = {}, .mark = plot::Mark::line};
  for (int i = 0; i <= 100; ++i) {
    const double d = deepest * i / 100;
    line.x.push_back(1e3 * d);
    line.y.push_back(1e-3 * g.k() * std::pow(d, 1.5));
  }
  plot::Series ours{.label = "Scree", .x = {}, .y = {}};
  for (std::size_t i = 0; i < c.overlap.size(); i += 100) {
    ours.x.push_back(1e3 * c.overlap[i]);
    ours.y.push_back(1e-3 * c.force[i]);
  }
  p.series = {line, ours};
}

void run_hertz_impact(VerifyRun& v) {
  const Glass g;
  one_impact(v, g);
  plot::Plot& p = v.add_plot("hertz_duration", "Duration against speed of approach",
                             {.label = "speed of approach, m/s", .log = true},
                             {.label = "duration, µs", .log = true});
  plot::Series line{.label = "2.943 δ/v", .x = {}, .y = {}, .mark = plot::Mark::line};
  plot::Series ours{.label = "Scree", .x = {}, .y = {}};
  const std::vector<double> speeds =
      v.quick() ? std::vector{0.01, 10.0} : std::vector{0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0};
  for (double s = 0.005; s < 25; s *= 1.3) {
    line.x.push_back(s);
    line.y.push_back(1e6 * g.duration(s));
  }
  for (const double s : speeds) {
    const double theory = g.duration(s), t = collide(v, two(g, s, 4000)).duration;
    v.near(fmt::format("duration at {:g} m/s", s), t, theory, theory / 4000, "s", "a step");
    ours.x.push_back(s);
    ours.y.push_back(1e6 * t);
  }
  p.series = {line, ours};
}

}  // namespace

extern const VerifyCase hertz_impact_entry;
const VerifyCase hertz_impact_entry{
    "hertz-impact", "two bodies",
    "Two glass spheres of 20 mm meet head-on with the law `hertz`: overlap, force and duration in "
    "closed form, and as published for 10 m/s each.",
    "Hertz 1882; Timoshenko & Goodier; Chung & Ooi 2011, test 1", run_hertz_impact};

}  // namespace scree::app::cases
