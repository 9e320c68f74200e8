#include <gtest/gtest.h>

#include <cmath>

#include "shapes/sphere.hpp"
#include "support/capsule.hpp"

namespace scree {
namespace {

using test::Capsule;

TEST(CollideTable, knows_the_catalogue_and_what_is_added_from_outside) {
  CollideTable table = CollideTable::with({});
  EXPECT_TRUE(table.knows("sphere", "sphere"));
  EXPECT_FALSE(table.knows("capsule", "sphere"));
  for (const CollideEntry& e : test::kCapsulePairs) table.add(e);
  EXPECT_TRUE(table.knows("capsule", "sphere"));
  EXPECT_TRUE(table.knows("sphere", "capsule"));
  EXPECT_EQ(table.known(),
            "polygon-polygon, polygon-sphere, polyhedron-polyhedron, polyhedron-sphere, "
            "sphere-sphere, capsule-capsule, "
            "capsule-sphere");
}

TEST(CollideTable, exchanged_partners_have_the_opposite_normal) {
  CollideTable table = CollideTable::with({});
  for (const CollideEntry& e : test::kCapsulePairs) table.add(e);
  const Capsule capsule(1, 0.5);
  const Sphere ball(1);
  const Pose at_capsule{}, at_ball{{1.25, 0, 0.25}};
  ContactPoints there, back;
  table.collide(capsule, at_capsule, ball, at_ball, 0, there);
  table.collide(ball, at_ball, capsule, at_capsule, 0, back);
  ASSERT_EQ(there.count, 1);
  ASSERT_EQ(back.count, 1);
  EXPECT_NEAR(there.point[0].depth, 0.25, 1e-15);
  EXPECT_EQ(there.point[0].normal, (Vec3{1, 0, 0}));
  EXPECT_EQ(back.point[0].normal, (Vec3{-1, 0, 0}));
  EXPECT_EQ(back.point[0].point, there.point[0].point);
}

TEST(CollideTable, spheres_meet_as_in_the_fast_path) {
  const CollideTable table = CollideTable::with({});
  ContactPoints out;
  table.collide(Sphere(1), {}, Sphere(2), {{0, 2.5, 0}}, 0, out);
  ASSERT_EQ(out.count, 1);
  EXPECT_EQ(out.point[0].normal, (Vec3{0, 1, 0}));
  EXPECT_EQ(out.point[0].depth, 0.5);
  EXPECT_EQ(out.point[0].point, (Vec3{0, 0.75, 0}));
  out = {};
  table.collide(Sphere(1), {}, Sphere(2), {{0, 3, 0}}, 0, out);
  EXPECT_EQ(out.count, 0) << "touching surfaces do not overlap";
  table.collide(Sphere(1), {}, Sphere(2), {}, 0, out);
  ASSERT_EQ(out.count, 1) << "equal centres";
  EXPECT_EQ(out.point[0].normal, (Vec3{1, 0, 0}));
}

TEST(ContactPoints, keep_the_deepest_where_there_are_too_many) {
  ContactPoints out;
  for (int k = 0; k < 12; ++k)
    out.add({.depth = (k * 5) % 12 + 1.0, .feature = static_cast<std::uint64_t>(k)});
  EXPECT_EQ(out.count, ContactPoints::kMax);
  for (const ContactPoint& p : out.point) EXPECT_GT(p.depth, 4);
}

}  // namespace
}  // namespace scree
