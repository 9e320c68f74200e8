// The polygon of contact: closed forms of each kind of contact, an independent way to its area, and
// continuity.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/convex/contact_patch.hpp"
#include "geometry/convex/forms.hpp"
#include "geometry/convex_bodies.hpp"
#include "support/effort.hpp"

namespace scree::geometry {
namespace {

using namespace bodies;
using test::tries;

ContactPatch patch_of(const Placed& a, const Placed& b, const PatchRule& rule = {}) {
  return contact_patch(a.view(), b.view(), convex_gap(a.view(), b.view()), rule);
}

TEST(ContactPatch, of_two_faces_is_what_they_share) {
  const Polyhedron cube = box({0.5, 0.5, 0.5});
  for (const double gap : {-0.2, -1e-3, -1e-9, 0.0, 1e-9, 1e-3})
    for (const Vec3& s : {Vec3{0, 0, 0}, Vec3{0.3, 0, 0}, Vec3{0.3, -0.4, 0}}) {
      const Placed a(cube, {1, 2, 3}, {}), b(cube, Vec3{1 + s.x, 2 + s.y, 4 + gap}, {});
      const ContactPatch p = patch_of(a, b, {.layer = 1e-3});
      EXPECT_EQ(p.count, 4) << gap;
      EXPECT_NEAR(p.area, (1 - std::abs(s.x)) * (1 - std::abs(s.y)), 1e-12);
      EXPECT_LT(norm(p.centroid - Vec3{1 + s.x / 2, 2 + s.y / 2, 3.5 + gap / 2}), 2e-6);
      EXPECT_LT(norm(p.centre_of_pressure - p.centroid), 2e-6);
      for (int k = 0; k < p.count; ++k)
        EXPECT_NEAR(p.depth[static_cast<std::size_t>(k)], -gap, 1e-12);
      EXPECT_NEAR(p.mean_depth, std::max(0.0, -gap), 1e-12);
      EXPECT_NEAR(p.extent, std::hypot(1 - std::abs(s.x), 1 - std::abs(s.y)) / 2, 3e-6);
    }
  // Turned by an eighth: an octagon.
  const Quat eighth{std::cos(M_PI / 8), 0, 0, std::sin(M_PI / 8)};
  const ContactPatch p = patch_of(Placed(cube, {}, {}), Placed(cube, {0, 0, 0.99}, eighth));
  EXPECT_EQ(p.count, 8);
  EXPECT_NEAR(p.area, 2 * std::sqrt(2.0) - 2, 1e-9);
}

TEST(ContactPatch, of_corner_edge_and_crossing_edges_grows_with_the_depth) {
  const Polyhedron floor = box({5, 5, 1}), cube = box({0.5, 0.5, 0.5});
  const double depth = 0.02, t = depth / 2;
  // The diagonal upright: a corner cuts an equilateral triangle.
  const Vec3 axis = normalized(scree::cross(Vec3{1, 1, 1}, Vec3{0, 0, 1}));
  const double angle = std::acos(1 / std::sqrt(3.0));
  const Quat upright{std::cos(angle / 2), std::sin(angle / 2) * axis.x,
                     std::sin(angle / 2) * axis.y, 0};
  const Placed corner(cube, {0.3, 0.2, 1 + std::sqrt(0.75) - depth}, upright);
  const ContactPatch c = patch_of(Placed(floor, {}, {}), corner);
  EXPECT_EQ(c.count, 3);
  EXPECT_NEAR(c.area, 1.5 * std::sqrt(3.0) * t * t, 1e-10);
  EXPECT_LT(norm(c.centroid - Vec3{0.3, 0.2, 1 - t}), 1e-9);
  for (int k = 0; k < 3; ++k)  // the floor's half, and of the corner's what its steep faces count
    EXPECT_NEAR(c.depth[static_cast<std::size_t>(k)], t + t * (std::sqrt(3.0) - 1), 1e-8);
  // On an edge: a strip with two sides of 45 degrees.
  const Quat eighth{std::cos(M_PI / 8), std::sin(M_PI / 8), 0, 0};
  const Placed edge(cube, {0, 0, 1 + std::sqrt(0.5) - depth}, eighth);
  const ContactPatch e = patch_of(Placed(floor, {}, {}), edge);
  EXPECT_EQ(e.count, 4);
  EXPECT_NEAR(e.area, 2 * t, 1e-7);
  // Two such edges across each other.
  const Quat other = Quat{std::sqrt(0.5), 0, 0, std::sqrt(0.5)} * eighth;
  const Placed above(cube, {0.1, 0.2, 2 * std::sqrt(0.5) - depth}, other);
  const ContactPatch x = patch_of(Placed(cube, {}, eighth), above);
  EXPECT_EQ(x.count, 4);
  EXPECT_NEAR(x.area, 4 * t * t, 1e-9);
  EXPECT_LT(norm(x.centroid - Vec3{0.1, 0, std::sqrt(0.5) - t}), 1e-9);
}

// The plane's part of the intersection, from the half-spaces of all faces.
double area_from_planes(const Placed& a, const Placed& b, const Vec3& n, const Vec3& at) {
  const Vec3 u = any_perpendicular(n), v = scree::cross(n, u);
  std::vector<std::pair<double, double>> p{{-9, -9}, {9, -9}, {9, 9}, {-9, 9}};
  const PlacedBody bodies[] = {a.view(), b.view()};
  for (const PlacedBody& body : bodies)
    for (std::size_t f = 0; f < body.body->face_count(); ++f) {
      const Plane plane = body.plane(f);
      const double pu = dot(plane.normal, u), pv = dot(plane.normal, v);
      const double rest = plane.offset - dot(plane.normal, at);
      std::vector<std::pair<double, double>> kept;
      for (std::size_t k = 0; k < p.size(); ++k) {
        const auto &x = p[k], &y = p[(k + 1) % p.size()];
        const double dx = rest - pu * x.first - pv * x.second;
        const double dy = rest - pu * y.first - pv * y.second;
        if (dx >= 0) kept.push_back(x);
        if ((dx >= 0) != (dy >= 0)) {
          const double s = dx / (dx - dy);
          kept.push_back({x.first + s * (y.first - x.first), x.second + s * (y.second - x.second)});
        }
      }
      p = kept;
    }
  double area = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const auto &x = p[k], &y = p[(k + 1) % p.size()];
    area += 0.5 * (x.first * y.second - x.second * y.first);
  }
  return area;
}

TEST(ContactPatch, of_overlapping_bodies_is_their_intersection_with_the_common_plane) {
  Numbers r(31);
  int compared = 0;
  for (int k = 0; k < tries(3000); ++k) {
    const Placed a(rough(r, 4 + k % 16), {}, r.turn());
    const Placed b(rough(r, 4 + k % 9), r.uniform(0.5, 2) * r.direction(), r.turn());
    const Gap g = convex_gap(a.view(), b.view());
    if (g.distance > -1e-4) continue;
    const ContactPatch p = contact_patch(a.view(), b.view(), g, {});
    // Bodies in which half of the depth is more than half of a width are cut in the middle.
    const double inner = std::min(a.body.inner_radius(), b.body.inner_radius());
    if (-g.distance > 2 * inner) continue;
    EXPECT_NEAR(p.area, area_from_planes(a, b, g.normal, 0.5 * (g.on_a + g.on_b)), 3e-8) << k;
    ++compared;
    // Each corner lies on both bodies, and the depth there is that along the normal.
    for (int m = 0; m < p.count; ++m) {
      const Vec3& x = p.corner[static_cast<std::size_t>(m)];
      double up = 1e9, down = -1e9;
      for (std::size_t f = 0; f < a.body.face_count(); ++f) {
        const Plane plane = a.view().plane(f);
        const double rise = dot(plane.normal, g.normal), room = plane.offset - dot(plane.normal, x);
        EXPECT_GE(room, -1e-7);
        if (rise > 1e-3) up = std::min(up, room / rise);
      }
      for (std::size_t f = 0; f < b.body.face_count(); ++f) {
        const Plane plane = b.view().plane(f);
        const double rise = dot(plane.normal, g.normal), room = plane.offset - dot(plane.normal, x);
        EXPECT_GE(room, -1e-7);
        if (rise < -1e-3) down = std::max(down, room / rise);
      }
      EXPECT_GE(p.depth[static_cast<std::size_t>(m)], std::min(up - down, -g.distance) - 1e-6);
      EXPECT_LE(p.depth[static_cast<std::size_t>(m)], -g.distance + 1e-6);
    }
  }
  EXPECT_GT(compared, tries(3000) / 20);
}

TEST(ContactPatch, a_tilted_cube_is_pressed_where_it_is_deeper) {
  const Polyhedron cube = box({0.5, 0.5, 0.5}), floor = box({5, 5, 1});
  const double mean = 0.02;
  for (const double tilt : {1e-4, 1e-3, 1e-2}) {
    const Quat q = normalized(Quat{1, 0, tilt / 2, 0});
    const Placed a(floor, {}, {}), b(cube, {0, 0, 1.5 - mean}, q);
    const ContactPatch p = patch_of(a, b);
    // A pressure that is linear over a unit square: its centre is 1/12 of the slope off, to the
    // lower side.
    EXPECT_NEAR((p.centre_of_pressure - p.centroid).x, tilt / (12 * mean),
                0.01 * tilt / (12 * mean));
    EXPECT_NEAR(p.centre_of_pressure.y, 0, 1e-9);
    EXPECT_NEAR(p.mean_depth, mean, 0.01 * mean);
  }
}

TEST(ContactPatch, is_the_same_seen_from_elsewhere_or_from_the_other_body) {
  Numbers r(32);
  for (int k = 0; k < tries(600); ++k) {
    const Polyhedron shape_a = rough(r, 12), shape_b = rough(r, 9);
    const Quat qa = r.turn(), qb = r.turn(), q = r.turn();
    const Vec3 x = r.uniform(1, 2.2) * r.direction(), shift = 3.0 * r.direction();
    const Placed a(shape_a, {}, qa), b(shape_b, x, qb);
    const Gap g = convex_gap(a.view(), b.view());
    if (g.distance > 0.1 || std::abs(g.distance) < 1e-3) continue;
    const PatchRule rule{.rounding_a = 0.06, .rounding_b = 0.05, .layer = 1e-2};
    const ContactPatch p = contact_patch(a.view(), b.view(), g, rule);
    const Gap back{g.distance, -g.normal, g.on_b, g.on_a, 0};
    const PatchRule exchanged{.rounding_a = 0.05, .rounding_b = 0.06, .layer = 1e-2};
    const ContactPatch other = contact_patch(b.view(), a.view(), back, exchanged);
    EXPECT_NEAR(other.area, p.area, 1e-13);
    EXPECT_NEAR(other.mean_depth, p.mean_depth, 1e-12);
    EXPECT_LT(norm(other.centre_of_pressure - p.centre_of_pressure), 1e-11);
    const auto moved = [&](const Vec3& y) { return shift + rotate(q, y); };
    const Placed a2(shape_a, moved({}), q * qa), b2(shape_b, moved(x), q * qb);
    const Gap g2{g.distance, rotate(q, g.normal), moved(g.on_a), moved(g.on_b), 0};
    const ContactPatch there = contact_patch(a2.view(), b2.view(), g2, rule);
    EXPECT_NEAR(there.area, p.area, 1e-12);
    EXPECT_LT(norm(there.centroid - moved(p.centroid)), 1e-10);
    // A body of twice the size is one whose placement says so.
    const PlacedBody small(shape_a, {}, qa, 0.5);
    const Polyhedron half = shape_a.scaled(0.5);
    const PlacedBody own(half, {}, qa);
    const Gap gs = convex_gap(small, b.view());
    EXPECT_NEAR(gs.distance, convex_gap(own, b.view()).distance, 1e-14);
  }
}

TEST(ContactPatch, with_a_layer_is_continuous_through_touching_and_through_parallel_faces) {
  const Polyhedron cube = box({0.5, 0.5, 0.5});
  const PatchRule rule{.layer = 1e-2};
  // Down through touching, and tilting through parallel: steps of 1e-5 of the layer's size change
  // the area by no more than the sides' length times the shift of a cut, 1e-5 * size / tilt.
  const auto at = [&](double gap, double tilt) {
    const Placed a(cube, {}, {}),
        b(cube, {0.2, 0.1, 1 + gap}, normalized(Quat{1, tilt, 0.3 * tilt, 0}));
    const Gap g = convex_gap(a.view(), b.view());
    return contact_patch(a.view(), b.view(), g, rule);
  };
  ContactPatch before = at(1e-3, 0.03);
  for (double gap = 1e-3; gap > -1e-3; gap -= 1e-5) {
    const ContactPatch now = at(gap, 0.03);
    EXPECT_LT(std::abs(now.area - before.area), 1e-5 / 0.03 * 3);
    EXPECT_LT(norm(now.centroid - before.centroid), 2e-3);
    before = now;
  }
  before = at(-2e-3, -1e-3);
  for (double tilt = -1e-3; tilt < 1e-3; tilt += 1e-5) {
    const ContactPatch now = at(-2e-3, tilt);
    EXPECT_LT(std::abs(now.area - before.area), 1e-4) << tilt;
    EXPECT_LT(norm(now.centre_of_pressure - before.centre_of_pressure), 5e-3) << tilt;
    before = now;
  }
}

TEST(ContactPatch, of_any_pose_is_finite) {
  Numbers r(33);
  const Placed twin(fourteen_form(), {1, 1, 1}, r.turn());
  const ContactPatch same = patch_of(twin, twin);
  EXPECT_GT(same.area, 0.3);
  EXPECT_LT(norm(same.centroid - Vec3{1, 1, 1}), 1e-6);
  FormSpec many;
  many.vertices = 400;
  const Polyhedron ball = *random_form(many);
  const Placed ball_a(ball, {}, {}), ball_b(ball, {0.3, 0, 0}, r.turn());
  const Gap inside = convex_gap(ball_a.view(), ball_b.view());
  const ContactPatch round = contact_patch(ball_a.view(), ball_b.view(), inside, {});
  const double whole =
      area_from_planes(ball_a, ball_b, inside.normal, 0.5 * (inside.on_a + inside.on_b));
  EXPECT_GT(round.area, 0.95 * whole) << "thinned out, not lost";
  EXPECT_LT(round.area, whole);
  EXPECT_EQ(round.count, ContactPatch::kMaxCorners);
  for (int k = 0; k < tries(3000); ++k) {
    const Vec3 size = k % 3 == 0 ? Vec3{1, 0.01, 0.01}
                                 : (k % 3 == 1 ? Vec3{1, 1, 0.002} : Vec3{1e-3, 1e-3, 1e-3});
    const Placed a(rough(r, 9, size), {}, r.turn());
    const Placed b(rough(r, 12), r.uniform(0, 2) * r.direction(), r.turn());
    const Gap g = convex_gap(a.view(), b.view());
    const ContactPatch p = contact_patch(a.view(), b.view(), g, {.layer = k % 2 ? 0 : 1e-3});
    EXPECT_TRUE(is_finite(p.centroid) && is_finite(p.centre_of_pressure));
    EXPECT_TRUE(p.area >= 0 && p.area < 4 && p.mean_depth >= 0);
    for (int m = 0; m < p.count; ++m)
      EXPECT_TRUE(std::isfinite(p.depth[static_cast<std::size_t>(m)]));
  }
}

}  // namespace
}  // namespace scree::geometry
