// Gaps of convex polyhedra: four methods, closed forms, definitions, degenerate poses.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/convex/methods.hpp"
#include "geometry/convex_bodies.hpp"
#include "support/effort.hpp"

namespace scree::geometry {
namespace {

using namespace bodies;
using test::tries;

// What holds of every answer.
void expect_gap(const Placed& a, const Placed& b, const Gap& g, double slack,
                const std::string& who) {
  EXPECT_NEAR(norm(g.normal), 1, 1e-12) << who;
  EXPECT_NEAR(gap_of(a, b, g.normal), g.distance, slack) << who;
  EXPECT_NEAR(dot(g.on_b - g.on_a, g.normal), g.distance, slack) << who;
  if (g.distance > 0) {
    EXPECT_NEAR(norm(g.on_b - g.on_a), g.distance, slack) << who;
  }
}

TEST(ConvexGap, four_methods_agree_on_random_pairs) {
  Numbers r(1);
  int apart = 0, overlapping = 0;
  std::array<int, 4> others{};
  const int pairs = tries(20000);
  for (int k = 0; k < pairs; ++k) {
    const Placed a(rough(r, 4 + k % 20), {}, r.turn());
    const Placed b(rough(r, 4 + k % 7), r.uniform(0.5, 3) * r.direction(), r.turn());
    const Gap g = convex_gap(a.view(), b.view());
    (g.distance > 0 ? apart : overlapping) += 1;
    expect_gap(a, b, g, 1e-12, "gjk");
    for (const GapMethod m : {GapMethod::slm, GapMethod::fcp, GapMethod::cp}) {
      GapHint hint;
      const MethodGap other = convex_gap_by(m, a.view(), b.view(), hint);
      EXPECT_NEAR(other.gap.distance, g.distance, 1e-12) << k;
      if (g.distance > 1e-3) {
        EXPECT_LT(norm(other.gap.normal - g.normal), 1e-9) << k;
        others[static_cast<std::size_t>(m)] += !other.proved_by_own;
      }
    }
  }
  EXPECT_GT(apart, pairs / 2);
  EXPECT_GT(overlapping, pairs / 10);
  // gjk may take over now and then, not as a rule.
  for (const int n : others) EXPECT_LE(n, apart / 100);
}

TEST(ConvexGap, no_plane_has_a_wider_gap) {
  Numbers r(2);
  for (int k = 0; k < tries(3000); ++k) {
    const Placed a(rough(r, 6 + k % 9), {}, r.turn());
    const Placed b(rough(r, 6 + k % 5), r.uniform(0.2, 2.5) * r.direction(), r.turn());
    const Gap g = convex_gap(a.view(), b.view());
    for (int m = 0; m < 60; ++m) {
      // Around the answer and anywhere.
      const Vec3 n = m % 2 ? r.direction() : normalized(g.normal + 0.05 * r.direction());
      EXPECT_LE(gap_of(a, b, n), g.distance + 1e-12);
    }
  }
}

TEST(ConvexGap, exchange_turn_and_shift_change_nothing) {
  Numbers r(3);
  for (int k = 0; k < tries(2000); ++k) {
    const Placed a(rough(r, 8), {}, r.turn());
    const Placed b(rough(r, 12), r.uniform(0.5, 3) * r.direction(), r.turn());
    const Gap g = convex_gap(a.view(), b.view());
    const Gap back = convex_gap(b.view(), a.view());
    EXPECT_NEAR(back.distance, g.distance, 1e-13);
    const Quat q = r.turn();
    const Vec3 x = 3.0 * r.direction();
    const Placed a2(a.body, x + rotate(q, a.x), q * a.q), b2(b.body, x + rotate(q, b.x), q * b.q);
    const Gap moved = convex_gap(a2.view(), b2.view());
    EXPECT_NEAR(moved.distance, g.distance, 1e-12);
    if (g.distance > 1e-3) {
      EXPECT_LT(norm(back.normal + g.normal), 1e-9);
      EXPECT_LT(norm(moved.normal - rotate(q, g.normal)), 1e-9);
    }
  }
}

TEST(ConvexGap, the_normal_is_the_slope_of_the_distance) {
  Numbers r(4);
  int compared = 0;
  for (int k = 0; k < tries(2000); ++k) {
    const Placed a(rough(r, 10), {}, r.turn());
    const Polyhedron shape = rough(r, 10);
    const Vec3 x = r.uniform(0.8, 3) * r.direction();
    const Quat q = r.turn();
    const Gap g = convex_gap(a.view(), Placed(shape, x, q).view());
    const double h = 1e-6;
    Vec3 slope;
    for (int c = 0; c < 3; ++c) {
      Vec3 e{};
      e[c] = h;
      slope[c] = (convex_gap(a.view(), Placed(shape, x + e, q).view()).distance -
                  convex_gap(a.view(), Placed(shape, x - e, q).view()).distance) /
                 (2 * h);
    }
    if (std::abs(g.distance) < 1e-3) continue;
    // Deep in each other, the least displacement may change its direction within h.
    if (g.distance < 0 && norm(slope - g.normal) > 1e-3) continue;
    EXPECT_LT(norm(slope - g.normal), 1e-3);
    ++compared;
  }
  EXPECT_GT(compared, 9 * tries(2000) / 10);
}

TEST(ConvexGap, is_continuous_through_touching) {
  Numbers r(5);
  int touched = 0;
  for (int k = 0; k < tries(500); ++k) {
    const Placed a(rough(r, 8), {}, r.turn());
    const Polyhedron shape = rough(r, 8);
    const Quat q = r.turn();
    const Vec3 along = r.direction();
    const auto at = [&](double d) {
      return convex_gap(a.view(), Placed(shape, d * along, q).view());
    };
    if (at(0).distance > 0) continue;  // a thin one beside the other's middle
    ++touched;
    double lo = 0, hi = 4;  // find where they touch
    for (int m = 0; m < 60; ++m) (at(0.5 * (lo + hi)).distance > 0 ? hi : lo) = 0.5 * (lo + hi);
    double before = at(hi + 1e-7).distance;
    for (double d = hi + 1e-7; d > hi - 1e-7; d -= 1e-8) {
      const double now = at(d).distance;
      EXPECT_LE(std::abs(now - before), 1.01e-8 + 1e-13) << k;
      before = now;
    }
    for (const double d : {hi, lo, hi + 1e-15, hi - 1e-15}) {
      const Gap g = at(d);
      EXPECT_LT(std::abs(g.distance), 1e-7);
      EXPECT_NEAR(norm(g.normal), 1, 1e-12) << "no NaN where they touch";
    }
  }
  EXPECT_GT(touched, 3 * tries(500) / 4);
}

// Poses at which other libraries are known to fail.
TEST(ConvexGap, aligned_cubes_faces_edges_and_corners_at_any_gap) {
  const Polyhedron cube = box({0.5, 0.5, 0.5});
  for (const double gap : {1.0, 1e-3, 1e-9, 0.0, -1e-9, -1e-3, -0.3})
    for (const Vec3& shift :
         {Vec3{0, 0, 0}, Vec3{0.3, 0, 0}, Vec3{0.3, 0.2, 0}, Vec3{0.9, 0.9, 0}}) {
      const Placed a(cube, {}, {}), b(cube, Vec3{shift.x, shift.y, 1 + gap}, {});
      for (const GapMethod m : {GapMethod::gjk, GapMethod::slm, GapMethod::fcp, GapMethod::cp}) {
        GapHint hint;
        const Gap g = convex_gap_by(m, a.view(), b.view(), hint).gap;
        const double least = -std::min(0.1 + 0.0, -gap);  // sideways by 0.1 where shifted by 0.9
        const double expected = shift.x > 0.5 ? std::max(gap, least) : gap;
        EXPECT_NEAR(g.distance, expected, 1e-12) << gap << " " << shift.x;
        expect_gap(a, b, g, 1e-12, std::string(kGapMethodNames[static_cast<int>(m)]));
      }
    }
  // Edge to edge, crossed; corner to corner; corner to edge.
  const Quat diagonal{std::cos(M_PI / 8), 0, 0, std::sin(M_PI / 8)};
  const Placed a(cube, {}, {});
  const Placed corner(cube, {2, 2, 2}, {});
  EXPECT_NEAR(convex_gap(a.view(), corner.view()).distance, std::sqrt(3.0), 1e-14);
  const Placed edge(cube, {2, 2, 0.1}, {});
  EXPECT_NEAR(convex_gap(a.view(), edge.view()).distance, std::sqrt(2.0), 1e-14);
  const Placed turned(cube, {0.5 + std::sqrt(0.5) + 0.25, 0, 0}, diagonal);
  EXPECT_NEAR(convex_gap(a.view(), turned.view()).distance, 0.25, 1e-14) << "edge to face";
}

// Nezami et al. 2006, section 4: several shortest links, as between parallel faces, have one common
// plane. Two of them are opposite sides of a rectangle (12).
TEST(ConvexGap, the_common_plane_is_one_whatever_link_it_is_found_by) {
  Numbers r(9);
  int different = 0;
  for (int k = 0; k < tries(600); ++k) {
    // Two faces, a face and an edge, two parallel edges, or anything.
    const Quat q = r.turn();
    const Quat edge_down{std::cos(M_PI / 8), std::sin(M_PI / 8), 0, 0};
    const double angle = k % 2 ? 0 : r.uniform(0, 1);
    const Quat about{std::cos(angle), 0, 0, std::sin(angle)};
    const Polyhedron shape = k % 4 == 3 ? rough(r, 9) : box({0.5, 0.4, 0.3});
    const Quat q_a = k % 4 == 2 ? q * edge_down : q;
    const Quat q_b = k % 4 == 3 ? r.turn() : q * (k % 4 == 1 || k % 4 == 2 ? edge_down : about);
    const Vec3 x = rotate(q, {r.uniform(-0.3, 0.3), r.uniform(-0.1, 0.1), r.uniform(1.2, 2)});
    const Placed a(shape, {}, q_a), b(shape, x, q_b);
    const Gap first = convex_gap(a.view(), b.view());
    if (!(first.distance > 0.01)) continue;
    const double at = dot(first.normal, 0.5 * (first.on_a + first.on_b));
    for (const GapMethod m : {GapMethod::gjk, GapMethod::slm, GapMethod::fcp, GapMethod::cp})
      for (int start = 0; start < 4; ++start) {
        GapHint hint;
        if (start > 0) hint.axis = normalized(first.normal + r.uniform(0, 1.5) * r.direction());
        const Gap g = convex_gap_by(m, a.view(), b.view(), hint).gap;
        EXPECT_LT(norm(g.normal - first.normal), 1e-9) << k;
        EXPECT_NEAR(dot(first.normal, 0.5 * (g.on_a + g.on_b)), at, 1e-12);
        const Vec3 along = g.on_a - first.on_a;
        EXPECT_LT(norm(along - (g.on_b - first.on_b)), 1e-9) << "a parallelogram";
        EXPECT_NEAR(dot(along, first.normal), 0, 1e-12) << "a rectangle";
        different += norm(along) > 1e-3;
      }
  }
  EXPECT_GT(different, 100) << "links that differ were compared";
}

TEST(ConvexGap, edges_that_are_nearly_parallel) {
  // Two roofs, ridge over ridge.
  const Polyhedron up =
      from({{-1, -1, -1}, {-1, 1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 0, 0}, {1, 0, 0}});
  const Polyhedron down =
      from({{-1, -1, 1}, {-1, 1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 0, 0}, {1, 0, 0}});
  for (const double gap : {0.1, 1e-4, 1e-7, 0.0, -1e-7, -1e-4})
    for (const double angle : {1.0, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-14, 0.0}) {
      const Placed a(up, {}, {});
      const Placed b(down, {0.1, 0, gap}, normalized(Quat{1, 0, 0, angle / 2}));
      for (const GapMethod m : {GapMethod::gjk, GapMethod::slm, GapMethod::fcp, GapMethod::cp}) {
        GapHint hint;
        const Gap g = convex_gap_by(m, a.view(), b.view(), hint).gap;
        expect_gap(a, b, g, std::abs(gap) > 1e-6 ? 1e-11 : 1e-8, "ridges");
        if (gap <= 0) continue;  // sideways may be the shorter way out
        // The direction of a link is known to 1e-16 of the size over its length, and so is where on
        // nearly parallel edges it lies.
        EXPECT_NEAR(g.distance, gap, gap > 1e-6 ? 2e-12 : 1e-9) << angle;
        EXPECT_LT(norm(g.normal - Vec3{0, 0, 1}), gap > 1e-6 ? 2e-4 : 0.2) << gap << " " << angle;
      }
    }
}

TEST(ConvexGap, one_body_in_itself_has_the_depth_of_its_least_width) {
  Numbers r(6);
  const Placed a(box({0.5, 0.7, 0.3}), {}, {}), same(box({0.5, 0.7, 0.3}), {}, {});
  EXPECT_NEAR(convex_gap(a.view(), same.view()).distance, -0.6, 1e-14);
  const Placed b(rough(r, 12), {1, 2, 3}, r.turn());
  const Gap g = convex_gap(b.view(), b.view());
  expect_gap(b, b, g, 1e-12, "same");
  EXPECT_LT(g.distance, 0);
}

TEST(ConvexGap, needles_plates_and_a_thousand_to_one) {
  Numbers r(7);
  for (const Vec3& size : {Vec3{1, 0.01, 0.01}, Vec3{1, 1, 0.005}, Vec3{1e-3, 1e-3, 1e-3}})
    for (int k = 0; k < tries(1000); ++k) {
      const Placed a(rough(r, 10, size), {}, r.turn());
      const Placed b(rough(r, 10), r.uniform(0.9, 1.6) * r.direction(), r.turn());
      for (const GapMethod m : {GapMethod::gjk, GapMethod::slm, GapMethod::fcp, GapMethod::cp}) {
        GapHint hint;
        const Gap g = convex_gap_by(m, a.view(), b.view(), hint).gap;
        expect_gap(a, b, g, 1e-11, std::string(kGapMethodNames[static_cast<int>(m)]));
      }
    }
}

// The answer within reach may not depend on what was remembered.
TEST(ConvexGap, a_hint_never_changes_an_answer) {
  Numbers r(8);
  for (int k = 0; k < tries(300); ++k) {
    const Placed a(rough(r, 10), {}, r.turn());
    const Polyhedron shape = rough(r, 10);
    Vec3 x = 2.3 * r.direction();
    Quat q = r.turn();
    const Vec3 v = -0.01 * normalized(x), w = 0.02 * r.direction();
    GapHint hint;
    for (int step = 0; step < 120; ++step) {
      x += v;
      q = turned(q, w);
      const Placed b(shape, x, q);
      const Gap exact = convex_gap(a.view(), b.view());
      const Gap hinted = convex_gap(a.view(), b.view(), 0.05, hint);
      if (hinted.distance > 0.05) {
        EXPECT_GE(exact.distance, hinted.distance - 1e-13) << "a bound from below";
        continue;
      }
      EXPECT_EQ(hinted.distance, exact.distance);
      EXPECT_EQ(hinted.normal, exact.normal);
      EXPECT_EQ(hinted.on_a, exact.on_a);
    }
  }
}

}  // namespace
}  // namespace scree::geometry
