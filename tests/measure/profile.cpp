// Profiles: parts of balls and of branches in layers, rings and cells, against closed forms and
// against the measures of the whole.
#include <numbers>

#include "base/random.hpp"
#include "make.hpp"
#include "measure/ball_volume.hpp"
#include "measure/bins.hpp"
#include "state/row_shares.hpp"

namespace scree {
namespace {

double cell_of(const MeasureTable& t, std::size_t row, const std::string& column) {
  for (std::size_t c = 0; c < t.width(); ++c)
    if (t.columns[c].name == column) return t.at(row, c);
  ADD_FAILURE() << "no column " << column;
  return 0;
}
MeasureTable profile_of(const std::string& line, const MeasureInput& in) {
  const auto m = test::measure(line);
  EXPECT_FALSE(m->check(in).has_value()) << line;
  return m->table(in);
}
double total(const MeasureTable& t, const std::string& column) {
  double sum = 0;
  for (std::size_t row = 0; row < t.rows(); ++row) sum += cell_of(t, row, column);
  return sum;
}

// Grains at random in a periodic box, with forces between near ones.
struct Cloud {
  Particles p;
  std::vector<MeasureContact> contacts;
  PeriodicBox box{{-1, 0, 2}, {0.5, 1, 3.2}, {true, false, true}};
  MeasureInput input() const { return {.particles = p, .contacts = contacts, .box = box}; }
};
Cloud cloud(int grains) {
  const CounterRandom random(5, 2);
  Cloud c;
  for (int n = 0; n < grains; ++n) {
    const auto k = static_cast<std::uint64_t>(n);
    const auto pick = [&](std::uint64_t what) { return random.uniform(100 * k + what); };
    test::add(c.p, {-1 + 1.5 * pick(0), pick(1), 2 + 1.2 * pick(2)}, 0.02 + 0.1 * pick(3),
              {pick(4) - 0.5, pick(5) + 1, pick(6)}, {pick(7), pick(8), pick(9)});
  }
  for (std::uint32_t i = 0; i < c.p.size(); ++i)
    for (std::uint32_t j = i + 1; j < c.p.size(); ++j) {
      const Vec3 l =
          nearest_image(c.p.xr[j].x - c.p.xr[i].x, c.box.lengths(), c.box.inverse_lengths());
      if (norm(l) > 0.3) continue;
      const double f = random.uniform(900000 + 100 * i + j);
      c.contacts.push_back({.i = ParticleId{i},
                            .j = ParticleId{j},
                            .normal = normalized(l),
                            .force = {-f * l.x, 0.3 - f * l.y, -l.z}});
    }
  return c;
}

// Large grains above small ones: the profile of the size shows how they are segregated.
TEST(Profile, the_mean_diameter_is_weighted_by_mass) {
  Particles p;
  test::add(p, {0, 0.5, 0}, 0.25);
  test::add(p, {1, 0.5, 0}, 0.5);  // eight times as heavy
  test::add(p, {0, 1.5, 0}, 0.5);
  const auto t = profile_of("profile; axis = y; count = 3; low = [-1, 0, -1]; high = [2, 3, 1]",
                            {.particles = p});
  EXPECT_NEAR(cell_of(t, 0, "mean_diameter"), (0.5 + 8 * 1.0) / 9, 1e-12);
  EXPECT_NEAR(cell_of(t, 1, "mean_diameter"), 1, 1e-12);
  EXPECT_EQ(cell_of(t, 2, "mean_diameter"), 0) << "there is nothing";
}

// Each bin holds a piece of one ball whose volume is known.
TEST(Profile, layers_hold_the_caps_of_a_ball) {
  Particles p;
  test::add(p, {0, 0, 0}, 1, {1, 2, 3}, {4, 5, 6});
  const auto t = profile_of("profile; axis = z; count = 4; low = [-2, -2, -1]; high = [2, 2, 1]",
                            {.particles = p});
  const double outer = std::numbers::pi / 3 * 0.25 * 2.5, inner = 2 * std::numbers::pi / 3 - outer;
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(cell_of(t, k, "position"), -0.75 + 0.5 * static_cast<double>(k), 1e-15);
    EXPECT_NEAR(cell_of(t, k, "solid_fraction"), (k % 3 == 0 ? outer : inner) / 8, 1e-15);
    EXPECT_NEAR(cell_of(t, k, "velocity_y"), 2, 1e-14);
    EXPECT_NEAR(cell_of(t, k, "spin_z"), 6, 1e-14);
    EXPECT_NEAR(cell_of(t, k, "temperature"), 0, 1e-25);
  }
}

// Two equal grains of speeds +-1 and a third of the temperature of a cubic lattice.
TEST(Profile, temperature_is_a_third_of_the_mean_square_about_the_mean_velocity) {
  Particles p;
  for (const double s : {-1.0, 1.0}) test::add(p, {s, 0, 0}, 0.5, {10 + s, 2 * s, -2 * s});
  const auto t = profile_of("profile; count = 1; stress = false", {.particles = p});
  EXPECT_NEAR(cell_of(t, 0, "velocity_x"), 10, 1e-14);
  EXPECT_NEAR(cell_of(t, 0, "temperature"), (1 + 4 + 4) / 3.0, 1e-14);
}

// Slow fluctuations in a fast flow keep their digits.
TEST(Profile, temperature_of_a_fast_flow_is_not_a_difference_of_squares) {
  Particles p;
  for (const double s : {-1.0, 1.0}) test::add(p, {s, 0, 0}, 0.5, {1e8 + s, 0, 0});
  EXPECT_NEAR(cell_of(profile_of("profile; count = 1", {.particles = p}), 0, "temperature"),
              1 / 3.0, 1e-7);
}

TEST(Profile, parts_add_up_to_the_whole_across_seams) {
  const Cloud c = cloud(80);
  double solid = 0;
  for (const PositionRadius& g : c.p.xr) solid += ball_volume(g.r);
  const auto whole = test::measure("stress; low = [-1, -3, 2]; high = [0.5, 4, 3.2]");
  const double volume = 1.5 * 7 * 1.2;
  for (const char* line :
       {"profile; axis = x; count = 7; low = [-1, -3, 2]; high = [0.5, 4, 3.2]",
        "profile; axis = y; count = 50; low = [-1, -3, 2]; high = [0.5, 4, 3.2]",
        "profile; by = cells; cells = [4, 9, 5]; low = [-1, -3, 2]; high = [0.5, 4, 3.2]",
        // One period, wherever it begins.
        "profile; by = cells; cells = [3, 8, 2]; low = [-0.3, -3, 1.7]; high = [1.2, 4, 2.9]"}) {
    const auto t = profile_of(line, c.input());
    const double bin = volume / static_cast<double>(t.rows());
    EXPECT_NEAR(total(t, "grains"), 80, 1e-11) << line;
    EXPECT_NEAR(total(t, "solid_fraction") * bin, solid, 1e-12 * solid) << line;
    for (const char* s : {"xx", "yy", "xy", "yz"})
      EXPECT_NEAR(total(t, std::string("stress_") + s) / static_cast<double>(t.rows()),
                  test::value(*whole, c.input(), s), 1e-13)
          << line << s;
  }
}

// Rings of a cylinder that holds everything: the trace of the stress turns into itself.
TEST(Profile, rings_hold_all_grains_and_all_of_the_pressure) {
  Cloud c = cloud(60);
  c.box = {};
  std::erase_if(c.contacts, [&](const MeasureContact& k) {
    return norm(c.p.xr[k.j.value].x - c.p.xr[k.i.value].x) > 0.3;
  });
  const auto t = profile_of(
      "profile; by = rings; axis = y; centre = [0, 0.5, 2.5]; radius = 4; height = 6; count = 9",
      c.input());
  const auto whole = test::measure("stress; low = [-9, -9, -9]; high = [9, 9, 9]");
  double solid = 0, kept = 0, trace = 0;
  for (const PositionRadius& g : c.p.xr) solid += ball_volume(g.r);
  for (std::size_t k = 0; k < t.rows(); ++k) {
    const double a = 4 * static_cast<double>(k) / 9, b = a + 4.0 / 9;
    const double v = std::numbers::pi * (b * b - a * a) * 6;
    kept += cell_of(t, k, "solid_fraction") * v, trace += cell_of(t, k, "pressure") * v;
  }
  EXPECT_NEAR(kept, solid, 1e-11 * solid);
  EXPECT_NEAR(total(t, "grains"), 60, 1e-10);
  EXPECT_NEAR(trace, test::value(*whole, c.input(), "pressure") * 5832, 1e-12);
}

// A rigid rotation about the axis: v = omega r around, nothing else.
TEST(Profile, rings_show_a_vortex_as_velocity_around_the_axis) {
  Particles p;
  for (int k = 0; k < 12; ++k) {
    const double a = 2 * std::numbers::pi * k / 12;
    const Vec3 x{2 * std::cos(a), 2 * std::sin(a), 0};
    test::add(p, x, 0.1, cross({0, 0, 3}, x));
  }
  const auto t = profile_of(
      "profile; by = rings; axis = z; centre = [0, 0, 0]; inner = 1.5; radius = 2.5; count = 1",
      {.particles = p});
  EXPECT_NEAR(cell_of(t, 0, "velocity_around"), 6, 1e-13);
  EXPECT_NEAR(cell_of(t, 0, "velocity_radial"), 0, 1e-13);
  EXPECT_NEAR(cell_of(t, 0, "temperature"), 0, 1e-25);
}

// A column of grains on each other: each layer bears what lies above (and the branches through it).
TEST(Profile, stress_of_a_column_is_the_weight_above) {
  Particles p;
  std::vector<MeasureContact> contacts;
  const double g = 10, m = test::kDensity * ball_volume(1);
  for (std::uint32_t k = 0; k < 5; ++k) {
    test::add(p, {0, 1 + 2.0 * k, 0}, 1);
    contacts.push_back({.i = ParticleId{k},
                        .j = ParticleId{k > 0 ? k - 1 : 0},
                        .wall = k > 0 ? -1 : 0,
                        .point = {0, 2.0 * k, 0},
                        .normal = {0, -1, 0},
                        .force = {0, (5 - k) * m * g, 0}});
  }
  const auto t = profile_of("profile; count = 5; low = [-1, 1, -1]; high = [1, 11, 1]",
                            {.particles = p, .contacts = contacts});
  for (std::size_t k = 0; k < 5; ++k)  // between centres k and k + 1
    EXPECT_NEAR(cell_of(t, k, "stress_yy"), (4 - static_cast<double>(k)) * m * g / 4, 1e-9 * m * g);
}

TEST(Profile, bodies_count_once) {
  Particles p;
  Bodies bodies;
  Body b;
  b.count = 2, b.x = {0.3, 0, 0}, b.inv_mass = 0.5, b.volume = 0.8;
  for (const double x : {-0.3, 0.3}) {
    bodies.primitive.push_back({{x, 0, 0}, {}, 0});
    p.add({.x = b.x + Vec3{x, 0, 0}, .radius = 0.5, .v = {2, 0, 0}, .body = b.name()}, 1);
    p.ws.back().flags |= kMember;
    p.vm.back().inv_mass = b.inv_mass;
  }
  bodies.body.push_back(b);
  p.index_ids();
  const RowShares shares = row_shares(p, bodies);
  const auto t = profile_of("profile; axis = x; count = 3; low = [-1, -1, -1]; high = [2, 1, 1]",
                            {.particles = p, .shares = &shares});
  EXPECT_NEAR(total(t, "grains"), 1, 1e-14);
  EXPECT_NEAR(total(t, "solid_fraction") * 4, 0.8, 1e-14);
  const auto f = profile_of("field; width = 0.7", {.particles = p, .shares = &shares});
  EXPECT_NEAR(total(f, "mass_density") * 0.35 * 0.35 * 0.35, 2, 1e-13);
}

// A cube of side 1 as it is, not as the ball around it.
TEST(Profile, polyhedra_are_cut_as_they_are) {
  std::vector<Vec3> points;
  for (unsigned k = 0; k < 8; ++k)
    points.push_back({k & 1u ? 0.5 : -0.5, k & 2u ? 0.5 : -0.5, k & 4u ? 0.5 : -0.5});
  const std::vector<std::vector<std::uint32_t>> faces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                                      {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  const double r = 0.5 * std::sqrt(3.0);
  RowSolids solids;
  solids.forms.emplace_back(r, points, faces);
  solids.form = {1};
  RowShares shares;
  shares.fraction = {1}, shares.mass = {2500}, shares.solid = {1 / ball_volume(r)},
  shares.arm = {{}};
  Particles p;
  test::add(p, {0, 0, 0}, r, {0, 1, 0});
  const MeasureInput in{.particles = p, .shares = &shares, .solids = &solids};
  const auto layers = profile_of("profile; count = 4; low = [-1, -1, -1]; high = [1, 1, 1]", in);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(cell_of(layers, k, "solid_fraction") * 2, k == 1 || k == 2 ? 0.5 : 0, 1e-14);
  const auto cells = profile_of(
      "profile; by = cells; cells = [2, 2, 2]; low = [-1, -1, -1]; high = [1, 1, 1]", in);
  for (std::size_t k = 0; k < 8; ++k)
    EXPECT_NEAR(cell_of(cells, k, "solid_fraction"), 1.0 / 8, 1e-14);
  // A cylinder of radius 0.5 holds pi/4 of it; shares of solids in cylinders are good to 1e-4.
  const auto rings = profile_of(
      "profile; by = rings; axis = y; centre = [0, 0, 0]; radius = 1; height = 2; count = 2", in);
  EXPECT_NEAR(cell_of(rings, 0, "solid_fraction") * std::numbers::pi / 2, std::numbers::pi / 4,
              2e-4);
  EXPECT_NEAR(total(rings, "grains"), 1, 2e-4);
}

// Areas in place of volumes: a disc of radius 1 in a box of 4 x 4.
TEST(Profile, in_two_dimensions_cuts_discs) {
  Particles p;
  p.set_dimensions(Dimensions::two);
  test::add(p, {0, 0, 0}, 1, {3, 0, 0});
  const auto layers =
      profile_of("profile; count = 2; low = [-2, -2, -1]; high = [2, 2, 1]", {.particles = p});
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(cell_of(layers, k, "solid_fraction"), std::numbers::pi / 16, 1e-14);
    EXPECT_NEAR(cell_of(layers, k, "velocity_x"), 3, 1e-14);
  }
  const auto cells =
      profile_of("profile; by = cells; cells = [2, 2, 1]; low = [-2, -2, -1]; high = [2, 2, 1]",
                 {.particles = p});
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(cell_of(cells, k, "solid_fraction"), std::numbers::pi / 16, 1e-14);
  for (const char* line : {"profile; by = rings", "field; width = 1", "pairs; reach = 1",
                           "profile; by = cells; cells = [2, 2, 2]"})
    EXPECT_TRUE(test::measure(line)->check({.particles = p}).has_value()) << line;
}

TEST(Profile, and_other_tables_refuse_a_sheared_cell) {
  Particles p;
  PeriodicBox box{{0, 0, 0}, {1, 1, 1}, {true, true, true}};
  box.tilt = {0.1, 0, 0};
  for (const char* line :
       {"profile; axis = y", "field; width = 1", "pairs; reach = 0.1", "mixing; cell = 0.5"})
    EXPECT_EQ(test::measure(line)->check({.particles = p, .box = box})->code, "E0656") << line;
}

TEST(Profile, refuses_layers_along_an_oblique_gravity) {
  Particles p;
  test::add(p, {0, 0, 0}, 1);
  const auto e = test::measure("profile")->check({.particles = p, .up = {0.6, 0.8, 0}});
  ASSERT_TRUE(e.has_value());
  EXPECT_EQ(e->code, "E0672");
  EXPECT_FALSE(
      test::measure("profile; axis = y")->check({.particles = p, .up = {0.6, 0.8, 0}}).has_value());
}

TEST(Profile, without_stored_contacts_asks_for_them_or_leaves_the_stress_out) {
  Particles p;
  test::add(p, {0, 0, 0}, 1);
  const MeasureInput bare{.particles = p, .contacts_known = false};
  for (const std::string kind : {"profile", "field; width = 1"}) {
    const auto e = test::measure(kind)->check(bare);
    ASSERT_TRUE(e.has_value()) << kind;
    EXPECT_NE(e->hint.find("stress = false"), std::string::npos);
    EXPECT_FALSE(test::measure(kind + "; stress = false")->check(bare).has_value());
  }
}

}  // namespace
}  // namespace scree
