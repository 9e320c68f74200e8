// Mistakes that only the simulation can see (laws that do not mix, an unstable time step) get the
// line of the scene that they come from.
#pragma once

#include "scene/scene.hpp"

namespace scree {

struct Branch;
class Messages;

// Where the things lie that Simulation::create() names: "dt", "box", "wall 'NAME'",
// "outlet 'NAME'", "pair 'A'-'B'".
ScenePlaces places_of(const Branch& root, const Messages& messages);

// The errors of Simulation::create() for this scene, with place and the offending line.
Errors located(const Scene& scene, Errors errors);

}  // namespace scree
