// The law of a pair of materials on one contact: the plain twin of sim/kernel/law_loops.hpp, and
// what a graphics card runs per contact. Functions of values: no world, no storage, nothing
// allocated; a part is chosen by its number. Parts that a program brings are called by pointer.
#pragma once

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

// What the parts answer; `h` is the whole history of the contact.
HD NormalForce normal_answer(const kernel::PairLaw::Part& part, const Touch& t, double* h) {
  NormalForce out;
  double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->normal(part.bytes, t, own);
  with_part(laws::NormalParts{}, part, [&](const auto& p) { out = p(t, own); });
  return out;
}
HD TangentialForce tangential_answer(const kernel::PairLaw::Part& part, const Touch& t,
                                     const NormalForce& n, double* h) {
  TangentialForce out;
  double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->tangential(part.bytes, t, n, own);
  with_part(laws::TangentialParts{}, part, [&](const auto& p) { out = p(t, n, own); });
  return out;
}
HD RollingTorque rolling_answer(const kernel::PairLaw::Part& part, const Touch& t,
                                const NormalForce& n, double* h) {
  RollingTorque out;
  double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->rolling(part.bytes, t, n, own);
  with_part(laws::RollingParts{}, part, [&](const auto& p) { out = p(t, n, own); });
  return out;
}
HD TwistingTorque twisting_answer(const kernel::PairLaw::Part& part, const Touch& t,
                                  const NormalForce& n, double* h) {
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

template <class List>
HD double stored_answer(List list, const kernel::PairLaw::Part& part, const Touch& t,
                        const NormalForce& n, const double* h) {
  const double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->stored(part.bytes, t, n, own);
  double out = 0;
  with_part(list, part, [&](const auto& p) { out = p.stored(t, n, own); });
  return out;
}

// A part whose stiffness changes remembers the one of the step before, and says so when it is asked
// for the next one.
HD double stiffness_before(const kernel::PairLaw& law, const Touch& t, const double* h) {
  const kernel::PairLaw::Part& part = law.normal;
  const double* const own = h + part.history_offset;
  if (part.external != nullptr) return part.external->last_stiffness(part.bytes, t, own);
  double out = 0;
  with_part(laws::NormalParts{}, part, [&]<class P>(const P& p) {
    double copy[P::history > 0 ? P::history : 1] = {};
    for (int k = 0; k < P::history; ++k) copy[k] = own[k];
    out = p(t, copy).stiffness_before;
  });
  return out;
}

// What the normal part still holds, and the springs that build on it, when their contact ends.
HD ContactLosses released_by_springs(const kernel::PairLaw& law, double m_eff, double r_eff,
                                     const double* h) {
  const Touch t{.m_eff = m_eff, .r_eff = r_eff};
  const double k = stiffness_before(law, t, h);
  const NormalForce n{.stiffness = k, .stiffness_before = k};
  ContactLosses out;
  out.channel[0] = stored_answer(laws::NormalParts{}, law.normal, t, n, h);
  if (law.has_tangential)
    out.channel[2] = stored_answer(laws::TangentialParts{}, law.tangential, t, n, h);
  if (law.has_rolling) out.channel[3] = stored_answer(laws::RollingParts{}, law.rolling, t, n, h);
  if (law.has_twisting)
    out.channel[5] = stored_answer(laws::TwistingParts{}, law.twisting, t, n, h);
  return out;
}
HD ContactLosses released_by_all(const kernel::PairLaw& law, double m_eff, double r_eff,
                                 const double* h) {
  ContactLosses out = released_by_springs(law, m_eff, r_eff, h);
  if (law.has_cohesion)
    out.channel[4] = stored_answer(laws::CohesionParts{}, law.cohesion,
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
HD NormalForce spring_answers(const kernel::PairLaw& law, const Touch& t, double damping, double* h,
                              LawAnswer& out) {
  ContactLosses gone;
  bool any = false;
  const int springs = law.cohesion.history_offset;
  if (!out.held.springs)
    for (int k = 0; k < springs; ++k) any = any || h[k] != 0;
  if (any) gone = released_by_springs(law, t.m_eff, t.r_eff, h);
  NormalForce n = normal_answer(law.normal, t, h);
  kernel::scale_dashpot(damping, t.delta_dot, n);
  if (!out.held.springs) {
    n.force = n.load = n.damping = 0;
    out.lost = gone;
    for (int k = 0; k < springs; ++k) h[k] = 0;
    return n;
  }
  out.lost.channel[0] = n.dissipated;
  if (law.has_tangential) {
    const TangentialForce f = tangential_answer(law.tangential, t, n, h);
    out.tangential = f.force;
    out.lost.channel[1] = f.dissipated, out.lost.channel[2] = f.slid;
  }
  if (law.has_rolling) {
    const RollingTorque r = rolling_answer(law.rolling, t, n, h);
    out.couple = r.torque;
    out.lost.channel[3] = r.dissipated;
  }
  if (law.has_twisting) {
    const TwistingTorque w = twisting_answer(law.twisting, t, n, h);
    out.couple += w.torque * t.n;
    out.lost.channel[5] = w.dissipated;
  }
  return n;
}

// `before`: the force on the owner a step ago, 0 for a new contact. `damping`: how many times as
// strong the dashpot of the normal part is (sim/engines/clump_damping.hpp). `h` becomes the current
// history.
HD LawAnswer law_of_contact(const kernel::PairLaw& law, const Touch& t, double inverse_mass,
                            const Vec3& before, double damping, double* h) {
  LawAnswer out;
  out.held = held_by(law, t, h);
  const NormalForce n = spring_answers(law, t, damping, h, out);
  double* const lost = out.lost.channel;
  CohesionForce pull;
  if (law.has_cohesion) {
    pull = cohesion_answer(law.cohesion, t, n, h);
    lost[4] = pull.dissipated;
  }
  out.push = law.has_cohesion ? n.force - pull.force : n.force;
  const kernel::Losses seen{lost[0], lost[1], lost[2]};
  const kernel::Losses now =
      law.has_tangential ? kernel::corrected<true>(before, inverse_mass, t.dt, t.n, t.delta_dot,
                                                   n.damping, out.push, out.tangential, seen)
                         : kernel::corrected<false>(before, inverse_mass, t.dt, t.n, t.delta_dot,
                                                    n.damping, out.push, out.tangential, seen);
  lost[0] = now.normal, lost[1] = now.dashpot, lost[2] = now.slid;
  if (law.has_cohesion)
    lost[4] -=
        pull.lossy * kernel::closing_correction(before, inverse_mass, t.dt, t.n, out.push) * t.dt;
  return out;
}

}  // namespace scree
