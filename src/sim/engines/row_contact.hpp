// One near pair of a step: touch, law, record. What a graphics card runs per contact.
#pragma once

#include <cstdint>

#include "base/whole.hpp"
#include "shapes/sphere_touch.hpp"
#include "sim/contacts/law_of_contact.hpp"
#include "sim/kernel/kernel.hpp"
#include "state/box.hpp"
#include "state/particles.hpp"

namespace scree {

// Copied to whatever computes; everything that it points to outlives the step.
struct RowContactArgs {
  // Grains
  const PositionRadius* xr;
  const VelocityMass* vm;
  const SpinMaterial* ws;
  // Near list
  const std::uint32_t* owner;
  const std::uint32_t* other;
  double* history;  // stride doubles per contact
  int stride;
  kernel::LastForce* last;
  // Answers, one per contact
  kernel::ContactRecord* records;
  std::uint8_t* touched;        // null: a pair that does not touch has a record of zeros
  Vec3* couple;                 // null where no law has one
  kernel::ContactForce* force;  // for reports, or null
  // Laws
  const kernel::PairLaw* laws;
  const std::uint16_t* law_of;  // [material * materials + material]
  const double* damping;        // scale of the dashpot of a contact; null: all are 1
  int materials;
  // Periodic box
  bool periodic;  // and upright, at rest
  bool deforming;
  Vec3 length, inverse_length;  // zero where not periodic
  Vec3 tilt, stretch, shear;
  double lever;
  double dt;
};

// What one contact adds to the totals of a step.
struct RowContactTotals {
  bool touching = false, ended = false;
  double depth = 0;  // overlap relative to the smaller radius
  ContactLosses lost, released;
};

// Where the partner is, as seen from the owner.
HD Vec3 pair_distance(const RowContactArgs& a, const PositionRadius& i, const PositionRadius& j) {
  const Vec3 d = j.x - i.x;
  if (a.deforming) return nearest_image(d, a.length, a.inverse_length, a.tilt);
  return a.periodic ? nearest_image(d, a.length, a.inverse_length) : d;
}

// Nothing acts between the two.
HD void store_nothing(const RowContactArgs& a, std::uint32_t c) {
  if (a.touched != nullptr) {
    a.touched[c] = 0;
  } else {
    a.records[c] = {};
    if (a.couple != nullptr) a.couple[c] = {};
  }
  if (a.force != nullptr) a.force[c] = {};
}

HD void store_answer(const RowContactArgs& a, std::uint32_t c, const kernel::PairLaw& law,
                     const Touch& t, const LawAnswer& answer) {
  kernel::ContactRecord record{
      .force = -answer.push * t.n, .shorter = a.lever * t.delta, .moment = {}, .touching = 1};
  if (law.has_tangential) {
    record.force += answer.tangential;
    record.moment = cross(t.n, answer.tangential);  // (3.16) per unit of lever arm
  }
  a.records[c] = record;
  if (a.touched != nullptr) a.touched[c] = 1;
  if (a.couple != nullptr) a.couple[c] = answer.couple;
  if (a.force != nullptr) a.force[c] = {record.force, record.moment};
}

HD kernel::LastForce last_of(const kernel::ContactRecord& record) {
  return {{static_cast<float>(record.force.x), static_cast<float>(record.force.y),
           static_cast<float>(record.force.z)},
          static_cast<float>(record.touching)};
}

HD const kernel::PairLaw& law_of_pair(const RowContactArgs& a, std::uint32_t i, std::uint32_t j) {
  return a.laws[a.law_of[a.ws[i].material * a.materials + a.ws[j].material]];
}
// `Known`: what is known of all laws (sim/contacts/law_of_contact.hpp); such a law has no range.
template <class Known>
HD bool pair_within(const RowContactArgs& a, std::uint32_t i, std::uint32_t j) {
  const PositionRadius xi = whole(a.xr[i]), xj = whole(a.xr[j]);
  const double range = Known::known ? 0.0 : law_of_pair(a, i, j).range;
  return spheres_within(pair_distance(a, xi, xj), xi.r, xj.r, range);
}

// Whether a pair touches, or did a step ago; for most near pairs that is all there is to do.
template <class Known = AnyLaw>
HD bool row_contact_acts(const RowContactArgs& a, std::uint32_t c) {
  store_nothing(a, c);
  return pair_within<Known>(a, a.owner[c], a.other[c]) || a.last[c].touching > 0;
}

// Of a pair that does.
template <class Known = AnyLaw>
HD RowContactTotals row_contact(const RowContactArgs& a, std::uint32_t c) {
  RowContactTotals out;
  const std::uint32_t i = a.owner[c], j = a.other[c];
  const PositionRadius xi = whole(a.xr[i]), xj = whole(a.xr[j]);
  const VelocityMass vi = whole(a.vm[i]), vj = whole(a.vm[j]);
  const SpinMaterial wi = whole(a.ws[i]), wj = whole(a.ws[j]);
  const kernel::LastForce last = a.last[c];
  const kernel::PairLaw& law = law_of_pair(a, i, j);
  const bool within = pair_within<Known>(a, i, j);
  const Vec3 d = pair_distance(a, xi, xj);
  Vec3 dv = vj.v - vi.v;
  if (a.deforming) dv += triangular(a.stretch, a.shear, d);
  const double inverse_mass = vi.inv_mass + vj.inv_mass;
  const Touch t = sphere_touch(d, dv, wi.omega, wj.omega, xi.r, xj.r, inverse_mass, a.lever, a.dt);
  double* const kept = a.history + static_cast<std::size_t>(c) * static_cast<std::size_t>(a.stride);
  const int used = Known::known ? Known::history : law.history;
  double h[Known::history] = {};
  for (int k = 0; k < used; ++k) h[k] = kept[k];
  const double damping = a.damping != nullptr && law.damping_by_mass ? a.damping[c] : 1.0;
  const LawAnswer answer = law_of_contact<Known>(
      law, t, inverse_mass, {last.force[0], last.force[1], last.force[2]}, damping, h);
  out.touching =
      within && (Known::known || !law.asks_holds() || answer.held.springs || answer.held.cohesion);
  out.ended = last.touching > 0 && !out.touching;
  if (out.ended) out.released = released_by_all<Known>(law, t.m_eff, t.r_eff, kept);
  if (out.touching) {
    out.lost = answer.lost;
    store_answer(a, c, law, t, answer);
  }
  out.depth = t.delta / (xi.r < xj.r ? xi.r : xj.r);
  for (int k = 0; k < used; ++k) kept[k] = out.touching ? h[k] : 0.0;
  a.last[c] = out.touching ? last_of(a.records[c]) : kernel::LastForce{};
  return out;
}

}  // namespace scree
