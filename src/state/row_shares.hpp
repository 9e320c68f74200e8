// What a row has of its body: for sums over rows that must come out right for bodies.
//
// A body of several balls is one mass and one solid. A ball of it has the part of the mass that its
// volume is of all balls, and of its own volume only what is left when overlaps count once.
#pragma once

#include <vector>

#include "state/bodies.hpp"
#include "state/particles.hpp"

namespace scree {

// One of each per row; all are empty where there is no body.
struct RowShares {
  std::vector<double> fraction;  // of its body; 1 for a ball that is its own
  std::vector<double> mass;
  std::vector<double> solid;  // of its ball's volume that counts
  std::vector<Vec3> arm;      // from the centre of mass of its body

  bool empty() const { return fraction.empty(); }
};

RowShares row_shares(const Particles& p, const Bodies& bodies);

// The fractions alone, from the names of bodies and the radii; empty where there is no body.
std::vector<double> body_fractions(const Particles& p);

}  // namespace scree
