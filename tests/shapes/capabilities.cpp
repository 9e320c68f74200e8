// What shapes answer when they are asked what they can do, instead of what they are.
#include <gtest/gtest.h>

#include "shapes/exact_press.hpp"
#include "shapes/polygon.hpp"
#include "shapes/polyhedron.hpp"
#include "shapes/sphere.hpp"
#include "support/capsule.hpp"
#include "support/random_body.hpp"

namespace scree::test {
namespace {

using geometry::Vec2;
using Solid = std::shared_ptr<const Shape>;

std::vector<Vec2> brick() { return {{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}; }
std::vector<Solid> solids() {
  return {
      *PolygonShape::make(brick(), 0.25), *PolygonShape::make(brick(), 0, PolygonContact::area),
      *PolyhedronShape::make(box_points({3, 2, 1}), 0.125),
      *PolyhedronShape::make(points_on_ball(9, 1, CounterRandom(4, 1)), 0, ContactModel::points)};
}

TEST(ShapeCapabilities, parameters_make_the_same_shape_again) {
  for (const Solid& one : solids()) {
    const auto given = one->parameters();
    ASSERT_TRUE(given) << one->kind();
    for (const ShapeEntry* entry : shape_catalog()) {
      if (entry->info.name != one->kind()) continue;
      const auto all = with_defaults(entry->info.params, *given);
      ASSERT_TRUE(all) << to_string(all.error());
      const auto again = entry->make(*all);
      ASSERT_TRUE(again) << to_string(again.error());
      EXPECT_NEAR((*again)->bounding_radius(), one->bounding_radius(), 1e-12);
      EXPECT_EQ((*again)->corners().size(), one->corners().size());
      EXPECT_EQ((*again)->rounded_core().has_value(), one->rounded_core().has_value());
      EXPECT_EQ((*again)->parameters()->text("contact"), given->text("contact"));
      EXPECT_EQ((*again)->parameters()->number("rounding"), given->number("rounding"));
    }
  }
}

TEST(ShapeCapabilities, are_asked_of_any_shape) {
  const Sphere ball(0.5);
  const Capsule capsule(1, 0.25);
  EXPECT_EQ(ball.ball_radius(), 0.5);
  EXPECT_FALSE(capsule.ball_radius() || capsule.polygon() || capsule.parameters());
  EXPECT_EQ(capsule.plural(), "capsules");
  EXPECT_EQ(solids().back()->plural(), "polyhedra");
  for (const Solid& s : solids()) {
    EXPECT_FALSE(s->ball_radius());
    EXPECT_EQ(s->polygon() != nullptr, s->kind() == "polygon");
  }
}

// A shape of another kind: it is met as the polygon that it answers with.
class Tile final : public Shape {
 public:
  std::string_view kind() const override { return "tile"; }
  double bounding_radius() const override { return shape_->bounding_radius(); }
  MassProperties mass_properties(Dimensions d) const override { return shape_->mass_properties(d); }
  std::span<const Corner> corners() const override { return shape_->corners(); }
  std::optional<RoundedCore> rounded_core() const override { return shape_->rounded_core(); }
  const PolygonShape* polygon() const override { return shape_.get(); }

 private:
  std::shared_ptr<const PolygonShape> shape_ = *PolygonShape::make(brick());
};

TEST(ShapeCapabilities, a_shape_that_is_a_polygon_presses_as_one) {
  const auto plain = PolygonShape::make(brick());
  const Tile tile;
  std::vector<CollideEntry> own;
  for (const ShapeEntry* entry : shape_catalog())
    for (CollideEntry e : entry->pairs)
      if (e.a == "polygon" && e.b == "polygon") e.a = e.b = "tile", own.push_back(e);
  ASSERT_EQ(own.size(), 1u);
  const CollideTable table = CollideTable::with(own);
  const Pose at{{3.99, 0.3, 0}, normalized(Quat{1, 0, 0, 0.01})};
  ContactPoints of_tiles, of_polygons;
  table.collide(tile, {}, tile, at, 0, of_tiles);
  table.collide(**plain, {}, **plain, at, 0, of_polygons);
  ASSERT_GT(of_polygons.count, 0);
  ASSERT_EQ(of_tiles.count, of_polygons.count);
  for (int k = 0; k < of_tiles.count; ++k) {
    const auto& p = of_tiles.point[static_cast<std::size_t>(k)];
    const auto& q = of_polygons.point[static_cast<std::size_t>(k)];
    EXPECT_EQ(p.point, q.point);
    EXPECT_EQ(p.depth, q.depth);
    EXPECT_EQ(p.share, q.share);
  }
  const auto exact = exact_depth(tile, {}, tile, at);
  ASSERT_TRUE(exact);
  EXPECT_FALSE(exact->differs(of_tiles.point[0].depth));
}

// A bond is glued over the line or the area that two bodies share.
TEST(ShapeCapabilities, the_section_is_the_same_however_two_shapes_press) {
  const CollideTable table = CollideTable::with({});
  const auto section = [&](const Solid& s, const Pose& at) {
    ContactPoints out;
    table.section(*s, {}, *s, at, 0, out);
    return out;
  };
  const auto expect_same = [&](const std::vector<Solid>& alike, const Pose& at) {
    const ContactPoints first = section(alike.front(), at);
    ASSERT_GT(first.count, 1);
    EXPECT_FALSE(first.potential);
    for (const Solid& s : alike) {
      const ContactPoints other = section(s, at);
      ASSERT_EQ(other.count, first.count);
      for (int k = 0; k < first.count; ++k) {
        const auto& p = first.point[static_cast<std::size_t>(k)];
        const auto& q = other.point[static_cast<std::size_t>(k)];
        EXPECT_EQ(p.point, q.point);
        EXPECT_EQ(p.depth, q.depth);
      }
    }
  };
  expect_same({*PolygonShape::make(brick(), 0, PolygonContact::depth),
               *PolygonShape::make(brick(), 0, PolygonContact::area), *PolygonShape::make(brick())},
              {{3.99, 0.3, 0}, {}});
  const auto box = box_points({1, 1, 1});
  expect_same({*PolyhedronShape::make(box, 0, ContactModel::points), *PolyhedronShape::make(box)},
              {{0.99, 0.2, 0.1}, {}});
}

}  // namespace
}  // namespace scree::test
