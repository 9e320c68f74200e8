// A ball on a mesh moves in a potential: the touches of any surface are the gradient of one
// continuous energy. docs/theory/walls.md, "What is conserved".
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "make.hpp"
#include "rough_meshes.hpp"
#include "walls/surface/surface.hpp"

namespace scree {
namespace {

using test::Case;
using test::cases;
using test::Sheet;
using test::t_junctions;

Surface build(const TriangleSoup& soup, double merge_angle) {
  SurfaceOptions options;
  options.merge_angle = merge_angle;
  auto s = Surface::build(soup, options);
  EXPECT_TRUE(s.ok()) << to_string(s.error());
  return std::move(*s);
}

// Elastic energy and force, with F = overlap^(power - 1).
struct Elastic {
  double energy = 0;
  Vec3 force{};
  int touches = 0;
};
Elastic elastic(const Surface& s, const Vec3& x, double r, double power) {
  WallTouches t;
  t.power = power;
  s.touch(x, r, t);
  Elastic e;
  e.touches = t.count;
  for (int k = 0; k < t.count; ++k) {
    const WallTouch& c = t.touch[k];
    const double d = r - c.distance;
    e.energy += std::pow(d, power) / power;
    e.force += std::pow(d, power - 1) * c.slope * c.normal;
  }
  return e;
}

// Ericson (2005), 5.1.5, in other words: distance from a closed triangle.
double distance(const Vec3& x, const Vec3& a, const Vec3& b) {
  const double u = std::clamp(dot(x - a, b - a) / norm2(b - a), 0.0, 1.0);
  return norm(x - a - u * (b - a));
}
double distance(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = cross(b - a, c - a);
  const bool in = dot(cross(n, b - a), x - a) >= 0 && dot(cross(n, c - b), x - b) >= 0 &&
                  dot(cross(n, a - c), x - c) >= 0;
  if (in) return std::abs(dot(normalized(n), x - a));
  return std::min({distance(x, a, b), distance(x, b, c), distance(x, c, a)});
}

// The definition itself: integral over the radius t of F times the number of pieces of the surface
// inside a ball of radius t. Pieces are counted again on every interval, by flooding.
double brute_energy(const Sheet& soup, const Vec3& x, double r, double power) {
  struct Node {
    std::array<std::uint32_t, 3> v;
    double d;
  };
  std::vector<Node> nodes;
  for (const auto& t : soup.triangles) {
    const double d = distance(x, soup.points[t[0]], soup.points[t[1]], soup.points[t[2]]);
    if (d < r) nodes.push_back({t, d});
  }
  std::vector<std::vector<double>> meet(nodes.size(), std::vector<double>(nodes.size(), 1e300));
  std::vector<double> levels{r};
  for (const Node& n : nodes) levels.push_back(n.d);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      std::vector<Vec3> shared;
      for (const auto a : nodes[i].v)
        for (const auto b : nodes[j].v)
          if (a == b) shared.push_back(soup.points[a]);
      if (i == j || shared.empty()) continue;
      meet[i][j] = shared.size() == 1 ? norm(x - shared[0]) : distance(x, shared[0], shared[1]);
      if (meet[i][j] < r) levels.push_back(meet[i][j]);
    }
  std::sort(levels.begin(), levels.end());
  double energy = 0;
  for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
    const double t = 0.5 * (levels[k] + levels[k + 1]);
    std::vector<int> seen(nodes.size(), 0);
    int pieces = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (seen[i] || nodes[i].d > t) continue;
      ++pieces;
      std::vector<std::size_t> front{i};
      seen[i] = 1;
      while (!front.empty()) {
        const std::size_t a = front.back();
        front.pop_back();
        for (std::size_t b = 0; b < nodes.size(); ++b)
          if (!seen[b] && nodes[b].d <= t && meet[a][b] <= t) seen[b] = 1, front.push_back(b);
      }
    }
    energy +=
        pieces * (std::pow(r - levels[k], power) - std::pow(r - levels[k + 1], power)) / power;
  }
  return energy;
}

