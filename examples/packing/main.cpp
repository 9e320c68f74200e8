// A packing, driven from C++: grains rain into a box, come to rest, and the porosity of the bed is
// printed with the hash of its state. The same numbers come out with any number of threads:
//
//   packing [THREADS]
#include <cstdio>
#include <cstdlib>
#include <random>
#include <scree/scree.hpp>

namespace {

using namespace scree;
using namespace scree::api;

constexpr double kDiameter = 0.004, kWidth = 0.032;  // m

Material glass() {
  Material m;
  m.name = "glass";
  m.density = 2500;
  m.normal = {"linear"};
  m.normal.params.set("contact_time", 5e-4);
  m.normal.params.set("restitution", 0.4);
  m.tangential = {"spring"};
  m.tangential.params.set("friction", 0.3);
  return m;
}

// A loose lattice, its sizes and places a little uneven.
std::vector<Grain> lattice() {
  std::mt19937 random(1);
  const auto uneven = [&] {
    return 0.1 * kDiameter * (static_cast<double>(random()) / 0x1p32 - 0.5);
  };
  std::vector<Grain> grains;
  const double pitch = kWidth / 6;
  for (int layer = 0; layer < 12; ++layer)
    for (int i = 0; i < 6; ++i)
      for (int k = 0; k < 6; ++k) {
        const double x = (i + 0.5) * pitch + uneven(), z = (k + 0.5) * pitch + uneven();
        grains.push_back(
            {.position = {x, (layer + 0.5) * pitch, z}, .radius = 0.5 * (kDiameter + uneven())});
      }
  return grains;
}

Result<World> filled_box() {
  World world;
  Settings settings;
  settings.title = "packing";
  settings.damping = 1e-3;  // kg/s: the bed comes to rest within tenths of a second
  if (auto wrong = world.set(settings); !wrong.empty()) return wrong;
  if (auto wrong = world.add(glass()); !wrong.empty()) return wrong;
  ParamSet box;
  box.set("min", Vec3{0, 0, 0});
  box.set("max", Vec3{kWidth, 0.2, kWidth});
  if (auto wrong = world.add(Wall{.name = "box", .shape = {"box", box}}); !wrong.empty())
    return wrong;
  if (const auto first = world.add(lattice()); !first) return first.errors();
  return world;
}

int told(const Errors& errors) {
  for (const Error& e : errors) std::fprintf(stderr, "error: %s\n", to_string(e).c_str());
  return 2;
}

// Until less than a millionth of the energy that was lost is still in motion.
Outcome settle(Simulation& sim) {
  sim.every(0.02, [](Simulation& now) {
    const Energy e = now.energy();
    return now.time() < 0.1 || e.of("kinetic") + e.of("rotational") > 1e-6 * e.lost;
  });
  return sim.run_until(3);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (argc > 1) options.threads = std::atoi(argv[1]);
  auto world = filled_box();
  if (!world) return told(world.errors());
  auto sim = Simulation::create(std::move(*world), options);
  if (!sim) return told(sim.errors());
  if (const Outcome end = settle(*sim); !end.ok()) {
    std::fprintf(stderr, "%s\n", end.failure->message.c_str());
    return 1;
  }
  // The part of the bed that neither the floor nor the uneven top disturbs.
  char line[100];
  std::snprintf(line, sizeof line, "density; area = %g; bottom = %g; height = %g", kWidth * kWidth,
                kDiameter, 5 * kDiameter);
  auto density = Measure::make(line);
  if (!density) return told(density.errors());
  const auto found = density->evaluate(*sim);
  if (!found) return told(found.errors());
  std::printf("grains     %zu\n", sim->grain_count());
  std::printf("contacts   %zu\n", sim->contact_count());
  std::printf("porosity   %.4f\n", 1 - (*found)[0]);
  std::printf("state hash %s\n", sim->state_hash().c_str());
  return 0;
}
