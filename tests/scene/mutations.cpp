// Damaged texts must give messages, never a crash or a scene with impossible numbers.
#include "base/random.hpp"
#include "helpers.hpp"

namespace scree {
namespace {

constexpr std::string_view kMutant = R"(title = "mutant"
gravity = { vector = [0, "-9.81 m/s^2", 0], turns = [{ at = 1, angle = "180 deg" }] }
[material.glass]
density = "2.5 g/cm3"
normal = { law = "linear", contact_time = "1 ms", restitution = 0.3 }
[pair.glass.glass]
tangential = { law = "spring", friction = 0.1 }
[box]
lo = [-1, -1, -1]
hi = [1, 1, 1]
periodic = "xz"
[[wall]]
shape = "plane"
normal = [0, 1, 0]
[[outlet]]
region = "outside"
lo = [-2, "-2 m", -2]
hi = [2, 2, 2]
check_every = 50
[[fill]]
kind = "grains"
grains = [{ position = [0, 0.5, 0], diameter = "1 cm" }, { position = [0.1, 0.5, 0], radius = 0.01 }]
)";

void expect_sane(const Result<Scene>& scene, const std::string& text) {
  if (!scene) {
    for (const Error& e : scene.errors()) EXPECT_FALSE(e.message.empty()) << text;
    return;
  }
  for (const auto& g : scene->world.particles.xr) {
    EXPECT_TRUE(is_finite(g.x)) << text;
    EXPECT_TRUE(g.r > 0 && std::isfinite(g.r)) << text;
  }
  for (const MaterialSpec& m : scene->world.materials) EXPECT_TRUE(m.density > 0) << text;
}

TEST(Mutations, damaged_scenes_give_messages) {
  const CounterRandom random(77, 1);
  constexpr std::string_view kBytes = "[]{}=\",.#\n\\0123456789-+eExyzabc \t\xc3\xff";
  for (std::uint64_t n = 0; n < 4000; ++n) {
    std::string text(kMutant);
    const auto w = random.words(n);
    const int edits = 1 + static_cast<int>(w[0] % 3);
    for (int e = 0; e < edits; ++e) {
      const auto r = random.words((n + 1) * 1000000 + static_cast<std::uint64_t>(e));
      const std::size_t at = r[0] % text.size();
      const char byte = kBytes[r[1] % kBytes.size()];
      if (r[2] % 3 == 0) text[at] = byte;
      if (r[2] % 3 == 1) text.insert(at, 1, byte);
      if (r[2] % 3 == 2) text.erase(at, 1 + r[3] % 5);
    }
    expect_sane(parse_scene(text, "m.toml"), text);
  }
}

TEST(Mutations, truncated_scenes_give_messages) {
  for (std::size_t n = 0; n < kMutant.size(); ++n) {
    const std::string text(kMutant.substr(0, n));
    expect_sane(parse_scene(text, "m.toml"), text);
  }
}

TEST(Mutations, deep_nesting_is_refused) {
  for (const char* open : {"[", "{a=", "[["}) {
    std::string text = "a = ";
    for (int k = 0; k < 100000; ++k) text += open;
    EXPECT_FALSE(parse_scene(text, "m.toml").ok());
  }
  std::string path = "a";
  for (int k = 0; k < 20000; ++k) path += ".a";
  EXPECT_FALSE(parse_scene(path + " = 1\n", "m.toml").ok());
  EXPECT_FALSE(parse_scene("[" + path + "]\n", "m.toml").ok());
  std::string mixed;
  for (int k = 0; k < 200; ++k)
    mixed += "{a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=";
  EXPECT_FALSE(parse_scene("x = " + mixed + "1" + std::string(200, '}') + "\n", "m.toml").ok());
  std::string order = "a";
  for (int k = 0; k < 100000; ++k) order += ".a";
  EXPECT_FALSE(parse_scene(kMutant, "m.toml", {order + "=1"}).ok());
}

}  // namespace
}  // namespace scree
