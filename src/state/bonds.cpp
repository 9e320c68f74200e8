#include "state/bonds.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace scree {

void Bonds::add(ParticleId a, ParticleId b, std::uint32_t type, double length) {
  const auto [low, high] = std::minmax(a.value, b.value);
  BondData bond;
  bond.i = low, bond.j = high, bond.type = type, bond.length = length;
  rows.push_back(bond);
  history.resize(rows.size() * stride, 0.0);
}

void Bonds::add(ParticleId a, ParticleId b, std::uint32_t type, double length,
                std::span<const double> remembered) {
  if (remembered.size() > stride) set_stride(remembered.size());
  add(a, b, type, length);
  if (remembered.empty()) return;
  rows.back().started = 1;
  std::copy(remembered.begin(), remembered.end(),
            history.end() - static_cast<std::ptrdiff_t>(stride));
}

std::size_t Bonds::find(std::uint32_t i, std::uint32_t j) const {
  const auto at = std::lower_bound(
      rows.begin(), rows.end(), std::pair(i, j),
      [](const BondData& b, const auto& key) { return std::pair(b.i, b.j) < key; });
  if (at == rows.end() || at->i != i || at->j != j) return kNone;
  return static_cast<std::size_t>(at - rows.begin());
}

void Bonds::sort() {
  const auto before = [](const BondData& a, const BondData& b) {
    return std::pair(a.i, a.j) < std::pair(b.i, b.j);
  };
  if (std::is_sorted(rows.begin(), rows.end(), before)) return;
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return before(rows[a], rows[b]); });
  Bonds out;
  out.stride = stride;
  for (const std::size_t k : order) out.ContactTable::add(rows[k], history.data() + k * stride);
  *this = std::move(out);
}

void Bonds::set_stride(std::size_t numbers) {
  if (numbers == stride) return;
  std::vector<double> wider(rows.size() * numbers, 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k)
    std::copy_n(history.data() + k * stride, std::min(stride, numbers), wider.data() + k * numbers);
  history = std::move(wider);
  stride = numbers;
}

void Bonds::remove(const std::vector<bool>& gone) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (gone[k]) continue;
    rows[kept] = rows[k];
    std::copy_n(history.data() + k * stride, stride, history.data() + kept * stride);
    ++kept;
  }
  resize(kept);
}

bool internal_pair(const Particles& p, const Bonds& bonds, std::uint32_t a, std::uint32_t b) {
  const SpinMaterial &wa = p.ws[a], &wb = p.ws[b];
  if (same_body(wa, wb)) return true;
  if (!(wa.flags & wb.flags & kBonded) || wa.body != wb.body) return false;
  const auto [i, j] = std::minmax(p.id[a].value, p.id[b].value);
  const std::size_t k = bonds.find(i, j);
  if (k == Bonds::kNone) return !(wa.flags & wb.flags & kTouchesItself);
  return bonds[k].intact();
}

namespace {

// The lowest row of the set, by path halving.
std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t id) {
  while (parent[id] != id) id = parent[id] = parent[parent[id]];
  return id;
}

}  // namespace

void name_fragments(const Bonds& bonds, const std::vector<bool>& touches_itself, Particles& p) {
  // Union of ids, the lower one leads: the name does not depend on the order of the bonds.
  std::vector<std::uint32_t> parent(p.next_id());
  std::iota(parent.begin(), parent.end(), 0u);
  for (const BondData& b : bonds) {
    if (!b.intact()) continue;
    const std::uint32_t x = root_of(parent, b.i), y = root_of(parent, b.j);
    parent[std::max(x, y)] = std::min(x, y);
  }
  for (SpinMaterial& g : p.ws) {
    if (!(g.flags & kBonded)) continue;
    g.flags = static_cast<std::uint16_t>(g.flags & ~(kBonded | kTouchesItself));
    g.body = 0;
  }
  for (const BondData& b : bonds) {
    if (!b.intact()) continue;
    for (const std::uint32_t id : {b.i, b.j}) {
      SpinMaterial& g = p.ws[p.row_of()[id]];
      const unsigned itself = touches_itself[b.type] ? kTouchesItself : 0;
      g.flags = static_cast<std::uint16_t>(g.flags | kBonded | itself);
      g.body = root_of(parent, id) + 1;
    }
  }
}

}  // namespace scree
