// `kuwabara-kono` and `restitution-curve`: restitution as a function of the speed.
#include <gtest/gtest.h>

#include <numbers>

#include "head_on.hpp"
#include "laws/catalog/normal/kuwabara_kono.hpp"
#include "laws/catalog/normal/restitution_curve.hpp"
#include "params.hpp"
#include "parts.hpp"

namespace scree::laws::test {
namespace {

using normal::KuwabaraKono;
using normal::RestitutionCurve;

KuwabaraKono viscoelastic(double a) {
  const ParamSet set = params({{"young", 1e7}, {"poisson", 0.3}, {"viscous_time", a}});
  return *KuwabaraKono::make({set, set, set, set});
}

// x'' + alpha sqrt(x) x' + x^(3/2) = 0 from x = 0, x' = 1: what is left of m d'' when lengths are
// taken in units of (m/K)^(2/5) v^(4/5). Runge-Kutta in x with y = x'^2/2 would be singular at the
// turn; in time it is smooth but for the ends, hence the many steps.
double viscoelastic_restitution(double alpha) {
  const double dt = 1e-4;
  double x = 0, v = 1;
  const auto a = [alpha](double x_, double v_) {
    const double root = std::sqrt(std::max(x_, 0.0));
    return -root * (alpha * v_ + x_);
  };
  for (int i = 0;; ++i) {
    const double a1 = a(x, v), v2 = v + dt / 2 * a1, a2 = a(x + dt / 2 * v, v2);
    const double v3 = v + dt / 2 * a2, a3 = a(x + dt / 2 * v2, v3);
    const double v4 = v + dt * a3, a4 = a(x + dt * v3, v4);
    x += dt / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    if (i > 10 && x <= 0) return -v;
  }
}

TEST(KuwabaraKono, rebounds_by_one_number_at_any_speed_and_mass_ratio) {
  const double r = 0.005;
  for (const double viscous_time : {1e-6, 2e-5, 1e-4})
    for (const double ratio : {1.0, 1e3, 1e6})
      for (const double v : {1e-3, 0.03, 1.0, 10.0}) {
        const KuwabaraKono law = viscoelastic(viscous_time);
        const double m = 0.01 * ratio / (1 + ratio), k = 4.0 / 3.0 * law.e_eff * std::sqrt(r);
        const double alpha = 1.5 * viscous_time * std::pow(k / m, 0.4) * std::pow(v, 0.2);
        const double e = viscoelastic_restitution(alpha);
        ASSERT_GT(e, 0.1);
        EXPECT_NEAR(restitution(law, m, r, v, 4000), e, 1e-3 * e) << "alpha " << alpha;
        EXPECT_NEAR(restitution(law, m, r, v, 50), e, 0.01 * e) << "alpha " << alpha;
        // Ramirez et al. (1999), to the digits given; the series goes on with about -alpha^3/2.
        if (alpha < 0.3) {
          EXPECT_NEAR(e, 1 - 1.15344 * alpha + 0.79826 * alpha * alpha,
                      alpha * alpha * alpha + 1e-5 * alpha);
        }
      }
}

TEST(KuwabaraKono, reports_a_contact_time_that_bounds_the_step_even_when_overdamped) {
  for (double a = 1e-6; a < 10; a *= 10) {
    const KuwabaraKono law = viscoelastic(a);
    const double m = 0.01, r = 0.005, v = 1;
    HeadOn<KuwabaraKono> two{.law = law, .m_eff = m, .r_eff = r};
    two.v = v;
    const double dt = law.contact_time(m, r, v) / 50;
    for (int i = 0; i < 2000; ++i) {
      two.step(dt);
      ASSERT_LT(std::abs(two.v), 1.001 * v) << "a " << a << " step " << i;
      if (two.d <= 0) break;
    }
  }
}

ParamSet curve(std::vector<double> speeds, std::vector<double> restitutions,
               const char* by = "contact_time", double value = 1e-3) {
  ParamSet set = params({{by, value}});
  set.set("speeds", std::move(speeds));
  set.set("restitutions", std::move(restitutions));
  return set;
}
RestitutionCurve made(const ParamSet& set) { return *RestitutionCurve::make({set, set, set, set}); }

TEST(RestitutionCurve, rebounds_by_the_points_and_between_them) {
  const std::vector<double> speeds{0.1, 0.5, 1, 3}, e{0.95, 0.8, 0.7, 0.4};
  for (const auto& [by, value] : {std::pair{"contact_time", 1e-3}, {"stiffness", 1e4}})
    for (const double ratio : {1.0, 1e3, 1e6}) {
      const RestitutionCurve law = made(curve(speeds, e, by, value));
      const double m = 0.01 * ratio / (1 + ratio), r = 0.005;
      const auto expect = [&, given = by](double v, double expected) {
        EXPECT_NEAR(restitution(law, m, r, v, 2000), expected, 1e-3 * expected)
            << given << " " << v;
        // As `linear`: the pull of the dashpot ends somewhere within a step, |ln e|/50 of the
        // speed.
        EXPECT_NEAR(restitution(law, m, r, v, 50), expected, 0.02 * expected) << given << " " << v;
      };
      for (std::size_t i = 0; i < 4; ++i) expect(speeds[i], e[i]);
      expect(1e-4, 0.95);
      expect(0.3, std::sqrt(0.95 * 0.8));
      expect(2.5, std::pow(0.7, 0.25) * std::pow(0.4, 0.75));
      expect(50, 0.4);
    }
}

TEST(RestitutionCurve, keeps_the_restitution_of_the_first_touch) {
  const RestitutionCurve law = made(curve({0.1, 1}, {0.9, 0.3}));
  History h{};
  Touch c{.n = {1, 0, 0}, .delta = 1e-6, .delta_dot = 1, .m_eff = 0.01, .r_eff = 0.005, .dt = 1e-5};
  const NormalForce first = law(c, h.data());
  c.delta_dot = -0.1;
  const NormalForce later = law(c, h.data());
  EXPECT_EQ(later.damping, first.damping);
  EXPECT_EQ(later.stiffness, first.stiffness);
  History fresh{};
  EXPECT_LT(law(c, fresh.data()).damping, first.damping) << "a slow contact of its own";
}

TEST(RestitutionCurve, mixes_two_curves_by_the_geometric_mean) {
  const ParamSet a = curve({0, 1}, {1.0, 0.4}), b = curve({0.5}, {0.9});
  const RestitutionCurve law = *RestitutionCurve::make({a, b, a, b});
  for (const double v : {0.0, 0.25, 0.5, 1.0, 2.0})
    EXPECT_NEAR(std::exp(law.ln_e(v)), std::sqrt(std::pow(0.4, std::min(v, 1.0)) * 0.9), 1e-14);
}

TEST(RestitutionCurve, refuses_lists_that_are_no_curve) {
  const auto code = [](const ParamSet& a, const ParamSet& b) {
    return RestitutionCurve::make({a, b, a, b}).error().code;
  };
  const ParamSet good = curve({0.1, 1}, {0.9, 0.3});
  for (const ParamSet& bad :
       {curve({1, 0.1}, {0.9, 0.3}), curve({1, 1}, {0.9, 0.3}), curve({0.1, 1}, {0.9}),
        curve({1, 2, 3, 4, 5, 6, 7, 8, 9}, std::vector<double>(9, 0.5))}) {
    EXPECT_EQ(code(bad, bad), "E0317");
    EXPECT_EQ(code(good, bad), "E0317");
  }
  EXPECT_EQ(code(curve({0.1}, {0.0}), good), "E0312");
  EXPECT_EQ(code(good, curve({0.1}, {1.1})), "E0312");
  EXPECT_EQ(code(good, curve({0.1}, {0.5}, "stiffness", 1e4)), "E0315");
}

}  // namespace
}  // namespace scree::laws::test
