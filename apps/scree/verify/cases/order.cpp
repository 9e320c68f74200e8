// Order of the integrators on smooth motion.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

using std::numbers::pi;

// A smooth grain squeezed between two plates: y = y_0 + A cos(w t), w^2 = 2 k_n / m. Greatest error
// of the position in the fifth period, relative to A.
double error_of(const VerifyRun& v, const std::string& integrator, double steps_per_contact) {
  const double t_c = 1e-3, r = 0.005, amplitude = 1e-5, squeeze = 2e-4;
  World w = empty_world(linear_material(t_c, 1.0, 0));
  w.integrator = integrator;
  w.walls = {plane({0, 0, 0}, {0, 1, 0}), plane({0, 2 * (r - squeeze), 0}, {0, -1, 0})};
  w.particles.add({.x = {0, r - squeeze + amplitude, 0}, .radius = r}, 2500);
  w.steps_per_contact = steps_per_contact;
  Simulation s = v.start(std::move(w));
  const double omega = std::numbers::sqrt2 * pi / t_c;  // k_n = m (pi/t_c)^2, two plates
  const auto period = static_cast<std::uint64_t>(std::llround(2 * pi / omega / s.dt()));
  VerifyRun::advance(s, 4 * period);
  double worst = 0;
  for (std::uint64_t k = 0; k < period; ++k) {
    VerifyRun::advance(s, 1);
    const double exact = r - squeeze + amplitude * std::cos(omega * s.time());
    worst = std::max(worst, std::abs(position(s, 0).y - exact) / amplitude);
  }
  return worst;
}

void run_order(VerifyRun& v) {
  plot::Plot& p = v.add_plot("order", "Error of an oscillation after five periods",
                             {.label = "steps per contact", .log = true},
                             {.label = "error / amplitude", .log = true});
  const std::vector<double> steps =
      v.quick() ? std::vector{200.0, 400.0} : std::vector{50.0, 100.0, 200.0, 400.0, 800.0};
  struct Expected {
    const char* integrator;
    double order, limit;
    const char* why;
  };
  const Expected expected[] = {
      {"verlet", 2, 0.01, "the next term, of fourth order"},
      {"ferrez", 1, 0.3, "the amplitude grows as exp(a dt): the order is seen only roughly"},
      {"gear", 4, 0.3, "the start-up error of its higher derivatives"}};
  for (const Expected& e : expected) {
    plot::Series s{.label = e.integrator,
                   .x = {},
                   .y = {},
                   .mark = plot::Mark::line_and_points,
                   .color = static_cast<int>(p.series.size()) + 1};
    double at_200 = 0, at_400 = 0;
    for (const double n : steps) {
      const double error = error_of(v, e.integrator, n);
      s.x.push_back(n), s.y.push_back(error);
      if (n == 200) at_200 = error;
      if (n == 400) at_400 = error;
    }
    v.near(fmt::format("order of `{}`", e.integrator), std::log2(at_200 / at_400), e.order, e.limit,
           "", e.why);
    p.series.push_back(s);
  }
  const double n = steps.front(), y = p.series[0].y.front(), last = steps.back();
  p.series.push_back({.label = "∝ dt²",
                      .x = {n, last},
                      .y = {y, y * n * n / (last * last)},
                      .mark = plot::Mark::dashed,
                      .color = 0});
}

}  // namespace

extern const VerifyCase order_entry;
const VerifyCase order_entry{
    "order", "conservation",
    "A grain squeezed between two plates swings as a harmonic oscillator. Halving the step "
    "quarters the error of `verlet`, halves that of `ferrez`, and `gear` does better than both.",
    "Ferrez (3.20), (3.21); Allen & Tildesley", run_order};

}  // namespace scree::app::cases
