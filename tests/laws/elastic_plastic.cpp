// `thornton` and `luding` against their closed forms.
#include <gtest/gtest.h>

#include <numbers>

#include "head_on.hpp"
#include "laws/catalog/normal/hertz.hpp"
#include "laws/catalog/normal/luding.hpp"
#include "laws/catalog/normal/thornton.hpp"
#include "params.hpp"
#include "parts.hpp"

namespace scree::laws::test {
namespace {

using normal::Luding;
using normal::Thornton;
using std::numbers::pi;

constexpr double kPlasticBar = 5e-3;  // of the issue

template <class N>
N plastic(const ParamSet& set) {
  const Result<N> made = N::make({set, set, set, set});
  EXPECT_TRUE(made.ok());
  return *made;
}

Thornton thornton(double yield_pressure) {
  return plastic<Thornton>(
      params({{"young", 7e10}, {"poisson", 0.3}, {"yield_pressure", yield_pressure}}));
}

// Thornton (1997), (43) with the yield speed (40): e as a function of v_y/v alone.
double thornton_restitution(double ratio) {
  if (ratio >= 1) return 1;
  const double q = ratio / (ratio + 2 * std::sqrt(1.2 - 0.2 * ratio * ratio));
  return std::sqrt(1.2 * std::sqrt(3.0)) * std::sqrt(1 - ratio * ratio / 6) * std::pow(q, 0.25);
}

TEST(Thornton, rebounds_as_published_at_any_speed_and_mass_ratio) {
  const double r = 0.005;
  const Thornton law = thornton(1e9);
  for (const double mass_ratio : {1.0, 1e3, 1e6}) {
    const double m_eff = 0.01 * mass_ratio / (1 + mass_ratio);
    // The published yield speed against the law's own, from the energy at yield.
    const double v_y = std::pow(pi / (2 * law.e_eff), 2) *
                       std::sqrt(8 * pi * r * r * r / (15 * m_eff)) * std::pow(1e9, 2.5);
    EXPECT_NEAR(law.yield_speed(m_eff, r), v_y, 1e-12 * v_y);
    for (const double v : {0.5, 0.99, 1.01, 1.5, 3.0, 10.0, 100.0, 1000.0}) {
      const double e = thornton_restitution(1 / v);
      EXPECT_NEAR(restitution(law, m_eff, r, v * v_y, 2000), e, 1e-4 * e) << v << " yield speeds";
      EXPECT_NEAR(restitution(law, m_eff, r, v * v_y, 50), e, kPlasticBar * e) << v;
    }
  }
}

TEST(Thornton, below_the_yield_overlap_is_hertz) {
  const Thornton law = thornton(1e9);
  const auto hertz =
      plastic<normal::Hertz>(params({{"young", 7e10}, {"poisson", 0.3}, {"restitution", 1}}));
  History h{}, g{};
  const double d_y = law.yield * 0.005;
  for (const double share : {0.0, 1e-9, 0.1, 0.7, 1.0, 0.4}) {
    const Touch c{.n = {1, 0, 0}, .delta = share * d_y, .m_eff = 0.01, .r_eff = 0.005, .dt = 1e-8};
    const NormalForce a = law(c, h.data()), b = hertz(c, g.data());
    EXPECT_NEAR(a.force, b.force, 1e-13 * b.force);
    EXPECT_NEAR(a.stiffness, b.stiffness, 1e-13 * b.stiffness);
    EXPECT_NEAR(a.stiffness_before, b.stiffness_before, 1e-13 * b.stiffness_before);
    EXPECT_NEAR(law.stored(c, a, h.data()), hertz.stored(c, b, g.data()),
                1e-13 * hertz.stored(c, b, g.data()));
    EXPECT_EQ(a.dissipated, 0);
  }
}

// Loading is continuous in force and slope at yield; unloading is Hertz' law of the radius R_p.
TEST(Thornton, unloads_as_a_flatter_sphere) {
  const Thornton law = thornton(1e9);
  const double r = 0.005, d_y = law.yield * r, d = 8 * d_y;
  History h{};
  const auto force = [&](double delta) {
    return law(Touch{.n = {1, 0, 0}, .delta = delta, .m_eff = 0.01, .r_eff = r, .dt = 1e-8},
               h.data());
  };
  const double f_y = force(d_y).force;
  const double f = force(d).force;
  EXPECT_NEAR(f, f_y + pi * 1e9 * r * (d - d_y), 1e-12 * f);
  // Thornton (25): R_p = 4 E*/(3 F*) ((2 F* + F_y)/(2 pi p_y))^(3/2).
  const double r_p = 4 * law.e_eff / (3 * f) * std::pow((2 * f + f_y) / (2 * pi * 1e9), 1.5);
  const double d_p = d - std::pow(3 * f / (4 * law.e_eff * std::sqrt(r_p)), 2.0 / 3.0);
  for (const double share : {0.9, 0.5, 0.1}) {
    const double at = d_p + share * (d - d_p);
    const double expected = 4.0 / 3.0 * law.e_eff * std::sqrt(r_p) * std::pow(at - d_p, 1.5);
    EXPECT_NEAR(force(at).force, expected, 1e-10 * f);
    EXPECT_NEAR(force(at).stiffness, 1.5 * expected / (at - d_p), 1e-9 * 1.5 * f / (d - d_p));
  }
  EXPECT_EQ(force(0.9 * d_p).force, 0);
  EXPECT_GT(force(d_p + 0.5 * (d - d_p)).force, 0) << "and loads again on the same way";
}

TEST(Thornton, the_softer_material_yields) {
  const ParamSet a = params({{"young", 2e11}, {"poisson", 0.3}, {"yield_pressure", 3e9}});
  const ParamSet b = params({{"young", 7e10}, {"poisson", 0.3}, {"yield_pressure", 1e9}});
  const Thornton law = *Thornton::make({a, b, a, b});
  EXPECT_EQ(law.p_y, 1e9);
  EXPECT_DOUBLE_EQ(1 / law.e_eff, 0.91 / 2e11 + 0.91 / 7e10);
}

Luding luding(double k_c, double plastic_depth = 0.05) {
  return plastic<Luding>(params({{"stiffness", 1e4},
                                 {"plastic_stiffness", 5e4},
                                 {"adhesion_stiffness", k_c},
                                 {"plastic_depth", plastic_depth}}));
}

// Energy: what comes back of the loading less the triangle below zero, or all that the plastic
// limit leaves; it sticks where that is negative.
double luding_restitution(const Luding& law, double m, double r, double v) {
  const double d_star = law.limit * r, energy = 0.5 * m * v * v;
  double d = v * std::sqrt(m / law.k_1);
  double lost = 0;
  d = std::min(d, d_star);
  const double k_2 = law.k_1 + (law.k_p - law.k_1) * d / d_star;
  lost = 0.5 * law.k_1 * d * d * (1 - law.k_1 / k_2);
  const double d_0 = (1 - law.k_1 / k_2) * d, d_min = (k_2 - law.k_1) / (k_2 + law.k_c) * d;
  const double left = energy - lost - 0.5 * law.k_c * d_min * d_0;
  return left > 0 ? std::sqrt(left / energy) : 0;
}

TEST(Luding, rebounds_by_its_closed_form_at_any_speed_and_mass_ratio) {
  const double r = 0.005;
  int rebounds = 0;
  for (const double k_c : {0.0, 1e3, 1e4})
    for (const double ratio : {1.0, 1e3, 1e6})
      for (const double v : {0.01, 0.1, 0.3, 1.0, 3.0, 10.0}) {
        const Luding law = luding(k_c);
        const double m = 0.01 * ratio / (1 + ratio);
        const double e = luding_restitution(law, m, r, v);
        if (e < 0.1) continue;
        ++rebounds;
        EXPECT_NEAR(restitution(law, m, r, v, 2000), e, 1e-3 * e) << k_c << " " << v;
        EXPECT_NEAR(restitution(law, m, r, v, 50), e, kPlasticBar * e) << k_c << " " << v;
      }
  EXPECT_GT(rebounds, 40);
}

TEST(Luding, follows_its_five_lines) {
  const Luding law = luding(1e4);
  const double r = 0.005, d_star = law.limit * r;
  EXPECT_DOUBLE_EQ(d_star, 5.0 / 4.0 * 0.05 * 2 * r);
  const auto force = [&](double delta, History& h) {
    return law(Touch{.n = {1, 0, 0}, .delta = delta, .m_eff = 0.01, .r_eff = r, .dt = 1e-8},
               h.data())
        .force;
  };
  History h{};
  const double d = d_star / 2, k_2 = 3e4, d_0 = d * 2 / 3;
  EXPECT_DOUBLE_EQ(force(d, h), 1e4 * d);
  EXPECT_NEAR(force(0.8 * d, h), k_2 * (0.8 * d - d_0), 1e-12);
  EXPECT_NEAR(force(0.6 * d, h), k_2 * (0.6 * d - d_0), 1e-12) << "pulls";
  EXPECT_NEAR(force(0.3 * d, h), -1e4 * 0.3 * d, 1e-12) << "adhesive line, from d/2 on";
  // From there a line of its own begins, steeper than k_1, through this very point.
  const double here = force(0.3 * d, h), there = force(0.31 * d, h);
  EXPECT_NEAR(here, -1e4 * 0.3 * d, 1e-12);
  EXPECT_GT(there - here, 1e4 * 0.01 * d);
  EXPECT_LT(there - here, k_2 * 0.01 * d);
  EXPECT_DOUBLE_EQ(force(d, h), 1e4 * d) << "and comes back to the loading line";
  // Beyond the limit: elastic with k_p, both ways.
  EXPECT_NEAR(force(1.5 * d_star, h), 5e4 * (1.5 * d_star - 0.05 * 2 * r), 1e-9);
  EXPECT_NEAR(force(1.2 * d_star, h), 5e4 * (1.2 * d_star - 0.05 * 2 * r), 1e-9);
  EXPECT_NEAR(force(0.9 * d_star, h), 5e4 * (0.9 * d_star - 0.05 * 2 * r), 1e-9);
  EXPECT_EQ(force(0, h), 0) << "nothing is held when the overlap ends";
}

TEST(Luding, friction_counts_from_the_adhesive_line) {
  const Luding law = luding(1e4);
  History h{};
  const auto at = [&](double delta) {
    return law(Touch{.n = {1, 0, 0}, .delta = delta, .m_eff = 0.01, .r_eff = 0.005, .dt = 1e-8},
               h.data());
  };
  const double d = 1e-4;
  EXPECT_DOUBLE_EQ(at(d).load, 2e4 * d);
  EXPECT_NEAR(at(0.2 * d).load, 0, 1e-12);
}

// Asked for by what a collision does that just reaches the plastic limit.
TEST(Luding, meets_restitution_and_contact_time_at_the_plastic_limit) {
  const double r = 0.005;
  for (const double e : {0.3, 0.6, 0.9})
    for (const double gamma : {0.0, 0.1, 1.0})
      for (const double m : {1e-3, 0.01}) {
        const Luding law = plastic<Luding>(params({{"contact_time", 1e-3},
                                                   {"lowest_restitution", e},
                                                   {"adhesion_ratio", gamma},
                                                   {"plastic_depth", 0.05}}));
        const double v = law.limit * r * std::sqrt(law.k_1);  // reaches d* = limit r
        EXPECT_NEAR(law.restitution(m, r, v), e, 1e-12) << gamma;
        EXPECT_NEAR(restitution(law, m, r, v, 2000), e, 1e-3 * e) << gamma << " " << m;
        // The lowest there is: slower and faster collisions keep more.
        EXPECT_GT(law.restitution(m, r, 0.7 * v), e);
        EXPECT_GT(law.restitution(m, r, 1.5 * v), e);
        EXPECT_NEAR(restitution(law, m, r, 0.7 * v, 2000), law.restitution(m, r, 0.7 * v), 1e-3);
        EXPECT_NEAR(restitution(law, m, r, 1.5 * v, 2000), law.restitution(m, r, 1.5 * v), 1e-3);
        // Quarter periods of loading and of unloading.
        const double pi = std::numbers::pi;
        EXPECT_NEAR(0.5 * pi * (1 / std::sqrt(law.k_1) + 1 / std::sqrt(law.k_p)), 1e-3, 1e-15);
      }
}

TEST(Luding, with_stiffness_and_restitution_is_the_one_with_both_stiffnesses) {
  const Luding given = luding(2e3);
  const double e = std::sqrt(Luding::rebound(5, 0.2));
  const Luding asked = plastic<Luding>(params({{"stiffness", 1e4},
                                               {"lowest_restitution", e},
                                               {"adhesion_stiffness", 2e3},
                                               {"plastic_depth", 0.05}}));
  EXPECT_NEAR(asked.k_p / given.k_p, 1, 1e-12);
  EXPECT_NEAR(asked.limit / given.limit, 1, 1e-12);
  EXPECT_EQ(asked.k_c, given.k_c);
}

TEST(Luding, given_by_too_much_or_too_little_is_refused) {
  using Values = std::vector<std::pair<const char*, double>>;
  for (const Values& values :
       {Values{{"stiffness", 1e4}}, Values{{"lowest_restitution", 0.5}},
        Values{{"contact_time", 1e-3}, {"plastic_stiffness", 1e4}},
        Values{{"stiffness", 1e4}, {"contact_time", 1e-3}},
        Values{{"stiffness", 1e4}, {"plastic_stiffness", 5e4}, {"lowest_restitution", 0.5}},
        Values{{"contact_time", 1e-3}, {"lowest_restitution", 0.5}, {"adhesion_stiffness", 10}}}) {
    ParamSet p = params({{"plastic_depth", 0.05}});
    for (const auto& [name, value] : values) p.set(name, value);
    const auto made = Luding::make({p, p, p, p});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, "E0315");
  }
}

TEST(Luding, needs_a_plastic_stiffness_above_the_first) {
  const ParamSet soft = params({{"stiffness", 1e4},
                                {"plastic_stiffness", 1e4},
                                {"adhesion_stiffness", 0},
                                {"plastic_depth", 0.05}});
  EXPECT_EQ(Luding::make({soft, soft, soft, soft}).error().code, "E0316");
}

}  // namespace
}  // namespace scree::laws::test