// Overlaps up to 10% of the radius, somewhere over the mesh.
std::vector<Vec3> pressed_places(const Surface& s, double r, int wanted, std::uint64_t stream) {
  std::vector<Vec3> out;
  for (int i = 0; static_cast<int>(out.size()) < wanted && i < 400000; ++i) {
    Vec3 x = test::random_point(stream, i, 0.9);
    x.y = std::abs(x.y);
    WallTouches t;
    s.touch(x, r, t);
    const WallTouch* c = test::deepest(t);
    if (c && c->distance > 0.9 * r) out.push_back(x);
  }
  EXPECT_EQ(static_cast<int>(out.size()), wanted);
  return out;
}

TEST(MeshEnergy, is_the_integral_of_the_number_of_pieces_inside_the_ball) {
  const double r = 0.3;
  for (const Case& c : cases()) {
    if (c.name == std::string("T-junctions") || c.name == std::string("crossing")) continue;
    const Surface s = build(c.soup, 0);
    int many = 0;
    for (const Vec3& x : pressed_places(s, r, 400, 30))
      for (const double power : {2.0, 2.5}) {
        const Elastic e = elastic(s, x, r, power);
        const double reference = brute_energy(c.soup, x, r, power);
        many += e.touches > 1;
        // Patches lie within 4e-7 of their triangles.
        ASSERT_NEAR(e.energy, reference, 1e-5 * reference) << c.name;
      }
    EXPECT_GT(many, 5) << c.name;
  }
}

TEST(MeshEnergy, does_not_depend_on_how_a_surface_is_cut_at_t_junctions) {
  const double r = 0.3;
  const Surface loose = build(t_junctions(false), 0), cut = build(t_junctions(true), 0);
  for (const Vec3& x : pressed_places(cut, r, 3000, 31)) {
    const Elastic a = elastic(loose, x, r, 2), b = elastic(cut, x, r, 2);
    ASSERT_NEAR(a.energy, b.energy, 1e-5 * b.energy);  // the tolerance of planes, as above
    ASSERT_NEAR(norm(a.force - b.force), 0, 1e-4 * norm(b.force));
  }
}

// Energy must not jump: over a step h it changes by no more than the greatest force times h. And
// the force must be its gradient, except where a path happens to cross a crease of the energy (the
// last link of a ring of touches): there the difference quotient lies between both sides.
TEST(MeshEnergy, is_continuous_and_its_gradient_is_the_force) {
  const double r = 0.3;
  for (const Case& c : cases())
    for (const double merge : {0.0, 0.1745})
      for (const double power : {2.0, 2.5}) {
        const Surface s = build(c.soup, merge);
        int off = 0, all = 0;
        for (const Vec3& start : pressed_places(s, r, 60, 32)) {
          const Vec3 direction =
              normalized(test::random_point(33, static_cast<std::uint64_t>(all), 1));
          constexpr double h = 2e-6;
          constexpr int steps = 300;
          // Far enough to cross edges: 300 points 3e-4 apart, a short step h at each.
          for (int i = 0; i < steps; ++i, ++all) {
            const Vec3 x = start + (3e-4 * i) * direction;
            const Elastic a = elastic(s, x, r, power), b = elastic(s, x + h * direction, r, power);
            const Elastic m = elastic(s, x + 0.5 * h * direction, r, power);
            // Fewer than twenty touches of at most the energy's own overlap each.
            const double most =
                20 * std::pow(std::max(a.energy, b.energy) * power, (power - 1) / power);
            ASSERT_LE(std::abs(b.energy - a.energy), h * most + 1e-15) << c.name << " " << merge;
            const double rise = (b.energy - a.energy) / h, slope = -dot(m.force, direction);
            // Curvature of the energy: below 20 stiffnesses; flat planes are off by 4e-7.
            off += std::abs(rise - slope) > 1e-3 * most + 1e-9;
          }
        }
        EXPECT_LT(off, all / 300) << c.name << " " << merge << " " << power;
      }
}

