#include "scene/takeover/other_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "base/units.hpp"
#include "io/checkpoint_store.hpp"
#include "io/vtp_reader.hpp"
#include "scene/build.hpp"
#include "scene/takeover/taken_frame.hpp"
#include "scene/text/document.hpp"
#include "sim/archive/checkpoint.hpp"
#include "sim/world/cell.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

Errors in_file(Errors errors, const std::string& file) {
  for (Error& e : errors) {
    e.code = "E0483";
    if (e.location.empty()) e.location = file;
  }
  return errors;
}

void erase_key(Node& table, std::string_view key) {
  std::erase_if(table.entries, [&](const Node::Entry& e) { return e.key == key; });
}

// The names of the walls' materials; a resolved scene always has them.
std::vector<std::string> wall_materials_of(const Node& document) {
  std::vector<std::string> out;
  const Node* walls = document.find("wall");
  if (walls == nullptr) return out;
  for (const Node& w : walls->list) {
    const Node* m = w.find("material");
    out.push_back(m != nullptr ? m->text : "");
  }
  return out;
}

// The scene of the run without what puts grains into it or surrounds them: files that it names may
// be gone, and grains come from the state.
Result<Done> read_surroundings(const std::string& resolved, TakenRun& out) {
  Messages messages;
  const int source = messages.add_source("resolved.toml", resolved);
  auto document = parse_document(resolved, source, messages);
  if (!document) return messages.take();
  out.wall_materials = wall_materials_of(*document);
  for (const char* key :
       {"fill", "wall", "outlet", "output", "shape", "cluster", "stage", "picture"})
    erase_key(*document, key);
  ReadContext context{"", messages};
  Branch root = read_section(*document, scene_section(), context);
  root.spans.insert_or_assign("fill", root.span);  // no fill is not a mistake here
  Scene scene;
  build_scene(root, context, scene);
  if (!messages.ok()) return messages.take();
  out.world = std::move(scene.world);
  return Done{};
}

// Shapes are numbered as fills list them: the whole scene has to be read.
Result<Done> read_taken_shapes(const std::string& resolved, TakenRun& out) {
  auto scene = parse_scene(resolved, "resolved.toml");
  if (!scene) return scene.errors();
  out.world.shapes = std::move(scene->world.shapes);
  for (const Primitive& p : out.state.primitives.records)
    if (p.shape > 0 && !out.shape_of(p))
      return Error{"E0483", "a grain has a shape that the scene of the run does not have", out.file,
                   ""};
  return Done{};
}

Result<TakenRun> from_checkpoint(const std::string& file) {
  TakenRun out;
  out.file = file;
  out.full = true;
  const auto bytes = read_whole_file(file);
  if (!bytes) return in_file(bytes.errors(), file);
  auto data = decode_checkpoint(*bytes, file);
  if (!data) return in_file(data.errors(), file);
  auto state = archive_of(*data);
  if (!state) return in_file(state.errors(), file);
  out.state = std::move(*state);
  out.time = static_cast<double>(out.state.step) * out.state.dt;
  const CheckpointArray* resolved = data->find("scene/resolved");
  const auto* text = resolved ? std::get_if<std::string>(&resolved->values) : nullptr;
  if (text == nullptr) return Error{"E0483", "the checkpoint has no scene", file, ""};
  if (auto done = read_surroundings(*text, out); !done) return in_file(done.errors(), file);
  if (!out.state.cell.empty()) CellSystem().restore(out.state.cell, out.world.box);
  const bool shaped =
      std::any_of(out.state.primitives.records.begin(), out.state.primitives.records.end(),
                  [](const Primitive& p) { return p.shape > 0; });
  if (shaped)
    if (auto done = read_taken_shapes(*text, out); !done) return in_file(done.errors(), file);
  return out;
}

Result<TakenRun> from_frame(const std::string& folder, const std::string& file,
                            const std::string& bonds) {
  TakenRun out;
  out.file = file;
  const auto text = read_whole_file(file);
  if (!text) return in_file(text.errors(), file);
  auto frame = read_vtp_grains(*text);
  if (!frame) return in_file(frame.errors(), file);
  if (!bonds.empty()) {
    const auto lines = read_whole_file(bonds);
    if (!lines) return in_file(lines.errors(), bonds);
    if (auto done = read_vtp_bonds(*lines, *frame); !done) return in_file(done.errors(), bonds);
  }
  const auto resolved = read_whole_file(folder + "/resolved.toml");
  if (!resolved)
    return Error{"E0483", "materials unknown: there is no resolved.toml next to the frames", folder,
                 "name the folder of a run"};
  if (auto done = read_surroundings(*resolved, out); !done) return in_file(done.errors(), folder);
  out.time = frame->time;
  if (auto done = put_frame(*frame, !bonds.empty(), out); !done)
    return in_file(done.errors(), file);
  return out;
}

