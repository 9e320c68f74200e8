// Measures of arrangements whose answers are known.
#include <algorithm>
#include <array>
#include <numbers>

#include "make.hpp"
#include "measure/ball_volume.hpp"
#include "measure/tensor.hpp"

namespace scree {
namespace {

using std::numbers::pi;
using test::add;
using test::value;

// n^3 grains of diameter 1 in a periodic cube, each in touch with six (simple cubic) or, with four
// grains a cell of side sqrt 2, with twelve neighbours (face-centred). Forces of 1 N push.
struct Lattice {
  Particles p;
  std::vector<MeasureContact> contacts;
  PeriodicBox box;
  MeasureInput input() const { return {.particles = p, .contacts = contacts, .box = box}; }
};

Lattice lattice(int n, bool face_centred) {
  Lattice a;
  const double cell = face_centred ? std::numbers::sqrt2 : 1;
  const std::array<Vec3, 4> base{Vec3{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        for (int b = 0; b < (face_centred ? 4 : 1); ++b)
          add(a.p, cell * (Vec3{i + 0.25, j + 0.25, k + 0.25} + base[std::size_t(b)]), 0.5);
  a.box = {{0, 0, 0}, cell * Vec3{double(n), double(n), double(n)}, {true, true, true}};
  for (std::uint32_t i = 0; i < a.p.size(); ++i)
    for (std::uint32_t j = i + 1; j < a.p.size(); ++j) {
      const Vec3 d =
          nearest_image(a.p.xr[j].x - a.p.xr[i].x, a.box.lengths(), a.box.inverse_lengths());
      if (norm(d) > 1.001) continue;
      const Vec3 u = normalized(d);
      a.contacts.push_back({ParticleId{i}, ParticleId{j}, -1, a.p.xr[i].x + 0.5 * d, u, 0, -u, {}});
    }
  return a;
}

TEST(Density, of_lattices_is_the_textbook_value) {
  // Height of the period: the highest grain does not end the packing of a periodic box.
  const Lattice cubic = lattice(3, false), dense = lattice(3, true);
  EXPECT_NEAR(value("density; height = 3", cubic.input(), "solid_fraction"), pi / 6, 1e-14);
  const std::string height = std::to_string(3 * std::numbers::sqrt2);
  EXPECT_NEAR(value("density; height = " + height, dense.input(), "solid_fraction"),
              pi / (3 * std::numbers::sqrt2), 1e-6);  // six decimals of the height
}

TEST(Density, uses_the_top_of_the_highest_grain) {
  Particles p;
  add(p, {0, 1, 0}, 1), add(p, {0, 3, 0}, 0.5);
  const MeasureInput in{.particles = p};
  EXPECT_DOUBLE_EQ(value("density; area = 4", in, "height"), 3.5);
  EXPECT_DOUBLE_EQ(value("density; area = 4", in, "solid_fraction"),
                   (ball_volume(1) + ball_volume(0.5)) / 14);
  EXPECT_DOUBLE_EQ(value("density; area = 4; axis = x; bottom = -1", in, "height"), 2);
}

TEST(Layers, share_out_the_whole_volume_and_wrap_around) {
  const Lattice dense = lattice(2, true);
  const double side = dense.box.hi.y;
  char line[128];
  std::snprintf(line, sizeof line, "layers; thickness = %.17g; count = 7; axis = y", side / 7);
  double sum = 0;
  for (const double v : test::values(line, dense.input())) sum += v;
  EXPECT_NEAR(sum, 32 * ball_volume(0.5), 1e-12);
}

TEST(Layers, cut_one_grain_into_its_caps) {
  Particles p;
  add(p, {5, 1, 5}, 1);
  const MeasureInput in{.particles = p};
  const auto v = test::values("layers; thickness = 0.5; count = 5", in);
  const double cap = pi / 3 * 0.25 * 2.5;
  EXPECT_DOUBLE_EQ(v[0], cap);
  EXPECT_DOUBLE_EQ(v[1], ball_volume(1) / 2 - cap);
  EXPECT_NEAR(v[3], cap, 1e-15);
  EXPECT_EQ(v[4], 0);
  EXPECT_DOUBLE_EQ(value("layers; thickness = 2; count = 1; area = 4", in, "solid_fraction_1"),
                   pi / 6);
}

TEST(Rings, share_out_the_whole_volume) {
  const Lattice a = lattice(3, false);
  MeasureInput in = a.input();
  in.box = {};
  double sum = 0;
  for (const double v : test::values("rings; radius = 12; count = 31; centre = [1, 0, 1.3]", in))
    sum += v;
  EXPECT_NEAR(sum, 27 * ball_volume(0.5), 1e-12);
}

TEST(Rings, of_one_coaxial_grain_are_closed_forms) {
  Particles p;
  add(p, {0, 4, 0}, 1);
  const MeasureInput in{.particles = p};
  const auto v = test::values("rings; radius = 1; count = 2", in);
  const double core = ball_volume(1) * (1 - std::pow(0.75, 1.5));
  EXPECT_NEAR(v[0], core, 1e-15);
  EXPECT_NEAR(v[1], ball_volume(1) - core, 2e-15);
  EXPECT_NEAR(
      value("rings; radius = 1; count = 2; height = 2; centre = [0, 4, 0]", in, "solid_fraction_1"),
      core / (pi * 0.25 * 2), 1e-15);
}

TEST(Coordination, of_lattices_is_six_and_twelve) {
  EXPECT_EQ(value("coordination", lattice(3, false).input(), "coordination"), 6);
  EXPECT_EQ(value("coordination", lattice(3, true).input(), "coordination_bearing"), 12);
  EXPECT_EQ(value("coordination", lattice(3, true).input(), "contacts"), 108 * 6);
}

TEST(Coordination, removes_rattlers_until_none_is_left) {
  // A chain: its ends have one contact, and go one after the other. A ring of three stays.
  Particles p;
  for (int k = 0; k < 7; ++k) add(p, {double(k), 0, 0}, 0.5);
  std::vector<MeasureContact> c;
  const auto join = [&](std::uint32_t i, std::uint32_t j) {
    c.push_back({.i = ParticleId{i}, .j = ParticleId{j}, .normal = {1, 0, 0}});
  };
  join(0, 1), join(0, 2), join(1, 2), join(2, 3), join(3, 4), join(4, 5);
  const MeasureInput in{.particles = p, .contacts = c};
  EXPECT_EQ(value("coordination; least = 2", in, "rattlers"), 4);
  EXPECT_EQ(value("coordination; least = 2", in, "coordination_bearing"), 2);
  EXPECT_DOUBLE_EQ(value("coordination; least = 2", in, "coordination"), 12.0 / 7);
  c.push_back({.i = ParticleId{6}, .wall = 0, .normal = {0, -1, 0}});
  const MeasureInput with{.particles = p, .contacts = c};
  EXPECT_DOUBLE_EQ(value("coordination", with, "coordination"), 13.0 / 7);
  EXPECT_DOUBLE_EQ(value("coordination; walls = false", with, "coordination"), 12.0 / 7);
}

// Rattlers by the published definition: two contacts hold a grain with friction, four one without;
// where gravity acts the weight is one of the four.
TEST(Coordination, asks_for_two_contacts_with_friction_and_four_without) {
  const auto bearing = [](std::uint32_t contacts, std::uint32_t with_friction, bool weight) {
    Particles p;
    add(p, {}, 1);
    std::vector<MeasureContact> c;
    for (std::uint32_t k = 0; k < contacts; ++k)
      c.push_back({.wall = static_cast<std::int32_t>(k),
                   .normal = {1, 0, 0},
                   .friction = k < with_friction});
    const MeasureInput in{.particles = p, .contacts = c, .weight = weight};
    return value("coordination", in, "rattlers") == 0;
  };
  for (const bool weight : {false, true}) {
    EXPECT_FALSE(bearing(1, 1, weight));
    EXPECT_TRUE(bearing(2, 2, weight));
    EXPECT_TRUE(bearing(2, 1, weight));  // one contact with friction is enough
    EXPECT_FALSE(bearing(2, 0, weight));
    EXPECT_EQ(bearing(3, 0, weight), weight);
    EXPECT_TRUE(bearing(4, 0, weight));
  }
}

TEST(Coordination, looks_only_at_the_contacts_that_are_left) {
  // Grain 0 has three contacts without friction and one with friction to grain 1, which has no
  // other: when that goes, three are too few without weight.
  Particles p;
  add(p, {}, 1), add(p, {2, 0, 0}, 1);
  std::vector<MeasureContact> c;
  for (std::int32_t k = 0; k < 3; ++k)
    c.push_back({.wall = k, .normal = {1, 0, 0}, .friction = false});
  c.push_back({.j = ParticleId{1}, .normal = {1, 0, 0}, .friction = true});
  const MeasureInput without{.particles = p, .contacts = c, .weight = false};
  EXPECT_EQ(value("coordination", without, "rattlers"), 2);
  const MeasureInput with{.particles = p, .contacts = c};
  EXPECT_EQ(value("coordination", with, "rattlers"), 1);
  EXPECT_EQ(value("coordination", with, "coordination_bearing"), 3);
}

TEST(Fabric, is_isotropic_for_cubic_lattices_and_uniaxial_for_a_chain) {
  const Lattice a = lattice(3, true);
  EXPECT_NEAR(value("fabric", a.input(), "xx"), 1.0 / 3, 1e-14);
  EXPECT_NEAR(value("fabric", a.input(), "minor"), 1.0 / 3, 1e-14);
  EXPECT_NEAR(value("fabric", a.input(), "anisotropy"), 0, 1e-13);
  const MeasureContact c{.normal = Vec3{0.6, 0.8, 0}};
  const MeasureInput in{.particles = a.p, .contacts = std::span(&c, 1)};
  EXPECT_NEAR(value("fabric", in, "major"), 1, 1e-15);
  EXPECT_NEAR(value("fabric", in, "minor"), 0, 1e-15);
  EXPECT_NEAR(value("fabric", in, "xy"), 0.48, 1e-15);
  EXPECT_NEAR(value("fabric", in, "anisotropy"), 7.5, 1e-14);
}

TEST(Tensor, eigenvalues_solve_a_known_matrix) {
  const auto l = eigenvalues({.xx = 2, .yy = 2, .zz = 2, .xy = -1, .xz = 0, .yz = -1});
  EXPECT_NEAR(l[0], 2 + std::numbers::sqrt2, 1e-14);
  EXPECT_NEAR(l[1], 2, 1e-14);
  EXPECT_NEAR(l[2], 2 - std::numbers::sqrt2, 1e-14);
}

TEST(Stress, of_a_cubic_lattice_is_the_force_over_the_face) {
  const Lattice a = lattice(3, false);  // 1 N on each square metre
  for (const char* c : {"xx", "yy", "zz", "pressure"})
    EXPECT_NEAR(value("stress", a.input(), c), 1, 1e-14) << c;
  EXPECT_NEAR(value("stress", a.input(), "deviator"), 0, 1e-14);
}

TEST(Stress, of_parts_adds_up_to_that_of_the_whole) {
  Lattice a = lattice(3, false);
  a.box = {};
  const std::string low = "stress; low = [-9, -9, -9]; high = [9, 1.37, 9]";
  const std::string high = "stress; low = [-9, 1.37, -9]; high = [9, 9, 9]";
  const std::string all = "stress; low = [-9, -9, -9]; high = [9, 9, 9]";
  const double lower = value(low, a.input(), "yy") * 10.37,
               upper = value(high, a.input(), "yy") * 7.63;
  EXPECT_NEAR(lower + upper, value(all, a.input(), "yy") * 18, 1e-13);
}

TEST(Stress, kinetic_part_is_that_of_an_ideal_gas) {
  Particles p;
  add(p, {0, 0, 0}, 0.1, {3, 1, 0}), add(p, {0.5, 0, 0}, 0.1, {-1, 1, 0});  // about (1, 1, 0)
  const MeasureInput in{.particles = p};
  const double m = p.mass(0);
  const std::string line = "stress; low = [-1, -1, -1]; high = [1, 1, 1]; kinetic = true";
  EXPECT_NEAR(value(line, in, "xx"), 2 * m * 4 / 8, 1e-12);
  EXPECT_NEAR(value(line, in, "yy"), 0, 1e-12);
}

TEST(Forces, fall_into_the_bins_of_their_mean) {
  std::vector<MeasureContact> c;
  const Vec3 n{0, 1, 0};
  for (const double f : {0.5, 1.0, 1.0, 5.5, -3.0}) {  // mean 1
    MeasureContact k{.normal = n, .force = -f * n};
    k.j = ParticleId{static_cast<std::uint32_t>(c.size()) + 1};
    c.push_back(k);
  }
  const Particles none;
  const MeasureInput in{.particles = none, .contacts = c};
  const auto v = test::values("forces; count = 5; greatest = 5", in);
  const std::vector<double> expected{1, 5.5, 0.2, 0.2, 0.4, 0, 0, 0, 0.2};
  ASSERT_EQ(v.size(), expected.size());
  for (std::size_t k = 0; k < v.size(); ++k) EXPECT_NEAR(v[k], expected[k], 1e-15) << k;
}

TEST(Speed, leaves_out_the_balls_of_walls) {
  Particles p;
  add(p, {}, 1, {3, 4, 0}, {0, 0, 2}), add(p, {}, 1, {0, 1, 0});
  p.add({.radius = 1, .fixed = true}, 1);
  EXPECT_EQ(test::values("speed", {.particles = p}), (std::vector<double>{5, 3, 2, 1}));
}

TEST(Flow, counts_grains_through_the_disc_both_ways) {
  Particles p;
  add(p, {0, 0.1, 0}, 1), add(p, {5, 0.1, 0}, 1), add(p, {0.2, -0.1, 0}, 1), add(p, {0, 9, 0}, 1);
  const auto disc = test::measure("flow; normal = [0, -1, 0]; radius = 1");
  const auto plane = test::measure("flow; plane = y");
  const MeasureInput before{.particles = p, .time = 1};
  EXPECT_EQ(value(*disc, before, "mass_rate"), 0);
  value(*plane, before, "mass_rate");
  p.xr[0].x.y = -0.1, p.xr[1].x.y = -0.1, p.xr[3].x.y = 8;
  const MeasureInput after{.particles = p, .time = 1.5};
  EXPECT_DOUBLE_EQ(value(*disc, after, "mass_rate"), p.mass(0) / 0.5);
  EXPECT_DOUBLE_EQ(value(*plane, after, "number_passed"), -2);
  p.xr[2].x.y = 0;  // on the plane of normal -y: s goes from 0.1 to 0, still beyond
  EXPECT_DOUBLE_EQ(value(*disc, {.particles = p, .time = 2}, "number_passed"), 1);
  p.xr[2].x.y = 0.1;
  EXPECT_DOUBLE_EQ(value(*disc, {.particles = p, .time = 3}, "number_passed"), 0);
  EXPECT_DOUBLE_EQ(value(*disc, {.particles = p, .time = 4}, "number_rate"), 0);
}

TEST(Flow, sees_a_grain_that_leaves_through_the_end_of_the_period) {
  Particles p;
  add(p, {0, 9.9, 0}, 1);
  const PeriodicBox box{{0, 0, 0}, {10, 10, 10}, {false, true, false}};
  const auto m = test::measure("flow; plane = y; at = 0");
  value(*m, {.particles = p, .time = 0, .box = box}, "number_passed");
  p.xr[0].x.y = 0.1;
  EXPECT_EQ(value(*m, {.particles = p, .time = 1, .box = box}, "number_passed"), 1);
}

TEST(Mass, by_volume_halves_a_grain_on_the_border) {
  Particles p;
  add(p, {1, 0, 0}, 0.25), add(p, {0, 0, 0}, 0.25), add(p, {3, 0, 0}, 0.25);
  const MeasureInput in{.particles = p};
  const std::string box = "mass; region = box; low = [-1, -1, -1]; high = [1, 1, 1]; share = ";
  EXPECT_NEAR(value(box + "volume", in, "number"), 1.5, 1e-14);
  EXPECT_EQ(value(box + "centre", in, "number"), 1);
  EXPECT_NEAR(value(box + "volume", in, "solid_fraction"), 1.5 * ball_volume(0.25) / 8, 1e-15);
  EXPECT_NEAR(value("mass", in, "mass"), 3 * p.mass(0), 1e-12);
  EXPECT_EQ(value("mass; region = sphere; radius = 2; share = volume", in, "number"), 2);
}

// 1 + 2 + 3 held, 4 + 5 + 7 + 9 lost and 0.25 removed, of 8 at the start and 6 + 10 + 11 + 0.5 put
// in.
TEST(Energy, adds_up_the_channels_and_the_residual) {
  const Particles none;
  EnergyReport e{.kinetic = 1,
                 .potential = 2,
                 .stored_normal = 3,
                 .bond_damping = 7,
                 .bond_breakage = 9,
                 .work_walls = 6,
                 .work_sources = 10,
                 .work_stages = 11,
                 .added = 0.5,
                 .removed_stored = 0.25,
                 .start = 8};
  e.dissipated[static_cast<std::size_t>(Loss::sliding)] = 4;
  e.dissipated[static_cast<std::size_t>(Loss::cohesion)] = 5;
  const MeasureInput in{.particles = none, .energy = &e};
  EXPECT_EQ(value("energy", in, "total"), 6);
  EXPECT_EQ(value("energy", in, "lost"), 25);
  EXPECT_EQ(value("energy", in, "removed"), 0.25);
  EXPECT_EQ(value("energy", in, "residual"), 6 + 25 + 0.25 - 8 - 27.5);
  EXPECT_EQ(value("energy", in, "lost_sliding"), 4);
  EXPECT_EQ(value("energy", in, "work_stages"), 11);
}

TEST(Walls, are_told_apart_by_name) {
  const Particles none;
  const std::vector<MeasureWall> walls{{"a", {3, 0, 4}, {1, 0, 0}}, {"b", {1, 0, 0}, {}}};
  const MeasureInput in{.particles = none, .walls = walls};
  EXPECT_EQ(value("walls; wall = a", in, "force"), 5);
  EXPECT_EQ(value("walls", in, "force_x"), 4);
}

TEST(WallMotion, tells_where_a_wall_is_and_how_hard_it_is_pressed) {
  const Particles none;
  const std::vector<MeasureWall> walls{{.name = "lid",
                                        .force = {0, 3, 4},
                                        .position = {1, 2, 3},
                                        .velocity = {0, -2, 0},
                                        .area = 0.5},
                                       {.name = "plane", .force = {0, 1, 0}}};
  const MeasureInput in{.particles = none, .walls = walls};
  EXPECT_EQ(value("wall_motion; wall = lid", in, "position_y"), 2);
  EXPECT_EQ(value("wall_motion; wall = lid", in, "velocity_y"), -2);
  EXPECT_EQ(value("wall_motion; wall = lid", in, "pressure"), 10);
  EXPECT_EQ(value("wall_motion; wall = plane", in, "pressure"), 0) << "of no known area";
}

TEST(Average, is_exact_for_a_linear_signal) {
  Particles p;
  add(p, {}, 1);
  const auto m = test::measure("average; of = speed; over = 2 s");
  double last = 0;
  for (int k = 0; k <= 30; ++k) {
    const double t = 0.3 * k;
    p.vm[0].v.x = t;
    last = value(*m, {.particles = p, .time = t}, "speed_mean");
  }
  EXPECT_NEAR(last, 9 - 1, 1e-13);  // the mean over [7, 9]
}

TEST(Average, of_a_sum_over_the_run_is_refused) {
  for (const char* of : {"flow", "energy"}) {
    const auto made = make_measure(std::string("average; over = 1; of = ") + of);
    ASSERT_FALSE(made.ok()) << of;
    EXPECT_EQ(made.error().code, "E0742");
    EXPECT_NE(made.error().message.find("sum over the run"), std::string::npos);
    // The hint names columns that are accepted.
    const std::string& hint = made.error().hint;
    const std::size_t from = hint.find('"') + 1, end = hint.find('"', from);
    const std::string rest = hint.substr(from, end - from);
    const auto good =
        test::measure(std::string("average; over = 1; of = ") + of + "; columns = " + rest);
    EXPECT_FALSE(good->columns().empty());
    for (const ColumnInfo& c : good->columns()) EXPECT_FALSE(c.cumulative) << c.name;
  }
  EXPECT_FALSE(make_measure("average; over = 1; of = flow; columns = mass_rate mass_passed").ok());
  EXPECT_FALSE(make_measure("average; over = 1; of = flow; columns = mass_rat").ok());
  EXPECT_FALSE(make_measure("average; over = 1; of = flow; columns = mass_rate, mass_rate").ok());
  EXPECT_FALSE(make_measure("average; over = 1; of = flow; columns = ,").ok());
}

// What grows with the run and nothing else: every column that two runs in a row make twice as large
// while the state is the same at the end of each.
TEST(Average, every_column_that_counts_up_is_named_as_such) {
  Particles p;
  add(p, {0.5, 0, 0}, 0.1);
  const PeriodicBox box{{0, 0, 0}, {1, 1, 1}, {true, false, false}};
  const auto flow = test::measure("flow; plane = x; at = 0.25");
  std::vector<double> first, second;
  for (int k = 0; k <= 6; ++k) {  // three thirds of the way round, twice
    p.xr[0].x.x = std::fmod(0.5 + k / 3.0, 1.0);
    const auto v = test::values(*flow, {.particles = p, .time = double(k), .box = box});
    if (k == 3) first = v;
    second = v;
  }
  for (std::size_t k = 0; k < first.size(); ++k) {
    const ColumnInfo c = flow->columns()[k];
    EXPECT_EQ(c.cumulative, first[k] != 0 && second[k] == 2 * first[k]) << c.name;
  }
  for (const ColumnInfo& c : test::measure("energy")->columns())
    EXPECT_EQ(c.cumulative, c.name.starts_with("lost") || c.name.starts_with("work") ||
                                c.name.starts_with("removed") || c.name == "added")
        << c.name;
}

TEST(Columns, chosen_ones_keep_their_values_and_their_memory) {
  Particles p;
  add(p, {0, 0.1, 0}, 1);
  const auto all = test::measure("flow");
  auto some = choose_columns(test::measure("flow"), "number_passed, mass_rate");
  ASSERT_TRUE(some.ok());
  EXPECT_EQ(names_of((*some)->columns()), (std::vector<std::string>{"number_passed", "mass_rate"}));
  EXPECT_TRUE((*some)->columns()[0].cumulative);
  EXPECT_FALSE((*some)->columns()[1].cumulative);
  test::values(*all, {.particles = p}), test::values(**some, {.particles = p});
  p.xr[0].x.y = -0.1;
  const auto a = test::values(*all, {.particles = p, .time = 1});
  const auto b = test::values(**some, {.particles = p, .time = 1});
  EXPECT_EQ(b, (std::vector<double>{a[3], a[0]}));
  EXPECT_EQ((*some)->state(), all->state());
  EXPECT_TRUE((*some)->has_memory());
}

}  // namespace
}  // namespace scree
