// The stages of a step that a deforming cell adds: the flow after the predictor, and stress and
// work after the contacts.
#include <algorithm>
#include <cmath>

#include "base/parallel_totals.hpp"
#include "sim/impl.hpp"

namespace scree {
namespace {

// At least the factor of D on any distance.
double greatest_strain(const CellNumbers& d) {
  const auto abs = [&d](std::size_t k) { return std::abs(d[k]); };
  const double columns = std::max({abs(0), abs(3) + abs(1), abs(4) + abs(5) + abs(2)});
  const double rows = std::max({abs(0) + abs(3) + abs(4), abs(1) + abs(5), abs(2)});
  return std::sqrt(columns * rows);
}

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

// After the predictor, which leaves grains outside: the flow carries positions along, velocities
// are counted from a flow that a grain has moved in (SLLOD), and all come back into the brick.
void Simulation::Impl::deform_cell() {
  if (world.cell.empty()) return;
  const double dt = world.dt;
  const CellNumbers d = cell.next(world.cell, world.box, step, dt);
  const Vec3 diagonal{d[0], d[1], d[2]}, above{d[3], d[4], d[5]}, lo = world.box.lo;
  PeriodicBox box = deformed(world.box, d);
  box.stretch = diagonal / dt, box.shear = above / dt;
  const bool moves = box.moves();
  cell.increment = d;
  cell.shear += above;
  world.box = box;
  motion.strain = greatest_strain(d);
  lists.deform(d);
  Particles& grains = p();
#pragma omp parallel for schedule(static) num_threads(threads) if (grains.size() > 2000)
  for (std::size_t s = 0; s < grains.size(); ++s) {
    Vec3& x = grains.xr[s].x;
    if (moves) {
      x += triangular(diagonal, above, x - lo);
      grains.vm[s].v = taken_back(d, grains.vm[s].v);
    }
    wrap_into_cell(x, box);
  }
}

// V sigma = sum of m v v less sum of f d, f on the owner and d to its partner.
CellNumbers Simulation::Impl::cell_virial() const {
  const Particles& grains = p();
  const NearList& near = lists.near;
  VirialSums sums = parallel_totals(
      near.size(), threads, VirialSums{}, [&](std::size_t first, std::size_t last, VirialSums& to) {
        VirialColumns columns(*kernels, to);
        for (auto c = static_cast<std::uint32_t>(first); c < last; ++c)
          if (near.touching(c))
            columns.add(-1, near.force[c].force,
                        world.box.nearest(grains.xr[near.other[c]].x - grains.xr[near.owner[c]].x));
      });
  sums += parallel_totals(grains.size(), threads, VirialSums{},
                          [&](std::size_t first, std::size_t last, VirialSums& to) {
                            VirialColumns columns(*kernels, to);
                            for (std::size_t s = first; s < last; ++s)
                              if (const VelocityMass& vm = grains.vm[s]; vm.inv_mass > 0)
                                columns.add(1 / vm.inv_mass, vm.v, vm.v);
                          });
  CellNumbers out;
  for (std::size_t k = 0; k < 6; ++k) out[k] = sums.of[k].value();
  return out;
}

CellReport Simulation::cell() const {
  const Impl& s = *impl_;
  return s.cell.report(s.world.cell, s.world.box, s.step, s.world.dt);
}

}  // namespace scree
