// Moments of inertia of named convex forms, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/convex/forms.hpp"
#include "shapes/mesh_mass.hpp"

namespace scree {
namespace {

void expect_moments(const geometry::Polyhedron& b, const Vec3& per_mass) {
  const MassProperties m = mesh_mass(b.corners(), b.triangles());
  EXPECT_NEAR(m.mass, b.volume(), 1e-14 * m.mass);
  EXPECT_LT(norm(m.centre), 1e-15);
  EXPECT_NEAR(m.inertia.xx / m.mass, per_mass.x, 1e-15);
  EXPECT_NEAR(m.inertia.yy / m.mass, per_mass.y, 1e-15);
  EXPECT_NEAR(m.inertia.zz / m.mass, per_mass.z, 1e-15);
  for (const double off : {m.inertia.xy, m.inertia.yz, m.inertia.zx})
    EXPECT_LT(std::abs(off), 1e-16);
}
Vec3 all(double v) { return {v, v, v}; }

TEST(FormMass, moments_are_those_of_the_closed_forms) {
  const double phi = std::numbers::phi;
  const auto squared = [](double v) { return v * v; };
  expect_moments(geometry::tetrahedron_form(), all(squared(2 / std::sqrt(6.0)) / 20));
  expect_moments(geometry::cube_form(), all(1.0 / 3 / 6));
  expect_moments(geometry::octahedron_form(), all(0.5 / 10));
  expect_moments(geometry::dodecahedron_form(),
                 all((39 * phi + 28) / 150 / squared(phi * std::sqrt(3.0))));
  expect_moments(geometry::icosahedron_form(), all(phi * phi / 10 / (phi * std::sqrt(5.0))));
  // Base a = 2, height h = sqrt(2), in units of which 1/2 is the distance of a base corner.
  const double unit2 = 0.25 / (2 + 1.0 / 8);
  const double side = unit2 * (4.0 / 20 + 3 * 2.0 / 80);
  expect_moments(geometry::pyramid_form(), {side, side, unit2 * 4 / 10});
  // A cube of side s and six pyramids of height h on it: integral of r^2 over the whole.
  const double s = 1 / std::sqrt(3.0), h = 0.5 - s / 2, pyramid = s * s * h / 3;
  const double r2 =
      s * s * s * s * s / 4 + 6 * pyramid * (s * s / 10 + squared(s / 2 + h / 4) + 3 * h * h / 80);
  expect_moments(geometry::fourteen_form(), all(2.0 / 3 * r2 / (1.0 / 3)));
  const double d2 = 1 + 4 + 9;
  expect_moments(*geometry::box_form({2, 1, 3}), Vec3{1 + 9.0, 4 + 9.0, 4 + 1.0} / (12 * d2));
  for (const int n : {3, 5, 6, 9}) {
    const double height = 1.5, r = 0.5 / std::sqrt(1 + height * height);
    const double polar = r * r / 6 * (2 + std::cos(2 * M_PI / n));
    const double across = polar / 2 + squared(2 * r * height) / 12;
    expect_moments(*geometry::prism_form(n, height), {across, across, polar});
  }
}

}  // namespace
}  // namespace scree
