// Gaps of convex bodies of all shapes against FCL (with libccd) and against brute force, apart,
// touching and overlapping: some thousand pairs, or a million with SCREE_LONG=1.
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "geometry/convex/forms.hpp"
#include "geometry/convex/methods.hpp"
#include "geometry/convex_bodies.hpp"
#include "support/effort.hpp"

namespace scree::geometry {
namespace {

using namespace bodies;

// Round ones, needles, plates, and those with parallel faces.
std::vector<Polyhedron> menagerie() {
  std::vector<Polyhedron> out{tetrahedron_form(), pyramid_form(),       cube_form(),
                              fourteen_form(),    dodecahedron_form(),  icosahedron_form(),
                              octahedron_form(),  *box_form({5, 1, 1}), *box_form({1, 1, 0.1})};
  for (const int n : {3, 6, 9}) out.push_back(*prism_form(n, 0.3));
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    FormSpec s;
    s.seed = seed;
    s.vertices = 4 + static_cast<int>(seed);
    s.elongation = seed % 3 == 1 ? 20 : 1 + 0.1 * static_cast<double>(seed);
    s.flatness = seed % 3 == 2 ? 50 : 1;
    out.push_back(*random_form(s));
  }
  return out;
}

fcl::Convexd fcl_body(const Polyhedron& b, double size) {
  auto corners = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const Vec3& x : b.corners()) corners->emplace_back(size * x.x, size * x.y, size * x.z);
  auto faces = std::make_shared<std::vector<int>>();
  for (std::size_t f = 0; f < b.face_count(); ++f) {
    faces->push_back(static_cast<int>(b.face(f).size()));
    for (const std::uint32_t k : b.face(f)) faces->push_back(static_cast<int>(k));
  }
  return fcl::Convexd(corners, static_cast<int>(b.face_count()), faces);
}
fcl::Transform3d fcl_pose(const Vec3& x, const Quat& q) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = fcl::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
  t.translation() = fcl::Vector3d(x.x, x.y, x.z);
  return t;
}

// All planes that could be the one: of faces, across pairs of edges, across the lines between two
// corners and from a corner to an edge. Their greatest gap is the distance, below 0 the depth.
class BruteForce {
 public:
  BruteForce(const PlacedBody& a, const PlacedBody& b) : a_(a), b_(b) {
    for (std::size_t k = 0; k < a.corner_count(); ++k) pa_.push_back(a.corner(k));
    for (std::size_t k = 0; k < b.corner_count(); ++k) pb_.push_back(b.corner(k));
  }
  double gap() {
    for (std::size_t f = 0; f < a_.body->face_count(); ++f) note(a_.normal(f));
    for (std::size_t f = 0; f < b_.body->face_count(); ++f) note(-b_.normal(f));
    for (const auto& e : a_.body->edges())
      for (const auto& g : b_.body->edges()) {
        const Vec3 n = cross(pa_[e.to] - pa_[e.from], pb_[g.to] - pb_[g.from]);
        const double l2 = norm2(n);
        if (!(l2 > 1e-20 * norm2(pa_[e.to] - pa_[e.from]) * norm2(pb_[g.to] - pb_[g.from])))
          continue;
        note(n / std::sqrt(l2));
        note(n / -std::sqrt(l2));
      }
    if (best_ <= 0) return best_;  // overlapping bodies: no other direction can be the best
    for (const Vec3& p : pa_) {
      for (const Vec3& q : pb_) note(normalized(q - p));
      for (const auto& g : b_.body->edges()) note(normalized(foot(p, pb_[g.from], pb_[g.to]) - p));
    }
    for (const Vec3& q : pb_)
      for (const auto& e : a_.body->edges()) note(normalized(q - foot(q, pa_[e.from], pa_[e.to])));
    return best_;
  }

 private:
  static Vec3 foot(const Vec3& p, const Vec3& from, const Vec3& to) {
    const Vec3 u = to - from;
    return from + (dot(p - from, u) / norm2(u)) * u;
  }
  void note(const Vec3& n) {
    double far = -1e300, near = 1e300;
    for (const Vec3& x : pa_) far = std::max(far, dot(n, x));
    for (const Vec3& x : pb_) near = std::min(near, dot(n, x));
    best_ = std::max(best_, near - far);
  }
  const PlacedBody &a_, &b_;
  std::vector<Vec3> pa_, pb_;
  double best_ = -1e300;
};

