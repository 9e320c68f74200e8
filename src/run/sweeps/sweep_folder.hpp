// The folder of a sweep:
//
//   sweep.json    what was asked for: scene, overrides, the table of runs, which may grow
//   results.csv   one line per run: parameters, then what came out
//   NNN/          the runs, each an ordinary run directory
//   logs/NNN.txt  what a run said
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "io/atomic_file.hpp"
#include "run/loop/summary.hpp"
#include "run/sweeps/sweep_table.hpp"
#include "scene/scene.hpp"

namespace scree::run {

// How a run stands. `finished`: its result will not change if it is run again.
struct RunState {
  bool finished = false;
  std::string word = "waiting";  // "ok", "doubtful", "failed", "stopped", "unfinished", ...
  std::string message;           // why it failed, is doubtful or noted
  Json summary;
};

// The folder of one of its runs, counted from 1.
std::string sweep_run_folder(const std::string& sweep, std::size_t run);

class SweepFolder {
 public:
  // Makes the folder, or takes up its sweep: with more values, only the new runs are added (E0735:
  // it is another one; E0738: another process works there). The lock is held until the process
  // ends.
  static Result<SweepFolder> open(const std::string& path, const Scene& scene,
                                  const std::vector<std::string>& overrides);

  const std::string& path() const { return path_; }
  std::size_t runs() const { return table_.rows(); }
  std::size_t runs_before() const { return before_; }  // this time
  // Number of the run in the scene's present [sweep]; 0: its values are no longer listed.
  std::size_t listed(std::size_t run) const { return table_.run_of(run - 1); }
  std::string run_folder(std::size_t run) const;
  std::string log_file(std::size_t run) const;
  // "friction = 0.3, diameter = "4 mm"": the last steps of the paths are enough to tell.
  std::string parameters(std::size_t run) const;

  // What the run's own folder says.
  RunState read(std::size_t run) const;
  // An unfinished run of this scene has left a checkpoint.
  bool can_resume(std::size_t run) const;
  // Removes what an unfinished run left, so that it can begin again.
  Result<Done> clear(std::size_t run) const;
  Result<Done> write_results(const std::vector<RunState>& states) const;
  Json results_json(const std::vector<RunState>& states) const;

 private:
  SweepFolder(std::string path, GrowingTable table, std::string source)
      : path_(std::move(path)), table_(std::move(table)), source_(std::move(source)) {}
  std::vector<std::pair<std::string, std::string>> values(std::size_t run) const;

  std::string path_;
  GrowingTable table_;
  std::string source_;  // of the scene, without [sweep]
  std::size_t before_ = 0;
};

}  // namespace scree::run
