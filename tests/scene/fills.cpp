// Fills: counts, no overlap, inside the space, determinism.
#include <map>
#include <numbers>

#include "helpers.hpp"
#include "scene/fill.hpp"

namespace scree {
namespace {

constexpr double kRounding = 1e-8;  // relative overlap that touching sites may show

TEST(Lattice, is_the_densest_packing_in_the_bulk) {
  // The share of a large box that sites take tends to pi / sqrt(18) = 0.7405. The rim is about one
  // site wide: at 40 sites per side its share is below 6/40.
  const Scene s = good(R"([[fill]]
kind = "lattice"
diameter = 1
region = { kind = "box", lo = [0, 0, 0], hi = [40, 40, 40] }
)");
  const double share = static_cast<double>(s.world.particles.size()) * std::numbers::pi / 6 / 64000;
  EXPECT_LT(share, 0.7405);
  EXPECT_GT(share, 0.7405 * (1 - 6.0 / 40));
}

TEST(Lattice, neighbours_touch_and_have_twelve_of_them) {
  const Scene s = good(R"([[fill]]
kind = "lattice"
diameter = 1
region = { kind = "box", lo = [0, 0, 0], hi = [8, 8, 8] }
)");
  EXPECT_LT(std::abs(worst_overlap(s.world)), kRounding);
  const auto& xr = s.world.particles.xr;
  std::size_t most = 0;
  for (const auto& a : xr) {
    std::size_t touching = 0;
    for (const auto& b : xr) touching += std::abs(norm(a.x - b.x) - 1) < kRounding;
    most = std::max(most, touching);
  }
  EXPECT_EQ(most, 12u);
}

constexpr std::string_view kPhases = R"(seed = 3
[[fill]]
kind = "lattice"
region = { kind = "cylinder", diameter = "60 mm", height = "60 mm" }
phases = [
  { diameter = "2 mm", probability = 0.9, variation = "2 %", spacing = "2.1 mm" },
  { diameter = "18 mm", probability = 0.8, variation = "2 %", height = "40 mm" },
  { diameter = "6 mm", probability = 0.5, variation = "2 %", height = "50 mm" },
]
)";

TEST(Lattice, three_phases_of_the_thesis_large_first_without_overlap) {
  const Scene s = good(kPhases);
  const auto& xr = s.world.particles.xr;
  EXPECT_LT(worst_overlap(s.world), kRounding);
  std::map<int, int> count;
  double last = 1;
  for (const auto& g : xr) {
    const int size = g.r > 7e-3 ? 18 : g.r > 2.5e-3 ? 6 : 2;
    ++count[size];
    EXPECT_LE(size, last * 18);
    last = size;
    EXPECT_LE(std::abs(2 * g.r / (1e-3 * size) - 1), 0.02 + 1e-12);
    EXPECT_LE(std::hypot(g.x.x, g.x.z) + g.r, 30e-3 * (1 + kRounding));
    EXPECT_GE(g.x.y - g.r, -1e-12);
    EXPECT_LE(g.x.y + g.r, (size == 18 ? 40e-3 : size == 6 ? 50e-3 : 60e-3) * (1 + kRounding));
  }
  EXPECT_GT(count[18], 3);
  EXPECT_GT(count[6], 20);
  EXPECT_GT(count[2], 1000);
}

TEST(Lattice, the_seed_alone_decides) {
  EXPECT_TRUE(same_grains(good(kPhases).world, good(kPhases).world));
  EXPECT_FALSE(same_grains(good(kPhases).world, good(kPhases, {"seed=4"}).world));
}

TEST(Lattice, keeps_clear_of_walls_and_earlier_fills) {
  const Scene s = good(R"([[wall]]
shape = "plane"
point = [0, 3, 0]
normal = [1, 1, 0]
[[fill]]
kind = "grains"
grains = [{ position = [5, 5, 5], radius = 2 }]
[[fill]]
kind = "lattice"
diameter = 1
region = { kind = "sphere", centre = [5, 5, 5], diameter = 12 }
)");
  EXPECT_GT(s.world.particles.size(), 100u);
  EXPECT_LT(worst_overlap(s.world), kRounding);
  for (const auto& g : s.world.particles.xr)
    EXPECT_GE((g.x.x + g.x.y - 3) / std::numbers::sqrt2, g.r * (1 - kRounding));
}

// An open beaker has no forbidden side, yet grains belong inside it, not into the corners of the
// box around it.
TEST(Lattice, fills_an_open_container_inside_only) {
  const Scene beaker = good(R"([[wall]]
shape = "cylinder"
radius = 5
height = 8
centre = [0, 4, 0]
open = "top"
[[fill]]
kind = "lattice"
diameter = 0.5
)");
  EXPECT_GT(beaker.world.particles.size(), 4000u);
  for (const auto& g : beaker.world.particles.xr)
    EXPECT_LT(std::hypot(g.x.x, g.x.z), 5 - g.r * (1 - kRounding));
  const Scene tray = good(R"([[wall]]
shape = "box"
min = [0, 0, 0]
max = [4, 3, 2]
open = "top"
rotation = [0, "45 deg", 0]
[[fill]]
kind = "random"
diameter = 0.4
count = 100
)");
  EXPECT_EQ(tray.world.particles.size(), 100u);
  for (const auto& g : tray.world.particles.xr) {
    const Vec3 x = rotate_back(tray.world.walls[0].pose.q, g.x);
    EXPECT_TRUE(x.x > 0 && x.x < 4 && x.z > 0 && x.z < 2) << x.x << " " << x.z;
  }
}

TEST(Lattice, periodic_faces_are_open_but_not_overlapped) {
  const Scene s = good(R"([box]
lo = [0, 0, 0]
hi = [7.3, 7.3, 7.3]
[[fill]]
kind = "lattice"
diameter = 1
)");
  EXPECT_LT(worst_overlap(s.world), kRounding);
  for (const auto& g : s.world.particles.xr)
    for (int k = 0; k < 3; ++k) EXPECT_TRUE(g.x[k] >= 0 && g.x[k] < 7.3);
}

constexpr std::string_view kRandom = R"([[fill]]
kind = "random"
size = { kind = "uniform", min = "1 mm", max = "5 mm" }
fraction = 0.3
region = { kind = "cylinder", base = [0, -0.01, 0], diameter = "50 mm", height = "40 mm" }
)";

