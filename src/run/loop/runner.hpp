// One run from its scene to its summary: the loop, with what every run leaves on the disk.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "run/folder/run_circumstances.hpp"
#include "run/folder/run_directory.hpp"
#include "run/loop/disk_observers.hpp"
#include "run/loop/loop.hpp"
#include "run/loop/run_change.hpp"
#include "run/loop/run_checkpoint.hpp"
#include "run/verdict/verdict.hpp"
#include "scene/scene.hpp"

namespace scree::run {

struct RunnerOptions {
  std::string scene_path = {};  // as the summary names it
  std::string files = {};       // hashes of the files that the scene names (file_hashes)
  std::string color = {};       // of the closing picture; empty: the best one
  // Asked between steps; anything but 0 ends the run with a checkpoint, so that it can go on: a
  // signal, which the summary names, or kAskedToStop.
  Loop::StopRequest stop = {};
};

class Runner {
 public:
  // The scene must stay as long as the runner.
  Runner(Simulation sim, const Scene& scene, RunDirectory directory, RunnerOptions options = {});
  Runner(const Runner&) = delete;  // observers hold on to its parts
  Runner& operator=(const Runner&) = delete;

  // One more observer, after those of the run itself and before its checkpoints; call before
  // resume() and run(). It must stay until run() has returned. What it remembers goes into the
  // checkpoints.
  void add(Observer& observer);

  // Goes on where the checkpoint was written, with a simulation resumed from it and what the run
  // once started from: call before run(). Nothing can be done with a runner that could not resume.
  Result<Done> resume(RunCheckpoint&& from, const Start& start, std::vector<RunEvent>& happened);
  // What the user should know and the summary must keep: call before run().
  void note(std::vector<RunEvent> events);

  // Runs to the end, to a failure, a request to stop, a disk that is full or an observer that
  // returns an error. Always leaves a summary, as far as the disk allows, and returns its text
  // (summary.json). Once. E0773: two observers of one name; then nothing is written.
  Result<std::string> run();

  // For an observer that steers, from within its pause(). Neither changes a bit of the state. What
  // was asked goes into control.log at once, and into checkpoints and summary.
  Result<Done> asked(const std::string& what);
  Result<Done> save_frame();
  Result<Done> change(const SettingChange& change);
  const RunSettings& settings() const { return settings_; }
  // The verdict, were this the end.
  Verdict verdict_now() const;

  // After run(), which has written the last: others may go on with the folder.
  void give_folder_free() { directory_.give_free(); }

  const Simulation& simulation() const { return sim_; }
  const Verdict& verdict() const { return verdict_; }  // after run()

 private:
  // runner_checkpoint.cpp
  Result<Done> write_checkpoint();
  RunMemory memory() const;
  void restore_observers(const RunMemory& from);
  Result<Done> check_names() const;
  Result<Done> write_start();
  Result<std::string> write_summary(const RunEnd& end);

  Simulation sim_;
  const Scene& scene_;
  RunSettings settings_;
  std::string resolved_;  // the scene with what was changed
  RunDirectory directory_;
  RunFacts facts_;
  Start start_;
  Verdict verdict_;
  std::string files_;
  bool resumed_ = false;
  Loop loop_;
  FolderWatch folder_;
  BlackBoxWriter black_box_;
  SeriesWriter series_;
  BondBreakWriter bond_breaks_;
  FrameWriter frames_;
  CheckpointWriter checkpoints_;
  std::vector<Observer*> added_;
};

}  // namespace scree::run
