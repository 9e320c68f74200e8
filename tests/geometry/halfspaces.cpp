// Volumes of half-space systems against closed forms, Laguerre cells and finite differences.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "geometry/halfspaces/volume.hpp"
#include "geometry/laguerre/laguerre.hpp"
#include "packing.hpp"

namespace scree::geometry {
namespace {

struct System {
  std::vector<Vec3> r;
  std::vector<double> f;
  void add(const Vec3& row, double value) { r.push_back(row), f.push_back(value); }
};

HalfSpaceVolume volume_of(const System& s) {
  auto v = halfspace_volume(s.r, s.f);
  EXPECT_TRUE(v.ok());
  return v.ok() ? std::move(*v) : HalfSpaceVolume{};
}

System box_system(const Vec3& low, const Vec3& high) {
  System s;
  for (int k = 0; k < 3; ++k) {
    Vec3 u;
    u[k] = 1;
    s.add(u, high[k]);
    s.add(-u, -low[k]);
  }
  return s;
}

Quat some_turn(Draw& d) {
  return normalized(Quat{d.between(-1, 1), d.between(-1, 1), d.between(-1, 1), d.between(-1, 1)});
}

// The same body turned, moved, and each row as long as it likes.
System placed_system(const System& s, const Quat& q, const Vec3& x, Draw& d) {
  System out;
  for (std::size_t k = 0; k < s.r.size(); ++k) {
    const Vec3 r = rotate(q, s.r[k]);
    const double length = std::pow(10.0, d.between(-3, 3));
    out.add(length * r, length * (s.f[k] + dot(r, x)));
  }
  return out;
}

// Rows of the tetrahedron 0, a e_x, b e_y, c e_z.
System corner_of(double a, double b, double c) {
  System s;
  s.add({-1, 0, 0}, 0), s.add({0, -1, 0}, 0), s.add({0, 0, -1}, 0);
  s.add({1 / a, 1 / b, 1 / c}, 1);
  return s;
}

// A prism over a regular polygon about the z axis.
System prism_system(int sides, double inner, double height) {
  System s;
  for (int k = 0; k < sides; ++k) {
    const double phi = 2 * M_PI * k / sides;
    s.add({std::cos(phi), std::sin(phi), 0}, inner);
  }
  s.add({0, 0, 1}, height), s.add({0, 0, -1}, 0);
  return s;
}

TEST(HalfSpaces, closed_forms_wherever_the_body_stands) {
  Draw d(3, 1);
  struct Case {
    System system;
    double volume;
  };
  std::vector<Case> cases = {{box_system({0, 0, 0}, {1, 2, 3}), 6},
                             {box_system({-1e-3, 0, 0}, {1e-3, 2, 3}), 0.012},
                             {corner_of(1, 2, 3), 1},
                             {corner_of(1, 1, 1e-2), 1e-2 / 6}};
  for (const int n : {3, 4, 5, 6, 17, 40})
    cases.push_back({prism_system(n, 0.7, 1.3), 1.3 * n * 0.49 * std::tan(M_PI / n)});
  for (const Case& c : cases) {
    const HalfSpaceVolume plain = volume_of(c.system);
    EXPECT_EQ(plain.state, CellState::bounded);
    EXPECT_NEAR(plain.volume, c.volume, 1e-13 * c.volume);
    for (int k = 0; k < 20; ++k) {
      const Vec3 x{d.between(-9, 9), d.between(-9, 9), d.between(-9, 9)};
      const HalfSpaceVolume v = volume_of(placed_system(c.system, some_turn(d), x, d));
      EXPECT_EQ(v.state, CellState::bounded);
      // Ten units from the origin, 1e-3 thick, angles of 1e-2: 1e-15 * 1e5 of what f can say.
      EXPECT_NEAR(v.volume, c.volume, 1e-10 * c.volume);
    }
  }
}

TEST(HalfSpaces, gradients_of_a_box_in_closed_form) {
  const System s = box_system({1, 2, 3}, {2, 4, 6});  // sides 1, 2, 3
  const HalfSpaceVolume v = volume_of(s);
  const double area[3] = {6, 3, 2};
  const Vec3 middle{1.5, 3, 4.5};
  for (std::size_t k = 0; k < 6; ++k) {
    const int axis = static_cast<int>(k / 2);
    EXPECT_NEAR(v.gradient_f[k], area[axis], 1e-12);
    Vec3 centre = middle;
    centre[axis] = std::abs(s.f[k]);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(v.gradient_r[k][c], -area[axis] * centre[c], 1e-12);
  }
}

TEST(HalfSpaces, rows_that_bound_nothing_change_nothing) {
  const System plain = box_system({-1, -1, -1}, {1, 1, 1});
  const HalfSpaceVolume v = volume_of(plain);
  System s = plain;
  s.add({1, 0, 0}, 2);            // parallel, outside
  s.add({1, 0, 0}, 1e30);         // as good as nothing
  s.add({0, 0, 0}, 1);            // says nothing
  s.add({1, 1, 1}, 4);            // outside
  s.add({1, 1, 1}, 3);            // through a corner
  s.add({1, 1, 0}, 2);            // through an edge
  s.add({0.1, 0, 0}, 0.1);        // the same plane again
  s.add({3, 0, 0}, 3);            // and again
  s.add({0, 1e-300, 0}, 1e-300);  // and a short one
  s.add({0, 0, -1e200}, 1e200);   // and a long one
  s.add({1e-300, 0, 0}, 1e100);   // beyond all numbers
  const HalfSpaceVolume w = volume_of(s);
  EXPECT_EQ(w.state, CellState::bounded);
  EXPECT_NEAR(w.volume, 8, 1e-12);
  for (std::size_t k = 0; k < plain.r.size(); ++k) {
    EXPECT_NEAR(w.gradient_f[k], v.gradient_f[k], 1e-12);
    EXPECT_LT(norm(w.gradient_r[k] - v.gradient_r[k]), 1e-12);
  }
  for (std::size_t k = plain.r.size(); k < s.r.size(); ++k)
    EXPECT_NEAR(w.gradient_f[k], 0, 1e-12) << k;
  // In another order a repeated plane belongs to the first of its rows.
  System turned;
  for (std::size_t k = s.r.size(); k-- > 0;) turned.add(s.r[k], s.f[k]);
  EXPECT_NEAR(volume_of(turned).volume, 8, 1e-12);
}

TEST(HalfSpaces, states) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto expect = [&](const System& s, CellState state, const char* what) {
    Draw d(9, 2);
    for (int k = 0; k < 12; ++k) {
      const System at = k == 0 ? s : placed_system(s, some_turn(d), {0.3, -2, 5}, d);
      const HalfSpaceVolume v = volume_of(at);
      EXPECT_EQ(kCellStateNames[int(v.state)], kCellStateNames[int(state)]) << what << " " << k;
      if (state != CellState::bounded) {
        EXPECT_EQ(v.volume, state == CellState::infinite ? infinity : 0) << what;
      }
      EXPECT_EQ(v.gradient_f.empty(), state == CellState::infinite || state == CellState::flat);
    }
  };
  System s;
  expect(s, CellState::infinite, "all of space");
  s.add({0, 0, 1}, 1);
  expect(s, CellState::infinite, "a half-space");
  s.add({0, 0, -1}, 1);
  expect(s, CellState::infinite, "a slab");
  s.add({1, 0, 0}, 1), s.add({-1, 0, 0}, 1);
  expect(s, CellState::infinite, "a beam");
  s.add({0, 1, 0}, 3);
  expect(s, CellState::infinite, "a half-beam");
  s.add({0, -1, 0.01}, 3);
  expect(s, CellState::bounded, "a closed beam");
  s.add({0, -1, 0}, -4);
  expect(s, CellState::empty, "one side beyond the other");

