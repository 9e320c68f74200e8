// Rigid bodies by every integrator of the catalogue: what it keeps, and of which order it is.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "dynamics/integrator.hpp"

namespace scree {
namespace {

using Torque = std::function<Vec3(double t, const Body&)>;

// One body with the row that holds what its integrator remembers.
class Alone {
 public:
  Alone(const IntegratorEntry& by, const Vec3& inertia, const Vec3& omega, const Torque& torque,
        double dt)
      : by_(by), torque_(torque), dt_(dt) {
    body.inv_mass = 0.5;
    body.inertia = inertia;
    body.omega = omega;
    p_.add({.x = {}, .radius = 1}, 1);
    first_ = *add_integrator_state(by, p_);
    body.tq = torque(0, body);
    by.start_body(motion(), body, 0);
  }
  void run(double until) {
    for (int k = 0; k < std::lround(until / dt_); ++k) {
      by_.predict_body(motion(), body, 0);
      by_.correct_body(motion(), body, 0, {}, torque_((k + 1) * dt_, body));
    }
  }
  double energy() const { return 0.5 * dot(body.omega, body.momentum(body.omega)); }

  Body body;

 private:
  MotionArgs motion() { return {p_, {}, dt_, first_}; }
  const IntegratorEntry& by_;
  Torque torque_;
  double dt_;
  Particles p_;
  std::size_t first_ = 0;
};

Vec3 none(double, const Body&) { return {}; }

double turn_between(const Quat& a, const Quat& b) {
  const Quat d = a * conjugate(b);
  return 2 * norm(Vec3{d.x, d.y, d.z});
}

TEST(BodyIntegrators, a_free_asymmetric_top_keeps_its_angular_momentum_to_rounding) {
  for (const IntegratorEntry* by : integrator_catalog()) {
    Alone top(*by, {1, 2, 3}, {0.3, 2, -0.1}, none, 1e-3);  // about the middle axis: it tumbles
    const Vec3 before = top.body.momentum(top.body.omega);
    top.run(20);
    // A step rounds L some ten times by 2^-53 of its size, at random.
    EXPECT_LT(norm(top.body.momentum(top.body.omega) - before), 20000 * 1e-15 * norm(before))
        << by->info.name;
  }
}

TEST(BodyIntegrators, the_energy_of_a_free_top_converges_with_the_order_of_each) {
  // `ferrez` is the predictor of `verlet`, and a free top needs no corrector.
  const std::map<std::string_view, double> order{{"ferrez", 2}, {"verlet", 2}, {"gear", 4}};
  for (const IntegratorEntry* by : integrator_catalog()) {
    const auto drift = [&](double dt) {
      Alone top(*by, {1, 2, 3}, {0.3, 2, -0.1}, none, dt);
      const double before = top.energy();
      top.run(8);
      return std::abs(top.energy() / before - 1);
    };
    const double coarse = drift(2e-2), fine = drift(1e-2);
    EXPECT_LT(coarse, by->info.name == "gear" ? 1e-6 : 2e-3) << by->info.name;
    // 0.7 of an order for terms of the next one.
    EXPECT_GT(std::log2(coarse / fine), order.at(by->info.name) - 0.7) << by->info.name;
  }
}

// A symmetric top turns about its own axis while that goes round L with |L|/I_across.
TEST(BodyIntegrators, a_symmetric_top_precesses_as_the_formula_says) {
  const double across = 2, along = 1, t = 3;
  const std::map<std::string_view, double> order{{"ferrez", 2}, {"verlet", 2}, {"gear", 4}};
  for (const IntegratorEntry* by : integrator_catalog()) {
    const auto axis_error = [&](double dt) {
      Alone top(*by, {across, across, along}, {1.5, 0, 4}, none, dt);
      const Vec3 l = top.body.momentum(top.body.omega);
      const double rate = norm(l) / across;
      top.run(t);
      const Vec3 u = normalized(l), e{0, 0, 1};  // Rodrigues
      const double c = std::cos(rate * t), s = std::sin(rate * t);
      return norm(rotate(top.body.q, e) - (c * e + s * cross(u, e) + ((1 - c) * dot(u, e)) * u));
    };
    const double coarse = axis_error(1e-2), fine = axis_error(0.5e-2);
    EXPECT_LT(coarse, by->info.name == "gear" ? 1e-5 : 2e-3) << by->info.name;
    EXPECT_GT(std::log2(coarse / fine), order.at(by->info.name) - 0.3) << by->info.name;
  }
}

// Under a torque that changes with time, direction and pose. It begins smoothly: `gear` starts
// without knowing how the torque changes, which costs an error of h^2 once and would hide the rest.
TEST(BodyIntegrators, a_driven_top_converges_with_the_order_of_each) {
  const Torque drive = [](double t, const Body& b) {
    const double t4 = t * t * t * t;
    const Vec3 axis = rotate(b.q, Vec3{0, 0, 1});
    return t4 / (0.1 + t4) *
           (Vec3{std::sin(t), 0.5, std::cos(2 * t)} + 0.8 * cross(axis, Vec3{1, 0, 0}));
  };
  const IntegratorEntry& best = *find_integrator("gear");
  Alone exact(best, {1, 2, 3}, {0.3, 1, -0.5}, drive, 2.5e-4);
  exact.run(2);
  const std::map<std::string_view, double> order{{"ferrez", 1}, {"verlet", 2}, {"gear", 4}};
  for (const IntegratorEntry* by : integrator_catalog()) {
    const auto error = [&](double dt) {
      Alone top(*by, {1, 2, 3}, {0.3, 1, -0.5}, drive, dt);
      top.run(2);
      return turn_between(top.body.q, exact.body.q) + norm(top.body.omega - exact.body.omega);
    };
    const double coarse = error(2e-2), fine = error(1e-2);
    EXPECT_LT(coarse, by->info.name == "gear" ? 1e-4 : 0.1) << by->info.name;
    EXPECT_GT(std::log2(coarse / fine), order.at(by->info.name) - 0.3) << by->info.name;
  }
}

TEST(BodyIntegrators, in_two_dimensions_nothing_leaves_the_plane) {
  const Torque about_z = [](double t, const Body& b) {
    return Vec3{0, 0, std::sin(3 * t) - b.q.z};
  };
  for (const IntegratorEntry* by : integrator_catalog()) {
    Alone plate(*by, {1, 2, 3}, {0, 0, 2.5}, about_z, 1e-2);
    plate.run(10);
    const Body& b = plate.body;
    EXPECT_TRUE(b.omega.x == 0 && b.omega.y == 0 && b.q.x == 0 && b.q.y == 0) << by->info.name;
    EXPECT_NE(b.omega.z, 2.5) << by->info.name;
  }
}

TEST(BodyIntegrators, a_fixed_body_keeps_its_forces_and_does_not_move) {
  for (const IntegratorEntry* by : integrator_catalog()) {
    const Torque pull = [](double, const Body&) { return Vec3{1, 2, 3}; };
    Alone wall(*by, {1, 2, 3}, {}, pull, 1e-2);
    wall.body.inv_mass = 0;
    wall.run(1);
    EXPECT_EQ(wall.body.omega, Vec3{}) << by->info.name;
    EXPECT_EQ(wall.body.tq, (Vec3{1, 2, 3})) << by->info.name;
  }
}

}  // namespace
}  // namespace scree
