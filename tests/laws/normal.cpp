// Head-on collisions against closed forms.
#include <gtest/gtest.h>

#include <numbers>

#include "collide.hpp"
#include "params.hpp"
#include "parts.hpp"

namespace scree::laws::test {
namespace {

using std::numbers::pi;
// The bar of this project for two bodies is 0.1%; the integrator is good for much more.
constexpr double bar = 1e-3;
constexpr double kRestitutions[] = {0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0};

template <class N>
N make(const ParamSet& set) {
  return *N::make({set, set, set, set});
}

TEST(Linear, rebounds_and_lasts_as_asked_for_every_mass_ratio) {
  for (const double e : kRestitutions)
    for (double ratio = 1; ratio <= 1e6; ratio *= 10) {
      const double t_c = 1e-3, m = 0.01, v = 0.7;
      const auto law = make<normal::Linear>(params({{"contact_time", t_c}, {"restitution", e}}));
      const Collision c = collide(law, m, ratio * m, 0.005, v, t_c, 400);
      EXPECT_NEAR(c.restitution, e, bar * e) << "e " << e << " ratio " << ratio;
      EXPECT_NEAR(c.duration, t_c, bar * t_c) << "e " << e << " ratio " << ratio;
      EXPECT_NEAR(law.contact_time(1 / (1 / m + 1 / (ratio * m)), 0.005, v), t_c, 1e-12 * t_c);
      EXPECT_LE(c.momentum_error, 1e-9);
    }
}

TEST(Linear, given_a_stiffness_rebounds_as_asked_and_lasts_by_3_13) {
  for (const double e : kRestitutions)
    for (double ratio = 1; ratio <= 1e6; ratio *= 10) {
      const double k = 2e4, m = 0.01, m_eff = 1 / (1 / m + 1 / (ratio * m));
      const auto law = make<normal::Linear>(params({{"stiffness", k}, {"restitution", e}}));
      const double t_c = std::sqrt(m_eff / k * (pi * pi + std::log(e) * std::log(e)));  // (3.13)
      const Collision c = collide(law, m, ratio * m, 0.005, 0.7, t_c, 400);
      EXPECT_NEAR(c.restitution, e, bar * e) << "e " << e << " ratio " << ratio;
      EXPECT_NEAR(c.duration, t_c, bar * t_c) << "e " << e << " ratio " << ratio;
      EXPECT_NEAR(law.contact_time(m_eff, 0.005, 0.7), t_c, 1e-12 * t_c);
    }
}

TEST(Linear, given_a_damping_rebounds_as_the_damped_oscillator) {
  const double k = 2e4, m = 0.01, m_eff = m / 2, c_n = 3;
  const auto law = make<normal::Linear>(params({{"stiffness", k}, {"damping", c_n}}));
  const double g = c_n / (2 * m_eff), w = std::sqrt(k / m_eff - g * g);
  const Collision c = collide(law, m, m, 0.005, 0.7, pi / w, 400);
  EXPECT_NEAR(c.restitution, std::exp(-g * pi / w), bar);
  EXPECT_NEAR(c.duration, pi / w, bar * pi / w);
}

// Explicit steps of a damped oscillator blow up beyond 2/(sqrt(w^2 + g^2) + g). Whatever a user
// gives, a tenth of the contact time that the law reports must stay below that.
TEST(Linear, reports_a_contact_time_that_bounds_the_step_even_when_overdamped) {
  for (double c_n = 0; c_n < 1e6; c_n = 2 * c_n + 0.01) {
    const double k = 2e4, m_eff = 0.01;
    const auto law = make<normal::Linear>(params({{"stiffness", k}, {"damping", c_n}}));
    const double w2 = k / m_eff, g = c_n / (2 * m_eff);
    EXPECT_GT(law.contact_time(m_eff, 0.005, 1), 0);
    EXPECT_LT(law.contact_time(m_eff, 0.005, 1) / 10, 2 / (std::sqrt(w2 + g * g) + g)) << c_n;
  }
}

TEST(Linear, equal_materials_keep_their_values) {
  const auto stiff = make<normal::Linear>(params({{"stiffness", 12345.6}, {"damping", 0.789}}));
  EXPECT_EQ(stiff.stiffness(0.3), 12345.6);
  EXPECT_EQ(stiff.damping(0.3), 0.789);
}

TEST(Linear, a_pair_is_as_slow_as_its_slower_material_and_mixes_restitution_geometrically) {
  const ParamSet a = params({{"contact_time", 1e-3}, {"restitution", 0.9}});
  const ParamSet b = params({{"contact_time", 2e-3}, {"restitution", 0.4}});
  const auto law = *normal::Linear::make({a, b, a, b});
  const Collision c = collide(law, 0.01, 0.01, 0.005, 1, 2e-3, 400);
  EXPECT_NEAR(c.duration, 2e-3, bar * 2e-3);
  EXPECT_NEAR(c.restitution, 0.6, bar * 0.6);
}

TEST(Linear, refuses_what_is_given_twice_or_in_two_ways) {
  const ParamSet timed = params({{"contact_time", 1e-3}, {"restitution", 0.9}});
  const ParamSet stiff = params({{"stiffness", 1e4}, {"restitution", 0.9}});
  const ParamSet both = params({{"contact_time", 1e-3}, {"stiffness", 1e4}, {"restitution", 0.9}});
  const ParamSet lossy = params({{"stiffness", 1e4}, {"restitution", 0.9}, {"damping", 1}});
  const ParamSet slow = params({{"contact_time", 1e-3}, {"damping", 1}});
  const ParamSet nothing;
  for (const auto& [a, b] : {std::pair{&timed, &stiff},
                             {&both, &both},
                             {&both, &stiff},
                             {&lossy, &lossy},
                             {&lossy, &stiff},
                             {&slow, &slow},
                             {&nothing, &nothing},
                             {&timed, &nothing}}) {
    const auto made = normal::Linear::make({*a, *b, *a, *b});
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, "E0310");
  }
}

// integral_0^1 dx / sqrt(1 - x^2.5) with the root at x = 1 taken away by x = 1 - s^2: midpoint
// rule.
double hertz_integral() {
  const int n = 200000;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double s = (i + 0.5) / n, x = 1 - s * s;
    sum += 2 * s / std::sqrt(1 - std::pow(x, 2.5)) / n;
  }
  return sum;
}

