// Cells cut face by face equal their half-spaces; what does not close is found, and mended.
#include "geometry/laguerre/cell_carver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "geometry/laguerre/container_rows.hpp"
#include "packing.hpp"

namespace scree::geometry {
namespace {

// The cube |x|, |y|, |z| <= 1, seen from `from`.
CellCarver cube(const Vec3& from) {
  CellCarver out;
  out.start();
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      Vec3 r, u, v;
      r[axis] = side, u[(axis + 1) % 3] = 1, v[(axis + 2) % 3] = side;
      const Vec3 polygon[] = {r - u - v, r + u - v, r + u + v, r - u + v};
      out.add_face({r, 1 - dot(r, from)}, static_cast<std::uint32_t>(axis), polygon, -from);
    }
  return out;
}

struct Whole {
  double volume = 0;
  std::vector<FaceIntegrals> faces;
  bool closed = false;
};
Whole whole(const CellCarver& carver) {
  Whole out;
  out.volume = carver.integrate(out.faces);
  out.closed = carver.is_closed(out.faces, out.volume);
  return out;
}

TEST(CellCarver, cuts_a_cube_as_the_half_spaces_do) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> away(-0.3, 1.4);
  int left = 0;
  for (int sample = 0; sample < 3000; ++sample) {
    const Vec3 from{0.2 * normal(random), 0.2 * normal(random), 0.2 * normal(random)};
    CellCarver carver = cube(from);
    std::vector<UnitPlane> planes;
    for (const CellCarver::Face& f : carver.faces()) planes.push_back(f.plane);
    for (int k = 0; k < 1 + sample % 6; ++k) {
      const Vec3 r = normalized(Vec3{normal(random), normal(random), normal(random)});
      planes.push_back({r, away(random)});
      carver.cut(planes.back(), 6 + static_cast<std::uint32_t>(k));
    }
    std::vector<FaceIntegrals> expected(planes.size());
    const double volume = ProjectionScheme().integrate(planes, expected);
    const Whole got = whole(carver);
    ASSERT_NEAR(got.volume, std::max(volume, 0.0), 1e-12) << sample;
    if (carver.empty()) continue;
    ++left;
    ASSERT_TRUE(got.closed) << sample;
    for (std::size_t k = 0; k < carver.faces().size(); ++k) {
      const std::uint32_t label = carver.faces()[k].label;
      if (label < 6) continue;
      ASSERT_NEAR(got.faces[k].area, expected[label].area, 1e-11) << sample;
      ASSERT_LE(norm(got.faces[k].moment - expected[label].moment), 1e-11) << sample;
    }
  }
  EXPECT_GT(left, 1500);  // the others have been cut away
}

TEST(CellCarver, a_plane_beyond_changes_nothing_and_one_before_leaves_nothing) {
  CellCarver carver = cube({});
  const double before = whole(carver).volume;
  EXPECT_FALSE(carver.cut({{1, 0, 0}, 1}, 9));  // it touches
  EXPECT_FALSE(carver.cut({normalized(Vec3{1, 1, 1}), std::sqrt(3.0) + 1e-9}, 9));
  EXPECT_EQ(whole(carver).volume, before);
  EXPECT_EQ(before, 8);
  // Through four corners, through an edge and a corner, and away.
  EXPECT_TRUE(carver.cut({normalized(Vec3{1, 1, 0}), 0}, 9));
  EXPECT_NEAR(whole(carver).volume, 4, 1e-14);
  EXPECT_TRUE(whole(carver).closed);
  EXPECT_TRUE(carver.cut({{0, 0, -1}, -2}, 10));
  EXPECT_TRUE(carver.empty());
  EXPECT_FALSE(carver.cut({{0, 0, -1}, -2}, 10));
}

TEST(CellCarver, a_surface_that_counts_a_face_twice_is_not_closed) {
  CellCarver carver = cube({0.1, 0, 0});
  EXPECT_TRUE(whole(carver).closed);
  const Vec3 polygon[] = {{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}};
  carver.add_face({{1, 0, 0}, 0.9}, 9, polygon, {-0.1, 0, 0});
  EXPECT_FALSE(whole(carver).closed);
}

// Walls in the faces between cells, through their corners and edges, turned by nothing or by
// little: the cells fill the container, and each is that of its half-spaces.
TEST(ContainerRowsOfLattices, walls_in_faces_and_corners) {
  std::vector<Site> sites;
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y)
      for (int z = 0; z < 5; ++z)
        sites.push_back({{1.0 * x, 1.0 * y, 1.0 * z}, 0.01 * ((x + y + z) % 2)});
  for (const bool equal : {true, false}) {
    if (equal)
      for (Site& s : sites) s.w = 0;
    const auto t = Triangulation::build(sites);
    for (const double turn : {0.0, 1e-15, 1e-12, 1e-9, 1e-4})
      for (const Vec3& n : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{2, 1, 0}}) {
        const Vec3 r = normalized(n + turn * Vec3{0.3, -0.5, 0.7});
        const ConvexContainer c{{{-0.5, -0.5, -0.5}, {4.5, 4.5, 4.5}},
                                {{r, dot(r, Vec3{2.5, 2.5, 2.5})},
                                 {-r, -dot(r, Vec3{0.5, 0.5, 0.5})},
                                 {normalized(Vec3{0, 1, turn}), 3.5}}};
        double sum = 0;
        ContainerRows rows;
        CellRow row;
        for (std::uint32_t v = 0; v < sites.size(); ++v) {
          rows.find(*t, v, c, row);
          sum += row.volume;
          std::vector<UnitPlane> planes;
          const Vec3& x = sites[v].x;
          for (std::uint32_t k = 0; k < 9; ++k) {
            planes.push_back(side_of(c, k));
            planes.back().d -= dot(planes.back().r, x);
          }
          for (const std::uint32_t j : t->neighbours(v)) {
            const Vec3 p = sites[j].x - x;
            planes.push_back({normalized(p), 0.5 * (norm2(p) + sites[v].w - sites[j].w) / norm(p)});
          }
          ASSERT_NEAR(row.volume, std::max(0.0, ProjectionScheme().volume(planes)), 1e-10)
              << v << ' ' << turn << ' ' << n.y << n.z << equal;
        }
        // Planes nearer in direction than ProjectionScheme::least_angle count as parallel: slivers
        // of 1e-9 between them are in no cell.
        EXPECT_NEAR(sum, c.volume(), 1e-10 * sum) << turn << ' ' << n.y << n.z << equal;
      }
  }
}

}  // namespace
}  // namespace scree::geometry
