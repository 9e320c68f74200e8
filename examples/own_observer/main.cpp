// An observer of one's own beside those of a run: it looks at the simulation every millisecond of
// simulated time and follows the centre of mass. The run is a scene with all that `scree run`
// leaves on the disk; what the observer remembers goes into its checkpoints.
//
//   own_observer FOLDER            a new run; FOLDER must not exist
//   own_observer FOLDER STEPS      the same, stopped after about so many steps
//   own_observer --resume FOLDER   goes on with it: the same numbers as if it had never stopped
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <scree/run/resume.hpp>
#include <scree/run/runner.hpp>
#include <scree/scene/scene.hpp>

namespace {

using namespace scree;

constexpr const char* kScene = R"(
title    = "Grains that settle in a box"
duration = "0.3 s"
[material.glass]
density    = "2500 kg/m^3"
normal     = { law = "linear", contact_time = "1 ms", restitution = 0.3 }
tangential = { law = "spring", friction = 0.3 }
[[wall]]
name     = "box"
shape    = "box"
material = "glass"
min      = [0, 0, 0]
max      = ["30 mm", "200 mm", "30 mm"]
[[fill]]
kind     = "lattice"
material = "glass"
diameter = "4 mm"
count    = 300
[output]
series     = "10 ms"
checkpoint = "50 ms"
picture    = false
)";

// How deep the centre of mass has come, and when it was fastest.
class CentreOfMass : public run::Observer {
 public:
  run::Schedule schedule() const override { return {.interval = 1e-3}; }

  Result<Done> observe(const Simulation& sim) override {
    double mass = 0, moment = 0, momentum = 0;
    const Particles& p = sim.particles();
    for (const std::uint32_t row : p.row_of()) {  // in the order of ids: the same sum every time
      if (row == Particles::kNoRow) continue;
      mass += p.mass(row);
      moment += p.mass(row) * p.xr[row].x.y;
      momentum += p.mass(row) * p.vm[row].v.y;
    }
    height_ = moment / mass;
    if (momentum / mass < fastest_) fastest_ = momentum / mass, when_ = sim.time();
    ++instants_;
    return Done{};
  }

  // Under this name in the checkpoints.
  std::string name() const override { return "centre of mass"; }
  void save(run::RunMemory& out) const override {
    out.add("numbers", std::vector<double>{height_, fastest_, when_, double(instants_)});
  }
  void restore(const run::RunMemory& from) override {
    const auto n = from.find_numbers("numbers");
    if (n.size() == 4) height_ = n[0], fastest_ = n[1], when_ = n[2], instants_ = int(n[3]);
  }

  void print() const {
    std::printf("instants   %d\n", instants_);
    std::printf("height     %.9f m\n", height_);
    std::printf("fastest    %.9f m/s at %.6f s\n", -fastest_, when_);
  }

 private:
  double height_ = 0, fastest_ = 0, when_ = 0;
  int instants_ = 0;
};

int told(const Errors& errors) {
  for (const Error& e : errors) std::fprintf(stderr, "error: %s\n", to_string(e).c_str());
  return 2;
}

int perform(Scene& scene, run::RunDirectory directory, run::RunCheckpoint* checkpoint,
            std::uint64_t stop_after) {
  const run::Start first(scene.world);  // what a resumed run once started from
  auto sim = checkpoint ? Simulation::resume(std::move(scene.world), checkpoint->simulation)
                        : Simulation::create(std::move(scene.world));
  if (!sim) return told(sim.errors());
  const run::Runner* self = nullptr;
  run::Runner runner(std::move(*sim), scene, std::move(directory),
                     {.scene_path = "own_observer",
                      .stop = [&] { return self->simulation().steps() >= stop_after ? 1 : 0; }});
  self = &runner;
  CentreOfMass centre;
  runner.add(centre);
  std::vector<run::RunEvent> happened;
  if (checkpoint != nullptr)
    if (auto done = runner.resume(std::move(*checkpoint), first, happened); !done)
      return told(done.errors());
  const auto summary = runner.run();
  if (!summary) return told(summary.errors());
  centre.print();
  std::printf("verdict    %s\n", runner.verdict().word.c_str());
  std::printf("state hash %s\n", to_string(runner.simulation().state_hash()).c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: own_observer FOLDER [STEPS] | --resume FOLDER\n");
    return 2;
  }
  if (argc == 3 && std::strcmp(argv[1], "--resume") == 0) {
    auto found = run::prepare_resume({.folder = argv[2]});
    if (!found) return told(found.errors());
    return perform(found->scene, std::move(found->directory),
                   found->checkpoint ? &*found->checkpoint : nullptr,
                   std::numeric_limits<std::uint64_t>::max());
  }
  auto scene = parse_scene(kScene, "own_observer");
  if (!scene) return told(scene.errors());
  auto directory = run::RunDirectory::create(argv[1], "own_observer");
  if (!directory) return told(directory.errors());
  return perform(
      *scene, std::move(*directory), nullptr,
      argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::numeric_limits<std::uint64_t>::max());
}
