// Clusters in scenes: shapes, fills that place them, mixtures, files of poses.
#include <numbers>

#include "helpers.hpp"
#include "scene/build/mesh_balls.hpp"
#include "scene/cluster.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

constexpr std::string_view kClusters = R"(
[cluster.tetra]
shape = "tetrahedron"
diameter = "4 mm"
spacing = "3 mm"
[cluster.rod]
shape = "rod"
balls = 5
diameter = "4 mm"
spacing = "2 mm"
[cluster.plate]
shape = "plate"
columns = 3
rows = 4
arrangement = "hexagonal"
diameter = "4 mm"
[cluster.cube]
shape = "cube"
side = 3
diameter = "4 mm"
[cluster.dense]
shape = "cube"
side = 2
arrangement = "face-centred"
diameter = "4 mm"
[cluster.log]
shape = "cylinder"
diameter = "2 mm"
width = "11 mm"
layers = 4
[cluster.pair]
shape = "balls"
balls = [{ position = [0, 0, 0], diameter = "4 mm" }, { position = ["3 mm", 0, 0], radius = "1 mm" }]
)";

Scene with(std::string_view fill) { return good(std::string(kClusters) + std::string(fill)); }

std::size_t balls_of(std::string_view cluster) {
  const Scene s = with("[[fill]]\nkind = \"grains\"\ncluster = \"" + std::string(cluster) +
                       "\"\ngrains = [{ position = [0, 0, 0] }]\n");
  EXPECT_EQ(s.world.bodies.body.size(), 1u);
  return s.world.particles.size();
}

// Overlap of the worst pair of two bodies.
double worst_between(const World& w) {
  double worst = -1;
  const Vec3 length = w.box.lengths(), inverse = w.box.inverse_lengths();
  const auto& p = w.particles;
  for (std::size_t a = 0; a < p.size(); ++a)
    for (std::size_t b = a + 1; b < p.size(); ++b) {
      if (p.ws[a].body == p.ws[b].body && p.ws[a].body != 0) continue;
      const double d = norm(nearest_image(p.xr[b].x - p.xr[a].x, length, inverse));
      worst = std::max(worst, (p.xr[a].r + p.xr[b].r - d) / std::min(p.xr[a].r, p.xr[b].r));
    }
  return worst;
}

TEST(ClusterShapes, have_the_balls_that_they_should) {
  EXPECT_EQ(balls_of("tetra"), 4u);
  EXPECT_EQ(balls_of("rod"), 5u);
  EXPECT_EQ(balls_of("plate"), 12u);
  EXPECT_EQ(balls_of("cube"), 27u);
  EXPECT_EQ(balls_of("dense"), 14u);  // 8 corners and 6 faces
  EXPECT_EQ(balls_of("pair"), 2u);
  // 5.5 balls across: rings of 1, 6 and 12 sites in a layer, and a layer in its hollows.
  EXPECT_GT(balls_of("log"), 4 * 15u);
  EXPECT_LT(balls_of("log"), 4 * 22u);
}

TEST(ClusterShapes, neighbours_are_a_spacing_apart) {
  for (const char* name : {"tetra", "rod", "plate", "cube", "dense", "log"}) {
    const Scene s = with("[[fill]]\nkind = \"grains\"\ncluster = \"" + std::string(name) +
                         "\"\ngrains = [{ position = [0, 0, 0] }]\n");
    const auto& xr = s.world.particles.xr;
    const std::string_view n = name;
    const double spacing = n == "tetra" ? 3e-3 : n == "rod" || n == "log" ? 2e-3 : 4e-3;
    double least = 1;
    for (std::size_t a = 0; a < xr.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) least = std::min(least, norm(xr[a].x - xr[b].x));
    EXPECT_NEAR(least / spacing, 1, 1e-9) << name;
  }
}

TEST(ClusterShapes, five_layers_of_a_tetrahedron_are_35_balls_as_in_the_thesis) {
  const Scene s = good(R"([cluster.t]
shape = "tetrahedron"
layers = 5
diameter = "4 mm"
[[fill]]
kind = "grains"
cluster = "t"
grains = [{ position = [0, 0, 0] }]
)");
  EXPECT_EQ(s.world.particles.size(), 35u);
  // All four corners are as far from the centre.
  const Body& b = s.world.bodies.body.front();
  EXPECT_NEAR(b.inertia.x / b.inertia.y, 1, 1e-9);
  EXPECT_NEAR(b.inertia.y / b.inertia.z, 1, 1e-9);
}

