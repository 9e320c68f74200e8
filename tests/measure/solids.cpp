// Measures of non-spherical grains: what planes and regions cut from them, and contacts by
// partner.
#include "measure/solids.hpp"

#include <numbers>

#include "make.hpp"
#include "measure/partners.hpp"

namespace scree {
namespace {

using test::value;

const std::vector<std::vector<std::uint32_t>> kCubeFaces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

// A cube of side 1, in a ball of radius sqrt(3)/2.
SolidForm unit_cube() {
  std::vector<Vec3> points;
  for (unsigned k = 0; k < 8; ++k)
    points.push_back({k & 1u ? 0.5 : -0.5, k & 2u ? 0.5 : -0.5, k & 4u ? 0.5 : -0.5});
  return {0.5 * std::numbers::sqrt3, points, kCubeFaces};
}

struct Cubes {
  Particles p;
  RowSolids solids;
  RowShares shares;

  explicit Cubes(const std::vector<std::pair<Vec3, Quat>>& poses, double side = 1) {
    solids.forms.push_back(unit_cube());
    for (const auto& [x, q] : poses) {
      const double r = 0.5 * std::numbers::sqrt3 * side,
                   ball = 4.0 / 3 * std::numbers::pi * r * r * r;
      test::add(p, x, r);
      p.q.back() = q;
      p.ws.back().flags |= kShaped;
      solids.form.push_back(1);
      shares.fraction.push_back(1);
      shares.mass.push_back(2500 * side * side * side);
      shares.solid.push_back(side * side * side / ball);
      shares.arm.push_back({});
    }
    p.index_ids();
  }
  MeasureInput input() const { return {.particles = p, .shares = &shares, .solids = &solids}; }
};

Quat about(const Vec3& axis, double angle) {
  const Vec3 v = std::sin(0.5 * angle) * normalized(axis);
  return {std::cos(0.5 * angle), v.x, v.y, v.z};
}

TEST(SolidMeasures, a_cube_is_cut_by_planes_as_prisms_and_pyramids_are) {
  const SolidForm cube = unit_cube();
  EXPECT_NEAR(cube.volume(), 1, 1e-15);
  const PlacedSolid upright(cube, {}, cube.radius()), doubled(cube, {}, 2 * cube.radius());
  EXPECT_NEAR(upright.share_below({0, 1, 0}, -0.2), 0.3, 1e-15);
  EXPECT_NEAR(doubled.share_below({0, 1, 0}, -0.4), 0.3, 1e-15);
  EXPECT_EQ(upright.share_below({0, 1, 0}, -0.5), 0);
  EXPECT_EQ(upright.share_below({0, 1, 0}, 7), 1);
  // Corner up: the tip of height h is a pyramid with the volume sqrt(3)/2 h^3.
  const Vec3 diagonal = normalized(Vec3{1, 1, 1});
  const double h = 0.3;
  EXPECT_NEAR(1 - upright.share_below(diagonal, 0.5 * std::numbers::sqrt3 - h),
              0.5 * std::numbers::sqrt3 * h * h * h, 1e-15);
  EXPECT_NEAR(upright.top(diagonal), 0.5 * std::numbers::sqrt3, 1e-15);
  // Edge up: half of it is below the middle, and the tip is a prism.
  const PlacedSolid turned(cube, about({0, 0, 1}, std::numbers::pi / 4), cube.radius());
  EXPECT_NEAR(turned.share_below({0, 1, 0}, 0), 0.5, 1e-15);
  EXPECT_NEAR(1 - turned.share_below({0, 1, 0}, std::sqrt(0.5) - 0.1), 0.01, 1e-15);
}

TEST(SolidMeasures, a_box_takes_what_is_inside_and_parts_add_up) {
  const SolidForm cube = unit_cube();
  const PlacedSolid upright(cube, {}, cube.radius());
  EXPECT_NEAR(upright.share_in_box({0.1, -1, -1}, {1, 0.2, 1}), 0.4 * 0.7, 1e-15);
  EXPECT_NEAR(upright.share_in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}), 0.008, 1e-15);
  EXPECT_EQ(upright.share_in_box({2, 2, 2}, {3, 3, 3}), 0);
  const PlacedSolid turned(cube, normalized(Quat{1, 2, -3, 0.5}), 3 * cube.radius());
  double sum = 0;
  for (unsigned k = 0; k < 8; ++k) {
    const auto half = [](bool upper, double at) {
      return std::pair(upper ? at : -9.0, upper ? 9.0 : at);
    };
    const auto [x0, x1] = half(k & 1u, 0.3);
    const auto [y0, y1] = half(k & 2u, -0.4);
    const auto [z0, z1] = half(k & 4u, 0.1);
    sum += turned.share_in_box({x0, y0, z0}, {x1, y1, z1});
  }
  EXPECT_NEAR(sum, 1, 1e-13);
}

