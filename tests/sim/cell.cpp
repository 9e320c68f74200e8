// A cell that deforms: what it does to lengths, to free grains, to contacts across its seams, and
// that its books close.
#include "sim/world/cell.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/one_answer.hpp"
#include "sim/worlds.hpp"

namespace scree {
namespace {

using test::empty_world;
using test::linear_material;
using test::start;

CellPhase driven(CellDrive drive, std::initializer_list<std::pair<int, double>> components,
                 double duration = 0) {
  CellPhase phase;
  phase.duration = duration;
  for (const auto& [k, value] : components) phase.of[static_cast<std::size_t>(k)] = {drive, value};
  return phase;
}

World cell_world(double length, std::vector<CellPhase> phases,
                 const MaterialSpec& m = linear_material(1e-3, 0.5, 0.3)) {
  World w = empty_world(m);
  w.box = {{0, 0, 0}, {length, length, length}, {true, true, true}};
  w.cell.phases = std::move(phases);
  return w;
}

// 6 x 6 x 6 grains on a loose lattice that fills the cell, in random motion.
World cloud_in_a_cell(std::vector<CellPhase> phases, int across = 6) {
  World w = cell_world(across * 1.2 * 0.01, std::move(phases), linear_material(1e-3, 0.6, 0.4));
  test::add_cloud(w, static_cast<std::size_t>(across * across * across), 0.01, across, 0.3);
  for (PositionRadius& g : w.particles.xr) wrap_into_cell(g.x, w.box);
  return w;
}

// Compressed by a servo from all sides, then sheared at constant pressure across several flips.
World sheared_packing() {
  CellPhase squeeze = driven(CellDrive::stress, {{0, 800}, {1, 800}, {2, 800}}, 0.03);
  squeeze.max_rate = 8;
  squeeze.ramp = 0.005;
  CellPhase shear = driven(CellDrive::stress, {{1, 800}});
  shear.max_rate = 8;
  shear.of[3] = {CellDrive::rate, 40};
  shear.of[5] = {CellDrive::rate, -10};
  return cloud_in_a_cell({squeeze, shear});
}

// The same in short: fewer grains, faster.
World quickly_sheared_packing() {
  CellPhase squeeze = driven(CellDrive::strain, {{0, -0.17}, {1, -0.17}, {2, -0.17}}, 0.005);
  CellPhase shear = driven(CellDrive::stress, {{1, 2000}});
  shear.max_rate = 10;
  shear.of[3] = {CellDrive::rate, 40};
  shear.of[5] = {CellDrive::rate, -10};
  World w = cloud_in_a_cell({squeeze, shear}, 5);
  w.box.tilt = {0.45 * w.box.length(0), 0, -0.49 * w.box.length(1)};  // flips soon
  return w;
}

TEST(DeformingCell, reaches_the_strain_that_was_asked_for) {
  World w = cell_world(0.1, {driven(CellDrive::strain, {{0, -0.2}, {1, 0.1}, {3, 0.3}}, 0.01)});
  w.particles.add({.x = {0.05, 0.05, 0.05}, .radius = 0.005}, 2500);
  w.dt = 2e-5;
  Simulation s = start(w);
  test::run(s, 500);
  const PeriodicBox& box = s.world().box;
  EXPECT_NEAR(box.length(0), 0.08, 1e-14);  // 500 roundings
  EXPECT_NEAR(box.length(1), 0.11, 1e-14);
  EXPECT_EQ(box.length(2), 0.1);
  const CellReport r = s.cell();
  EXPECT_NEAR(r.strain[0], -0.2, 1e-12);
  EXPECT_NEAR(r.strain[3], 0.3, 1e-12);
  test::run(s, 100);  // the last phase is over: held
  EXPECT_NEAR(s.world().box.length(0), 0.08, 1e-14);
  EXPECT_EQ(s.cell().rate[0], 0);
}

// In the frame of the laboratory a free grain in simple shear goes straight on: its velocity
// against the flow is v_x - rate t v_y.
TEST(DeformingCell, leaves_a_free_grain_in_shear_alone) {
  const double rate = 3, dt = 1e-4;
  World w = cell_world(0.1, {driven(CellDrive::rate, {{3, rate}})});
  w.particles.add({.x = {0.02, 0.03, 0.04}, .radius = 0.005, .v = {0.1, 0.2, -0.05}}, 2500);
  w.dt = dt;
  Simulation s = start(w);
  test::run(s, 1000);
  const Vec3 v = s.particles().vm[0].v;
  EXPECT_NEAR(v.x, 0.1 - rate * 0.1 * 0.2, 1e-12);
  EXPECT_NEAR(v.y, 0.2, 1e-15);
  // Straight on with v + L x of the start, modulo the lattice of the tilted cell.
  const Vec3 there = Vec3{0.02, 0.03, 0.04} + 0.1 * Vec3{0.1 + rate * 0.03, 0.2, -0.05};
  const Vec3 off = s.world().box.nearest(s.particles().xr[0].x - there);
  EXPECT_LT(norm(off), 2 * rate * rate * 0.1 * dt * 0.1);  // first order in dt
}

// A free grain in a cell that shrinks evenly becomes faster as an ideal gas becomes hotter, and all
// of that is the work of the cell: p dV.
TEST(DeformingCell, heats_a_gas_by_its_work) {
  World w = cell_world(0.1, {driven(CellDrive::strain, {{0, -0.2}, {1, -0.2}, {2, -0.2}}, 0.1)});
  w.particles.add({.x = {0.02, 0.03, 0.04}, .radius = 0.001, .v = {0.1, 0.2, -0.05}}, 2500);
  w.dt = 1e-4;
  Simulation s = start(w);
  const double before = s.energy().kinetic;
  test::run(s, 1000);
  const EnergyReport e = s.energy();
  EXPECT_NEAR(e.kinetic, before / (0.8 * 0.8), 1e-12 * before);
  EXPECT_NEAR(e.work_cell, e.kinetic - before, 1e-6 * before);  // rounded to 24 bits
}

// Two grains press on each other across the seam in y of a sheared cell. Moved to the middle of the
// cell, the same two do the same.
TEST(DeformingCell, makes_no_difference_between_a_seam_and_the_middle) {
  const auto pair = [](const Vec3& shift) {
    World w = cell_world(0.1, {driven(CellDrive::rate, {{3, 8}, {1, -1}, {4, 3}, {5, -2}})});
    for (int k = 0; k < 2; ++k)
      w.particles.add({.x = Vec3{0.05, 0.05 + 0.0099 * k, 0.05 + 0.001 * k} + shift,
                       .radius = 0.005,
                       .v = {0.02 * k, -0.1 * k, 0.03}},
                      2500);
    w.max_start_overlap = 0.1;
    w.dt = 1e-5;
    for (PositionRadius& g : w.particles.xr) wrap_into_cell(g.x, w.box);
    return w;
  };
  Simulation middle = start(pair({})), seam = start(pair({0.048, 0.046, 0.047}));
  for (int k = 0; k < 12; ++k) {
    test::run(middle, 25);
    test::run(seam, 25);
    const auto apart = [](const Simulation& s) {
      const Particles& p = s.particles();
      return s.world().box.nearest(p.xr[p.row_of()[1]].x - p.xr[p.row_of()[0]].x);
    };
    EXPECT_LT(norm(apart(middle) - apart(seam)), 1e-13) << k;
    EXPECT_EQ(middle.contact_count(), seam.contact_count());
    const Vec3 v = middle.particles().vm[test::row(middle, 1)].v;
    EXPECT_LT(norm(v - seam.particles().vm[test::row(seam, 1)].v), 1e-11) << k;
  }
}

TEST(DeformingCell, flips_its_tilt_without_moving_an_image) {
  PeriodicBox box{{0, 0, 0}, {1, 1.5, 2}, {true, true, true}};
  box.tilt = {0.499, -0.49, 0.749};
  const PeriodicBox after = deformed(box, {0, 0, 0, 0.01, -0.02, 0.01});
  EXPECT_LE(std::abs(after.tilt.x), 0.5);
  EXPECT_LE(std::abs(after.tilt.y), 0.5);
  EXPECT_LE(std::abs(after.tilt.z), 0.75);
  EXPECT_LT(after.tilt.z, 0);  // it was flipped
  // Lattice vectors of the unflipped cell are lattice vectors of the flipped one.
  const Vec3 b{0.499 + 0.015, 1.5, 0}, c{-0.49 + 0.01 * 0.749 - 0.04, 0.749 + 0.02, 2};
  EXPECT_LT(norm(after.nearest(b)), 1e-14);
  EXPECT_LT(norm(after.nearest(c)), 1e-14);
  EXPECT_LT(norm(after.nearest(c + b + Vec3{0.1, -0.2, 0.3}) - Vec3{0.1, -0.2, 0.3}), 1e-14);
}

TEST(DeformingCell, keeps_its_books) {
  Simulation s = start(sheared_packing());
  test::run(s, static_cast<std::uint64_t>(0.06 / s.dt()));
  const EnergyReport e = s.energy();
  EXPECT_GT(e.work_cell, 10 * e.start);  // something happened
  EXPECT_GT(std::abs(s.cell().strain[3]), 1);
  // The trapezoid rule and the flow, which is of the first order in dt: 50 steps per contact.
  EXPECT_LT(std::abs(e.residual()), 2e-3 * e.work_cell);
}

// The error of the books falls with the step: it is not a term that was forgotten.
TEST(DeformingCell, keeps_its_books_better_with_a_shorter_step) {
  const auto error = [](double steps_per_contact) {
    World w = sheared_packing();
    w.steps_per_contact = steps_per_contact;
    Simulation s = start(w);
    test::run(s, static_cast<std::uint64_t>(0.045 / s.dt()));
    return std::abs(s.energy().residual()) / s.energy().work_cell;
  };
  EXPECT_LT(error(200), 0.5 * error(50));
}

TEST(DeformingCell, holds_the_stress_that_was_asked_for) {
  CellPhase squeeze = driven(CellDrive::stress, {{0, 800}, {1, 600}, {2, 400}});
  squeeze.max_rate = 8;
  World w = cloud_in_a_cell({squeeze});
  w.damping = 1e-3;
  Simulation s = start(w);
  test::run(s, static_cast<std::uint64_t>(0.15 / s.dt()));
  const CellReport r = s.cell();
  EXPECT_NEAR(r.stress[0], 800, 80);  // fluctuates as the packing creeps
  EXPECT_NEAR(r.stress[1], 600, 80);
  EXPECT_NEAR(r.stress[2], 400, 80);
}

TEST(DeformingCell, gives_one_answer) {
  const test::OneAnswer r = test::expect_one_answer(quickly_sheared_packing(), 500);
  EXPECT_GT(r.contacts, 60u);
  EXPECT_GT(r.work_cell, 0);
  EXPECT_GT(r.lost(), 0);
}

// Brute force, which knows tilted cells by itself, against the lists of every detector.
TEST(DeformingCell, misses_no_contact) {
  for (const char* method : {"cubes", "triangulation", "levels", "sweep", "cubes-lazarevic"}) {
    World w = quickly_sheared_packing();
    w.detect.method = method;
    w.detect.audit = 7;
    Simulation s = start(w);
    const auto failure = s.run(1500);
    EXPECT_GT(s.cell().strain[3], 0.9);
    EXPECT_FALSE(failure.has_value()) << method << ": " << failure->message;
  }
}

TEST(DeformingCell, runs_with_every_integrator) {
  // `ferrez` has no corrector: its losses are those of the predicted velocities.
  for (const auto& [name, tolerance] :
       {std::pair("verlet", 2e-3), std::pair("ferrez", 0.2), std::pair("gear", 5e-3)}) {
    World w = quickly_sheared_packing();
    w.integrator = name;
    Simulation s = start(w);
    test::run(s, 1500);
    const EnergyReport e = s.energy();
    EXPECT_LT(std::abs(e.residual()), tolerance * e.work_cell) << name;
  }
}

TEST(DeformingCell, stops_when_it_becomes_too_narrow) {
  World w = cell_world(0.04, {driven(CellDrive::rate, {{0, -10}})});
  w.particles.add({.x = {0.02, 0.02, 0.02}, .radius = 0.005}, 2500);
  w.dt = 1e-5;
  Simulation s = start(w);
  const auto failure = s.run(100000);
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, "E0655");
}

TEST(DeformingCell, refuses_what_it_cannot_have) {
  const auto code_of = [](const World& w) {
    const Result<Simulation> s = Simulation::create(w, {.threads = 1});
    return s ? std::string() : s.errors().front().code;
  };
  const auto world = [](std::vector<CellPhase> phases) {
    World w = cell_world(0.1, std::move(phases));
    w.particles.add({.x = {0.05, 0.05, 0.05}, .radius = 0.005}, 2500);
    return w;
  };
  const CellPhase rate = driven(CellDrive::rate, {{0, 1}});
  EXPECT_EQ(code_of(world({rate})), "");
  World open = world({rate});
  open.box.periodic[1] = false;
  EXPECT_EQ(code_of(open), "E0650");
  World falling = world({rate});
  falling.gravity.g = {0, -9.81, 0};
  EXPECT_EQ(code_of(falling), "E0651");
  World later = world({rate});
  later.stages.resize(2);
  later.stages[0].duration = later.stages[1].duration = 1;
  later.stages[1].gravity = falling.gravity;
  EXPECT_EQ(code_of(later), "E0651");
  World fixed = world({rate});
  fixed.particles.add({.x = {0.02, 0.05, 0.05}, .radius = 0.005, .fixed = true}, 2500);
  EXPECT_EQ(code_of(fixed), "E0651");
  EXPECT_EQ(code_of(world({driven(CellDrive::strain, {{0, 0.1}})})), "E0652");
  EXPECT_EQ(code_of(world({driven(CellDrive::strain, {{0, -1}}, 1)})), "E0652");
  EXPECT_EQ(code_of(world({rate, rate})), "E0652");
  CellPhase servo = driven(CellDrive::stress, {{0, 1000}});
  EXPECT_EQ(code_of(world({servo})), "E0653");
  servo.max_rate = 1;
  EXPECT_EQ(code_of(world({servo})), "");
  servo.of[0].value = 0;
  EXPECT_EQ(code_of(world({servo})), "E0653");
  EXPECT_EQ(code_of(world({driven(CellDrive::rate, {{0, 1e4}})})), "E0654");
  World leaning = world({});
  leaning.box.tilt.x = 0.01;
  EXPECT_EQ(code_of(leaning), "E0650");
  EXPECT_EQ(code_of(world({driven(CellDrive::rate, {{0, std::nan("")}})})), "E0652");
}

// Discs of unit depth in a sheared cell.
World sheared_discs() {
  CellPhase squeeze = driven(CellDrive::strain, {{0, -0.1}, {1, -0.1}}, 0.005);
  CellPhase shear = driven(CellDrive::stress, {{1, 3000}});
  shear.max_rate = 10;
  shear.of[3] = {CellDrive::rate, 40};
  World w = cell_world(0.12, {squeeze, shear}, linear_material(1e-3, 0.6, 0.4));
  w.particles.set_dimensions(Dimensions::two);
  w.box.periodic[2] = false;
  const CounterRandom random(3, 1);
  for (std::uint64_t k = 0; k < 144; ++k)
    w.particles.add({.x = {(static_cast<double>(k % 12) + 0.5) * 0.01,
                           (static_cast<double>(k / 12) + 0.5) * 0.01, 0},
                     .radius = 0.0042 + 0.0007 * random.uniform(k),
                     .v = {0.3 * random.uniform(k, 1), 0.3 * random.uniform(1000 + k), 0}},
                    2500);
  return w;
}

TEST(DeformingCell, shears_discs_in_a_plane) {
  const test::OneAnswer r = test::expect_one_answer(sheared_discs(), 700);
  EXPECT_GT(r.contacts, 50u);
  EXPECT_GT(r.work_cell, 0);
  World w = sheared_discs();
  w.detect.audit = 7;
  Simulation s = start(w);
  test::run(s, 2000);
  EXPECT_GT(s.cell().strain[3], 1);
  EXPECT_LT(s.cell().stress[3], -100);  // it resists
  EXPECT_LT(std::abs(s.energy().residual()), 5e-3 * s.energy().work_cell);
  for (const PositionRadius& g : s.particles().xr) EXPECT_EQ(g.x.z, 0);
  for (const int out_of_plane : {2, 4, 5}) {
    World wrong = sheared_discs();
    wrong.cell.phases[0].of[static_cast<std::size_t>(out_of_plane)] = {CellDrive::rate, 1};
    EXPECT_EQ(Simulation::create(wrong, {.threads = 1}).errors().front().code, "E0652");
  }
}

// Every number of the cell is part of the state: with the last bit of one changed, the hash is
// another.
TEST(DeformingCell, is_hashed_to_the_last_bit) {
  Simulation s = start(quickly_sheared_packing());
  test::run(s, 300);
  const SimulationArchive saved = s.save();
  ASSERT_EQ(saved.cell.size(), CellSystem::kNumbers);
  for (std::size_t k = 0; k < saved.cell.size(); ++k) {
    SimulationArchive changed = saved;
    changed.cell[k] = std::nextafter(changed.cell[k], 1e9);
    EXPECT_FALSE(Simulation::resume(quickly_sheared_packing(), changed)) << k;
  }
  EXPECT_TRUE(Simulation::resume(quickly_sheared_packing(), saved).ok());
}

TEST(DeformingCell, is_not_resumed_as_a_box_at_rest) {
  Simulation s = start(sheared_packing());
  test::run(s, 10);
  World still = sheared_packing();
  still.cell.phases.clear();
  const Result<Simulation> again = Simulation::resume(still, s.save());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, "E0916");
}

}  // namespace
}  // namespace scree
