// Coarse-grained fields: sums over the grid are sums over the grains, and the balance of momentum
// holds at every point.
#include <numbers>

#include "base/random.hpp"
#include "make.hpp"
#include "measure/ball_volume.hpp"
#include "measure/field_sums.hpp"

namespace scree {
namespace {

// Grains in equilibrium or not: random pair and wall forces, and the acceleration that they cause.
struct Heap {
  Particles p;
  std::vector<MeasureContact> contacts;
  std::vector<Vec3> force;  // on each grain
  PeriodicBox box{};
  MeasureInput input() const { return {.particles = p, .contacts = contacts, .box = box}; }
};

Heap random_heap(const PeriodicBox& box, int grains = 30) {
  const CounterRandom random(3, 9);
  Heap h;
  h.box = box;
  for (int n = 0; n < grains; ++n) {
    const auto pick = [&](std::uint64_t k) {
      return random.uniform(50 * static_cast<std::uint64_t>(n) + k);
    };
    test::add(h.p, {2 * pick(0), 1.5 * pick(1), pick(2)}, 0.1 + 0.1 * pick(3),
              {pick(4), pick(5), pick(6)}, {pick(7), 0, 1});
  }
  h.force.resize(h.p.size());
  for (std::uint32_t i = 0; i < h.p.size(); ++i) {
    for (std::uint32_t j = i + 1; j < h.p.size(); ++j) {
      const Vec3 l = nearest_image(h.p.xr[j].x - h.p.xr[i].x, box.lengths(), box.inverse_lengths());
      if (norm(l) > 0.45) continue;
      const Vec3 f{random.uniform(70000 + 40 * i + j) - 0.5, -l.y, 0.2 - l.z};
      h.contacts.push_back(
          {.i = ParticleId{i}, .j = ParticleId{j}, .normal = normalized(l), .force = f});
      h.force[i] += f, h.force[j] -= f;
    }
    if (i % 3) continue;
    const Vec3 f{0.1, 1 + 0.1 * i, -0.2};
    h.contacts.push_back({.i = ParticleId{i},
                          .wall = 0,
                          .point = h.p.xr[i].x - Vec3{0, h.p.xr[i].r, 0},
                          .normal = {0, -1, 0},
                          .force = f});
    h.force[i] += f;
  }
  return h;
}

std::size_t column_at(const MeasureTable& t, const std::string& name) {
  const auto names = names_of(t.columns);
  const auto at = std::find(names.begin(), names.end(), name);
  EXPECT_NE(at, names.end()) << name;
  return static_cast<std::size_t>(at - names.begin());
}
double column_sum(const MeasureTable& t, const std::string& column) {
  const std::size_t at = column_at(t, column);
  double sum = 0;
  for (std::size_t row = 0; row < t.rows(); ++row) sum += t.at(row, at);
  return sum;
}

// The weights of the points add up to one wherever a grain is, for every number of points per
// width and on both sides of seams.
TEST(Field, sums_over_the_grid_are_those_over_grains_and_contacts) {
  const PeriodicBox boxes[] = {{},
                               {{0, 0, 0}, {2, 1.5, 1}, {true, false, true}},
                               {{0, 0, 0}, {2, 1.5, 1}, {true, true, true}}};
  for (const PeriodicBox& box : boxes)
    for (const int points : {1, 2, 3}) {
      const Heap h = random_heap(box);
      const auto m = test::measure("field; width = 0.23; points = " + std::to_string(points));
      ASSERT_FALSE(m->check(h.input()).has_value());
      const MeasureTable t = m->table(h.input());
      const Vec3 s = t.grid->spacing;
      const double cell = s.x * s.y * s.z;
      double mass = 0, volume = 0, virial[9] = {};
      Vec3 momentum, walls;
      for (std::size_t k = 0; k < h.p.size(); ++k) {
        mass += h.p.mass(k), momentum += h.p.mass(k) * h.p.vm[k].v;
        volume += ball_volume(h.p.xr[k].r);
      }
      for (const MeasureContact& c : h.contacts) {
        const Vec3 x = h.p.xr[c.i.value].x;
        const Vec3 l = c.wall >= 0 ? c.point - x
                                   : nearest_image(h.p.xr[c.j.value].x - x, box.lengths(),
                                                   box.inverse_lengths());
        for (int a = 0; a < 9; ++a) virial[a] -= c.force[a / 3] * l[a % 3];
        if (c.wall >= 0) walls += c.force;
      }
      EXPECT_NEAR(column_sum(t, "mass_density") * cell, mass, 1e-12 * mass);
      EXPECT_NEAR(column_sum(t, "solid_fraction") * cell, volume, 1e-12 * volume);
      EXPECT_NEAR(column_sum(t, "momentum_y") * cell, momentum.y, 1e-12 * momentum.y);
      EXPECT_NEAR(column_sum(t, "wall_force_y") * cell, walls.y, 1e-12 * walls.y);
      for (int a = 0; a < 9; ++a)  // of 60 contacts of about 0.3 N m
        EXPECT_NEAR(column_sum(t, std::string("stress_") + "xyz"[a / 3] + "xyz"[a % 3]) * cell,
                    virial[a], 1e-12);
    }
}

// One grain: the cubic B-spline of width w at the grid points, by its values 4/6 and 1/6.
TEST(Field, of_one_grain_is_the_kernel) {
  Particles p;
  test::add(p, {0, 0, 0}, 0.5, {3, 0, 0});
  const auto t = test::measure("field; width = 2; points = 1; low = [0, 0, 0]; high = [4, 2, 0]")
                     ->table({.particles = p});
  const double m = p.mass(0) / 8, a = 4.0 / 6, b = 1.0 / 6;
  ASSERT_EQ(t.rows(), 6u);
  const double expected[] = {a * a * a, b * a * a, 0, a * b * a, b * b * a, 0};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(t.at(k, 3), m * expected[k], 1e-12 * m);
  EXPECT_NEAR(t.at(1, 8), 3, 1e-14);  // velocity where there is density
  EXPECT_EQ(t.at(2, 8), 0);
}

// Sum of m a W = -div(contact stress) + walls, with m a the contact forces on each grain. The
// divergence by central differences of a grid of its own: their error falls as its step squared.
TEST(Field, balance_of_momentum_holds_at_every_point) {
  const Heap h = random_heap({});
  const Vec3 w{0.5, 0.5, 0.5};
  for (const Vec3& at : {Vec3{0.7, 0.6, 0.4}, Vec3{1.2, 0.3, 0.6}, Vec3{0.1, 1.0, 0.9}}) {
    double error[2];
    double size = 0;
    for (int n = 0; n < 2; ++n) {
      const double e = n == 0 ? 0.02 : 0.01;
      const auto one = [&](const Vec3& x) {
        return field_values(h.input(), {.origin = x, .spacing = w, .points = true}, w, true);
      };
      Vec3 divergence;
      for (int b = 0; b < 3; ++b) {
        Vec3 step;
        step[b] = e;
        const MeasureTable up = one(at + step), down = one(at - step);
        for (int a = 0; a < 3; ++a) {
          const auto column = column_at(up, "stress_xx") + static_cast<std::size_t>(3 * a + b);
          divergence[a] += (up.at(0, column) - down.at(0, column)) / (2 * e);
        }
      }
      // Forces instead of masses give the density of m a.
      const MeasureTable here = one(at);
      Vec3 sum;
      for (std::size_t k = 0; k < h.p.size(); ++k) {
        double kernel = 1;
        for (int a = 0; a < 3; ++a) {
          const double u = std::abs(at[a] - h.p.xr[k].x[a]) / w[a];
          kernel *= (u < 1   ? 2.0 / 3 - u * u + u * u * u / 2
                     : u < 2 ? std::pow(2 - u, 3) / 6
                             : 0) /
                    w[a];
        }
        sum += kernel * h.force[k];
      }
      const std::size_t walls = here.width() - 3;
      const Vec3 wall{here.at(0, walls), here.at(0, walls + 1), here.at(0, walls + 2)};
      error[n] = norm(sum - (wall - divergence));
      size = norm(sum) + norm(wall) + norm(divergence);
    }
    EXPECT_LT(error[1], 1e-3 * size);
    EXPECT_NEAR(error[0] / error[1], 4, 1.2);  // quadratic: nothing else is left over
  }
}

// Against an integral that knows nothing of planes: five points over a whole branch would not do.
TEST(Field, contact_stress_is_the_line_integral_of_the_kernel) {
  Particles p;
  test::add(p, {0.13, 0.21, 0.4}, 0.5);
  test::add(p, {1.34, 0.83, 0.05}, 0.5);
  const Vec3 l = p.xr[1].x - p.xr[0].x, f{-2, 0.5, 1};
  const std::vector<MeasureContact> contacts{
      {.i = ParticleId{0}, .j = ParticleId{1}, .normal = normalized(l), .force = f}};
  const double w = 0.6;
  const MeasureTable t =
      test::measure("field; width = 0.6; low = [0, 0, 0]; high = [1.5, 0.9, 0.6]")
          ->table({.particles = p, .contacts = contacts});
  const auto xy = column_at(t, "stress_xy");
  for (std::size_t row = 0; row < t.rows(); ++row) {
    const auto kernel = [&](long double s) {
      long double product = 1;
      for (int a = 0; a < 3; ++a) {
        const long double u =
            std::abs(p.xr[0].x[a] + s * l[a] - t.at(row, static_cast<std::size_t>(a))) / w;
        product *= (u < 1   ? 2.0L / 3 - u * u + u * u * u / 2
                    : u < 2 ? (2 - u) * (2 - u) * (2 - u) / 6
                            : 0) /
                   w;
      }
      return product;
    };
    const double expected =
        static_cast<double>(-f.x * l.y * test::adaptive(kernel, 0, 1, 1e-16L, 20));
    EXPECT_NEAR(t.at(row, xy), expected, 1e-13) << row;
  }
}

// A shear flow: velocity linear in y, fluctuations about the local mean.
TEST(Field, velocity_follows_the_flow_and_temperature_is_about_it) {
  Particles p;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 0; k < 8; ++k)
        test::add(p, {0.25 * i, 0.25 * j, 0.25 * k}, 0.12, {0.25 * j, 0, 0.1 * (i % 2 ? 1 : -1)});
  const PeriodicBox box{{0, -9, 0}, {2, 9, 2}, {true, false, true}};
  const auto t = test::measure("field; width = 0.5; low = [0, 0.875, 0]; high = [0, 0.875, 0]")
                     ->table({.particles = p, .box = box});
  ASSERT_EQ(t.rows(), 1u);
  EXPECT_NEAR(t.at(0, 8), 0.875, 1e-12);  // by symmetry
  // Variance of the spline w^2/3 along y; +-0.1 along z.
  EXPECT_NEAR(t.at(0, 11), (0.25 / 3 + 0.01) / 3, 2e-3);
}

TEST(Field, mean_across_a_direction_keeps_mass_and_momentum) {
  const Heap h = random_heap({});
  const std::string line = "field; width = 0.3; points = 2";
  const MeasureTable all = test::measure(line)->table(h.input());
  for (const char* axis : {"x", "y", "z"}) {
    const MeasureTable t = test::measure(line + "; across = " + axis)->table(h.input());
    const auto n = static_cast<double>(all.rows()) / static_cast<double>(t.rows());
    EXPECT_EQ(t.grid->count[static_cast<std::size_t>(axis[0] - 'x')], 1u);
    for (const char* column : {"mass_density", "momentum_x", "stress_yx", "kinetic_zz"})
      EXPECT_NEAR(column_sum(t, column) * n, column_sum(all, column), 1e-10 * n) << column;
    for (std::size_t row = 0; row < t.rows(); ++row)
      EXPECT_NEAR(t.at(row, 8) * t.at(row, 3), t.at(row, 5), 1e-10);
  }
}

TEST(Field, refuses_a_grid_of_too_many_points_and_has_no_rows_when_grains_flew_away) {
  Particles p;
  test::add(p, {0, 0, 0}, 0.01);
  test::add(p, {100, 100, 100}, 0.01);
  const auto m = test::measure("field; width = 0.01");
  const auto e = m->check({.particles = p});
  ASSERT_TRUE(e.has_value());
  EXPECT_EQ(e->code, "E0674");
  EXPECT_EQ(m->table({.particles = p}).rows(), 0u);
}

}  // namespace
}  // namespace scree
