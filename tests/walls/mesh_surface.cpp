// A triangle mesh must touch like the surface it stands for.
#include <algorithm>
#include <cmath>

#include "make.hpp"
#include "walls/surface/surface.hpp"

namespace scree {
namespace {

Surface surface(const TriangleSoup& soup, const SurfaceOptions& options = {}) {
  auto s = Surface::build(soup, options);
  EXPECT_TRUE(s.ok()) << to_string(s.error());
  return std::move(*s);
}
WallTouches touches(const Surface& s, const Vec3& x, double reach) {
  WallTouches t;
  s.touch(x, reach, t);
  return t;
}

// The plane y = height, cut into 2 n^2 triangles of random shape and winding, corners not shared.
TriangleSoup cut_plane(int n, double height) {
  const auto corner = [&](int i, int j) {
    Vec3 shift = test::random_point(11, static_cast<std::uint64_t>(i * 1000 + j), 0.3 / n);
    if (i == 0 || j == 0 || i == n || j == n) shift = {};
    return Vec3{2.0 * i / n - 1 + shift.x, height, 2.0 * j / n - 1 + shift.z};
  };
  TriangleSoup soup;
  const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto first = static_cast<std::uint32_t>(soup.points.size());
    soup.points.insert(soup.points.end(), {a, b, c});
    const bool flip = first % 2 == 0;
    soup.triangles.push_back({first, first + (flip ? 2 : 1), first + (flip ? 1 : 2)});
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      add(corner(i, j), corner(i, j + 1), corner(i + 1, j));
      add(corner(i + 1, j), corner(i, j + 1), corner(i + 1, j + 1));
    }
  return soup;
}

TEST(Mesh, a_flat_plane_and_its_triangulation_give_the_same_touch_to_the_last_bit) {
  const auto plane = test::shape("plane", {{"point", Vec3{0, 0.1, 0}}});
  const Surface mesh = surface(cut_plane(20, 0.1));
  EXPECT_EQ(mesh.patches(), 1u);
  int met = 0;
  for (int i = 0; i < 20000; ++i) {
    Vec3 x = test::random_point(1, i, 0.8);
    x.y = std::abs(x.y) + 0.1;
    const WallTouches p = test::touches(*plane, x, 0.3), m = touches(mesh, x, 0.3);
    ASSERT_EQ(p.count, m.count);
    if (p.count == 0) continue;
    ++met;
    ASSERT_EQ(p.touch[0].normal, m.touch[0].normal);
    ASSERT_EQ(p.touch[0].distance, m.touch[0].distance);
    ASSERT_EQ(p.touch[0].feature, m.touch[0].feature);
  }
  EXPECT_GT(met, 5000);
}

TEST(Mesh, points_exactly_over_edges_and_corners_of_a_flat_mesh_touch_once) {
  const TriangleSoup soup = cut_plane(20, 0.0);
  const Surface mesh = surface(soup);
  for (const auto& t : soup.triangles) {
    const Vec3 &a = soup.points[t[0]], &b = soup.points[t[1]];
    for (const Vec3& foot : {a, 0.5 * (a + b), a + 0.3 * (b - a)}) {
      if (std::max(std::abs(foot.x), std::abs(foot.z)) > 0.99) continue;  // the rim itself
      const WallTouches m = touches(mesh, foot + Vec3{0, 0.05, 0}, 0.1);
      ASSERT_EQ(m.count, 1);
      EXPECT_EQ(m.touch[0].distance, 0.05);
      EXPECT_EQ(m.touch[0].feature, 0u);
    }
  }
}

TEST(Mesh, a_tilted_plane_in_single_precision_is_still_one_patch) {
  TriangleSoup soup = cut_plane(30, 0.0);
  const Quat q = normalized(Quat{1, 0.3, -0.2, 0.5});
  for (Vec3& p : soup.points) {
    p = 10 * rotate(q, p) + Vec3{3, -7, 2};
    p = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
  }
  EXPECT_EQ(surface(soup).patches(), 1u);
}

TEST(Mesh, coplanar_patches_with_unmatched_edges_touch_once_at_their_seam) {
  // One large triangle pair beside two rows that do not share its corners (T-junctions).
  TriangleSoup soup;
  const auto quad = [&](double x0, double x1, double z0, double z1) {
    const auto f = static_cast<std::uint32_t>(soup.points.size());
    soup.points.insert(soup.points.end(), {{x0, 0, z0}, {x1, 0, z0}, {x1, 0, z1}, {x0, 0, z1}});
    soup.triangles.push_back({f, f + 1, f + 2});
    soup.triangles.push_back({f, f + 2, f + 3});
  };
  quad(-1, 0, -1, 1);
  quad(0, 1, -1, 0.2);
  quad(0, 1, 0.2, 1);
  const Surface mesh = surface(soup);
  for (int i = 0; i < 5000; ++i) {
    Vec3 x = test::random_point(2, i, 0.05);
    x.y = 0.09;
    const WallTouches t = touches(mesh, x, 0.1);
    ASSERT_EQ(t.count, 1);
    EXPECT_EQ(t.touch[0].normal, (Vec3{0, 1, 0}));
  }
}

TEST(Mesh, a_box_and_its_mesh_give_the_same_touches) {
  for (const std::string open : {"none", "top"}) {
    const auto box =
        test::shape("box", {{"min", Vec3{0, 0, 0}}, {"max", Vec3{1, 2, 3}}, {"open", open}});
    const WallMesh drawn = box->mesh({});
    const Surface mesh = surface({drawn.points, drawn.triangles});
    EXPECT_EQ(mesh.patches(), open == "none" ? 6u : 5u);
    for (int i = 0; i < 5000; ++i) {
      Vec3 x = test::random_point(3, i, open == "none" ? 0.49 : 0.7);
      x = {0.5 + x.x, 1 + 2 * x.y, 1.5 + 3 * x.z};
      WallTouches b = test::touches(*box, x, 0.4), m = touches(mesh, x, 0.4);
      ASSERT_EQ(b.count, m.count);
      const auto order = [](const WallTouch& s, const WallTouch& t) {
        return std::array{s.distance, s.normal.x, s.normal.y} <
               std::array{t.distance, t.normal.x, t.normal.y};
      };
      std::sort(b.touch.begin(), b.touch.begin() + b.count, order);
      std::sort(m.touch.begin(), m.touch.begin() + m.count, order);
      for (int k = 0; k < b.count; ++k) {
        EXPECT_NEAR(norm(b.touch[k].normal - m.touch[k].normal), 0, 1e-13);
        EXPECT_NEAR(b.touch[k].distance, m.touch[k].distance, 1e-15);
      }
    }
  }
}

TEST(Mesh, inside_and_outside_of_a_fine_sphere_a_ball_has_one_contact) {
  const auto ball = test::shape("sphere", {{"radius", 1.0}});
  const WallMesh drawn = ball->mesh({});
  SurfaceOptions options;
  options.merge_angle = 0.2;
  const Surface mesh = surface({drawn.points, drawn.triangles}, options);
  for (int i = 0; i < 5000; ++i) {
    const Vec3 u = normalized(test::random_point(4, i, 1));
    for (const double r : {0.9, 1.1}) {
      WallTouches t;
      t.power = 2;
      mesh.touch(r * u, 0.106, t);  // overlap 6%
      ASSERT_EQ(t.count, 1);
      EXPECT_NEAR(t.touch[0].distance, 0.1, 0.0045);  // 48 segments: sagitta 0.4%
      // A chord turns by 7.5 degrees, across the diagonal of a quad by half of 10.6.
      EXPECT_NEAR(std::abs(dot(t.touch[0].normal, u)), 1, 0.006);
    }
  }
}

TEST(Mesh, the_least_distance_is_that_of_brute_force) {
  // Triangles at random: crossing, open, of all sizes.
  TriangleSoup soup;
  for (std::uint32_t i = 0; i < 300; ++i) {
    const Vec3 c = test::random_point(5, i, 1);
    for (int k = 0; k < 3; ++k)
      soup.points.push_back(c + test::random_point(6, 3 * i + k, i % 10 == 0 ? 1 : 0.1));
    soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const Surface mesh = surface(soup);
  for (int i = 0; i < 3000; ++i) {
    const Vec3 x = test::random_point(7, i, 1.3);
    double least = 1e300;
    for (const auto& t : soup.triangles) {
      TriangleSoup one;
      one.points = {soup.points[t[0]], soup.points[t[1]], soup.points[t[2]]};
      const Vec3 n =
          normalized(cross(one.points[1] - one.points[0], one.points[2] - one.points[0]));
      bool in = true;
      double edges = 1e300;
      for (int k = 0; k < 3; ++k) {
        const Vec3 &p = one.points[k], &q = one.points[(k + 1) % 3];
        in = in && dot(cross(n, q - p), x - p) >= 0;
        const double u = std::clamp(dot(x - p, q - p) / norm2(q - p), 0.0, 1.0);
        edges = std::min(edges, norm(x - p - u * (q - p)));
      }
      least = std::min(least, in ? std::abs(dot(n, x - one.points[0])) : edges);
    }
    const WallTouches t = touches(mesh, x, 10);
    ASSERT_GT(t.count, 0);
    EXPECT_NEAR(test::deepest(t)->distance, least, 1e-12);
  }
}

TEST(Mesh, features_along_a_straight_rim_are_one_and_meet_their_neighbours) {
  const Surface mesh = surface(cut_plane(10, 0.0));
  const auto rim = [&](double z) { return touches(mesh, {1.05, 0.02, z}, 0.1).touch[0].feature; };
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rim(-0.99 + 0.0198 * i), rim(0));
  EXPECT_TRUE(mesh.adjacent(0, rim(0)));
  const std::uint32_t opposite = touches(mesh, {-1.05, 0.02, 0}, 0.1).touch[0].feature;
  EXPECT_FALSE(mesh.adjacent(rim(0), opposite));
  EXPECT_EQ(mesh.features(), 1u + 4u + 4u);  // face, rims, corners
}

TEST(Mesh, degenerate_and_repeated_triangles_are_dropped_with_a_warning) {
  TriangleSoup soup;
  soup.points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0.5, 0, 0}, {2, 0, 0}, {0, 0, 0}};
  soup.triangles = {{0, 1, 3}, {0, 1, 2}, {1, 1, 2}, {0, 5, 1}, {2, 0, 1}, {5, 2, 1}};
  const Surface mesh = surface(soup);
  ASSERT_EQ(mesh.warnings().size(), 2u);
  EXPECT_EQ(mesh.warnings()[0], "3 degenerate triangle(s) dropped, the first is number 1");
  EXPECT_EQ(mesh.warnings()[1], "2 repeated triangle(s) dropped");
  EXPECT_EQ(mesh.triangles().size(), 1u);
  EXPECT_NEAR(mesh.area(), 0.5, 1e-16);
}

