// What the catalogue tests share: every part of the generated registry, in every way in which its
// table of parameters lets a scene give it, with values from the counter-based generator.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "laws/part.hpp"
#include "laws/registry.hpp"

namespace scree::laws::test {

// A stream of numbers that reads like a generator but depends on (seed, position) alone.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed, 0x1a35) {}
  double uniform() { return random_.uniform(next_++); }
  double between(double lo, double hi) { return lo + (hi - lo) * uniform(); }
  double log_between(double lo, double hi) { return lo * std::pow(hi / lo, uniform()); }
  Vec3 vector(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }
  Vec3 direction() {
    for (;;) {
      const Vec3 v = vector(1);
      const double l2 = norm2(v);
      if (l2 > 0.01 && l2 < 1) return normalized(v);
    }
  }
  Quat rotation() {
    const Vec3 axis = direction();
    const double half = between(0, 3.1);
    return {std::cos(half), std::sin(half) * axis.x, std::sin(half) * axis.y,
            std::sin(half) * axis.z};
  }

 private:
  CounterRandom random_;
  std::uint64_t next_ = 0;
};

template <class... Ts, class Visit>
void for_each_part(TypeList<Ts...>, Visit visit) {
  (visit.template operator()<Ts>(), ...);
}

// Typical size of a value by its dimension: grains of centimetres, of grams, at metres a second.
inline double typical(const ParamInfo& p) {
  if (p.name == "surface_energy") return 0.05;
  if (p.name == "surface_tension") return 0.07;
  if (p.name == "energy_density") return 1e4;
  if (p.name == "film") return 0.01;
  if (p.dim == dim::time) return 1e-3;
  if (p.dim == dim::stiffness) return 1e4;
  if (p.dim == dim::damping) return 1;
  if (p.dim == dim::force) return 1;
  if (p.dim == dim::pressure) return 1e7;
  return 0.4;
}

inline double clamped(const ParamInfo& p, double v) {
  return std::clamp(v, std::max(p.range.lo, -1e300), std::min(p.range.hi, 1e300));
}
// A list has three rising values.
inline ParamSet::Value sample(const ParamInfo& p, Numbers& numbers) {
  const double v = typical(p) * numbers.between(0.5, 2);
  if (p.kind == ParamKind::numbers)
    return std::vector{clamped(p, 0.5 * v), clamped(p, v), clamped(p, 1.25 * v)};
  return clamped(p, v);
}

// The set in which exactly the optional parameters of `mask` are given.
inline ParamSet set_with(std::span<const ParamInfo> table, unsigned mask, Numbers& numbers) {
  ParamSet set;
  unsigned bit = 0;
  for (const ParamInfo& p : table) {
    const bool optional = !p.required && p.fallback.empty();
    if (!optional || ((mask >> bit) & 1u)) set.set(p.name, sample(p, numbers));
    bit += optional;
  }
  return set;
}

inline unsigned masks(std::span<const ParamInfo> table) {
  unsigned optional = 0;
  for (const ParamInfo& p : table) optional += !p.required && p.fallback.empty();
  return 1u << optional;
}

// A part that could be made, and what from.
template <class P>
struct Made {
  P part;
  unsigned mask = 0;
  ParamSet a, b, normal_a, normal_b;
  std::string name() const {
    return std::string(P::info.name) + " given as " + std::to_string(mask);
  }
};

// All ways to give P beside a normal part that was made from (normal_a, normal_b).
template <class P>
std::vector<Made<P>> ways(const ParamSet& normal_a, const ParamSet& normal_b, Numbers& numbers) {
  std::vector<Made<P>> found;
  for (unsigned mask = 0; mask < masks(P::info.params); ++mask) {
    const ParamSet a = set_with(P::info.params, mask, numbers);
    const ParamSet b = set_with(P::info.params, mask, numbers);
    const auto made = P::make({a, b, normal_a, normal_b});
    if (made) found.push_back({*made, mask, a, b, normal_a, normal_b});
  }
  return found;
}

template <class N>
std::vector<Made<N>> normal_ways(Numbers& numbers) {
  // A normal part sees its own parameters in both places.
  std::vector<Made<N>> found;
  for (unsigned mask = 0; mask < masks(N::info.params); ++mask) {
    const ParamSet a = set_with(N::info.params, mask, numbers);
    const ParamSet b = set_with(N::info.params, mask, numbers);
    const auto made = N::make({a, b, a, b});
    if (made) found.push_back({*made, mask, a, b, a, b});
  }
  return found;
}

// visit.operator()<N, P>(made normal, made part) for every normal part beside every part of a list.
template <class List, class Visit>
void for_each_with_normal(List list, Visit visit, std::uint64_t seed = 7) {
  for_each_part(NormalParts{}, [&]<class N>() {
    for_each_part(list, [&]<class P>() {
      Numbers numbers(seed);
      for (const auto& normal : normal_ways<N>(numbers))
        for (const auto& made : ways<P>(normal.a, normal.b, numbers)) visit(normal, made);
    });
  });
}

// Room for any part's history, zero as when a contact begins.
using History = std::array<double, 16>;

// A contact of grains of about 1 cm and 10 g that overlap by up to a percent.
inline Touch random_touch(Numbers& numbers) {
  Touch c;
  c.n = numbers.direction();
  c.r_eff = numbers.log_between(1e-3, 1e-2);
  c.m_eff = numbers.log_between(1e-3, 1e-2);
  c.delta = c.r_eff * numbers.log_between(1e-6, 1e-2);
  c.delta_dot = numbers.between(-1, 1);
  const Vec3 v = numbers.vector(1);
  c.v_t = v - dot(v, c.n) * c.n;
  c.w_rel = numbers.vector(100);
  c.dt = 1e-5;
  return c;
}

}  // namespace scree::laws::test
