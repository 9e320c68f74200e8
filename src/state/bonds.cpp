#include "state/bonds.hpp"

#include <algorithm>
#include <cstring>
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
  if (remembered.size() > memory_size()) set_stride(joint_size + remembered.size());
  add(a, b, type, length);
  if (remembered.empty()) return;
  rows.back().started = 1;
  std::copy(remembered.begin(), remembered.end(), memory(rows.size() - 1));
}

BondJoint Bonds::joint(std::size_t bond) const {
  BondJoint out;
  if (joint_size == kJointNumbers)
    std::memcpy(static_cast<void*>(&out), history.data() + bond * stride, sizeof out);
  return out;
}

void Bonds::set_joint(std::size_t bond, const BondJoint& joint) {
  make_joints();
  std::memcpy(history.data() + bond * stride, &joint, sizeof joint);
}

void Bonds::make_joints() {
  if (joint_size == kJointNumbers) return;
  const std::size_t wider = stride + kJointNumbers;
  std::vector<double> moved(rows.size() * wider, 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k)
    std::copy_n(history.data() + k * stride, stride, moved.data() + k * wider + kJointNumbers);
  history = std::move(moved);
  stride = wider;
  joint_size = kJointNumbers;
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
  out.joint_size = joint_size;
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
  if (!(wa.flags & wb.flags & kBonded)) return false;
  if (const PieceNames piece(p); piece(a) != piece(b)) return false;
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

PieceNames::PieceNames(const Particles& p) : p_(p) {
  const ExtraField* f = p.extra().all().empty() ? nullptr : p.extra().find(kFragmentField);
  if (f != nullptr && f->width == 1) fragment_ = f->values.data();
}

namespace {

// f(id) for the grain, or for all rows of its rigid body.
template <class F>
void for_each_row_of(std::uint32_t id, const Bodies& bodies, const Particles& p, const F& f) {
  const SpinMaterial& g = p.ws[p.row_of()[id]];
  const Body* b = g.flags & kMember ? bodies.find(g.body) : nullptr;
  if (b == nullptr) return f(id);
  for (std::uint32_t k = 0; k < b->count; ++k) f(b->first_id + k);
}

// The field of names of fragments with bodies in them, all 0; made where it is asked for.
double* fragment_field(bool make, Particles& p) {
  ExtraField* f = p.extra().find(kFragmentField);
  if (f == nullptr && make) {
    const FieldSpec spec{.name = std::string(kFragmentField),
                         .unit = "",
                         .roles = kShown,
                         .about = "name of the bonded fragment with rigid bodies in it; 0: none"};
    if (p.add_field(spec, 1)) f = p.extra().find(kFragmentField);
  }
  if (f == nullptr || f->width != 1) return nullptr;
  std::fill(f->values.begin(), f->values.end(), 0.0);
  return f->values.data();
}

}  // namespace

void name_fragments(const Bonds& bonds, const std::vector<bool>& touches_itself,
                    const Bodies& bodies, Particles& p) {
  // Union of ids, the lower one leads: the name does not depend on the order of the bonds.
  std::vector<std::uint32_t> parent(p.next_id());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto unite = [&parent](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t x = root_of(parent, a), y = root_of(parent, b);
    parent[std::max(x, y)] = std::min(x, y);
  };
  bool members = false;
  for (const BondData& b : bonds) {
    if (!b.intact()) continue;
    unite(b.i, b.j);
    for (const std::uint32_t id : {b.i, b.j}) {
      if (!(p.ws[p.row_of()[id]].flags & kMember)) continue;
      members = true;
      for_each_row_of(id, bodies, p, [&](std::uint32_t row) { unite(id, row); });
    }
  }
  double* const fragment = fragment_field(members, p);
  std::vector<bool> with_body(members ? p.next_id() : 0, false);
  for (SpinMaterial& g : p.ws) {
    if (!(g.flags & kBonded)) continue;
    g.flags = static_cast<std::uint16_t>(g.flags & ~(kBonded | kTouchesItself));
    if (!(g.flags & kMember)) g.body = 0;
  }
  for (const BondData& b : bonds)
    if (members && b.intact())
      for (const std::uint32_t id : {b.i, b.j})
        if (p.ws[p.row_of()[id]].flags & kMember) with_body[root_of(parent, id)] = true;
  for (const BondData& b : bonds) {
    if (!b.intact()) continue;
    const unsigned itself = touches_itself[b.type] ? kTouchesItself : 0;
    const std::uint32_t root = root_of(parent, b.i);
    const bool mixed = members && with_body[root] && fragment != nullptr;
    for (const std::uint32_t end : {b.i, b.j})
      for_each_row_of(end, bodies, p, [&](std::uint32_t id) {
        const std::uint32_t row = p.row_of()[id];
        SpinMaterial& g = p.ws[row];
        g.flags = static_cast<std::uint16_t>(g.flags | kBonded | itself);
        if (mixed)
          fragment[row] = root + 1;
        else
          g.body = root + 1;
      });
  }
}

}  // namespace scree
