// Convex polygons from lists of corners: what is dropped, what is refused, what they weigh.
#include "geometry/polygon/polygon.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace scree::geometry {
namespace {

std::string code_for(const std::vector<Vec2>& p) {
  const auto made = Polygon::make(p);
  return made ? "" : made.error().code;
}

TEST(Polygon, measures_a_rectangle_far_from_the_origin) {
  const double x = 1e6, a = 3, b = 0.5;
  const auto p = Polygon::make(std::vector<Vec2>{{x, x}, {x + a, x}, {x + a, x + b}, {x, x + b}});
  ASSERT_TRUE(p);
  EXPECT_DOUBLE_EQ(p->area(), a * b);
  EXPECT_DOUBLE_EQ(p->centroid().x, x + a / 2);
  EXPECT_DOUBLE_EQ(p->centroid().y, x + b / 2);
  EXPECT_NEAR(p->second_moment(), a * b * (a * a + b * b) / 12, 1e-14);
  EXPECT_DOUBLE_EQ(p->radius(), std::hypot(a, b) / 2);
  EXPECT_DOUBLE_EQ(p->perimeter(), 2 * (a + b));
}

// Regular: A = n/2 R^2 sin(2 pi/n), J = A R^2 (2 + cos(2 pi/n)) / 6.
TEST(Polygon, measures_a_regular_one) {
  for (const int n : {3, 5, 100}) {
    const double turn = 2 * std::acos(-1.0) / n;
    std::vector<Vec2> ring;
    for (int k = 0; k < n; ++k) ring.push_back({2 * std::cos(turn * k), 2 * std::sin(turn * k)});
    const auto p = Polygon::make(ring);
    ASSERT_TRUE(p);
    const double area = n / 2.0 * 4 * std::sin(turn);
    EXPECT_NEAR(p->area(), area, 1e-13);
    EXPECT_NEAR(p->second_moment(), area * 4 * (2 + std::cos(turn)) / 6, 1e-12);
    EXPECT_NEAR(norm(p->centroid()), 0, 1e-15);
    const Polygon half = p->scaled(0.5);
    EXPECT_NEAR(half.area(), area / 4, 1e-13);
    EXPECT_NEAR(half.second_moment(), p->second_moment() / 16, 1e-13);
  }
}

TEST(Polygon, drops_repeated_corners_and_those_on_a_side) {
  const auto p = Polygon::make(std::vector<Vec2>{
      {0, 0}, {0, 0}, {1, 0}, {2, 0}, {2, 1e-12}, {2, 1}, {2, 2}, {1, 2 + 1e-13}, {0, 2}, {0, 0}});
  ASSERT_TRUE(p);
  EXPECT_EQ(p->size(), 4u);
  EXPECT_NEAR(p->area(), 4, 1e-11);
}

TEST(Polygon, refuses_what_is_none_and_says_why) {
  EXPECT_EQ(code_for({}), "E0460");
  EXPECT_EQ(code_for({{0, 0}, {1, 0}}), "E0460");
  EXPECT_EQ(code_for({{0, 0}, {1, 0}, {2, 0}}), "E0460");
  EXPECT_EQ(code_for({{1, 1}, {1, 1}, {1, 1}, {1, 1}}), "E0460");
  EXPECT_EQ(code_for({{0, 0}, {1, 0}, {0, std::nan("")}}), "E0461");
  EXPECT_EQ(code_for({{0, 0}, {std::numeric_limits<double>::infinity(), 0}, {0, 1}}), "E0461");
  EXPECT_EQ(code_for({{0, 0}, {1e-300, 0}, {0, 1}}), "E0461");
  EXPECT_EQ(code_for({{0, 0}, {2, 0}, {1, 0.5}, {2, 2}, {0, 2}}), "E0462");
  EXPECT_EQ(code_for({{0, 0}, {0, 1}, {1, 1}, {1, 0}}), "E0463");
  // A pentagram turns left at every corner, twice around; a spike goes out and back.
  std::vector<Vec2> star;
  for (int k = 0; k < 5; ++k) star.push_back({std::cos(2.5132741 * k), std::sin(2.5132741 * k)});
  EXPECT_EQ(code_for(star), "E0462");
  EXPECT_EQ(code_for({{0, 0}, {1, 0}, {3, 0}, {1, 0}, {1, 1}, {0, 1}}), "E0462");
  EXPECT_EQ(code_for({{0, 0}, {1, 1}, {1, 0}, {0, 1}}), "E0462");  // crosses itself
}

TEST(Polygon, says_which_corner_is_not_convex) {
  const auto made = Polygon::make(std::vector<Vec2>{{0, 0}, {2, 0}, {1, 0.5}, {2, 2}, {0, 2}});
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("vertex 2"), std::string::npos) << made.error().message;
}

TEST(Polygon, signs_of_products_are_exact) {
  const Vec2 p{1, 1}, q{0, 0}, r{0x1p-53, 1}, s{1 + 0x1p-52, 0x1p-80};
  EXPECT_EQ(side_of(q, p, {3, 3}), 0);
  EXPECT_EQ(side_of(q, p, {3, 3 + 0x1p-51}), 1);
  EXPECT_EQ(side_of(q, p, {3 + 0x1p-51, 3}), -1);
  EXPECT_EQ(sign_dot(p, q, r, s), sign_dot(r, s, p, q));
  // (1, 1) . (1 + e, -1): the sum is e, far below the size of its terms.
  EXPECT_EQ(sign_dot({1, 1}, {}, {1 + 0x1p-52, -1}, {}), 1);
  EXPECT_EQ(sign_dot({1 + 0x1p-30, 1}, {}, {1, -(1 + 0x1p-30)}, {}), 0);
  EXPECT_EQ(sign_dot({1 + 0x1p-30, 1}, {}, {1 + 0x1p-52, -(1 + 0x1p-30)}, {}), 1);
}

}  // namespace
}  // namespace scree::geometry
