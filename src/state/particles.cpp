#include "state/particles.hpp"

#include <numbers>

#include "base/memory.hpp"

namespace scree {

ParticleId Particles::add(const Grain& g, double density) {
  const ParticleId new_id{next_id_++};
  const double r = g.radius;
  const double m = density * (4.0 / 3.0 * std::numbers::pi) * r * r * r;
  xr.push_back({g.x, r});
  vm.push_back({g.fixed ? Vec3{} : g.v, g.fixed ? 0.0 : 1.0 / m});
  ws.push_back({g.fixed ? Vec3{} : g.omega, static_cast<std::uint16_t>(g.material.value),
                static_cast<std::uint16_t>(g.fixed ? kFixed : 0), g.body});
  q.push_back(g.q);
  f.emplace_back();
  tq.emplace_back();
  inv_inertia.push_back(g.fixed ? 0.0 : 1.0 / (0.4 * m * r * r));
  id.push_back(new_id);
  slot_of_.resize(next_id_, kNoSlot);
  slot_of_[new_id.value] = static_cast<std::uint32_t>(size() - 1);
  return new_id;
}

namespace {

template <class T>
void take(std::vector<T>& v, std::span<const std::uint32_t> order) {
  std::vector<T> out = long_array<T>(order.size());
  out.resize(order.size());
#pragma omp parallel for schedule(static)
  for (std::size_t k = 0; k < order.size(); ++k) out[k] = v[order[k]];
  v.swap(out);
}

}  // namespace

void Particles::permute(std::span<const std::uint32_t> order) {
  take(xr, order);
  take(vm, order);
  take(ws, order);
  take(q, order);
  take(f, order);
  take(tq, order);
  take(inv_inertia, order);
  take(id, order);
  index_ids();
}

void Particles::remove(std::span<const std::uint8_t> gone) {
  std::vector<std::uint32_t> keep;
  keep.reserve(size());
  for (std::uint32_t s = 0; s < size(); ++s)
    if (!gone[s]) keep.push_back(s);
  permute(keep);
}

void Particles::shrink_to_fit() {
  xr.shrink_to_fit(), vm.shrink_to_fit(), ws.shrink_to_fit(), q.shrink_to_fit();
  f.shrink_to_fit(), tq.shrink_to_fit(), inv_inertia.shrink_to_fit(), id.shrink_to_fit();
  slot_of_.shrink_to_fit();
}

void Particles::index_ids() {
  slot_of_.assign(next_id_, kNoSlot);
  for (std::uint32_t s = 0; s < size(); ++s) slot_of_[id[s].value] = s;
}

}  // namespace scree
