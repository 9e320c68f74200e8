// Bonds in the step: what they conserve, what they book, and that nothing depends on the order.
#include "bonds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include "matrix.hpp"
#include "momenta.hpp"
#include "reported.hpp"

namespace scree::test {
namespace {

BondType beam(double damping = 0.1) {
  return bond_type("beam", {{"young", 5e6}, {"damping", damping}});
}
BondType power(double damping = 0.1) {
  return bond_type("power", {{"a", 4e4}, {"alpha", 1.5}, {"damping", damping}});
}
BondType lennard_jones(double damping = 0.1) {
  return bond_type("lennard-jones", {{"stiffness", 2e4}, {"beta", 4}, {"damping", damping}});
}

// Three clusters that fly at each other, turning.
World colliding(const BondType& type) {
  World w = empty_world(linear_material(2e-3, 0.6, 0.4));
  w.bond_types = {type};
  add_tetrahedron(w, 4, 0.005, {0, 0, 0}, {1, 0.1, 0}, {20, -10, 30});
  add_tetrahedron(w, 3, 0.005, {0.06, 0.005, 0.004}, {-1, 0, 0}, {5, 40, 0});
  add_tetrahedron(w, 3, 0.005, {0.03, 0.06, 0.0}, {0, -1, 0}, {});
  return w;
}

TEST(Bonds, momentum_and_angular_momentum_are_kept) {
  for (const BondType& type : {beam(), power(), lennard_jones()}) {
    Simulation s = start(colliding(type));
    const Momenta before = momenta(s);
    run(s, 4000);
    EXPECT_GT(s.contact_count() + s.energy().lost(), 0);
    const Momenta after = momenta(s);
    double scale = 0, turn = 0;
    for (std::size_t k = 0; k < s.particles().size(); ++k) {
      scale += s.particles().mass(k) * norm(s.particles().vm[k].v);
      turn += s.particles().mass(k) * norm(s.particles().vm[k].v) * 0.05;
    }
    EXPECT_LT(norm(after.linear - before.linear), 1e-12 * scale) << type.kind;
    // The friction of contacts turns with its grains to first order.
    EXPECT_LT(norm(after.angular - before.angular), 1e-3 * turn) << type.kind;
  }
}

TEST(Bonds, a_turning_cluster_keeps_its_angular_momentum_and_its_energy) {
  for (const BondType& type : {beam(0), power(0), lennard_jones(0)}) {
    World w = empty_world();
    w.bond_types = {type};
    add_tetrahedron(w, 3, 0.005, {}, {}, {60, -40, 30});
    Simulation s = start(w);
    const Momenta before = momenta(s);
    run(s, 20000);
    const Momenta after = momenta(s);
    const EnergyReport e = s.energy();
    EXPECT_GT(e.stored_bonds, 0) << type.kind << ": centrifugal force";
    // Explicit steps: angular momentum to second order in the step.
    EXPECT_LT(norm(after.angular - before.angular), 1e-5 * norm(before.angular)) << type.kind;
    EXPECT_LT(std::abs(e.residual()), 1e-5 * e.start) << type.kind;
  }
}

TEST(Bonds, the_budget_closes_and_closes_better_with_smaller_steps) {
  for (const BondType& type : {beam(), power(), lennard_jones()}) {
    double residual[2];
    double dt = 0;
    for (int k = 0; k < 2; ++k) {
      World w = colliding(type);
      if (k == 1) w.dt = 0.5 * dt;
      Simulation s = start(w);
      dt = s.dt();
      run(s, static_cast<std::uint64_t>(std::lround(0.05 / dt)));
      const EnergyReport e = s.energy();
      EXPECT_GT(e.bond_damping, 1e-3 * e.start) << type.kind;
      residual[k] = std::abs(e.residual()) / e.start;
    }
    EXPECT_LT(residual[0], 2e-3) << type.kind;
    EXPECT_LT(residual[1], 0.6 * residual[0] + 1e-6) << type.kind;
  }
}

TEST(Bonds, a_cluster_comes_to_rest_on_a_floor) {
  for (const BondType& type : {beam(), lennard_jones()}) {
    World w = empty_world(linear_material(2e-3, 0.5, 0.5));
    w.bond_types = {type};
    w.gravity.g = {0, -9.81, 0};
    w.walls = {plane({}, {0, 1, 0})};
    add_tetrahedron(w, 3, 0.005, {0, 0.006, 0});
    Simulation s = start(w);
    run(s, static_cast<std::uint64_t>(std::lround(0.6 / s.dt())));
    const EnergyReport e = s.energy();
    EXPECT_LT(e.kinetic + e.rotational, 1e-6 * std::abs(e.start)) << type.kind;
    EXPECT_LT(std::abs(e.residual()), 1e-2 * std::abs(e.start)) << type.kind;
  }
}

TEST(Bonds, same_bits_for_any_threads_detector_rows_and_instruction_set) {
  std::size_t turn = 0;
  for (const BondType& type : {beam(), power(), lennard_jones()}) {
    World w = colliding(type);
    w.bond_types[0].params.set(type.kind == "beam" ? "tensile_strength" : "max_tension",
                               type.kind == "beam" ? 3e4 : 0.2);
    const std::uint64_t steps = matrix().steps(3000, 1500);
    Simulation plain = start(w, {.threads = 1, .sort_rows = false, .instruction_set = "plain"});
    run(plain, steps);
    EXPECT_GT(plain.bond_breaks().size(), 0u) << type.kind;
    const std::string expected = reported(plain);
    // Every number of threads with every detector, shared out among the kinds.
    for (const int threads : matrix().threads()) {
      constexpr const char* kDetectors[] = {"sweep", "cubes", "triangulation"};
      const char* detector = kDetectors[turn++ % std::size(kDetectors)];
      World other = w;
      other.detect.method = detector;
      Simulation s = start(other, {.threads = threads});
      run(s, steps / 2);
      run(s, steps - steps / 2);
      EXPECT_EQ(reported(s), expected) << type.kind << " " << detector << " " << threads;
      EXPECT_EQ(s.bond_breaks().size(), plain.bond_breaks().size());
    }
    if (matrix().threads().size() % 3 == 0) ++turn;
    // Bonds in another order are the same bonds.
    World reversed = w;
    std::reverse(reversed.bonds.rows.begin(), reversed.bonds.rows.end());
    Simulation s = start(reversed, {.threads = 2});
    run(s, steps);
    EXPECT_EQ(reported(s), expected) << type.kind;
  }
}

TEST(Bonds, a_resumed_run_goes_on_with_the_same_bits) {
  for (const BondType& type : {beam(), power(), lennard_jones()}) {
    World w = colliding(type);
    w.bond_types[0].params.set("max_energy", 2e-5);
    Simulation whole = start(w);
    const std::uint64_t steps = matrix().steps(3000, 1500);
    run(whole, steps);
    ASSERT_GT(whole.bond_breaks().size(), 0u) << type.kind;
    for (const std::uint64_t stop : {steps / 2, steps - 1}) {
      Simulation first = start(w, {.threads = 2});
      run(first, stop);
      const std::string bytes = bytes_of(first);
      Simulation second = resumed(bytes, w, {.threads = 3});
      EXPECT_EQ(bytes_of(second), bytes) << type.kind;
      run(second, steps - stop);
      EXPECT_EQ(reported(second), reported(whole)) << type.kind << " " << stop;
      ASSERT_EQ(second.bond_breaks().size(), whole.bond_breaks().size());
      for (std::size_t k = 0; k < whole.bond_breaks().size(); ++k) {
        EXPECT_EQ(second.bond_breaks()[k].step, whole.bond_breaks()[k].step);
        EXPECT_EQ(second.bond_breaks()[k].energy, whole.bond_breaks()[k].energy);
      }
    }
  }
}

TEST(Bonds, a_cluster_across_a_periodic_seam_is_the_same_as_one_inside) {
  World inside = empty_world();
  inside.bond_types = {beam()};
  inside.box.periodic[0] = inside.box.periodic[1] = true;
  inside.box.lo = {0, 0, 0}, inside.box.hi = {0.1, 0.1, 0.1};
  World across = inside;
  add_tetrahedron(inside, 3, 0.005, {0.03, 0.03, 0.03}, {}, {60, -40, 30});
  add_tetrahedron(across, 3, 0.005, {0.095, 0.095, 0.03}, {}, {60, -40, 30});
  for (PositionRadius& g : across.particles.xr)
    for (int k = 0; k < 2; ++k)
      if (g.x[k] >= 0.1) g.x[k] -= 0.1;
  Simulation a = start(inside), b = start(across);
  ASSERT_NEAR(a.dt(), b.dt(), 1e-12 * a.dt());
  run(a, 3000);
  run(b, 3000);
  const double e = a.energy().kinetic + a.energy().rotational;
  EXPECT_NEAR(b.energy().kinetic + b.energy().rotational, e, 1e-9 * e);
  EXPECT_NEAR(b.energy().stored_bonds, a.energy().stored_bonds, 1e-6 * a.energy().stored_bonds);
}

TEST(Bonds, bonded_grains_do_not_touch_and_others_do) {
  // Overlapping by a tenth: refused without bonds.
  World w = row_of_spheres(3, 0.005, beam());
  for (PositionRadius& g : w.particles.xr) g.x.x *= 0.9;
  World loose = w;
  loose.bonds = {};
  const Result<Simulation> refused = Simulation::create(loose);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "E0508");
  w.particles.add({.x = {0.0045, 0.00999, 0}, .radius = 0.005}, w.materials[0].density);
  Simulation s = start(w);
  EXPECT_EQ(s.contact_count(), 0u + (norm(Vec3{0.0045, 0.00999, 0}) < 0.01 ? 2u : 0u));
  run(s, 10);
  for (const SpinMaterial& g : s.particles().ws) EXPECT_TRUE(g.body == 1 || !(g.flags & kBonded));
  EXPECT_EQ(s.particles().ws[row(s, 3)].body, 0u);
}

TEST(Bonds, copies_of_a_running_world_keep_their_bonds) {
  World w = row_of_spheres(4, 0.005, beam());
  w.particles.vm[3].v = {0, 1, 0};
  Simulation s = start(w);
  run(s, 200);
  const double length = s.world().bonds[0].length;
  World copy = s.world();
  Simulation t = start(copy);
  EXPECT_EQ(t.world().bonds[0].length, length) << "not current that";
  EXPECT_NEAR(t.energy().stored_bonds, s.energy().stored_bonds, 1e-12 * s.energy().stored_bonds);
}

TEST(Bonds, a_flipped_bit_of_any_field_of_the_state_changes_the_hash) {
  World w = row_of_spheres(4, 0.005, beam());
  w.particles.vm[3].v = {0, 1, 0};
  Simulation s = start(w);
  run(s, 50);
  ASSERT_FALSE(s.break_bond(ParticleId{0}, ParticleId{1}));
  CheckpointData data;
  add_archive(s.save(), data);
  // Follow from the state, but for the half step that the next predictor has begun.
  const std::string omitted[] = {"bonds/force",   "bonds/couple1",  "bonds/couple2",
                                 "bonds/viscous", "bonds/viscous1", "bonds/viscous2"};
  int arrays = 0;
  for (const CheckpointArray& a : data.arrays()) {
    if (!a.name.starts_with("bonds/")) continue;
    if (std::find(std::begin(omitted), std::end(omitted), a.name) != std::end(omitted)) continue;
    ++arrays;
    const std::size_t n = std::visit([](const auto& v) { return v.size(); }, a.values);
    ASSERT_GT(n, 0u);
    for (std::size_t k = 0; k < n; ++k) {
      CheckpointData other;
      for (const CheckpointArray& b : data.arrays()) {
        CheckpointArray::Values values = b.values;
        if (b.name == a.name)
          std::visit(
              [k](auto& v) {
                using N = typename std::remove_cvref_t<decltype(v)>::value_type;
                if constexpr (std::is_same_v<N, double>)
                  v[k] = std::nextafter(v[k], 10.0);
                else
                  v[k] ^= 1;
              },
              values);
        other.add(b.name, b.about, std::move(values), b.columns);
      }
      const auto archive = archive_of(other);
      EXPECT_FALSE(archive.ok() && Simulation::resume(w, *archive).ok()) << a.name << " " << k;
    }
  }
  EXPECT_EQ(arrays, 8);
}

TEST(Bonds, say_what_cannot_be) {
  const auto code = [](World w) {
    const Result<Simulation> s = Simulation::create(std::move(w));
    return s.ok() ? std::string("fine") : s.error().code;
  };
  const World good = row_of_spheres(3, 0.005, beam());
  EXPECT_EQ(code(good), "fine");
  World w = good;
  w.bond_types[0].kind = "rope";
  EXPECT_EQ(code(w), "E0550");
  w = good, w.bond_types[0].params = {};
  EXPECT_EQ(code(w), "E0550") << "no stiffness at all";
  w = good, w.bonds.add(ParticleId{1}, ParticleId{0}, 0);
  EXPECT_EQ(code(w), "E0551") << "twice";
  w = good, w.bonds.add(ParticleId{1}, ParticleId{7}, 0);
  EXPECT_EQ(code(w), "E0551");
  w = good, w.bonds.add(ParticleId{2}, ParticleId{2}, 0);
  EXPECT_EQ(code(w), "E0551");
  w = good, w.bonds.add(ParticleId{0}, ParticleId{2}, 1);
  EXPECT_EQ(code(w), "E0551");
  w = good, w.particles.xr[1].x = w.particles.xr[0].x;
  EXPECT_EQ(code(w), "E0552");
  w = good, w.bonds.rows[0].length = NAN;
  EXPECT_EQ(code(w), "E0552");
  w = good;
  for (int k = 0; k < 2; ++k) {
    w.particles.ws[static_cast<std::size_t>(k)].flags = kFixed;
    w.particles.vm[static_cast<std::size_t>(k)].inv_mass = 0;
    w.particles.inv_inertia[static_cast<std::size_t>(k)] = 0;
  }
  EXPECT_EQ(code(w), "E0552");
  w = good;
  w.box.periodic[0] = true, w.box.lo.x = -0.01, w.box.hi.x = 0.03;
  w.bonds.rows[0].length = 0.02;
  EXPECT_EQ(code(w), "E0553");
  w = good, w.dt = 1e-3;
  EXPECT_EQ(code(w), "E0523") << "longer than the bonds bear";
}

}  // namespace
}  // namespace scree::test
