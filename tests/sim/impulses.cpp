// Two polyhedra, or two polygons, that collide without friction, against the impulse of two rigid
// bodies at the point where they meet:
//     J = -(1 + e) v_n / (1/m1 + 1/m2 + l1 I1^-1 l1 + l2 I2^-1 l2),      l = r x n.
// A contact that lasts t_c lets both turn meanwhile, and lets other corners come; so the two agree
// as t_c becomes short.
#include <iostream>

#include "geometry/polygon/gap.hpp"
#include "shapes/polygon.hpp"
#include "sim/impacts.hpp"

namespace scree::test {
namespace {

struct MeetingPoint {
  Vec3 normal, point;  // from the first body to the second
};

// Where the rounded bodies are nearest to each other, and how far apart.
double gap_of(const RoundedCore& a, const Pose& pa, const RoundedCore& b, const Pose& pb,
              MeetingPoint& at) {
  if (a.polygon != nullptr) {
    const auto g = geometry::polygon_gap(a.placed_polygon(pa), b.placed_polygon(pb));
    at = {{g.normal.x, g.normal.y, 0}, {g.on_a.x, g.on_a.y, 0}};
    at.point += a.radius * at.normal;
    return (g.overlap ? -g.depth : g.distance) - a.radius - b.radius;
  }
  const geometry::Gap g = geometry::convex_gap(a.placed(pa), b.placed(pb));
  at = {g.normal, g.on_a + a.radius * g.normal};
  return g.distance - a.radius - b.radius;
}

// One motion of a body after the impulse, and how far the simulated one is from it. Spins count by
// the speed that they give the rim.
struct AfterImpulse {
  Vec3 v, spin;
  double off(const Body& b, double size) const {
    return std::max(norm(b.v - v), size * norm(b.omega - spin));
  }
};

struct RigidCollision {
  bool happened = false;
  double error = 0;  // of the worst velocity, in parts of the greatest change
};

using Solid = std::shared_ptr<const Shape>;

RigidCollision collide_free(const Solid& a, const Solid& b, std::uint64_t seed, double e,
                            double t_c) {
  World w = empty_world(linear_material(t_c, e, 0));
  w.materials[0].tangential = {"none", {}};
  w.steps_per_contact = 100;
  const bool flat = a->rounded_core()->flat();
  if (flat) w.particles.set_dimensions(Dimensions::two);
  const CounterRandom random(seed, 21);
  const auto u = [&](std::uint64_t k) { return 2 * random.uniform(k) - 1; };
  const auto turn = [&](std::uint64_t k) {
    return flat ? normalized(Quat{u(k), 0, 0, u(k + 1)})
                : normalized(Quat{u(k), u(k + 1), u(k + 2), u(k + 3)});
  };
  const auto some = [&](std::uint64_t k) { return Vec3{u(k), u(k + 1), flat ? 0 : u(k + 2)}; };
  const auto spin = [&](std::uint64_t k) {
    return flat ? Vec3{0, 0, 40 * u(k)} : 40 * Vec3{u(k), u(k + 1), u(k + 2)};
  };
  const Vec3 aside = normalized(some(0));
  const Pose pa{{}, turn(3)};
  Pose pb{{}, turn(7)};
  MeetingPoint at;
  double lo = 0, hi = a->bounding_radius() + b->bounding_radius();
  for (int k = 0; k < 60; ++k) {
    pb.x = 0.5 * (lo + hi) * aside;
    (gap_of(*a->rounded_core(), pa, *b->rounded_core(), pb, at) > 1e-8 ? hi : lo) = norm(pb.x);
  }
  pb.x = hi * aside;
  gap_of(*a->rounded_core(), pa, *b->rounded_core(), pb, at);
  add(w,
      {.primitives = {{.shape = a}}, .x = pa.x, .q = pa.q, .v = 0.5 * some(11), .omega = spin(14)});
  add(w,
      {.primitives = {{.shape = b}}, .x = pb.x, .q = pb.q, .v = 0.5 * some(17), .omega = spin(20)});
  Simulation s = start(std::move(w));
  const Body &first = s.world().bodies.body[0], &second = s.world().bodies.body[1];
  const Vec3 r1 = at.point - first.x, r2 = at.point - second.x;
  const Vec3 l1 = cross(r1, at.normal), l2 = cross(r2, at.normal);
  const double v_n =
      dot(second.v + cross(second.omega, r2) - first.v - cross(first.omega, r1), at.normal);
  if (!(v_n < -0.1)) return {};
  const double j =
      -(1 + e) * v_n /
      (first.inv_mass + second.inv_mass + dot(l1, first.spin(l1)) + dot(l2, second.spin(l2)));
  const AfterImpulse one{first.v - j * first.inv_mass * at.normal,
                         first.omega - j * first.spin(l1)};
  const AfterImpulse two{second.v + j * second.inv_mass * at.normal,
                         second.omega + j * second.spin(l2)};
  const double size1 = a->bounding_radius(), size2 = b->bounding_radius();
  const double change = std::max(one.off(first, size1), two.off(second, size2));
  for (int k = 0; k < 1000 && s.contact_count() == 0; ++k) run(s, 1);
  if (s.contact_count() == 0) return {};
  for (int k = 0; k < 5000 && s.contact_count() > 0; ++k) run(s, 1);
  return {true, std::max(one.off(first, size1), two.off(second, size2)) / change};
}

struct CollisionErrors {
  int collisions = 0;
  double mean = 0, worst = 0, median = 0;
};

CollisionErrors errors_of(const std::vector<Solid>& bodies, int poses, double e, double t_c) {
  std::vector<double> all;
  std::uint64_t seed = 0;
  for (const Solid& a : bodies)
    for (const Solid& b : bodies)
      for (int k = 0; k < poses; ++k)
        if (const RigidCollision c = collide_free(a, b, ++seed, e, t_c); c.happened)
          all.push_back(c.error);
  CollisionErrors out{.collisions = static_cast<int>(all.size())};
  std::sort(all.begin(), all.end());
  for (const double x : all) out.mean += x / static_cast<double>(all.size());
  out.worst = all.back(), out.median = all[all.size() / 2];
  if (std::getenv("SCREE_LONG"))
    std::cout << "restitution " << e << ", t_c " << t_c << ": " << out.collisions
              << " collisions, error mean " << out.mean << ", median " << out.median
              << ", 90% below " << all[all.size() * 9 / 10] << ", worst " << out.worst << std::endl;
  return out;
}

void expect_agreement(const std::vector<Solid>& bodies) {
  const int poses = std::getenv("SCREE_LONG") ? 40 : 2;  // a median needs some dozens of collisions
  for (const double e : {1.0, 0.5}) {
    const CollisionErrors soft = errors_of(bodies, poses, e, 2e-4);
    const CollisionErrors stiff = errors_of(bodies, poses, e, 2e-5);
    const CollisionErrors hard = errors_of(bodies, poses, e, 2e-6);
    // A tenth each, but for chance. The median: where a second corner comes while the first still
    // presses, there are two impulses, and the rule is for one.
    EXPECT_LT(stiff.median, 0.2 * soft.median) << e;
    // A dashpot would pull at the end, and is cut there: its restitution is right to 0.1% or so.
    EXPECT_LT(hard.median, e == 1 ? 0.2 * stiff.median : 0.002) << e;
    EXPECT_LT(hard.mean, 0.005) << e;
  }
}

TEST(Impulses, of_two_polyhedra_are_those_of_rigid_bodies) {
  std::vector<Solid> bodies;
  for (const NamedBody& b : impact_bodies()) bodies.push_back(b.shape);
  expect_agreement(bodies);
}

TEST(Impulses, of_two_polygons_are_those_of_rigid_bodies) {
  std::vector<Solid> bodies;
  for (const int corners : {3, 4, 7, 40}) {
    std::vector<geometry::Vec2> ring;
    const CounterRandom random(static_cast<std::uint64_t>(corners), 4);
    for (int k = 0; k < corners; ++k) {
      const double a =
          2 * M_PI / corners *
          (k + (corners == 7 ? 0.7 : 0) * random.uniform(static_cast<std::uint64_t>(k)));
      ring.push_back({0.006 * std::cos(a), 0.006 * std::sin(a)});
    }
    bodies.push_back(*PolygonShape::make(ring, corners == 4 ? 3e-4 : 0));
  }
  expect_agreement(bodies);
}

}  // namespace
}  // namespace scree::test
