// Edits of a simulation between steps: of one grain, and of many at once.
#include "api/simulation_impl.hpp"

namespace scree::api {
namespace {

std::vector<ParticleId> ids_of(std::span<const GrainId> ids) {
  std::vector<ParticleId> out;
  out.reserve(ids.size());
  for (const GrainId id : ids) out.push_back(ParticleId{id});
  return out;
}

std::vector<std::pair<ParticleId, ParticleId>> pairs_of(std::span<const Simulation::Pair> pairs) {
  std::vector<std::pair<ParticleId, ParticleId>> out;
  out.reserve(pairs.size());
  for (const auto& [a, b] : pairs) out.emplace_back(ParticleId{a}, ParticleId{b});
  return out;
}

Errors unequal(const char* what, std::size_t vectors, std::size_t ids) {
  return {{"E0548",
           std::to_string(vectors) + " " + what + " for " + std::to_string(ids) + " grains",
           "",
           "give one for each grain",
           {}}};
}

Result<std::uint32_t> bond_type(const scree::World& world, const std::string& type) {
  std::vector<std::string> known;
  for (const auto& t : world.bond_types) known.push_back(t.name);
  const auto it = std::find(known.begin(), known.end(), type);
  if (it == known.end()) return unknown_name("kind of bond", type, known);
  return static_cast<std::uint32_t>(it - known.begin());
}

}  // namespace

Result<GrainId> Simulation::add(const Grain& grain) { return add(std::span(&grain, 1)); }

Result<GrainId> Simulation::add(std::span<const Grain> grains) {
  std::vector<scree::Grain> made;
  made.reserve(grains.size());
  for (const Grain& g : grains) {
    auto one = grain_of(impl_->sim->world(), g);
    if (!one) return one.errors();
    made.push_back(*one);
  }
  const auto id = impl_->sim->add_grains(made);
  if (!id) return id.errors();
  return id->value;
}

Result<BodyId> Simulation::add(const Body& body) {
  const auto spec = body_of(impl_->sim->world(), body);
  if (!spec) return spec.errors();
  return impl_->sim->add_body(*spec);
}

Result<std::vector<BodyId>> Simulation::add(const Body& body, std::span<const BodyPlace> places) {
  const scree::World& world = impl_->sim->world();
  auto spec = body_of(world, body);
  if (!spec) return spec.errors();
  spec->x = {}, spec->q = {}, spec->v = {}, spec->omega = {};
  if (!spec->mass) {
    auto mass = body_mass(world, *spec);
    if (!mass) return mass.errors();
    spec->mass = *mass;
  }
  const auto volume = body_volume(world, *spec);
  if (!volume) return volume.errors();
  spec->volume = *volume;
  std::vector<BodySpec> all(places.size(), *spec);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const BodyPlace& p = places[k];
    all[k].x = p.position, all[k].q = p.orientation, all[k].v = p.velocity, all[k].omega = p.spin;
  }
  return impl_->sim->add_bodies(all);
}

Errors Simulation::remove(GrainId id) { return remove(std::span(&id, 1)); }
Errors Simulation::remove(std::span<const GrainId> ids) { return impl_->sim->remove(ids_of(ids)); }

Errors Simulation::set_velocity(GrainId id, const Vec3& velocity, const Vec3& spin) {
  return set_velocities({&id, 1}, {&velocity, 1}, {&spin, 1});
}
Errors Simulation::set_velocities(std::span<const GrainId> ids, std::span<const Vec3> velocities,
                                  std::span<const Vec3> spins) {
  if (velocities.size() != ids.size()) return unequal("velocities", velocities.size(), ids.size());
  if (!spins.empty() && spins.size() != ids.size())
    return unequal("spins", spins.size(), ids.size());
  return impl_->sim->set_velocities(ids_of(ids), velocities, spins);
}

Errors Simulation::set_force(GrainId id, const Vec3& force, const Vec3& torque) {
  return set_forces({&id, 1}, {&force, 1}, {&torque, 1});
}
Errors Simulation::set_forces(std::span<const GrainId> ids, std::span<const Vec3> forces,
                              std::span<const Vec3> torques) {
  if (forces.size() != ids.size()) return unequal("forces", forces.size(), ids.size());
  if (!torques.empty() && torques.size() != ids.size())
    return unequal("torques", torques.size(), ids.size());
  return impl_->sim->set_forces(ids_of(ids), forces, torques);
}

Errors Simulation::bond(GrainId a, GrainId b, const std::string& type) {
  const Pair pair(a, b);
  return bond({&pair, 1}, type);
}
Errors Simulation::bond(std::span<const Pair> pairs, const std::string& type) {
  const auto number = bond_type(impl_->sim->world(), type);
  if (!number) return number.errors();
  return impl_->sim->add_bonds(pairs_of(pairs), *number);
}

Errors Simulation::break_bond(GrainId a, GrainId b) {
  const Pair pair(a, b);
  return break_bonds({&pair, 1});
}
Errors Simulation::break_bonds(std::span<const Pair> pairs) {
  return impl_->sim->break_bonds(pairs_of(pairs));
}

}  // namespace scree::api