// The part of a box of 2a x 2b within a circle of radius r about its middle.
double circle_in_square(double half, double r) {
  const double angle = std::acos(half / r);  // of each of the four sides that cut a segment off
  return std::numbers::pi * r * r - 4 * (r * r * angle - half * std::sqrt(r * r - half * half));
}

TEST(SolidMeasures, cylinders_and_balls_are_met_to_a_ten_thousandth) {
  const SolidForm cube = unit_cube();
  const PlacedSolid upright(cube, {}, cube.radius());
  EXPECT_NEAR(upright.share_in_cylinder({}, {0, 1, 0}, 0.3, -9, 0.1), 0.6 * std::numbers::pi * 0.09,
              1e-12);
  EXPECT_NEAR(upright.share_in_cylinder({}, {0, 1, 0}, 0.6, -9, 9), circle_in_square(0.5, 0.6),
              1e-12);
  EXPECT_NEAR(upright.share_in_ball({}, 0.4), 4.0 / 3 * std::numbers::pi * 0.064, 1e-4);
  EXPECT_NEAR(upright.share_in_ball({0.5, 0.5, 0.5}, 0.6), std::numbers::pi / 6 * 0.216, 1e-4);
  EXPECT_NEAR(upright.share_in_ball({3, 0, 0}, 9), 1, 1e-12);
  EXPECT_NEAR(upright.share_in_ball({3, 0, 0}, 1), 0, 1e-15);
  // A quarter about an edge, and turned with all that is around it.
  const Quat q = normalized(Quat{1, 2, -3, 0.5});
  const PlacedSolid turned(cube, q, cube.radius());
  EXPECT_NEAR(
      turned.share_in_cylinder(rotate(q, Vec3{0.5, 0.5, 0}), rotate(q, Vec3{0, 0, 1}), 0.8, -9, 9),
      std::numbers::pi / 4 * 0.64, 1e-12);
  EXPECT_NEAR(turned.share_in_cylinder({0.1, 0.2, 0}, normalized(Vec3{1, 1, 0.3}), 5, -9, 9), 1,
              1e-12);
}

TEST(SolidMeasures, densities_count_the_true_volume_in_a_layer) {
  const Cubes one({{{0, 0.5, 0}, {}}, {{2, 1.5, 0}, {}}});
  EXPECT_NEAR(value("density; area = 4; height = 1.25", one.input(), "solid_fraction"), 1.25 / 5,
              1e-14);
  EXPECT_NEAR(value("density; area = 4", one.input(), "height"), 2, 1e-14);  // not that of a ball
  EXPECT_NEAR(value("density; area = 4", one.input(), "solid_fraction"), 2.0 / 8, 1e-14);
  EXPECT_NEAR(value("layers; thickness = 0.25; count = 8", one.input(), "volume_1"), 0.25, 1e-14);
  EXPECT_NEAR(value("layers; thickness = 0.25; count = 8", one.input(), "volume_8"), 0.25, 1e-14);
  EXPECT_NEAR(value("mass; share = volume; region = box; low = [-1, 0, -1]; high = [0, 9, 1]",
                    one.input(), "mass"),
              1250, 1e-9);
  EXPECT_NEAR(value("mass; share = volume; region = cylinder; radius = 0.5; height = 9",
                    one.input(), "number"),
              std::numbers::pi / 4, 1e-10);
  EXPECT_NEAR(value("mass; share = volume; region = sphere; radius = 0.5; centre = [0, 0.5, 0]",
                    one.input(), "number"),
              std::numbers::pi / 6, 1e-4);
  EXPECT_NEAR(
      value("rings; radius = 0.5; count = 2; height = 20", one.input(), "solid_fraction_1") * 20, 1,
      1e-9);
}

