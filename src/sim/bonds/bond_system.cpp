#include "sim/bonds/bond_system.hpp"

#include "base/exact_sum.hpp"
#include "base/parallel_totals.hpp"

namespace scree {
namespace {

constexpr BondMode mode_of(BondOverload o) {
  switch (o) {
    case BondOverload::tension:
      return BondMode::tension;
    case BondOverload::shear:
      return BondMode::shear;
    case BondOverload::energy:
      return BondMode::energy;
    case BondOverload::none:
      break;
  }
  return BondMode::intact;
}

// What acts at the ends of the bond, as seen from the centres of the rows: so that whatever adds up
// rows needs not know where the ends are. The elastic and viscous sums keep the angular momentum
// about any point: see laws/bond.hpp.
void move_to_rows(const BondArms& at, BondForce& f) {
  f.couple1 += cross(at.arm1, f.force);
  f.couple2 -= cross(at.arm2, f.force);
  f.viscous1 += cross(at.arm1, f.viscous);
  f.viscous2 -= cross(at.arm2, f.viscous);
}

}  // namespace

// Bonds are in the order of (i, j). The links of a row must be in the order of its partners: first
// those to lower ids, which are met in that order, then those to higher ones.
void BondSystem::plan(const World& world) {
  link_begin_.clear();
  if (world.bonds.empty()) return;
  const Particles& p = world.particles;
  link_begin_.assign(p.size() + 1, 0);
  const auto each = [&](const auto& f) {
    for (std::uint32_t k = 0; k < world.bonds.size(); ++k)
      if (world.bonds[k].intact()) f(p.row_of()[world.bonds[k].j], 2 * k + 1);
    for (std::uint32_t k = 0; k < world.bonds.size(); ++k)
      if (world.bonds[k].intact()) f(p.row_of()[world.bonds[k].i], 2 * k);
  };
  each([&](std::uint32_t row, std::uint32_t) { ++link_begin_[row + 1]; });
  for (std::size_t s = 0; s < p.size(); ++s) link_begin_[s + 1] += link_begin_[s];
  link_.resize(link_begin_.back());
  std::vector<std::uint32_t> next(link_begin_.begin(), link_begin_.end() - 1);
  each([&](std::uint32_t row, std::uint32_t link) { link_[next[row]++] = link; });
}

BondMode BondSystem::act_on(World& world, std::size_t k, double dt) const {
  BondData& b = world.bonds[k];
  if (!b.intact()) return BondMode::intact;
  BondArms arms;
  BondForce f = laws[b.type]->act(bond_touch(world, k, dt, &arms), world.bonds.memory(k));
  if (world.bonds.joint_size > 0) move_to_rows(arms, f);
  b.force = f.force + f.viscous;
  b.couple1 = f.couple1 + f.viscous1;
  b.couple2 = f.couple2 + f.viscous2;
  b.viscous = f.viscous, b.viscous1 = f.viscous1, b.viscous2 = f.viscous2;
  return mode_of(f.overload);
}

void BondSystem::act(World& world, double dt, int threads) {
  overloads_.clear();
  if (world.bonds.empty()) return;
  Bonds& bonds = world.bonds;
  const auto n = static_cast<std::int64_t>(bonds.size());
  overload_.resize(bonds.size());
#pragma omp parallel for schedule(static) num_threads(threads) if (n > 500)
  for (std::int64_t m = 0; m < n; ++m) {
    const auto k = static_cast<std::size_t>(m);
    overload_[k] = static_cast<std::uint8_t>(act_on(world, k, dt));
  }
  for (std::size_t k = 0; k < bonds.size(); ++k)
    if (overload_[k] != 0) overloads_.push_back({k, static_cast<BondMode>(overload_[k])});
}

void BondSystem::gather(const Bonds& bonds, std::uint32_t first, std::uint32_t last, Vec3* f,
                        Vec3* tq) const {
  if (link_begin_.empty()) return;
  for (std::uint32_t s = first; s < last; ++s)
    for (std::uint32_t k = link_begin_[s]; k < link_begin_[s + 1]; ++k) {
      const BondData& b = bonds[link_[k] >> 1];
      if (link_[k] & 1u) {
        f[s - first] -= b.force;
        tq[s - first] += b.couple2;
      } else {
        f[s - first] += b.force;
        tq[s - first] += b.couple1;
      }
    }
}

double BondSystem::lost_power(const World& world, int threads) const {
  const Particles& p = world.particles;
  return parallel_totals(world.bonds.size(), threads, ExactSum{},
                         [&](std::size_t first, std::size_t last, ExactSum& total) {
                           for (std::size_t k = first; k < last; ++k) {
                             const BondData& b = world.bonds[k];
                             if (!b.intact()) continue;
                             const std::uint32_t i = p.row_of()[b.i], j = p.row_of()[b.j];
                             total += dot(b.viscous, p.vm[j].v - p.vm[i].v) -
                                      dot(b.viscous1, p.ws[i].omega) -
                                      dot(b.viscous2, p.ws[j].omega);
                           }
                         })
      .value();
}

double BondSystem::stored(const World& world, std::size_t k) const {
  const BondData& b = world.bonds[k];
  if (!b.intact()) return 0;
  return laws[b.type]->stored(bond_touch(world, k, world.dt), world.bonds.memory(k));
}

double BondSystem::stored(const World& world, int threads) const {
  return parallel_totals(world.bonds.size(), threads, ExactSum{},
                         [&](std::size_t first, std::size_t last, ExactSum& total) {
                           for (std::size_t k = first; k < last; ++k) total += stored(world, k);
                         })
      .value();
}

std::vector<bool> BondSystem::touches_itself() const {
  std::vector<bool> out;
  for (const auto& law : laws) out.push_back(law->touches_itself);
  return out;
}

}  // namespace scree
