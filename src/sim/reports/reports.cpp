// What a simulation tells: walls, memory.
#include "sim/parts/impl.hpp"

namespace scree {

std::vector<WallReport> Simulation::wall_reports() const {
  const SimState& s = impl_->state;
  std::vector<WallReport> out;
  const std::vector<WallReaction> now = s.walls.loads(s.world.walls, s.contacts(), s.threads);
  for (std::size_t k = 0; k < now.size(); ++k)
    out.push_back({now[k].force, now[k].torque, s.walls.work[k]});
  return out;
}

std::size_t Simulation::candidate_count() const { return impl_->state.lists.candidate_count; }

std::size_t Simulation::memory_bytes() const {
  const SimState& s = impl_->state;
  const std::size_t bytes = s.world.particles.memory_bytes();
  const Bonds& bonds = s.world.bonds;
  return bytes + s.lists.memory_bytes() + s.engine->memory_bytes() +
         s.walls.contacts.memory_bytes() + bonds.rows.capacity() * sizeof(BondData) +
         bonds.history.capacity() * sizeof(double);
}

}  // namespace scree