struct FrameFile {
  double time = 0;
  std::string file, bonds;
};
Result<std::vector<FrameFile>> frames_of(const std::string& folder) {
  std::vector<FrameFile> out;
  std::vector<std::pair<double, std::string>> bonds;
  for (const char* list : {"frames.pvd", "bonds.pvd"}) {
    if (!fs::exists(folder + "/" + list)) continue;
    const auto text = read_whole_file(folder + "/" + list);
    if (!text) return in_file(text.errors(), folder);
    auto entries = read_pvd(*text);
    if (!entries) return in_file(entries.errors(), folder + "/" + list);
    for (const auto& [time, file] : *entries) {
      if (std::string_view(list) == "frames.pvd") {
        out.push_back({time, folder + "/" + file, ""});
        continue;
      }
      for (FrameFile& f : out)
        if (fs::path(f.file).stem() == fs::path(file).stem()) f.bonds = folder + "/" + file;
    }
  }
  return out;
}

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t n = 0;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), n);
  if (r.ec != std::errc() || r.ptr != text.data() + text.size()) return std::nullopt;
  return n;
}

Error no_such_frame(const std::string& folder, const std::string& wanted,
                    const std::vector<FrameFile>& frames) {
  return {"E0484",
          frames.empty() ? fmt::format("the run has no frame `{}`: it has no frames", wanted)
                         : fmt::format("the run has no frame `{}`", wanted),
          folder,
          frames.empty() ? "frame = \"last\" takes its checkpoint"
                         : fmt::format("there are the frames \"0\" to \"{}\", from \"{:.6g} s\" to "
                                       "\"{:.6g} s\"; or \"last\"",
                                       frames.size() - 1, frames.front().time, frames.back().time)};
}

// A frame by its number or time: "12", "0.5 s".
Result<FrameFile> wanted_frame(const std::string& folder, const std::string& wanted) {
  auto frames = frames_of(folder);
  if (!frames) return frames.errors();
  if (const auto n = whole_number(wanted)) {
    if (*n < frames->size()) return (*frames)[*n];
    return no_such_frame(folder, wanted, *frames);
  }
  static constexpr ParamInfo kTime{.name = "frame", .dim = dim::time};
  const auto value = parse_param(kTime, wanted);
  if (!value)
    return Error{"E0484", fmt::format("`{}` is neither \"last\" nor a number nor a time", wanted),
                 folder, "frame = \"last\", \"12\" or \"0.5 s\""};
  const double time = std::get<double>(*value);
  const auto nearest = std::min_element(frames->begin(), frames->end(),
                                        [time](const FrameFile& a, const FrameFile& b) {
                                          return std::abs(a.time - time) < std::abs(b.time - time);
                                        });
  if (nearest == frames->end()) return no_such_frame(folder, wanted, *frames);
  // Within half of the usual distance of two frames.
  const double apart = frames->size() > 1 ? (frames->back().time - frames->front().time) /
                                                static_cast<double>(frames->size() - 1)
                                          : 0;
  if (std::abs(nearest->time - time) > 0.5 * apart + 1e-9 * std::abs(time))
    return no_such_frame(folder, wanted, *frames);
  return *nearest;
}

Result<TakenRun> newest(const std::string& folder, const std::vector<std::uint64_t>& steps) {
  Errors reasons;
  const CheckpointStore store(folder + "/checkpoints");
  for (const std::uint64_t step : steps) {
    auto taken = from_checkpoint(store.file(step));
    if (taken) return taken;
    if (reasons.empty()) reasons = taken.errors();
  }
  const auto frames = frames_of(folder);
  if (frames && !frames->empty())
    return from_frame(folder, frames->back().file, frames->back().bonds);
  if (!reasons.empty()) return reasons;
  return Error{"E0483", "the run has neither checkpoints nor frames", folder, ""};
}

}  // namespace

std::shared_ptr<const Shape> TakenRun::form_of(const Primitive& p) const {
  const std::uint32_t form = p.form > 0 ? p.form : p.shape;
  return form < world.shapes.size() ? world.shapes[form] : nullptr;
}

std::shared_ptr<const Shape> TakenRun::shape_of(const Primitive& p) const {
  if (p.shape < world.shapes.size() && world.shapes[p.shape]) return world.shapes[p.shape];
  const auto form = form_of(p);
  return form ? form->scaled(p.size) : nullptr;
}

Result<TakenRun> take_run(const std::string& path, const std::string& frame) {
  if (path.ends_with(".h5")) return from_checkpoint(path);
  if (path.ends_with(".vtp")) {
    const fs::path folder = fs::path(path).parent_path().parent_path();
    const fs::path bonds = folder / "bonds" / fs::path(path).filename();
    return from_frame(folder.string(), path, fs::exists(bonds) ? bonds.string() : "");
  }
  if (!fs::is_directory(path) || !fs::exists(path + "/resolved.toml"))
    return Error{"E0483",
                 fs::is_directory(path) ? "this folder is not a run"
                                        : "this is neither a run nor a checkpoint nor a frame",
                 path,
                 "name the folder of a run (it has a resolved.toml), an .h5 of its "
                 "checkpoints, or a .vtp of its frames"};
  const std::vector<std::uint64_t> steps = CheckpointStore(path + "/checkpoints").steps();
  if (frame == "last") return newest(path, steps);
  const auto wanted = wanted_frame(path, frame);
  if (!wanted) return wanted.errors();
  // A checkpoint of that very instant knows more.
  for (const std::uint64_t step : steps) {
    auto taken = from_checkpoint(CheckpointStore(path + "/checkpoints").file(step));
    if (taken && std::abs(taken->time - wanted->time) < 0.5 * taken->state.dt) return taken;
  }
  return from_frame(path, wanted->file, wanted->bonds);
}

}  // namespace scree
