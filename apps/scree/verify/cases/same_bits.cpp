// The same bits with any number of threads, detector and instruction set.
#include <fmt/format.h>

#include "detect/detector.hpp"
#include "scree/verify/worlds.hpp"
#include "sim/kernel/kernel.hpp"

namespace scree::app::cases {
namespace {

// Grains of sizes 1 to 4 with friction and rolling resistance, thrown into a box.
World mixed_world() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.5));
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.1);
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.1);
  add_cloud(w, 512, 0.01, 8, 2.0);
  return w;
}

std::string hash_after(const VerifyRun& v, const std::string& detector, const RunOptions& options,
                       std::uint64_t steps) {
  World w = mixed_world();
  w.detect.method = detector;
  Simulation s = v.start(std::move(w), options);
  VerifyRun::advance(s, steps);
  return to_string(s.state_hash());
}

void run_same_bits(VerifyRun& v) {
  const std::uint64_t steps = v.quick() ? 500 : 3000;
  const std::string first = hash_after(v, "cubes", {.threads = 1}, steps);
  const char* why = "a single contact missed or summed in another order changes the hash";
  for (const int threads : {2, 3, 7})
    v.same(fmt::format("{} threads", threads), hash_after(v, "cubes", {.threads = threads}, steps),
           first, why);
  for (const DetectorEntry* d : detector_catalog())
    v.same(fmt::format("detector `{}`, 2 threads", d->info.name),
           hash_after(v, std::string(d->info.name), {.threads = 2}, steps), first, why);
  for (const char* set : {"plain", "avx2", "avx512"})
    if (kernel::choose_kernels(set) != nullptr)
      v.same(fmt::format("instruction set {}", set),
             hash_after(v, "cubes", {.threads = 1, .instruction_set = set}, steps), first, why);
  v.same("rows not sorted", hash_after(v, "cubes", {.threads = 1, .sort_rows = false}, steps),
         first, why);
}

}  // namespace

extern const VerifyCase same_bits_entry;
const VerifyCase same_bits_entry{
    "same-bits", "one scene, one answer",
    "512 grains are thrown into a box. After thousands of steps the hash of the whole state is the "
    "same with any number of threads, any detector and any instruction set of this machine.",
    "", run_same_bits};

}  // namespace scree::app::cases
