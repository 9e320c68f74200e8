// Shapes in scenes: what they are made of, fills that place them, mixtures, messages.
#include <fstream>

#include "helpers.hpp"
#include "shapes/polyhedron.hpp"
#include "sim/simulation.hpp"
#include "support/folder.hpp"

namespace scree {
namespace {

std::string at_origin(std::string_view shape) {
  return "[shape.s]\nkind = \"polyhedron\"\n" + std::string(shape) +
         "\n[[fill]]\nkind = \"grains\"\nshape = \"s\"\norientation = \"fixed\"\n"
         "grains = [{ position = [0, 0, 0] }]\n[material.m]\ndensity = 1000\n";
}

double mass_of(std::string_view shape) {
  const Scene s = good(at_origin(shape));
  EXPECT_EQ(s.world.bodies.body.size(), 1u) << shape;
  return s.world.bodies.body.at(0).mass();
}

TEST(Shapes, have_the_mass_of_what_they_say) {
  const double cube = 1000 * 1e-6 / std::pow(std::sqrt(3.0), 3);  // of the ball of 1 cm around it
  EXPECT_NEAR(mass_of("form = \"cube\"\ndiameter = \"1 cm\""), cube, 1e-3 * cube);
  EXPECT_NEAR(mass_of("form = \"box\"\nsides = [\"1 cm\", \"2 cm\", \"3 cm\"]"), 6e-3, 1e-12);
  EXPECT_NEAR(mass_of("vertices = [[0, 0, 0], [0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.01]]"),
              1000 * 1e-6 / 6, 1e-15);
  EXPECT_NEAR(mass_of("vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]\nscale = 0.01"),
              1000 * 1e-6 / 6, 1e-15);
  // Two boxes side by side are one.
  EXPECT_NEAR(mass_of("parts = [{ sides = [0.01, 0.01, 0.01] }, "
                      "{ sides = [0.01, 0.01, 0.01], position = [0.01, 0, 0] }]"),
              2e-3, 1e-12);
}

TEST(Shapes, a_diameter_is_that_of_the_ball_around_with_the_rounding) {
  for (const char* form : {"tetrahedron", "pyramid", "cube", "fourteen", "octahedron",
                           "dodecahedron", "icosahedron", "prism", "random"}) {
    const Scene s = good(at_origin("form = \"" + std::string(form) +
                                   "\"\ndiameter = \"1 cm\"\nrounding = \"1 mm\""));
    // The ball around is found to a thousandth and never too small.
    EXPECT_NEAR(s.world.particles.xr.at(0).r, 0.005, 1e-5) << form;
    EXPECT_EQ(static_cast<const PolyhedronShape&>(*s.world.shapes.at(1)).rounding(), 1e-3) << form;
  }
}

TEST(Shapes, come_from_files) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "wedge.obj").string();
  std::ofstream(file)
      << "v 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  EXPECT_NEAR(mass_of("file = \"" + file + "\"\nscale = 0.001"), 1000 * 1e-6 / 6, 1e-15);
}

// Points of a circle in their order, above and below: a turned part with very many sides.
TEST(Shapes, with_very_many_corners_are_refused_at_once) {
  std::string points;
  constexpr int kSides = 6000;
  for (int k = 0; k < kSides; ++k) {
    const double angle = 2 * 3.14159265358979 * k / kSides;
    const std::string xy = std::to_string(std::cos(angle)) + ", " + std::to_string(std::sin(angle));
    points += "[" + xy + ", 0], [" + xy + ", 0.5], ";
  }
  const std::string told = mistakes(at_origin("vertices = [" + points + "]"));
  EXPECT_NE(told.find("corners; a polyhedron has at most 10000"), std::string::npos)
      << told.substr(0, 300);
}

