#include "sim/world/poured_clusters.hpp"

#include "sim/bonds/bond_laws.hpp"

namespace scree {
namespace {

World empty_copy(const World& world) {
  World out;
  out.particles.set_dimensions(world.particles.dimensions());
  out.materials = world.materials;
  out.box = world.box;
  out.steps_per_contact = world.steps_per_contact;
  out.reference_speed = world.reference_speed;
  out.bond_types = world.bond_types;
  return out;
}

// f(inlet, cluster at its smallest size)
template <class F>
void for_each_cluster(const World& world, bool bonded, F&& f) {
  for (const Inlet& inlet : world.inlets)
    for (const ClusterMix::Part& part : inlet.mix.parts) {
      const Cluster& c = *part.cluster;
      if (c.bonded != bonded) continue;
      const double scale = inlet.mix.own_size ? 1 : 0.5 * inlet.sizes.smallest() / c.radius;
      f(inlet, TurnedCluster{&c, scale, {}});
    }
}

}  // namespace

Result<World> poured_clusters(const World& world) {
  World out = empty_copy(world);
  Errors errors;
  for_each_cluster(world, false, [&](const Inlet& inlet, const TurnedCluster& c) {
    const double density = world.materials[inlet.material.value].density;
    const auto added = add_body(out, c.body({}, inlet.material, density));
    if (!added && errors.empty()) errors = added.errors();
  });
  if (!errors.empty()) return errors;
  return out;
}

Result<World> poured_bonds(const World& world) {
  World out = empty_copy(world);
  for_each_cluster(world, true, [&](const Inlet& inlet, const TurnedCluster& c) {
    add_bonded(out, c, {.x = inlet.centre, .material = inlet.material});
  });
  if (Errors errors = start_bonds(out); !errors.empty()) return errors;
  return out;
}

}  // namespace scree
