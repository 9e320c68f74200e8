#include "geometry/convex/erosion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "support/random_body.hpp"

namespace scree::geometry {
namespace {

Polyhedron random_body(int corners, std::uint64_t seed) {
  const CounterRandom random(seed, 1);
  std::vector<Vec3> points;
  for (std::uint64_t k = 0; points.size() < static_cast<std::size_t>(corners); ++k)
    points.push_back({random.uniform(4 * k) - 0.5, random.uniform(4 * k + 1) - 0.5,
                      random.uniform(4 * k + 2) - 0.5});
  return *Polyhedron::make(points);
}

// Every plane of the body, moved inwards, holds the eroded body; what is farther inside than that
// is in it.
TEST(Erosion, is_what_lies_deeper_than_the_distance) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Polyhedron body = random_body(6 + static_cast<int>(seed % 20), seed);
    const double by = 0.1 * body.inner_radius();
    const auto core = eroded(body, by);
    ASSERT_TRUE(core) << seed;
    for (const Vec3& x : core->corners()) {
      double outermost = -1;
      for (const Plane& p : body.planes())
        outermost = std::max(outermost, dot(p.normal, x) - p.offset);
      EXPECT_NEAR(outermost, -by, 1e-9) << seed;  // a corner lies on a moved plane
    }
    const CounterRandom random(seed, 2);
    for (std::uint64_t k = 0; k < 200; ++k) {
      const Vec3 x{random.uniform(3 * k) - 0.5, random.uniform(3 * k + 1) - 0.5,
                   random.uniform(3 * k + 2) - 0.5};
      const auto outside = [&x](const Polyhedron& b) {
        double most = -1;
        for (const Plane& p : b.planes()) most = std::max(most, dot(p.normal, x) - p.offset);
        return most;
      };
      const double deep = -outside(body) - by;
      if (!(std::abs(deep) > 1e-9)) continue;
      EXPECT_EQ(outside(*core) < 0, deep > 0) << seed << ' ' << k;
    }
  }
}

TEST(Erosion, of_a_cube_is_a_cube) {
  const auto core = eroded(*Polyhedron::make(test::box_points({2, 2, 2})), 0.25);
  ASSERT_TRUE(core);
  EXPECT_EQ(core->corners().size(), 8u);
  EXPECT_EQ(core->face_count(), 6u);
  EXPECT_NEAR(core->volume(), 1.5 * 1.5 * 1.5, 1e-14);
}

}  // namespace
}  // namespace scree::geometry
