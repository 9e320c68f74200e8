// Gravity, constant or turning (Ferrez 6.3.4 turns the hourglass; turning gravity instead of the
// glass is the same in the glass's frame while the turn is slow).
#pragma once

#include <vector>

#include "base/vec3.hpp"

namespace scree {

struct Gravity {
  Vec3 g{0, -9.81, 0};  // at t = 0; y is up, as in the thesis

  // Turns one after the other about `axis`: each begins at `at`, lasts `duration` and ends after
  // `angle` (C1: the rate rises and falls as a raised cosine). A steady rotation is `rate`.
  struct Turn {
    double at = 0, duration = 0, angle = 0;
  };
  Vec3 axis{0, 0, 1};
  double rate = 0;   // rad/s, steady, from t = 0
  double begin = 0;  // t at which its clock shows 0
  std::vector<Turn> turns;

  bool constant() const { return rate == 0 && turns.empty(); }
  Vec3 at(double t) const;
};

}  // namespace scree
