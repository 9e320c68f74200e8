// Cells within the space that walls leave, and cells that follow the grains.
#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "make.hpp"

namespace scree {
namespace {

constexpr double kWallsPi = std::numbers::pi;

// In the middle of a box of 1 m.
Particles middling(int count) {
  Particles p;
  const CounterRandom random(18, 5);
  const auto at = [&](std::uint64_t k) { return 0.25 + 0.5 * random.uniform(k); };
  for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(count); ++k)
    test::add(p, {at(4 * k), at(4 * k + 1), at(4 * k + 2)}, 0.02 + 0.02 * at(4 * k + 3));
  return p;
}

const std::vector<SpacePart> kUnitBox = {{{0, 0, 0}, {-1, 0, 0}}, {{1, 0, 0}, {1, 0, 0}},
                                         {{0, 0, 0}, {0, -1, 0}}, {{0, 1, 0}, {0, 1, 0}},
                                         {{0, 0, 0}, {0, 0, -1}}, {{0, 0, 1}, {0, 0, 1}}};

MeasureInput within(const Particles& p, std::vector<SpacePart> parts, std::string why_not = "") {
  return {.particles = p, .space = [parts, why_not] { return MeasureSpace{parts, why_not}; }};
}

TEST(VoronoiWalls, cells_fill_what_closed_walls_leave) {
  const Particles p = middling(60);
  EXPECT_NEAR(test::value("voronoi", within(p, kUnitBox), "volume"), 1, 1e-12);
  EXPECT_NEAR(test::value("voronoi; container = walls", within(p, kUnitBox), "volume"), 1, 1e-12);
  // Flat walls across no axis: the box with two corners cut off.
  std::vector<SpacePart> parts = kUnitBox;
  const Vec3 n = normalized(Vec3{1, 1, 1});
  parts.push_back({{1, 1, 0.8}, n}), parts.push_back({{0, 0, 0.3}, -n});
  const double cut = 0.2 * 0.2 * 0.2 / 6 + 0.3 * 0.3 * 0.3 / 6;
  EXPECT_NEAR(test::value("voronoi", within(p, parts), "volume"), 1 - cut, 1e-11);
  // A round wall: the same cross-section for any number of sides.
  const std::vector<SpacePart> die = {{{0.5, 0, 0.5}, {0, 1, 0}, 0.5}, kUnitBox[2], kUnitBox[3]};
  for (const char* line : {"voronoi; sides = 24", "voronoi; sides = 180"})
    EXPECT_NEAR(test::value(line, within(p, die), "volume"), kWallsPi / 4, 1e-10) << line;
}

TEST(VoronoiWalls, open_walls_leave_the_bounding_box_or_are_refused) {
  const Particles p = middling(60);
  std::vector<SpacePart> open(kUnitBox.begin(), kUnitBox.end() - 1);
  const double grains = test::value("voronoi; container = grains", within(p, {}), "volume");
  EXPECT_EQ(test::value("voronoi", within(p, open), "volume"), grains);
  EXPECT_EQ(test::value("voronoi", within(p, kUnitBox, "wall `x` is bent"), "volume"), grains);
  EXPECT_EQ(test::value("voronoi", {.particles = p}, "volume"), grains);
  const auto m = test::measure("voronoi; container = walls");
  for (const MeasureInput& in :
       {within(p, open), within(p, {}), within(p, kUnitBox, "wall `x` is bent"),
        MeasureInput{.particles = p}}) {
    const auto error = m->check(in);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, "E0593");
  }
  EXPECT_NE(m->check(within(p, kUnitBox, "wall `x` is bent"))->message.find("wall `x` is bent"),
            std::string::npos);
  EXPECT_FALSE(m->check(within(p, kUnitBox)));
}

TEST(VoronoiWalls, floor_and_lid_of_a_periodic_space) {
  const Particles p = middling(40);
  MeasureInput in = within(p, {kUnitBox[2], kUnitBox[3]});
  in.box = {{0.2, 0, 0.1}, {0.8, 1, 0.9}, {true, false, true}};
  EXPECT_NEAR(test::value("voronoi; container = walls", in, "volume"), 0.6 * 0.8, 1e-12);
  in.space = [] { return MeasureSpace{kUnitBox, ""}; };
  EXPECT_TRUE(test::measure("voronoi; container = walls")->check(in));
}

