// The scenes that come with Scree give the same bits with every engine: their first steps, with
// grains set in motion so that they meet within them.
#include <algorithm>

#include "base/random.hpp"
#include "helpers.hpp"
#include "sim/archive/state_hash.hpp"
#include "sim/engine_list.hpp"
#include "sim/simulation.hpp"
#include "support/effort.hpp"

namespace scree {
namespace {

std::vector<std::string> shipped_scenes() {
  std::vector<std::string> out;
  for (const char* folder : {"/scenes", "/scenes/gallery"})
    for (const auto& e :
         std::filesystem::directory_iterator(SCREE_SOURCE_DIR + std::string(folder)))
      if (e.path().extension() == ".toml") out.push_back(e.path().string());
  std::sort(out.begin(), out.end());
  return out;
}

// Every grain and every body goes a thirtieth of the smallest radius in a step, to somewhere.
void stir(World& w, double dt) {
  double smallest = 1e300;
  for (const PositionRadius& g : w.particles.xr) smallest = std::min(smallest, g.r);
  const CounterRandom random(3, 17);
  const bool flat = w.particles.dimensions() == Dimensions::two;
  const auto pushed = [&](std::uint64_t n) {
    const auto u = [&](std::uint64_t k) { return 2 * random.uniform(3 * n + k) - 1; };
    return smallest / (30 * dt) * Vec3{u(0), u(1), flat ? 0 : u(2)};
  };
  for (std::size_t s = 0; s < w.particles.size(); ++s)
    if (w.particles.vm[s].inv_mass > 0 && (w.particles.ws[s].flags & (kMember | kLocked)) == 0)
      w.particles.vm[s].v += pushed(s);
  for (Body& b : w.bodies.body)
    if (b.inv_mass > 0 && b.locked == 0) b.v += pushed(b.first_id);
}

// What some steps came to, fewer of large scenes.
struct EngineOutcome {
  std::string hash, failure;
  double lost = 0;
  bool operator==(const EngineOutcome&) const = default;
};
EngineOutcome outcome_of(const World& w, const RunOptions& options) {
  auto s = Simulation::create(w, options);
  if (!s) return {"", joined(s.errors())};
  const double grains = static_cast<double>(std::max<std::size_t>(w.particles.size(), 1));
  const auto failure = s->run(static_cast<std::uint64_t>(std::clamp(3e5 / grains, 5.0, 80.0)));
  return {to_string(s->state_hash()), failure ? failure->message : "", s->energy().lost()};
}

TEST(Scenes, give_the_same_bits_with_every_engine) {
  std::size_t tried = 0, met = 0;
  for (const std::string& file : shipped_scenes()) {
    auto scene = load_scene(file);
    if (!scene && scene.error().code == "E0483") continue;  // goes on from a run that is not here
    ASSERT_TRUE(scene.ok()) << joined(scene.errors());
    World& w = scene->world;
    if (test::reduced_effort() && w.particles.size() > 2000) continue;
    const auto probe = Simulation::create(w, {.threads = 2});
    ASSERT_TRUE(probe.ok()) << file << joined(probe.errors());
    if (!w.particles.empty()) stir(w, probe->dt());
    const EngineOutcome expected = outcome_of(w, {.threads = 2, .engine = "tiles"});
    ++tried;
    met += expected.failure.empty() && expected.lost > 0;
    for (const auto& [engine, options] : test::all_engines(w, 2))
      EXPECT_TRUE(engine == "tiles" || outcome_of(w, options) == expected) << file << " " << engine;
  }
  EXPECT_GT(met, tried / 2) << "scenes without contacts test nothing";
}

TEST(Engine, of_a_scene_is_one_of_the_catalogue) {
  const std::string rest =
      "[[wall]]\nshape = \"box\"\nsize = [1, 1, 1]\n"
      "[[fill]]\nkind = \"lattice\"\ndiameter = 0.2\n";
  EXPECT_EQ(good(rest).engine, "auto");
  EXPECT_EQ(good("engine = \"rows\"\n" + rest).engine, "rows");
  const std::string wrong = mistakes("engine = \"tyles\"\n" + rest);
  EXPECT_NE(wrong.find("did you mean `tiles`"), std::string::npos) << wrong;
}

}  // namespace
}  // namespace scree