// A ball without friction or damping in gravity and a wide bowl that keeps it on the mesh.
// Returns the greatest change of the energy over the run, relative to m g h.
struct Flight {
  double change = 0, deepest = 0;
};
Flight fly(const Surface& s, double power, double dt, double time, std::uint64_t seed) {
  const double r = 0.3, g = 1, bowl = 0.6, stiffness = power == 2 ? 1600 : 9000;
  Vec3 x = test::random_point(seed, 1, 0.3), v = test::random_point(seed, 2, 0.3);
  x.y = 0.8;
  const auto total = [&](const Elastic& e) {
    return 0.5 * norm2(v) + g * x.y + 0.5 * bowl * (x.x * x.x + x.z * x.z) + stiffness * e.energy;
  };
  const auto acceleration = [&](const Elastic& e) {
    return stiffness * e.force + Vec3{-bowl * x.x, -g, -bowl * x.z};
  };
  Elastic e = elastic(s, x, r, power);
  const double start = total(e), high = g * (x.y - r);
  Flight flight;
  Vec3 a = acceleration(e);
  for (int i = 0; i < std::lround(time / dt); ++i) {
    x += dt * v + (0.5 * dt * dt) * a;
    e = elastic(s, x, r, power);
    const Vec3 next = acceleration(e);
    v += (0.5 * dt) * (a + next);
    a = next;
    flight.change = std::max(flight.change, std::abs(total(e) - start) / high);
    flight.deepest = std::max(flight.deepest, std::pow(power * e.energy, 1 / power) / r);
  }
  return flight;
}

TEST(MeshEnergy, an_elastic_ball_keeps_its_energy_on_every_mesh) {
  for (const Case& c : cases())
    for (const double merge : {0.0, 0.1745})
      for (const double power : {2.0, 2.5}) {
        const Surface s = build(c.soup, merge);
        double coarse = 0, fine = 0, deepest = 0;
        for (std::uint64_t seed = 40; seed < 44; ++seed) {
          const Flight f = fly(s, power, 4e-4, 12, seed);
          coarse = std::max(coarse, f.change);
          deepest = std::max(deepest, f.deepest);
          fine = std::max(fine, fly(s, power, 1e-4, 12, seed).change);
        }
        EXPECT_GT(deepest, 0.06) << c.name;
        // The scheme of second order is off by (dt w)^2/8 of what a contact stores, w = sqrt(k/m):
        // 3e-5 at the coarse step for every time a contact ends within a step. A quarter of the
        // step leaves a sixteenth; a crease of the energy, of first order, a quarter.
        EXPECT_LT(coarse, 5e-4) << c.name << " " << merge << " " << power;
        EXPECT_LT(fine, 0.25 * coarse) << c.name << " " << merge << " " << power;
      }
}

// The same walls, but a ball that sits in a ring of facets: a funnel too narrow for it.
Sheet funnel(int facets, double bottom) {
  Sheet soup;
  for (int i = 0; i < facets; ++i) {
    const double a = 2 * M_PI * i / facets;
    soup.points.push_back({bottom * std::cos(a), bottom, bottom * std::sin(a)});
    soup.points.push_back({std::cos(a), 1, std::sin(a)});
  }
  const auto n = static_cast<std::uint32_t>(2 * facets);
  for (std::uint32_t i = 0; i < n; i += 2) {
    soup.triangles.push_back({i, i + 1, (i + 2) % n});
    soup.triangles.push_back({(i + 2) % n, i + 1, (i + 3) % n});
  }
  return soup;
}
TEST(MeshEnergy, a_ball_is_carried_by_a_funnel_that_it_touches_all_around) {
  const double r = 0.3, high = 0.29 * std::sqrt(2.0);
  for (const int facets : {12, 48, 192}) {
    const Surface s = build(funnel(facets, 0.1), 0.1745);
    for (const double off : {0.0, 1e-7, 0.002}) {
      const Elastic e = elastic(s, {off, high, 0.3 * off}, r, 2);
      // Facets are nearer than the cone by their sagitta, and each side carries at least as the
      // nearest one alone.
      const double deep = r - high * std::sqrt(0.5) * std::cos(M_PI / facets);
      EXPECT_GT(e.energy, 0.49 * deep * deep) << facets;
      EXPECT_GT(e.force.y, 0.4 * deep) << facets;
    }
  }
}

