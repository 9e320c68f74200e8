// One place of the camera and one scale of colours for several frames of a run.
#pragma once

#include <vector>

#include "io/atomic_file.hpp"
#include "io/render/render.hpp"
#include "run/stored_run.hpp"

namespace scree::run {

// Sets `stand`, `range` and `force_hi` of the options, as far as they are not given.
Result<Done> settle(const StoredRun& run, const std::vector<std::size_t>& frames,
                    render::Options& options);

}  // namespace scree::run