TEST(Random, reaches_the_fraction_without_overlap_inside_the_region) {
  const Scene s = good(kRandom);
  double solid = 0;
  for (const auto& g : s.world.particles.xr) {
    solid += 4.0 / 3 * std::numbers::pi * g.r * g.r * g.r;
    EXPECT_LE(std::hypot(g.x.x, g.x.z) + g.r, 25e-3 * (1 + kRounding));
    EXPECT_GE(g.x.y - g.r, -0.01 - 1e-11);
    EXPECT_LE(g.x.y + g.r, 0.03 + 1e-11);
  }
  EXPECT_LT(worst_overlap(s.world), kRounding);
  const double volume = std::numbers::pi * 25e-3 * 25e-3 * 40e-3;
  // One grain less than the target at most (0.08 %), and the estimate of the volume (0.3 %).
  EXPECT_NEAR(solid / volume, 0.3, 0.3 * 0.005);
}

TEST(Random, the_seed_alone_decides) {
  EXPECT_TRUE(same_grains(good(kRandom).world, good(kRandom).world));
  EXPECT_FALSE(same_grains(good(kRandom).world, good(kRandom, {"seed=2"}).world));
}

TEST(Random, gap_is_kept_also_through_periodic_faces) {
  const Scene s = good(R"([box]
lo = [0, 0, 0]
hi = [10, 10, 10]
[[fill]]
kind = "random"
diameter = 1
count = 150
gap = 0.2
)");
  EXPECT_LE(worst_overlap(s.world), -0.4 * (1 - 1e-6));  // gap / radius
}

TEST(Random, counts_that_cannot_fit_are_refused_at_once) {
  EXPECT_NE(mistakes(kRandom, {"fill.0.fraction=0.74"}).find("of the space [E0701]"),
            std::string::npos);
  EXPECT_NE(mistakes("[[fill]]\nkind = \"random\"\ndiameter = 1\ncount = 4000000000\n"
                     "region = { kind = \"box\", lo = [0, 0, 0], hi = [3, 3, 3] }\n")
                .find("cannot fit"),
            std::string::npos);
}

