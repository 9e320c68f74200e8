// A checkpoint of a run: the simulation, the scene that it belongs to and what the program itself
// remembers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/checkpoint_store.hpp"
#include "run/folder/program_memory.hpp"
#include "run/folder/run_events.hpp"
#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

struct RunCheckpoint {
  SimulationArchive simulation;
  std::string resolved;  // scene
  std::string files;     // "key hash" of every file that the scene names, a line each
  RunMemory memory;
  std::vector<std::uint64_t> damaged;  // newer ones that could not be used
};

// Hashes of the files that a resolved scene names.
Result<std::string> file_hashes(const std::string& resolved);

Result<Done> write_checkpoint(const CheckpointStore& store, RunCheckpoint&& checkpoint);

// The newest that is whole; newer ones that are not are named in `happened`. E0918 when there are
// files, but no good one. No value in the optional: there are none at all.
Result<std::optional<RunCheckpoint>> newest_checkpoint(const CheckpointStore& store,
                                                       std::vector<RunEvent>& happened);

}  // namespace scree::run
