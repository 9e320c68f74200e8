// Known features beyond doubt give the bits of the walks, and never another answer.
#include "geometry/polygon/sure_gap.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "base/random.hpp"
#include "geometry/polygon/round.hpp"

namespace scree::geometry {
namespace {

using Kind = FeatureHint::Kind;

std::vector<Polygon> sure_polygons() {
  const CounterRandom random(3, 5);
  const auto ring = [&](int corners, double uneven) {
    std::vector<Vec2> c;
    for (int k = 0; k < corners; ++k) {
      const double a = 2 * std::numbers::pi *
                       (k + uneven * random.uniform(static_cast<std::uint64_t>(k))) / corners;
      c.push_back({0.5 * std::cos(a), 0.5 * std::sin(a)});
    }
    return *Polygon::make(c);
  };
  const auto box = [](double x, double y) {
    return *Polygon::make(std::vector<Vec2>{{-x, -y}, {x, -y}, {x, y}, {-x, y}});
  };
  return {ring(3, 0), ring(8, 0), ring(40, 0), ring(7, 0.7), box(0.4, 0.4), box(0.5, 0.01)};
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same_bits(const Vec2& a, const Vec2& b) { return same_bits(a.x, b.x) && same_bits(a.y, b.y); }

struct SureTally {
  int sure = 0, asked = 0;
};

// What is sure has the bits of the walk.
void check_gap(const PlacedPolygon& a, const PlacedPolygon& b, const FeatureHint& hint,
               SureTally& tally) {
  SureGap sure;
  ++tally.asked;
  if (!sure_gap(a, b, hint, sure)) return;
  ++tally.sure;
  const PolygonGap walked = polygon_gap(a, b);
  EXPECT_FALSE(walked.overlap);
  EXPECT_TRUE(same_bits(sure.distance, walked.distance)) << sure.distance - walked.distance;
  EXPECT_TRUE(same_bits(sure.normal, walked.normal));
}
void check_distance(const PlacedPolygon& p, const Vec2& x, SureTally& tally) {
  FeatureHint none{Kind::side_of_a, 0, 0};
  const double range = 10;
  const RoundGap walked = disc_gap(p, {x, range}, none);
  for (std::uint32_t side = 0; side < p.body->size(); ++side) {
    SureGap sure;
    ++tally.asked;
    if (!sure_distance(p, x, side, sure)) continue;
    ++tally.sure;
    EXPECT_TRUE(same_bits(-(sure.distance - range), walked.depth));
    EXPECT_TRUE(same_bits(sure.normal, walked.normal));
  }
}

class Draws {
 public:
  double operator()(double lo, double hi) { return lo + (hi - lo) * random_.uniform(next_++); }

 private:
  CounterRandom random_{9, 4};
  std::uint64_t next_ = 0;
};

TEST(SureGap, has_the_bits_of_the_walk_from_the_features_of_a_step_before) {
  const auto all = sure_polygons();
  Draws u;
  SureTally tally;
  for (const Polygon& pa : all)
    for (const Polygon& pb : all)
      for (int n = 0; n < 40; ++n) {
        const double angle = u(-3, 3), turn_b = u(-3, 3), way = u(-3, 3), far = u(0.5, 1.1);
        const auto placed = [](const Polygon& p, const Vec2& x, double t) {
          return PlacedPolygon{&p, x, {std::cos(t), std::sin(t)}};
        };
        const Vec2 x{3, -2}, y = x + far * Vec2{std::cos(way), std::sin(way)};
        FeatureHint hint;
        if (polygon_gap(placed(pa, x, angle), placed(pb, y, turn_b), hint).overlap) continue;
        const Vec2 moved = y + Vec2{u(-1e-3, 1e-3), u(-1e-3, 1e-3)};
        check_gap(placed(pa, x, angle), placed(pb, moved, turn_b + u(-1e-3, 1e-3)), hint, tally);
      }
  EXPECT_GT(tally.asked, 500);
  EXPECT_GT(tally.sure, tally.asked * 9 / 10);  // features change where one pair follows another
}

TEST(SureGap, is_never_another_answer_whatever_the_features_were) {
  const auto all = sure_polygons();
  Draws u;
  SureTally tally;
  for (const Polygon& pa : all)
    for (const Polygon& pb : all)
      for (int n = 0; n < 6; ++n) {
        // Every second time on a grid: sides that are parallel, corners that are level, contacts.
        const bool grid = n % 2 == 0;
        const double turn = grid ? 0 : u(-3, 3);
        const Vec2 y = grid ? Vec2{0.25 * std::floor(u(-5, 6)), 0.1 * std::floor(u(-9, 10))}
                            : Vec2{u(-1.2, 1.2), u(-1.2, 1.2)};
        const PlacedPolygon a{&pa, {}, {}}, b{&pb, y, {std::cos(turn), std::sin(turn)}};
        for (const Kind kind : {Kind::none, Kind::side_of_a, Kind::side_of_b, Kind::crossing})
          for (std::uint32_t i = 0; i < pa.size(); ++i)
            for (std::uint32_t j = 0; j <= pb.size(); ++j) check_gap(a, b, {kind, i, j}, tally);
      }
  EXPECT_GT(tally.sure, 50);
}

TEST(SureGap, of_a_point_has_the_bits_of_the_walk_from_any_side) {
  Draws u;
  SureTally tally;
  for (const Polygon& p : sure_polygons())
    for (int n = 0; n < 200; ++n) {
      const double turn = n % 2 == 0 ? 0 : u(-3, 3);
      const PlacedPolygon placed{&p, {1, 2}, {std::cos(turn), std::sin(turn)}};
      const Vec2 x = n % 4 == 0 ? placed.corner(0) + 0.1 * Vec2{std::floor(u(-3, 4)), 0}
                                : placed.x + Vec2{u(-1, 1), u(-1, 1)};
      check_distance(placed, x, tally);
    }
  EXPECT_GT(tally.sure, 1000);
}

}  // namespace
}  // namespace scree::geometry
