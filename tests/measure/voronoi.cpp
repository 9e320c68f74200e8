// Local packing fractions of lattices in closed form, containers, periodic spaces, bad parameters.
#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "make.hpp"

namespace scree {
namespace {

constexpr double kPi = std::numbers::pi;

Particles cubic_lattice(int side) {
  Particles p;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (int k = 0; k < side; ++k) test::add(p, {i + 0.5, j + 0.5, k + 0.5}, 0.5);
  return p;
}

Particles cloud(int count, double size) {
  Particles p;
  const CounterRandom random(8, 3);
  for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(count); ++k)
    test::add(p,
              {size * random.uniform(4 * k), size * random.uniform(4 * k + 1),
               size * random.uniform(4 * k + 2)},
              0.02 + 0.03 * random.uniform(4 * k + 3));
  return p;
}

TEST(VoronoiMeasure, simple_cubic_lattice) {
  const Particles p = cubic_lattice(5);
  const auto m = test::measure("voronoi; bins = 10; layers = 6; thickness = 1; along = z");
  const MeasureInput in{.particles = p};
  EXPECT_NEAR(test::value(*m, in, "fraction"), kPi / 6, 1e-13);
  EXPECT_NEAR(test::value(*m, in, "deviation"), 0, 1e-7);  // a root of rounding
  EXPECT_NEAR(test::value(*m, in, "least"), kPi / 6, 1e-12);
  EXPECT_NEAR(test::value(*m, in, "greatest"), kPi / 6, 1e-12);
  EXPECT_NEAR(test::value(*m, in, "volume"), 125, 1e-10);
  EXPECT_EQ(test::value(*m, in, "share_6"), 1);  // 0.5236
  EXPECT_EQ(test::value(*m, in, "share_5"), 0);
  for (const char* layer : {"porosity", "porosity_1", "porosity_5"})
    EXPECT_NEAR(test::value(*m, in, layer), 1 - kPi / 6, 1e-12) << layer;
  EXPECT_EQ(test::value(*m, in, "porosity_6"), 0);  // nothing there
}

TEST(VoronoiMeasure, dense_lattice_in_a_periodic_space) {
  Particles p;
  const double a = std::sqrt(2.0);  // of the cube, for balls of diameter 1
  for (const Vec3& x : {Vec3{0, 0, 0}, Vec3{0.5, 0.5, 0}, Vec3{0.5, 0, 0.5}, Vec3{0, 0.5, 0.5}})
    test::add(p, a * x, 0.5);
  const MeasureInput in{.particles = p, .box = {{0, 0, 0}, {a, a, a}, {true, true, true}}};
  EXPECT_NEAR(test::value("voronoi", in, "fraction"), kPi / std::sqrt(18.0), 1e-13);
  EXPECT_NEAR(test::value("voronoi", in, "volume"), a * a * a, 1e-13);
}

// Cells of a periodic space fill it, wherever the seam is; one grain has all.
TEST(VoronoiMeasure, periodic_cells_fill_the_period) {
  const Particles p = cloud(80, 1);
  PeriodicBox box{{0, 0, 0}, {1, 1, 1}, {true, true, true}};
  const MeasureInput in{.particles = p, .box = box};
  EXPECT_NEAR(test::value("voronoi", in, "volume"), 1, 1e-12);
  const double fraction = test::value("voronoi", in, "fraction");
  Particles moved;
  for (std::size_t k = 0; k < p.size(); ++k) {
    Vec3 x = p.xr[k].x + Vec3{0.37, 0.61, 0.93};
    for (int c = 0; c < 3; ++c) x[c] -= std::floor(x[c]);
    test::add(moved, x, p.xr[k].r);
  }
  EXPECT_NEAR(test::value("voronoi", {.particles = moved, .box = box}, "fraction"), fraction,
              1e-12);
  box.periodic[1] = false;  // between planes at the outermost grains
  double low = 1, high = 0;
  for (const PositionRadius& g : p.xr)
    low = std::min(low, g.x.y - g.r), high = std::max(high, g.x.y + g.r);
  EXPECT_NEAR(test::value("voronoi", {.particles = p, .box = box}, "volume"), high - low, 1e-12);
  Particles one;
  test::add(one, {0.2, 0.3, 0.4}, 0.1);
  box.periodic[1] = true;
  EXPECT_NEAR(test::value("voronoi", {.particles = one, .box = box}, "volume"), 1, 1e-13);
}

TEST(VoronoiMeasure, cells_fill_the_container) {
  Particles p = cloud(150, 0.5);
  for (PositionRadius& g : p.xr) g.x += Vec3{0.25, 0.25, 0.25};
  const MeasureInput in{.particles = p};
  EXPECT_NEAR(
      test::value("voronoi; container = box; low = [-1, 0, 0.1]; high = [1, 1, 1]", in, "volume"),
      1.8, 1e-12);
  const std::string cylinder =
      "voronoi; container = cylinder; centre = [0.5, 0.5, 0.5]; radius = 0.5; height = 0.8";
  for (const char* axis : {"; axis = [0, 1, 0]", "; axis = [1, 1, 0]"})
    EXPECT_NEAR(test::value(cylinder + axis, in, "volume"), 0.2 * kPi, 1e-11);
  EXPECT_EQ(test::value(cylinder, in, "without_cell"), 0);
  // The round side converges as the square of its sides.
  const auto fraction = [&](int sides) {
    return test::value(cylinder + "; sides = " + std::to_string(sides), in, "fraction");
  };
  const double coarse = fraction(20), fine = fraction(180);
  EXPECT_NEAR(coarse, fine, 0.03 * fine);
  EXPECT_NEAR(fraction(90), fine, 0.002 * fine);
  // Grains whose centres are outside are not counted with the slivers that they have inside.
  const auto half = "voronoi; container = box; low = [0, 0, 0]; high = [0.5, 1, 1]";
  const double outside = test::value(half, in, "without_cell");
  EXPECT_GT(outside, 40);
  EXPECT_LT(outside, 110);
  EXPECT_LT(test::value(half, in, "volume"), 0.5);
}

// More grains than the few that get all images, in a corner of a wide period: cells reach half-way
// around, and the images nearby would not do.
TEST(VoronoiMeasure, a_heap_in_a_wide_period) {
  const Particles p = cloud(2001, 1);
  const MeasureInput in{.particles = p, .box = {{0, 0, 0}, {9, 9, 9}, {true, true, true}}};
  EXPECT_NEAR(test::value("voronoi", in, "volume"), 729, 1e-9);
}

TEST(VoronoiMeasure, cells_fill_a_cone) {
  Particles p = cloud(100, 0.5);
  for (PositionRadius& g : p.xr) g.x += Vec3{0.25, 0.25, 0.25};
  const std::string cone =
      "voronoi; container = cone; centre = [0.5, 0.5, 0.5]; radius = 0.6; far_radius = 0.45; "
      "height = 0.8";
  EXPECT_NEAR(test::value(cone, {.particles = p}, "volume"), 0.8 * kPi / 3 * (0.36 + 0.27 + 0.2025),
              1e-11);
}

TEST(VoronoiMeasure, hidden_grains_have_no_cell) {
  Particles p = cubic_lattice(2);
  test::add(p, {0.5, 0.5, 0.5}, 0.2);
  const MeasureInput in{.particles = p};
  EXPECT_EQ(test::value("voronoi", in, "without_cell"), 1);
  EXPECT_NEAR(test::value("voronoi", in, "fraction"), kPi / 6, 1e-13);
}

TEST(VoronoiMeasure, says_what_is_missing) {
  const auto code = [](const std::string& line) {
    const auto m = make_measure(line);
    return m ? std::string("none") : m.error().code;
  };
  EXPECT_EQ(code("voronoi; container = box; low = [0, 0, 0]"), "E0102");
  EXPECT_EQ(code("voronoi; container = box; low = [0, 0, 0]; high = [1, 0, 1]"), "E0104");
  EXPECT_EQ(code("voronoi; container = cylinder; radius = 1"), "E0102");
  EXPECT_EQ(code("voronoi; container = cylinder; radius = 1; height = 1; axis = [0, 0, 0]"),
            "E0401");
  EXPECT_EQ(code("voronoi; layers = 3"), "E0102");
  EXPECT_EQ(code("voronoi; container = cone; radius = 1; height = 1"), "E0102");
  EXPECT_EQ(code("voronoi; container = cylinder; radius = 0; height = 1"), "E0104");
  EXPECT_NE(code("voronoi; container = hopper"), "none");
  const Particles p = cubic_lattice(2);
  const MeasureInput in{.particles = p, .box = {{0, 0, 0}, {2, 2, 2}, {true, false, false}}};
  EXPECT_EQ(
      test::measure("voronoi; container = box; low = [0, 0, 0]; high = [2, 2, 2]")->check(in)->code,
      "E0706");
  EXPECT_FALSE(test::measure("voronoi")->check(in).has_value());
}

}  // namespace
}  // namespace scree
