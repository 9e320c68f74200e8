// A packing as a start: fills of kind `run` and tables that `scree export` wrote.
#include <gtest/gtest.h>

#include <cstring>

#include "io/exporter.hpp"
#include "run/loop/run_checkpoint.hpp"
#include "run/loop/snapshot.hpp"
#include "sim/simulation.hpp"
#include "sim/world/start_state.hpp"
#include "support/folder.hpp"

namespace scree::test {
namespace {

const std::string kMaterial = R"(
[material.glass]
normal = { law = "linear", contact_time = "1 ms", restitution = 0.3 }
tangential = { law = "spring", friction = 0.5 }
rolling = { law = "spring", friction = 0.1 }
twisting = { law = "spring", friction = 0.05 }
)";
const std::string kFloor = R"(
[[wall]]
name = "floor"
shape = "plane"
)";
const std::string kGrains = R"(
[[fill]]
kind = "random"
count = 60
size = { kind = "uniform", min = "3 mm", max = "5 mm" }
velocity = [0.02, -0.3, 0.01]
region = { kind = "box", min = [0, "0.1 mm", 0], max = ["15 mm", "25 mm", "15 mm"] }
)";

Scene scene_of(const std::string& text) {
  auto scene = parse_scene(text, "s.toml");
  EXPECT_TRUE(scene.ok()) << (scene ? "" : to_string(scene.error()));
  return scene ? std::move(*scene) : Scene{};
}
Simulation started(const Scene& scene, int threads = 1, const std::string& detector = {}) {
  World world = scene.world;
  if (!detector.empty()) world.detect.method = detector;
  auto sim = Simulation::create(std::move(world), {.threads = threads});
  EXPECT_TRUE(sim.ok()) << to_string(sim.error());
  return std::move(*sim);
}
void expect_no_failure(const std::optional<Failure>& f) { EXPECT_FALSE(f) << f->message; }

// What a run leaves that a fill looks for.
void leave_run(const Simulation& sim, const Scene& scene, const std::string& folder) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/resolved.toml") << scene.resolved;
  const auto done = run::write_checkpoint(
      CheckpointStore(folder + "/checkpoints"),
      {.simulation = sim.save(), .resolved = scene.resolved, .files = "", .memory = {}});
  EXPECT_TRUE(done.ok()) << (done ? "" : to_string(done.error()));
}

// Grains on a floor after some steps; returns their scene.
Scene leave_bed(const std::string& folder, std::uint64_t steps) {
  Scene first = scene_of(kMaterial + kFloor + kGrains);
  Simulation whole = started(first);
  expect_no_failure(whole.run(steps));
  leave_run(whole, first, folder);
  return first;
}

std::string fill_of(const std::string& folder, const std::string& more = {}) {
  return "\n[[fill]]\nname = \"bed\"\nkind = \"run\"\nfrom = \"" + folder + "\"\n" + more;
}

// All that moves, in the order of ids; bits, not numbers.
std::vector<double> motion_of(const Simulation& sim) {
  std::vector<double> out;
  const Particles& p = sim.particles();
  for (const std::uint32_t s : p.row_of()) {
    if (s == Particles::kNoRow) continue;
    for (const Vec3& v : {p.xr[s].x, p.vm[s].v, p.ws[s].omega, p.f[s], p.tq[s]})
      out.insert(out.end(), {v.x, v.y, v.z});
    out.insert(out.end(), {p.q[s].w, p.q[s].x, p.q[s].y, p.q[s].z, p.xr[s].r, p.vm[s].inv_mass});
  }
  for (const Wall& w : sim.world().walls) out.insert(out.end(), {w.pose.x.y, w.pose.v.y});
  return out;
}
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// Runs `head` + `grains` for a while, starts `head` from it and compares with the run carried on.
void expect_carried_on(const std::string& head, const std::string& grains,
                       std::uint64_t steps = 1500) {
  const TemporaryFolder folder;
  const Scene first = scene_of(head + grains);
  Simulation whole = started(first);
  expect_no_failure(whole.run(steps));
  EXPECT_GT(whole.contact_count() + whole.world().bonds.size(), 0u);
  leave_run(whole, first, folder.path("bed"));
  const Scene next = scene_of(head + fill_of(folder.path("bed")));
  ASSERT_EQ(next.notes.size() >= 1, true);
  EXPECT_NE(next.notes[0].find("a checkpoint"), std::string::npos) << next.notes[0];
  Simulation sim = started(next);
  EXPECT_TRUE(same_bits(motion_of(sim), motion_of(whole))) << "at the start";
  EXPECT_NEAR(sim.energy().total(), whole.energy().total(),
              1e-12 * std::abs(whole.energy().total()));
  for (int k = 0; k < 5; ++k) {
    expect_no_failure(whole.run(100));
    expect_no_failure(sim.run(100));
    ASSERT_TRUE(same_bits(motion_of(sim), motion_of(whole))) << "after " << 100 * (k + 1);
  }
  // The budget of the new run closes as that of the old one does.
  EXPECT_LT(std::abs(sim.energy().residual()), 1e-3 * std::abs(whole.energy().start));
}

