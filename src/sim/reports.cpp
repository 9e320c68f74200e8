// What a simulation tells: hash, walls, memory.
#include <algorithm>
#include <cmath>

#include "sim/impl.hpp"

namespace scree {

std::vector<WallReport> Simulation::wall_reports() const {
  const Impl& s = *impl_;
  std::vector<WallReport> out;
  const std::vector<WallReaction> now = reactions(s.wall_contacts, s.world.walls, s.threads);
  for (std::size_t k = 0; k < now.size(); ++k)
    out.push_back({now[k].force, now[k].torque, s.wall_work[k]});
  return out;
}

namespace {

void hash(StateHasher& h, const Vec3& v) { h.add(v.x), h.add(v.y), h.add(v.z); }

void hash_grain(StateHasher& h, const Particles& p, std::uint32_t s) {
  h.add(std::uint64_t{p.id[s].value});
  h.add((std::uint64_t{p.ws[s].material} << 48) | (std::uint64_t{p.ws[s].flags} << 32) |
        p.ws[s].body);
  hash(h, p.xr[s].x);
  h.add(p.xr[s].r);
  hash(h, p.vm[s].v);
  h.add(p.vm[s].inv_mass);
  hash(h, p.ws[s].omega);
  h.add(p.q[s].w), h.add(p.q[s].x), h.add(p.q[s].y), h.add(p.q[s].z);
  hash(h, p.f[s]);
  hash(h, p.tq[s]);
}

}  // namespace

// All that decides the future, in id order: grains, touching contacts with their histories, walls,
// inlets, outlets, the integrator's own arrays, the step number.
Hash128 Simulation::state_hash() const {
  const Impl& s = *impl_;
  const Particles& grains = s.world.particles;
  const int stride = s.laws.stride;
  const std::vector<std::uint32_t> contacts = touching_in_order(s.near, grains);
  std::size_t next = 0;
  StateHasher h;
  h.add(s.step);
  h.add(s.world.dt);
  for (const std::uint32_t row : grains.slot_of()) {
    if (row == Particles::kNoSlot) continue;
    hash_grain(h, grains, row);
    for (const std::vector<Vec3>& array : s.own) hash(h, array[row]);
    for (; next < contacts.size() && s.near.owner[contacts[next]] == row; ++next) {
      const std::uint32_t c = contacts[next];
      h.add(std::uint64_t{grains.id[s.near.other[c]].value});
      for (int k = 0; k < stride; ++k) h.add(s.near.history[std::size_t{c} * stride + k]);
    }
  }
  for (const std::uint32_t k : s.wall_contacts.by_id) {
    const WallEntry& entry = s.wall_contacts.entries[k];
    if (entry.touching == 0) continue;
    h.add((std::uint64_t{grains.id[entry.slot].value} << 32) | entry.wall);
    for (std::uint32_t m = 0; m < entry.touching; ++m) {
      h.add(std::uint64_t{s.wall_contacts.places[entry.first + m].feature});
      for (int d = 0; d < stride; ++d)
        h.add(s.wall_contacts.history[std::size_t{entry.first + m} * stride + d]);
    }
  }
  for (const Wall& w : s.world.walls) {
    hash(h, w.pose.x), hash(h, w.pose.v), hash(h, w.pose.omega);
    h.add(w.pose.q.w), h.add(w.pose.q.x), h.add(w.pose.q.y), h.add(w.pose.q.z);
    if (w.motion)
      for (const double v : w.motion->state()) h.add(v);
  }
  for (const Inlet& i : s.world.inlets) h.add(i.placed), h.add(i.placed_mass), h.add(i.tries);
  for (const Outlet& o : s.world.outlets) h.add(o.grains), h.add(o.mass);
  return h.finish();
}

std::size_t Simulation::candidate_count() const { return impl_->candidates.other.size(); }

std::size_t Simulation::memory_bytes() const {
  const Impl& s = *impl_;
  const Particles& g = s.world.particles;
  const std::size_t grain = sizeof(PositionRadius) + sizeof(VelocityMass) + sizeof(SpinMaterial) +
                            sizeof(Quat) + 2 * sizeof(Vec3) + sizeof(double) + sizeof(ParticleId);
  std::size_t bytes = g.xr.capacity() * grain + g.slot_of().capacity() * sizeof(std::uint32_t);
  for (const auto& array : s.own) bytes += array.capacity() * sizeof(Vec3);
  bytes += s.listed_at.capacity() * sizeof(Vec3) + s.own_skin.capacity() * sizeof(float) +
           s.pairs.capacity() * sizeof(SlotPair);
  bytes += (s.candidates.begin.capacity() + s.candidates.other.capacity()) * sizeof(std::uint32_t);
  return bytes + s.near.memory_bytes() + s.wall_contacts.memory_bytes();
}

}  // namespace scree
