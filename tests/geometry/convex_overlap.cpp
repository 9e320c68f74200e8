// Bodies that overlap: what the pieces of the step before prove has the bits of asking all planes.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/convex/feature.hpp"
#include "geometry/convex/forms.hpp"
#include "geometry/convex/methods.hpp"
#include "geometry/convex/pair_frame.hpp"
#include "geometry/convex_bodies.hpp"
#include "geometry/same_gap.hpp"
#include "support/effort.hpp"

namespace scree::geometry {
namespace {

using namespace bodies;
using test::tries;

struct Pair {
  Polyhedron a, b;
  double size_b = 1;
  Vec3 x;
  Quat qa, qb;
  PlacedBody first() const { return {a, {}, qa}; }
  PlacedBody second() const { return {b, x, qb, size_b}; }
};

constexpr int kKinds = 10;

Polyhedron body_of(Numbers& r, int kind) {
  switch (kind) {
    case 0:
      return tetrahedron_form();
    case 1:
      return pyramid_form();
    case 2:
      return cube_form();
    case 3:
      return fourteen_form();
    case 4:
      return rough(r, 4 + static_cast<int>(r.uniform(0, 12)));
    case 5:
      return rough(r, 40);
    case 6:
      return box({0.5, 0.02, 0.02});  // a needle
    case 7:
      return box({0.5, 0.5, 0.01});  // a plate
    case 8:
      return *prism_form(5, 0.5);
    default:
      return rough(r, 8, {1, 1, 0.05});
  }
}

// From shallow to deep, turned at random or aligned but for a hair, near borders of faces as well.
Pair pair_of(Numbers& r, int k) {
  const Polyhedron a = body_of(r, k % kKinds), b = body_of(r, k / kKinds % kKinds);
  Pair p{a, b, 1, {}, r.turn(), r.turn()};
  if (k / 7 % 5 == 0) p.size_b = std::pow(10.0, r.uniform(-3, 0));
  Vec3 along = r.direction();
  if (k / 3 % 4 == 0) {  // nearly aligned
    const double hair = std::pow(10.0, r.uniform(-16, -1));
    p.qb = turned(p.qa, hair * r.direction());
    if (k / 12 % 2 == 0) along = rotate(p.qa, Vec3{0, 0, 1});
    along = normalized(along + hair * r.direction());
  }
  const double depth = std::pow(10.0, r.uniform(-8, -0.5)) * p.size_b;
  double lo = 0, hi = 4;
  for (int m = 0; m < 40; ++m) {
    p.x = 0.5 * (lo + hi) * along;
    (widest_plane(p.first(), p.second()).distance > -depth ? hi : lo) = 0.5 * (lo + hi);
  }
  return p;
}

TEST(ConvexOverlap, a_warm_query_has_the_bits_of_the_careful_one) {
  Numbers r(61);
  int queries = 0, warm = 0, usual = 0, usual_warm = 0;
  for (int k = 0; k < tries(4000); ++k) {
    Pair p = pair_of(r, k);
    GapHint hint;
    const double pace = std::pow(10.0, r.uniform(-6, -2)) * p.size_b;
    const Vec3 v = pace * r.direction(), w = pace / p.size_b * r.direction();
    for (int step = 0; step < 25; ++step) {
      GapHint fresh;
      const Gap right = careful_gap(p.first(), p.second(), fresh);
      expect_same(convex_gap(p.first(), p.second(), 1e9, hint), right, std::to_string(k));
      if (HasFailure()) return;
      const bool by_hint = hint.found_by == FoundBy::hint;
      if (right.distance < 0 && step > 0) {
        ++queries, warm += by_hint;
        // The grains of the paper, not aligned, one not far in the other.
        const bool is_usual =
            k % kKinds < 4 && k / kKinds % kKinds < 4 && k / 3 % 4 != 0 && right.distance > -0.03;
        usual += is_usual, usual_warm += is_usual && by_hint;
      }
      p.x += v;
      p.qb = turned(p.qb, w);
    }
  }
  EXPECT_GT(queries, tries(40000));
  EXPECT_GT(warm, queries / 4);
  EXPECT_GT(usual, tries(1000));
  EXPECT_GT(usual_warm, usual * 3 / 4);
}

// Whatever pieces are asked: if they are proved they are those of the widest plane.
TEST(ConvexOverlap, only_the_widest_plane_is_proved) {
  Numbers r(62);
  int proved = 0;
  for (int k = 0; k < tries(1000); ++k) {
    const Pair p = pair_of(r, k);
    const Gap right = widest_plane(p.first(), p.second());
    const PairFrame f(p.first(), p.second());
    const auto ask = [&](Feature a, Feature b) {
      Gap gap;
      if (!certain_overlap(f, a.code, b.code, gap)) return;
      ++proved;
      expect_same(PairFrame::in_world(p.first(), gap), right, std::to_string(k));
    };
    const auto count = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
    for (std::uint32_t i = 0; i < count(p.a.face_count()); ++i)
      for (std::uint32_t j = 0; j < count(p.b.corners().size()); ++j)
        ask({Feature::face, i}, {Feature::corner, j});
    for (std::uint32_t i = 0; i < count(p.a.corners().size()); ++i)
      for (std::uint32_t j = 0; j < count(p.b.face_count()); ++j)
        ask({Feature::corner, i}, {Feature::face, j});
    for (std::uint32_t i = 0; i < count(p.a.edges().size()); ++i)
      for (std::uint32_t j = 0; j < count(p.b.edges().size()); ++j)
        ask({Feature::edge, i}, {Feature::edge, j});
    if (HasFailure()) return;
  }
  EXPECT_GT(proved, tries(300));
}

// Methods move the bodies apart along the plane of the last step, and come to the same bits.
TEST(ConvexOverlap, every_method_finds_the_pieces_by_itself) {
  Numbers r(63);
  for (const GapMethod method : {GapMethod::slm, GapMethod::fcp, GapMethod::cp}) {
    int queries = 0, own = 0;
    for (int k = 0; k < tries(400); ++k) {
      Pair p = pair_of(r, k % 4 + 10 * (k % 3) + 100);
      GapHint hint;
      const Vec3 v = 1e-4 * r.direction(), w = 1e-4 * r.direction();
      for (int step = 0; step < 10; ++step) {
        const std::string who =
            std::string(kGapMethodNames[static_cast<int>(method)]) + std::to_string(k);
        GapHint fresh;
        const Gap right = careful_gap(p.first(), p.second(), fresh);
        expect_same(convex_gap_by(method, p.first(), p.second(), 1e9, hint), right, who);
        if (right.distance < -1e-6 && right.distance > -0.03 && step > 0)
          ++queries, own += hint.found_by != FoundBy::fallback;
        p.x += v;
        p.qb = turned(p.qb, w);
      }
      if (HasFailure()) return;
    }
    EXPECT_GT(queries, tries(400));
    EXPECT_GT(own, queries / 2) << static_cast<int>(method);
  }
}

// A cube in a cube, shifted to a corner: two ways out of one length. Which of them is answered
// follows from the poses, however it is asked.
TEST(ConvexOverlap, two_ways_out_of_one_length_are_never_proved) {
  const Polyhedron cube = box({0.5, 0.5, 0.5});
  for (const double hair : {0.0, 1e-16, 1e-12, 1e-9}) {
    const PlacedBody a(cube, {}, {}), b(cube, {0.9, 0.9 + hair, 0.1}, {});
    const PairFrame f(a, b);
    Gap gap;
    for (std::uint32_t i = 0; i < 6; ++i)
      for (std::uint32_t j = 0; j < 8; ++j)
        EXPECT_FALSE(certain_overlap(f, Feature(Feature::face, i).code,
                                     Feature(Feature::corner, j).code, gap));
  }
}

}  // namespace
}  // namespace scree::geometry
