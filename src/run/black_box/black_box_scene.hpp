// The scene of a black box: grains and walls of a snapshot in the words of a scene.
#pragma once

#include "run/black_box/black_box.hpp"

namespace scree::run {

struct BoxGrains {
  std::string csv;
  std::vector<std::uint32_t> id;  // in the run, of each grain of the box
  std::string bonds;              // the table of bonds between them; empty: there is none
};

// The `most` grains nearest to the one that the failure names, in the order of their ids. A grain
// that entered after the snapshot stands where it was a step before the failure. Grains that a
// scene would refuse, being not finite, inside another one or behind a wall, are left out. The
// balls of a clump and the grains that bonds hold together stay together.
BoxGrains box_grains(const BoxSnapshot& from, const Simulation& sim, const Failure& failure,
                     std::size_t most);

// The run's own scene, every default written out, with the box's grains, time, step and walls.
// grains.csv, and bonds.csv if there are bonds, must be in the folder already.
Result<std::string> box_scene(const std::string& folder, const BoxSnapshot& from,
                              const Simulation& sim, const Scene& scene, const Failure& failure,
                              bool bonds);

}  // namespace scree::run