TEST(MeshEnergy, more_pieces_than_places_lose_nothing) {
  Sheet soup;  // 25 spikes, each of its own
  for (int i = 0; i < 25; ++i) {
    const Vec3 top{0.03 * (i % 5 - 2), 0.01 * (i % 3), 0.03 * (i / 5 - 2)};
    const auto f = static_cast<std::uint32_t>(soup.points.size());
    soup.points.insert(soup.points.end(),
                       {top, top + Vec3{0.002, -1, 0}, top + Vec3{0, -1, 0.002}});
    soup.triangles.push_back({f, f + 1, f + 2});
  }
  const Surface s = build(soup, 0);
  for (int i = 0; i < 200; ++i) {
    Vec3 x = test::random_point(50, i, 0.05);
    x.y = 0.27;
    const Elastic e = elastic(s, x, 0.3, 2.5);
    EXPECT_EQ(e.touches, WallTouches::kMax);
    const double reference = brute_energy(soup, x, 0.3, 2.5);
    EXPECT_NEAR(e.energy, reference, 1e-5 * reference);
  }
}

// What a finely cut curve stands for: the energy of a ball pressed into it is that of the smooth
// one.
TEST(MeshEnergy, a_finely_cut_tube_presses_like_the_smooth_one) {
  Sheet soup;
  constexpr int n = 96;
  for (int i = 0; i < n; ++i)
    for (const double y : {-2.0, 2.0})
      soup.points.push_back({std::cos(2 * M_PI * i / n), y, std::sin(2 * M_PI * i / n)});
  for (std::uint32_t i = 0; i < 2 * n; i += 2) {
    soup.triangles.push_back({i, i + 1, (i + 2) % (2 * n)});
    soup.triangles.push_back({(i + 2) % (2 * n), i + 1, (i + 3) % (2 * n)});
  }
  const Surface s = build(soup, 0.1745);
  const double r = 0.2, sagitta = 1 - std::cos(M_PI / n);
  for (const bool inside : {true, false})
    for (const double deep : {0.002, 0.01})
      for (const double power : {2.0, 2.5})
        for (int i = 0; i < 500; ++i) {
          const double a = 0.0131 * i, from_axis = inside ? 1 - r + deep : 1 + r - deep;
          const Vec3 out{std::cos(a), 0, std::sin(a)};
          const Elastic e = elastic(s, from_axis * out + Vec3{0, 0.001 * i, 0}, r, power);
          EXPECT_EQ(e.touches, 1) << inside << " " << deep;
          const double overlap = std::pow(power * e.energy, 1 / power);
          // Facets lie inside the circle by the sagitta; where two share the ball, half as much
          // more.
          EXPECT_LT(std::abs(overlap - deep), 1.6 * sagitta);
          EXPECT_GT(std::abs(dot(normalized(e.force), out)), std::cos(1.5 * M_PI / n));
        }
}

// Triangles at random, crossing and of all sizes; points also exactly on corners and edges.
TEST(MeshEnergy, hostile_places_and_reaches_give_numbers) {
  Sheet soup;
  for (std::uint32_t i = 0; i < 150; ++i) {
    const Vec3 c = test::random_point(60, i, 1);
    for (int k = 0; k < 3; ++k)
      soup.points.push_back(c + test::random_point(61, 3 * i + k, i % 10 == 0 ? 1 : 0.1));
    soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const Surface s = build(soup, 0.1745);
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t v = static_cast<std::uint32_t>(i) % 450;
    Vec3 x = test::random_point(62, i, 1.2);
    if (i % 3 == 1) x = soup.points[v];
    if (i % 3 == 2) x = 0.5 * (soup.points[v] + soup.points[v / 3 * 3]);
    for (const double reach : {1e-160, 1e-9, 0.1, 10.0})
      for (const double power : {2.0, 2.5}) {
        WallTouches t, plain;
        t.power = power;
        s.touch(x, reach, t);
        s.touch(x, reach, plain);
        ASSERT_EQ(t.count > 0, plain.count > 0);
        if (t.count == 0) continue;
        for (int k = 0; k < t.count; ++k) {
          ASSERT_TRUE(std::isfinite(t.touch[k].distance) && std::isfinite(t.touch[k].slope));
          ASSERT_NEAR(norm(t.touch[k].normal), 1, 1e-12);
          ASSERT_LT(t.touch[k].distance, reach);
        }
        // Pieces that run together press no less than the deepest alone.
        ASSERT_LE(test::deepest(t)->distance, test::deepest(plain)->distance + 1e-12 * reach);
      }
  }
}

}  // namespace
}  // namespace scree