TEST(VoronoiFollowed, is_near_the_exact_values_and_remembers_nothing) {
  Particles p = middling(120);
  const auto exact = test::measure("voronoi"),
             followed = test::measure("voronoi; tolerance = 0.02");
  EXPECT_TRUE(followed->has_memory());
  EXPECT_FALSE(exact->has_memory());
  std::vector<SpacePart> parts = kUnitBox;
  const CounterRandom random(3, 9);
  std::uint64_t next = 0;
  for (int step = 0; step < 12; ++step) {
    for (PositionRadius& g : p.xr)
      for (int c = 0; c < 3; ++c) g.x[c] += 4e-4 * (random.uniform(next++) - 0.5);
    parts[3].x.y -= 1e-3;
    const MeasureInput in = within(p, parts);
    for (const char* column : {"fraction", "greatest", "porosity", "volume"}) {
      const double a = test::value(*exact, in, column), b = test::value(*followed, in, column);
      EXPECT_NEAR(b, a, 1e-3 * std::abs(a)) << column << " " << step;
    }
    // Walls that only move keep the sum of the volumes, to the last rounding.
    EXPECT_NEAR(test::value(*followed, in, "volume"), parts[3].x.y, 1e-12);
    // Another one that sees this instant first has the same bits, for any number of threads.
    MeasureInput threads = in;
    threads.threads = 3;
    for (const char* column : {"fraction", "deviation", "least", "porosity"})
      EXPECT_EQ(test::value("voronoi; tolerance = 0.02", threads, column),
                test::value(*followed, in, column));
  }
  const double updates = test::value(*followed, within(p, parts), "updates");
  EXPECT_GT(updates, 10);
  EXPECT_LT(updates, 12 * 120);
  // The count goes on after a restart.
  const auto again = test::measure("voronoi; tolerance = 0.02");
  ASSERT_TRUE(again->restore(followed->state()));
  for (PositionRadius& g : p.xr) g.x.x += 1e-3;
  EXPECT_EQ(test::value(*again, within(p, parts), "updates"),
            test::value(*followed, within(p, parts), "updates"));
  EXPECT_FALSE(again->restore(std::vector<double>{1, 2}));
  EXPECT_FALSE(again->restore(std::vector<double>{1, 5, 0, 0, 0, 5, 0, 0, 0}));
}

TEST(VoronoiFollowed, periodic_spaces_and_grains_that_cross_the_seam) {
  Particles p = middling(50);
  MeasureInput in{.particles = p};
  in.box = {{0.2, 0.2, 0.2}, {0.8, 0.8, 0.8}, {true, true, true}};
  const auto followed = test::measure("voronoi; tolerance = 0.01");
  for (int step = 0; step < 8; ++step) {
    for (PositionRadius& g : p.xr) {
      g.x.x += 0.03;
      if (g.x.x > 0.8) g.x.x -= 0.6;
    }
    EXPECT_NEAR(test::value(*followed, in, "volume"), 0.216, 1e-12);
    EXPECT_NEAR(test::value(*followed, in, "fraction"), test::value("voronoi", in, "fraction"),
                1e-4);
    EXPECT_EQ(test::value(*followed, in, "deviation"),
              test::value("voronoi; tolerance = 0.01", in, "deviation"));
  }
}

TEST(VoronoiMeasure, has_a_volume_and_a_fraction_of_every_grain) {
  Particles p = middling(30);
  const MeasureInput in = within(p, kUnitBox);
  for (const char* line : {"voronoi", "voronoi; tolerance = 0.01"}) {
    const auto columns = test::measure(line)->grain_columns(in);
    ASSERT_EQ(columns.size(), 2u);
    EXPECT_EQ(columns[0].name, "cell volume");
    double sum = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
      sum += columns[0].values[k];
      const double solid = 4 * kWallsPi / 3 * p.xr[k].r * p.xr[k].r * p.xr[k].r;
      EXPECT_NEAR(columns[1].values[k], solid / columns[0].values[k], 1e-13);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

}  // namespace
}  // namespace scree
