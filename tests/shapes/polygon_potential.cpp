// Polygons by the potential: depth is a function of the poses, force and torque are its gradient.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "shapes/polygon.hpp"
#include "support/effort.hpp"

namespace scree::test {
namespace {

using geometry::FeatureHint;
using geometry::PlacedPolygon;
using geometry::Turn2;
using geometry::Vec2;
using Flat = std::shared_ptr<const PolygonShape>;

Flat ring(int corners, double uneven, std::uint64_t seed, double rounding = 0) {
  const CounterRandom random(seed, 2);
  std::vector<Vec2> c;
  for (int k = 0; k < corners; ++k) {
    const double a = 2 * std::numbers::pi *
                     (k + uneven * random.uniform(static_cast<std::uint64_t>(k))) / corners;
    c.push_back({0.5 * std::cos(a), 0.5 * std::sin(a)});
  }
  return *PolygonShape::make(c, rounding);
}
Flat box(double width, double height) {
  const double x = 0.5 * width, y = 0.5 * height;
  return *PolygonShape::make(std::vector<Vec2>{{-x, -y}, {x, -y}, {x, y}, {-x, y}});
}

struct Placed {
  Vec2 x;
  double angle = 0;
};
PolygonTouch press(const Flat& a, const Placed& at_a, const Flat& b, const Placed& at_b) {
  FeatureHint hint;
  const auto placed = [](const Flat& s, const Placed& p) {
    return PlacedPolygon{&s->pressed_core(), p.x, Turn2{std::cos(p.angle), std::sin(p.angle)}};
  };
  return press_polygons(*a, placed(a, at_a), *b, placed(b, at_b), 0, hint);
}
double depth_of(const Flat& a, const Placed& at_a, const Flat& b, const Placed& at_b) {
  const PolygonTouch t = press(a, at_a, b, at_b);
  return t.count > 0 ? t.depth[0] : 0;
}

std::vector<Flat> shapes() {
  return {ring(3, 0, 1),  box(0.7, 0.7),   box(1, 0.1),
          ring(40, 0, 1), ring(7, 0.7, 3), ring(5, 0.6, 4, 0.1)};
}

TEST(PolygonPotential, force_and_torque_are_the_gradient_of_the_depth) {
  const auto all = shapes();
  const CounterRandom random(7, 7);
  std::uint64_t draw = 0;
  int checked = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j)
      for (int n = 0; n < tries(60); ++n) {
        const auto u = [&] { return 2 * random.uniform(draw++) - 1; };
        const Flat &a = all[i], &b = all[j];
        const Placed at_a{{0, 0}, 3 * u()};
        // Every third time sides lie flat on each other.
        const double turned = n % 3 == 0 ? at_a.angle : 3 * u();
        const double angle = std::numbers::pi * u();
        const Vec2 away{std::cos(angle), std::sin(angle)};
        // From far away until the overlap is a part of the roundings.
        const double range = a->pressed_rounding() + b->pressed_rounding();
        double r = 1.2;
        while (r > 0 && !(depth_of(a, at_a, b, {r * away, turned}) > 0.3 * range)) r -= 0.1 * range;
        const Placed at_b{r * away, turned};
        const PolygonTouch t = press(a, at_a, b, at_b);
        ASSERT_GT(t.count, 0);
        if (!(t.depth[0] < 0.9 * range)) continue;
        Vec2 push;
        double torque = 0;  // on b, about its origin
        for (int k = 0; k < t.count; ++k) {
          EXPECT_EQ(t.depth[k], t.depth[0]);
          push += t.share[k] * t.normal[k];
          torque += t.share[k] * cross(t.point[k] - at_b.x, t.normal[k]);
        }
        // Central differences: the error of third order is h^2/range^2 of the slope.
        const double h = 1e-5 * range;
        const auto slope = [&](const Vec2& along, double turn) {
          const auto moved = [&](double by) {
            return depth_of(a, at_a, b, {at_b.x + by * along, at_b.angle + by * turn});
          };
          return (moved(h) - moved(-h)) / (2 * h);
        };
        EXPECT_NEAR(slope({1, 0}, 0), -push.x, 1e-4) << i << " " << j << " " << n;
        EXPECT_NEAR(slope({0, 1}, 0), -push.y, 1e-4) << i << " " << j << " " << n;
        EXPECT_NEAR(slope({}, 1), -torque, 1e-4) << i << " " << j << " " << n;
        ++checked;
      }
  EXPECT_GT(checked, 36 * tries(60) / 2);
}

// By every corner and every side, without a gap to start from.
TEST(PolygonPotential, the_depth_is_that_of_all_corners) {
  const auto all = shapes();
  const CounterRandom random(8, 8);
  std::uint64_t draw = 0;
  const auto distance = [](const PlacedPolygon& p, const Vec2& x) {
    double least = HUGE_VAL;
    for (std::uint32_t k = 0; k < p.body->size(); ++k) {
      const Vec2 from = p.corner(k), side = p.corner(p.body->next(k)) - from;
      const double t = std::clamp(dot(x - from, side) / norm2(side), 0.0, 1.0);
      least = std::min(least, norm(x - (from + t * side)));
    }
    return least;
  };
  int touching = 0;
  for (const Flat& a : all)
    for (const Flat& b : all)
      for (int n = 0; n < tries(100); ++n) {
        const auto u = [&] { return 2 * random.uniform(draw++) - 1; };
        const Placed at_a{{}, 3 * u()}, at_b{{1.1 * u(), 1.1 * u()}, 3 * u()};
        const PlacedPolygon pa{
            &a->pressed_core(), {}, {std::cos(at_a.angle), std::sin(at_a.angle)}};
        const PlacedPolygon pb{
            &b->pressed_core(), at_b.x, {std::cos(at_b.angle), std::sin(at_b.angle)}};
        if (geometry::polygon_gap(pa, pb).overlap) continue;
        const double range = a->pressed_rounding() + b->pressed_rounding();
        double sum = 0;
        const auto add = [&](const PlacedPolygon& of, const PlacedPolygon& other) {
          for (std::uint32_t k = 0; k < of.body->size(); ++k)
            if (const double d = range - distance(other, of.corner(k)); d > 0)
              sum += std::pow(d, 8);
        };
        add(pa, pb), add(pb, pa);
        EXPECT_NEAR(depth_of(a, at_a, b, at_b), std::pow(sum, 0.125), 1e-12 + 1e-9 * range);
        touching += sum > 0;
      }
  EXPECT_GT(touching, tries(100));
}

TEST(PolygonPotential, the_core_of_a_sharp_polygon_is_smaller_by_the_rounding) {
  const Flat square = box(1, 1);
  EXPECT_DOUBLE_EQ(square->pressed_rounding(), 0.05 * 0.5);
  EXPECT_DOUBLE_EQ(square->inner_radius(), 0.5);
  ASSERT_EQ(square->pressed_core().size(), 4u);
  for (const Vec2& c : square->pressed_core().corners()) {
    EXPECT_NEAR(std::abs(c.x), 0.475, 1e-15);
    EXPECT_NEAR(std::abs(c.y), 0.475, 1e-15);
  }
  // Sides that are shorter than what is taken off vanish.
  const Flat cut = *PolygonShape::make(
      std::vector<Vec2>{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.499}, {0.499, 0.5}, {-0.5, 0.5}});
  EXPECT_EQ(cut->core().size(), 5u);
  EXPECT_EQ(cut->core().eroded(0.1)->size(), 4u);
}

TEST(PolygonPotential, points_by_depth_and_area_stay_as_they_are) {
  for (const PolygonContact contact : {PolygonContact::depth, PolygonContact::area}) {
    const auto a =
        *PolygonShape::make(std::vector<Vec2>{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 0, contact);
    EXPECT_FALSE(a->rounded_core());
    EXPECT_EQ(contact_named<PolygonContact>(name_of(contact)), contact);
  }
  EXPECT_FALSE(contact_named<PolygonContact>("volume"));
}

}  // namespace
}  // namespace scree::test
