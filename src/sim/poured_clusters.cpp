#include "sim/poured_clusters.hpp"

namespace scree {

Result<World> poured_clusters(const World& world) {
  World out;
  out.materials = world.materials;
  out.steps_per_contact = world.steps_per_contact;
  out.reference_speed = world.reference_speed;
  for (const Inlet& inlet : world.inlets)
    for (const ClusterMix::Part& part : inlet.mix.parts) {
      const Cluster& c = *part.cluster;
      const double scale = inlet.mix.own_size ? 1 : 0.5 * inlet.sizes.smallest() / c.radius;
      const double density = world.materials[inlet.material.value].density;
      const auto added =
          add_body(out, TurnedCluster{&c, scale, {}}.body({}, inlet.material, density));
      if (!added) return added.errors();
    }
  return out;
}

}  // namespace scree