TEST(Mesh, nothing_but_degenerate_triangles_is_refused) {
  TriangleSoup soup;
  soup.points = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
  soup.triangles = {{0, 1, 2}};
  const auto s = Surface::build(soup, {});
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.error().code, "E0417");
  soup.triangles = {{0, 1, 7}};
  EXPECT_EQ(Surface::build(soup, {}).error().code, "E0415");
  soup.triangles = {{0, 1, 2}};
  soup.points[1].x = NAN;
  EXPECT_EQ(Surface::build(soup, {}).error().code, "E0414");
}

TEST(Mesh, a_tolerance_welds_what_a_sloppy_export_left_apart) {
  TriangleSoup soup = cut_plane(10, 0.0);
  for (std::size_t i = 0; i < soup.points.size(); ++i)
    soup.points[i] += test::random_point(8, i, 1e-5);
  SurfaceOptions options;
  options.flat = 1e-4;
  EXPECT_EQ(surface(soup, options).patches(), 200u);
  options.weld = 1e-4;
  EXPECT_EQ(surface(soup, options).patches(), 1u);
}

TEST(Mesh, is_scaled_turned_and_placed) {
  const test::TempFile file(
      "one.stl",
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1000 0 0\nvertex 0 0 1000\n"
      "endloop\nendfacet\nendsolid s\n");
  const auto wall = test::shape("mesh", {{"file", file.path()},
                                         {"scale", 0.001},
                                         {"axis", Vec3{0, 0, 1}},
                                         {"angle", M_PI / 2},
                                         {"at", Vec3{5, 0, 0}}});
  const Bounds b = wall->bounds();  // x now points up
  EXPECT_NEAR(norm(b.lo - Vec3{5, 0, 0}), 0, 1e-15);
  EXPECT_NEAR(norm(b.hi - Vec3{5, 1, 1}), 0, 1e-15);
  EXPECT_NEAR(wall->area(), 0.5, 1e-15);
  EXPECT_EQ(wall->side({}), 0);
}

}  // namespace
}  // namespace scree
