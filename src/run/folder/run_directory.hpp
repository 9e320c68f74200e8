// A run directory. Every file is whole at any moment (io/atomic_file.hpp).
//
//   scene.toml resolved.toml summary.json series.csv frames.pvd picture.png
//   frames/NNNNNN.vtp   walls/NNNNNN.vtp (one, or one per frame when walls move)
//   contacts/NNNNNN.vtp, bonds/NNNNNN.vtp (on request)   bond_breaks.csv
//   shapes/NNNNNN.vtp (where grains are not balls)
//   tables/NAME/NNNNNN.csv (of a measure with a table), .vti and tables/NAME.pvd where it is a grid
//   checkpoints/NNNNNNNNNNNN.h5 (the newest two)   control.log (of a live run that was steered)
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "io/atomic_file.hpp"
#include "io/checkpoint_store.hpp"
#include "io/frame.hpp"
#include "run/folder/folder_lock.hpp"
#include "run/folder/program_memory.hpp"
#include "run/folder/run_events.hpp"
#include "run/folder/table_text.hpp"
#include "scene/scene.hpp"

namespace scree::run {

class RunDirectory {
 public:
  // Claims `path`; empty: the first free runs/<name>-NNN.
  static Result<RunDirectory> create(const std::string& path, const std::string& name);
  // A folder that is there already, to go on with its run. E0987: a part of it is a link.
  static Result<RunDirectory> open(const std::string& path);

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

  // E0983 when someone took the folder away: it is never rebuilt.
  Result<Done> still_there() const;
  Result<Done> write_scene(const Scene& scene);
  void begin_series(std::string header);
  // Numbers frames from 0. `walls_move`: write the walls with every frame, else with the first.
  Result<Done> write_frame(const Frame& frame, bool walls_move);
  // The table of a measure, beside the newest frame and with its number.
  Result<Done> write_table(const std::string& name, const TimedTable& table);
  // Keeps the line; the file is renewed every few seconds and by flush().
  Result<Done> add_series(const std::string& line);
  bool has_series() const { return series_.find('\n') + 1 < series_.size(); }  // below its header
  Result<Done> flush();
  // `look`: parameters of the exporter png.
  Result<Done> write_picture(const Frame& frame, ParamSet look);
  Result<Done> write(const std::string& name, std::string_view content) const;
  // A line of control.log: what was asked of a live run, and when. Lines of before stay, whatever
  // ends the process.
  Result<Done> log(const std::string& line) const;

  // Nothing is written any more: others may go on with the run.
  void give_free() { lock_.release(); }

  std::size_t frames() const { return frames_.size(); }
  std::vector<std::string> missing() const;  // files of frames that are no longer there
  CheckpointStore checkpoints() const { return CheckpointStore(file("checkpoints")); }

  // What has been written so far; call flush() before.
  void save(RunMemory& out) const;
  // Goes on behind what `from` knows of: later frames are removed, they will be written again, and
  // so are the remains of a killed process. The files of others are not touched. The summary goes
  // first: it speaks of a run that ended elsewhere.
  Result<Done> take_up(const RunMemory& from, const std::string& series_header,
                       std::vector<RunEvent>& happened);

 private:
  RunDirectory(std::string path, FolderLock lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  static Result<RunDirectory> locked(const std::string& path);
  static std::vector<std::string> parts_of(const std::string& path);  // its folders, and its log
  Result<Done> take_up_series(const RunMemory& from, const std::string& header,
                              std::vector<RunEvent>& happened);
  Result<Done> write_part(const char* folder, const char* part, const Frame& frame,
                          const std::string& name);

  std::string path_;
  FolderLock lock_;
  std::vector<std::pair<double, std::string>> frames_, walls_, contacts_, bonds_, shapes_;
  std::string series_;
  std::size_t series_written_ = 0;
  std::chrono::steady_clock::time_point series_time_{};
};

}  // namespace scree::run
