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
#include <scree/scree.hpp>

namespace {

using namespace scree;
using namespace scree::api;

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
class CentreOfMass : public Observer {
 public:
  double interval() const override { return 1e-3; }

  Errors observe(const Reader& now) override {
    const std::vector<double> mass = now.masses();
    const std::vector<Vec3> x = now.positions(), v = now.velocities();
    double sum = 0, moment = 0, momentum = 0;  // in the order of ids: the same sums every time
    for (std::size_t k = 0; k < mass.size(); ++k) {
      sum += mass[k];
      moment += mass[k] * x[k].y;
      momentum += mass[k] * v[k].y;
    }
    height_ = moment / sum;
    if (momentum / sum < fastest_) fastest_ = momentum / sum, when_ = now.time();
    ++instants_;
    return {};
  }

  // Under this name in the checkpoints.
  std::string name() const override { return "centre of mass"; }
  std::vector<double> save() const override {
    return {height_, fastest_, when_, double(instants_)};
  }
  void restore(std::span<const double> n) override {
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

int perform(Run& run, std::uint64_t stop_after) {
  CentreOfMass centre;
  run.add(centre);
  run.stop_when([=](const Reader& now) { return now.steps() >= stop_after; });
  const auto report = run.run();
  if (!report) return told(report.errors());
  centre.print();
  std::printf("verdict    %s\n", report->verdict.c_str());
  std::printf("state hash %s\n", report->state_hash.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: own_observer FOLDER [STEPS] | --resume FOLDER\n");
    return 2;
  }
  const auto forever = std::numeric_limits<std::uint64_t>::max();
  if (argc == 3 && std::strcmp(argv[1], "--resume") == 0) {
    auto run = Run::resume(argv[2]);
    return run ? perform(*run, forever) : told(run.errors());
  }
  const auto scene = Scene::parse(kScene, "own_observer");
  if (!scene) return told(scene.errors());
  auto run = Run::start(*scene, argv[1]);
  if (!run) return told(run.errors());
  return perform(*run, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : forever);
}
