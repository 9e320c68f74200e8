// A packing, driven from C++: grains rain into a box, come to rest, and the porosity of the bed is
// printed with the hash of its state. The same numbers come out with any number of threads:
//
//   packing [THREADS]
#include <cstdio>
#include <cstdlib>
#include <scree/measure/measure.hpp>
#include <scree/sim/live_input.hpp>
#include <scree/sim/make_wall.hpp>
#include <scree/sim/simulation.hpp>

namespace {

using namespace scree;

constexpr double kDiameter = 0.004, kWidth = 0.032;  // m

MaterialSpec glass() {
  MaterialSpec m;
  m.name = "glass";
  m.density = 2500;
  m.normal = {"linear", {}};
  m.normal.params.set("contact_time", 5e-4);
  m.normal.params.set("restitution", 0.4);
  m.tangential = {"spring", {}};
  m.tangential.params.set("friction", 0.3);
  return m;
}

Result<World> filled_box() {
  World world;
  world.title = "packing";
  world.materials = {glass()};
  world.damping = 1e-3;  // kg/s: the bed comes to rest within tenths of a second
  ParamSet box;
  box.set("min", Vec3{0, 0, 0});
  box.set("max", Vec3{kWidth, 0.2, kWidth});
  auto wall = make_wall("box", "box", box);
  if (!wall) return wall.errors();
  world.walls.push_back(std::move(*wall));
  // A loose lattice, its sizes and places a little uneven.
  const CounterRandom random(/*seed=*/1, /*stream=*/0);
  std::uint64_t number = 0;
  for (int layer = 0; layer < 12; ++layer)
    for (int i = 0; i < 6; ++i)
      for (int k = 0; k < 6; ++k, number += 4) {
        const auto uneven = [&](int n) {
          return 0.1 * kDiameter * (random.uniform(number + static_cast<std::uint64_t>(n)) - 0.5);
        };
        const double pitch = kWidth / 6;
        world.particles.add({.x = {(i + 0.5) * pitch + uneven(0), (layer + 0.5) * pitch,
                                   (k + 0.5) * pitch + uneven(1)},
                             .radius = 0.5 * (kDiameter + uneven(2)),
                             .material = MaterialId{0}},
                            world.materials[0].density);
      }
  return world;
}

int told(const Errors& errors) {
  for (const Error& e : errors) std::fprintf(stderr, "error: %s\n", to_string(e).c_str());
  return 2;
}

// Until less than a millionth of the energy that was lost is still in motion.
std::optional<Failure> settle(Simulation& sim) {
  const auto stretch = static_cast<std::uint64_t>(0.02 / sim.dt());
  while (sim.time() < 3) {
    if (auto failure = sim.run(stretch)) return failure;
    const EnergyReport e = sim.energy();
    double lost = 0;
    for (const double channel : e.dissipated) lost += channel;
    if (sim.time() > 0.1 && e.kinetic + e.rotational < 1e-6 * lost) break;
  }
  return std::nullopt;
}

}  // namespace

int main(int argc, char** argv) {
  RunOptions options;
  if (argc > 1) options.threads = std::atoi(argv[1]);
  auto world = filled_box();
  if (!world) return told(world.errors());
  auto sim = Simulation::create(std::move(*world), options);
  if (!sim) return told(sim.errors());
  if (const auto failure = settle(*sim)) {
    std::fprintf(stderr, "%s\n", failure->message.c_str());
    return 1;
  }
  // The part of the bed that neither the floor nor the uneven top disturbs.
  char line[100];
  std::snprintf(line, sizeof line, "density; area = %g; bottom = %g; height = %g", kWidth * kWidth,
                kDiameter, 5 * kDiameter);
  auto density = make_measure(line);
  if (!density) return told(density.errors());
  LiveInput input;
  double found[2] = {};
  (*density)->evaluate(input.at(*sim, sim->energy()), found);
  std::printf("grains     %zu\n", sim->particles().size());
  std::printf("contacts   %zu\n", sim->contact_count());
  std::printf("porosity   %.4f\n", 1 - found[0]);
  std::printf("state hash %s\n", to_string(sim->state_hash()).c_str());
  return 0;
}
