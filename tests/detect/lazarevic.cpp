// The parts of the fixed cubes scheme: central cube, octant, tree, tables, fixed balls.
#include "detect/lazarevic.hpp"

#include <cmath>

#include "cloud.hpp"
#include "detect/axis_cells.hpp"

namespace scree::detect {
namespace {

CubeFrame unit_frame() {
  CubeFrame f;  // cubes of edge 1 from the origin, no margin
  f.a = 1;
  return f;
}

TEST(FixedCubes, a_ball_inside_its_central_cube_is_in_that_cube_only) {
  const BallCubes b = intersected_cubes(unit_frame(), {0.5, 0.5, 0.5}, 0.4);
  EXPECT_EQ(b.central, (Cube{1, 1, 1}));
  EXPECT_EQ(b.cubes, 1);
}

TEST(FixedCubes, a_centre_on_a_face_belongs_to_the_cube_below_and_reaches_the_one_above) {
  const BallCubes b = intersected_cubes(unit_frame(), {2, 0.5, 0.5}, 0.1);
  EXPECT_EQ(b.central, (Cube{2, 1, 1}));
  EXPECT_EQ(b.cubes, 1 + 2);
  EXPECT_EQ(cube_at(unit_frame(), b, 1), (Cube{3, 1, 1}));
}

TEST(FixedCubes, a_centre_on_a_corner_is_in_all_eight_cubes) {
  const BallCubes b = intersected_cubes(unit_frame(), {-1, -2, 3}, 0.1);
  EXPECT_EQ(b.cubes, 255);
}

TEST(FixedCubes, a_centre_in_the_middle_takes_the_positive_cell) {
  const BallCubes b = intersected_cubes(unit_frame(), {0.5, -0.5, 0.5}, 0.2);
  EXPECT_EQ(b.side[0], 1);
  EXPECT_EQ(b.side[1], 1);
  EXPECT_EQ(b.side[2], 1);
}

TEST(FixedCubes, touching_a_face_counts_as_intersecting) {
  EXPECT_EQ(intersected_cubes(unit_frame(), {0.75, 0.5, 0.5}, 0.25).cubes, 1 + 2);
  EXPECT_EQ(intersected_cubes(unit_frame(), {0.75, 0.5, 0.5}, 0.2499).cubes, 1);
}

TEST(FixedCubes, the_tree_finds_exactly_the_cubes_that_the_ball_intersects) {
  const CubeFrame f = unit_frame();
  const CounterRandom random(4, 0);
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const Vec3 x{4 * random.uniform(4 * i) - 2, 4 * random.uniform(4 * i + 1) - 2,
                 4 * random.uniform(4 * i + 2) - 2};
    const double rho = 0.5 * random.uniform(4 * i + 3);
    const BallCubes b = intersected_cubes(f, x, rho);
    int found = 0, expected = 0;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dz = -1; dz <= 1; ++dz) {
          const Cube k{b.central.x + dx, b.central.y + dy, b.central.z + dz};
          // Squared distance from the centre to the cube [k - 1, k].
          const auto gap = [](double v, std::int64_t c) {
            const auto hi = static_cast<double>(c);
            return v > hi ? v - hi : (v < hi - 1 ? hi - 1 - v : 0);
          };
          const Vec3 d{gap(x.x, k.x), gap(x.y, k.y), gap(x.z, k.z)};
          if (norm2(d) > rho * rho) continue;
          ++expected;
          for (int bit = 0; bit < 8; ++bit)
            found += (b.cubes >> bit & 1) && cube_at(f, b, bit) == k;
        }
    ASSERT_EQ(found, expected) << "ball " << i;
    ASSERT_EQ(std::popcount(b.cubes), expected) << "ball " << i;
  }
}

TEST(FixedCubes, a_period_of_one_cube_has_no_neighbour_and_of_two_has_one) {
  CubeFrame f = unit_frame();
  f.axis[0].count = 1, f.axis[0].period = 1, f.axis[0].inverse_period = 1;
  f.axis[1].count = 2, f.axis[1].period = 2, f.axis[1].inverse_period = 0.5;
  const BallCubes b = intersected_cubes(f, {0.95, 1.95, 0.5}, 0.3);
  EXPECT_EQ(b.cubes, 1 + 4);
  EXPECT_EQ(cube_at(f, b, 2), (Cube{1, 1, 1}));
}

TEST(FixedCubes, unequal_balls_meet_where_the_midpoint_rule_alone_would_lose_them) {
  // Midpoint at 2 from the small ball of radius 1: in a cube that the small ball does not reach.
  Cloud c;
  c.reach = 0;
  c.add({0, 0, 0}, 1), c.add({3.9, 0, 0}, 3), c.add({-8, 0, 0}, 1);
  Lazarevic d;
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_EQ(brute_pairs(c).size(), 1u);
}

TEST(FixedCubes, sort_fixed_balls_only_once_while_their_version_stays) {
  Cloud c = random_cloud(400, {0, 0, 0}, {12, 12, 12}, 1, 1, 21);
  for (std::size_t i = 0; i < 100; ++i) c.ws[i].flags = kFixed;
  Lazarevic d;
  for (int step = 0; step < 5; ++step) {
    for (std::size_t i = 100; i < 400; ++i) c.xr[i].x.x += 0.4;
    EXPECT_EQ(pairs_of(d, c), brute_pairs(c)) << "step " << step;
  }
  EXPECT_EQ(d.fixed_sorts(), 1);
}

TEST(FixedCubes, sort_fixed_balls_again_when_rows_or_the_cube_size_change) {
  Cloud c = random_cloud(300, {0, 0, 0}, {11, 11, 11}, 1, 1, 22);
  for (std::size_t i = 0; i < 100; ++i) c.ws[i].flags = kFixed;
  Lazarevic d;
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  std::rotate(c.xr.begin(), c.xr.begin() + 50, c.xr.end());
  std::rotate(c.ws.begin(), c.ws.begin() + 50, c.ws.end());
  std::rotate(c.id.begin(), c.id.begin() + 50, c.id.end());
  ++c.fixed_version;
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  c.reach = 0.4;
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_EQ(d.fixed_sorts(), 3);
}

TEST(FixedCubes, are_dense_in_a_packing_and_hashed_in_empty_space) {
  const Cloud packed = random_cloud(2000, {0, 0, 0}, {24, 24, 24}, 1, 1, 23);
  Lazarevic d;
  pairs_of(d, packed);
  EXPECT_TRUE(d.dense());
  Cloud apart = packed;
  for (std::size_t i = 0; i < 1000; ++i) apart.xr[i].x += Vec3{2e6, 2e6, 2e6};
  EXPECT_EQ(pairs_of(d, apart), brute_pairs(apart));
  EXPECT_FALSE(d.dense());
  EXPECT_LE(d.cubes(), 8 * apart.xr.size());  // no ball is in more than eight cubes
}

}  // namespace
}  // namespace scree::detect