TEST(Takeover, balls_go_on_as_the_run_itself_would) {
  expect_carried_on(kMaterial + kFloor, kGrains);
}

TEST(Takeover, grains_that_left_leave_no_trace) {
  expect_carried_on(kMaterial + kFloor + R"(
[[outlet]]
name = "sink"
region = "box"
min = [-1, -1, -1]
max = ["3 mm", 1, 1]
check_every = 10
)",
                    kGrains);
}

TEST(Takeover, clumps_go_on_as_the_run_itself_would) {
  expect_carried_on(kMaterial + kFloor + R"(
[cluster.rod]
shape = "rod"
balls = 3
diameter = "3 mm"
spacing = "2 mm"
)",
                    R"(
[[fill]]
kind = "random"
count = 20
cluster = "rod"
velocity = [0, -0.3, 0]
region = { kind = "box", min = [0, "0.1 mm", 0], max = ["20 mm", "25 mm", "20 mm"] }
)");
}

TEST(Takeover, polyhedra_go_on_as_the_run_itself_would) {
  expect_carried_on(kMaterial + kFloor + R"(
[shape.cube]
kind = "polyhedron"
form = "cube"
)",
                    R"(
[[fill]]
kind = "random"
count = 8
shape = "cube"
size = { kind = "uniform", min = "6 mm", max = "8 mm" }
velocity = [0, -0.4, 0]
region = { kind = "box", min = [0, "0.1 mm", 0], max = ["20 mm", "25 mm", "20 mm"] }
)",
                    800);
}

TEST(Takeover, bonded_grains_go_on_as_the_run_itself_would) {
  expect_carried_on(kMaterial + kFloor + R"(
[bond.cement]
kind = "beam"
young = "2 MPa"
)",
                    R"(
[[fill]]
kind = "lattice"
diameter = "4 mm"
count = 16
bond = "cement"
velocity = [0.1, -0.5, 0]
region = { kind = "box", min = [0, "0.5 mm", 0], max = ["13 mm", "14 mm", "13 mm"] }
)",
                    400);
}

TEST(Takeover, a_lid_that_grains_carry_goes_on_from_where_it_was) {
  expect_carried_on(kMaterial + R"(
[[wall]]
name = "box"
shape = "box"
min = [0, 0, 0]
max = ["16 mm", "60 mm", "16 mm"]
[[wall]]
name = "lid"
shape = "plane"
normal = [0, -1, 0]
position = [0, "27 mm", 0]
motion = { kind = "free", mass = "20 g", direction = [0, 1, 0] }
)",
                    kGrains);
}

TEST(Takeover, any_threads_and_detectors_give_one_answer) {
  const TemporaryFolder folder;
  leave_bed(folder.path("bed"), 1500);
  for (const char* changed : {"", "turn = [0, \"20 deg\", 0]\nshift = [0.1, 0, 0]\n"}) {
    const Scene next = scene_of(kMaterial + kFloor + fill_of(folder.path("bed"), changed));
    Simulation sim = started(next);
    expect_no_failure(sim.run(300));
    for (const int threads : {2, 5})
      for (const char* detector : {"brute", "sweep"}) {
        Simulation other = started(next, threads, detector);
        expect_no_failure(other.run(300));
        EXPECT_EQ(other.state_hash(), sim.state_hash()) << threads << detector << changed;
      }
  }
}