TEST(Random, a_single_grain_may_fill_its_space) {
  EXPECT_EQ(good("[[fill]]\nkind = \"random\"\ndiameter = 1\ncount = 1\n"
                 "region = { kind = \"box\", lo = [0, 0, 0], hi = [1, 1, 1] }\n")
                .world.particles.size(),
            1u);
}

TEST(Pour, makes_an_inlet) {
  const Scene s = good(R"([[fill]]
name = "spout"
kind = "pour"
diameter = "4 mm"
variation = 0.05
centre = [0, "20 cm", 0]
width = "4 cm"
rate = 500
count = 1000
velocity = [0, -1, 0]
)");
  EXPECT_TRUE(s.world.particles.empty());
  ASSERT_EQ(s.world.inlets.size(), 1u);
  const Inlet& i = s.world.inlets[0];
  EXPECT_EQ(i.centre, (Vec3{0, 0.2, 0}));
  EXPECT_TRUE(i.disc);
  EXPECT_NEAR(norm(i.axis_u), 0.02 - 0.0021, 1e-15);
  EXPECT_EQ(i.rate, 500.0);
  EXPECT_EQ(i.count, 1000u);
  EXPECT_EQ(i.velocity, (Vec3{0, -1, 0}));
  EXPECT_NEAR(i.sizes.largest(), 0.0042, 1e-15);
}

TEST(Csv, reads_every_form) {
  const TemporaryFolder folder;
  const auto load = [&](std::string_view csv, const std::string& more = "") {
    folder.write("g.csv", csv);
    auto s = load_scene(folder.write(
        "s.toml",
        "[material.a]\n[material.b]\ndensity = 1\n[[fill]]\nkind = \"csv\"\nmaterial = "
        "\"a\"\nfile = \"g.csv\"\n" +
            more));
    EXPECT_TRUE(s.ok()) << (s ? "" : joined(s.errors()));
    return s ? std::move(s->world.particles) : Particles{};
  };
  EXPECT_EQ(load("0,0,0,1\n5,0,0,2\n").size(), 2u);
  EXPECT_EQ(load("# made by hand\n0 0 0 1\n\n 5\t0 0 2\r\n").xr[1].r, 2.0);
  EXPECT_EQ(load("x;y;z;diameter\n1;2;3;4\n", "scale = 0.001\n").xr[0].r, 0.002);
  const Particles p =
      load("diameter,z,y,x,vx,vy,vz,material,fixed\n2,3,2,1,7,8,9,b,0\n2,30,2,1,0,0,0,a,1\n");
  ASSERT_EQ(p.size(), 2u);
  EXPECT_EQ(p.xr[0].x, (Vec3{1, 2, 3}));
  EXPECT_EQ(p.vm[0].v, (Vec3{7, 8, 9}));
  EXPECT_EQ(p.ws[0].material, 1);
  EXPECT_EQ(p.vm[1].inv_mass, 0.0);
}

TEST(Csv, names_place_and_reason_of_every_bad_row) {
  const TemporaryFolder folder;
  folder.write("g.csv",
               "x,y,z,r\n0,0,0,1\n0,zero,0,1\n9,0,0,nan\n9,0,0,0\n9,0,0,-1\n9,0,0\n0.5,0,0,1\n");
  const auto s = load_scene(folder.write("s.toml", "[[fill]]\nkind = \"csv\"\nfile = \"g.csv\"\n"));
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(joined(s.errors()),
            "g.csv:3:3: `y` must be a number, not `zero` [E0705]\n"
            "     3 | 0,zero,0,1\n"
            "       |   ^^^^\n"
            "g.csv:4:7: `r` must be a finite number, not nan [E0705]\n"
            "     4 | 9,0,0,nan\n"
            "       |       ^^^\n"
            "g.csv:5:7: `r` must be greater than 0, not 0 [E0705]\n"
            "     5 | 9,0,0,0\n"
            "       |       ^\n"
            "g.csv:6:7: `r` must be greater than 0, not -1 [E0705]\n"
            "     6 | 9,0,0,-1\n"
            "       |       ^^\n"
            "g.csv:7:1: this row has 3 columns, not 4 [E0705]\n"
            "     7 | 9,0,0\n"
            "       | ^\n"
            "g.csv:8:1: grain 1 overlaps grain 0 of fill 0 by 1.5 m (150 % of the smaller "
            "radius) [E0703]\n"
            "     8 | 0.5,0,0,1\n"
            "       | ^^^\n"
            "  hint: at most 5 % is accepted at the start (`max_start_overlap`)\n");
}

