// What the page asks for: a run on the disk, whether it has ended or grows, and with --live the
// newest state of the run in this process.
//
//   GET  /api/run                     what there is: frames, state, verdict, fields
//   GET  /api/frame?k=12&color=speed  a frame (frame_bytes.hpp); k=newest: of the live run
//   GET  /api/cells?k=12              the Laguerre cells of a frame (cell_bytes.hpp)
//   GET  /api/grain?k=12&id=5         all that is known of one grain, and its contacts
//   GET  /api/path?id=5               where a grain was, in all frames
//   GET  /api/series?columns=a,b      columns of series.csv
//   GET  /api/scene                   the scene's text
//   GET  /api/maps                    the colours of the maps
//   POST /api/control                 {"ask": "pause"}: of a live run (live.hpp);
//                                     {"ask": "set", "key": "output.frames", "value": "5 ms"}
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "run/folder/data_table.hpp"
#include "run/folder/stored_run.hpp"
#include "view/http_server.hpp"
#include "view/live.hpp"

namespace scree::view {

class ServedRun {
 public:
  // `live` may be null; else it must stay as long as this.
  explicit ServedRun(std::string folder, LiveView* live = nullptr)
      : folder_(std::move(folder)), live_(live) {}

  // Any thread.
  HttpAnswer answer(const HttpRequest& request);

 private:
  using FramePointer = std::shared_ptr<const Frame>;
  HttpAnswer about();
  HttpAnswer about_now();
  HttpAnswer frame(const HttpRequest& request);
  HttpAnswer cells(const HttpRequest& request);
  HttpAnswer made_once(const FramePointer& of, const std::string& what, bool is_live,
                       const std::function<Result<std::string>()>& make);
  HttpAnswer grain(const HttpRequest& request);
  HttpAnswer path(const HttpRequest& request);
  HttpAnswer series(const HttpRequest& request);
  HttpAnswer scene();
  HttpAnswer control(const HttpRequest& request);
  Result<FramePointer> frame_called(const std::string& word);
  Result<FramePointer> stored_frame(std::size_t k);
  Result<std::shared_ptr<const run::StoredRun>> stored();
  Result<std::shared_ptr<const run::DataTable>> table();

  const std::string folder_;
  LiveView* const live_;
  struct Made {
    FramePointer of;
    std::string what;
    HttpAnswer answer;
  };
  std::timed_mutex reading_;  // files of frames
  std::mutex making_;
  std::deque<Made> made_;  // the newest first
  HttpAnswer about_;
  std::chrono::steady_clock::time_point about_time_{};
  std::mutex mutex_;
  std::shared_ptr<const run::StoredRun> stored_;
  std::string stored_stamp_, table_stamp_;
  std::shared_ptr<const run::DataTable> table_;            // series.csv, read when it has changed
  std::deque<std::pair<std::size_t, FramePointer>> kept_;  // the frames that were asked for last
};

}  // namespace scree::view