TEST(Takeover, springs_turn_with_a_packing_that_is_turned) {
  const TemporaryFolder folder;
  const Scene first = scene_of("gravity = [3, -9, 0]\n" + kMaterial + kFloor + kGrains);
  Simulation whole = started(first);
  expect_no_failure(whole.run(3000));
  leave_run(whole, first, folder.path("bed"));
  // A quarter turn about z takes x to y and y to -x: gravity, floor and packing alike.
  const Scene next = scene_of("gravity = [9, 3, 0]\n" + kMaterial + R"(
[[wall]]
name = "floor"
shape = "plane"
normal = [-1, 0, 0]
)" + fill_of(folder.path("bed"), "turn = [0, 0, \"90 deg\"]\n"));
  Simulation sim = started(next);
  const EnergyReport a = whole.energy(), b = sim.energy();
  ASSERT_GT(a.stored_tangential, 0);
  ASSERT_GT(a.stored_rolling, 0);
  // All of it is the same state but for rounding and the half step of the springs (theory of
  // contact): at dt = 0 the midpoint rule has nothing to add.
  EXPECT_NEAR(b.stored_tangential, a.stored_tangential, 0.02 * a.stored_tangential);
  EXPECT_NEAR(b.stored_rolling, a.stored_rolling, 0.02 * a.stored_rolling);
  EXPECT_NEAR(b.stored_twisting, a.stored_twisting, 0.02 * a.stored_twisting);
  expect_no_failure(sim.run(50));
  expect_no_failure(whole.run(50));
  double farthest = 0;
  for (std::uint32_t id = 0; id < whole.particles().next_id(); ++id) {
    const Vec3 x = whole.particles().xr[whole.particles().row_of()[id]].x;
    const Vec3 y = sim.particles().xr[sim.particles().row_of()[id]].x;
    farthest = std::max(farthest, norm(Vec3{-x.y, x.x, x.z} - y));
  }
  // Springs that pointed elsewhere would push grains aside by micrometres within 50 steps.
  EXPECT_LT(farthest, 2e-8);
}

TEST(Takeover, a_region_cuts_grains_and_says_what_ended) {
  const TemporaryFolder folder;
  leave_bed(folder.path("bed"), 2500);
  const Scene next =
      scene_of(kMaterial + kFloor +
               fill_of(folder.path("bed"),
                       "region = { kind = \"box\", min = [0, 0, 0], max = [\"8 mm\", 1, 1] }\n"));
  EXPECT_GT(next.world.particles.size(), 5u);
  EXPECT_LT(next.world.particles.size(), 60u);
  for (const PositionRadius& g : next.world.particles.xr) EXPECT_LE(g.x.x, 8e-3);
  std::string notes;
  for (const std::string& n : next.notes) notes += n + "\n";
  EXPECT_NE(notes.find("grains left out"), std::string::npos) << notes;
  EXPECT_NE(notes.find("contacts ended"), std::string::npos) << notes;
  expect_no_failure(started(next).run(100));
}

TEST(Takeover, scaled_grains_keep_their_density_and_lose_their_springs) {
  const TemporaryFolder folder;
  const Scene first = leave_bed(folder.path("bed"), 2500);
  const Scene next =
      scene_of(kMaterial + kFloor + fill_of(folder.path("bed"), "scale = 2\nat_rest = true\n"));
  const Particles &a = first.world.particles, &b = next.world.particles;
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_DOUBLE_EQ(b.xr[k].r, 2 * a.xr[k].r);
    EXPECT_NEAR(b.mass(k), 8 * a.mass(k), 1e-12 * b.mass(k));
    EXPECT_EQ(b.vm[k].v, Vec3{});
  }
  ASSERT_EQ(next.notes.size(), 2u);
  EXPECT_NE(next.notes[1].find("another size"), std::string::npos) << next.notes[1];
}

TEST(Takeover, another_contact_law_drops_the_springs_and_says_so) {
  const TemporaryFolder folder;
  leave_bed(folder.path("bed"), 2500);
  const Scene next = scene_of(
      "[material.glass]\nnormal = { law = \"linear\", contact_time = \"1 "
      "ms\", restitution = 0.3 }\n" +
      kFloor + fill_of(folder.path("bed")));
  ASSERT_EQ(next.notes.size(), 2u);
  EXPECT_NE(next.notes[1].find("contact law is another"), std::string::npos) << next.notes[1];
  // A softer glass of the same kind keeps them.
  const Scene softer = scene_of(
      "[material.glass]\nnormal = { law = \"linear\", contact_time = \"2 ms\", "
      "restitution = 0.3 }\n" +
      kMaterial.substr(kMaterial.find("tangential")) + kFloor + fill_of(folder.path("bed")));
  EXPECT_EQ(softer.notes.size(), 1u);
  EXPECT_GT(started(softer).energy().stored_tangential, 0);
}

