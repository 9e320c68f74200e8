// What measures make of bodies of several balls: shares of mass and volume, contacts by body.
#include <numbers>

#include "make.hpp"
#include "state/row_shares.hpp"

namespace scree {
namespace {

using test::value;

// Two clumps of two overlapping balls, one on the other: two contacts between four balls.
struct Stack {
  Particles p;
  Bodies bodies;
  std::vector<MeasureContact> contacts;
  RowShares shares;

  Stack() {
    for (const double y : {0.0, 1.0}) {
      Body b;
      b.first_id = p.next_id();
      b.count = 2;
      b.first_primitive = static_cast<std::uint32_t>(bodies.primitive.size());
      b.x = {0.3, y, 0};
      b.inv_mass = 0.5;
      b.volume = 0.8;  // of two balls of 0.52 each
      for (const double x : {-0.3, 0.3}) {
        bodies.primitive.push_back({{x, 0, 0}, {}, 0});
        p.add({.x = b.x + Vec3{x, 0, 0}, .radius = 0.5, .body = b.name()}, 1);
        p.ws.back().flags |= kMember;
        p.vm.back().inv_mass = b.inv_mass;
      }
      bodies.body.push_back(b);
    }
    p.index_ids();
    for (std::uint32_t k = 0; k < 2; ++k)
      contacts.push_back({ParticleId{k},
                          ParticleId{k + 2},
                          -1,
                          p.xr[k].x + Vec3{0, 0.5, 0},
                          {0, 1, 0},
                          0,
                          {0, -3, 0},
                          {}});
    shares = row_shares(p, bodies);
  }
  MeasureInput input() const { return {.particles = p, .contacts = contacts, .shares = &shares}; }
};

TEST(ClumpMeasures, count_mass_and_volume_of_the_solid_once) {
  const Stack s;
  EXPECT_NEAR(value("mass", s.input(), "mass"), 4, 1e-14);
  EXPECT_NEAR(value("mass", s.input(), "number"), 2, 1e-14);
  EXPECT_NEAR(value("density; area = 4; bottom = -0.5; height = 2", s.input(), "solid_fraction"),
              1.6 / 8, 1e-14);
  EXPECT_NEAR(value("layers; from = -0.5; thickness = 1; count = 2", s.input(), "volume_1"), 0.8,
              1e-14);
}

TEST(ClumpMeasures, coordination_is_that_of_bodies_or_of_balls) {
  const Stack s;
  EXPECT_EQ(value("coordination", s.input(), "coordination"), 2);
  EXPECT_EQ(value("coordination", s.input(), "contacts"), 2);
  EXPECT_EQ(value("coordination; by = ball", s.input(), "coordination"), 1);
}

// -sum f l / V with branches of 1 m between the centres of the bodies, 3 N each.
TEST(ClumpMeasures, stress_is_that_of_branches_between_centres) {
  const Stack s;
  const auto m = test::measure("stress; low = [-9, -9, -9]; high = [9, 9, 9]");
  EXPECT_NEAR(value(*m, s.input(), "yy"), 6 / 5832.0, 1e-15);
  EXPECT_NEAR(value(*m, s.input(), "xy"), 0, 1e-15);
}

// Two clumps of 0.8 in a box of 3.2 have a half each, and count once.
TEST(ClumpMeasures, local_fractions_are_those_of_whole_clumps) {
  const Stack s;
  const std::string box =
      "voronoi; container = box; low = [-0.5, -0.5, -0.5]; high = [1.1, 1.5, 0.5]; bins = 2";
  EXPECT_NEAR(value(box, s.input(), "fraction"), 0.5, 1e-12);  // cells of 1.6
  EXPECT_NEAR(value(box, s.input(), "deviation"), 0, 1e-7);
  EXPECT_NEAR(value(box, s.input(), "porosity"), 0.5, 1e-12);
  EXPECT_EQ(value(box, s.input(), "share_2"), 1);
}

// Balls of one clump that have unequal cells: the mean over balls would be another number.
TEST(ClumpMeasures, a_clump_at_a_wall_has_one_fraction) {
  const Stack s;
  const std::string box =
      "voronoi; container = box; low = [-0.5, -0.5, -0.5]; high = [2.1, 1.5, 0.5]";
  EXPECT_NEAR(value(box, s.input(), "fraction"), 0.8 / 2.6, 1e-12);
  EXPECT_NEAR(value(box, s.input(), "greatest"), 0.8 / 2.6, 1e-12);
  const auto columns = test::measure(box)->grain_columns(s.input());
  ASSERT_EQ(columns.size(), 2u);
  for (const double f : columns[1].values) EXPECT_NEAR(f, 0.8 / 2.6, 1e-12);
}

TEST(ClumpMeasures, without_bodies_shares_are_empty) {
  Particles p;
  test::add(p, {0, 0, 0}, 1);
  EXPECT_TRUE(row_shares(p, {}).empty());
  EXPECT_TRUE(body_fractions(p).empty());
}

}  // namespace
}  // namespace scree
