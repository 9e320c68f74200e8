// The adhesive parts of the catalogue through the whole step: pairs that stick or part, balls under
// a ceiling, books that close over stick-and-pull loops, one answer on every path.
#include <numbers>

#include "bodies.hpp"
#include "matrix.hpp"

namespace scree::test {
namespace {

using std::numbers::pi;

constexpr double kYoung = 1e7, kPoisson = 0.3, kGamma = 0.05;

double stiff() { return 0.5 * kYoung / (1 - kPoisson * kPoisson); }  // E* of two equal materials

MaterialSpec jkr_material(double gamma = kGamma, double restitution = 1) {
  MaterialSpec m;
  m.name = "sticky";
  m.normal = {"jkr", {}};
  m.normal.params.set("young", kYoung);
  m.normal.params.set("poisson", kPoisson);
  m.normal.params.set("restitution", restitution);
  m.normal.params.set("surface_energy", gamma);
  m.tangential = {"none", {}};
  return m;
}

// What the two jumps of a JKR contact lose.
double jump_losses(double r_eff, double gamma) {
  const double a_0 = std::cbrt(4 * pi * gamma * r_eff * r_eff / stiff());
  const double a_c = a_0 / std::cbrt(16.0);
  return stiff() / (r_eff * r_eff) * (0.3 * std::pow(a_0, 5) + 3.2 * std::pow(a_c, 5));
}

// Size ratios 1 to 1000: faster than the two jumps cost, a pair parts with the rest; slower, it
// stays together.
TEST(Adhesion, a_jkr_pair_parts_with_the_energy_beyond_its_jumps) {
  for (const double ratio : {1.0, 10.0, 1000.0})
    for (const double share : {0.7, 1.5, 5.0}) {
      const double r_1 = 1e-3, r_2 = ratio * r_1, r_eff = r_1 * r_2 / (r_1 + r_2);
      World w = empty_world(jkr_material());
      w.steps_per_contact = 400;
      w.particles.add({.x = {0, 0, 0}, .radius = r_2}, 2500);
      const double m_1 = 2500 * 4.0 / 3.0 * pi * r_1 * r_1 * r_1, m_2 = w.particles.mass(0);
      const double m_eff = m_1 * m_2 / (m_1 + m_2), loss = jump_losses(r_eff, kGamma);
      const double v = std::sqrt(2 * share * loss / m_eff);
      w.reference_speed = v;
      w.particles.add({.x = {r_1 + r_2 + 1e-8, 0, 0}, .radius = r_1, .v = {-v, 0, 0}}, 2500);
      Simulation s = start(std::move(w));
      run(s, 3000);
      const EnergyReport e = s.energy();
      EXPECT_EQ(s.contact_count(), share < 1 ? 1u : 0u) << ratio << " " << share;
      // First order in the step where the force jumps: half a step's work is booked with it, the
      // change of speed in that step is not.
      EXPECT_LT(std::abs(e.residual()), 0.01 * loss) << ratio << " " << share;
      if (share > 1) {
        EXPECT_NEAR(e.lost(), loss, 0.03 * loss) << ratio << " " << share;
        const double left = norm(s.particles().vm[row(s, 1)].v - s.particles().vm[row(s, 0)].v);
        EXPECT_NEAR(0.5 * m_eff * left * left, (share - 1) * loss, 0.03 * loss * share);
      } else {
        EXPECT_LT(e.stored_normal, 0) << "bound";
      }
    }
}

// A ball under a ceiling, lowered so that it hangs: 3 pi gamma r against m g (r_eff = r). A DMT
// ball: 4 pi gamma r.
World hanging(const MaterialSpec& m, double r, double load) {
  World w = empty_world(m);
  w.walls = {plane({0, 0, 0}, {0, -1, 0})};
  w.particles.add({.x = {0, -r + 1e-7, 0}, .radius = r}, 2500);
  w.damping = 0.02 * w.particles.mass(0) / 1e-4;
  w.gravity.g = {0, -load / w.particles.mass(0), 0};
  return w;
}
TEST(Adhesion, a_ball_hangs_under_a_ceiling_up_to_the_pull_off_force) {
  const double r = 1e-3, jkr = 3 * pi * kGamma * r, dmt = 4 * pi * kGamma * r;
  MaterialSpec with_dmt = jkr_material(0, 0.3);
  with_dmt.cohesion = {"dmt", {}};
  with_dmt.cohesion.params.set("surface_energy", kGamma);
  struct Case {
    MaterialSpec material;
    double greatest;
  };
  for (const Case& c : {Case{jkr_material(kGamma, 0.3), jkr}, {with_dmt, dmt}})
    for (const double share : {0.97, 1.03}) {
      Simulation s = start(hanging(c.material, r, share * c.greatest));
      const double scale = c.greatest * 1e-6;  // pull times the size of an overlap
      run(s, static_cast<std::uint64_t>(0.05 / s.dt()));
      EXPECT_EQ(s.contact_count(), share < 1 ? 1u : 0u) << share << " " << c.greatest;
      const EnergyReport e = s.energy();
      if (share < 1) {
        EXPECT_LT(e.kinetic, 1e-6 * scale);
        s.for_each_contact([&](const ContactView& view) {
          EXPECT_NEAR(norm(view.force), share * c.greatest, 1e-3 * c.greatest);
        });
      }
      EXPECT_LT(std::abs(e.residual()), 0.02 * scale + 1e-3 * e.kinetic) << share;
    }
}

// Shaken grains that stick to each other and to walls, with friction, rolling and twisting.
World sticky_box(const std::string& cohesion) {
  MaterialSpec m = jkr_material(cohesion.empty() ? 5 : 0, 0.5);
  m.tangential = {"spring", {}};
  m.rolling = {"spring", {}};
  m.twisting = {"spring", {}};
  m.cohesion = {cohesion.empty() ? "none" : cohesion, {}};
  if (cohesion == "dmt") m.cohesion.params.set("surface_energy", 5.0);
  if (cohesion == "sjkr") m.cohesion.params.set("energy_density", 2e5);
  World w = body_world(m);
  w.gravity.g = {1, -9.81, 0.5};
  w.walls = open_box(0.03);
  add_cloud(w, 64, 0.005, 4, 1.0);
  for (int k = 0; k < 3; ++k) {
    BodySpec b{.x = {0.008 + 0.007 * k, 0.028, 0.012}, .q = {0.8, 0.6, 0, 0}};
    b.primitives = {{.shape = capsule(0.002, 0.0015)}};
    add(w, b);
  }
  return w;
}

TEST(Adhesion, gives_one_answer_for_threads_detectors_and_instruction_sets_and_resumes) {
  for (const std::string law : {"", "dmt", "sjkr"}) {
    std::string hash;
    const std::uint64_t steps = matrix().steps(1500, 100), stop = steps / 2 + 7;
    const auto check = [&](Simulation& s, const std::string& who) {
      const std::string now = to_string(s.state_hash());
      if (hash.empty()) hash = now;
      EXPECT_EQ(now, hash) << law << " " << who;
      if (law.empty() && who == "brute" && !matrix().reduced) {
        std::size_t stretched = 0;
        s.for_each_contact([&](const ContactView& c) { stretched += c.overlap < 0; });
        EXPECT_GT(stretched + 1, 1u);
        EXPECT_LT(std::abs(s.energy().residual()), 0.01 * s.energy().lost());
      }
    };
    const auto make = [&law](const std::string& method) {
      World w = sticky_box(law);
      w.detect.method = method;
      return w;
    };
    for (const char* method : {"brute", "cubes", "levels", "sweep", "triangulation"}) {
      Simulation s = start(make(method), {.threads = method[0] == 'b' ? 1 : 3});
      run(s, steps);
      check(s, method);
    }
    for (const char* set : {"plain", "avx2", "avx512"}) {
      if (kernel::choose_kernels(set) == nullptr) continue;
      Simulation s = start(make("auto"), {.threads = 2, .instruction_set = set});
      run(s, steps);
      check(s, set);
    }
    Simulation first = start(make("auto"), {.threads = 2});
    run(first, stop);
    auto second = Simulation::resume(make("cubes"), first.save());
    ASSERT_TRUE(second.ok()) << to_string(second.error());
    run(*second, steps - stop);
    check(*second, "resumed");
  }
}

// Grains that are dropped on others, stick and are torn off again by a ceiling that rises.
TEST(Adhesion, books_close_over_stick_and_pull_loops) {
  for (const char* law : {"jkr", "dmt", "sjkr"}) {
    MaterialSpec m = jkr_material(law[0] == 'j' ? kGamma : 0, 0.8);
    if (law[0] != 'j') m.cohesion = {law, {}};
    if (law[0] == 'd') m.cohesion.params.set("surface_energy", kGamma);
    if (law[0] == 's') m.cohesion.params.set("energy_density", 1e5);
    World w = empty_world(m);
    w.steps_per_contact = 100;
    w.box = {{0, 0, 0}, {0.008, 0.008, 0.008}, {true, true, true}};
    add_cloud(w, 27, 0.002, 3, 0.3);
    w.reference_speed = 0.15;
    Simulation s = start(std::move(w));
    run(s, 10000);
    const EnergyReport e = s.energy();
    EXPECT_GT(e.lost(), 0.05 * e.start) << law;
    EXPECT_LT(std::abs(e.residual()), 5e-3 * e.start) << law << ": " << e.residual() / e.start;
  }
}

}  // namespace
}  // namespace scree::test
