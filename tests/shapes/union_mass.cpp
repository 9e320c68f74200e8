#include "shapes/union_mass.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace scree {
namespace {

constexpr double kPi = std::numbers::pi;
using Balls = std::vector<SolidBall>;

double largest(const Tensor& t) {
  double d = 0;
  for (const double v : {t.xx, t.yy, t.zz, t.xy, t.yz, t.zx}) d = std::max(d, std::abs(v));
  return d;
}
Tensor difference(const Tensor& a, const Tensor& b) {
  return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.yz - b.yz, a.zx - b.zx};
}
// Relative to the size of the body.
void expect_equal(const MassProperties& a, const MassProperties& b, double tolerance,
                  const std::string& what = {}) {
  const double size = std::cbrt(b.mass);
  EXPECT_LT(std::abs(a.mass - b.mass), tolerance * b.mass) << what;
  EXPECT_LT(norm(a.centre - b.centre), tolerance * size) << what;
  EXPECT_LT(largest(difference(a.inertia, b.inertia)), tolerance * largest(b.inertia)) << what;
}
bool same_bits(const MassProperties& a, const MassProperties& b) {
  return a.mass == b.mass && a.centre == b.centre && largest(difference(a.inertia, b.inertia)) == 0;
}

// Volume, height of the centre above the middle of the ball, and the integrals of z^2 and of
// x^2 = y^2 of the cap z > h of a ball of radius r.
struct Cap {
  double volume, z, zz, xx;
  Cap(double r, double h) {
    const auto at = [&](double p, double z) { return std::pow(z, p); };
    const auto between = [&](auto f) { return f(r) - f(h); };
    volume = kPi * between([&](double s) { return r * r * s - at(3, s) / 3; });
    z = kPi * between([&](double s) { return r * r * s * s / 2 - at(4, s) / 4; });
    zz = kPi * between([&](double s) { return r * r * at(3, s) / 3 - at(5, s) / 5; });
    xx = kPi / 4 *
         between([&](double s) { return at(4, r) * s - 2 * r * r * at(3, s) / 3 + at(5, s) / 5; });
  }
};

// Two balls on the z axis, the second at z = d > 0: each without the cap beyond their common plane.
MassProperties two_balls(double r1, double r2, double d) {
  const double h1 = (d * d + r1 * r1 - r2 * r2) / (2 * d), h2 = d - h1;
  const Cap c1(r1, h1), c2(r2, h2);
  const auto ball = [](double r) { return 4.0 / 3 * kPi * r * r * r; };
  const double v1 = ball(r1) - c1.volume, v2 = ball(r2) - c2.volume;
  const double z = -c1.z + d * v2 + c2.z;
  const double zz =
      ball(r1) * r1 * r1 / 5 - c1.zz + (ball(r2) * r2 * r2 / 5 - c2.zz + 2 * d * c2.z + d * d * v2);
  const double xx = ball(r1) * r1 * r1 / 5 - c1.xx + ball(r2) * r2 * r2 / 5 - c2.xx;
  const double v = v1 + v2, centre = z / v;
  const double about = zz - v * centre * centre + xx;
  return {v, {0, 0, centre}, {.xx = about, .yy = about, .zz = 2 * xx}};
}

Balls turned_balls(const Balls& balls, const Quat& q, const Vec3& by = {}) {
  Balls out;
  for (const SolidBall& b : balls) out.push_back({rotate(q, b.x) + by, b.r});
  return out;
}

// The same by counting points of a fine grid: n^3 of them over the bounding box.
MassProperties counted(const Balls& balls, int n) {
  Vec3 lo{1e9, 1e9, 1e9}, hi = -1.0 * lo;
  for (const SolidBall& b : balls)
    for (int a = 0; a < 3; ++a)
      lo[a] = std::min(lo[a], b.x[a] - b.r), hi[a] = std::max(hi[a], b.x[a] + b.r);
  const Vec3 step = (hi - lo) / n;
  double v = 0;
  Vec3 first;
  Tensor second;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const Vec3 x = lo + Vec3{(i + 0.5) * step.x, (j + 0.5) * step.y, (k + 0.5) * step.z};
        if (std::none_of(balls.begin(), balls.end(),
                         [&](const SolidBall& b) { return norm2(x - b.x) <= b.r * b.r; }))
          continue;
        v += 1, first += x;
        second.xx += x.x * x.x, second.yy += x.y * x.y, second.zz += x.z * x.z;
        second.xy += x.x * x.y, second.yz += x.y * x.z, second.zx += x.z * x.x;
      }
  const double cell = step.x * step.y * step.z;
  const Vec3 c = first / v;
  const auto at = [&](double s, double a, double b) { return cell * (s - v * a * b); };
  const double xx = at(second.xx, c.x, c.x), yy = at(second.yy, c.y, c.y),
               zz = at(second.zz, c.z, c.z);
  return {cell * v,
          c,
          {yy + zz, zz + xx, xx + yy, -at(second.xy, c.x, c.y), -at(second.yz, c.y, c.z),
           -at(second.zx, c.z, c.x)}};
}

