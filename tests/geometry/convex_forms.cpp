// Named convex forms: closed forms of their volumes, ranges, and one answer for a seed.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/convex/forms.hpp"

namespace scree::geometry {
namespace {

constexpr double kPhi = std::numbers::phi;

double cubed(double x) { return x * x * x; }

// A form touches the ball of diameter 1 about its centre, from inside.
void expect_form(const Polyhedron& b, std::size_t corners, std::size_t faces, double volume) {
  EXPECT_EQ(b.corners().size(), corners);
  EXPECT_EQ(b.face_count(), faces);
  EXPECT_LT(norm(b.centre()), 2e-15);
  EXPECT_NEAR(b.radius(), 0.5, 1e-15);
  EXPECT_NEAR(b.volume(), volume, 4e-15 * volume + 1e-17);
}

TEST(ConvexForms, have_the_volumes_of_their_closed_forms) {
  // The edge of each, of the radius 1/2 of the ball around it.
  expect_form(tetrahedron_form(), 4, 4, cubed(2 / std::sqrt(6.0)) / (6 * std::sqrt(2.0)));
  // Of edge 2: the centre is a quarter of the height above the base.
  const double pyramid = 0.5 / std::sqrt(2 + 1.0 / 8);
  expect_form(pyramid_form(), 5, 5, cubed(pyramid) * 4 * std::sqrt(2.0) / 3);
  expect_form(cube_form(), 8, 6, cubed(1 / std::sqrt(3.0)));
  expect_form(fourteen_form(), 14, 24, 8.0 / 3 / 8);
  expect_form(octahedron_form(), 6, 8, std::sqrt(2.0) / 3 * cubed(std::sqrt(0.5)));
  expect_form(dodecahedron_form(), 20, 12,
              (15 + 7 * std::sqrt(5.0)) / 4 * cubed(1 / (kPhi * std::sqrt(3.0))));
  expect_form(icosahedron_form(), 12, 20,
              5 * (3 + std::sqrt(5.0)) / 12 * cubed(1 / std::sqrt(kPhi * std::sqrt(5.0))));
}

TEST(ConvexForms, boxes_and_prisms_have_the_given_proportions) {
  const double diagonal = std::sqrt(1 + 4 + 9.0);
  expect_form(*box_form({2, 1, 3}), 8, 6, 6 / cubed(diagonal));
  expect_form(*box_form({2e-3, 1e-3, 3e-3}), 8, 6, 6 / cubed(diagonal));
  EXPECT_EQ((*box_form({4, 2, 6})).corners()[0], (*box_form({2, 1, 3})).corners()[0]);
  for (const int n : {3, 4, 5, 6, 7, 12, 50})
    for (const double height : {0.01, 0.5, 1.0, 40.0}) {
      const double r = 0.5 / std::sqrt(1 + height * height);  // of the base
      const double base = 0.5 * n * r * r * std::sin(2 * M_PI / n);
      const Polyhedron b = *prism_form(n, height);
      expect_form(b, 2 * static_cast<std::size_t>(n), static_cast<std::size_t>(n) + 2,
                  base * 2 * r * height);
    }
}

TEST(ConvexForms, random_ones_have_their_vertices_and_proportions) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    FormSpec spec;
    spec.seed = seed;
    spec.vertices = 4 + static_cast<int>(seed % 23);
    spec.elongation = 1 + 0.5 * static_cast<double>(seed % 4);
    spec.flatness = 1 + 1.5 * static_cast<double>(seed % 3);
    const Polyhedron b = *random_form(spec);
    EXPECT_EQ(b.corners().size(), static_cast<std::size_t>(spec.vertices)) << seed;
    EXPECT_LT(norm(b.centre()), 2e-15);
    EXPECT_NEAR(b.radius(), 0.5, 1e-15);
    Vec3 lo = b.corners()[0], hi = lo;
    for (const Vec3& x : b.corners())
      for (int c = 0; c < 3; ++c) lo[c] = std::min(lo[c], x[c]), hi[c] = std::max(hi[c], x[c]);
    const Vec3 side = hi - lo;
    EXPECT_NEAR(side.x / side.y, spec.elongation, 1e-14);
    EXPECT_NEAR(side.y / side.z, spec.flatness, 1e-14);
    const Polyhedron again = *random_form(spec);
    for (std::size_t k = 0; k < b.corners().size(); ++k)
      EXPECT_EQ(b.corners()[k], again.corners()[k]);
  }
  FormSpec one, other;
  other.seed = 1;
  EXPECT_NE((*random_form(one)).corners()[0], (*random_form(other)).corners()[0]);
  FormSpec many;
  many.vertices = 300;
  EXPECT_EQ((*random_form(many)).corners().size(), 300u);
}

// Whatever machine and compiler: the coordinates enter every result.
TEST(ConvexForms, the_last_bits_are_known) {
  double sum = 0;
  for (const FormInfo& f : form_catalog()) {
    const Polyhedron b = *f.make({});
    double weight = 1;
    for (const Vec3& x : b.corners()) {
      sum += weight * (x.x + 3 * x.y + 7 * x.z);
      weight += 0.37;
    }
  }
  EXPECT_EQ(sum, 0x1.9f03a2dd4a5dp+6);
}

TEST(ConvexForms, the_catalogue_names_each_and_says_what_it_reads) {
  EXPECT_EQ(find_form("dice"), nullptr);
  for (const FormInfo& f : form_catalog()) {
    EXPECT_EQ(find_form(f.name), &f);
    EXPECT_FALSE(f.text.empty());
    const Result<Polyhedron> b = f.make({});
    ASSERT_TRUE(b) << f.name;
    EXPECT_GT(b->inner_radius(), 0.05);
  }
}

TEST(ConvexForms, numbers_out_of_range_are_refused) {
  const auto refused = [](const Result<Polyhedron>& r) {
    return !r && r.error().code == "E0576" && !r.error().hint.empty();
  };
  EXPECT_TRUE(refused(box_form({1, 0, 1})));
  EXPECT_TRUE(refused(box_form({1, -1, 1})));
  EXPECT_TRUE(refused(box_form({1, std::nan(""), 1})));
  EXPECT_TRUE(refused(box_form({1, 1e7, 1})));
  EXPECT_TRUE(refused(prism_form(2, 1)));
  EXPECT_TRUE(refused(prism_form(1001, 1)));
  EXPECT_TRUE(refused(prism_form(6, 0)));
  EXPECT_TRUE(refused(prism_form(6, std::nan(""))));
  FormSpec s;
  s.vertices = 3;
  EXPECT_TRUE(refused(random_form(s)));
  s = {};
  s.elongation = 0.5;
  EXPECT_TRUE(refused(random_form(s)));
  s = {};
  s.flatness = std::nan("");
  EXPECT_TRUE(refused(random_form(s)));
}

}  // namespace
}  // namespace scree::geometry
