// The observers of every run on disk: its folder, series.csv, frames and the closing picture,
// checkpoints, the black box.
#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "run/black_box/black_box.hpp"
#include "run/folder/run_directory.hpp"
#include "run/folder/series.hpp"
#include "run/loop/observer.hpp"
#include "run/loop/snapshot.hpp"
#include "scene/scene.hpp"

namespace scree::run {

inline constexpr auto kNoStep = std::numeric_limits<std::uint64_t>::max();

// Ends the run when someone takes its folder away.
class FolderWatch : public Observer {
 public:
  explicit FolderWatch(const RunDirectory& directory) : directory_(directory) {}
  Result<Done> pause(const Simulation&) override { return directory_.still_there(); }
  bool pause_looks() const override { return false; }

 private:
  const RunDirectory& directory_;
};

class SeriesWriter : public Observer {
 public:
  SeriesWriter(RunDirectory& directory, const Simulation& sim, const Scene& scene)
      : directory_(directory),
        interval_(scene.output.series),
        draws_(scene.output.picture),
        table_(scene.output.measures, sim) {}

  Schedule schedule() const override { return {.interval = interval_}; }
  Result<Done> begin(const Simulation& sim) override;
  Result<Done> observe(const Simulation& sim) override;
  // The closing line, where the last step is not an instant of the series. After the last
  // checkpoint, which does not know of it: a run that goes on takes the line back, as if it had
  // been longer from the start.
  Result<Done> end(const Simulation& sim, const RunEnd& end) override;
  void save(RunMemory& out) const override;
  void restore(const RunMemory& from) override;

  void set_interval(double s) { interval_ = s; }
  const Series& table() const { return table_; }
  Series& table() { return table_; }
  const std::string& plot() const { return plot_; }  // of the energies, once it is written
  // The measures of the checkpoint were others: they begin afresh.
  bool begins_afresh() const { return begins_afresh_; }

 private:
  RunDirectory& directory_;
  double interval_;
  bool draws_;
  Series table_;
  std::string plot_;
  std::uint64_t last_line_ = kNoStep;  // the step of the newest one
  bool restored_ = false, begins_afresh_ = false;
};

// bond_breaks.csv: which bonds broke, when and how. The simulation keeps the list, so a resumed run
// writes the lines of before again.
class BondBreakWriter : public Observer {
 public:
  explicit BondBreakWriter(RunDirectory& directory) : directory_(directory) {}

  Result<Done> begin(const Simulation& sim) override { return write(sim); }
  Result<Done> pause(const Simulation& sim) override;
  bool pause_looks() const override { return false; }
  Result<Done> end(const Simulation& sim, const RunEnd& end) override;

 private:
  Result<Done> write(const Simulation& sim);

  RunDirectory& directory_;
  std::size_t written_ = 0;
  std::chrono::steady_clock::time_point last_{};
};

class FrameWriter : public Observer {
 public:
  // `color`: of the closing picture; empty: the best one.
  FrameWriter(RunDirectory& directory, const Simulation& sim, const Scene& scene, std::string color,
              Series& series);

  Schedule schedule() const override { return {.interval = interval_}; }
  Result<Done> begin(const Simulation& sim) override;
  Result<Done> observe(const Simulation& sim) override;
  Result<Done> pause(const Simulation& sim) override;
  bool pause_looks() const override { return false; }
  // The closing frame and the picture; like the closing line, not known to the last checkpoint.
  Result<Done> end(const Simulation& sim, const RunEnd& end) override;
  void save(RunMemory& out) const override;
  void restore(const RunMemory& from) override;

  void set_interval(double s) { interval_ = s; }
  Result<Done> write_now(const Simulation& sim) { return observe(sim); }
  const std::string& picture() const { return picture_; }  // its path, once it is written

 private:
  Result<Done> write(const Simulation& sim);
  void add_columns(const Simulation& sim, Frame& frame) const;

  RunDirectory& directory_;
  const Scene& scene_;
  double interval_;
  Series& series_;                                  // whose tables are written with the frames
  std::vector<std::unique_ptr<Measure>> measures_;  // that have numbers of single grains
  std::string color_, picture_;
  Snapshots snapshots_;
  std::uint64_t last_frame_ = kNoStep;
  bool walls_move_ = false, restored_ = false;
};

// Added last, so that a checkpoint knows of everything that was written up to its step, and ends
// first, so that it knows nothing of what only a run that ends writes.
class CheckpointWriter : public Observer {
 public:
  CheckpointWriter(double interval, std::function<Result<Done>()> write)
      : interval_(interval), write_(std::move(write)) {}

  Schedule schedule() const override { return {.interval = interval_}; }
  Result<Done> begin(const Simulation& sim) override;
  Result<Done> observe(const Simulation& sim) override;
  Result<Done> end(const Simulation& sim, const RunEnd& end) override;

  void set_interval(double s) { interval_ = s; }
  void resumed_at(std::uint64_t step) { last_ = step; }
  // Something happened that must survive a kill before the next checkpoint.
  void write_at_start() { at_start_ = true; }

 private:
  double interval_;
  std::function<Result<Done>()> write_;
  std::uint64_t last_ = kNoStep;
  bool at_start_ = false;
};

class BlackBoxWriter : public Observer {
 public:
  BlackBoxWriter(const RunDirectory& directory, const Scene& scene)
      : directory_(directory), scene_(scene) {}

  Schedule schedule() const override { return {.steps = BlackBox::kEvery}; }
  Result<Done> begin(const Simulation& sim) override { return note(sim); }
  Result<Done> observe(const Simulation& sim) override { return note(sim); }
  Result<Done> end(const Simulation& sim, const RunEnd& end) override;

  const std::optional<BoxReport>& report() const { return report_; }

 private:
  Result<Done> note(const Simulation& sim) {
    box_.note(sim);
    return Done{};
  }

  const RunDirectory& directory_;
  const Scene& scene_;
  BlackBox box_;
  std::optional<BoxReport> report_;
};

// What colours a picture best: sizes where they differ, speed while grains move, else how high
// each grain began.
std::string best_color(const Frame& frame);

}  // namespace scree::run