// Grains that would be pressed now were not then: their forces are found again.
TEST(Takeover, another_compaction_is_not_the_same_run) {
  const TemporaryFolder folder;
  leave_bed(folder.path("bed"), 100);
  const std::string pressed = "compaction = { pressure = \"1 MPa\", bulk_modulus = \"10 MPa\" }\n";
  const Scene same = scene_of(kMaterial + kFloor + fill_of(folder.path("bed")));
  const Scene other = scene_of(kMaterial + pressed + kFloor + fill_of(folder.path("bed")));
  ASSERT_TRUE(same.world.start && other.world.start);
  EXPECT_TRUE(same.world.start->carried_on);
  EXPECT_FALSE(other.world.start->carried_on);
}

std::string takeover_mistake(const std::string& text) {
  const auto scene = parse_scene(text, "s.toml");
  return scene ? "no mistake" : to_string(scene.error());
}

TEST(Takeover, mistakes_are_told_with_what_there_is) {
  const TemporaryFolder folder;
  const Scene first = scene_of(kMaterial + kFloor + kGrains);
  leave_run(started(first), first, folder.path("bed"));
  const std::string bed = folder.path("bed");
  std::filesystem::create_directories(folder.path("empty"));
  const auto expect = [](const std::string& text, const char* code, const char* words) {
    const std::string m = takeover_mistake(text);
    EXPECT_NE(m.find(code), std::string::npos) << m;
    EXPECT_NE(m.find(words), std::string::npos) << m;
  };
  expect(kMaterial + kFloor + fill_of(folder.path("bad")), "E0483", "did you mean `bed`");
  expect(kMaterial + kFloor + fill_of(folder.path("empty")), "E0483", "not a run");
  expect(kMaterial + kFloor + fill_of(bed, "frame = \"7\"\n"), "E0484", "no frames");
  expect(kMaterial + kFloor + fill_of(bed, "frame = \"soon\"\n"), "E0484", "0.5 s");
  expect("[material.steel]\n[[wall]]\nshape = \"plane\"\n" + fill_of(bed), "E0201",
         "[material.glass]");
  expect(kMaterial + kFloor +
             fill_of(bed, "region = { kind = \"sphere\", centre = [9, 9, 9], diameter = 1 }\n"),
         "E0487", "none of the 60 grains");
  std::filesystem::resize_file(CheckpointStore(bed + "/checkpoints").file(0), 3000);
  expect(kMaterial + kFloor + fill_of(bed), "E0483", "000000000000.h5");
}

// --- tables that `scree export` wrote

std::string exported_csv(const Simulation& sim, const std::string& part = "grains") {
  ParamSet params;
  params.set("part", part);
  run::Snapshots snapshots;
  snapshots.note(sim);
  const auto text = export_frame(*find_exporter("csv"), snapshots.take(sim, true), params);
  EXPECT_TRUE(text.ok());
  return text ? *text : "";
}

// Exported, read and exported again: nothing differs but forces and what names what.
void expect_round_trip(const std::string& head, const std::string& grains,
                       const std::string& fill = {}, bool bits = true) {
  const TemporaryFolder folder;
  Simulation sim = started(scene_of(head + grains));
  expect_no_failure(sim.run(500));
  folder.write("g.csv", exported_csv(sim));
  folder.write("b.csv", exported_csv(sim, "bonds"));
  std::string text = head + "\n[[fill]]\nkind = \"csv\"\nfile = \"" + folder.path("g.csv") + "\"\n";
  if (!sim.world().bonds.empty()) text += "bonds = \"" + folder.path("b.csv") + "\"\n";
  const Scene next = scene_of(text + fill);
  EXPECT_TRUE(next.warnings.empty());
  const Particles &a = sim.particles(), &b = next.world.particles;
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(sim.world().bodies.body.size(), next.world.bodies.body.size());
  EXPECT_EQ(sim.world().bonds.size(), next.world.bonds.size());
  for (std::uint32_t k = 0; k < b.size(); ++k) {
    const std::uint32_t s = a.row_of()[k];
    EXPECT_EQ(a.ws[s].material, b.ws[k].material);
    EXPECT_EQ(a.ws[s].flags & (kFixed | kMember | kShaped), b.ws[k].flags & ~kBonded);
    // Clumps are put together again: their rows are where rounding puts them.
    const double near = bits ? 0 : 1e-9;
    EXPECT_LE(norm(a.xr[s].x - b.xr[k].x), near * a.xr[s].r);
    EXPECT_LE(std::abs(a.xr[s].r - b.xr[k].r), near * a.xr[s].r);
    EXPECT_LE(norm(a.vm[s].v - b.vm[k].v), near * (1 + norm(a.vm[s].v)));
    EXPECT_LE(norm(a.ws[s].omega - b.ws[k].omega), near * (1 + norm(a.ws[s].omega)));
    EXPECT_TRUE(!bits || a.q[s] == b.q[k]);
    EXPECT_NEAR(a.mass(s), b.mass(k), 1e-9 * a.mass(s));
  }
  started(next);
}

