// The space that wall shapes leave for grains, as parts.
#include <gtest/gtest.h>

#include <cmath>

#include "make.hpp"
#include "walls/mesh/mesh_planes.hpp"

namespace scree {
namespace {

using Kind = WallShape::Space::Kind;

const std::vector<Vec3> kCentres = {{0, 1, 0}, {0.2, 1.5, 0.1}, {-0.1, 0.5, 0.3}};
const std::vector<Vec3> kElsewhere = {{50, 1, 0}, {50, 2, 0}, {51, 1, 0}};

bool holds(const std::vector<SpacePart>& parts, const Vec3& x) {
  for (const SpacePart& p : parts) {
    const double along = dot(p.axis, x - p.x);
    const double limit =
        p.is_plane() ? along : norm(x - p.x - along * p.axis) - p.radius - p.slope * along;
    if (limit > 0) return false;
  }
  return true;
}

std::unique_ptr<WallShape> open_beaker() {
  return test::shape(
      "cylinder",
      {{"radius", 1.0}, {"height", 4.0}, {"centre", Vec3{0, 2, 0}}, {"open", std::string("top")}});
}

TEST(WallSpaces, a_plane_is_a_half_space) {
  const auto s = test::shape("plane", {{"point", Vec3{0, 0.25, 0}}, {"normal", Vec3{0, 2, 0}}})
                     ->space(kElsewhere);
  ASSERT_EQ(s.kind, Kind::parts);
  EXPECT_TRUE(holds(s.parts, {9, 0.26, 3}));
  EXPECT_FALSE(holds(s.parts, {9, 0.24, 3}));
}

TEST(WallSpaces, round_walls_from_inside_are_open_where_they_are_open) {
  const auto endless = test::shape("cylinder", {{"radius", 1.0}})->space(kCentres);
  ASSERT_EQ(endless.parts.size(), 1u);
  EXPECT_TRUE(holds(endless.parts, {0.99, 77, 0}));
  EXPECT_FALSE(holds(endless.parts, {1.01, 0, 0}));
  const auto beaker = open_beaker()->space(kCentres);
  ASSERT_EQ(beaker.kind, Kind::parts);
  EXPECT_EQ(beaker.parts.size(), 2u);
  EXPECT_TRUE(holds(beaker.parts, {0, 5, 0}));
  EXPECT_FALSE(holds(beaker.parts, {0, -0.1, 0}));
  // Grains beside it: it holds none.
  EXPECT_EQ(open_beaker()->space(kElsewhere).kind, Kind::beside);
  EXPECT_EQ(test::shape("cylinder", {{"radius", 1.0}, {"side", std::string("outside")}})
                ->space(kElsewhere)
                .kind,
            Kind::beside);
  const auto cone =
      test::shape(
          "cone",
          {{"bottom_radius", 0.5}, {"top_radius", 1.5}, {"height", 2.0}, {"centre", Vec3{0, 1, 0}}})
          ->space(kCentres);
  ASSERT_EQ(cone.kind, Kind::parts);
  EXPECT_TRUE(holds(cone.parts, {0.99, 1, 0}));
  EXPECT_FALSE(holds(cone.parts, {1.01, 1, 0}));
  EXPECT_FALSE(holds(cone.parts, {0, 2.01, 0}));
}

TEST(WallSpaces, an_hourglass_is_not_convex) {
  EXPECT_EQ(test::shape("hourglass", {{"height", 4.0}, {"diameter", 3.0}, {"neck", 0.5}})
                ->space(std::vector<Vec3>{{0, 1, 0}, {0.1, -1, 0}})
                .kind,
            Kind::not_convex);
}

TEST(WallSpaces, boxes_and_plates) {
  const auto box =
      test::shape("box", {{"centre", Vec3{0, 1, 0}}, {"size", Vec3{2, 2, 2}}})->space(kCentres);
  ASSERT_EQ(box.kind, Kind::parts);
  EXPECT_EQ(box.parts.size(), 6u);
  EXPECT_TRUE(holds(box.parts, {0.99, 1.99, -0.99}));
  EXPECT_FALSE(holds(box.parts, {0, 2.01, 0}));
  // A plate counts where it covers the grains, from the side where they are.
  const Vec3 above{0, 3, 0};
  std::vector<std::unique_ptr<WallShape>> plates;
  plates.push_back(test::shape("disc", {{"radius", 1.0}, {"centre", above}}));
  plates.push_back(test::shape("rectangle", {{"width", 2.0}, {"length", 2.0}, {"centre", above}}));
  for (const auto& plate : plates) {
    const auto lid = plate->space(kCentres);
    ASSERT_EQ(lid.kind, Kind::parts);
    EXPECT_TRUE(holds(lid.parts, {0, 2.9, 0}));
    EXPECT_FALSE(holds(lid.parts, {0, 3.1, 0}));
    EXPECT_EQ(plate->space(kElsewhere).kind, Kind::beside);
  }
  EXPECT_EQ(test::shape("disc", {{"radius", 0.2}, {"centre", Vec3{0, 3, 0}}})->space(kCentres).kind,
            Kind::beside);
}

TEST(WallSpaces, planes_of_convex_meshes) {
  // A cube of 12 triangles, one of them turned: sides are merged, normals face outwards.
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  std::vector<std::array<std::uint32_t, 3>> cube = {{0, 2, 1}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7},
                                                    {0, 1, 5}, {0, 5, 4}, {2, 3, 7}, {2, 7, 6},
                                                    {0, 4, 7}, {0, 7, 3}, {1, 2, 6}, {1, 6, 5}};
  const auto planes = convex_planes(corners, cube);
  ASSERT_TRUE(planes);
  EXPECT_EQ(planes->size(), 6u);
  EXPECT_TRUE(holds(*planes, {0.5, 0.5, 0.5}));
  EXPECT_FALSE(holds(*planes, {0.5, 0.5, 1.01}));
  cube.resize(10);  // without one side: still the planes of a convex body
  ASSERT_TRUE(convex_planes(corners, cube));
  EXPECT_EQ(convex_planes(corners, cube)->size(), 5u);
  std::vector<Vec3> dented = corners;
  dented[6] = {0.4, 0.4, 0.4};
  EXPECT_FALSE(convex_planes(dented, cube));
  EXPECT_FALSE(convex_planes(corners, std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}}));
  EXPECT_FALSE(convex_planes({}, {}));
}

}  // namespace
}  // namespace scree