// Glass spheres of 10 mm radius at +-10 m/s: about 10.70 kN, 0.274 mm, 40.3 us.
TEST(Hertz, two_glass_spheres_collide_as_hertz_computed) {
  const double young = 48e9, nu = 0.2, r = 0.01, rho = 2800, v = 20;
  const double m = 4.0 / 3.0 * pi * r * r * r * rho, m_eff = m / 2, r_eff = r / 2;
  const auto law =
      make<normal::Hertz>(params({{"young", young}, {"poisson", nu}, {"restitution", 1}}));
  const double e_eff = young / (2 * (1 - nu * nu)), k = 4.0 / 3.0 * e_eff * std::sqrt(r_eff);
  const double d_max = std::pow(5 * m_eff * v * v / (4 * k), 0.4);
  const double f_max = k * std::pow(d_max, 1.5);
  const double t = 2 * hertz_integral() * d_max / v;
  const Collision c = collide(law, m, m, r_eff, v, t, 2000);
  EXPECT_NEAR(c.greatest_force, f_max, bar * f_max);
  EXPECT_NEAR(c.greatest_overlap, d_max, bar * d_max);
  EXPECT_NEAR(c.duration, t, bar * t);
  EXPECT_NEAR(c.restitution, 1, bar);
  // The figures as published, to the digits given.
  EXPECT_NEAR(f_max, 10.70e3, 5);
  EXPECT_NEAR(d_max, 0.274e-3, 0.5e-6);
  EXPECT_NEAR(t, 40.3e-6, 0.05e-6);
  // The law's constant 2.868... against the quadrature (midpoint, 2e5 cells: 1e-10).
  EXPECT_NEAR(law.contact_time(m_eff, r_eff, v), t, 1e-8 * t);
}

