// The black box: what a run that failed leaves behind so that the failure can be looked at again.
//
// While a run goes well, positions, velocities and spins are copied aside every kEvery steps: about
// 100 bytes per grain against kEvery steps of work on it, some 0.01 % of the time. Two copies are
// kept (one for more than kManyGrains grains), so that the older one is kEvery to 2 kEvery steps,
// ten to forty contact times, before the failure.
//
// When the run fails, the grains nearest to the one that the failure names are written as a scene
// that starts at the older copy; it is replayed at once, and where it does not fail in the same way
// a later copy and more grains are tried. So the box knows, and says, whether it replays.
//
//   RUN/blackbox/scene.toml      `scree run RUN/blackbox/scene.toml` fails again
//               grains.csv       the grains; a comment gives each one's id in the run
//               bonds.csv        what holds them together, where there are bonds
//               last_steps.csv   the last steps of the replay: the named grain and what it touches
//               README.md        what happened and what was kept
//
// What a scene cannot carry is lost: springs of contacts begin relaxed, a free wall goes on at its
// speed, an inlet pours no more.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/atomic_file.hpp"
#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

struct BoxSnapshot {
  std::uint64_t step = 0;
  double time = 0;
  std::vector<PositionRadius> xr;
  std::vector<VelocityMass> vm;
  std::vector<SpinMaterial> ws;
  std::vector<ParticleId> id;
  std::vector<Quat> q;  // only where bonds or shapes see how grains are turned
  Bonds bonds;
  std::vector<WallPose> walls;
  PeriodicBox box;        // with its motion, where it deforms
  std::size_t stage = 0;  // number of the stage
};

// What became of writing the box.
struct BoxReport {
  bool replays = false;
  std::uint64_t steps = 0;  // of the replay, up to its failure
  std::size_t grains = 0;   // in the box
};

class BlackBox {
 public:
  static constexpr std::uint64_t kEvery = 500;
  static constexpr std::size_t kManyGrains = 100000;

  // The step at which note() wants to be called next.
  std::uint64_t next() const { return next_; }
  void note(const Simulation& sim);

  Result<BoxReport> write(const std::string& folder, const Simulation& sim, const Scene& scene,
                          const Failure& failure) const;

 private:
  std::uint64_t next_ = 0;
  std::deque<BoxSnapshot> kept_;  // oldest first
};

}  // namespace scree::run
