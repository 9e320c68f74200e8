// Normal parts that go on pulling beyond the surfaces, and what ends with them: between grains, at
// walls and at points of shapes. The part is one whose numbers are known in closed form: a linear
// spring that sticks until it is stretched by `reach`.
#include "api/law.hpp"
#include "bodies.hpp"

namespace scree::test {
namespace {

struct Tacky {
  static constexpr ParamInfo params[] = {
      {.name = "stiffness", .dim = dim::stiffness, .required = true, .range = range::positive},
      {.name = "reach", .dim = dim::length, .required = true, .range = range::non_negative},
      {.name = "damping", .dim = dim::damping, .required = true, .range = range::non_negative}};
  static constexpr CatalogInfo info{"tacky", "a spring that sticks", "", params};
  static constexpr int history = 2;  // 1 once formed; what is lost should the contact end now
  double k = 0, reach = 0, c = 0;

  static Result<Tacky> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    return Tacky{in.a.number("stiffness"), in.a.number("reach"), in.a.number("damping")};
  }
  double range() const { return reach; }
  HD bool holds(const Touch& t, const double* h) const { return (h[0] > 0) & (t.delta > -reach); }
  HD NormalForce operator()(const Touch& t, double* h) const {
    const double force = k * t.delta + c * t.delta_dot;
    h[0] = 1;
    // The force acts for half a step more.
    h[1] = 0.5 * k * t.delta * t.delta + 0.5 * force * t.delta_dot * t.dt;
    return {.force = force,
            .stiffness = k,
            .stiffness_before = k,
            .damping = c,
            .dissipated = c * t.delta_dot * t.delta_dot * t.dt,
            .load = force + k * reach};
  }
  HD double stored(const Touch& t, const NormalForce&, const double* h) const {
    return t.dt > 0 ? 0.5 * k * t.delta * t.delta : h[1];
  }
  double contact_time(double m_eff, double, double) const {
    return std::numbers::pi * std::sqrt(m_eff / k);
  }
};

constexpr double kStiff = 1e4, kReach = 1e-5;

World tacky_world(double damping = 0) {
  World w = body_world();
  w.laws.add(normal_part<Tacky>());
  MaterialSpec& m = w.materials[0];
  m.normal = {"tacky", {}};
  m.normal.params.set("stiffness", kStiff);
  m.normal.params.set("reach", kReach);
  m.normal.params.set("damping", damping);
  m.tangential = {"spring", {}};
  m.tangential.params.set("friction", 0.5);
  w.steps_per_contact = 200;
  return w;
}

double kinetic(const Simulation& s) { return s.energy().kinetic; }

// Two balls that meet with v stay together where m_eff v^2 < k reach^2, and else lose k reach^2/2.
TEST(AdhesiveParts, a_pair_parts_with_the_energy_beyond_that_of_the_neck) {
  const double r = 0.005, m = 2500 * 4.0 / 3.0 * std::numbers::pi * r * r * r, m_eff = 0.5 * m;
  const double neck = 0.5 * kStiff * kReach * kReach;
  for (const char* set : {"plain", "auto"})
    for (const double share : {0.5, 0.9, 1.2, 3.0, 20.0}) {
      World w = tacky_world();
      const double v = std::sqrt(2 * share * neck / m_eff);
      w.particles.add({.x = {0, 0, 0}, .radius = r, .v = {0.5 * v, 0, 0}}, 2500);
      w.particles.add({.x = {2 * r + 1e-7, 0, 0}, .radius = r, .v = {-0.5 * v, 0, 0}}, 2500);
      Simulation s = start(std::move(w), {.threads = 1, .instruction_set = set});
      run(s, 1500);
      const EnergyReport e = s.energy();
      if (share < 1) {
        EXPECT_EQ(s.contact_count(), 1u) << share;
        EXPECT_NEAR(e.kinetic + e.stored_normal, share * neck, 0.01 * neck) << share;
        EXPECT_EQ(e.lost(), 0) << share;
      } else {
        EXPECT_EQ(s.contact_count(), 0u) << share;
        EXPECT_NEAR(e.kinetic, (share - 1) * neck, 0.02 * neck) << share;
        EXPECT_NEAR(e.lost(), neck, 0.02 * neck) << share;
      }
      EXPECT_NEAR(e.residual(), 0, 1e-3 * share * neck) << share;
    }
}

// A pair that never overlapped feels nothing within the reach.
TEST(AdhesiveParts, nothing_pulls_before_the_first_touch) {
  World w = tacky_world();
  w.particles.add({.x = {0, 0, 0}, .radius = 0.005}, 2500);
  w.particles.add({.x = {0.01 + 0.5 * kReach, 0, 0}, .radius = 0.005}, 2500);
  w.walls = {plane({-0.005 - 0.5 * kReach, 0, 0}, {1, 0, 0})};
  Simulation s = start(std::move(w));
  EXPECT_EQ(s.contact_count(), 0u);
  run(s, 500);
  EXPECT_EQ(s.contact_count(), 0u);
  EXPECT_EQ(kinetic(s), 0);
}

// Under a ceiling: m g against k reach.
void expect_hangs(bool holds, bool capsules) {
  World w = tacky_world(2.0);
  const double r = 0.004, density = capsules ? 1000 : 2500;
  w.materials[0].density = density;
  w.walls = {plane({0, 0, 0}, {0, -1, 0})};
  double mass = 0;
  if (capsules) {  // upright: one end touches
    BodySpec b{.x = {0, -2 * r + 1e-7, 0}, .q = {std::sqrt(0.5), std::sqrt(0.5), 0, 0}};
    b.primitives = {{.shape = capsule(r, r)}};
    add(w, b);
    mass = w.bodies.body[0].mass();
  } else {
    w.particles.add({.x = {0, -r + 1e-7, 0}, .radius = r}, density);
    mass = w.particles.mass(0);
  }
  w.gravity.g = {0, -(holds ? 0.45 : 1.1) * kStiff * kReach / mass, 0};
  Simulation s = start(std::move(w));
  run(s, 4000);
  const EnergyReport e = s.energy();
  EXPECT_EQ(s.contact_count(), holds ? 1u : 0u);
  const double scale = kStiff * kReach * kReach;
  EXPECT_LT(std::abs(e.residual()), 2e-2 * scale + 2e-3 * e.kinetic) << holds << capsules;
  if (holds) {
    // It swings up to twice the static stretch, 0.9 of the reach.
    EXPECT_LT(e.kinetic, 1e-3 * scale);
    EXPECT_NEAR(e.stored_normal, 0.5 * scale * 0.45 * 0.45, 0.01 * scale);
  }
}
TEST(AdhesiveParts, a_ball_hangs_under_a_ceiling_up_to_the_greatest_pull) {
  expect_hangs(true, false);
  expect_hangs(false, false);
}
TEST(AdhesiveParts, a_shape_hangs_under_a_ceiling_up_to_the_greatest_pull) {
  expect_hangs(true, true);
  expect_hangs(false, true);
}

// At zero net force the load is k reach: a ball that floats at a wall still sticks to it.
TEST(AdhesiveParts, friction_is_limited_by_the_load_that_the_part_names) {
  for (const double pull : {0.9, 1.1}) {
    World w = tacky_world(2.0);
    w.walls = {plane({0, 0, 0}, {0, 1, 0})};
    w.particles.add({.x = {0, 0.005, 0}, .radius = 0.005}, 2500);
    w.particles.xr[0].x.y -= 1e-9;
    // Sideways, at the point of contact: rolling takes 2/7 of the force as friction.
    w.gravity.g = {3.5 * pull * 0.5 * kStiff * kReach / w.particles.mass(0), 0, 0};
    Simulation s = start(std::move(w));
    run(s, 2000);
    const double slip = s.particles().vm[0].v.x + 0.005 * s.particles().ws[0].omega.z;
    if (pull < 1)
      EXPECT_LT(std::abs(slip), 0.02 * s.particles().vm[0].v.x);
    else
      EXPECT_GT(slip, 0.05 * s.particles().vm[0].v.x);
  }
}

// Sticking grains in a box: one answer for threads, detectors and instruction sets, and a resumed
// run goes on with necks that were stretched when it was saved.
TEST(AdhesiveParts, give_one_answer_and_resume) {
  const auto make = [](const std::string& method) {
    World w = tacky_world(0.5);
    w.gravity.g = {1, -9.81, 0};
    w.walls = open_box(0.03);
    w.detect.method = method;
    w.steps_per_contact = 50;
    add_cloud(w, 64, 0.005, 4, 1.0);
    for (int k = 0; k < 3; ++k) {
      BodySpec b{.x = {0.008 + 0.007 * k, 0.028, 0.012}, .q = {0.8, 0.6, 0, 0}};
      b.primitives = {{.shape = capsule(0.002, 0.0015)}};
      add(w, b);
    }
    return w;
  };
  std::string hash;
  double residual = 0;
  const auto check = [&](Simulation& s, const std::string& who) {
    const std::string now = to_string(s.state_hash());
    if (hash.empty()) {
      hash = now, residual = s.energy().residual();
      std::size_t stretched = 0;
      s.for_each_contact([&](const ContactView& c) { stretched += c.overlap < 0; });
      EXPECT_GT(stretched, 3u) << "nothing is held beyond the surfaces";
      EXPECT_LT(std::abs(residual), 0.02 * s.energy().lost());
    }
    EXPECT_EQ(now, hash) << who;
    EXPECT_EQ(s.energy().residual(), residual) << who;
  };
  for (const char* method : {"brute", "cubes", "levels", "sweep", "triangulation"})
    for (const int threads : {1, 3}) {
      Simulation s = start(make(method), {.threads = threads});
      run(s, 1200);
      check(s, method);
    }
  for (const char* set : {"plain", "avx2", "avx512"}) {
    if (kernel::choose_kernels(set) == nullptr) continue;
    Simulation s = start(make("auto"), {.threads = 2, .instruction_set = set});
    run(s, 1200);
    check(s, set);
  }
  Simulation first = start(make("auto"), {.threads = 2});
  run(first, 700);
  auto second = Simulation::resume(make("cubes"), first.save());
  ASSERT_TRUE(second.ok()) << to_string(second.error());
  run(*second, 500);
  check(*second, "resumed");
}

}  // namespace
}  // namespace scree::test
