// An archive as the arrays of a checkpoint and back. docs/reference/files.md describes them.
#pragma once

#include "io/checkpoint.hpp"
#include "sim/world/archive.hpp"

namespace scree {

// Adds the arrays of the state to `out`; the archive is used up.
void add_archive(SimulationArchive&& archive, CheckpointData& out);

// E0915 names what is missing or has another form.
Result<SimulationArchive> archive_of(const CheckpointData& data);

}  // namespace scree
