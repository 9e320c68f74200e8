// One near pair of a step: touch, law, record. What a graphics card runs per contact.
#pragma once

#include <cstdint>

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

// Where the partner is and how it moves, as seen from the owner.
struct PairView {
  Vec3 d, dv;
  double r1, r2;
  double inverse_mass;  // sum of both
};
HD PairView pair_view(const RowContactArgs& a, std::uint32_t i, std::uint32_t j) {
  PairView v{.d = a.xr[j].x - a.xr[i].x,
             .dv = a.vm[j].v - a.vm[i].v,
             .r1 = a.xr[i].r,
             .r2 = a.xr[j].r,
             .inverse_mass = a.vm[i].inv_mass + a.vm[j].inv_mass};
  if (a.deforming) {
    v.d = nearest_image(v.d, a.length, a.inverse_length, a.tilt);
    v.dv += triangular(a.stretch, a.shear, v.d);
  } else if (a.periodic) {
    v.d = nearest_image(v.d, a.length, a.inverse_length);
  }
  return v;
}

// Nothing acts between the two.
HD void store_nothing(const RowContactArgs& a, std::uint32_t c) {
  a.records[c] = {};
  if (a.couple != nullptr) a.couple[c] = {};
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
  if (a.couple != nullptr) a.couple[c] = answer.couple;
  if (a.force != nullptr) a.force[c] = {record.force, record.moment};
}

HD kernel::LastForce last_of(const kernel::ContactRecord& record) {
  return {{static_cast<float>(record.force.x), static_cast<float>(record.force.y),
           static_cast<float>(record.force.z)},
          static_cast<float>(record.touching)};
}

HD RowContactTotals row_contact(const RowContactArgs& a, std::uint32_t c) {
  RowContactTotals out;
  const std::uint32_t i = a.owner[c], j = a.other[c];
  const kernel::PairLaw& law = a.laws[a.law_of[a.ws[i].material * a.materials + a.ws[j].material]];
  const PairView view = pair_view(a, i, j);
  const bool within = spheres_within(view.d, view.r1, view.r2, law.range);
  const kernel::LastForce last = a.last[c];
  store_nothing(a, c);
  if (!within && !(last.touching > 0)) return out;

  const Touch t = sphere_touch(view.d, view.dv, a.ws[i].omega, a.ws[j].omega, view.r1, view.r2,
                               view.inverse_mass, a.lever, a.dt);
  double* const kept = a.history + static_cast<std::size_t>(c) * static_cast<std::size_t>(a.stride);
  double h[kernel::kMaxHistory] = {};
  for (int k = 0; k < law.history; ++k) h[k] = kept[k];
  const double damping = a.damping != nullptr && law.damping_by_mass ? a.damping[c] : 1.0;
  const LawAnswer answer = law_of_contact(
      law, t, view.inverse_mass, {last.force[0], last.force[1], last.force[2]}, damping, h);
  out.touching = within && (!law.asks_holds() || answer.held.springs || answer.held.cohesion);
  out.ended = last.touching > 0 && !out.touching;
  if (out.ended) out.released = released_by_all(law, t.m_eff, t.r_eff, kept);
  if (out.touching) {
    out.lost = answer.lost;
    store_answer(a, c, law, t, answer);
  }
  out.depth = t.delta / (view.r1 < view.r2 ? view.r1 : view.r2);
  for (int k = 0; k < law.history; ++k) kept[k] = out.touching ? h[k] : 0.0;
  a.last[c] = last_of(a.records[c]);
  return out;
}

}  // namespace scree
