#include "sim/engines/host_engine.hpp"

#include <algorithm>

#include "base/parallel_totals.hpp"
#include "sim/engines/body_system.hpp"

namespace scree {
namespace {

// (1 + D)^-1 v.
Vec3 taken_back(const CellNumbers& d, const Vec3& v) {
  const double z = v.z / (1 + d[2]);
  const double y = (v.y - d[5] * z) / (1 + d[1]);
  return {(v.x - d[3] * y - d[4] * z) / (1 + d[0]), y, z};
}

struct VirialSums {
  ExactSum of[6];
  void operator+=(const VirialSums& o) {
    for (int k = 0; k < 6; ++k) of[k] += o.of[k];
  }
};

// Columns that wait to be added together. Each number is rounded to 24 bits by itself (3e-8 of it),
// so that the order does not matter.
class VirialColumns {
 public:
  VirialColumns(const kernel::Kernels& kernels, VirialSums& to) : kernels_(kernels), to_(to) {}
  ~VirialColumns() { flush(); }
  VirialColumns(const VirialColumns&) = delete;
  VirialColumns& operator=(const VirialColumns&) = delete;

  // factor f_a d_b for the six components.
  void add(double factor, const Vec3& f, const Vec3& d) {
    column_[0][count_] = factor * (f.x * d.x);
    column_[1][count_] = factor * (f.y * d.y);
    column_[2][count_] = factor * (f.z * d.z);
    column_[3][count_] = factor * (f.x * d.y);
    column_[4][count_] = factor * (f.x * d.z);
    column_[5][count_] = factor * (f.y * d.z);
    if (++count_ == kMost) flush();
  }

 private:
  void flush() {
    for (int k = 0; k < 6; ++k) kernels_.add_rounded(column_[k], count_, to_.of[k]);
    count_ = 0;
  }
  static constexpr std::size_t kMost = 256;
  const kernel::Kernels& kernels_;
  VirialSums& to_;
  std::size_t count_ = 0;
  double column_[6][kMost];
};

}  // namespace

void HostEngine::forget_pair_forces(std::size_t n) {
  if (n > force_.capacity() || n < force_.capacity() / 2) {
    RawVector<kernel::ContactForce>().swap(force_);
    force_ = long_array<kernel::ContactForce, RawVector<kernel::ContactForce>>(n + n / 64);
  }
  force_.resize(n);
  known_ = false;
}

kernel::ContactForce* HostEngine::pair_forces_of(const StepOrders& orders) {
  known_ = !orders.predict_next;
  return known_ ? force_.data() : nullptr;
}

std::span<const kernel::ContactForce> HostEngine::pair_forces() const {
  if (!known_) return {};
  return force_;
}

void HostEngine::put_pair_forces(std::vector<kernel::ContactForce> forces) {
  force_.assign(forces.begin(), forces.end());
  known_ = true;
}

void HostEngine::drop_pairs(std::span<const std::uint32_t> kept) {
  if (!known_) return;
  for (std::size_t k = 0; k < kept.size(); ++k) force_[k] = force_[kept[k]];
  force_.resize(kept.size());
}

// The predictor leaves grains outside: the flow carries positions along, velocities are counted
// from a flow that a grain has moved in (SLLOD), and all come back into the brick.
void HostEngine::deform(const StepState& s, const CellNumbers& d) {
  const Vec3 diagonal{d[0], d[1], d[2]}, above{d[3], d[4], d[5]};
  const PeriodicBox& box = s.world.box;
  const bool moves = box.moves();
  Particles& grains = s.world.particles;
#pragma omp parallel for schedule(static) num_threads(threads_) if (grains.size() > 2000)
  for (std::size_t row = 0; row < grains.size(); ++row) {
    Vec3& x = grains.xr[row].x;
    if (moves) {
      x += triangular(diagonal, above, x - box.lo);
      grains.vm[row].v = taken_back(d, grains.vm[row].v);
    }
    wrap_into_cell(x, box);
  }
}

double HostEngine::gravity_power(const StepState& s) const {
  const Particles& p = s.world.particles;
  ExactSum sum;
  const auto rows = static_cast<std::uint32_t>(p.size());
  if (s.world.bodies.empty()) kernels_.weight_power(p.vm.data(), s.gravity, 0, rows, sum);
  for (std::uint32_t row = 0; row < rows && !s.world.bodies.empty(); ++row)
    if (!(p.ws[row].flags & kMember))
      kernels_.weight_power(p.vm.data(), s.gravity, row, row + 1, sum);
  return sum.value() + bodies_weight_power(s.world, s.gravity);
}

double HostEngine::source_power(const StepState& s) const {
  return s.sources.power(s.world.particles, threads_);
}

CellNumbers HostEngine::virial(const StepState& s) const {
  const Particles& grains = s.world.particles;
  const NearList& near = s.near;
  const std::span<const kernel::ContactForce> force = pair_forces();
  VirialSums sums = parallel_totals(
      force.size(), threads_, VirialSums{},
      [&](std::size_t first, std::size_t last, VirialSums& to) {
        VirialColumns columns(kernels_, to);
        for (auto c = static_cast<std::uint32_t>(first); c < last; ++c)
          if (near.touching(c))
            columns.add(
                -1, force[c].force,
                s.world.box.nearest(grains.xr[near.other[c]].x - grains.xr[near.owner[c]].x));
      });
  sums += parallel_totals(grains.size(), threads_, VirialSums{},
                          [&](std::size_t first, std::size_t last, VirialSums& to) {
                            VirialColumns columns(kernels_, to);
                            for (std::size_t row = first; row < last; ++row)
                              if (const VelocityMass& vm = grains.vm[row]; vm.inv_mass > 0)
                                columns.add(1 / vm.inv_mass, vm.v, vm.v);
                          });
  CellNumbers out;
  for (std::size_t k = 0; k < 6; ++k) out[k] = sums.of[k].value();
  return out;
}

}  // namespace scree
