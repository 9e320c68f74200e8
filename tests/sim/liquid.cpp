// Liquid bridges: they form by touching, pull, break, and no liquid comes or goes.
#include <numbers>

#include "bodies.hpp"
#include "laws/catalog/cohesion/liquid_bridge.hpp"
#include "matrix.hpp"
#include "shapes/polyhedron.hpp"
#include "support/random_body.hpp"

namespace scree::test {
namespace {

using std::numbers::pi;

constexpr double kTension = 0.07, kFilm = 0.01, kShare = 0.5, kAngle = 0.3;

MaterialSpec wet_material(double viscosity = 0) {
  MaterialSpec m = linear_material(1e-4, 1.0, 0);
  m.tangential = {"none", {}};
  m.cohesion = {"liquid-bridge", {}};
  m.cohesion.params.set("surface_tension", kTension);
  m.cohesion.params.set("contact_angle", kAngle);
  m.cohesion.params.set("film", kFilm);
  m.cohesion.params.set("viscosity", viscosity);
  return m;
}

double film_of(double r) { return kFilm * 4.0 / 3.0 * pi * r * r * r; }

// What it takes to tear a bridge of volume V from contact: the integral of the capillary force.
double depth(double r_eff, double volume) {
  const double b = volume / (pi * r_eff), far = (1 + 0.5 * kAngle) * std::cbrt(volume);
  const double at_contact = 4 * pi * r_eff * kTension * std::cos(kAngle);
  return at_contact * (std::sqrt(b) - (std::sqrt(far * far + b) - far));
}

TEST(LiquidBridge, has_the_force_at_contact_the_potential_and_the_rupture_of_its_formulas) {
  const ParamSet set = wet_material(0.002).cohesion.params;
  const ParamSet full = *with_defaults(laws::cohesion::LiquidBridge::params, set);
  const auto law = *laws::cohesion::LiquidBridge::make({full, full, full, full});
  const double r = 1e-3, volume = 1e-11, base = 4 * pi * r * kTension * std::cos(kAngle);
  const double far = (1 + 0.5 * kAngle) * std::cbrt(volume);
  const auto at = [&](double delta, double rate, double dt) {
    double h[3] = {volume, 0, 1};
    const Touch c{.delta = delta, .delta_dot = rate, .m_eff = 1e-5, .r_eff = r, .dt = dt};
    const CohesionForce f = law(c, {}, h);
    return std::pair(f, law.stored(c, {}, h));
  };
  EXPECT_NEAR(at(0, 0, 1e-9).first.force, base, 1e-12 * base);
  EXPECT_NEAR(at(1e-6, 0, 1e-9).first.force, base, 1e-12 * base);
  EXPECT_NEAR(at(0, 0, 1e-9).second, -depth(r, volume), 1e-12 * base * far);
  EXPECT_NEAR(at(-far, 0, 1e-9).second, 0, 1e-15 * base * far);
  for (const double x : {0.01, 0.1, 0.5, 0.99}) {
    const double step = 1e-6 * far, gap = x * far, b = volume / (pi * r);
    const double slope =
        (at(-gap - step, 0, 1e-9).second - at(-gap + step, 0, 1e-9).second) / (2 * step);
    const double force = base * (1 - gap / std::sqrt(gap * gap + b));
    EXPECT_NEAR(at(-gap, 0, 1e-9).first.force, force, 1e-12 * base);
    EXPECT_NEAR(slope, force, 1e-7 * base);
    const double c_v = 6 * pi * 0.002 * r * r * std::pow(force / base, 2) / std::max(gap, 1e-5);
    EXPECT_NEAR(at(-gap, -0.01, 1e-9).first.force - force, 0.01 * c_v, 1e-10 * base);
    EXPECT_NEAR(at(-gap, -0.01, 1e-9).first.dissipated, c_v * 1e-4 * 1e-9, 1e-12 * c_v * 1e-13);
  }
  const double held[3] = {volume, 0, 1}, asks[3] = {-1, 0, 0};
  EXPECT_TRUE(law.holds(Touch{.delta = -0.999 * far, .r_eff = r}, held));
  EXPECT_FALSE(law.holds(Touch{.delta = -1.001 * far, .r_eff = r}, held));
  EXPECT_FALSE(law.holds(Touch{.delta = -0.001 * far, .r_eff = r}, asks));
  EXPECT_GE(law.range(r), law.rupture(2 * kShare * film_of(r)));
}

// Two balls collide: they part where the energy of their approach exceeds what the bridge takes.
TEST(LiquidBridge, is_torn_by_the_energy_of_its_potential) {
  for (const double ratio : {1.0, 5.0})
    for (const double share : {0.6, 1.5, 4.0}) {
      const double r_1 = 1e-3, r_2 = ratio * r_1, r_eff = r_1 * r_2 / (r_1 + r_2);
      const double volume = 2 * kShare * film_of(r_1);  // the smaller offer counts
      World w = empty_world(wet_material());
      w.steps_per_contact = 200;
      w.particles.add({.x = {0, 0, 0}, .radius = r_2}, 2500);
      const double m_1 = w.particles.mass(0) / std::pow(ratio, 3), m_2 = w.particles.mass(0);
      const double m_eff = m_1 * m_2 / (m_1 + m_2), needed = depth(r_eff, volume);
      const double v = std::sqrt(2 * share * needed / m_eff);
      w.particles.add({.x = {r_1 + r_2 + 1e-9, 0, 0}, .radius = r_1, .v = {-v, 0, 0}}, 2500);
      Simulation s = start(std::move(w));
      run(s, static_cast<std::uint64_t>(0.04 / s.dt()));
      EXPECT_EQ(s.contact_count(), share < 1 ? 1u : 0u) << ratio << " " << share;
      const EnergyReport e = s.energy();
      EXPECT_LT(std::abs(e.residual()), 0.01 * needed) << ratio << " " << share;
      const LiquidReport liquid = s.liquid();
      EXPECT_DOUBLE_EQ(liquid.total, film_of(r_1) + film_of(r_2));
      EXPECT_DOUBLE_EQ(liquid.in_bridges, share < 1 ? volume : 0.0);
      if (share > 1) {
        const double left = norm(s.particles().vm[row(s, 1)].v - s.particles().vm[row(s, 0)].v);
        EXPECT_NEAR(0.5 * m_eff * left * left, (share - 1) * needed, 0.02 * share * needed);
        EXPECT_NEAR(e.lost(), needed, 0.02 * needed) << "heat of wetting";
      }
    }
}

// Under a ceiling, which is dry: 4 pi r gamma cos(theta) against m g.
TEST(LiquidBridge, holds_a_ball_under_a_ceiling) {
  for (const double share : {0.9, 1.1}) {
    const double r = 1e-3;
    World w = empty_world(wet_material(1e-3));
    w.materials[0].normal.params.set("restitution", 0.3);
    w.walls = {plane({0, 0, 0}, {0, -1, 0})};
    w.particles.add({.x = {0, -r + 1e-8, 0}, .radius = r}, 2500);
    w.gravity.g = {0, -share * 4 * pi * r * kTension * std::cos(kAngle) / w.particles.mass(0), 0};
    Simulation s = start(std::move(w));
    EXPECT_DOUBLE_EQ(s.liquid().in_bridges, kShare * film_of(r));
    run(s, static_cast<std::uint64_t>(0.05 / s.dt()));
    EXPECT_EQ(s.contact_count(), share < 1 ? 1u : 0u) << share;
    EXPECT_EQ(s.liquid().bridges, share < 1 ? 1u : 0u) << share;
    EXPECT_DOUBLE_EQ(s.liquid().total, film_of(r));
  }
}

World wet_box(const std::string& method = "auto") {
  MaterialSpec m = linear_material(2e-4, 0.5, 0.4);
  m.cohesion = wet_material(1e-3).cohesion;
  World w = body_world(m);
  w.gravity.g = {1, -9.81, 0.5};
  w.walls = open_box(0.03);
  w.detect.method = method;
  add_cloud(w, 64, 0.005, 4, 1.0);
  for (int k = 0; k < 3; ++k) {
    BodySpec b{.x = {0.008 + 0.007 * k, 0.028, 0.012}, .q = {0.8, 0.6, 0, 0}};
    b.primitives = {{.shape = capsule(0.002, 0.0015)}};
    add(w, b);
  }
  return w;
}

TEST(LiquidBridge, gives_one_answer_resumes_and_keeps_every_drop) {
  std::string hash;
  double total = 0, in_bridges = 0;
  const std::uint64_t steps = matrix().steps(3000, 150), stop = steps / 2 + 7;
  const auto check = [&](Simulation& s, const std::string& who) {
    const std::string now = to_string(s.state_hash());
    const LiquidReport liquid = s.liquid();
    if (hash.empty()) {
      hash = now, total = liquid.total, in_bridges = liquid.in_bridges;
      if (!matrix().reduced) {
        EXPECT_GT(liquid.bridges, 40u);
        std::size_t stretched = 0;
        s.for_each_contact([&](const ContactView& c) { stretched += c.overlap < 0; });
        EXPECT_GT(stretched, 5u);
        EXPECT_LT(std::abs(s.energy().residual()), 0.01 * s.energy().lost());
      }
    }
    EXPECT_EQ(now, hash) << who;
    EXPECT_EQ(liquid.total, total) << who;
    EXPECT_EQ(liquid.in_bridges, in_bridges) << who;
    EXPECT_LT(liquid.in_bridges, liquid.total) << who;
  };
  for (const char* method : {"brute", "cubes", "levels", "sweep", "triangulation"}) {
    Simulation s = start(wet_box(method), {.threads = method[0] == 'b' ? 1 : 3});
    EXPECT_TRUE(total == 0 || s.liquid().total == total) << "at the start";
    run(s, steps);
    check(s, method);
  }
  for (const char* set : {"plain", "avx2", "avx512"}) {
    if (kernel::choose_kernels(set) == nullptr) continue;
    Simulation s = start(wet_box(), {.threads = 2, .instruction_set = set});
    run(s, steps);
    check(s, set);
  }
  Simulation first = start(wet_box(), {.threads = 2});
  run(first, stop);
  auto second = Simulation::resume(wet_box("cubes"), first.save());
  ASSERT_TRUE(second.ok()) << to_string(second.error());
  run(*second, steps - stop);
  check(*second, "resumed");
}

// Grains that ask in one step share the film; the next ones get what is left.
TEST(LiquidBridge, films_are_shared_by_the_contacts_of_a_step) {
  const double r = 1e-3;
  World w = empty_world(wet_material());
  w.particles.add({.x = {0, 0, 0}, .radius = r}, 2500);
  for (const Vec3& u : {Vec3{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}})
    w.particles.add({.x = (2 * r - 1e-9) * u, .radius = r}, 2500);
  Simulation s = start(std::move(w));
  // The middle offers film/6 to each of three, they offer film/2: a bridge has twice the smaller.
  EXPECT_EQ(s.liquid().bridges, 3u);
  EXPECT_NEAR(s.liquid().in_bridges, 3 * 2 * kShare / 3 * film_of(r), 1e-12 * film_of(r));
  ASSERT_TRUE(s.add_grain({.x = {0, -(2 * r - 1e-9), 0}, .radius = r}).ok());
  run(s, 1);
  // Half of its film is in three bridges: the fourth gets half of the other half, and as much
  // again.
  EXPECT_EQ(s.liquid().bridges, 4u);
  EXPECT_NEAR(s.liquid().in_bridges, 1.5 * film_of(r), 1e-12 * film_of(r));
  EXPECT_NEAR(s.liquid().total, 5 * film_of(r), 1e-12 * film_of(r));
  ASSERT_FALSE(s.remove(ParticleId{0}).has_value());
  EXPECT_NEAR(s.liquid().total, 4 * film_of(r), 1e-12 * film_of(r)) << "it takes its own along";
}

// `film` is a share of the grain's volume: of a cube that of the cube, not of the ball around it;
// of balls that overlap what is left when overlaps count once.
TEST(LiquidBridge, film_of_a_body_is_a_share_of_its_true_volume) {
  const double side = 0.01, r = 0.002, apart = 0.002;
  const std::vector<Vec3> corners = box_points(side * Vec3{1, 1, 1});
  World cube = empty_world(wet_material());
  add(cube, {.primitives = {{.shape = *PolyhedronShape::make(corners, 0)}}, .x = {0, 0, 0}});
  EXPECT_NEAR(start(std::move(cube)).liquid().total, kFilm * side * side * side, 1e-18);
  World rod = empty_world(wet_material());
  add(rod, {.primitives = {{.x = {0, 0, 0}, .radius = r}, {.x = {apart, 0, 0}, .radius = r}},
            .x = {0, 0, 0}});
  // Two balls less the lens that they share, of height h twice.
  const double h = r - 0.5 * apart, lens = 2 * pi * h * h * (r - h / 3);
  const double expected = 2 * film_of(r) - kFilm * lens;
  Simulation s = start(std::move(rod));
  EXPECT_NEAR(s.liquid().total, expected, 1e-9 * expected);
  // As much on each of its balls.
  const std::vector<double>& liquid = s.particles().extra().find(kLiquidField)->values;
  EXPECT_NEAR(liquid[0], 0.5 * expected, 1e-9 * expected);
  // What is added later is as wet.
  ASSERT_TRUE(
      s.add_body({.primitives = {{.x = {0, 0, 0}, .radius = r}, {.x = {apart, 0, 0}, .radius = r}},
                  .x = {0.1, 0, 0}})
          .ok());
  EXPECT_NEAR(s.liquid().total, 2 * expected, 1e-9 * expected);
}

TEST(LiquidBridge, dry_grains_and_dry_partners_do_not_stick) {
  World w = empty_world(wet_material());
  w.materials[0].cohesion.params.set("film", 0.0);
  w.particles.add({.x = {0, 0, 0}, .radius = 1e-3, .v = {0.1, 0, 0}}, 2500);
  w.particles.add({.x = {0.00201, 0, 0}, .radius = 1e-3}, 2500);
  Simulation s = start(std::move(w));
  run(s, 2000);
  EXPECT_EQ(s.contact_count(), 0u);
  EXPECT_EQ(s.liquid().total, 0);
  EXPECT_NEAR(s.particles().vm[row(s, 1)].v.x, 0.1, 1e-3);
}

}  // namespace
}  // namespace scree::test