TEST(Shapes, lie_where_their_points_were_measured_from) {
  const Scene s =
      good(at_origin("parts = [{ sides = [0.01, 0.01, 0.01], position = [0.02, 0, 0] }, "
                     "{ vertices = [[0, 0, 0], [0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.01]] }]"));
  ASSERT_EQ(s.world.particles.size(), 2u);
  // From the middle of the box to that of the ball around the wedge.
  const Vec3 d = s.world.particles.xr[1].x - s.world.particles.xr[0].x;
  const auto& wedge = static_cast<const PolyhedronShape&>(*s.world.shapes.at(2));
  EXPECT_NEAR(norm(d - (-wedge.given_origin() - Vec3{0.02, 0, 0})), 0, 1e-12);
}

constexpr std::string_view kStones = R"(
[shape.stone]
kind = "polyhedron"
form = "random"
variants = 3
diameter = "1 cm"
rounding = "0.3 mm"
[shape.brick]
kind = "polyhedron"
form = "box"
sides = ["1 cm", "0.5 cm", "0.5 cm"]
[cluster.pair]
shape = "rod"
balls = 2
diameter = "4 mm"
[[wall]]
shape = "box"
min = [0, 0, 0]
max = [0.1, 0.2, 0.1]
open = "top"
)";

TEST(Shapes, every_fill_places_them_free_of_overlap) {
  for (const char* fill :
       {"kind = \"random\"\nshape = \"stone\"\ncount = 60\ntop = 0.1",
        "kind = \"lattice\"\nshape = \"stone\"\ncount = 60\nsize = { kind = \"uniform\", min = "
        "\"8 mm\", max = \"10 mm\" }",
        "kind = \"random\"\nmixture = [{ shape = \"stone\" }, { shape = \"brick\" }, { cluster = "
        "\"pair\" }]\ncount = 60\ntop = 0.1"}) {
    Scene s = good(std::string(kStones) + "[[fill]]\n" + fill + "\n");
    EXPECT_EQ(s.world.bodies.body.size(), 60u);
    const auto sim = Simulation::create(std::move(s.world), {.threads = 1});  // checks overlaps
    ASSERT_TRUE(sim.ok()) << joined(sim.errors());
    EXPECT_EQ(sim->contact_count(), 0u);
  }
}

// Nearer than the balls around them: two bricks that touch with their faces.
TEST(Shapes, given_positions_are_checked_with_the_real_shapes) {
  const std::string two =
      std::string(kStones) +
      "[[fill]]\nkind = \"grains\"\nshape = \"brick\"\norientation = \"fixed\"\n"
      "grains = [{ position = [0.05, 0.0025, 0.05] }, { position = [0.05, ";
  EXPECT_EQ(good(two + "0.0075, 0.05] }]\n").world.bodies.body.size(), 2u);
  EXPECT_NE(mistakes(two + "0.0055, 0.05] }]\n").find("E0703"), std::string::npos);
  EXPECT_NE(mistakes(two + "0.0015, 0.01] }]\n").find("E0707"), std::string::npos);
}

// Balls and clumps that come after a brick touch its face, well inside the ball around it.
TEST(Shapes, balls_and_clumps_after_a_body_are_checked_with_its_real_shape) {
  const std::string brick =
      std::string(kStones) +
      "[[fill]]\nkind = \"grains\"\nshape = \"brick\"\norientation = \"fixed\"\n"
      "grains = [{ position = [0.05, 0.0025, 0.05] }]\n[[fill]]\nkind = \"grains\"\n";
  const std::string ball = brick + "grains = [{ diameter = 0.002, position = [0.05, ";
  EXPECT_EQ(good(ball + "0.006, 0.05] }]\n").world.particles.size(), 2u);
  EXPECT_NE(mistakes(ball + "0.005, 0.05] }]\n").find("E0703"), std::string::npos);
  const std::string pair =
      brick + "cluster = \"pair\"\norientation = \"fixed\"\ngrains = [{ position = [0.05, ";
  EXPECT_NE(mistakes(pair + "0.006, 0.05] }]\n").find("E0703"), std::string::npos);
  EXPECT_EQ(good(pair + "0.0092, 0.05] }]\n").world.bodies.body.size(), 2u);
}