Balls random_balls(int n, double spread, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> at(-spread, spread), size(0.3, 1.0);
  Balls out;
  for (int k = 0; k < n; ++k) out.push_back({{at(random), at(random), at(random)}, size(random)});
  return out;
}

TEST(UnionMass, of_one_ball_is_that_of_the_ball) {
  const Balls one{{{1, -2, 3}, 0.7}};
  const MassProperties ball = moved(ball_mass(0.7, Dimensions::three), {1, -2, 3}, {});
  expect_equal(union_mass(one), ball, 1e-15 * 4);
}

// Closed forms of caps; 1e-13: cancellations of a few digits in these.
TEST(UnionMass, of_two_overlapping_balls_is_that_of_their_caps) {
  for (const double r2 : {1.0, 0.5, 1.7})
    for (const double d : {0.75, 1.0, 1.2, 1.49999}) {
      const Balls balls{{{0, 0, 0}, 1}, {{0, 0, d}, r2}};
      if (d <= std::abs(1 - r2)) continue;
      expect_equal(union_mass(balls), two_balls(1, r2, d), 1e-13);
    }
}

TEST(UnionMass, of_balls_that_touch_or_are_apart_is_the_sum) {
  const Balls balls{{{0, 0, 0}, 1}, {{2, 0, 0}, 1}, {{0, 2, 0}, 1}, {{0, 0, 5}, 0.5}};
  std::vector<MassProperties> parts;
  for (const auto& b : balls) parts.push_back(moved(ball_mass(b.r, Dimensions::three), b.x, {}));
  expect_equal(union_mass(balls), sum(parts), 1e-14);
}

TEST(UnionMass, counts_nested_and_repeated_balls_once) {
  const Balls outer{{{0, 0, 0}, 1}, {{1, 0, 0}, 0.8}};
  const MassProperties expected = union_mass(outer);
  Balls more = outer;
  more.push_back({{0, 0, 0}, 1});        // the same
  more.push_back({{0, 0, 0}, 0.3});      // concentric
  more.push_back({{0.2, 0.1, 0}, 0.5});  // inside one
  more.push_back({{0, 0, 0.5}, 0.5});    // touches from inside
  more.push_back({{0.55, 0, 0}, 0.5});   // inside both together
  more.push_back({{1e-17, 0, 0}, 1});    // nearly the same
  expect_equal(union_mass(more), expected, 1e-14);
}

TEST(UnionMass, of_concentric_balls_is_that_of_the_outer_one) {
  expect_equal(union_mass(Balls{{{1, 2, 3}, 0.3}, {{1, 2, 3}, 1}, {{1, 2, 3}, 0.9}}),
               moved(ball_mass(1, Dimensions::three), {1, 2, 3}, {}), 1e-14);
}

TEST(UnionMass, does_not_depend_on_the_order) {
  Balls balls = random_balls(40, 1.5, 3);
  const MassProperties expected = union_mass(balls);
  std::mt19937 random(1);
  for (int k = 0; k < 5; ++k) {
    std::shuffle(balls.begin(), balls.end(), random);
    EXPECT_TRUE(same_bits(union_mass(balls), expected));
  }
}

TEST(UnionMass, turns_and_moves_with_the_balls) {
  const Balls balls = random_balls(25, 1.2, 5);
  const MassProperties own = union_mass(balls);
  const Quat q = normalized(Quat{0.3, -0.5, 0.7, 0.2});
  // 1e-13: the second moments are of numbers up to 10 about an origin that is not the centre.
  expect_equal(union_mass(turned_balls(balls, q, {3, -1, 2})), moved(own, {3, -1, 2}, q), 1e-13);
}

TEST(UnionMass, scales_with_the_fifth_power) {
  const Balls balls = random_balls(10, 1, 7);
  const MassProperties own = union_mass(balls);
  for (const double s : {1e-9, 1e-3, 1e6}) {
    Balls small;
    for (const auto& b : balls) small.push_back({s * b.x, s * b.r});
    const MassProperties m = union_mass(small);
    EXPECT_NEAR(m.mass / (s * s * s) / own.mass, 1, 1e-13);
    EXPECT_NEAR(m.inertia.xx / std::pow(s, 5) / own.inertia.xx, 1, 1e-12);
  }
}

// A grid of 160^3 points misses about one cell per cell of the surface, at random: of a body some
// 120 cells wide 1e-4; 1e-3 leaves a wide margin.
TEST(UnionMass, is_what_counting_points_gives) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const Balls balls = random_balls(12, 1.0, seed);
    const MassProperties grid = counted(balls, 160), own = union_mass(balls);
    EXPECT_NEAR(own.mass / grid.mass, 1, 1e-3);
    EXPECT_LT(norm(own.centre - grid.centre), 1e-3);
    EXPECT_LT(largest(difference(own.inertia, grid.inertia)), 1e-3 * largest(grid.inertia));
  }
}

