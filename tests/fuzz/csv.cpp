// Grains from a CSV table, as the fill `csv` reads them: any bytes give grains that are sound or
// mistakes with codes. Few grains also become a simulation, which starts or says why not.
#include <cmath>
#include <string>

#include "input.hpp"
#include "scene/scene.hpp"
#include "scene/tables/csv_grains.hpp"
#include "scene/text/document.hpp"
#include "scene/text/reader.hpp"
#include "sim/simulation.hpp"

namespace {

using namespace scree;
using fuzz::require;

constexpr std::size_t kFew = 12;

// The scene around the table, read once: an input pays for its own text only.
struct Surroundings {
  std::string text;
  Branch root;
  World world;
};

constexpr std::string_view kHead =
    "[material.glass]\n[material.steel]\ndensity = 7800\n[[fill]]\nmaterial = \"glass\"\n";

Surroundings read_surroundings() {
  Messages messages;
  const std::string text = std::string(kHead) + "kind = \"csv\"\nfile = \"grains.csv\"\n";
  const int source = messages.add_source("fuzz.toml", text);
  const auto document = parse_document(messages.text(source), source, messages);
  require(document.has_value());
  ReadContext context{"", messages};
  Surroundings s{text, read_section(*document, scene_section(), context), {}};
  auto scene = parse_scene(
      std::string(kHead) + "kind = \"grains\"\ngrains = [{position = [0, 0, 0], diameter = 1}]\n",
      "fuzz.toml");
  require(scene.ok());
  s.world = std::move(scene->world);
  s.world.particles = {};
  return s;
}

void check_grains(const World& world) {
  const Particles& p = world.particles;
  for (std::size_t k = 0; k < p.size(); ++k) {
    require(is_finite(p.xr[k].x) && p.xr[k].r > 0 && std::isfinite(p.xr[k].r));
    require(is_finite(p.vm[k].v) && is_finite(p.ws[k].omega));
    require(p.ws[k].material < world.materials.size());
  }
}

// Two steps either fail with a reason or leave finite grains.
void start(World world) {
  auto simulation = Simulation::create(std::move(world), {.threads = 1});
  if (!simulation) {
    for (const Error& e : simulation.errors()) require(!e.code.empty() && !e.message.empty());
    return;
  }
  if (const auto failure = simulation->run(2)) {
    require(!failure->code.empty() && !failure->message.empty());
    return;
  }
  check_grains(simulation->world());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Surroundings around = read_surroundings();
  Messages messages;
  messages.add_source("fuzz.toml", around.text);  // for spans of it
  Placement placed;
  World world = around.world;
  const Branch& fill = around.root.list("fill").front();
  FillContext context(world, placed, messages, fill, 0, MaterialId{0}, ClusterMix{});
  add_csv_grains(context, std::string(reinterpret_cast<const char*>(data), size), "grains.csv");
  check_grains(world);
  if (messages.ok()) {
    require(world.particles.size() > 0);
    if (world.particles.size() <= kFew) start(std::move(world));
    return 0;
  }
  for (const Error& e : messages.take()) require(!e.code.empty() && !e.message.empty());
  return 0;
}
