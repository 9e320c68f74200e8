// Elastic constants of a face-centred cubic crystal of grains with linear springs, against the sum
// over its bonds.
//
// Every site is a centre of symmetry, so that a homogeneous strain moves all grains with the cell;
// with d the distance of neighbours, 6 bonds and a volume of d^3/sqrt(2) per grain, the energy
//   U = 1/2 sum over bonds of d^2 [k_n (n.e.n)^2 + k_t (|e.n|^2 - (n.e.n)^2)] / volume
// gives (docs/theory/cell.md)
//   C11 = sqrt(2) (k_n + k_t)/d,   C12 = (k_n - k_t)/(sqrt(2) d),   C44 = (k_n + k_t)/(sqrt(2) d),
// where grains are free to turn with the mean rotation of a shear.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/worlds.hpp"

namespace scree {
namespace {

constexpr double kNormal = 1000, kOverlap = 1e-4, kStrain = 1e-6, kDistance = 0.01;

World crystal(double ratio, int component) {
  MaterialSpec m;
  m.name = "linear";
  m.normal = {"linear", {}};
  m.normal.params.set("stiffness", kNormal);
  m.normal.params.set("damping", 0.3);
  if (ratio > 0) {
    m.tangential = {"spring", {}};
    m.tangential.params.set("friction", 100.0);
    m.tangential.params.set("stiffness_ratio", ratio);
    m.tangential.params.set("damping_ratio", 1.0);
  }
  World w = test::empty_world(m);
  const double a = std::sqrt(2.0) * kDistance;
  w.box = {{0, 0, 0}, {3 * a, 3 * a, 3 * a}, {true, true, true}};
  for (int i = 0; i < 27; ++i)
    for (const Vec3& site :
         {Vec3{0, 0, 0}, Vec3{0.5, 0.5, 0}, Vec3{0.5, 0, 0.5}, Vec3{0, 0.5, 0.5}})
      w.particles.add({.x = a * (site + Vec3{static_cast<double>(i % 3) + 0.1,
                                             static_cast<double>(i / 3 % 3) + 0.1,
                                             static_cast<double>(i / 9) + 0.1}),
                       .radius = 0.5 * kDistance * (1 + kOverlap)},
                      2500);
  w.dt = 5e-5;
  CellPhase strain, rest;
  strain.duration = 0.01;
  strain.of[static_cast<std::size_t>(component)] = {CellDrive::strain, kStrain};
  w.cell.phases = {strain, rest};
  return w;
}

// Change of the stress, per strain; compression is positive in reports.
CellNumbers moduli(double ratio, int component) {
  Simulation s = test::start(crystal(ratio, component));
  const CellNumbers before = s.cell().stress;
  test::run(s, 4000);  // 20 periods: the grains have stopped turning
  CellNumbers out;
  for (std::size_t k = 0; k < 6; ++k) out[k] = -(s.cell().stress[k] - before[k]) / kStrain;
  EXPECT_LT(s.energy().kinetic, 1e-12 * s.energy().stored_normal);
  return out;
}

// Tolerance: the prestress changes moduli by about the overlap, 1e-4 of them, times a small number.
constexpr double kTolerance = 1e-3;

TEST(CrystalInACell, has_the_moduli_of_its_bonds) {
  for (const double ratio : {0.0, 0.5}) {
    const double k_n = kNormal, k_t = ratio * kNormal, d = kDistance;
    const double c11 = std::sqrt(2.0) * (k_n + k_t) / d, c12 = (k_n - k_t) / (std::sqrt(2.0) * d);
    const double c44 = (k_n + k_t) / (std::sqrt(2.0) * d);
    const CellNumbers along_x = moduli(ratio, 0), along_z = moduli(ratio, 2);
    EXPECT_NEAR(along_x[0], c11, kTolerance * c11) << ratio;
    EXPECT_NEAR(along_x[1], c12, kTolerance * c11) << ratio;
    EXPECT_NEAR(along_x[2], c12, kTolerance * c11) << ratio;
    EXPECT_NEAR(along_x[3], 0, kTolerance * c11) << ratio;
    EXPECT_NEAR(along_z[2], c11, kTolerance * c11) << ratio;
    for (const int shear : {3, 4, 5}) {
      const CellNumbers under_shear = moduli(ratio, shear);
      EXPECT_NEAR(under_shear[static_cast<std::size_t>(shear)], c44, kTolerance * c44) << ratio;
      EXPECT_NEAR(under_shear[0], 0, kTolerance * c44) << ratio;
    }
  }
}

}  // namespace
}  // namespace scree