TEST(Csv, refuses_strange_headers_and_empty_files) {
  const TemporaryFolder folder;
  const auto refusal = [&](std::string_view csv) {
    folder.write("g.csv", csv);
    const auto s =
        load_scene(folder.write("s.toml", "[[fill]]\nkind = \"csv\"\nfile = \"g.csv\"\n"));
    return s ? std::string("accepted") : joined(s.errors());
  };
  EXPECT_NE(refusal("x,y,z,radios\n").find("did you mean `radius`?"), std::string::npos);
  EXPECT_NE(refusal("x,y,z\n1,2,3\n").find("one of r, radius and diameter"), std::string::npos);
  EXPECT_NE(refusal("x,y,z,r,x\n").find("appears twice"), std::string::npos);
  EXPECT_NE(refusal("1,2,3,4,5\n").find("must have 4, 7, 8 or 9 columns, not 5"),
            std::string::npos);
  EXPECT_NE(refusal("").find("has no grains"), std::string::npos);
  EXPECT_NE(refusal("x,y,z,r\n").find("has no grains"), std::string::npos);
  EXPECT_NE(refusal(std::string_view("1,2,3,4\0\n", 9)).find("binary"), std::string::npos);
}

TEST(Grains, spin_velocity_and_fixed) {
  const Scene s = good(R"([[fill]]
kind = "grains"
velocity = [1, 0, 0]
grains = [
  { position = [0, 0, 0], diameter = "1 m", spin = [0, 0, "60 rpm"] },
  { position = [2, 0, 0], radius = 0.5, velocity = [0, 2, 0] },
  { position = [4, 0, 0], radius = 0.5, fixed = true },
]
)");
  const auto& p = s.world.particles;
  ASSERT_EQ(p.size(), 3u);
  EXPECT_EQ(p.vm[0].v, (Vec3{1, 0, 0}));
  EXPECT_NEAR(p.ws[0].omega.z, 2 * std::numbers::pi, 1e-14);
  EXPECT_EQ(p.vm[1].v, (Vec3{0, 2, 0}));
  EXPECT_EQ(p.vm[2].inv_mass, 0.0);
}

TEST(Placement, agrees_with_every_pair_tested_at_size_ratio_1000) {
  const CounterRandom random(5, 6);
  Placement placed;
  std::vector<PositionRadius> balls;
  for (std::uint64_t n = 0; n < 3000; ++n) {
    const double r = std::pow(10.0, -3 * random.uniform(3 * n, 0));
    const Vec3 x{20 * random.uniform(3 * n + 1, 0), 20 * random.uniform(3 * n + 1, 1),
                 20 * random.uniform(3 * n + 2, 0)};
    bool free = true;
    for (const auto& b : balls) free = free && norm(b.x - x) >= (b.r + r) * (1 - 1e-9);
    ASSERT_EQ(placed.is_free(x, r), free);
    ASSERT_EQ(placed.deepest(x, r).has_value(), !free);
    if (!free) continue;
    placed.add(x, r, 0);
    balls.push_back({x, r});
  }
  EXPECT_GT(balls.size(), 500u);
}

// A hundred grains in a hundred-thousand-kilometre glass: found by fuzzing, searched without end.
TEST(Lattice, gives_up_where_hardly_a_place_takes_a_grain) {
  const std::string message = mistakes(R"([[wall]]
shape = "hourglass"
height = "200 mm"
diameter = "101 Mm"
neck = "20 mm"
[[fill]]
kind = "lattice"
diameter = "8 mm"
count = 100
bottom = 0
)");
  EXPECT_NE(message.find("only 0 of 100 grains fit"), std::string::npos) << message;
  EXPECT_NE(message.find("are the units right?"), std::string::npos) << message;
}

// Found by fuzzing: the number of rows did not fit into an integer.
TEST(Lattice, gives_up_in_a_space_of_more_rows_than_there_are_numbers) {
  const std::string message = mistakes(R"([[wall]]
shape = "sphere"
radius = 1e39
[[fill]]
kind = "lattice"
diameter = "8 mm"
count = 100
)");
  EXPECT_NE(message.find("only 0 of 100 grains fit"), std::string::npos) << message;
}

}  // namespace
}  // namespace scree
