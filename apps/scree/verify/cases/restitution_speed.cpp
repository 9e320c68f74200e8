// Restitution that falls with the speed, law by law.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

struct SpeedLaw {
  MaterialSpec material;
  std::function<double(double m_eff, double r_eff, double v)> theory;
  double slowest;
};

MaterialSpec material_of(const char* law,
                         std::initializer_list<std::pair<const char*, double>> values) {
  MaterialSpec m;
  m.name = "grain";
  m.normal = {law, {}};
  for (const auto& [name, value] : values) m.normal.params.set(name, value);
  return m;
}

// Thornton (1997) (40), (43).
double thornton(double m, double r, double v) {
  const double e_eff = 7e10 / (2 * (1 - 0.3 * 0.3)), p_y = 1e9, pi = std::numbers::pi;
  const double v_y =
      std::pow(pi / (2 * e_eff), 2) * std::sqrt(8 * pi * r * r * r / (15 * m)) * std::pow(p_y, 2.5);
  const double q = std::min(v_y / v, 1.0);
  if (q == 1) return 1;
  return std::sqrt(1.2 * std::sqrt(3.0) * (1 - q * q / 6)) *
         std::pow(q / (q + 2 * std::sqrt(1.2 - 0.2 * q * q)), 0.25);
}

// Ramirez et al. (1999), a series in alpha = 3/2 A (K/m)^(2/5) v^(1/5).
double viscoelastic(double m, double r, double v) {
  const double k = 4.0 / 3.0 * (1e8 / (2 * (1 - 0.3 * 0.3))) * std::sqrt(r);
  const double a = 1.5 * 3e-6 * std::pow(k / m, 0.4) * std::pow(v, 0.2);
  return 1 - 1.15344 * a + 0.79826 * a * a - 0.483582 * a * a * a + 0.285279 * a * a * a * a;
}

void run_restitution_speed(VerifyRun& v) {
  MaterialSpec curve = material_of("restitution-curve", {{"contact_time", 1e-4}});
  curve.normal.params.set("speeds", std::vector{0.1, 1.0, 4.0});
  curve.normal.params.set("restitutions", std::vector{0.95, 0.8, 0.5});
  const SpeedLaw laws[] = {
      {material_of("thornton", {{"young", 7e10}, {"poisson", 0.3}, {"yield_pressure", 1e9}}),
       thornton, 1e-2},
      {material_of("kuwabara-kono", {{"young", 1e8}, {"poisson", 0.3}, {"viscous_time", 3e-6}}),
       viscoelastic, 1e-3},
      {material_of("walton-braun", {{"stiffness", 1e5}, {"slope", 2e3}}),
       [](double m, double, double u) { return 1 / std::sqrt(1 + 2e3 * u * std::sqrt(m / 1e5)); },
       1e-3},
      {curve,
       [](double, double, double u) {
         const double a = std::clamp((u - 0.1) / 0.9, 0.0, 1.0);
         const double b = std::clamp((u - 1.0) / 3.0, 0.0, 1.0);
         return 0.95 * std::pow(0.8 / 0.95, a) * std::pow(0.5 / 0.8, b);
       },
       1e-3}};
  plot::Plot& p =
      v.add_plot("restitution_speed", "Restitution and speed", {.label = "speed, m/s", .log = true},
                 {.label = "restitution", .lo = 0, .hi = 1.05});
  const double r0 = 0.002, density = 2500;
  int color = 0;
  for (const SpeedLaw& law : laws) {
    plot::Series line{.label = "", .x = {}, .y = {}, .mark = plot::Mark::line, .color = color};
    plot::Series got{.label = law.material.normal.law, .x = {}, .y = {}, .color = color++};
    double worst = 0;
    for (const double ratio : v.quick() ? std::vector{1.0, 1e6} : std::vector{1.0, 1e3, 1e6}) {
      const double r1 = r0 * std::cbrt(ratio), r_eff = r0 * r1 / (r0 + r1);
      const double m0 = 4.0 / 3.0 * std::numbers::pi * r0 * r0 * r0 * density;
      const double m_eff = m0 * ratio / (1 + ratio);
      for (double speed = law.slowest; speed < 11; speed *= v.quick() ? 10 : 2) {
        World w = pair_world(law.material, r0, r1, speed, 0, 0);
        w.steps_per_contact = 1000;
        const double e = collide(v, std::move(w)).restitution;
        const double expected = law.theory(m_eff, r_eff, speed);
        worst = std::max(worst, std::abs(e / expected - 1));
        if (ratio != 1) continue;
        line.x.push_back(speed), line.y.push_back(expected);
        got.x.push_back(speed), got.y.push_back(e);
      }
    }
    p.series.push_back(line);
    p.series.push_back(got);
    v.near(fmt::format("`{}`: restitution / theory, farthest off", law.material.normal.law),
           1 + worst, 1, 0.005, "", "0.5% is what every law promises; 1000 steps per contact");
  }
}

}  // namespace

extern const VerifyCase restitution_speed_entry;
const VerifyCase restitution_speed_entry{
    "restitution-speed", "two bodies",
    "Head-on impacts with the laws whose restitution falls with the speed, over speeds and mass "
    "ratios from 1 to 10⁶, against their closed forms.",
    "Thornton 1997; Ramirez et al. 1999; Walton & Braun 1986", run_restitution_speed};

}  // namespace scree::app::cases
