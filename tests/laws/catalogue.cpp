// What holds for every part of the catalogue, whatever added it: documented parameters, symmetric
// mixing, errors instead of crashes, finite answers, objectivity, limits.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <set>
#include <type_traits>

#include "parts.hpp"

namespace scree::laws::test {
namespace {

template <class Visit>
void for_each_list(Visit visit) {
  visit("normal", NormalParts{});
  visit("tangential", TangentialParts{});
  visit("rolling", RollingParts{});
  visit("twisting", TwistingParts{});
  visit("cohesion", CohesionParts{});
}

template <class P>
bool same_bytes(const P& a, const P& b) {
  return std::is_empty_v<P> || std::memcmp(&a, &b, sizeof(P)) == 0;
}

TEST(Catalogue, lists_the_parts_of_the_issue) {
  std::set<std::string> found;
  for_each_list([&](const char* kind, auto list) {
    for_each_part(list, [&]<class P>() {
      found.insert(std::string(kind) + "/" + std::string(P::info.name));
    });
  });
  for (const char* name : {"normal/linear",         "normal/hertz",
                           "normal/walton-braun",   "normal/pournin",
                           "normal/thornton",       "normal/luding",
                           "normal/kuwabara-kono",  "normal/restitution-curve",
                           "tangential/none",       "tangential/spring",
                           "tangential/viscous",    "rolling/none",
                           "rolling/spring",        "rolling/constant",
                           "twisting/none",         "twisting/spring",
                           "twisting/constant",     "cohesion/none",
                           "cohesion/lazarevic",    "normal/jkr",
                           "cohesion/dmt",          "cohesion/sjkr",
                           "cohesion/liquid-bridge"})
    EXPECT_TRUE(found.count(name)) << name;
}

TEST(Catalogue, parts_meet_the_concept_of_their_kind) {
  for_each_part(NormalParts{}, []<class P>() { static_assert(NormalPart<P>); });
  for_each_part(TangentialParts{}, []<class P>() { static_assert(TangentialPart<P>); });
  for_each_part(RollingParts{}, []<class P>() { static_assert(RollingPart<P>); });
  for_each_part(TwistingParts{}, []<class P>() { static_assert(TwistingPart<P>); });
  for_each_part(CohesionParts{}, []<class P>() { static_assert(CohesionPart<P>); });
}

TEST(Catalogue, every_part_and_parameter_is_documented_once) {
  for_each_list([&](const char* kind, auto list) {
    std::set<std::string_view> names;
    for_each_part(list, [&]<class P>() {
      EXPECT_FALSE(P::info.name.empty()) << kind;
      EXPECT_TRUE(names.insert(P::info.name).second) << kind << " twice: " << P::info.name;
      EXPECT_FALSE(P::info.summary.empty()) << P::info.name;
      std::set<std::string_view> params;
      for (const ParamInfo& p : P::info.params) {
        EXPECT_FALSE(p.name.empty()) << P::info.name;
        EXPECT_FALSE(p.doc.empty()) << P::info.name << "." << p.name;
        EXPECT_TRUE(params.insert(p.name).second) << P::info.name << "." << p.name;
        EXPECT_FALSE(p.required && !p.fallback.empty()) << P::info.name << "." << p.name;
      }
      EXPECT_LE(P::history, static_cast<int>(History{}.size())) << P::info.name;
    });
  });
}

TEST(Catalogue, defaults_are_numbers_in_their_range) {
  for_each_list([&](const char*, auto list) {
    for_each_part(list, [&]<class P>() {
      for (const ParamInfo& p : P::info.params) {
        if (p.kind != ParamKind::number || p.fallback.empty()) continue;
        ASSERT_EQ(p.dim, dim::none) << "give " << p.name << " a plain number here";
        EXPECT_TRUE(p.range.contains(std::stod(std::string(p.fallback)))) << p.name;
      }
    });
  });
}

TEST(Catalogue, every_part_can_be_made_beside_every_normal_part) {
  const auto check = [](auto list) {
    for_each_part(NormalParts{}, [&]<class N>() {
      for_each_part(list, [&]<class P>() {
        Numbers numbers(3);
        const auto normals = normal_ways<N>(numbers);
        ASSERT_FALSE(normals.empty()) << N::info.name;
        for (const auto& normal : normals)
          EXPECT_FALSE(ways<P>(normal.a, normal.b, numbers).empty())
              << P::info.name << " beside " << normal.name();
      });
    });
  };
  check(TangentialParts{});
  check(RollingParts{});
  check(TwistingParts{});
  check(CohesionParts{});
}

// Every subset of the optional parameters, the two materials each their own: made or refused with
// a code and a message, never a crash.
TEST(Catalogue, any_choice_of_parameters_is_made_or_refused_with_a_reason) {
  for_each_list([&](const char*, auto list) {
    for_each_part(list, [&]<class P>() {
      Numbers numbers(5);
      const ParamSet nothing;
      for (unsigned mask_a = 0; mask_a < masks(P::info.params); ++mask_a)
        for (unsigned mask_b = 0; mask_b < masks(P::info.params); ++mask_b) {
          const ParamSet a = set_with(P::info.params, mask_a, numbers);
          const ParamSet b = set_with(P::info.params, mask_b, numbers);
          const auto ab = P::make({a, b, nothing, nothing});
          const auto ba = P::make({b, a, nothing, nothing});
          EXPECT_EQ(ab.ok(), ba.ok()) << P::info.name << mask_a << " " << mask_b;
          if (ab.ok()) continue;
          EXPECT_FALSE(ab.error().code.empty()) << P::info.name;
          EXPECT_FALSE(ab.error().message.empty()) << P::info.name;
        }
    });
  });
}

TEST(Catalogue, a_missing_or_senseless_parameter_is_an_error_that_names_it) {
  const ParamSet nothing;
  for_each_list([&](const char*, auto list) {
    for_each_part(list, [&]<class P>() {
      Numbers numbers(5);
      const ParamSet full = set_with(P::info.params, 0, numbers);
      for (const ParamInfo& p : P::info.params) {
        if (p.required || !p.fallback.empty()) {
          ParamSet lacking;
          for (const auto& [name, value] : full.values())
            if (name != p.name) lacking.set(name, value);
          for (const auto& made : {P::make({lacking, full, nothing, nothing}),
                                   P::make({full, lacking, nothing, nothing})}) {
            ASSERT_FALSE(made.ok()) << P::info.name << "." << p.name;
            EXPECT_NE(made.error().message.find(p.name), std::string::npos);
          }
        }
        for (const ParamSet::Value& senseless :
             {ParamSet::Value{std::numeric_limits<double>::quiet_NaN()}, ParamSet::Value{-7.0},
              ParamSet::Value{std::string("stiff")}}) {
          ParamSet wrong = full;
          wrong.set(p.name, senseless);
          const auto made = P::make({full, wrong, nothing, nothing});
          ASSERT_FALSE(made.ok()) << P::info.name << "." << p.name;
          EXPECT_NE(made.error().message.find(p.name), std::string::npos);
        }
      }
    });
  });
}

TEST(Catalogue, mixing_does_not_depend_on_the_order_of_the_materials) {
  for_each_part(NormalParts{}, [&]<class N>() {
    Numbers numbers(11);
    for (const auto& w : normal_ways<N>(numbers))
      EXPECT_TRUE(same_bytes(w.part, *N::make({w.b, w.a, w.normal_b, w.normal_a}))) << w.name();
  });
  const auto check = [](const auto&, const auto& w) {
    using P = std::decay_t<decltype(w.part)>;
    EXPECT_TRUE(same_bytes(w.part, *P::make({w.b, w.a, w.normal_b, w.normal_a}))) << w.name();
  };
  for_each_with_normal(TangentialParts{}, check);
  for_each_with_normal(RollingParts{}, check);
  for_each_with_normal(TwistingParts{}, check);
  for_each_with_normal(CohesionParts{}, check);
}

TEST(Catalogue, mixing_keeps_equal_values_to_the_last_bit) {
  Numbers numbers(13);
  for (int i = 0; i < 1000; ++i) {
    const double v = numbers.log_between(1e-300, 1e300);
    EXPECT_EQ(mixing::geometric(v, v), v);
    EXPECT_EQ(mixing::harmonic(v, v), v);
    EXPECT_EQ(mixing::arithmetic(v, v), v);
    EXPECT_EQ(mixing::smaller(v, v), v);
    EXPECT_EQ(mixing::larger(v, v), v);
  }
  EXPECT_EQ(mixing::geometric(0, 0), 0);
  EXPECT_EQ(mixing::harmonic(0, 0), 0);
}

// Two equal materials are the explicit pair of one of them.
TEST(Catalogue, equal_materials_are_the_explicit_pair) {
  const auto check = [](const auto&, const auto& w) {
    using P = std::decay_t<decltype(w.part)>;
    const ParamSet copy = w.a, normal_copy = w.normal_a;
    EXPECT_TRUE(same_bytes(*P::make({w.a, copy, w.normal_a, normal_copy}),
                           *P::make({w.a, w.a, w.normal_a, w.normal_a, true})));
  };
  for_each_with_normal(TangentialParts{}, check);
  for_each_with_normal(RollingParts{}, check);
  for_each_with_normal(TwistingParts{}, check);
  for_each_with_normal(CohesionParts{}, check);
}

// ---- answers --------------------------------------------------------------------------------

std::vector<Touch> extreme_touches(Numbers& numbers) {
  std::vector<Touch> touches;
  for (const double delta : {0.0, 1e-300, 1e-160, 1e-30, 1e-9, 1e-3, 1.0, 1e3})
    for (const double speed : {0.0, -0.0, 1e-300, -1e-160, 1e-9, -1.0, 1e3, -1e3})
      for (const double spin : {0.0, 1e-300, 1.0, 1e5})
        for (const double size : {1e-6, 1e-2, 1e2}) {
          Touch c = random_touch(numbers);
          c.delta = delta;
          c.delta_dot = speed;
          c.v_t = speed * normalized(c.v_t);
          c.w_rel = spin * numbers.direction();
          c.r_eff = size;
          c.m_eff = 2500 * size * size * size;
          // 0: the forces at the start. Delta of 0 and below: lanes that are computed and masked.
          for (const double dt : {1e-6, 0.0}) {
            c.dt = dt;
            touches.push_back(c);
          }
        }
  return touches;
}

bool finite(const NormalForce& f) {
  return std::isfinite(f.force) && std::isfinite(f.stiffness) && std::isfinite(f.damping) &&
         std::isfinite(f.stiffness_before) && std::isfinite(f.dissipated) &&
         std::isfinite(f.load) && f.load >= 0;
}
bool finite(const TangentialForce& f) {
  return is_finite(f.force) && std::isfinite(f.slid) && std::isfinite(f.dissipated);
}
bool finite(const RollingTorque& f) { return is_finite(f.torque) && std::isfinite(f.dissipated); }
bool finite(const TwistingTorque& f) {
  return std::isfinite(f.torque) && std::isfinite(f.dissipated);
}
bool finite(const CohesionForce& f) {
  return std::isfinite(f.force) && std::isfinite(f.dissipated);
}

TEST(Catalogue, answers_are_finite_for_extreme_contacts) {
  const auto check = [](const auto& normal, const auto& w) {
    Numbers numbers(17);
    History hn{}, h{};
    for (Touch c : extreme_touches(numbers)) {
      const NormalForce n = normal.part(c, hn.data());
      ASSERT_TRUE(finite(n)) << normal.name() << " delta " << c.delta;
      ASSERT_GE(n.dissipated, 0) << normal.name();
      // On the same history, so that springs meet every jump of the plane, of k and of the limit.
      for (int again = 0; again < 2; ++again) {
        const auto f = w.part(c, n, h.data());
        ASSERT_TRUE(finite(f)) << w.name() << " delta " << c.delta << " v " << c.delta_dot;
        ASSERT_GE(f.dissipated, 0) << w.name();
        ASSERT_TRUE(std::isfinite(w.part.stored(c, n, h.data()))) << w.name();
        for (const double x : h) ASSERT_TRUE(std::isfinite(x)) << w.name();
      }
      ASSERT_TRUE(std::isfinite(normal.part.stored(c, n, hn.data())));
    }
  };
  for_each_with_normal(TangentialParts{}, check);
  for_each_with_normal(RollingParts{}, check);
  for_each_with_normal(TwistingParts{}, check);
  for_each_with_normal(CohesionParts{}, check);
}

TEST(Catalogue, a_contact_that_begins_at_rest_has_no_tangential_force_no_torque_and_no_energy) {
  const auto begin = [](const auto& normal, const auto& w, auto size) {
    Numbers numbers(19);
    for (int i = 0; i < 50; ++i) {
      Touch c = random_touch(numbers);
      c.v_t = c.w_rel = {};
      if (i % 2 == 1) c.dt = 0;
      if (i % 3 == 1) c.delta_dot = 0;
      History hn{}, h{};
      const NormalForce n = normal.part(c, hn.data());
      EXPECT_EQ(size(w.part(c, n, h.data())), 0) << w.name();
      EXPECT_EQ(w.part.stored(c, n, h.data()), 0) << w.name();
    }
  };
  for_each_with_normal(TangentialParts{}, [&](const auto& normal, const auto& w) {
    begin(normal, w,
          [](const TangentialForce& f) { return norm(f.force) + f.slid + f.dissipated; });
  });
  for_each_with_normal(RollingParts{}, [&](const auto& normal, const auto& w) {
    begin(normal, w, [](const RollingTorque& f) { return norm(f.torque) + f.dissipated; });
  });
  for_each_with_normal(TwistingParts{}, [&](const auto& normal, const auto& w) {
    begin(normal, w, [](const TwistingTorque& f) { return std::abs(f.torque) + f.dissipated; });
  });
}

// The first forces decide the first step: what limits a part by the step must not act at dt = 0.
TEST(Catalogue, forces_at_the_start_are_those_of_a_very_short_step) {
  const auto compare = [](const auto& normal, const auto& w, auto vector) {
    Numbers numbers(23);
    for (int i = 0; i < 50; ++i) {
      Touch c = random_touch(numbers);
      History hn{}, h{}, hn_0{}, h_0{};
      c.dt = 1e-30;  // every step-dependent term is below rounding
      const NormalForce push = normal.part(c, hn.data());
      const Vec3 shortly = vector(w.part(c, push, h.data()));
      c.dt = 0;
      const Vec3 first = vector(w.part(c, normal.part(c, hn_0.data()), h_0.data()));
      // Rounding; where the normal part has no dashpot, `shortly` is nothing else.
      EXPECT_LE(norm(first - shortly), 1e-12 * (norm(shortly) + std::abs(push.force))) << w.name();
    }
  };
  for_each_with_normal(TangentialParts{}, [&](const auto& normal, const auto& w) {
    compare(normal, w, [](const TangentialForce& f) { return f.force; });
  });
  for_each_with_normal(RollingParts{}, [&](const auto& normal, const auto& w) {
    compare(normal, w, [](const RollingTorque& f) { return f.torque; });
  });
  for_each_with_normal(TwistingParts{}, [&](const auto& normal, const auto& w) {
    compare(normal, w, [](const TwistingTorque& f) { return Vec3{f.torque, 0, 0}; });
  });
  for_each_with_normal(CohesionParts{}, [&](const auto& normal, const auto& w) {
    compare(normal, w, [](const CohesionForce& f) { return Vec3{f.force, 0, 0}; });
  });
}

// The whole contact turned by Q answers with the force turned by Q, step after step.
TEST(Catalogue, laws_are_objective) {
  // Rounding of a rotation is a few eps of the vector's size; springs add up 20 steps of it.
  const double eps = 1e-12;
  const auto walk = [&](const auto& normal, const auto& w, auto vector_of) {
    constexpr bool w_is_twist = TwistingPart<std::decay_t<decltype(w.part)>>;
    Numbers numbers(23);
    for (int trial = 0; trial < 20; ++trial) {
      const Quat q = numbers.rotation();
      History hn{}, h{}, hn_q{}, h_q{};
      Touch c = random_touch(numbers);
      for (int step = 0; step < 20; ++step) {
        c.n = normalized(c.n + 0.05 * numbers.direction());
        const Vec3 v = numbers.vector(1);
        c.v_t = v - dot(v, c.n) * c.n;
        c.w_rel = numbers.vector(100);
        c.delta *= numbers.between(0.8, 1.25);
        Touch turned = c;
        turned.n = rotate(q, c.n);
        turned.v_t = rotate(q, c.v_t);
        turned.w_rel = rotate(q, c.w_rel);
        const NormalForce n = normal.part(c, hn.data());
        const NormalForce n_q = normal.part(turned, hn_q.data());
        EXPECT_EQ(n.force, n_q.force) << normal.name();
        const auto [f, lost] = vector_of(w.part(c, n, h.data()), c.n);
        const auto [f_q, lost_q] = vector_of(w.part(turned, n_q, h_q.data()), turned.n);
        // What cancels in a spin's part along the normal is measured by the load.
        const double size = norm(f) + (w_is_twist ? n.load * c.r_eff : 0) + 1e-300;
        EXPECT_LE(norm(rotate(q, f) - f_q), eps * size) << w.name() << " step " << step;
        EXPECT_LE(std::abs(lost - lost_q), eps * (std::abs(lost) + size * c.dt)) << w.name();
      }
    }
  };
  for_each_with_normal(TangentialParts{}, [&](const auto& normal, const auto& w) {
    walk(normal, w, [](const TangentialForce& f, const Vec3&) {
      return std::pair(f.force, f.slid + f.dissipated);
    });
  });
  for_each_with_normal(RollingParts{}, [&](const auto& normal, const auto& w) {
    walk(normal, w,
         [](const RollingTorque& f, const Vec3&) { return std::pair(f.torque, f.dissipated); });
  });
  for_each_with_normal(TwistingParts{}, [&](const auto& normal, const auto& w) {
    walk(normal, w, [](const TwistingTorque& f, const Vec3& n) {
      return std::pair(f.torque * n, f.dissipated);
    });
  });
  for_each_with_normal(CohesionParts{}, [&](const auto& normal, const auto& w) {
    walk(normal, w, [](const CohesionForce& f, const Vec3& n) {
      return std::pair(f.force * n, f.dissipated);
    });
  });
}

// A part with a `friction` obeys (3.10), or its like for torques, on any path, and stays in the
// contact plane.
TEST(Catalogue, friction_limits_hold_on_any_path) {
  const auto walk = [](const auto& normal, const auto& w, auto reach, auto vector_of) {
    if (!w.a.has("friction")) return;
    const double mu = mixing::geometric(w.a.number("friction"), w.b.number("friction"));
    Numbers numbers(29);
    History hn{}, h{};
    Touch c = random_touch(numbers);
    for (int step = 0; step < 2000; ++step) {
      c.n = normalized(c.n + 0.1 * numbers.direction());
      const Vec3 v = numbers.vector(numbers.log_between(1e-6, 10));
      c.v_t = v - dot(v, c.n) * c.n;
      c.w_rel = numbers.vector(100);
      c.delta = c.r_eff * numbers.log_between(1e-9, 1e-2);
      const NormalForce n = normal.part(c, hn.data());
      const Vec3 f = vector_of(w.part(c, n, h.data()));
      const double limit = mu * n.load * reach(c);
      ASSERT_LE(norm(f), limit * (1 + 1e-14)) << w.name() << " step " << step;
      ASSERT_LE(std::abs(dot(f, c.n)), 1e-13 * limit) << w.name() << " step " << step;
    }
  };
  for_each_with_normal(TangentialParts{}, [&](const auto& normal, const auto& w) {
    walk(
        normal, w, [](const Touch&) { return 1.0; },
        [](const TangentialForce& f) { return f.force; });
  });
  for_each_with_normal(RollingParts{}, [&](const auto& normal, const auto& w) {
    walk(
        normal, w, [](const Touch& c) { return c.r_eff; },
        [](const RollingTorque& f) { return f.torque; });
  });
}

TEST(Catalogue, twisting_torques_stay_below_their_limit_and_hinder) {
  for_each_with_normal(TwistingParts{}, [](const auto& normal, const auto& w) {
    if (!w.a.has("friction")) return;
    const double mu = mixing::geometric(w.a.number("friction"), w.b.number("friction"));
    Numbers numbers(29);
    History hn{}, h{};
    Touch c = random_touch(numbers);
    for (int step = 0; step < 2000; ++step) {
      c.n = normalized(c.n + 0.1 * numbers.direction());
      c.w_rel = numbers.vector(numbers.log_between(1e-3, 1e3));
      c.delta = c.r_eff * numbers.log_between(1e-9, 1e-2);
      const NormalForce n = normal.part(c, hn.data());
      const TwistingTorque f = w.part(c, n, h.data());
      ASSERT_LE(std::abs(f.torque), mu * n.load * c.r_eff * (1 + 1e-14)) << w.name() << step;
      ASSERT_GE(f.dissipated, 0) << w.name();
    }
  });
}

TEST(Catalogue, cohesion_pulls_nothing_beyond_its_range_and_only_attracts) {
  for_each_with_normal(CohesionParts{}, [](const auto&, const auto& w) {
    Numbers numbers(31);
    const double range = range_of(w.part, 1e-2);
    ASSERT_GE(range, 0) << w.name();
    ASSERT_TRUE(std::isfinite(range)) << w.name();
    History h{};
    for (int i = 0; i < 1000; ++i) {
      Touch c = random_touch(numbers);
      c.delta = -range * numbers.between(1e-9, 2);
      const auto f = w.part(c, NormalForce{.stiffness = 1e4, .stiffness_before = 1e4}, h.data());
      EXPECT_GE(f.force, 0) << w.name();
      EXPECT_GE(f.dissipated, 0) << w.name();
      if (c.delta < -range) {
        EXPECT_EQ(f.force, 0) << w.name();
      }
    }
  });
}

}  // namespace
}  // namespace scree::laws::test