  System octant;
  for (int k = 0; k < 3; ++k) {
    Vec3 u;
    u[k] = -1;
    octant.add(u, 0);
  }
  expect(octant, CellState::infinite, "an octant");
  octant.add({1, 1, 1}, 1e-3);
  expect(octant, CellState::bounded, "a small tetrahedron");
  octant.f.back() = 0;
  expect(octant, CellState::flat, "a point");
  octant.f.back() = -1e-3;
  expect(octant, CellState::empty, "a tetrahedron turned inside out");

  expect(box_system({0, 0, 0}, {1, 1, 0}), CellState::flat, "a square");
  expect(box_system({0, 0, 0}, {1, 0, 0}), CellState::flat, "a rod");
  expect(box_system({0, 0, 0}, {1, 1, 1e-9}), CellState::bounded, "a thin sheet");
  System plane;
  plane.add({0, 0, 1}, 0), plane.add({0, 0, -1}, 0);
  expect(plane, CellState::flat, "a plane");
  plane.add({1, 0, 0}, 0);
  expect(plane, CellState::flat, "half a plane");
  plane.add({0, 1, 0}, 0);
  expect(plane, CellState::flat, "a quarter of a plane");
  System apart;
  apart.add({0, 0, 1}, 0), apart.add({0, 0, -1}, -1);
  expect(apart, CellState::empty, "two half-spaces apart");
  apart.add({1, 0, 0}, 1);
  expect(apart, CellState::empty, "and a third");
  System never;
  never.add({0, 0, 0}, -1);
  EXPECT_EQ(volume_of(never).state, CellState::empty);
}

TEST(HalfSpaces, refuse_what_is_no_system) {
  const Vec3 r[] = {{1, 0, 0}, {0, 1, 0}};
  const double f[] = {1, std::nan("")};
  EXPECT_EQ(halfspace_volume(r, std::span(f, 1)).error().code, "E0590");
  EXPECT_EQ(halfspace_volume(r, f).error().code, "E0591");
}

// A cell of any size that has a volume has the right one; of one that has none in doubles that is
// said, not that it is flat.
TEST(HalfSpaces, cells_of_any_size_are_right_or_refused) {
  const auto cube = [](double length, double half) {
    System s;
    for (int axis = 0; axis < 3; ++axis)
      for (const double side : {1.0, -1.0}) {
        Vec3 r;
        r[axis] = side * length;
        s.add(r, length * half);
      }
    return s;
  };
  for (const double half : {1e-100, 1e-85, 1e85, 1e100}) {
    const HalfSpaceVolume v = volume_of(cube(1, half));
    EXPECT_EQ(v.state, CellState::bounded) << half;
    EXPECT_NEAR(v.volume / (half * half * half), 8, 1e-13) << half;
    EXPECT_NEAR(v.gradient_f[0] / (half * half), 4, 1e-13) << half;
    EXPECT_NEAR(v.gradient_r[0].x / (half * half * half), -4, 1e-13) << half;
  }
  System with_far_plane = cube(1, 1e-100);
  with_far_plane.add({1, 1, 0}, 1e250);
  EXPECT_NEAR(volume_of(with_far_plane).volume / 1e-300, 8, 1e-13);
  for (const System& s : {cube(1, 1e120), cube(1, 1e-120), cube(1, 1e200), cube(1e100, 1e-110)}) {
    const auto v = halfspace_volume(s.r, s.f);
    ASSERT_FALSE(v.ok());
    EXPECT_EQ(v.error().code, "E0597");
  }
  System open;
  open.add({1, 0, 0}, 1e200), open.add({0, 1, 0}, 1e200), open.add({0, 0, 1}, -1e200);
  EXPECT_EQ(volume_of(open).state, CellState::infinite);
  open.add({0, 0, -1}, 0.5e200);
  EXPECT_EQ(volume_of(open).state, CellState::empty);
}

// Cells of a jittered packing with all neighbours as rows, against the clipped cells.
TEST(HalfSpaces, equal_the_laguerre_cells) {
  const std::vector<Site> sites = packing(300);
  const auto t = Triangulation::build(sites);
  ASSERT_TRUE(t.ok());
  const ClipBox clip{{0.2, 0.1, 0.3}, {5.5, 5.2, 5.6}};
  for (Triangulation::Vertex v = 0; v < sites.size(); ++v) {
    if (t->hidden(v)) continue;
    System s = box_system(clip.low, clip.high);
    for (const Triangulation::Vertex n : t->neighbours(v)) {
      const Site &i = sites[v], &j = sites[n];
      s.add(j.x - i.x, 0.5 * (norm2(j.x) - norm2(i.x) + i.w - j.w));
    }
    const LaguerreCell cell = laguerre_cell(*t, v, clip);
    EXPECT_NEAR(volume_of(s).volume, cell.volume, 1e-12) << v;
  }
}

// Near-copies of a plane are the hardest case: the line where two of them meet is known to 1e-16
// over their angle. Two of them are right all the same, because both faces have the same line;
// below the least angle they count as parallel. Three through one line need not agree.
TEST(HalfSpaces, planes_that_are_nearly_one) {
  Draw d(17, 6);
  for (int k = 1; k <= 16; ++k)
    for (int turn = 0; turn < 40; ++turn) {
      const double angle = std::pow(10.0, -k) * d.between(1, 9);
      System s = box_system({-1, -1, -1}, {1, 1, 1});
      s.add({angle, 0, 1}, 1);  // takes off a wedge: 2 * 1/2 * angle
      const double bound = angle > 1e-7 ? 1e-12 : 2 * ProjectionScheme::least_angle;
      const Quat q = some_turn(d);
      EXPECT_NEAR(volume_of(placed_system(s, q, {0, 0, 0}, d)).volume, 8 - angle, bound) << angle;
      s.add({2 * angle, 0, 1}, 1);
      const HalfSpaceVolume v = volume_of(placed_system(s, q, {0, 0, 0}, d));
      EXPECT_EQ(v.state, CellState::bounded) << angle;
      EXPECT_NEAR(v.volume, 8 - 2 * angle, 4 * ProjectionScheme::least_angle) << angle;
    }
}

TEST(HalfSpaces, gradients_equal_finite_differences) {
  Draw d(21, 4);
  for (int body = 0; body < 25; ++body) {
    System s;
    const int n = 6 + body % 9;
    for (int k = 0; k < n; ++k) {
      const Vec3 u = normalized(Vec3{d.between(-1, 1), d.between(-1, 1), d.between(-1, 1)});
      const double length = d.between(0.5, 2);
      s.add(length * u, length * (d.between(0.8, 1) + dot(u, Vec3{3, -1, 2})));
    }
    for (const double side : {-1.0, 1.0})
      for (int k = 0; k < 3; ++k) {
        Vec3 u;
        u[k] = side;
        s.add(u, 2 + dot(u, Vec3{3, -1, 2}));
      }
    const HalfSpaceVolume v = volume_of(s);
    ASSERT_EQ(v.state, CellState::bounded);
    const double step = 1e-5;
    const auto slope = [&](double& number) {
      const double before = number;
      number = before + step;
      const double up = volume_of(s).volume;
      number = before - step;
      const double down = volume_of(s).volume;
      number = before;
      return (up - down) / (2 * step);
    };
    for (std::size_t k = 0; k < s.r.size(); ++k) {
      // Second derivatives jump where faces vanish: the step, not its square, times that jump, and
      // five units from the origin a row turns its plane about a point as far away.
      EXPECT_NEAR(v.gradient_f[k], slope(s.f[k]), 1e-7) << body << " " << k;
      for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(v.gradient_r[k][c], slope(s.r[k][c]), 1e-5) << body << " " << k;
    }
  }
}

}  // namespace
}  // namespace scree::geometry