// All cuts through common points, tangent circles, coincident circles, opposite cuts.
TEST(UnionMass, holds_for_balls_in_special_positions) {
  std::vector<std::pair<std::string, Balls>> cases;
  Balls square, cube, fcc, tangent, pencil, shell;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      square.push_back({{double(i), double(j), 0}, std::sqrt(0.5)});  // all meet in one point
      for (int k = 0; k < 2; ++k) cube.push_back({{double(i), double(j), double(k)}, 0.9});
    }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        if ((i + j + k) % 2 == 0) fcc.push_back({{double(i), double(j), double(k)}, 1.0});
  for (int k = 0; k < 3; ++k)  // circles on each sphere touch: r = a / sqrt(3)
    tangent.push_back({{std::cos(2 * kPi * k / 3) / std::sqrt(3.0),
                        std::sin(2 * kPi * k / 3) / std::sqrt(3.0), 0},
                       1 / std::sqrt(3.0)});
  for (const double z : {-0.6, 0.0, 0.8, 1.5}) pencil.push_back({{0, 0, z}, std::sqrt(1 + z * z)});
  shell.push_back({{0, 0, 0}, 1});  // the centre lies on the planes of larger balls
  for (const Vec3& e : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    shell.push_back({e, std::sqrt(2.0)});
  cases = {{"square", square},   {"cube", cube},     {"fcc", fcc},
           {"tangent", tangent}, {"pencil", pencil}, {"shell", shell}};
  for (const auto& [name, balls] : cases) {
    const MassProperties own = union_mass(balls);
    expect_equal(own, counted(balls, 120), 4e-3, name);
    // Radii a little larger and smaller leave the special position; the mean of both is the
    // special one up to the square of the change.
    Balls more = balls, less = balls;
    for (auto& b : more) b.r *= 1 + 1e-5;
    for (auto& b : less) b.r *= 1 - 1e-5;
    EXPECT_NEAR(0.5 * (union_mass(more).mass + union_mass(less).mass) / own.mass, 1, 1e-8) << name;
    // Turned, the same numbers are rounded differently.
    const Quat q = normalized(Quat{0.9, 0.1, -0.4, 0.3});
    expect_equal(union_mass(turned_balls(balls, q)), moved(own, {}, q), 1e-11, name);
  }
}

// A rod of many balls: between neighbours a lens is lost, whose moments are known.
TEST(UnionMass, of_a_long_rod_is_that_of_its_lenses) {
  constexpr int n = 1000;
  const double d = 0.5;
  Balls rod;
  for (int k = 0; k < n; ++k) rod.push_back({{d * k, 0, 0}, 1});
  const MassProperties own = union_mass(rod);
  // Between neighbouring planes a slice of a ball, at the two ends a cap more.
  const Cap half(1, 0), cap(1, d / 2);
  const double slice = 2 * (half.volume - cap.volume);
  EXPECT_NEAR(own.mass / (n * slice + 2 * cap.volume), 1, 1e-13);
  EXPECT_NEAR(own.centre.x, d * (n - 1) / 2, 1e-9);
  const double across = n * 2 * (half.xx - cap.xx) + 2 * cap.xx;  // of y^2
  EXPECT_NEAR(own.inertia.xx / (2 * across), 1, 1e-12);
  // In any direction, and not much slower than the number of balls.
  const Quat q = normalized(Quat{0.2, 0.5, -0.1, 0.8});
  const PrincipalInertia turned = principal(union_mass(turned_balls(rod, q)).inertia);
  const double smallest = std::min({turned.moments.x, turned.moments.y, turned.moments.z});
  // The long moments are 1e5 times as large.
  EXPECT_NEAR(smallest / (2 * across), 1, 1e-10);
}

TEST(UnionMass, of_a_thousand_random_balls_agrees_with_points) {
  const Balls balls = random_balls(1000, 5, 11);
  std::mt19937 random(4);
  std::uniform_real_distribution<double> at(-6, 6);
  constexpr int kPoints = 400000;
  int inside = 0;
  for (int k = 0; k < kPoints; ++k) {
    const Vec3 x{at(random), at(random), at(random)};
    inside += std::any_of(balls.begin(), balls.end(),
                          [&](const SolidBall& b) { return norm2(x - b.x) <= b.r * b.r; });
  }
  const double share = inside / double(kPoints);
  // Four standard deviations.
  EXPECT_NEAR(union_mass(balls).mass / 1728, share, 4 * std::sqrt(share * (1 - share) / kPoints));
}

TEST(UnionMass, gives_an_overlap_to_the_denser_ball) {
  const Balls balls{{{0, 0, 0}, 1}, {{0, 0, 1}, 1}};
  const double both = union_mass(balls).mass, one = 4.0 / 3 * kPi;
  const double density[] = {3.0, 1.0};
  const MassProperties m = union_mass(balls, density);
  EXPECT_NEAR(m.mass, 3 * one + (both - one), 1e-13);
  EXPECT_LT(m.centre.z, 0.5);
  const double equal[] = {2.0, 2.0};
  EXPECT_TRUE(same_bits(union_mass(balls, equal), scaled(union_mass(balls), 2)));
}

}  // namespace
}  // namespace scree
