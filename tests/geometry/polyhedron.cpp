// Convex hulls and polyhedra: closed forms, Euler's formula, degenerate points.
#include "geometry/convex/polyhedron.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "base/random.hpp"
#include "geometry/convex/hull.hpp"
#include "support/random_body.hpp"

namespace scree::geometry {
namespace {

std::vector<Vec3> cube_points(double half = 0.5) {
  return test::box_points(2 * half * Vec3{1, 1, 1});
}

std::vector<Vec3> ball_points(int n, std::uint64_t seed) {
  return test::points_on_ball(n, 2, CounterRandom(seed, 9));
}

Quat random_turn(std::uint64_t seed) {
  const CounterRandom r(seed, 4);
  return normalized(
      Quat{r.uniform(0) - 0.5, r.uniform(1) - 0.5, r.uniform(2) - 0.5, r.uniform(3) - 0.5});
}

Polyhedron make(const std::vector<Vec3>& p) {
  Result<Polyhedron> made = Polyhedron::make(p);
  if (!made) {
    ADD_FAILURE() << to_string(made.error());
    throw std::runtime_error("no polyhedron");
  }
  return std::move(*made);
}

// Whatever the body: a closed surface, planes that hold all corners on one side, consistent tables.
void expect_sound(const Polyhedron& b, double slack) {
  const std::size_t v = b.corners().size(), e = b.edges().size(), f = b.face_count();
  EXPECT_EQ(v + f, e + 2) << "Euler";
  for (std::size_t k = 0; k < f; ++k) {
    const auto loop = b.face(k);
    ASSERT_GE(loop.size(), 3u);
    for (const std::uint32_t c : loop)
      EXPECT_NEAR(dot(b.plane(k).normal, b.corners()[c]), b.plane(k).offset, slack);
    for (const Vec3& x : b.corners())
      EXPECT_LE(dot(b.plane(k).normal, x), b.plane(k).offset + slack);
    for (std::size_t m = 0; m < loop.size(); ++m) {
      const auto there = b.face(b.across(k)[m]);
      EXPECT_NE(std::find(there.begin(), there.end(), loop[m]), there.end());
      EXPECT_NE(std::find(there.begin(), there.end(), loop[(m + 1) % loop.size()]), there.end());
    }
  }
  for (std::size_t c = 0; c < v; ++c) {
    EXPECT_GE(b.neighbours(c).size(), 3u);
    EXPECT_EQ(b.neighbours(c).size(), b.faces_of(c).size());
  }
  for (const Polyhedron::Edge& edge : b.edges()) {
    EXPECT_LT(edge.from, edge.to);
    EXPECT_NE(edge.left, edge.right);
  }
  EXPECT_GT(b.volume(), 0);
  EXPECT_GT(b.inner_radius(), 0);
  EXPECT_GE(b.radius(), b.inner_radius());
}

TEST(Polyhedron, a_cube_has_six_square_faces_whatever_way_it_is_turned) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<Vec3> p = cube_points();
    const Quat q = seed == 0 ? Quat{} : random_turn(seed);
    for (Vec3& x : p) x = Vec3{1, -2, 3} + rotate(q, x);
    const Polyhedron b = make(p);
    ASSERT_EQ(b.corners().size(), 8u);
    ASSERT_EQ(b.face_count(), 6u) << "rounding bends no face, seed " << seed;
    EXPECT_EQ(b.edges().size(), 12u);
    expect_sound(b, 1e-14);
    EXPECT_NEAR(b.volume(), 1, 1e-14);
    EXPECT_LT(norm(b.centre() - Vec3{1, -2, 3}), 1e-14);
    EXPECT_NEAR(b.radius(), std::sqrt(0.75), 1e-14);
    EXPECT_NEAR(b.inner_radius(), 0.5, 1e-14);
  }
}

TEST(Polyhedron, points_inside_on_faces_and_on_edges_are_no_corners) {
  std::vector<Vec3> p;
  for (int i = 0; i <= 4; ++i)
    for (int j = 0; j <= 4; ++j)
      for (int k = 0; k <= 4; ++k) p.push_back({0.25 * i, 0.25 * j, 0.25 * k});
  p.insert(p.end(), p.begin(), p.begin() + 60);  // and twice
  for (int order = 0; order < 3; ++order) {
    if (order == 1) std::reverse(p.begin(), p.end());
    if (order == 2)
      for (std::size_t k = 0; k < p.size(); ++k) std::swap(p[k], p[(k * 37) % p.size()]);
    const Polyhedron b = make(p);
    EXPECT_EQ(b.corners().size(), 8u);
    EXPECT_EQ(b.face_count(), 6u);
    expect_sound(b, 0);
    EXPECT_DOUBLE_EQ(b.volume(), 1);
  }
}

