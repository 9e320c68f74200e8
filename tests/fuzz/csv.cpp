// Grains from a CSV file, through a scene as a user has it: any bytes give grains that are sound or
// mistakes with codes.
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "scene/scene.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();  // libFuzzer keeps the input
}

// In memory where the machine has it; one file a process.
const std::string& file_name() {
  static const std::string name = [] {
    const std::string folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    return folder + "/scree-fuzz-" + std::to_string(getpid()) + ".csv";
  }();
  static const int registered = std::atexit([] { std::remove(file_name().c_str()); });
  (void)registered;
  return name;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::FILE* f = std::fopen(file_name().c_str(), "wb");
  require(f != nullptr);
  require(std::fwrite(data, 1, size, f) == size);
  require(std::fclose(f) == 0);
  const std::string scene_text =
      "[material.glass]\n[material.steel]\ndensity = 7800\n[[fill]]\nkind = \"csv\"\n"
      "material = \"glass\"\nfile = \"" +
      file_name() + "\"\n";
  const auto scene = scree::parse_scene(scene_text, "fuzz.toml");
  if (!scene) {
    for (const scree::Error& e : scene.errors()) require(!e.code.empty() && !e.message.empty());
    return 0;
  }
  const scree::Particles& p = scene->world.particles;
  require(p.size() > 0);
  for (std::size_t s = 0; s < p.size(); ++s) {
    require(scree::is_finite(p.xr[s].x) && p.xr[s].r > 0 && std::isfinite(p.xr[s].r));
    require(scree::is_finite(p.vm[s].v) && scree::is_finite(p.ws[s].omega));
    require(p.ws[s].material < scene->world.materials.size());
  }
  return 0;
}
