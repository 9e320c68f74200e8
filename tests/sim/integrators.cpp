// Order of the integrators: a smooth grain squeezed between two plates is a harmonic oscillator,
// y(t) = y_0 + A cos(w t), w^2 = 2 k_n / m, as long as it touches both. It is let go at rest: there
// the third derivative vanishes, which Gear's scheme, like any other, cannot know at the start.
#include <numbers>

#include "worlds.hpp"

namespace scree::test {
namespace {

// Greatest error of the position in the fifth period, relative to the amplitude.
double error_of(const std::string& integrator, double steps_per_contact) {
  const double t_c = 1e-3, r = 0.005, amplitude = 1e-5, squeeze = 2e-4;
  World w = empty_world(linear_material(t_c, 1.0, 0));
  w.integrator = integrator;
  w.walls = {plane({0, 0, 0}, {0, 1, 0}), plane({0, 2 * (r - squeeze), 0}, {0, -1, 0})};
  w.particles.add({.x = {0, r - squeeze + amplitude, 0}, .radius = r}, 2500);
  w.steps_per_contact = steps_per_contact;
  Simulation s = start(std::move(w));
  const double omega = std::numbers::sqrt2 * std::numbers::pi / t_c;  // k_n = m (pi/t_c)^2, twice
  const auto period =
      static_cast<std::uint64_t>(std::llround(2 * std::numbers::pi / omega / s.dt()));
  run(s, 4 * period);
  double worst = 0;
  for (std::uint64_t k = 0; k < period; ++k) {
    run(s, 1);
    const double exact = r - squeeze + amplitude * std::cos(omega * s.time());
    worst = std::max(worst, std::abs(s.particles().xr[0].x.y - exact) / amplitude);
  }
  return worst;
}

double order_of(const std::string& integrator) {
  return std::log2(error_of(integrator, 200) / error_of(integrator, 400));
}

TEST(Integrators, verlet_is_of_second_order) { EXPECT_NEAR(order_of("verlet"), 2.0, 0.1); }

// The velocity is of first order, so the energy of an oscillator grows steadily.
TEST(Integrators, ferrez_is_of_first_order) {
  EXPECT_NEAR(order_of("ferrez"), 1.0, 0.3);
  EXPECT_GT(error_of("ferrez", 200), 10 * error_of("verlet", 200));
}

TEST(Integrators, gear_is_of_higher_order_on_smooth_motion) {
  EXPECT_GT(order_of("gear"), 2.5);
  EXPECT_LT(error_of("gear", 200), 0.1 * error_of("verlet", 200));
}

TEST(Integrators, every_one_in_the_catalogue_falls_freely) {
  for (const IntegratorEntry* entry : integrator_catalog()) {
    World w = empty_world(linear_material(1e-3, 0.5, 0.3));
    w.gravity.g = {0, -9.81, 0};
    w.integrator = std::string(entry->info.name);
    w.particles.add({.x = {}, .radius = 0.005, .v = {1, 2, 0}, .omega = {0, 0, 3}}, 2500);
    Simulation s = start(std::move(w));
    run(s, 5000);
    const double t = s.time();
    EXPECT_NEAR(s.particles().xr[0].x.y, 2 * t - 0.5 * 9.81 * t * t, 1e-12) << entry->info.name;
    EXPECT_NEAR(s.particles().xr[0].x.x, t, 1e-12) << entry->info.name;
    EXPECT_EQ(s.particles().ws[0].omega.z, 3.0) << entry->info.name;
  }
}

TEST(Integrators, a_poured_grain_falls_freely_from_its_first_step) {
  for (const IntegratorEntry* entry : integrator_catalog()) {
    World w = poured_world({0, 2, 0});
    w.walls.clear();
    w.integrator = std::string(entry->info.name);
    w.inlets[0].count = 1;
    Simulation s = start(std::move(w));
    run(s, 1);
    ASSERT_EQ(s.particles().size(), 1u);
    const double y = s.particles().xr[0].x.y, v = s.particles().vm[0].v.y, first = s.time();
    run(s, 200);
    const double t = s.time() - first;
    EXPECT_NEAR(v, 2 - 9.81 * s.dt(), 1e-12) << entry->info.name;
    EXPECT_NEAR(s.particles().xr[0].x.y, y + v * t - 0.5 * 9.81 * t * t, 1e-12) << entry->info.name;
  }
}

}  // namespace
}  // namespace scree::test
