// The fast ways to the features of two bodies have the bits of the plain one.
#include "geometry/convex/kept_features.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "geometry/convex/forms.hpp"
#include "geometry/convex_bodies.hpp"
#include "geometry/plain_features.hpp"

namespace scree::geometry {
namespace {

using bodies::Numbers;
using Features = std::vector<FeatureDepth>;
using Kept = std::unique_ptr<KeptFeatures>;

std::vector<Polyhedron> pressing_forms() {
  std::vector<Polyhedron> out{cube_form(),         tetrahedron_form(),        fourteen_form(),
                              dodecahedron_form(), *box_form({1, 0.02, 0.7}), *prism_form(3, 1),
                              *prism_form(40, 0.4)};
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    FormSpec spec;
    spec.vertices = 26;
    spec.seed = seed;
    out.push_back(*random_form(spec));
  }
  return out;
}

// Not one zero for the other either.
bool same_bits_in_all(const Features& a, const Features& b) {
  static_assert(sizeof(FeatureDepth) == 14 * sizeof(double));  // without gaps between them
  const auto same = [](const FeatureDepth& x, const FeatureDepth& y) {
    return std::memcmp(&x, &y, sizeof x) == 0;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

// Number of features; the two fast ways are compared with the plain one.
std::size_t check_pair(const PlacedBody& a, const PlacedBody& b, double range, Kept& kept) {
  const Gap gap = convex_gap(a, b);
  const Features expected = plain::feature_depths(a, b, range, gap);
  Features searched, remembered;
  feature_depths(a, b, range, gap, searched);
  feature_depths(a, b, range, gap, kept, remembered);
  EXPECT_TRUE(same_bits_in_all(searched, expected)) << searched.size() << " " << expected.size();
  EXPECT_TRUE(same_bits_in_all(remembered, expected))
      << remembered.size() << " " << expected.size();
  return expected.size();
}

// So far along u that the gap is about `wanted`.
PlacedBody brought_near(const PlacedBody& a, PlacedBody b, const Vec3& u, double wanted) {
  double lo = 0, hi = 2 * (a.radius() + b.radius());
  for (int k = 0; k < 40; ++k) {
    const double at = 0.5 * (lo + hi);
    b.x = a.x + at * u;
    (convex_gap(a, b).distance > wanted ? hi : lo) = at;
  }
  return b;
}

Quat small_turn(Numbers& r, double angle) {
  const Vec3 u = r.direction();
  return normalized(Quat{1, angle * u.x, angle * u.y, angle * u.z});
}

TEST(KeptFeatures, are_those_of_the_plain_search_in_random_poses) {
  Numbers r(11);
  const auto forms = pressing_forms();
  std::size_t features = 0;
  for (const Polyhedron& fa : forms)
    for (const Polyhedron& fb : forms)
      for (const double size : {1.0, 0.01}) {
        const Vec3 far{r.uniform(-100, 100), 3, -2};
        const PlacedBody a(fa, far, r.turn(), 1);
        const double range = 0.2 * std::min(fa.inner_radius(), size * fb.inner_radius());
        const PlacedBody b =
            brought_near(a, {fb, far, r.turn(), size}, r.direction(), r.uniform(-0.5, 1) * range);
        Kept kept;
        features += check_pair(a, b, range, kept);
      }
  EXPECT_GT(features, 2 * forms.size() * forms.size());
}

// In steps of a part of the range: pieces are kept, used up and collected again.
TEST(KeptFeatures, are_those_of_the_plain_search_while_bodies_move) {
  Numbers r(12);
  const auto forms = pressing_forms();
  std::size_t most = 0;
  for (const Polyhedron& fa : forms)
    for (const Polyhedron& fb : forms) {
      const double range = 0.2 * std::min(fa.inner_radius(), fb.inner_radius());
      const PlacedBody a(fa, {1, 2, 3}, r.turn(), 1);
      Quat q = r.turn();
      PlacedBody b = brought_near(a, {fb, a.x, q, 1}, r.direction(), 0.6 * range);
      Kept kept;
      for (int step = 0; step < 25; ++step) {
        most = std::max(most, check_pair(a, b, range, kept));
        const double pace = step % 8 == 7 ? 0.3 : 0.03;
        q = small_turn(r, pace * range) * q;
        b = {fb, b.x + pace * range * r.direction(), q, 1};
      }
    }
  EXPECT_GT(most, 4u);
}

TEST(KeptFeatures, are_those_of_the_plain_search_of_faces_that_lie_flat) {
  for (const Polyhedron& other : {cube_form(), *prism_form(40, 0.4), *box_form({1, 0.02, 0.7})}) {
    const Polyhedron cube = cube_form();
    const double range = 0.1 * std::min(cube.inner_radius(), other.inner_radius());
    Numbers r(13);
    double top = 0;
    for (const Vec3& c : other.corners()) top = std::max(top, c.y);
    const double side = 2 * cube.inner_radius();
    Kept kept;
    // On a grid: corners over corners, sides over sides, and beside them by a hair.
    for (int k = 0; k < 60; ++k) {
      const double hair = k % 3 == 0 ? 0 : 1e-13 * r.uniform(-1, 1);
      const Vec3 aside{side * (k % 5 - 2) / 2, 0, side * (k % 7 - 3) / 3 + hair};
      const double height = cube.inner_radius() + top + r.uniform(-0.3, 0.9) * range;
      const Quat q = k % 2 == 0 ? Quat{} : normalized(Quat{1, 0, 1e-12 * k, 0});
      check_pair({cube, {}, {}, 1}, {other, aside + Vec3{0, height, 0}, q, 1}, range, kept);
    }
  }
}

// Pieces of another pair, or of another size, are of no use.
TEST(KeptFeatures, are_not_taken_over_by_other_bodies) {
  Numbers r(14);
  const Polyhedron cube = cube_form(), other = fourteen_form();
  const double range = 0.1 * cube.inner_radius();
  Kept kept;
  for (const Polyhedron* form : {&cube, &other, &cube})
    for (const double size : {1.0, 1.001}) {
      const PlacedBody a(cube, {}, {}, 1);
      const PlacedBody b =
          brought_near(a, {*form, {}, {0.8, 0.6, 0, 0}, size}, {0, 1, 0}, 0.5 * range);
      EXPECT_GT(check_pair(a, b, range, kept), 0u);
    }
}

}  // namespace
}  // namespace scree::geometry
