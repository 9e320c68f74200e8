// What is legal and surely wrong: a mesh in millimetres read as metres, a friction of 60, a density
// in g/cm^3, gravity along another axis than the walls suggest, more steps or frames than any
// machine can take.
//
// Thresholds lie far outside of what people simulate on purpose, so that a warning means something;
// every one has a reason beside it in plausibility.cpp.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

struct Doubt {
  std::string code;  // for `scree explain`
  std::string text;
};

std::vector<Doubt> doubts_about(const Simulation& sim, const Scene& scene);

// As warnings: "text [code]".
std::vector<std::string> doubt_texts(const Simulation& sim, const Scene& scene);

}  // namespace scree::run
