// Restricted freedoms of grains and bodies (state/freedoms.hpp): how a world gets them.
//
// A ball has the same inertia about all axes, so any of its freedoms can be taken. A body of other
// moments may turn about all axes, about one, or about none. About one axis a only its moment I_aa
// counts, which stays what it is while the body turns about a: the body is given I_aa about all
// axes, and the frame of the world for its own. Then no rounding ever turns it out of its axis.
// (About two axes of the world the moments would change with the pose: refused.)
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.hpp"

namespace scree {

struct World;

// Of all rows from `first` on, which are whole bodies; `locked` of kLocked (state/particles.hpp).
// E0657: a velocity along a locked direction. E0659: a body that may turn about two axes.
std::optional<Error> lock_freedoms(World& world, std::size_t first, std::uint16_t locked);

// Bodies know what their rows say; after rows have come from a file.
void read_locks(World& world);

// E0657, for worlds that were made by hand.
void check_locks(const World& world, Errors& all);

}  // namespace scree
