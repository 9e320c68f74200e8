// The calibration of the gluing force by a piston (Ferrez 6.4.2), short: strain grows as the force,
// and is the smaller the harder a bond is. The whole of it: validation/bond_calibration.
#include "../../validation/bond_calibration/piston.hpp"

#include <gtest/gtest.h>

namespace scree::test {
namespace {

TEST(Piston, shortens_a_glued_cylinder_by_the_force_over_the_stiffness_of_its_bonds) {
  const piston::Cylinder c = piston::make_cylinder(4, 19);
  const auto strain = [&c](double beta, double force) {
    const auto measured = piston::strain(c, beta, force);
    EXPECT_TRUE(measured) << to_string(measured.errors().front());
    return measured ? *measured : 0.0;
  };
  // 19 instead of 85 spheres share the force: a fifth of the thesis' forces.
  const double soft = strain(1, 100), hard = strain(8, 100);
  EXPECT_GT(soft, 0.005);
  EXPECT_LT(soft, 0.05);
  // Linear: compressed bonds get stiffer by about 2% of themselves per 1% of strain.
  EXPECT_NEAR(strain(1, 20) / soft, 0.2, 0.004);
  // As 1/(beta - alpha), the stiffness of one bond.
  EXPECT_NEAR(hard / soft, 0.8 / 7.8, 0.02 * 0.8 / 7.8);
}

}  // namespace
}  // namespace scree::test
