// The contact law of every pair of materials that can meet, made from the specs of a World.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "laws/touch.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/world/world.hpp"

namespace scree {

struct PairLaws {
  static constexpr std::uint16_t kNone = 0xffff;

  std::vector<kernel::PairLaw> laws;  // those between grains first
  int grain_laws = 0;
  std::vector<std::uint16_t> index;  // [a * materials + b], kNone for pairs that never meet
  std::vector<std::string> names;    // "glass-steel: linear, spring", one per law
  int materials = 0;
  int stride = 0;        // doubles of history a contact
  double max_range = 0;  // of any law
  bool any_couple = false;

  const kernel::PairLaw& of(std::uint32_t a, std::uint32_t b) const {
    return laws[index[a * materials + b]];
  }
};

// Which materials grains and walls have; a pair law is only made (and its parameters only asked
// for) where two of them can meet.
struct MaterialUse {
  std::vector<bool> grain, wall;
};

Result<PairLaws> make_pair_laws(const World& world, const MaterialUse& use);

// Looks as far as grains up to this radius need; never less far than before.
void widen_ranges(double largest_radius, PairLaws& laws);

// Does a contact with this touch (delta <= 0) and history go on? Of a law that says so.
bool holds(const kernel::PairLaw& law, const Touch& touch, const double* history);

// Shortest contact that the law's normal part can make.
double contact_time(const kernel::PairLaw& law, double m_eff, double r_eff, double speed);

// What the normal part answers; `history` is that of the part.
NormalForce normal_force(const kernel::PairLaw& law, const Touch& touch, double* history);

// Whether the tangential part can hold a force: it is not `none`, and its coefficient of friction,
// where it has one, is not 0.
bool has_friction(const kernel::PairLaw& law);

// The coefficients that a pair came to by mixing; 0 where a part has none.
struct FrictionOf {
  double sliding = 0, rolling = 0, twisting = 0;
};
FrictionOf friction_of(const kernel::PairLaw& law);

// Stiffness and damping of a contact along its normal, in its plane and against rolling and
// twisting (per r_eff^2), at the overlap that an impact with `speed` reaches.
struct ContactRates {
  PlaneRates normal, tangential, rolling, twisting;
};
ContactRates contact_rates(const kernel::PairLaw& law, double m_eff, double r_eff, double speed);

// Energy that one contact holds, by part; that of adhesive parts may be below 0.
struct StoredEnergy {
  double normal = 0, tangential = 0, rolling = 0, twisting = 0, cohesion = 0;

  template <class Sum>
  void add_to(Sum& sum) const {
    for (const double e : {normal, tangential, rolling, twisting, cohesion}) sum.add(e);
  }
};
StoredEnergy stored_energy(const kernel::PairLaw& law, const Touch& touch, const double* history);

}  // namespace scree
