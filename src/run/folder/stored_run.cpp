#include "run/folder/stored_run.hpp"

#include <algorithm>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "io/vtp_reader.hpp"

namespace scree::run {
namespace {

namespace fs = std::filesystem;

// The file that is meant, where the message does not say it yet.
Errors at(Errors errors, const std::string& file) {
  for (Error& e : errors)
    e.location = e.location.empty() ? file : e.location == file ? file : file + ", " + e.location;
  return errors;
}

}  // namespace

Result<StoredRun> StoredRun::open(const std::string& path) {
  StoredRun run;
  run.path_ = path;
  while (run.path_.size() > 1 && run.path_.back() == '/') run.path_.pop_back();
  if (!fs::is_directory(run.path_))
    return Error{
        "E0750",
        fs::exists(run.path_) ? "is a file, not the folder of a run" : "there is no such folder",
        path, ""};
  for (const auto& [file, list] : {std::pair{"frames.pvd", &run.frames_},
                                   {"walls.pvd", &run.walls_},
                                   {"contacts.pvd", &run.contacts_},
                                   {"bonds.pvd", &run.bonds_}}) {
    if (!fs::exists(run.path_ + "/" + file)) continue;
    const auto text = run.content(file);
    if (!text) return text.errors();
    auto entries = read_pvd(*text);
    if (!entries) return at(entries.errors(), run.path_ + "/" + file);
    *list = std::move(*entries);
  }
  if (!run.frames_.empty()) return run;
  return Error{
      "E0750",
      fs::exists(run.path_ + "/scene.toml") ? "this run has no frames" : "this folder is not a run",
      path, fs::exists(run.path_ + "/scene.toml") ? "frames are written every output.frames" : ""};
}

PictureSettings StoredRun::picture() const {
  const auto resolved = read_whole_file(path_ + "/resolved.toml");
  return resolved ? stored_picture(*resolved) : PictureSettings{};
}

std::string StoredRun::name(std::size_t k) const {
  return fs::path(frames_[k].second).stem().string();
}

Result<std::string> StoredRun::content(const std::string& file) const {
  const std::string whole = path_ + "/" + file;
  // A device or a pipe would never end.
  if (fs::exists(whole) && !fs::is_regular_file(whole))
    return Error{"E0706", "is not a plain file", whole, ""};
  return read_whole_file(whole);
}

Result<Frame> StoredRun::frame(std::size_t k, Contacts wanted) const {
  const auto& [time, file] = frames_[k];
  const auto text = content(file);
  if (!text) return text.errors();
  auto frame = read_vtp_grains(*text);
  if (!frame) return at(frame.errors(), path_ + "/" + file);

  const std::string* walls = nullptr;
  for (const auto& [t, f] : walls_)
    if (!walls || t <= time) walls = &f;
  if (walls) {
    const auto mesh = content(*walls);
    if (!mesh) return mesh.errors();
    if (auto done = read_vtp_walls(*mesh, *frame); !done)
      return at(done.errors(), path_ + "/" + *walls);
  }
  const std::string stem = name(k);
  for (const auto& [t, f] : contacts_) {
    if (wanted == Contacts::leave_out || fs::path(f).stem().string() != stem) continue;
    const auto lines = content(f);
    if (!lines) return lines.errors();
    if (auto done = read_vtp_contacts(*lines, *frame); !done)
      return at(done.errors(), path_ + "/" + f);
  }
  for (const auto& [t, f] : bonds_) {
    if (fs::path(f).stem().string() != stem) continue;
    const auto lines = content(f);
    if (!lines) return lines.errors();
    if (auto done = read_vtp_bonds(*lines, *frame); !done)
      return at(done.errors(), path_ + "/" + f);
  }
  if (std::string wrong = check(*frame); !wrong.empty())
    return Error{"E0724", wrong, path_ + "/" + file, ""};
  return std::move(*frame);
}

Result<std::optional<GrainPlace>> StoredRun::place(std::size_t k, std::uint64_t id) const {
  const std::string& file = frames_[k].second;
  const auto text = content(file);
  if (!text) return text.errors();
  auto found = read_vtp_place(*text, id);
  if (!found) return at(found.errors(), path_ + "/" + file);
  return found;
}

Result<Done> CommonScales::include(const Frame& frame, const render::Look& look) {
  const auto shown = render::shown(frame, look);
  if (!shown) return shown.errors();
  if (look.contacts) force_hi = std::max(force_hi, shown->force.hi);
  if (frame.size() == 0) return Done{};
  if (any)
    color.include(shown->color);
  else
    color = shown->color;
  any = true;
  return Done{};
}

}  // namespace scree::run
