#include "run/folder/run_directory.hpp"

#include <fmt/format.h>

#include <ctime>
#include <filesystem>

#include "io/exporter.hpp"
#include "io/vti.hpp"
#include "io/vtp.hpp"
#include "run/folder/series.hpp"

namespace scree::run {

Result<RunDirectory> RunDirectory::locked(const std::string& path) {
  auto lock = FolderLock::take(path);
  if (!lock) return lock.errors();
  return RunDirectory(path, std::move(*lock));
}

Result<RunDirectory> RunDirectory::open(const std::string& path) {
  std::string trimmed = path;
  while (trimmed.size() > 1 && trimmed.back() == '/') trimmed.pop_back();
  for (const std::string& part : parts_of(trimmed))
    if (is_link(trimmed + "/" + part)) return link_refused(trimmed + "/" + part);
  return locked(trimmed);
}

Result<RunDirectory> RunDirectory::create(const std::string& path, const std::string& name) {
  if (!path.empty()) {
    if (auto claimed = claim_directory(path); !claimed) return claimed.errors();
    return locked(path);
  }
  for (int k = 1;; ++k) {
    const std::string free = fmt::format("runs/{}-{:03}", name, k);
    auto claimed = claim_directory(free);
    if (claimed) return locked(free);
    if (claimed.error().code != "E0905") return claimed.errors();
  }
}

Result<Done> RunDirectory::write(const std::string& name, std::string_view content) const {
  if (auto there = still_there(); !there) return there;
  auto done = write_file(file(name), content);
  // The folder may have gone in between: that is the better reason.
  if (!done)
    if (auto there = still_there(); !there) return there;
  return done;
}

Result<Done> RunDirectory::log(const std::string& line) const {
  if (auto there = still_there(); !there) return there;
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return append_to_file(
      file("control.log"),
      fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z {}\n", utc.tm_year + 1900, utc.tm_mon + 1,
                  utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, line));
}

Result<Done> RunDirectory::still_there() const {
  if (lock_.is_at(path_)) return Done{};
  return Error{"E0983", "the folder of the run is gone: it was removed, moved or replaced", path_,
               "the run stops; if the folder was moved, go on with --resume where it is now"};
}

Result<Done> RunDirectory::write_scene(const Scene& scene) {
  if (auto done = write("scene.toml", scene.source); !done) return done;
  return write("resolved.toml", scene.resolved);
}

void RunDirectory::begin_series(std::string header) { series_ = std::move(header); }

Result<Done> RunDirectory::write_part(const char* folder, const char* part, const Frame& frame,
                                      const std::string& name) {
  if (auto there = still_there(); !there) return there;
  if (auto made = make_directory(file(folder)); !made) return made;
  ParamSet params;
  params.set("part", std::string(part));
  auto content = export_frame(*find_exporter("vtp"), frame, std::move(params));
  if (!content) return content.errors();
  return write(std::string(folder) + "/" + name, *content);
}

Result<Done> RunDirectory::write_frame(const Frame& frame, bool walls_move) {
  const std::string name = fmt::format("{:06}.vtp", frames_.size());
  if (auto done = write_part("frames", "grains", frame, name); !done) return done;
  frames_.emplace_back(frame.time, "frames/" + name);
  if (!frame.walls.empty() && (walls_move || walls_.empty())) {
    if (auto done = write_part("walls", "walls", frame, name); !done) return done;
    walls_.emplace_back(frame.time, "walls/" + name);
    if (auto done = write("walls.pvd", pvd_collection(walls_)); !done) return done;
  }
  if (!frame.contacts.empty()) {
    if (auto done = write_part("contacts", "contacts", frame, name); !done) return done;
    contacts_.emplace_back(frame.time, "contacts/" + name);
    if (auto done = write("contacts.pvd", pvd_collection(contacts_)); !done) return done;
  }
  if (!frame.bonds.empty()) {
    if (auto done = write_part("bonds", "bonds", frame, name); !done) return done;
    bonds_.emplace_back(frame.time, "bonds/" + name);
    if (auto done = write("bonds.pvd", pvd_collection(bonds_)); !done) return done;
  }
  if (!frame.shapes.empty()) {
    if (auto done = write_part("shapes", "shapes", frame, name); !done) return done;
    shapes_.emplace_back(frame.time, "shapes/" + name);
    if (auto done = write("shapes.pvd", pvd_collection(shapes_)); !done) return done;
  }
  return write("frames.pvd", pvd_collection(frames_));
}

Result<Done> RunDirectory::write_table(const std::string& name, const TimedTable& table) {
  if (frames_.empty()) return Done{};
  if (auto there = still_there(); !there) return there;
  for (const std::string& folder : {std::string("tables"), "tables/" + name})
    if (auto made = make_directory(file(folder)); !made) return made;
  const auto path = [&name](std::size_t k, const char* end) {
    return fmt::format("tables/{}/{:06}{}", name, k, end);
  };
  std::string text = table_header(table.table);
  add_table_rows(table, text);
  if (auto done = write(path(frames_.size() - 1, ".csv"), text); !done) return done;
  if (!table.table.grid) return Done{};
  const std::string image = vti_image(table.table, table.time);
  if (auto done = write(path(frames_.size() - 1, ".vti"), image); !done) return done;
  // Files of a collection are named from where it lies.
  std::error_code unknown;
  std::vector<std::pair<double, std::string>> images;
  for (std::size_t k = 0; k < frames_.size(); ++k)
    if (const std::string one = path(k, ".vti"); std::filesystem::exists(file(one), unknown))
      images.emplace_back(frames_[k].first, one.substr(std::string_view("tables/").size()));
  return write("tables/" + name + ".pvd", pvd_collection(images));
}

Result<Done> RunDirectory::add_series(const std::string& line) {
  series_ += line;
  const auto now = std::chrono::steady_clock::now();
  if (now - series_time_ < std::chrono::seconds(3)) return Done{};
  series_time_ = now;
  return flush();
}

Result<Done> RunDirectory::flush() {
  if (series_written_ == series_.size()) return Done{};
  series_written_ = series_.size();
  return write("series.csv", series_);
}

Result<Done> RunDirectory::write_picture(const Frame& frame, ParamSet look) {
  auto png = export_frame(*find_exporter("png"), frame, std::move(look));
  if (!png) return png.errors();
  return write("picture.png", *png);
}

}  // namespace scree::run
