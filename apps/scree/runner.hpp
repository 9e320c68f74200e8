// One run from its scene to its summary: the loop between the simulation and the disk.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "scene/scene.hpp"
#include "scree/black_box.hpp"
#include "scree/progress.hpp"
#include "scree/run_checkpoint.hpp"
#include "scree/run_directory.hpp"
#include "scree/series.hpp"
#include "scree/snapshot.hpp"
#include "scree/summary.hpp"

namespace scree::app {

// Steps at which something is due: multiples of an interval of simulated time, counted in steps so
// that they do not drift. An interval shorter than a step means every step, once.
class Due {
 public:
  Due(double interval, double dt) : interval_(interval > 0 ? std::max(interval, dt) : 0), dt_(dt) {}
  bool active() const { return interval_ > 0; }
  std::uint64_t next() const;  // the step; the greatest number when not active
  void passed() { ++count_; }
  // For a run that goes on: all up to and including this step have passed.
  void skip_to(std::uint64_t step);

 private:
  double interval_, dt_;
  std::uint64_t count_ = 0;
};

class Runner {
 public:
  Runner(Simulation sim, const Scene& scene, RunDirectory directory, Progress::Form form,
         std::string scene_path, std::string color, std::string files = {});

  // Goes on where the checkpoint was written, with a simulation resumed from it and what the run
  // once started from: call before run(). Nothing can be done with a runner that could not resume.
  Result<Done> resume(RunCheckpoint&& from, const Start& start, std::vector<RunEvent>& happened);

  // Runs to the end, to a failure, a signal or a disk that is full. Always leaves a summary, as
  // far as the disk allows.
  Result<Json> run();
  int exit_status() const { return status_; }
  // What the user should know and the summary must keep: call before run().
  void note(std::vector<RunEvent> events);

 private:
  Result<Done> write_due();
  Result<Done> write_last();
  Result<Done> write_start();
  Result<Done> write_frame();
  // runner_checkpoint.cpp
  Result<Done> write_checkpoint();
  Result<Done> write_checkpoint_at_the_end();
  AppState app_state() const;
  Result<Done> write_summary(double wall_s, const Errors& trouble);
  std::uint64_t next_stop() const;
  void step_once_more(std::uint64_t to);
  void leave_black_box();

  Simulation sim_;
  const Scene& scene_;
  RunDirectory directory_;
  std::uint64_t last_step_;
  Progress progress_;
  Snapshots snapshots_;
  Due frames_, series_;
  Series table_;
  Due checkpoints_;
  std::uint64_t last_checkpoint_;
  std::uint64_t last_frame_ = std::numeric_limits<std::uint64_t>::max();
  std::string files_;  // hashes of the files that the scene names
  bool resumed_ = false;
  bool trace_unsaved_ = false;  // events that no checkpoint knows yet
  std::string color_;
  Start start_;
  RunFacts facts_;
  std::optional<Failure> failure_;
  BlackBox black_box_;
  std::uint64_t chunk_ = 1;
  bool walls_move_ = false;
  int status_ = 0;
  Json summary_;
};

// What colours a picture best: sizes where they differ, speed while grains move, else how high
// each grain began.
std::string best_color(const Frame& frame);

}  // namespace scree::app