constexpr std::string_view kRandomClumps = R"([box]
lo = [0, 0, 0]
hi = ["60 mm", "60 mm", "60 mm"]
periodic = "x"
[[fill]]
kind = "random"
region = { kind = "box", lo = [0, 0, 0], hi = ["60 mm", "60 mm", "60 mm"] }
mixture = [{ cluster = "rod", share = 2 }, { cluster = "tetra" }]
count = 60
)";

TEST(ClusterFills, random_ones_do_not_overlap_and_stay_inside) {
  const Scene s = with(kRandomClumps);
  EXPECT_EQ(s.world.bodies.body.size(), 60u);
  EXPECT_LT(worst_between(s.world), 1e-8);
  std::size_t rods = 0;
  for (const Body& b : s.world.bodies.body) rods += b.count == 5;
  EXPECT_GT(rods, 25u);
  EXPECT_LT(rods, 55u);
  for (const auto& g : s.world.particles.xr) {
    EXPECT_GE(g.x.y - g.r, -1e-9);
    EXPECT_LE(g.x.z + g.r, 0.06 + 1e-9);
    EXPECT_GE(g.x.x, 0.0);
    EXPECT_LT(g.x.x, 0.06);
  }
  EXPECT_TRUE(same_grains(s.world, with(kRandomClumps).world));
  EXPECT_TRUE(Simulation::create(s.world, {.threads = 1}).ok());
}

TEST(ClusterFills, random_ones_reach_a_solid_fraction_of_unions) {
  const Scene s = with(R"([[fill]]
kind = "random"
region = { kind = "box", lo = [0, 0, 0], hi = ["60 mm", "60 mm", "60 mm"] }
cluster = "rod"
fraction = 0.1
)");
  double volume = 0;
  for (const Body& b : s.world.bodies.body) volume += b.volume;
  // The space is an estimate (0.3 %), and the last rod may be missing (0.2 %).
  EXPECT_NEAR(volume / (0.06 * 0.06 * 0.06), 0.1, 0.001);
}

TEST(ClusterFills, on_a_lattice_sites_are_as_far_apart_as_the_balls_around_them) {
  const Scene s = with(R"([[fill]]
kind = "lattice"
region = { kind = "box", lo = [0, 0, 0], hi = ["50 mm", "50 mm", "50 mm"] }
cluster = "rod"
)");
  EXPECT_GT(s.world.bodies.body.size(), 30u);
  EXPECT_LT(worst_between(s.world), 1e-8);
  // A rod of 5 balls 2 mm apart is 12 mm long.
  double least = 1;
  const auto& all = s.world.bodies.body;
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) least = std::min(least, norm(all[a].x - all[b].x));
  EXPECT_NEAR(least, 0.012, 1e-8);
}

TEST(ClusterFills, a_diameter_is_that_of_the_ball_around_the_cluster) {
  const Scene s = with(R"([[fill]]
kind = "grains"
cluster = "rod"
grains = [{ position = [0, 0, 0], diameter = "24 mm" }]
)");
  EXPECT_NEAR(s.world.particles.xr[0].r, 0.004, 1e-12);  // twice as large
}

TEST(ClusterFills, turn_as_they_are_told) {
  const Scene fixed = with(R"([[fill]]
kind = "grains"
cluster = "rod"
orientation = "fixed"
rotation = [0, 0, "90 deg"]
grains = [{ position = [0, 0, 0] }, { position = [0, 0.1, 0], rotation = ["90 deg", 0, 0] }]
)");
  const auto& xr = fixed.world.particles.xr;
  EXPECT_NEAR(std::abs(xr[4].x.x - xr[0].x.x), 0.008, 1e-12) << "along x";
  EXPECT_NEAR(std::abs(xr[9].x.z - xr[5].x.z), 0.008, 1e-12) << "along z";
  const Scene upright = with(R"([[fill]]
kind = "grains"
cluster = "rod"
orientation = "upright"
grains = [{ position = [0, 0, 0] }]
)");
  EXPECT_NEAR(std::abs(upright.world.particles.xr[4].x.y - upright.world.particles.xr[0].x.y),
              0.008, 1e-12);
}