// One way to say it for all shapes: the same bodies as from a [cluster.NAME].
TEST(Shapes, clusters_are_shapes_too) {
  const std::string fill = "[[fill]]\nkind = \"random\"\nshape = \"rod\"\ncount = 20\ntop = 0.1\n";
  const std::string keys = "shape = \"rod\", balls = 3, diameter = \"4 mm\", spacing = \"3 mm\"";
  const Scene as_shape =
      good(std::string(kStones) + "[shape.rod]\nkind = \"cluster\"\ncluster = { " + keys + " }\n" +
           fill);
  const Scene as_cluster = good(std::string(kStones) +
                                "[cluster.rod]\nshape = \"rod\"\nballs = 3\ndiameter = \"4 mm\"\n"
                                "spacing = \"3 mm\"\n" +
                                fill);
  ASSERT_EQ(as_shape.world.bodies.body.size(), 20u);
  const auto a = Simulation::create(as_shape.world), b = Simulation::create(as_cluster.world);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_TRUE(a->state_hash() == b->state_hash());
  // As a table of its own, held by bonds.
  const Scene bonded =
      good(std::string(kStones) +
           "[bond.glue]\nkind = \"beam\"\nyoung = \"1 GPa\"\n[shape.rod]\nkind = "
           "\"cluster\"\n[shape.rod.cluster]\nshape = \"rod\"\nballs = 3\ndiameter = "
           "\"4 mm\"\nkind = \"bonded\"\nbond = \"glue\"\n" +
           fill);
  EXPECT_EQ(bonded.world.particles.size(), 60u);
  EXPECT_EQ(bonded.world.bodies.body.size(), 0u);
}

TEST(Shapes, clusters_that_cannot_be_say_why) {
  const auto wrong = [](const char* keys) {
    return mistakes("[shape.rod]\nkind = \"cluster\"\n" + std::string(keys) +
                    "\n[[fill]]\nkind = \"grains\"\nshape = \"rod\"\n"
                    "grains = [{ position = [0, 0, 0] }]\n");
  };
  EXPECT_NE(wrong("").find("E0450"), std::string::npos);
  EXPECT_NE(wrong("").find("needs the table `cluster`"), std::string::npos);
  EXPECT_NE(wrong("cluster = { shape = \"rodd\", balls = 2, diameter = 1 }").find("`rod`"),
            std::string::npos);
  EXPECT_NE(wrong("cluster = { shape = \"rod\", balls = 2, diameter = \"4 mm\", bond = \"x\" }")
                .find("E0440"),
            std::string::npos);
  EXPECT_NE(wrong("balls = 2").find("balls"), std::string::npos);
}

TEST(Shapes, mix_with_plain_balls) {
  const Scene s = good(std::string(kStones) +
                       "[[fill]]\nkind = \"random\"\nmixture = [{ shape = \"stone\" }, { shape = "
                       "\"ball\" }, { shape = \"pair\" }]\ncount = 90\ndiameter = \"6 mm\"\n"
                       "top = 0.1\n");
  std::size_t balls = 0, solids = 0, pairs = 0;
  for (const Body& b : s.world.bodies.body) {
    const bool solid = s.world.bodies.primitive[b.first_primitive].shape > 0;
    solids += solid, pairs += b.count == 2, balls += !solid && b.count == 1;
    if (!solid && b.count == 1) {
      const double r = s.world.particles.xr[s.world.particles.row_of()[b.first_id]].r;
      EXPECT_NEAR(r, 0.003, 1e-15);
      EXPECT_NEAR(b.volume, 4.0 / 3 * 3.14159265358979 * r * r * r, 1e-6 * b.volume);
    }
  }
  EXPECT_EQ(balls + solids + pairs, 90u);
  EXPECT_GT(std::min({balls, solids, pairs}), 15u);
  // It has no size of its own.
  EXPECT_NE(
      mistakes(std::string(kStones) + "[[fill]]\nkind = \"random\"\nshape = \"ball\"\ncount = 3\n")
          .find("E0451"),
      std::string::npos);
}

