// How a run directory is taken up again: nothing twice, nothing left out.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "io/vtp.hpp"
#include "run/folder/run_directory.hpp"
#include "state/hash.hpp"

namespace scree::run {
namespace {

namespace fs = std::filesystem;
using Files = std::vector<std::pair<double, std::string>>;

void save_list(const std::string& name, const Files& files, RunMemory& out) {
  std::vector<double> times;
  std::string names;
  for (const auto& [time, file] : files) {
    times.push_back(time);
    names += file + "\n";
  }
  out.add(name + "/time", std::move(times));
  out.add(name + "/file", std::move(names));
}

Files list_of(const std::string& name, const RunMemory& from) {
  Files out;
  std::string_view names = from.find_text(name + "/file");
  for (const double time : from.find_numbers(name + "/time")) {
    const std::size_t end = std::min(names.find('\n'), names.size());
    out.emplace_back(time, std::string(names.substr(0, end)));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return out;
}

// "x.vtp.tmp-123" of write_file.
bool is_unfinished(const std::string& name) {
  const std::size_t at = name.rfind(".tmp-");
  return at != std::string::npos && at + 5 < name.size() &&
         name.find_first_not_of("0123456789", at + 5) == std::string::npos;
}

// "000012.vtp" of frame 12.
bool is_frame_from(const std::string& name, std::size_t first) {
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  if (digits < 6 || digits == name.size() || name[digits] != '.') return false;
  std::size_t number = 0;
  const auto r = std::from_chars(name.data(), name.data() + digits, number);
  return r.ec == std::errc() && number >= first;
}

template <class Test>
void remove_files(const std::string& folder, const Test& unwanted) {
  if (is_link(folder)) return;
  std::error_code ignored;
  std::vector<fs::path> gone;
  for (fs::directory_iterator it(folder, ignored), end; !ignored && it != end;
       it.increment(ignored)) {
    std::error_code unknown;
    if (it->is_regular_file(unknown) && unwanted(it->path().filename().string()))
      gone.push_back(it->path());
  }
  for (const fs::path& p : gone) fs::remove(p, ignored);
}

constexpr const char* kFrameFolders[] = {"frames", "walls", "contacts", "bonds", "shapes"};

// All that hold a file per frame.
std::vector<std::string> frame_folders(const std::string& run) {
  std::vector<std::string> folders(std::begin(kFrameFolders), std::end(kFrameFolders));
  std::error_code none;
  for (fs::directory_iterator it(run + "/tables", none), end; !none && it != end;
       it.increment(none))
    folders.push_back("tables/" + it->path().filename().string());
  return folders;
}

}  // namespace

std::vector<std::string> RunDirectory::parts_of(const std::string& path) {
  std::vector<std::string> parts = frame_folders(path);
  for (const char* more : {"checkpoints", "tables", "blackbox", "control.log"})
    parts.emplace_back(more);
  return parts;
}

std::vector<std::string> RunDirectory::missing() const {
  std::vector<std::string> out;
  std::error_code unknown;
  for (const Files* files : {&frames_, &walls_, &contacts_, &bonds_, &shapes_})
    for (const auto& [time, name] : *files)
      if (!fs::exists(file(name), unknown)) out.push_back(name);
  return out;
}

void RunDirectory::save(RunMemory& out) const {
  save_list("frames", frames_, out);
  save_list("walls", walls_, out);
  save_list("contacts", contacts_, out);
  if (!bonds_.empty()) save_list("bonds", bonds_, out);
  if (!shapes_.empty()) save_list("shapes", shapes_, out);
  out.add("series/size", std::vector{static_cast<double>(series_.size())});
  out.add("series/hash", to_string(hash_bytes(series_)));
}

Result<Done> RunDirectory::take_up_series(const RunMemory& from, const std::string& header,
                                          std::vector<RunEvent>& happened) {
  begin_series(header);
  const auto size = from.find_numbers("series/size");
  if (size.empty() || size[0] == 0) return Done{};
  const auto old = read_whole_file(file("series.csv"));
  if (!old && !fs::exists(file("series.csv"))) {
    happened.push_back({events::kFiles, file("series.csv") + " is gone: a new one begins here"});
    return Done{};
  }
  if (!old) return old.errors();
  const std::string known = old->substr(0, static_cast<std::size_t>(size[0]));
  if (known.starts_with(header) && to_string(hash_bytes(known)) == from.find_text("series/hash")) {
    series_ = known;
    return Done{};
  }
  std::string aside;
  for (int k = 1; aside.empty() || fs::exists(aside); ++k)
    aside = file(fmt::format("series-{}.csv", k));
  std::error_code cause;
  fs::rename(file("series.csv"), aside, cause);
  if (cause) return Error{"E0903", "cannot set the file aside: " + cause.message(), aside, ""};
  happened.push_back(
      {events::kFiles, fmt::format("{} has other columns or was changed: it is kept as {}, and a "
                                   "new one begins here",
                                   file("series.csv"), aside)});
  return Done{};
}

Result<Done> RunDirectory::take_up(const RunMemory& from, const std::string& series_header,
                                   std::vector<RunEvent>& happened) {
  std::error_code cause;
  if (fs::remove(file("summary.json"), cause); cause)
    return Error{"E0902", "the old summary cannot be removed: " + cause.message(),
                 file("summary.json"), ""};
  if (auto done = take_up_series(from, series_header, happened); !done) return done;
  frames_ = list_of("frames", from);
  walls_ = list_of("walls", from);
  contacts_ = list_of("contacts", from);
  bonds_ = list_of("bonds", from);
  shapes_ = list_of("shapes", from);
  for (const char* folder : {"", "frames", "walls", "contacts", "bonds", "shapes", "checkpoints"})
    remove_files(file(folder), is_unfinished);
  for (const std::string& folder : frame_folders(path_)) {
    remove_files(file(folder), is_unfinished);
    remove_files(file(folder),
                 [this](const std::string& name) { return is_frame_from(name, frames_.size()); });
  }
  const std::pair<const char*, const Files*> lists[] = {{"frames.pvd", &frames_},
                                                        {"walls.pvd", &walls_},
                                                        {"contacts.pvd", &contacts_},
                                                        {"bonds.pvd", &bonds_},
                                                        {"shapes.pvd", &shapes_}};
  for (const auto& [name, files] : lists)
    if (!files->empty())
      if (auto done = write(name, pvd_collection(*files)); !done) return done;
  return Done{};
}

}  // namespace scree::run
