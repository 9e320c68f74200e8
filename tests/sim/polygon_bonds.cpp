// Two dimensions with bonds and with every integrator.
#include "shapes/polygon.hpp"
#include "sim/bodies.hpp"
#include "sim/bonds.hpp"
#include "sim/one_answer.hpp"

namespace scree::test {
namespace {

World plane_of_discs(const MaterialSpec& m = linear_material(2e-3, 0.5, 0.4)) {
  World w = empty_world(m);
  w.particles.set_dimensions(Dimensions::two);
  w.gravity.g = {0, -9.81, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  return w;
}

void expect_flat(const Simulation& s) {
  const Particles& p = s.world().particles;
  for (std::size_t k = 0; k < p.size(); ++k) {
    ASSERT_EQ(p.xr[k].x.z, 0);
    ASSERT_EQ(p.vm[k].v.z, 0);
    ASSERT_TRUE(p.ws[k].omega.x == 0 && p.ws[k].omega.y == 0);
  }
}

// A row of bonded discs that turns while it falls on others.
World bonded_rows(const BondType& type) {
  World w = plane_of_discs();
  w.bond_types = {type};
  for (std::uint32_t row = 0; row < 4; ++row)
    for (std::uint32_t k = 0; k < 6; ++k) {
      w.particles.add({.x = {0.0101 * k + 0.003 * row, 0.006 + 0.0125 * row, 0},
                       .radius = 0.005,
                       .v = {0.2 * row, -0.5, 0},
                       .omega = {0, 0, 3.0 * row}},
                      w.materials[0].density);
      if (k > 0) w.bonds.add(ParticleId{6 * row + k - 1}, ParticleId{6 * row + k}, 0);
    }
  return w;
}

TEST(PlaneBonds, rows_of_bonded_discs_stay_in_the_plane_with_one_answer) {
  for (const BondType& type :
       {bond_type("beam", {{"young", 5e6}, {"damping", 0.1}, {"tensile_strength", 4e5}}),
        bond_type("power", {{"a", 4e4}, {"alpha", 1.5}, {"damping", 0.1}, {"max_tension", 30}})}) {
    const World w = bonded_rows(type);
    Simulation s = start(w);
    run(s, 1500);
    expect_flat(s);
    EXPECT_GT(s.contact_count(), 3u);
    EXPECT_LT(std::abs(s.energy().residual()), 0.01 * s.energy().lost()) << type.kind;
  }
  expect_one_answer(bonded_rows(bond_type("beam", {{"young", 5e6}, {"tensile_strength", 4e5}})),
                    800);
}

// A bond of stiffness k between two discs of mass m swings with (1/2 pi) sqrt(2 k/m).
TEST(PlaneBonds, two_discs_swing_with_the_mass_of_a_metre) {
  World w = plane_of_discs();
  w.gravity.g = {};
  w.walls.clear();
  w.bond_types = {bond_type("beam", {{"normal_stiffness", 1e5},
                                     {"shear_stiffness", 1e5},
                                     {"bending_stiffness", 10},
                                     {"twisting_stiffness", 10},
                                     {"damping", 0}})};
  for (std::uint32_t k = 0; k < 2; ++k)
    w.particles.add({.x = {0.01 * k, 0, 0}, .radius = 0.005, .v = {k == 0 ? -0.01 : 0.01, 0, 0}},
                    w.materials[0].density);
  w.bonds.add(ParticleId{0}, ParticleId{1}, 0);
  const double period = 2 * std::acos(-1.0) / std::sqrt(2 * 1e5 / w.particles.mass(0));
  w.dt = period / 4000;
  Simulation s = start(w);
  run(s, 1000);                                   // a quarter: at rest, at the widest
  EXPECT_NEAR(s.particles().vm[0].v.x, 0, 1e-6);  // 1e-4 of the start: order two, 4000 steps
  EXPECT_NEAR(s.particles().xr[1].x.x - s.particles().xr[0].x.x - 0.01,
              0.02 / std::sqrt(2 * 1e5 / w.particles.mass(0)), 1e-9);
}

TEST(PlaneIntegrators, discs_and_polygons_run_with_each) {
  for (const IntegratorEntry* entry : integrator_catalog()) {
    World w = plane_of_discs();
    w.integrator = std::string(entry->info.name);
    for (std::size_t k = 0; k < 24; ++k)
      w.particles.add(
          {.x = {0.011 * static_cast<double>(k % 6) + 0.002 * static_cast<double>(k / 6),
                 0.006 + 0.0115 * static_cast<double>(k / 6), 0},
           .radius = 0.005,
           .v = {k % 2 == 0 ? 0.3 : -0.3, -0.2, 0},
           .omega = {0, 0, 10}},
          w.materials[0].density);
    const auto shape =
        *PolygonShape::make(std::vector<geometry::Vec2>{{0, 0}, {0.01, 0}, {0, 0.01}});
    for (int k = 0; k < 8; ++k)
      add(w, {.primitives = {{.shape = shape}},
              .x = {0.012 * k, 0.055, 0},
              .v = {k % 2 == 0 ? 0.3 : -0.2, -1, 0},
              .omega = {0, 0, 20.0 - 5 * k}});
    Simulation s = start(w), two = start(w, {.threads = 2});
    run(s, 600), run(two, 600);
    expect_flat(s);
    EXPECT_TRUE(s.state_hash() == two.state_hash()) << entry->info.name;
    EXPECT_GT(s.contact_count(), 5u);
  }
}

}  // namespace
}  // namespace scree::test