struct Found {
  int apart = 0, touching = 0, overlapping = 0, fcl_off = 0, taken_over = 0;
  double worst = 0, worst_method = 0, worst_fcl = 0;
};

TEST(ConvexOracle, all_shapes_apart_touching_and_overlapping) {
  const bool whole = std::getenv("SCREE_LONG") != nullptr;
  const int pairs = whole ? 1000000 : test::tries(4000);
  const std::vector<Polyhedron> shapes = menagerie();
  Numbers r(71);
  Found n;
  fcl::detail::GJKSolver_libccd<double> solver;
  solver.distance_tolerance = 1e-13;
  solver.max_distance_iterations = 1000;
  const auto pick = [&] {
    return static_cast<std::size_t>(r.uniform(0, static_cast<double>(shapes.size()) - 1e-9));
  };
  for (int k = 0; k < pairs; ++k) {
    const Polyhedron &shape_a = shapes[pick()], &shape_b = shapes[pick()];
    const double size = k % 4 == 3 ? std::pow(10, r.uniform(-3, 0)) : 1;
    const Quat q_a = r.turn(), q_b = k % 16 == 0 ? q_a : r.turn();  // parallel now and then
    const Vec3 along = r.direction();
    const PlacedBody a(shape_a, {}, q_a);
    const auto at = [&](double d) { return PlacedBody(shape_b, d * along, q_b, size); };
    // From apart to deep: the gap at which the bodies are placed along a random line.
    const double gap = std::array{0.3, 1e-2, 1e-4, 1e-6, 0.0, -1e-3, -0.05}[k % 7] * size;
    double lo = 0, hi = 2;
    for (int m = 0; m < 50; ++m)
      (convex_gap(a, at(0.5 * (lo + hi))).distance > gap ? hi : lo) = 0.5 * (lo + hi);
    const PlacedBody b = at(hi);
    const Gap g = convex_gap(a, b);
    (g.distance > 1e-7 * size ? n.apart : g.distance > -1e-7 * size ? n.touching : n.overlapping)++;
    const double right = BruteForce(a, b).gap();
    n.worst = std::max(n.worst, std::abs(g.distance - right));
    ASSERT_NEAR(g.distance, right, 1e-11) << "pair " << k;
    // Close to touching the link's direction is rounding over its length.
    const PlaneGap plane = gap_along(a, b, g.normal, 0, 0);
    ASSERT_NEAR(plane.gap, g.distance, 1e-11) << "pair " << k;
    for (const GapMethod m : {GapMethod::slm, GapMethod::fcp, GapMethod::cp}) {
      GapHint hint;
      const MethodGap other = convex_gap_by(m, a, b, hint);
      n.worst_method = std::max(n.worst_method, std::abs(other.gap.distance - g.distance));
      ASSERT_NEAR(other.gap.distance, g.distance, 1e-11) << "pair " << k;
      n.taken_over += g.distance > 1e-7 && !other.proved_by_own;
    }
    if (!(g.distance > 1e-7)) continue;
    double d = -1;
    fcl::Vector3d on_a, on_b;
    const bool apart =
        solver.shapeDistance(fcl_body(shape_a, 1), fcl_pose({}, q_a), fcl_body(shape_b, size),
                             fcl_pose(hi * along, q_b), &d, &on_a, &on_b);
    const double off = apart ? std::abs(d - g.distance) / g.distance : 1;
    if (off > 1e-9)
      ++n.fcl_off;
    else
      n.worst_fcl = std::max(n.worst_fcl, off);
  }
  EXPECT_GT(n.apart, pairs / 3);
  EXPECT_GT(n.touching, pairs / 20);
  EXPECT_GT(n.overlapping, pairs / 6);
  // Where FCL differs, brute force has said that ours is right.
  EXPECT_LT(n.fcl_off, pairs / 20);
  std::printf(
      "%d pairs: %d apart, %d touching, %d overlapping; off brute force by %.1e, a method by %.1e, "
      "FCL by %.1e of the distance, but for %d pairs; gjk took over %d times of %d\n",
      pairs, n.apart, n.touching, n.overlapping, n.worst, n.worst_method, n.worst_fcl, n.fcl_off,
      n.taken_over, 3 * n.apart);
}

}  // namespace
}  // namespace scree::geometry