// Across a seam a cube has two parts, which are one cube together.
TEST(SolidMeasures, a_cube_on_a_seam_is_whole) {
  const Cubes one({{{0.1, 0, 0}, normalized(Quat{1, 0.3, -0.2, 0.6})}});
  MeasureInput in = one.input();
  in.box.lo = {0, -5, -5}, in.box.hi = {4, 5, 5};
  in.box.periodic[0] = true;
  const auto mass = [&](const std::string& lo, const std::string& hi) {
    return value(
        "mass; share = volume; region = box; low = [" + lo + ", -4, -4]; high = [" + hi + ", 4, 4]",
        in, "number");
  };
  EXPECT_NEAR(mass("0", "4"), 1, 1e-13);
  EXPECT_NEAR(mass("0", "2") + mass("2", "4"), 1, 1e-13);
  EXPECT_GT(mass("2", "4"), 0.2);
  EXPECT_NEAR(mass("-1", "1"), 1, 1e-13);
}

MeasureContact point(std::uint32_t i, std::uint32_t j, int wall, const Vec3& at, const Vec3& n,
                     const Vec3& force) {
  return {ParticleId{i}, ParticleId{j}, wall, at, n, 1e-6, force, {}};
}

// A cube on the floor with four corners, and one on it with four points of an area.
TEST(SolidMeasures, an_area_and_the_corners_at_a_wall_are_one_contact) {
  const Cubes two({{{0, 0.5, 0}, {}}, {{0, 1.5, 0}, {}}});
  std::vector<MeasureContact> contacts;
  for (const double x : {-0.5, 0.5})
    for (const double z : {-0.5, 0.5}) {
      contacts.push_back(point(0, 1, -1, {x, 1, z}, {0, 1, 0}, {0, -1, 0}));
      contacts.push_back(point(0, 0, 0, {x, 0, z}, {0, -1, 0}, {0, 2, 0}));
    }
  MeasureInput in = two.input();
  in.contacts = contacts;
  EXPECT_EQ(value("coordination", in, "contacts"), 2);
  EXPECT_EQ(value("coordination", in, "coordination"), 1.5);
  EXPECT_EQ(value("coordination; walls = false", in, "coordination"), 1);
  EXPECT_EQ(value("forces", in, "mean"), 6);  // 4 N between them, 8 N on the floor
  EXPECT_EQ(value("forces", in, "max"), 8);
  EXPECT_EQ(value("fabric", in, "yy"), 1);
  // Each stands on one face; the wall and the other cube hold the lower one.
  EXPECT_EQ(value("coordination", in, "rattlers"), 0);
  EXPECT_EQ(value("coordination", in, "coordination_bearing"), 1.5);
  EXPECT_EQ(value("coordination; least = 2", in, "rattlers"), 2) << "as asked for";
  in.weight = false;
  EXPECT_EQ(value("coordination", in, "rattlers"), 2) << "nothing holds the upper one down";
  in.weight = true;
  // In a corner of one wall it has three, whatever the order of the points.
  contacts.push_back(point(0, 0, 0, {-0.5, 0, 0}, {-1, 0, 0}, {1, 0, 0}));
  contacts.push_back(point(0, 0, 0, {-0.5, 1, 0}, {-1, 0, 0}, {1, 0, 0}));
  contacts.push_back(point(0, 0, 0, {0, 1, -0.5}, {0, 0, -1}, {0, 0, 1}));
  std::vector<MeasureContact> reversed(contacts.rbegin(), contacts.rend());
  for (const auto* list : {&contacts, &reversed}) {
    in.contacts = *list;
    EXPECT_EQ(value("coordination", in, "contacts"), 4);
    EXPECT_EQ(value("forces", in, "mean"), (4 + 8 + 2 + 1) / 4.0);
  }
}

// One corner that brushes another cube holds nothing: off the centre, or from above.
TEST(SolidMeasures, a_cube_that_is_only_brushed_is_a_rattler) {
  const Cubes two({{{0, 0.5, 0}, {}}, {{0.9, 1.5, 0.9}, {}}});
  MeasureInput in = two.input();
  for (const Vec3& force : {Vec3{0, -1, 0}, Vec3{0, 1, 0}, Vec3{-1, -0.2, 0}}) {
    const std::vector<MeasureContact> contacts{point(0, 1, -1, {0.45, 1, 0.45}, {0, 1, 0}, force)};
    in.contacts = contacts;
    EXPECT_EQ(value("coordination", in, "rattlers"), 2);
  }
}

}  // namespace
}  // namespace scree
