// Corners, rims, tips and necks: how many contacts, and does the normal turn without a jump?
#include <cmath>

#include "make.hpp"

namespace scree {
namespace {

using test::deepest;
using test::shape;
using test::touches;

// Walks along `path(s)`, s in [0, 1], and asks for exactly one contact whose normal never turns
// faster than the geometry allows: by step / distance.
template <class Path>
void expect_one_smooth_contact(const WallShape& wall, double reach, Path&& path) {
  constexpr int steps = 4000;
  Vec3 before{}, x_before{};
  for (int i = 0; i <= steps; ++i) {
    const Vec3 x = path(static_cast<double>(i) / steps);
    const WallTouches t = touches(wall, x, reach);
    ASSERT_EQ(t.count, 1) << "at step " << i;
    const WallTouch& c = t.touch[0];
    if (i > 0) {
      ASSERT_LE(norm(c.normal - before), 1.01 * norm(x - x_before) / std::abs(c.distance) + 1e-12)
          << "at step " << i;
    }
    before = c.normal, x_before = x;
  }
}

TEST(Box, a_ball_in_a_corner_has_three_contacts) {
  for (const std::string open : {"none", "top"}) {
    const auto box = shape("box", {{"size", Vec3{1, 1, 1}}, {"open", open}});
    const WallTouches t = touches(*box, {-0.45, -0.45, -0.45}, 0.1);
    ASSERT_EQ(t.count, 3);
    Vec3 sum{};
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(t.touch[i].distance, 0.05, 1e-15);
      sum += t.touch[i].normal;
    }
    EXPECT_EQ(sum, (Vec3{1, 1, 1}));
  }
}

TEST(Box, distances_from_an_axis_aligned_box_are_exact) {
  const auto box = shape("box", {{"min", Vec3{0, 0, 0}}, {"max", Vec3{1, 1, 1}}});
  const auto plane = shape("plane", {{"point", Vec3{1, 0, 0}}, {"normal", Vec3{-1, 0, 0}}});
  for (int i = 0; i < 100; ++i) {
    const Vec3 x = 0.5 * (test::random_point(1, i, 1) + Vec3{1, 1, 1});
    const WallTouches p = touches(*plane, x, 2), b = touches(*box, x, 2);
    ASSERT_EQ(b.count, 6);
    bool found = false;
    for (int k = 0; k < 6; ++k)
      found = found || (b.touch[k].normal == p.touch[0].normal &&
                        b.touch[k].distance == p.touch[0].distance);
    EXPECT_TRUE(found);
  }
}

TEST(Box, a_ball_rolls_over_the_rim_of_an_open_box_on_one_contact) {
  const auto box = shape("box", {{"size", Vec3{1, 1, 1}}, {"open", std::string("top")}});
  expect_one_smooth_contact(*box, 0.1, [](double s) {
    // Up the inside of the wall x = 0.5, over the rim, down the outside.
    if (s < 0.3) return Vec3{0.41, 0.2 + s, 0};
    if (s > 0.7) return Vec3{0.59, 0.5 - (s - 0.7), 0};
    const double angle = M_PI * (s - 0.3) / 0.4;
    return Vec3{0.5 - 0.09 * std::cos(angle), 0.5 + 0.09 * std::sin(angle), 0};
  });
}

TEST(Box, a_ball_rolls_around_an_edge_and_a_corner_from_outside_on_one_contact) {
  for (const std::string open : {"none", "bottom"}) {
    const auto box =
        shape("box", {{"size", Vec3{1, 1, 1}}, {"open", open}, {"side", std::string("outside")}});
    expect_one_smooth_contact(*box, 0.1, [](double s) {
      const double a = M_PI / 2 * s, b = M_PI / 2 * std::abs(2 * s - 1);
      return Vec3{0.5, 0.5, 0.5} +
             0.09 * Vec3{std::cos(a) * std::cos(b), std::sin(a) * std::cos(b), std::sin(b)};
    });
  }
}

TEST(Box, a_lost_ball_is_pushed_back_from_any_depth) {
  const auto box = shape("box", {{"size", Vec3{1, 1, 1}}});
  const WallTouch c = *deepest(touches(*box, {0, -7.5, 0}, 0.1));
  EXPECT_EQ(c.distance, -7);
  EXPECT_EQ(c.normal, (Vec3{0, 1, 0}));
}

TEST(Rectangle, both_sides_touch_unless_one_is_asked_for) {
  const std::pair<std::string, ParamSet::Value> w{"width", 1.0}, l{"length", 1.0};
  const auto both = shape("rectangle", {w, l});
  const WallTouches below = touches(*both, {0, -0.05, 0}, 0.1);
  ASSERT_EQ(below.count, 1);
  EXPECT_EQ(below.touch[0].normal, (Vec3{0, -1, 0}));
  EXPECT_EQ(below.touch[0].distance, 0.05);
  const auto one = shape("rectangle", {w, l, {"sided", std::string("one")}});
  const WallTouches behind = touches(*one, {0, -0.05, 0}, 0.1);
  ASSERT_EQ(behind.count, 1);
  EXPECT_EQ(behind.touch[0].normal, (Vec3{0, 1, 0}));
  EXPECT_EQ(behind.touch[0].distance, -0.05);
  EXPECT_EQ(touches(*one, {0, -0.15, 0}, 0.1).count, 0);
  EXPECT_EQ(one->side({0, -0.05, 0}), -1);
  EXPECT_EQ(one->side({0.7, -0.05, 0}), 1);
}

TEST(Rectangle, a_ball_rolls_around_the_rim_on_one_contact) {
  for (const std::string sided : {"both", "one"}) {
    const auto wall = shape("rectangle", {{"width", 1.0}, {"length", 1.0}, {"sided", sided}});
    // From the top of the face to straight below the rim, at a corner.
    expect_one_smooth_contact(*wall, 0.1, [](double s) {
      const double angle = M_PI * 0.99 * s;
      return Vec3{0.5 + 0.06 * std::sin(angle), 0.09 * std::cos(angle),
                  0.5 + 0.06 * std::sin(angle)};
    });
  }
}

TEST(Disc, a_ball_rolls_around_the_rim_on_one_contact) {
  const auto wall = shape("disc", {{"radius", 1.0}});
  expect_one_smooth_contact(*wall, 0.1, [](double s) {
    if (s < 0.25) return Vec3{0.9 + 0.4 * s, 0.09, 0};
    if (s > 0.75) return Vec3{1 - 0.4 * (s - 0.75), -0.09, 0};
    const double angle = M_PI * 2 * (s - 0.25);
    return Vec3{1 + 0.09 * std::sin(angle), 0.09 * std::cos(angle), 0};
  });
}

TEST(Annulus, a_ball_too_big_for_the_hole_sits_on_both_sides_of_it) {
  const auto wall = shape("annulus", {{"inner_radius", 0.3}, {"outer_radius", 1.0}});
  for (const double off : {0.0, 1e-9, 0.01}) {
    const WallTouches t = touches(*wall, {off, 0.4, 0}, 0.52);
    ASSERT_EQ(t.count, 2);
    const Vec3 sum = t.touch[0].normal + t.touch[1].normal;
    EXPECT_NEAR(sum.y, 1.6, 0.01);
    EXPECT_NEAR(sum.x, 0, 4.1 * off + 1e-15);  // no side force in the middle
  }
}

TEST(Cylinder, a_ball_at_the_foot_of_the_wall_has_two_contacts) {
  for (const std::string open : {"none", "top"}) {
    const auto wall = shape("cylinder", {{"radius", 1.0}, {"height", 2.0}, {"open", open}});
    const WallTouches t = touches(*wall, {0.95, -0.97, 0}, 0.1);
    ASSERT_EQ(t.count, 2);
    EXPECT_NEAR(t.touch[0].distance + t.touch[1].distance, 0.08, 1e-15);
    EXPECT_EQ(touches(*wall, {0, 0, 0}, 0.9).count, 0);
  }
}

TEST(Cylinder, a_ball_rolls_over_the_rim_and_around_the_foot_from_outside_on_one_contact) {
  const auto wall =
      shape("cylinder", {{"radius", 1.0}, {"height", 2.0}, {"open", std::string("top")}});
  expect_one_smooth_contact(*wall, 0.1, [](double s) {
    const double angle = M_PI * s;
    return Vec3{1 - 0.09 * std::cos(angle), 1 + 0.09 * std::sin(angle), 0};
  });
  expect_one_smooth_contact(*wall, 0.1, [](double s) {
    const double angle = M_PI / 2 * (1.2 * s - 0.1);
    return Vec3{1 + 0.09 * std::cos(angle), -1 - 0.09 * std::sin(angle), 0};
  });
}

TEST(Cylinder, a_ball_that_escapes_through_the_side_keeps_its_floor) {
  const auto wall = shape("cylinder", {{"radius", 1.0}, {"height", 2.0}});
  const WallTouches in = touches(*wall, {0.999999, -0.95, 0}, 0.1);
  const WallTouches out = touches(*wall, {1.000001, -0.95, 0}, 0.1);
  ASSERT_EQ(in.count, 2);
  ASSERT_EQ(out.count, 2);
  for (int i = 0; i < 2; ++i) {
    const WallTouch* c = test::of_feature(out, in.touch[i].feature);
    ASSERT_TRUE(c);
    EXPECT_NEAR(c->distance, in.touch[i].distance, 2.1e-6);
    EXPECT_NEAR(norm(c->normal - in.touch[i].normal), 0, 1e-12);
  }
}

TEST(Cone, a_ball_on_the_axis_of_a_tip_rests_on_both_sides) {
  const auto wall = shape("cone", {{"bottom_radius", 0.0}, {"top_radius", 1.0}, {"height", 1.0}});
  const WallTouches t = touches(*wall, {0, 0, 0}, 0.4);  // 45 degrees: distance 0.5 sin 45
  ASSERT_EQ(t.count, 2);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(t.touch[i].distance, 0.5 * std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(norm(t.touch[0].normal + t.touch[1].normal - Vec3{0, std::sqrt(2.0), 0}), 0, 1e-15);
}

TEST(Cone, a_ball_rolls_over_the_tip_from_outside_on_one_contact) {
  const auto wall = shape("cone", {{"bottom_radius", 1.0},
                                   {"top_radius", 0.0},
                                   {"height", 1.0},
                                   {"side", std::string("outside")}});
  expect_one_smooth_contact(*wall, 0.1, [](double s) {
    const double angle = M_PI / 2 * (2 * s - 1);
    return Vec3{0.09 * std::sin(angle), 0.5 + 0.09 * std::cos(angle), 0.001};
  });
}

TEST(Hourglass, a_ball_rolls_over_the_neck_on_one_contact) {
  const auto wall = shape("hourglass", {{"height", 0.1}, {"diameter", 0.1}, {"neck", 0.02}});
  // Cones of slope 5/4: from the upper one over the ring to the lower one, 2 mm off the glass.
  expect_one_smooth_contact(*wall, 0.0021, [](double s) {
    const double angle = std::atan2(4.0, 5.0) * 2.2 * (s - 0.5);
    return Vec3{0.01 - 0.002 * std::cos(angle), 0.002 * std::sin(angle), 0};
  });
}

TEST(Hourglass, a_ball_in_a_flat_glass_does_not_feel_the_back_of_the_other_chamber) {
  const auto wall = shape("hourglass", {{"height", 0.2}, {"diameter", 2.0}, {"neck", 0.2}});
  const WallTouches t = touches(*wall, {0.3, 0.06, 0}, 0.05);
  ASSERT_EQ(t.count, 2);  // the cone below it and the lid above it
  for (int i = 0; i < 2; ++i) EXPECT_GT(t.touch[i].distance, 0);
}

TEST(Hourglass, half_of_the_glass_of_the_thesis_has_the_volume_of_its_cones) {
  const auto wall = shape("hourglass", {{"height", 0.1}, {"diameter", 0.1}, {"neck", 0.02}});
  int inside = 0;
  constexpr int n = 200000;
  for (int i = 0; i < n; ++i) inside += wall->side(test::random_point(3, i, 0.05)) > 0;
  // Two frusta; the share of random points has a scatter of 1 / sqrt(n) = 0.2%.
  const double volume = 2 * M_PI * 0.05 / 3 * (0.05 * 0.05 + 0.05 * 0.01 + 0.01 * 0.01);
  EXPECT_NEAR(inside * 1e-3 / n, volume, 0.01 * volume);
}

TEST(Hourglass, an_angle_leaves_a_cylinder_and_must_fit) {
  const std::pair<std::string, ParamSet::Value> h{"height", 0.1}, d{"diameter", 0.1},
      n{"neck", 0.02};
  const auto wall = shape("hourglass", {h, d, n, {"angle", M_PI / 6}});
  EXPECT_NEAR(deepest(touches(*wall, {0.04, 0.04, 0}, 0.05))->distance, 0.01, 1e-15);
  const auto bad = test::try_shape("hourglass", {h, d, n, {"angle", 1.2}});
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, "E0404");
}

TEST(Shapes, refuse_sizes_that_make_no_sense) {
  using V = ParamSet::Value;
  const Vec3 zero{};
  EXPECT_FALSE(test::try_shape("plane", {{"normal", zero}}).ok());
  EXPECT_FALSE(test::try_shape("plane", {{"normal", Vec3{0, NAN, 0}}}).ok());
  EXPECT_FALSE(test::try_shape("box", {}).ok());
  EXPECT_FALSE(test::try_shape("box", {{"size", Vec3{1, 0, 1}}}).ok());
  EXPECT_FALSE(test::try_shape("box", {{"size", Vec3{1, 1, 1}}, {"min", zero}}).ok());
  EXPECT_FALSE(test::try_shape("box", {{"size", Vec3{1, 1, 1}}, {"open", V("lid")}}).ok());
  EXPECT_FALSE(test::try_shape("box", {{"size", Vec3{1, 1, 1}},
                                       {"open", std::string("left right top bottom back front")}})
                   .ok());
  EXPECT_FALSE(test::try_shape("annulus", {{"inner_radius", 2.0}, {"outer_radius", 1.0}}).ok());
  EXPECT_FALSE(
      test::try_shape("cone", {{"bottom_radius", 0.0}, {"top_radius", 0.0}, {"height", 1.0}}).ok());
  EXPECT_FALSE(test::try_shape("sphere", {{"radius", std::nan("")}}).ok());
  EXPECT_FALSE(
      test::try_shape("hourglass", {{"height", 1.0}, {"diameter", 1.0}, {"neck", 1.0}}).ok());
}

TEST(Plane, is_drawn_as_its_part_inside_the_view) {
  const auto wall = shape("plane", {{"normal", Vec3{1, 1, 1}}});
  const WallMesh m = wall->mesh({{-1, -1, -1}, {1, 1, 1}});
  EXPECT_EQ(m.points.size(), 6u);  // a hexagon
  EXPECT_TRUE(wall->mesh({{1, 1, 1}, {2, 2, 2}}).triangles.empty());
  EXPECT_FALSE(wall->mesh({}).triangles.empty());  // an unbounded view stays finite
  for (const Vec3& p : wall->mesh({}).points) EXPECT_TRUE(is_finite(p));
}

}  // namespace
}  // namespace scree