TEST(Hertz, rebounds_as_asked_at_any_speed_and_mass_ratio) {
  for (const double e : kRestitutions)
    for (const double v : {1e-3, 1.0, 30.0})
      for (const double ratio : {1.0, 1e3, 1e6}) {
        const double m = 0.01, m_eff = 1 / (1 / m + 1 / (ratio * m)), r_eff = 0.005;
        const auto law =
            make<normal::Hertz>(params({{"young", 1e8}, {"poisson", 0.3}, {"restitution", e}}));
        const double t = law.contact_time(m_eff, r_eff, v);
        // The force begins and ends with d^1.25, where Runge-Kutta falls to a lower order.
        const Collision c = collide(law, m, ratio * m, r_eff, v, t, 4000);
        EXPECT_NEAR(c.restitution, e, bar * e) << "v " << v << " ratio " << ratio;
        EXPECT_GE(c.duration, t * (1 - bar)) << "damping makes it longer, e " << e;
      }
}

TEST(Hertz, mixes_materials_through_the_equivalent_modulus) {
  const ParamSet a = params({{"young", 2e11}, {"poisson", 0.3}, {"restitution", 0.8}});
  const ParamSet b = params({{"young", 5e10}, {"poisson", 0.2}, {"restitution", 0.2}});
  const auto law = *normal::Hertz::make({a, b, a, b});
  EXPECT_DOUBLE_EQ(1 / law.e_eff, (1 - 0.09) / 2e11 + (1 - 0.04) / 5e10);
  EXPECT_EQ(law.damping,
            make<normal::Hertz>(
                params({{"young", 1}, {"poisson", 0}, {"restitution", std::sqrt(0.8 * 0.2)}}))
                .damping);
}

TEST(Hertz, stiffness_is_the_slope_of_the_force_and_the_one_before_is_exact) {
  const auto law =
      make<normal::Hertz>(params({{"young", 1e9}, {"poisson", 0.3}, {"restitution", 1}}));
  std::array<double, 1> h{};
  Touch c{.n = {1, 0, 0}, .delta = 1e-5, .m_eff = 0.01, .r_eff = 0.005, .dt = 1e-6};
  const auto at = [&](double delta) {
    std::array<double, 1> scratch{};
    Touch t = c;
    t.delta = delta;
    return law(t, scratch.data()).force;
  };
  const NormalForce first = law(c, h.data());
  EXPECT_EQ(first.stiffness_before, 0) << "a contact begins with no stiffness";
  // Central difference: relative error (h/d)^2/24 * 1/4, far below 1e-6 for h = 1e-3 d.
  const double slope = (at(1.0005e-5) - at(0.9995e-5)) / 1e-8;
  EXPECT_NEAR(first.stiffness, slope, 1e-6 * slope);
  c.delta = 3e-5;
  c.delta_dot = -0.4;
  EXPECT_EQ(law(c, h.data()).stiffness_before, first.stiffness);
}

// Every normal part with a `restitution`, whatever adds it, must meet it; one that adheres loses
// more.
TEST(NormalParts, with_a_restitution_meet_it) {
  for_each_part(NormalParts{}, []<class N>() {
    Numbers numbers(53);
    for (int trial = 0; trial < 5; ++trial)
      for (const auto& w : normal_ways<N>(numbers)) {
        if (!w.a.has("restitution") || range_of(w.part, 1) > 0) continue;
        const double e = mixing::geometric(w.a.number("restitution"), w.b.number("restitution"));
        const double m = numbers.log_between(1e-3, 1), v = numbers.log_between(0.1, 10);
        const double t = w.part.contact_time(m / 2, 0.005, v);
        EXPECT_NEAR(collide(w.part, m, m, 0.005, v, t, 4000).restitution, e, bar * e) << w.name();
      }
  });
}

}  // namespace
}  // namespace scree::laws::test
