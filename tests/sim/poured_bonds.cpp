// Bonded clusters that inlets pour: their bonds come with them, and nothing else changes.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/bodies.hpp"
#include "sim/one_answer.hpp"
#include "sim/outlets.hpp"

namespace scree::test {
namespace {

std::shared_ptr<const Cluster> glued_rod(double r, double spacing, std::uint32_t type) {
  auto made =
      make_cluster("glued rod", {{{0, 0, 0}, r}, {{0, spacing, 0}, r}, {{0, 2 * spacing, 0}, r}});
  made->bonded = true;
  made->bond_type = type;
  made->bonds = {{0, 1}, {1, 2}};
  return std::make_shared<const Cluster>(std::move(*made));
}

World glued_pour(std::uint64_t count, double spacing = 0.003, bool beam = true) {
  World w = body_world();
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.06);
  BondType glue;
  glue.name = "glue", glue.kind = beam ? "beam" : "lennard-jones";
  if (beam)
    glue.params.set("young", 1e6);
  else
    glue.params.set("stiffness", 2e3), glue.params.set("beta", 1.0);
  w.bond_types = {glue};
  Inlet in;
  in.name = "rods";
  in.centre = {0.03, 0.016, 0.03};
  in.disc = false;
  in.axis_u = {0.02, 0, 0};
  in.axis_v = {0, 0, 0.02};
  in.thickness = 0.01;
  in.mix.parts = {{glued_rod(0.0015, spacing, 0), 1}};
  in.sizes.mean = in.mix.own_diameter();
  in.rate = 3000;
  in.count = count;
  in.velocity = {0, -0.5, 0};
  w.inlets.push_back(in);
  return w;
}

TEST(PouredBonds, come_with_their_clusters_and_the_books_close) {
  Simulation s = start(glued_pour(30));
  run(s, 6000);
  ASSERT_EQ(s.world().inlets[0].placed, 30u);
  EXPECT_EQ(s.particles().size(), 90u);
  EXPECT_EQ(s.world().bonds.size(), 60u);
  for (const BondData& b : s.world().bonds) {
    EXPECT_TRUE(b.intact() && b.started);
    EXPECT_NEAR(b.length, 0.003, 1e-15) << "of the cluster, whatever has happened since";
    const auto row = [&](std::uint32_t id) { return s.particles().row_of()[id]; };
    EXPECT_EQ(s.particles().ws[row(b.i)].body, b.i / 3 * 3 + 1) << "named after its lowest grain";
    EXPECT_TRUE(s.particles().ws[row(b.j)].flags & kBonded);
  }
  const EnergyReport e = s.energy();
  EXPECT_GT(e.lost(), 0.1 * e.added) << "they have met";
  EXPECT_LT(std::abs(e.residual()), 3e-3 * e.added);  // of the scheme, as that of poured clumps
}

// A bond that is under load when it comes brings its energy along.
TEST(PouredBonds, that_are_not_at_rest_are_booked) {
  World w = glued_pour(20, 0.0027, false);  // rest length 0.003, the sum of the radii
  w.walls.clear();
  w.dt = 0.2 * start(w).dt();  // the scheme's own error falls with the square of the step
  Simulation s = start(w);
  run(s, 10000);
  ASSERT_EQ(s.world().bonds.size(), 2 * s.world().inlets[0].placed);
  const EnergyReport e = s.energy();
  EXPECT_GT(e.stored_bonds + e.bond_damping, 0);
  EXPECT_LT(std::abs(e.residual()), 1e-3 * (e.stored_bonds + e.bond_damping));
}

TEST(PouredBonds, balls_of_one_cluster_never_touch_and_share_the_mass_of_their_union) {
  World w = glued_pour(20, 0.0018);
  const TurnedCluster c{w.inlets[0].mix.parts[0].cluster.get(), 1, {}};
  EXPECT_LT(c.mass_share(), 0.9);
  EXPECT_EQ((TurnedCluster{glued_rod(0.0015, 0.003, 0).get(), 1, {}}.mass_share()), 1);
  Simulation s = start(w);
  run(s, 4000);
  ASSERT_GT(s.particles().size(), 0u);
  double mass = 0;
  for (std::size_t k = 0; k < s.particles().size(); ++k) mass += s.particles().mass(k);
  const Inlet& in = s.world().inlets[0];
  EXPECT_NEAR(mass / in.placed_mass, 1, 1e-13);
  // Three balls less two lenses: height h = r - d/2 on each side.
  const double r = 0.0015, h = r - 0.0009, pi = std::numbers::pi;
  const double volume = 4 * pi * r * r * r - 4 * pi * h * h * (r - h / 3);
  EXPECT_NEAR(mass / (s.world().materials[0].density * volume * double(in.placed)), 1, 1e-12);
  s.for_each_contact([&](const ContactView& view) {
    if (view.wall >= 0) return;
    EXPECT_NE(view.i.value / 3, view.j.value / 3);
  });
}

TEST(PouredBonds, give_one_answer_for_any_threads_detector_instructions_and_stop) {
  const EnergyReport e = expect_one_answer(glued_pour(25), 2200);
  EXPECT_GT(e.lost(), 1e-3 * e.added) << "they have met";
}

TEST(PouredBonds, bound_the_time_step_before_the_first_has_come) {
  World w = glued_pour(5);
  const double dt = start(w).dt();
  w.bond_types[0].params.set("young", 1e9);
  const double stiffer = start(w).dt();
  EXPECT_LT(stiffer, 0.5 * dt);
  // And it is the step that the same cluster wants which is there from the start.
  World there = w;
  there.inlets.clear();
  add_bonded(there, {w.inlets[0].mix.parts[0].cluster.get(), 1, {}}, {.x = {0.03, 0.03, 0.03}});
  EXPECT_NEAR(start(there).dt() / stiffer, 1, 1e-12);
}

TEST(PouredBonds, leave_through_an_outlet) {
  World w = glued_pour(20);
  w.walls.clear();
  w.outlets.push_back(below(0, 10));
  Simulation s = start(w);
  run(s, 8000);
  EXPECT_EQ(s.particles().size(), 0u);
  EXPECT_TRUE(s.world().bonds.empty());
  EXPECT_NEAR(s.world().outlets[0].mass / s.world().inlets[0].placed_mass, 1, 1e-12);
}

TEST(PouredBonds, of_a_type_that_does_not_exist_are_refused) {
  World w = glued_pour(5);
  w.inlets[0].mix.parts[0].cluster = glued_rod(0.0015, 0.003, 3);
  const Result<Simulation> s = Simulation::create(w, {.threads = 1});
  ASSERT_FALSE(s);
  EXPECT_EQ(s.errors().front().code, "E0551");
}

}  // namespace
}  // namespace scree::test
