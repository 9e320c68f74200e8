// A motion as a scene means it: about the wall's own `position`, in axes parallel to the world's,
// applied after the wall's `rotation`.
#pragma once

#include <memory>

#include "walls/wall.hpp"

namespace scree {

// `at`: where the wall stands before it moves. The motion itself when that is the origin.
std::unique_ptr<WallMotion> placed_motion(std::unique_ptr<WallMotion> motion, const WallPose& at);

// A motion that begins during the run: from where the wall is then, with a clock of its own that
// shows 0 at `begin`. Both are part of what it remembers.
std::unique_ptr<WallMotion> begun_motion(std::unique_ptr<WallMotion> motion, const WallPose& at,
                                         double begin);

}  // namespace scree
