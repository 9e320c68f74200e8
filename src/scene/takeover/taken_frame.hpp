// Grains, clumps and bonds of a frame as the state that a fill takes over.
#pragma once

#include "io/atomic_file.hpp"
#include "io/frame.hpp"
#include "scene/takeover/other_run.hpp"

namespace scree {

// Fills out.state from the frame; `bonds_known`: its bonds have been read. Springs and the memory
// of bonds are not in a frame: bonds start again with the lengths that they have at rest. E0485:
// grains are shapes, or bonds hold them that are not known.
Result<Done> put_frame(const Frame& frame, bool bonds_known, TakenRun& out);

}  // namespace scree
