// What acts on one row, and its loss to background damping. What a graphics card runs per row.
#pragma once

#include <cstdint>

#include "base/whole.hpp"
#include "sim/kernel/kernel.hpp"
#include "state/freedoms.hpp"

namespace scree {

struct RowLoad {
  Vec3 f, tq;
};

struct RowGatherArgs {
  const kernel::ContactRecord* records;
  const std::uint8_t* touched;  // by contact, null: all records count
  const Vec3* couple;           // beside the records, or null
  const std::uint32_t* link_begin;
  const std::uint32_t* link;
  const PositionRadius* xr;

  HD bool counts(std::uint32_t link) const { return touched == nullptr || touched[link >> 1] != 0; }
};

// What one link adds to a row of radius r. A contact acts on its owner and, the other way round, on
// its partner; its moment turns both the same way.
struct LinkLoad {
  Vec3 f, tq, couple;
};
HD LinkLoad link_load(const RowGatherArgs& g, std::uint32_t link, double r) {
  const double sign = (link & 1u) != 0 ? -1.0 : 1.0;
  const kernel::ContactRecord at = whole(g.records[link >> 1]);
  return {sign * at.force, (r - at.shorter) * at.moment,
          g.couple != nullptr ? sign * g.couple[link >> 1] : Vec3{}};
}

// Of its contacts with near grains, in the order of the neighbours' ids.
HD RowLoad row_load(const RowGatherArgs& g, std::uint32_t row) {
  RowLoad sum;
  Vec3 couple;
  const double r = g.xr[row].r;
  for (std::uint32_t k = g.link_begin[row]; k < g.link_begin[row + 1]; ++k) {
    if (!g.counts(g.link[k])) continue;  // it would add 0
    const LinkLoad of = link_load(g, g.link[k], r);
    sum.f += of.f, sum.tq += of.tq;
    if (g.couple != nullptr) couple += of.couple;
  }
  if (g.couple != nullptr) sum.tq += couple;
  return sum;
}

// What acts on every row by itself.
struct FieldForces {
  Vec3 gravity;
  double damping, rotational_damping;
  double dt;

  HD bool damped() const { return damping > 0 || rotational_damping > 0; }
};

// Weight (3.15) and background damping (3.23), (3.24) of a row that is its own body; returns what
// the damping takes. Guides take what acts along locked freedoms. Those of bodies act on the sum of
// their rows.
HD double add_field_forces(const FieldForces& field, const VelocityMass& vm, const SpinMaterial& ws,
                           RowLoad& load) {
  double loss = 0;
  if ((ws.flags & kMember) != 0) return loss;
  if (vm.inv_mass != 0) {
    if (!(field.gravity == Vec3{})) load.f += (1.0 / vm.inv_mass) * field.gravity;
    if (field.damped()) {
      load.f -= field.damping * vm.v;
      load.tq -= field.rotational_damping * ws.omega;
      loss = (field.damping * norm2(vm.v) + field.rotational_damping * norm2(ws.omega)) * field.dt;
    }
  }
  if ((ws.flags & kLocked) != 0) {
    load.f = free_along(ws.flags, load.f);
    load.tq = free_about(ws.flags, load.tq);
  }
  return loss;
}

// m v . g of such a row.
HD double weight_power(const VelocityMass& vm, const SpinMaterial& ws, const Vec3& gravity) {
  return vm.inv_mass != 0 && (ws.flags & kMember) == 0 ? dot(vm.v, gravity) / vm.inv_mass : 0.0;
}

}  // namespace scree