TEST(ClusterFills, take_poses_and_clumps_from_files) {
  const TemporaryFolder folder;
  std::ofstream(folder.path("poses.csv"))
      << "x,y,z,qw,qx,qy,qz,vx,vy,vz\n"
         "0,0,0,1,0,0,0,0,0,0\n"
         "0.1,0,0,0.7071067811865476,0,0,0.7071067811865476,1,2,3\n";
  std::ofstream(folder.path("clumps.csv")) << "x,y,z,r,body,vx,vy,vz,wz\n"
                                              "0,0.1,0,0.002,1,0,0,0,0\n"
                                              "0.003,0.1,0,0.002,1,0,0,0,0\n"
                                              "0.02,0.1,0,0.002,0,0,0,0,0\n"
                                              "0.04,0.1,0,0.002,7,0,0,0,10\n"
                                              "0.043,0.1,0,0.002,7,0,0.03,0,10\n";
  std::ofstream(folder.path("s.toml")) << kClusters << R"([[fill]]
kind = "csv"
file = "poses.csv"
cluster = "rod"
orientation = "fixed"
[[fill]]
kind = "csv"
file = "clumps.csv"
)";
  const auto scene = load_scene(folder.path("s.toml"));
  ASSERT_TRUE(scene) << joined(scene.errors());
  const World& w = scene->world;
  ASSERT_EQ(w.bodies.body.size(), 4u);
  EXPECT_EQ(w.particles.size(), 15u);
  const auto& xr = w.particles.xr;
  EXPECT_NEAR(std::abs(xr[4].x.y - xr[0].x.y), 0.008, 1e-12);
  EXPECT_NEAR(std::abs(xr[9].x.x - xr[5].x.x), 0.008, 1e-12);
  EXPECT_EQ(w.bodies.body[1].v, (Vec3{1, 2, 3}));
  EXPECT_NEAR(w.bodies.body[2].x.x, 0.0015, 1e-12);
  EXPECT_LT(w.bodies.body[2].volume, 2 * 4.0 / 3 * std::numbers::pi * 8e-9 * 0.97);
  // It turns about z: the centre, 1.5 mm from the first ball, moves at 10/s times that.
  EXPECT_NEAR(w.bodies.body[3].v.y, 0.015, 1e-12);
  EXPECT_NEAR(w.particles.vm[14].v.y, 0.03, 1e-12);
}

TEST(ClusterFills, name_what_is_wrong) {
  const auto wrong = [](std::string_view fill) {
    return mistakes(std::string(kClusters) + std::string(fill));
  };
  EXPECT_NE(
      wrong("[[fill]]\nkind = \"grains\"\ncluster = \"rdo\"\ngrains = [{ position = [0,0,0] }]\n")
          .find("did you mean `rod`"),
      std::string::npos);
  EXPECT_NE(
      wrong("[[fill]]\nkind = \"grains\"\ncluster = \"rod\"\nmixture = [{ cluster = \"rod\" }]\n"
            "grains = [{ position = [0,0,0] }]\n")
          .find("E0443"),
      std::string::npos);
  EXPECT_NE(wrong("[[fill]]\nkind = \"grains\"\ncluster = \"rod\"\n"
                  "grains = [{ position = [0,0,0] }, { position = [0.001,0,0] }]\n")
                .find("E0703"),
            std::string::npos)
      << "given clusters that overlap";
  EXPECT_NE(mistakes("[cluster.a]\nshape = \"balls\"\n[[fill]]\nkind = \"grains\"\ndiameter = 1\n")
                .find("E0440"),
            std::string::npos);
  EXPECT_NE(mistakes("[cluster.a]\nshape = \"plate\"\ncolumns = 5000\nrows = 5000\ndiameter = 1\n")
                .find("E0440"),
            std::string::npos);
}

constexpr std::string_view kBonded = R"([bond.glue]
kind = "beam"
young = "10 MPa"
[cluster.rod]
shape = "rod"
balls = 5
diameter = "4 mm"
kind = "bonded"
bond = "glue"
[[fill]]
kind = "grains"
cluster = "rod"
velocity = [1, 0, 0]
grains = [{ position = [0, 0, 0] }, { position = [0, 0, "40 mm"], spin = [0, 10, 0] }]
)";

TEST(BondedClusters, are_grains_that_bonds_hold_together) {
  const Scene s = good(kBonded);
  const World& w = s.world;
  EXPECT_EQ(w.particles.size(), 10u);
  EXPECT_TRUE(w.bodies.empty());
  EXPECT_EQ(w.bonds.size(), 8u);  // 4 in each rod
  for (const auto& bond : w.bonds) EXPECT_EQ(bond.j, bond.i + 1);
  // It turns about its middle: opposite ends move in opposite directions.
  const Vec3 first = w.particles.vm[5].v - Vec3{1, 0, 0},
             last = w.particles.vm[9].v - Vec3{1, 0, 0};
  EXPECT_LT(norm(first + last), 1e-12);
  auto sim = Simulation::create(w, {.threads = 1});
  ASSERT_TRUE(sim) << joined(sim.errors());
  EXPECT_FALSE(sim->run(50).has_value());
  EXPECT_EQ(sim->contact_count(), 0u);
}

