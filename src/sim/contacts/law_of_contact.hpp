// The law of a pair of materials on one contact: the plain twin of sim/kernel/law_loops.hpp, and
// what a graphics card runs per contact. Functions of values: no world, no storage, nothing
// allocated; a part is chosen by its number. Parts that a program brings are called by pointer.
#pragma once

#include <type_traits>

#include "laws/registry.hpp"
#include "sim/kernel/contact_steps.hpp"
#include "sim/kernel/external_part.hpp"
#include "sim/kernel/kernel.hpp"

namespace scree {

// Calls `f` with the part that `part.index` names.
template <class F, class... Ps>
HD void with_part(TypeList<Ps...>, const kernel::PairLaw::Part& part, const F& f) {
  int index = 0;
  ((index++ == part.index ? (f(*reinterpret_cast<const Ps*>(part.bytes)), 0) : 0), ...);
}

// What is known of a law where the code is compiled. Nothing: parts are chosen by their numbers.
struct AnyLaw {
  static constexpr bool known = false;
  static constexpr bool rolling = true, twisting = true;  // there may be
  static constexpr int history = kernel::kMaxHistory;
  using Normal = void;
};
// A normal part, sliding friction with a spring, and springs against rolling and twisting or not;
// no cohesion, and nothing that reaches beyond the surfaces.
template <class NormalPart, bool kRolling, bool kTwisting>
struct SpringLaw {
  static constexpr bool known = true;
  static constexpr bool rolling = kRolling, twisting = kTwisting;
  using Normal = NormalPart;
  using Tangential = laws::tangential::Spring;
  using Rolling = laws::rolling::Spring;
  using Twisting = laws::twisting::Spring;
  // Where the histories of the parts begin, as make_pair_laws() lays them out.
  static constexpr int tangential_at = Normal::history;
  static constexpr int rolling_at = tangential_at + Tangential::history;
  static constexpr int twisting_at = rolling_at + (rolling ? Rolling::history : 0);
  static constexpr int history = twisting_at + (twisting ? Twisting::history : 0);

