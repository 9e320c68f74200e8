// What was remembered of a pair may make the next answer faster, never another one.
#include <gtest/gtest.h>

#include "geometry/convex/feature.hpp"
#include "geometry/convex/forms.hpp"
#include "geometry/convex/methods.hpp"
#include "geometry/convex_bodies.hpp"
#include "geometry/same_gap.hpp"
#include "support/effort.hpp"

namespace scree::geometry {
namespace {

using namespace bodies;
using test::tries;

// Anything: of this pair, of another, of none.
GapHint any_hint(Numbers& r, const Gap& right) {
  const auto number = [&](double most) { return static_cast<std::uint32_t>(r.uniform(0, most)); };
  GapHint h;
  if (r.uniform(0, 1) < 0.7) h.axis = r.direction();
  if (r.uniform(0, 1) < 0.4) h.axis = normalized(right.normal + r.uniform(0, 1e-3) * r.direction());
  if (r.uniform(0, 1) < 0.1) h.axis = -right.normal;
  h.corner_a = number(40);
  h.corner_b = number(40);
  h.feature_a = number(200);
  h.feature_b = number(200);
  return h;
}

struct HintPair {
  Placed a, b;
};

// Random bodies, those with parallel faces, and those that are aligned, from far to deep.
HintPair hint_pair(Numbers& r, int k) {
  const double gap = std::array{
      0.3, 1e-2, 1e-5, 1e-7, 3e-8, 1e-8, 0.0, -1e-8, -1e-3, -0.2}[static_cast<std::size_t>(k) % 10];
  const Vec3 x{r.uniform(-0.4, 0.4), r.uniform(-0.4, 0.4), 1 + gap};
  const Polyhedron cube = box({0.5, 0.5, 0.5});
  switch (k / 10 % 4) {
    case 0:
      return {Placed(cube, {}, {}), Placed(cube, x, {})};
    case 1: {
      const double angle = r.uniform(0, 3);
      return {Placed(cube, {}, {}), Placed(cube, x, Quat{std::cos(angle), 0, 0, std::sin(angle)})};
    }
    case 2: {
      const Quat q = r.turn();
      return {Placed(cube, {}, q), Placed(fourteen_form(), rotate(q, x), q)};
    }
    default: {
      const Placed a(rough(r, 4 + k % 11), {}, r.turn());
      const Polyhedron shape = rough(r, 4 + k % 7);
      const Vec3 along = r.direction();
      const Quat q = r.turn();
      double lo = 0, hi = 4;
      for (int m = 0; m < 40; ++m) {
        const double mid = 0.5 * (lo + hi);
        (convex_gap(a.view(), Placed(shape, mid * along, q).view()).distance > gap ? hi : lo) = mid;
      }
      return {a, Placed(shape, hi * along, q)};
    }
  }
}

TEST(ConvexHint, any_hint_gives_the_bits_of_none) {
  Numbers r(41);
  for (int k = 0; k < tries(2000); ++k) {
    const HintPair p = hint_pair(r, k);
    const PlacedBody a = p.a.view(), b = p.b.view();
    const Gap right = convex_gap(a, b);
    for (int m = 0; m < 8; ++m) {
      GapHint hint = any_hint(r, right);
      expect_same(convex_gap(a, b, 1e9, hint), right, "any, pair " + std::to_string(k));
      // And the hint that this answer leaves behind.
      expect_same(convex_gap(a, b, 1e9, hint), right, "left, pair " + std::to_string(k));
    }
  }
}

TEST(ConvexHint, features_of_neighbours_and_of_all_kinds_give_the_same) {
  Numbers r(42);
  int proved = 0;
  for (int k = 0; k < tries(100); ++k) {
    const HintPair p = hint_pair(r, 30 + 40 * k + k % 10);
    const PlacedBody a = p.a.view(), b = p.b.view();
    const Gap right = convex_gap(a, b);
    for (std::uint32_t code_a = 0; code_a < 60; ++code_a)
      for (std::uint32_t code_b = 0; code_b < 40; ++code_b) {
        GapHint hint;
        hint.axis = right.normal;
        hint.feature_a = code_a;
        hint.feature_b = code_b;
        const Gap g = convex_gap(a, b, 1e9, hint);
        proved += g.iterations == 1;
        if (g.distance != right.distance || !(g.normal == right.normal)) {
          expect_same(g, right, std::to_string(k));
          break;
        }
      }
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(proved, 0);
}

// A simulation may be searched by any method: what touches has the same bits.
TEST(ConvexHint, every_method_gives_the_bits_of_the_fastest) {
  Numbers r(45);
  int by_own = 0, queries = 0;
  for (int k = 0; k < tries(800); ++k) {
    const HintPair p = hint_pair(r, k);
    const PlacedBody a = p.a.view(), b = p.b.view();
    const Gap right = convex_gap(a, b);
    for (const GapMethod method : {GapMethod::gjk, GapMethod::slm, GapMethod::fcp, GapMethod::cp}) {
      GapHint hint;
      const std::string who =
          std::string(kGapMethodNames[static_cast<int>(method)]) + ", pair " + std::to_string(k);
      for (int again = 0; again < 2; ++again) {  // cold, then from its own hint
        const Gap gap = convex_gap_by(method, a, b, 1e9, hint);
        expect_same(gap, right, who);
        EXPECT_GT(gap.iterations, 0);
        EXPECT_NE(hint.found_by, FoundBy::none);
        by_own += hint.found_by != FoundBy::fallback, ++queries;
      }
      hint = any_hint(r, right);
      expect_same(convex_gap_by(method, a, b, 1e9, hint), right, "any hint, " + who);
      // Out of reach any proof will do, but it must be one.
      if (right.distance > 1e-5) {
        const Gap far = convex_gap_by(method, a, b, 0.5 * right.distance, hint);
        EXPECT_GT(far.distance, 0.5 * right.distance) << who;
      }
    }
  }
  EXPECT_GT(by_own, queries / 5);  // most of these pairs have parallel pieces or overlap
}

TEST(ConvexHint, farther_than_the_reach_the_old_plane_tells) {
  Numbers r(43);
  const Polyhedron shape = fourteen_form();
  for (int k = 0; k < tries(500); ++k) {
    const Placed a(shape, {}, r.turn()), b(shape, 2 * r.direction(), r.turn());
    GapHint hint;
    const Gap exact = convex_gap(a.view(), b.view(), 0.1, hint);
    const Placed moved(shape, b.x + 0.1 * r.direction(), r.turn());
    hint.feature_a = hint.feature_b = 0;
    const Gap bound = convex_gap(a.view(), moved.view(), 0.1, hint);
    EXPECT_EQ(bound.iterations, 1);
    EXPECT_GT(bound.distance, 0.1);
    EXPECT_NEAR(bound.distance, gap_of(a, moved, bound.normal), 1e-13);
    EXPECT_LE(bound.distance, convex_gap(a.view(), moved.view()).distance + 1e-13);
    EXPECT_GT(exact.distance, 0.9);
  }
}

TEST(ConvexHint, coherent_motion_needs_one_round) {
  Numbers r(44);
  int queries = 0, more = 0;
  for (int k = 0; k < tries(100); ++k) {
    FormSpec spec;
    spec.seed = static_cast<std::uint64_t>(k);
    const Polyhedron s = *random_form(spec);
    const Placed a(s, {}, r.turn());
    Vec3 x = 1.05 * r.direction();
    Quat q = r.turn();
    const Vec3 v = 1e-3 * r.direction(), w = 1e-3 * r.direction();
    GapHint hint;
    convex_gap(a.view(), Placed(s, x, q).view(), 1e9, hint);
    for (int step = 0; step < 100; ++step) {
      x += v;
      q = turned(q, w);
      more += convex_gap(a.view(), Placed(s, x, q).view(), 1e9, hint).iterations > 1;
      ++queries;
    }
  }
  EXPECT_LT(more, queries / 50);
}

}  // namespace
}  // namespace scree::geometry