TEST(BondedClusters, name_what_is_wrong) {
  std::string text(kBonded);
  EXPECT_NE(mistakes(text, {"cluster.rod.bond=glu"}).find("E0445"), std::string::npos);
  EXPECT_NE(mistakes(text, {"cluster.rod.spacing=5 mm"}).find("hang together"), std::string::npos);
  EXPECT_NE(mistakes(text, {"cluster.rod.kind=rigid"}).find("E0440"), std::string::npos);
}

TEST(BondedClusters, are_poured_with_their_bonds) {
  const Scene s = good(std::string(kBonded) + R"([[fill]]
kind = "pour"
cluster = "rod"
centre = [0, 1, 0]
width = 0.1
rate = 1000
)");
  ASSERT_EQ(s.world.inlets.size(), 1u);
  auto sim = Simulation::create(s.world, {.threads = 1});
  ASSERT_TRUE(sim) << joined(sim.errors());
  EXPECT_FALSE(sim->run(20).has_value());
  EXPECT_EQ(sim->particles().size(), 15u) << "one more rod";
  EXPECT_EQ(sim->world().bonds.size(), 12u);
}

TEST(BondedClusters, of_overlapping_balls_weigh_what_their_union_weighs) {
  const Scene s = good(kBonded, {"cluster.rod.spacing=3 mm"});
  double mass = 0;
  for (std::size_t k = 0; k < 5; ++k) mass += s.world.particles.mass(k);
  const double r = 0.002, h = r - 0.0015, pi = std::numbers::pi;
  const double volume = 5 * 4.0 / 3 * pi * r * r * r - 8 * pi * h * h * (r - h / 3);
  EXPECT_NEAR(mass / (s.world.materials[0].density * volume), 1, 1e-12);
}

// Bonds of a table, new ones and one that remembers.
TEST(BondedClusters, or_single_balls_are_bonded_by_a_table) {
  const TemporaryFolder folder;
  std::ofstream(folder.path("grains.csv")) << "x,y,z,r,qw,qx,qy,qz,density\n"
                                              "0,0,0,0.002,1,0,0,0,2500\n"
                                              "0.004,0,0,0.002,1,0,0,0,1250\n"
                                              "0.008,0,0,0.002,0,1,0,0,2500\n";
  const auto scene_with = [&folder](const std::string& bonds) {
    std::ofstream(folder.path("bonds.csv")) << bonds;
    std::ofstream(folder.path("s.toml"))
        << "[material.glass]\ndensity = 2500\n[bond.glue]\nkind = \"lennard-jones\"\nstiffness = "
           "1000\n"
           "beta = 2\n[[fill]]\nkind = \"csv\"\nfile = \"grains.csv\"\nbonds = \"bonds.csv\"\n";
    return load_scene(folder.path("s.toml"));
  };
  const auto fresh = scene_with("i,j\n1,0\n1,2\n");
  ASSERT_TRUE(fresh) << joined(fresh.errors());
  const World& w = fresh->world;
  ASSERT_EQ(w.bonds.size(), 2u);
  EXPECT_EQ(w.bonds[0].started, 0u);
  EXPECT_NEAR(w.particles.mass(1) / w.particles.mass(0), 0.5, 1e-15);
  EXPECT_EQ(w.particles.q[2].x, 1);
  const auto known = scene_with(
      "i,j,bond,length,broken,h1\n0,1,glue,0.0039,intact,7\n"
      "1,2,glue,0.004,tension,8\n");
  ASSERT_TRUE(known) << joined(known.errors());
  EXPECT_EQ(known->world.bonds[0].started, 1u);
  EXPECT_EQ(known->world.bonds[0].length, 0.0039);
  EXPECT_EQ(known->world.bonds.history[0], 7);
  EXPECT_FALSE(known->world.bonds[1].intact());
  ASSERT_TRUE(Simulation::create(known->world, {.threads = 1}));
  const auto message = [&](const std::string& bonds) {
    const auto scene = scene_with(bonds);
    return scene ? std::string("none") : joined(scene.errors());
  };
  EXPECT_NE(message("i,j\n0,3\n").find("there is no grain 3"), std::string::npos);
  EXPECT_NE(message("i,j\n0,0\n").find("E0448"), std::string::npos);
  EXPECT_NE(message("i,k\n0,1\n").find("column `k`"), std::string::npos);
  EXPECT_NE(message("i\n0\n").find("no column `j`"), std::string::npos);
  EXPECT_NE(message("i,j,bond\n0,1,glu\n").find("there is no bond `glu`"), std::string::npos);
  EXPECT_NE(message("i,j,h1\n0,1,5\n").find("has a length"), std::string::npos);
  EXPECT_NE(message("i,j,length\n0,1,nan\n").find("E0448"), std::string::npos);
  EXPECT_NE(message("i,j\n0,1,2\n").find("3 columns, not 2"), std::string::npos);
}

