// Pieces of a ball against closed limits and an independent integral.
#include <algorithm>
#include <numbers>

#include "base/random.hpp"
#include "make.hpp"
#include "measure/ball_volume.hpp"
#include "measure/elliptic.hpp"
#include "measure/quadrature.hpp"

namespace scree {
namespace {

using std::numbers::pi;
using test::adaptive;

// Ferrez (4.7): the inner integral is elementary. The outer one is over x = centre + half cos t,
// which smooths the roots at the ends, split where the circles cross.
long double by_integration(long double r, long double R, long double d) {
  const long double lo = std::max(d - R, -r), hi = std::min(d + R, r);
  if (!(hi > lo)) return 0;
  const auto slice = [&](long double x) {
    const long double c2 = (r - x) * (r + x), y2 = (R - x + d) * (R + x - d);
    if (!(c2 > 0) || !(y2 > 0)) return 0.0L;
    const long double y = std::sqrt(std::min(c2, y2));
    const long double rest = c2 > y2 ? std::sqrt(c2 - y2) : 0.0L;
    return 2 * (y * rest + c2 * std::atan2(y, rest));
  };
  const auto piece = [&](long double a, long double b) {
    if (!(b > a)) return 0.0L;
    const long double m = 0.5L * (a + b), h = 0.5L * (b - a);
    const auto f = [&](long double t) { return slice(m - h * std::cos(t)) * h * std::sin(t); };
    const long double guess = test::gauss10(f, 0, std::numbers::pi_v<long double>);
    return adaptive(f, 0, std::numbers::pi_v<long double>, 1e-15L * guess);
  };
  const long double kink = d > 0 ? (r * r - R * R + d * d) / (2 * d) : lo;
  const long double cut = std::clamp(kink, lo, hi);
  return piece(lo, cut) + piece(cut, hi);
}

void expect_volume(double r, double R, double d) {
  const auto exact = static_cast<double>(by_integration(r, R, d));
  const double ours = ball_in_cylinder(r, R, d);
  EXPECT_LE(std::abs(ours - exact), 1e-11 * exact) << "r " << r << " R " << R << " d " << d;
}

TEST(Elliptic, gives_the_known_values_of_all_three_kinds) {
  const auto near = [](double a, double b) { return std::abs(a - b) <= 4e-16 * std::abs(b); };
  EXPECT_TRUE(near(complete_elliptic(1, 1, 1, 1), pi / 2));
  const double k = std::sqrt(0.5);  // Abramowitz & Stegun 17.1: K and E for m = 1/2
  EXPECT_TRUE(near(complete_elliptic(k, 1, 1, 1), 1.8540746773013719));
  EXPECT_TRUE(near(complete_elliptic(k, 1, 1, 0.5), 1.3506438810476755));
  // k' = 1: integral of 1 / (cos^2 + p sin^2) = pi / (2 sqrt p), for any size of p
  for (const double p : {1e-30, 1e-3, 2.0, 1e10, 1e33})
    EXPECT_TRUE(near(complete_elliptic(1, p, 1, 1), pi / 2 / std::sqrt(p))) << p;
}

TEST(Elliptic, agrees_with_its_integral) {
  for (const double k : {0.001, 0.3, 0.9})
    for (const double p : {0.01, 1.7, 400.0})
      for (const double b : {0.0, 0.5, 3.0}) {
        const auto f = [&](long double t) {
          const long double c = std::cos(t), s = std::sin(t);
          return (c * c + b * s * s) / ((c * c + p * s * s) * std::sqrt(c * c + k * k * s * s));
        };
        const auto exact = static_cast<double>(adaptive(f, 0, 0.5L * pi, 1e-15L));
        EXPECT_LE(std::abs(complete_elliptic(k, p, 1, b) - exact), 1e-13 * exact);
      }
}

TEST(Quadrature, is_exact_to_rounding_with_singular_ends) {
  EXPECT_LE(std::abs(integrate([](double x) { return std::log(x); }, 0, 1) + 1), 4e-15);
  EXPECT_LE(std::abs(integrate([](double x) { return std::sqrt(x); }, 0, 1) - 2.0 / 3), 2e-15);
  EXPECT_EQ(integrate([](double) { return 1.0; }, 1, 1), 0);
}

TEST(BallBelow, follows_the_cap_and_joins_at_the_middle) {
  EXPECT_EQ(ball_below(2, 5, 3), 0);
  EXPECT_DOUBLE_EQ(ball_below(2, 5, 7), ball_volume(2));
  EXPECT_DOUBLE_EQ(ball_below(2, 5, 5), ball_volume(2) / 2);
  EXPECT_DOUBLE_EQ(ball_below(1, 0, -0.5), pi / 3 * 0.25 * 2.5);  // (4.4), second line
  EXPECT_DOUBLE_EQ(ball_below(1, 0, 0.5), ball_volume(1) - pi / 3 * 0.25 * 2.5);
  EXPECT_EQ(ball_below(0, 0, 0), 0);
}

TEST(BallInCylinder, agrees_with_numerical_integration_in_every_regime) {
  for (const double R : {1e-3, 0.05, 0.3, 0.5, 0.9, 1.0, 1.1, 2.0, 7.0, 50.0, 1000.0})
    for (int k = 0; k <= 40; ++k) {
      const double near = std::max(0.0, R - 1), far = R + 1;
      expect_volume(1, R, near + (far - near) * k / 41);
    }
}

TEST(BallInCylinder, agrees_at_random_sizes) {
  const CounterRandom random(3, 1);
  for (std::uint64_t k = 0; k < 300; ++k) {
    const double r = std::exp(4 * random.uniform(3 * k, 0) - 2);
    const double R = std::exp(6 * random.uniform(3 * k, 1) - 3);
    expect_volume(r, R, (R + r) * random.uniform(3 * k + 1, 0));
  }
}

TEST(BallInCylinder, has_its_closed_limits) {
  const double whole = ball_volume(1);
  EXPECT_EQ(ball_in_cylinder(1, 3, 2), whole);  // inside, touching
  EXPECT_EQ(ball_in_cylinder(1, 3, 4), 0);      // outside, touching
  EXPECT_EQ(ball_in_cylinder(1, 1, 0), whole);  // inscribed
  EXPECT_EQ(ball_in_cylinder(0, 1, 0.2), 0);
  EXPECT_EQ(ball_in_cylinder(1, 0, 0.2), 0);
  for (const double R : {1e-6, 1e-3, 0.1, 0.5, 0.999})  // coaxial: 4 pi/3 (r^3 - (r^2 - R^2)^3/2)
    EXPECT_NEAR(ball_in_cylinder(1, R, 0) / (-whole * std::expm1(1.5 * std::log1p(-R * R))), 1,
                1e-13);
  // Viviani: a cylinder of half the radius through the centre takes 2 pi/3 - 8/9 of r^3. It is
  // R = d and tangent to the sphere at once.
  EXPECT_NEAR(ball_in_cylinder(1, 0.5, 0.5), 2 * pi / 3 - 8.0 / 9, 1e-15);
  EXPECT_NEAR(ball_in_cylinder(3, 1.5, 1.5), 27 * (2 * pi / 3 - 8.0 / 9), 1e-13);
  // Flat side: the cap, with a correction of the order r/R.
  for (const double R : {1e9, 1e13, 1e20, 1e200})
    for (const double h : {-0.99, -0.5, 0.0, 0.7})
      EXPECT_NEAR(ball_in_cylinder(1, R, R - h), ball_below(1, R - h, R), 1e-15 + 2 / R) << R;
}

TEST(BallInCylinder, is_continuous_across_its_special_cases) {
  for (const double R : {0.1, 0.4, 1.0, 3.0})
    for (const double special : {R, std::abs(1 - R), 1 + R})
      for (const double step : {1e-15, 1e-12, 1e-9}) {
        const double a = ball_in_cylinder(1, R, special - std::min(step, special));
        const double b = ball_in_cylinder(1, R, special + step);
        EXPECT_LE(std::abs(a - b), 8 * step + 4e-15) << R << " " << special << " " << step;
      }
}

TEST(BallInCylinder, keeps_relative_accuracy_where_the_part_is_tiny) {
  for (const double wanted : {1e-2, 1e-4, 1e-6, 1e-9}) {
    // Both surfaces are paraboloids there: V = pi overlap^2 / sqrt(1 + r/R) to first order.
    const double R = 2, d = R + 1 - wanted, overlap = 1 - (d - R);  // exact
    const double leading = pi * overlap * overlap / std::sqrt(1 + 1 / R);
    EXPECT_NEAR(ball_in_cylinder(1, R, d) / leading, 1, 2 * overlap + 1e-13);
  }
  EXPECT_NEAR(ball_in_cylinder(1, 1e-5, 0.6) / (pi * 1e-10 * 2 * 0.8), 1, 1e-9);
}

TEST(BallInCylinder, with_ends_agrees_with_the_integral_of_disc_areas) {
  for (const double R : {0.3, 1.0, 4.0})
    for (const double d : {0.0, 0.4 * R, R, R + 0.5})
      for (const double low : {-2.0, -0.6, 0.1}) {
        const double high = 0.75;
        const auto area = [&](long double z) {
          return static_cast<long double>(
              common_disc_area(std::sqrt(static_cast<double>(1 - z * z)), R, d));
        };
        const auto exact =
            static_cast<double>(adaptive(area, std::max(low, -1.0), high, 1e-14L, 24));
        EXPECT_NEAR(ball_in_cylinder_piece(1, R, d, low, high), exact, 1e-11);
      }
  EXPECT_DOUBLE_EQ(ball_in_cylinder_piece(1, 0.4, 0.3, -5, 5), ball_in_cylinder(1, 0.4, 0.3));
  // Two pieces make the whole: the numerical and the closed path agree.
  EXPECT_NEAR(
      ball_in_cylinder_piece(1, 0.8, 0.7, -5, 0.2) + ball_in_cylinder_piece(1, 0.8, 0.7, 0.2, 5),
      ball_in_cylinder(1, 0.8, 0.7), 1e-13);
  EXPECT_EQ(ball_in_cylinder_piece(1, 0.8, 0.7, 0.3, 0.3), 0);
}

TEST(BallInBall, has_its_limits_and_is_symmetric) {
  EXPECT_EQ(ball_in_ball(1, 2, 3), 0);
  EXPECT_EQ(ball_in_ball(1, 2, 1), ball_volume(1));
  EXPECT_EQ(ball_in_ball(1, 1, 0), ball_volume(1));
  EXPECT_NEAR(ball_in_ball(1, 1, 1), 5 * pi / 12, 1e-15);
  EXPECT_DOUBLE_EQ(ball_in_ball(1, 2, 1.5), ball_in_ball(2, 1, 1.5));
  EXPECT_NEAR(ball_in_ball(1, 1e6, 1e6), ball_volume(1) / 2, 1e-6);
}

TEST(BallInBox, agrees_with_the_integral_of_rectangles_in_discs) {
  const CounterRandom random(5, 2);
  // Chord of the disc of radius rho at x, cut to [lo, hi].
  const auto chord = [](long double rho2, double lo, double hi) {
    const long double y = rho2 > 0 ? std::sqrt(rho2) : 0;
    return std::max(0.0L, std::min<long double>(hi, y) - std::max<long double>(lo, -y));
  };
  for (std::uint64_t k = 0; k < 12; ++k) {
    Vec3 lo, hi;
    for (int a = 0; a < 3; ++a) {
      lo[a] = 1.6 * random.uniform(8 * k + static_cast<std::uint64_t>(a), 0) - 1.2;
      hi[a] = lo[a] + 0.2 + 1.4 * random.uniform(8 * k + static_cast<std::uint64_t>(a), 1);
    }
    const auto area = [&](long double z) {
      const auto f = [&](long double x) { return chord(1 - z * z - x * x, lo.y, hi.y); };
      return adaptive(f, std::max(lo.x, -1.0), std::min(hi.x, 1.0), 1e-9L, 8);
    };
    const auto exact =
        static_cast<double>(adaptive(area, std::max(lo.z, -1.0), std::min(hi.z, 1.0), 1e-8L, 6));
    EXPECT_NEAR(ball_in_box(1, lo, hi), exact, 1e-6) << k;
  }
}

TEST(BallInBox, has_its_closed_limits) {
  const double whole = ball_volume(2), inf = 1e300;
  EXPECT_NEAR(ball_in_box(2, {-9, -9, -9}, {9, 9, 9}), whole, 1e-14);
  EXPECT_NEAR(ball_in_box(2, {0, 0, 0}, {9, 9, 9}), whole / 8, 1e-14);
  EXPECT_NEAR(ball_in_box(2, {0, -9, 0}, {inf, 9, 9}), whole / 4, 1e-14);
  EXPECT_NEAR(ball_in_box(2, {-9, -9, 1}, {9, 9, 9}), pi / 3 * 5, 1e-14);  // a cap of height 1
  EXPECT_NEAR(ball_in_box(2, {-1, -1, -1}, {1, 1, 1}), 8, 1e-13);          // a box inside the ball
  EXPECT_EQ(ball_in_box(2, {2, 0, 0}, {3, 1, 1}), 0);
  EXPECT_EQ(ball_in_box(2, {0, 0, 0}, {0, 1, 1}), 0);
  EXPECT_EQ(ball_in_box(2, {1.9, 1.9, 1.9}, {9, 9, 9}), 0);  // near, but the corner is outside
  EXPECT_EQ(ball_in_box(0, {-1, -1, -1}, {1, 1, 1}), 0);
}

TEST(BallInBox, parts_add_up_to_the_ball) {
  const CounterRandom random(5, 3);
  for (std::uint64_t k = 0; k < 200; ++k) {
    const Vec3 c{2 * random.uniform(4 * k, 0) - 1, 2 * random.uniform(4 * k, 1) - 1,
                 2 * random.uniform(4 * k + 1, 0) - 1};
    double sum = 0;
    for (int o = 0; o < 8; ++o) {
      const Vec3 lo{o & 1 ? c.x : -3, o & 2 ? c.y : -3, o & 4 ? c.z : -3};
      const Vec3 hi{o & 1 ? 3 : c.x, o & 2 ? 3 : c.y, o & 4 ? 3 : c.z};
      const double v = ball_in_box(1, lo, hi);
      EXPECT_GE(v, 0);
      sum += v;
    }
    EXPECT_NEAR(sum, ball_volume(1), 2e-14);
  }
}

}  // namespace
}  // namespace scree