// A table places shapes: where, how large, how turned.
TEST(Shapes, come_from_a_table) {
  const TemporaryFolder folder;
  const auto table = [&](const char* text) {
    std::ofstream(folder.path() / "stones.csv") << text;
    return std::string(kStones) + "[[fill]]\nkind = \"csv\"\nshape = \"brick\"\nfile = \"" +
           (folder.path() / "stones.csv").string() + "\"\n";
  };
  const Scene s = good(table(
      "x,y,z,diameter,qw,qx,qy,qz,vx,vy,vz\n"
      "0.02,0.05,0.02,0.012247448713915889,1,0,0,0,0,0,0\n"
      "0.05,0.05,0.05,0.024494897427831779,0.70710678118654757,0.70710678118654757,0,0,0,-1,0\n"));
  ASSERT_EQ(s.world.bodies.body.size(), 2u);
  const Body &small = s.world.bodies.body[0], &large = s.world.bodies.body[1];
  // Twice the diameter, eight times the volume: 1 x 0.5 x 0.5 cm.
  EXPECT_NEAR(small.volume, 0.25e-6, 1e-9 * 0.25e-6);
  EXPECT_NEAR(large.volume, 8 * 0.25e-6, 1e-8 * 0.25e-6);
  EXPECT_EQ(large.v.y, -1);
  const std::uint32_t row = s.world.particles.row_of()[large.first_id];
  const Vec3 up = rotate(s.world.particles.q[row], Vec3{0, 1, 0});  // turned by 90 degrees about x
  EXPECT_NEAR(norm(up - Vec3{0, 0, 1}), 0, 1e-12);
  // Without sizes the shape keeps its own, and `scale` is that of the table.
  const Scene own = good(table("x,y,z\n20,50,20\n") + "scale = 0.001\n");
  EXPECT_NEAR(own.world.bodies.body.at(0).volume, 0.25e-6, 1e-12);
  EXPECT_NEAR(own.world.bodies.body.at(0).x.x, 0.02, 1e-12);
  const auto wrong = [&](const char* text) { return mistakes(table(text)); };
  EXPECT_NE(wrong("x,y,z,qw,qx\n0.02,0.05,0.02,1,0\n").find("all of qw, qx, qy, qz"),
            std::string::npos);
  EXPECT_NE(wrong("x,y,z,qw,qx,qy,qz\n0.02,0.05,0.02,1,1,0,0\n").find("unit quaternion"),
            std::string::npos);
  EXPECT_NE(wrong("x,y,z,diameter\n0.02,0.05,0.02,-1\n").find("greater than 0"), std::string::npos);
  EXPECT_NE(wrong("x,y,z\n0.02,0.05,0.02\n0.02,0.052,0.02\n").find("E0703"), std::string::npos);
}

TEST(Shapes, mix_by_number_or_mass) {
  const auto bricks = [](const char* shares) {
    const Scene s = good(std::string(kStones) +
                         "[[fill]]\nkind = \"random\"\nmixture = [{ shape = \"stone\" }, { shape = "
                         "\"brick\" }]\ncount = 120\ntop = 0.15\nshares = \"" +
                         shares + "\"\n");
    double bricks = 0, mass = 0, all = 0;
    for (const Body& b : s.world.bodies.body) {
      const bool brick = std::abs(b.volume - 0.25e-6) < 1e-12;
      bricks += brick, mass += brick ? b.mass() : 0, all += b.mass();
    }
    return std::pair(bricks / 120, mass / all);
  };
  // Of 120 drawn: three standard deviations are 0.14.
  EXPECT_NEAR(bricks("number").first, 0.5, 0.14);
  EXPECT_NEAR(bricks("mass").second, 0.5, 0.14);
  EXPECT_GT(bricks("mass").second - bricks("number").second, -0.2);
}

