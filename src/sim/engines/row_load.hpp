// What acts on one row, and its loss to background damping. What a graphics card runs per row.
#pragma once

#include <cstdint>

#include "sim/kernel/kernel.hpp"

namespace scree {

struct RowLoad {
  Vec3 f, tq;
};

struct RowGatherArgs {
  const kernel::ContactRecord* records;
  const Vec3* couple;  // beside the records, or null
  const std::uint32_t* link_begin;
  const std::uint32_t* link;
  const PositionRadius* xr;
};

// Of its contacts with near grains, in the order of the neighbours' ids. A contact acts on its
// owner and, the other way round, on its partner; its moment turns both the same way.
HD RowLoad row_load(const RowGatherArgs& g, std::uint32_t row) {
  RowLoad sum;
  Vec3 couple;
  const double r = g.xr[row].r;
  for (std::uint32_t k = g.link_begin[row]; k < g.link_begin[row + 1]; ++k) {
    const std::uint32_t c = g.link[k] >> 1;
    const double sign = (g.link[k] & 1u) != 0 ? -1.0 : 1.0;
    const kernel::ContactRecord& at = g.records[c];
    sum.f += sign * at.force;
    sum.tq += (r - at.shorter) * at.moment;
    if (g.couple != nullptr) couple += sign * g.couple[c];
  }
  if (g.couple != nullptr) sum.tq += couple;
  return sum;
}

// Weight (3.15) of a row that is its own body.
HD void add_weight(const VelocityMass& vm, const Vec3& gravity, RowLoad& load) {
  if (vm.inv_mass != 0) load.f += (1.0 / vm.inv_mass) * gravity;
}

// Background damping (3.23), (3.24) of a row that is its own body; returns what it takes.
HD double damp(const VelocityMass& vm, const Vec3& omega, double damping, double rotational,
               double dt, RowLoad& load) {
  if (vm.inv_mass == 0) return 0;
  load.f -= damping * vm.v;
  load.tq -= rotational * omega;
  return (damping * norm2(vm.v) + rotational * norm2(omega)) * dt;
}

}  // namespace scree
