// Twenty grains in random motion in a box, for Scree and for a peer, from one state and one law.
#pragma once

#include <string>
#include <vector>

#include "peers/lammps.hpp"
#include "sim/simulation.hpp"

namespace scree::oracle {

struct Case {
  std::string name;
  double restitution = 1;
  double friction = 0;
  bool equal_masses = true;  // radii differ all the same
};

// Positions of all grains at equally spaced times, in the order of ids.
using Path = std::vector<std::vector<Vec3>>;

struct TwentyGrains {
  static constexpr double kDiameter = 0.005, kContactTime = 1e-3, kWidth = 0.018, kSpeed = 0.3;
  static constexpr int kFrames = 40;  // one each contact time

  explicit TwentyGrains(const Case& c);

  // `steps` in a contact time; `nudge` moves every grain by a random vector of this length.
  Path scree(int steps, double nudge = 0) const;
  Path lammps(int steps, const std::string& folder) const;

  static double dt(int steps) { return kContactTime / steps; }

 private:
  World world() const;
  Case case_;
  peers::State start_;
  peers::HookeLaw law_;
};

// Greatest distance between two paths up to each frame, in diameters.
std::vector<double> distance(const Path& a, const Path& b);

}  // namespace scree::oracle
