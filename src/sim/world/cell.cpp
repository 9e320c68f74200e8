#include "sim/world/cell.hpp"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

std::uint64_t steps_of(double duration, double dt) {
  return dt > 0 ? static_cast<std::uint64_t>(std::max(1.0, std::rint(duration / dt))) : 1;
}

// Nearest whole number of lengths, 0 for a tilt of up to half a one.
double flips(double tilt, double length) {
  return std::abs(tilt) > 0.5 * length ? std::rint(tilt / length) : 0;
}

// In two dimensions, of unit depth.
double volume_of(const PeriodicBox& box) {
  return box.length(0) * box.length(1) * (box.periodic[2] ? box.length(2) : 1);
}

Vec3 diagonal_of(const CellNumbers& n) { return {n[0], n[1], n[2]}; }
Vec3 above_of(const CellNumbers& n) { return {n[3], n[4], n[5]}; }

}  // namespace

double CellPhase::greatest_target() const {
  double greatest = 0;
  for (const CellComponent& c : of)
    if (c.drive == CellDrive::stress) greatest = std::max(greatest, std::abs(c.value));
  return greatest;
}

bool CellSpec::tilts() const {
  for (const CellPhase& p : phases)
    for (std::size_t k = 3; k < 6; ++k)
      if (p.of[k].drive != CellDrive::held) return true;
  return false;
}

PeriodicBox deformed(const PeriodicBox& box, const CellNumbers& d) {
  PeriodicBox out = box;
  const Vec3 l = box.hi - box.lo;
  for (int k = 0; k < 3; ++k) out.hi[k] = box.hi[k] + d[static_cast<std::size_t>(k)] * l[k];
  out.tilt = {box.tilt.x + (d[0] * box.tilt.x + d[3] * l.y),
              box.tilt.y + (d[0] * box.tilt.y + d[3] * box.tilt.z + d[4] * l.z),
              box.tilt.z + (d[1] * box.tilt.z + d[5] * l.z)};
  // c - n b, then b - n a and c - n a.
  const double over_y = flips(out.tilt.z, out.length(1));
  if (over_y != 0) {
    out.tilt.z -= over_y * out.length(1);
    out.tilt.y -= over_y * out.tilt.x;
  }
  for (double* tilt : {&out.tilt.x, &out.tilt.y})
    *tilt -= flips(*tilt, out.length(0)) * out.length(0);
  return out;
}

void wrap_into_cell(Vec3& x, const PeriodicBox& box) {
  const auto lengths_out = [&](int k) {
    return box.periodic[k] && (x[k] < box.lo[k] || x[k] >= box.hi[k])
               ? std::floor((x[k] - box.lo[k]) / box.length(k))
               : 0.0;
  };
  if (const double n = lengths_out(2); n != 0) x -= n * Vec3{box.tilt.y, box.tilt.z, box.length(2)};
  if (const double n = lengths_out(1); n != 0) x -= n * Vec3{box.tilt.x, box.length(1), 0};
  if (const double n = lengths_out(0); n != 0) x.x -= n * box.length(0);
}

CellStage cell_stage(const CellSpec& spec, std::uint64_t step, double dt) {
  CellStage at;
  while (at.phase + 1 < spec.phases.size()) {
    const std::uint64_t steps = steps_of(spec.phases[at.phase].duration, dt);
    if (step < at.begin + steps) break;
    at.begin += steps;
    ++at.phase;
  }
  return at;
}

CellNumbers CellSystem::next(const CellSpec& spec, const PeriodicBox& box, std::uint64_t step,
                             double dt) const {
  CellNumbers d{};
  if (spec.empty()) return d;
  const CellStage at = cell_stage(spec, step, dt);
  const CellPhase& phase = spec.phases[at.phase];
  const auto done = static_cast<double>(step - at.begin);
  const double steps = static_cast<double>(steps_of(phase.duration, dt));
  const bool over = phase.duration > 0 && done >= steps;  // the last phase: held from then on
  const double risen = phase.ramp > 0 ? std::min((done + 0.5) * dt / phase.ramp, 1.0) : 1.0;
  const double scale = phase.greatest_target(), volume = volume_of(box);
  for (std::size_t k = 0; k < 6 && !over; ++k) {
    const CellComponent& c = phase.of[k];
    if (c.drive == CellDrive::rate) d[k] = c.value * risen * dt;
    if (c.drive == CellDrive::strain) {
      const double share = c.value / steps;  // a length after n steps is 1 + n share of the first
      d[k] = k < 3 ? share / (1 + share * done) : share;
    }
    if (c.drive == CellDrive::stress) {
      const double error = phase.gain * (virial[k] / volume - c.value) / scale;
      d[k] = phase.max_rate * risen * dt * std::clamp(error, -1.0, 1.0);
    }
  }
  return d;
}

void CellSystem::account(const CellNumbers& virial_now) {
  for (std::size_t k = 0; k < 6; ++k) {
    // Of a length, the change of its logarithm: then the rule is of the second order.
    const double strain = k < 3 ? increment[k] / (1 + 0.5 * increment[k]) : increment[k];
    work -= 0.5 * (virial[k] + virial_now[k]) * strain;
  }
  virial = virial_now;
}

CellReport CellSystem::report(const CellSpec& spec, const PeriodicBox& box, std::uint64_t step,
                              double dt) const {
  CellReport r;
  for (int k = 0; k < 3; ++k) {
    const auto n = static_cast<std::size_t>(k);
    r.strain[n] = box.periodic[k] ? box.length(k) / start_length[k] - 1 : 0;
    r.strain[n + 3] = shear[k];
    r.rate[n] = box.stretch[k];
    r.rate[n + 3] = box.shear[k];
  }
  for (std::size_t k = 0; k < 6; ++k) r.stress[k] = virial[k] / volume_of(box);
  r.work = work;
  r.phase = cell_stage(spec, step, dt).phase;
  return r;
}

std::vector<double> CellSystem::state(const PeriodicBox& box) const {
  std::vector<double> out;
  for (const Vec3& v : {box.hi, box.tilt, box.stretch, box.shear, diagonal_of(increment),
                        above_of(increment), diagonal_of(virial), above_of(virial), shear})
    out.insert(out.end(), {v.x, v.y, v.z});
  out.push_back(work);
  return out;
}

void CellSystem::restore(const std::vector<double>& state, PeriodicBox& box) {
  const auto at = [&state](std::size_t k) {
    return Vec3{state[3 * k], state[3 * k + 1], state[3 * k + 2]};
  };
  box.hi = at(0), box.tilt = at(1), box.stretch = at(2), box.shear = at(3);
  std::copy_n(state.begin() + 12, 6, increment.begin());
  std::copy_n(state.begin() + 18, 6, virial.begin());
  shear = at(8);
  work = state[27];
}

}  // namespace scree