// A box of 20 x 10 x 10 mm as an OBJ file; `holes` leaves faces out, `turned` turns one over.
std::string box_obj(bool hole, bool turned) {
  std::string out;
  for (int k = 0; k < 8; ++k)
    out += "v " + std::to_string(k & 1 ? 20 : 0) + " " + std::to_string(k & 2 ? 10 : 0) + " " +
           std::to_string(k & 4 ? 10 : 0) + "\n";
  out += turned ? "f 1 2 4 3\n" : "f 1 3 4 2\n";
  out += "f 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\n";
  if (!hole) out += "f 2 4 8 6\n";
  return out;
}

Result<SolidMesh> solid_box(bool hole = false, bool turned = false) {
  return SolidMesh::of(*parse_obj(box_obj(hole, turned), "box.obj"), 1e-3, 0);
}

TEST(MeshClusters, want_a_closed_mesh_that_is_oriented_alike) {
  ASSERT_TRUE(solid_box());
  EXPECT_NEAR(solid_box()->mass().mass, 2e-6, 1e-18);
  for (const bool hole : {true, false}) {
    const auto bad = solid_box(hole, !hole);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.errors().front().code, "E0444");
  }
}

TEST(MeshClusters, fitted_balls_stay_inside_and_cover_more_the_more_there_are) {
  const auto mesh = solid_box();
  ASSERT_TRUE(mesh);
  double before = 0;
  for (const std::size_t most : {2u, 10u, 40u}) {
    const auto balls = fitted_balls(*mesh, {.most = most, .coverage = 1});
    EXPECT_EQ(balls.size(), most);
    for (const SolidBall& b : balls)
      for (int a = 0; a < 3; ++a) {
        EXPECT_GE(b.x[a] - b.r, mesh->lo()[a] - 1e-12);
        EXPECT_LE(b.x[a] + b.r, mesh->hi()[a] + 1e-12);
      }
    const double share = union_mass(balls).mass / mesh->mass().mass;
    EXPECT_GT(share, before);
    before = share;
  }
  EXPECT_GT(before, 0.8);
}

TEST(MeshClusters, in_a_scene_have_the_mass_of_the_mesh_or_of_the_union) {
  const TemporaryFolder folder;
  std::ofstream(folder.path("box.obj")) << box_obj(false, false);
  const auto scene_of = [&](const std::string& more) {
    std::ofstream(folder.path("s.toml"))
        << "[material.m]\ndensity = 1000\n[cluster.box]\nshape = \"mesh\"\nfile = "
           "\"box.obj\"\nscale = 0.001\n"
        << more
        << "[[fill]]\nkind = \"grains\"\ncluster = \"box\"\n"
           "grains = [{ position = [0, 0, 0] }]\n";
    auto scene = load_scene(folder.path("s.toml"));
    EXPECT_TRUE(scene) << joined(scene.errors());
    return std::move(*scene);
  };
  const Scene mesh = scene_of("count = 12\n");
  EXPECT_EQ(mesh.world.particles.size(), 12u);
  EXPECT_NEAR(mesh.world.bodies.body[0].mass(), 2e-3, 1e-12);
  const Vec3 i = mesh.world.bodies.body[0].inertia;
  EXPECT_NEAR(std::min({i.x, i.y, i.z}), 2e-3 * 2e-4 / 12, 1e-12);
  const Scene filled = scene_of("balls = \"lattice\"\ndiameter = \"2 mm\"\nmass = \"union\"\n");
  EXPECT_GT(filled.world.particles.size(), 150u);
  EXPECT_NEAR(
      filled.world.bodies.body[0].mass() / (1000 * 4.0 / 3 * std::numbers::pi * 1e-9 *
                                            static_cast<double>(filled.world.particles.size())),
      1, 1e-9);
}

}  // namespace
}  // namespace scree