TEST(Shapes, poured_ones_of_any_size_resume_to_the_same_state) {
  Scene s = good(std::string(kStones) +
                 "[[fill]]\nkind = \"pour\"\nshape = \"stone\"\nsize = { kind = \"uniform\", min = "
                 "\"7 mm\", max = \"10 mm\" }\nrate = 400\ncount = 6\ncentre = [0.05, 0.05, 0.05]\n"
                 "width = \"80 mm\"\n[material.m]\nnormal = { law = \"linear\", contact_time = \"4 "
                 "ms\", restitution = 0.3 }\n");
  auto whole = Simulation::create(s.world, {.threads = 1});
  ASSERT_TRUE(whole.ok()) << joined(whole.errors());
  ASSERT_FALSE(whole->run(400));
  const SimulationArchive archive = whole->save();
  auto again = Simulation::resume(s.world, archive, {.threads = 2});
  ASSERT_TRUE(again.ok()) << joined(again.errors());
  ASSERT_FALSE(whole->run(600));
  ASSERT_FALSE(again->run(600));
  EXPECT_EQ(whole->world().bodies.body.size(), 6u);
  EXPECT_TRUE(whole->state_hash() == again->state_hash());
}

TEST(Shapes, mistakes_are_told_once_and_where_they_are) {
  const auto wrong = [](std::string_view shape) { return mistakes(at_origin(shape)); };
  EXPECT_NE(wrong("").find("E0450"), std::string::npos);
  EXPECT_EQ(wrong("").find("E0452"), std::string::npos);
  EXPECT_NE(wrong("form = \"cube\"").find("E0451"), std::string::npos);
  EXPECT_NE(wrong("form = \"cube\"\nrounding = \"1 mm\"").find("E0450"), std::string::npos);
  EXPECT_NE(wrong("form = \"box\"").find("needs its `sides`"), std::string::npos);
  EXPECT_NE(wrong("form = \"cube\"\nvertices = [[0, 0, 0]]").find("exclude each other"),
            std::string::npos);
  EXPECT_NE(wrong("vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]").find("E0570"), std::string::npos);
  EXPECT_NE(wrong("vertices = [[0, 0], [1, 0], [0, 1], [1, 1]]").find("E0573"), std::string::npos);
  EXPECT_NE(wrong("form = \"cube\"\ndiameter = \"1 cm\"\nrounding = \"6 mm\"").find("E0572"),
            std::string::npos);
  EXPECT_NE(wrong("form = \"cube\"\ndiameter = \"1 cm\"\nvariants = 3").find("`variants` belongs"),
            std::string::npos);
  // What would do nothing is not taken in silence.
  const auto misplaced = [&](const char* lines, const char* key) {
    EXPECT_NE(wrong(lines).find("`" + std::string(key) + "` belongs to"), std::string::npos)
        << lines;
  };
  misplaced("form = \"cube\"\ndiameter = \"1 cm\"\nelongation = 2", "elongation");
  misplaced("form = \"cube\"\ndiameter = \"1 cm\"\nflatness = 2", "flatness");
  misplaced("form = \"cube\"\ndiameter = \"1 cm\"\nheight = 2", "height");
  misplaced("form = \"cube\"\ndiameter = \"1 cm\"\nscale = 0.001", "scale");
  misplaced("scale = 0.001\nparts = [{ sides = [0.01, 0.01, 0.01] }]", "scale");
  EXPECT_NE(wrong("parts = [{ position = [0, 0, 0] }]").find("part 0 needs one of"),
            std::string::npos);
}

}  // namespace
}  // namespace scree
