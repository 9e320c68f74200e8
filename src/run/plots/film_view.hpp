// One place of the camera and one scale of colours for several frames of a run.
#pragma once

#include <vector>

#include "io/atomic_file.hpp"
#include "io/render/render.hpp"
#include "run/folder/stored_run.hpp"

namespace scree::run {

// Sets `stand`, `range` and `force_hi` of the options, as far as they are not given. `orbit`: the
// camera will turn by so many degrees about the middle (turn()): everything fits from all sides.
Result<Done> settle(const StoredRun& run, const std::vector<std::size_t>& frames,
                    render::Options& options, double orbit = 0);

// The camera of one picture of an orbit.
void turn(render::Options& options, const Vec3& up, double azimuth);

}  // namespace scree::run