  static bool is(const kernel::PairLaw& law) {
    const auto has = []<class Part, class... Ps>(const kernel::PairLaw::Part& part, Part*,
                                                 TypeList<Ps...>) {
      int index = 0, found = -1;
      ((found = __is_same(Part, Ps) ? index : found, ++index), ...);
      return part.external == nullptr && part.index == found;
    };
    return has(law.normal, static_cast<Normal*>(nullptr), laws::NormalParts{}) &&
           law.has_tangential &&
           has(law.tangential, static_cast<Tangential*>(nullptr), laws::TangentialParts{}) &&
           law.has_rolling == rolling && law.has_twisting == twisting &&
           (!rolling || has(law.rolling, static_cast<Rolling*>(nullptr), laws::RollingParts{})) &&
           (!twisting ||
            has(law.twisting, static_cast<Twisting*>(nullptr), laws::TwistingParts{})) &&
           !law.has_cohesion && !(law.range > 0) && law.history == history &&
           law.tangential.history_offset == tangential_at &&
           (!rolling || law.rolling.history_offset == rolling_at) &&
           (!twisting || law.twisting.history_offset == twisting_at);
  }
};
template <class Part>
HD const Part& part_as(const kernel::PairLaw::Part& part) {
  return *reinterpret_cast<const Part*>(part.bytes);
}

// What the parts answer; `h` is the whole history of the contact.
template <class Known>
HD NormalForce normal_answer(const kernel::PairLaw::Part& part, const Touch& t, double* h) {
  if constexpr (Known::known) return part_as<typename Known::Normal>(part)(t, h);
  NormalForce out;
  double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->normal(part.bytes, t, own);
  with_part(laws::NormalParts{}, part, [&](const auto& p) { out = p(t, own); });
  return out;
}
template <class Known>
HD TangentialForce tangential_answer(const kernel::PairLaw::Part& part, const Touch& t,
                                     const NormalForce& n, double* h) {
  if constexpr (Known::known)
    return part_as<typename Known::Tangential>(part)(t, n, h + Known::tangential_at);
  TangentialForce out;
  double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->tangential(part.bytes, t, n, own);
  with_part(laws::TangentialParts{}, part, [&](const auto& p) { out = p(t, n, own); });
  return out;
}
template <class Known>
HD RollingTorque rolling_answer(const kernel::PairLaw::Part& part, const Touch& t,
                                const NormalForce& n, double* h) {
  if constexpr (Known::known)
    return part_as<typename Known::Rolling>(part)(t, n, h + Known::rolling_at);
  RollingTorque out;
  double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->rolling(part.bytes, t, n, own);
  with_part(laws::RollingParts{}, part, [&](const auto& p) { out = p(t, n, own); });
  return out;
}
template <class Known>
HD TwistingTorque twisting_answer(const kernel::PairLaw::Part& part, const Touch& t,
                                  const NormalForce& n, double* h) {
  if constexpr (Known::known)
    return part_as<typename Known::Twisting>(part)(t, n, h + Known::twisting_at);
  TwistingTorque out;
  double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->twisting(part.bytes, t, n, own);
  with_part(laws::TwistingParts{}, part, [&](const auto& p) { out = p(t, n, own); });
  return out;
}
HD CohesionForce cohesion_answer(const kernel::PairLaw::Part& part, const Touch& t,
                                 const NormalForce& n, double* h) {
  CohesionForce out;
  double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->cohesion(part.bytes, t, n, own);
  with_part(laws::CohesionParts{}, part, [&](const auto& p) { out = p(t, n, own); });
  return out;
}

// Whether the part says itself if a contact goes on beyond the surfaces, and what it says.
struct HoldsAnswer {
  bool says = false, holds = false;
};
template <class List>
HD HoldsAnswer holds_answer(List list, const kernel::PairLaw::Part& part, const Touch& t,
                            const double* h) {
  const double* const own = h + part.history_offset;
  HoldsAnswer out;
  if (part.external != nullptr) {
    out.says = part.external->holds != nullptr;
    out.holds = out.says && part.external->holds(part.bytes, t, own);
    return out;
  }
  with_part(list, part, [&](const auto& p) {
    if constexpr (requires { p.holds(t, own); }) {
      out.says = true;
      out.holds = p.holds(t, own);
    }
  });
  return out;
}

// Which parts go on: the normal part with the springs that build on it, and cohesion.
struct HeldBy {
  bool springs = true, cohesion = true;
};
HD HeldBy held_by(const kernel::PairLaw& law, const Touch& t, const double* h) {
  HeldBy out;
  if (!(law.range > 0) || t.delta > 0) return out;
  out.springs = false, out.cohesion = false;
  if (t.delta > -law.normal_range)
    out.springs = holds_answer(laws::NormalParts{}, law.normal, t, h).holds;
  if (law.has_cohesion && t.delta > -law.cohesion_range) {
    const HoldsAnswer answer = holds_answer(laws::CohesionParts{}, law.cohesion, t, h);
    out.cohesion = !answer.says || answer.holds;
  }
  return out;
}

// By channel of state/energy_report.hpp.
struct ContactLosses {
  double channel[kernel::kLosses] = {};
};

// `Part`: void, or the one that it is, whose history begins at `kAt`.
template <class Part, int kAt, class List>
HD double stored_answer(List list, const kernel::PairLaw::Part& part, const Touch& t,
                        const NormalForce& n, const double* h) {
  if constexpr (!std::is_void_v<Part>) return part_as<Part>(part).stored(t, n, h + kAt);
  const double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->stored(part.bytes, t, n, own);
  double out = 0;
  with_part(list, part, [&](const auto& p) { out = p.stored(t, n, own); });
  return out;
}

// A part whose stiffness changes remembers the one of the step before, and says so when it is asked
// for the next one.
template <class Known>
HD double stiffness_before(const kernel::PairLaw& law, const Touch& t, const double* h) {
  const kernel::PairLaw::Part& part = law.normal;
  double out = 0;
  const auto ask = [&]<class P>(const P& p, const double* own) {
    double copy[P::history > 0 ? P::history : 1] = {};
    for (int k = 0; k < P::history; ++k) copy[k] = own[k];
    out = p(t, copy).stiffness_before;
  };
  if constexpr (Known::known) {
    ask(part_as<typename Known::Normal>(part), h);
  } else {
    const double* const own = h + part.history_offset;
    if (part.external != nullptr) return part.external->last_stiffness(part.bytes, t, own);
    with_part(laws::NormalParts{}, part, [&](const auto& p) { ask(p, own); });
  }
  return out;
}

// What the normal part still holds, and the springs that build on it, when their contact ends.
template <class Known = AnyLaw>
HD ContactLosses released_by_springs(const kernel::PairLaw& law, double m_eff, double r_eff,
                                     const double* h) {
  const Touch t{.m_eff = m_eff, .r_eff = r_eff};
  const double k = stiffness_before<Known>(law, t, h);
  const NormalForce n{.stiffness = k, .stiffness_before = k};
  ContactLosses out;
  if constexpr (Known::known) {
    using K = Known;
    out.channel[0] = stored_answer<typename K::Normal, 0>(laws::NormalParts{}, law.normal, t, n, h);
    out.channel[2] = stored_answer<typename K::Tangential, K::tangential_at>(
        laws::TangentialParts{}, law.tangential, t, n, h);
    if constexpr (K::rolling)
      out.channel[3] = stored_answer<typename K::Rolling, K::rolling_at>(laws::RollingParts{},
                                                                         law.rolling, t, n, h);
    if constexpr (K::twisting)
      out.channel[5] = stored_answer<typename K::Twisting, K::twisting_at>(laws::TwistingParts{},
                                                                           law.twisting, t, n, h);
    return out;
  }
  out.channel[0] = stored_answer<void, 0>(laws::NormalParts{}, law.normal, t, n, h);
  if (law.has_tangential)
    out.channel[2] = stored_answer<void, 0>(laws::TangentialParts{}, law.tangential, t, n, h);
  if (law.has_rolling)
    out.channel[3] = stored_answer<void, 0>(laws::RollingParts{}, law.rolling, t, n, h);
  if (law.has_twisting)
    out.channel[5] = stored_answer<void, 0>(laws::TwistingParts{}, law.twisting, t, n, h);
  return out;
}
template <class Known = AnyLaw>
HD ContactLosses released_by_all(const kernel::PairLaw& law, double m_eff, double r_eff,
                                 const double* h) {
  ContactLosses out = released_by_springs<Known>(law, m_eff, r_eff, h);
  if (!Known::known && law.has_cohesion)
    out.channel[4] = stored_answer<void, 0>(laws::CohesionParts{}, law.cohesion,
                                            {.m_eff = m_eff, .r_eff = r_eff}, NormalForce{}, h);
  return out;
}

// What the law answers for one contact.
struct LawAnswer {
  double push = 0;  // F^n less the pull of cohesion
  Vec3 tangential;  // F^t on the owner
  Vec3 couple;      // rolling and twisting torque on the owner
  ContactLosses lost;
  HeldBy held;
};

// Normal part and the springs that build on it. Beyond the surfaces, where the normal part no
// longer holds, only cohesion (whose history comes last) acts and remembers: no push, no friction,
// and what the springs held is lost.
template <class Known>
HD NormalForce spring_answers(const kernel::PairLaw& law, const Touch& t, double damping, double* h,
                              LawAnswer& out) {
  constexpr bool kBeyond = !Known::known;  // the law may reach beyond the surfaces
  ContactLosses gone;
  bool any = false;
  const int springs = law.cohesion.history_offset;
  if (kBeyond && !out.held.springs)
    for (int k = 0; k < springs; ++k) any = any || h[k] != 0;
  if (kBeyond && any) gone = released_by_springs<Known>(law, t.m_eff, t.r_eff, h);
  NormalForce n = normal_answer<Known>(law.normal, t, h);
  kernel::scale_dashpot(damping, t.delta_dot, n);
  if (kBeyond && !out.held.springs) {
    n.force = n.load = n.damping = 0;
    out.lost = gone;
    for (int k = 0; k < springs; ++k) h[k] = 0;
    return n;
  }
  out.lost.channel[0] = n.dissipated;
  if (Known::known || law.has_tangential) {
    const TangentialForce f = tangential_answer<Known>(law.tangential, t, n, h);
    out.tangential = f.force;
    out.lost.channel[1] = f.dissipated, out.lost.channel[2] = f.slid;
  }
  if constexpr (Known::rolling) {
    if (Known::known || law.has_rolling) {
      const RollingTorque r = rolling_answer<Known>(law.rolling, t, n, h);
      out.couple = r.torque;
      out.lost.channel[3] = r.dissipated;
    }
  }
  if constexpr (Known::twisting) {
    if (Known::known || law.has_twisting) {
      const TwistingTorque w = twisting_answer<Known>(law.twisting, t, n, h);
      out.couple += w.torque * t.n;
      out.lost.channel[5] = w.dissipated;
    }
  }
  return n;
}

// `before`: the force on the owner a step ago, 0 for a new contact. `damping`: how many times as
// strong the dashpot of the normal part is (sim/engines/clump_damping.hpp). `h` becomes the current
// history.
template <class Known = AnyLaw>
HD LawAnswer law_of_contact(const kernel::PairLaw& law, const Touch& t, double inverse_mass,
                            const Vec3& before, double damping, double* h) {
  LawAnswer out;
  const bool cohesion = !Known::known && law.has_cohesion;
  if constexpr (!Known::known) out.held = held_by(law, t, h);
  const NormalForce n = spring_answers<Known>(law, t, damping, h, out);
  double* const lost = out.lost.channel;
  CohesionForce pull;
  if (cohesion) {
    pull = cohesion_answer(law.cohesion, t, n, h);
    lost[4] = pull.dissipated;
  }
  out.push = cohesion ? n.force - pull.force : n.force;
  const kernel::Losses seen{lost[0], lost[1], lost[2]};
  const kernel::Losses now =
      Known::known || law.has_tangential
          ? kernel::corrected<true>(before, inverse_mass, t.dt, t.n, t.delta_dot, n.damping,
                                    out.push, out.tangential, seen)
          : kernel::corrected<false>(before, inverse_mass, t.dt, t.n, t.delta_dot, n.damping,
                                     out.push, out.tangential, seen);
  lost[0] = now.normal, lost[1] = now.dashpot, lost[2] = now.slid;
  if (cohesion)
    lost[4] -=
        pull.lossy * kernel::closing_correction(before, inverse_mass, t.dt, t.n, out.push) * t.dt;
  return out;
}

}  // namespace scree
