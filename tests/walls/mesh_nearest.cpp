// The nearest touch of a mesh, found without the others, is that of all, to the last bit.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/convex/forms.hpp"
#include "rough_meshes.hpp"
#include "shapes/polyhedron.hpp"
#include "support/effort.hpp"
#include "walls/shape_touch.hpp"
#include "walls/surface/surface.hpp"

namespace scree {
namespace {

Surface surface_of(const TriangleSoup& soup) {
  auto s = Surface::build(soup, {});
  EXPECT_TRUE(s.ok()) << to_string(s.error());
  return std::move(*s);
}

// A regular grid, flat or folded along every line: points over edges, corners and the bottoms of
// folds are as near to several triangles, exactly.
TriangleSoup folded(int n, double height) {
  TriangleSoup soup;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      soup.points.push_back({2.0 * i / n - 1, i % 2 ? height : 0, 2.0 * j / n - 1});
  const auto at = [n](int i, int j) { return static_cast<std::uint32_t>(i * (n + 1) + j); };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      soup.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j)});
      soup.triangles.push_back({at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)});
    }
  return soup;
}

std::vector<TriangleSoup> sheets() {
  return {test::bumpy(8, 0.1, 5),   test::bumpy(16, 0.02, 6),
          test::grooves(),          test::finned(),
          test::t_junctions(false), folded(16, 0),
          folded(16, 0.125),        folded(8, 0.5)};
}

// At random, on the grid of the folded sheets, and on the surface itself.
Vec3 place(const TriangleSoup& soup, int k) {
  const auto n = static_cast<std::uint64_t>(k);
  Vec3 x = test::random_point(71, n, 1.1);
  x.y *= 0.4;
  if (k % 3 == 1)
    x = {std::round(16 * x.x) / 16, std::round(32 * x.y) / 32, std::round(16 * x.z) / 16};
  if (k % 9 == 2) x = soup.points[n % soup.points.size()];
  if (k % 9 == 5) {
    const auto& t = soup.triangles[n % soup.triangles.size()];
    x = 0.5 * (soup.points[t[0]] + soup.points[t[1]]);
  }
  return x;
}

TEST(MeshNearest, is_the_nearest_of_all_touches) {
  int found = 0, several = 0;
  for (const TriangleSoup& soup : sheets()) {
    const Surface s = surface_of(soup);
    for (int k = 0; k < test::tries(4000); ++k) {
      const Vec3 x = place(soup, k);
      const double reach = std::array{0.02, 0.1, 0.4, 1.0}[static_cast<std::size_t>(k / 5 % 4)];
      WallTouches all, room;
      s.touch(x, reach, all);
      const WallTouch *right = all.nearest(), *one = s.nearest(x, reach, room);
      ASSERT_EQ(right == nullptr, one == nullptr);
      ASSERT_EQ(all.count > 0, s.is_near(x, reach));
      if (right == nullptr) continue;
      ++found, several += all.count > 1;
      ASSERT_EQ(right->distance, one->distance);
      ASSERT_EQ(right->normal, one->normal);
      ASSERT_EQ(right->feature, one->feature);
      ASSERT_EQ(right->slope, one->slope);
    }
  }
  EXPECT_GT(found, test::tries(10000));
  EXPECT_GT(several, test::tries(2000));
}

// A surface as a wall: asked for all touches everywhere, as walls without a quicker way are, or for
// the nearest.
class SurfaceWall final : public WallShape {
 public:
  SurfaceWall(const Surface& s, bool asks_all) : s_(s), asks_all_(asks_all) {}
  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    s_.touch(x, reach, out);
  }
  const WallTouch* nearest(const Vec3& x, double reach, WallTouches& room) const override {
    return asks_all_ ? WallShape::nearest(x, reach, room) : s_.nearest(x, reach, room);
  }
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override {
    s_.tips(x, reach, out);
  }
  bool pokes(const WallTip& tip, const Vec3& n) const override { return s_.pokes(tip, n); }
  std::optional<bool> lies_between(const Vec3& a, const Vec3& b) const override {
    return s_.lies_between(a, b);
  }
  int side(const Vec3&) const override { return 0; }
  WallMesh mesh(const Bounds&) const override { return {}; }

 private:
  const Surface& s_;
  bool asks_all_;
};

TEST(MeshNearest, a_body_on_small_triangles_touches_as_with_all_of_them_asked) {
  int points = 0;
  for (const TriangleSoup& soup : sheets()) {
    const Surface s = surface_of(soup);
    const SurfaceWall slow(s, true), fast(s, false);
    for (int k = 0; k < test::tries(40); ++k) {
      std::vector<Vec3> corners;
      const geometry::Polyhedron form =
          k % 2 ? geometry::cube_form() : geometry::tetrahedron_form();
      for (const Vec3& c : form.corners()) corners.push_back(0.8 * c);
      const auto shape = PolyhedronShape::make(corners, k % 4 < 2 ? 0 : 0.03);
      ASSERT_TRUE(shape.ok());
      const auto n = static_cast<std::uint64_t>(k);
      Vec3 x = test::random_point(72, n, 0.8);
      x.y = 0.28 + 0.2 * x.y;
      const Vec3 axis = test::random_point(73, n, 1);
      const Quat q = k % 5 == 0 ? Quat{} : normalized(Quat{0.5, axis.x, axis.y, axis.z});
      ShapeTouches a, b;
      slow.touch_shape(**shape, {x, q}, 0.01, a);
      fast.touch_shape(**shape, {x, q}, 0.01, b);
      ASSERT_EQ(a.count, b.count);
      for (int m = 0; m < a.count; ++m) {
        const ShapeTouch &p = a.touch[static_cast<std::size_t>(m)],
                         &r = b.touch[static_cast<std::size_t>(m)];
        ASSERT_EQ(p.x, r.x);
        ASSERT_EQ(p.radius, r.radius);
        ASSERT_EQ(p.piece, r.piece);
        ASSERT_EQ(p.share, r.share);
        ASSERT_EQ(p.at.distance, r.at.distance);
        ASSERT_EQ(p.at.normal, r.at.normal);
        ASSERT_EQ(p.at.feature, r.at.feature);
        ++points;
      }
    }
  }
  EXPECT_GT(points, test::tries(300));
}

}  // namespace
}  // namespace scree
