// A motion as a scene means it: about the wall's own `position`, in axes parallel to the world's,
// applied after the wall's `rotation`.
#pragma once

#include <memory>

#include "walls/wall.hpp"

namespace scree {

// `at`: where the wall stands before it moves. The motion itself when that is the origin.
std::unique_ptr<WallMotion> placed_motion(std::unique_ptr<WallMotion> motion, const WallPose& at);

}  // namespace scree
