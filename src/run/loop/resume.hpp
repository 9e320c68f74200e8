// scree run --resume: finds what there is to go on from and whether the scene still fits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/folder/run_directory.hpp"
#include "run/loop/run_checkpoint.hpp"

namespace scree::run {

struct ResumeOrders {
  std::string scene = {};   // path; empty: the run's own
  std::string folder = {};  // of the run
  std::vector<std::string> sets = {};
  bool force = false;
};

struct Resumption {
  Scene scene;
  RunDirectory directory;
  std::string files;                        // hashes of the files that the scene names
  std::optional<RunCheckpoint> checkpoint;  // none: the run was killed before its first one
  std::vector<RunEvent> notes;              // what the user should know
};

// E0917: the scene has changed, E0920: the folder is not a run, E0970: a checkpoint of another run.
// Nothing on the disk is changed.
Result<Resumption> prepare_resume(const ResumeOrders& orders);

// The run that `--resume` without a folder means: the newest runs/NAME-NNN; empty: there is none.
std::string newest_run(const std::string& name);

}  // namespace scree::run