TEST(Polyhedron, platonic_solids_have_their_volumes) {
  const double phi = std::numbers::phi;
  std::vector<Vec3> icosahedron;
  for (const double s : {-1.0, 1.0})
    for (const double t : {-phi, phi}) {
      icosahedron.push_back({0, s, t});
      icosahedron.push_back({s, t, 0});
      icosahedron.push_back({t, 0, s});
    }
  const Polyhedron i = make(icosahedron);
  EXPECT_EQ(i.face_count(), 20u);
  EXPECT_EQ(i.edges().size(), 30u);
  EXPECT_NEAR(i.volume(), 8 * 5 * (3 + std::sqrt(5.0)) / 12, 1e-13);  // edge 2
  std::vector<Vec3> dodecahedron = cube_points(1);
  for (const double s : {-1 / phi, 1 / phi})
    for (const double t : {-phi, phi}) {
      dodecahedron.push_back({0, s, t});
      dodecahedron.push_back({s, t, 0});
      dodecahedron.push_back({t, 0, s});
    }
  const Polyhedron d = make(dodecahedron);
  EXPECT_EQ(d.face_count(), 12u) << "pentagons";
  EXPECT_EQ(d.corners().size(), 20u);
  const double edge = 2 / phi;
  EXPECT_NEAR(d.volume(), edge * edge * edge * (15 + 7 * std::sqrt(5.0)) / 4, 1e-12);
  const Polyhedron o = make({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
  EXPECT_EQ(o.face_count(), 8u);
  EXPECT_DOUBLE_EQ(o.volume(), 4.0 / 3.0);
  for (const Polyhedron* b : {&i, &d, &o}) expect_sound(*b, 1e-14);
}

TEST(Polyhedron, random_points_on_a_ball_are_all_corners) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const std::size_t n = 4 + 11 * seed;
    const Polyhedron b = make(ball_points(n, seed));
    EXPECT_EQ(b.corners().size(), n);
    expect_sound(b, 1e-14);
    EXPECT_LT(b.volume(), 4.0 / 3.0 * std::numbers::pi);
  }
}

TEST(Polyhedron, does_not_depend_on_the_order_of_the_points) {
  std::vector<Vec3> p = ball_points(40, 3);
  const Polyhedron a = make(p);
  std::reverse(p.begin(), p.end());
  const Polyhedron b = make(p);
  ASSERT_EQ(a.face_count(), b.face_count());
  EXPECT_NEAR(a.volume(), b.volume(), 1e-14);  // 80 rounded terms in another order
  std::set<std::set<std::uint32_t>> faces_a, faces_b;
  for (std::size_t k = 0; k < a.face_count(); ++k) {
    faces_a.insert({a.face(k).begin(), a.face(k).end()});
    std::set<std::uint32_t> f;
    for (const std::uint32_t v : b.face(k)) f.insert(39 - v);
    faces_b.insert(f);
  }
  EXPECT_EQ(faces_a, faces_b);
}

TEST(Polyhedron, needles_plates_and_tiny_and_large_bodies) {
  for (const double size : {1e-6, 1.0, 1e6})
    for (const Vec3& e : {Vec3{1, 1, 1e3}, Vec3{1e3, 1e3, 1}, Vec3{1, 1e-6, 1}}) {
      std::vector<Vec3> p = cube_points();
      for (Vec3& x : p) x = size * Vec3{x.x * e.x, x.y * e.y, x.z * e.z};
      const Polyhedron b = make(p);
      EXPECT_EQ(b.face_count(), 6u);
      EXPECT_NEAR(b.volume() / (size * size * size * e.x * e.y * e.z), 1, 1e-12);
    }
}

TEST(Polyhedron, what_has_no_volume_or_is_no_number_is_refused) {
  const auto code = [](const std::vector<Vec3>& p) {
    const auto made = Polyhedron::make(p);
    return made ? std::string("made") : made.error().code;
  };
  EXPECT_EQ(code({}), "E0570");
  EXPECT_EQ(code({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "E0570");
  EXPECT_EQ(code({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.2, 0}}), "E0570");
  EXPECT_EQ(code(std::vector<Vec3>(10, Vec3{1, 2, 3})), "E0570");
  EXPECT_EQ(code({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {5, 5, 5}}), "E0570");
  EXPECT_EQ(code({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, std::nan("")}}), "E0571");
  EXPECT_EQ(code({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e300}}), "E0571");
  // One unit in the last place above the plane is a volume.
  EXPECT_EQ(code({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 5e-16}}), "made");
}

TEST(Polyhedron, the_farthest_corner_is_that_of_all) {
  const Polyhedron b = make(ball_points(60, 8));
  for (std::uint64_t k = 0; k < 500; ++k) {
    const Vec3 u = rotate(random_turn(k + 100), {0, 0, 1});
    double most = -2;
    for (const Vec3& x : b.corners()) most = std::max(most, dot(x, u));
    EXPECT_EQ(dot(b.corners()[b.farthest(u, static_cast<std::uint32_t>(k % 60))], u), most);
  }
}

TEST(Polyhedron, moved_and_scaled_it_keeps_its_tables) {
  const Polyhedron b = make(ball_points(20, 2));
  const Polyhedron m = b.moved({3, 4, 5}, random_turn(7)).scaled(2);
  expect_sound(m, 1e-13);
  EXPECT_NEAR(m.volume(), 8 * b.volume(), 1e-13);
}

}  // namespace
}  // namespace scree::geometry