TEST(ExportedTable, balls_of_two_materials_and_of_walls_are_read_back) {
  expect_round_trip(kMaterial + "[material.steel]\ndensity = 7800\n" + R"(
[[wall]]
shape = "plane"
material = "steel"
)",
                    R"(
[[fill]]
kind = "random"
material = "glass"
count = 30
diameter = "3 mm"
velocity = [0.3, -0.3, 0.1]
region = { kind = "box", min = [0, "5 mm", 0], max = ["15 mm", "25 mm", "15 mm"] }
[[fill]]
kind = "random"
material = "steel"
count = 10
diameter = "3 mm"
region = { kind = "box", min = [0, "5 mm", 0], max = ["15 mm", "25 mm", "15 mm"] }
[[fill]]
kind = "grains"
material = "steel"
grains = [{ position = [0.05, 0.01, 0], diameter = "4 mm", fixed = true }]
)");
}

TEST(ExportedTable, clumps_are_read_back) {
  expect_round_trip(kMaterial + kFloor + R"(
[cluster.rod]
shape = "rod"
balls = 3
diameter = "3 mm"
spacing = "2 mm"
)",
                    R"(
[[fill]]
kind = "random"
count = 10
cluster = "rod"
velocity = [0.3, -0.3, 0]
region = { kind = "box", min = [0, "0.1 mm", 0], max = ["20 mm", "25 mm", "20 mm"] }
)",
                    "", false);
}

TEST(ExportedTable, shapes_are_read_back_by_their_numbers) {
  const std::string head = kMaterial + kFloor + R"(
[shape.cube]
kind = "polyhedron"
form = "cube"
diameter = "6 mm"
)";
  const std::string grains = R"(
[[fill]]
kind = "random"
count = 6
shape = "cube"
velocity = [0, -0.4, 0]
region = { kind = "box", min = [0, "0.1 mm", 0], max = ["20 mm", "25 mm", "20 mm"] }
[[fill]]
kind = "grains"
grains = [{ position = [0.05, 0.01, 0], diameter = "4 mm" }]
)";
  expect_round_trip(head, grains, "shape = \"cube\"\n", false);
}

TEST(ExportedTable, bonds_are_read_back) {
  expect_round_trip(kMaterial + kFloor + "[bond.cement]\nkind = \"beam\"\nyoung = \"2 MPa\"\n",
                    R"(
[[fill]]
kind = "lattice"
diameter = "4 mm"
count = 12
bond = "cement"
velocity = [0.1, -0.5, 0]
region = { kind = "box", min = [0, "0.5 mm", 0], max = ["13 mm", "14 mm", "13 mm"] }
)");
}

TEST(ExportedTable, numbers_of_what_is_not_there_are_told) {
  const TemporaryFolder folder;
  folder.write("g.csv", "id,type,x,y,z,radius\n0,1,0,1,0,0.1\n");
  const std::string m = takeover_mistake(
      kMaterial + kFloor + "[[fill]]\nkind = \"csv\"\nfile = \"" + folder.path("g.csv") + "\"\n");
  EXPECT_NE(m.find("material number 1"), std::string::npos) << m;
  folder.write("g.csv", "id,shape,x,y,z,radius\n0,1,0,1,0,0.1\n");
  const std::string n = takeover_mistake(
      kMaterial + kFloor + "[[fill]]\nkind = \"csv\"\nfile = \"" + folder.path("g.csv") + "\"\n");
  EXPECT_NE(n.find("no shapes"), std::string::npos) << n;
}

}  // namespace
}  // namespace scree::test
