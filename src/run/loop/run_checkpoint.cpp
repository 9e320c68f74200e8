#include "run/loop/run_checkpoint.hpp"

#include <algorithm>

#include "base/safe_text.hpp"
#include "base/version.hpp"
#include "scene/text/difference.hpp"
#include "sim/archive/checkpoint.hpp"

namespace scree::run {
namespace {

constexpr std::string_view kApp = "app/";

Result<RunCheckpoint> read_checkpoint(const CheckpointStore& store, std::uint64_t step) {
  const auto data = store.read(step);
  if (!data) return data.errors();
  auto simulation = archive_of(*data);
  if (!simulation) {
    Errors errors = simulation.errors();
    for (Error& e : errors) e.location = store.file(step);
    return errors;
  }
  RunCheckpoint out{.simulation = std::move(*simulation)};
  for (const CheckpointArray& a : data->arrays()) {
    const auto* text = std::get_if<std::string>(&a.values);
    const auto* numbers = std::get_if<std::vector<double>>(&a.values);
    if (a.name == "scene/resolved" && text) out.resolved = *text;
    if (a.name == "scene/files" && text) out.files = *text;
    if (!a.name.starts_with(kApp)) continue;
    if (text) out.memory.add(a.name.substr(kApp.size()), *text);
    if (numbers) out.memory.add(a.name.substr(kApp.size()), *numbers);
  }
  if (out.resolved.empty())
    return Error{"E0915", "`scene/resolved` is missing", store.file(step), ""};
  return out;
}

std::string_view unwritable_line(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!is_safe(text.substr(0, end), Keep::controls)) return text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

}  // namespace

Result<std::string> file_hashes(const std::string& resolved) {
  // Absolute paths stand in it, and names of folders are bytes of any kind.
  if (!is_safe(resolved, Keep::controls))
    return Error{"E0986", "a file that the scene names has a path that is not UTF-8",
                 safe_text(unwritable_line(resolved)),
                 "resolved.toml cannot hold it: rename the folder, or put the file elsewhere"};
  const auto values = scene_values(resolved, "scene");
  if (!values) return values.errors();
  std::string out;
  for (const auto& [key, value] : *values) {
    const bool is_file = key == "file" || key.ends_with(".file") ||
                         (key.starts_with("fill.") && key.ends_with(".from"));
    if (!is_file || value.size() < 2) continue;
    const auto content = read_whole_file(value.substr(1, value.size() - 2));
    if (!content) return content.errors();
    out += key + " " + to_string(hash_bytes(*content)) + "\n";
  }
  return out;
}

Result<Done> write_checkpoint(const CheckpointStore& store, RunCheckpoint&& c) {
  const std::uint64_t step = c.simulation.step;
  CheckpointData data;
  data.add("scree/version", "program that wrote this",
           std::string(kVersion) + (*kRevision ? std::string(" ") + kRevision : ""));
  data.add("scene/resolved", "the scene with every default, TOML", std::move(c.resolved));
  data.add("scene/files", "hashes of the files that the scene names", std::move(c.files));
  for (auto& [name, values] : c.memory.numbers)
    data.add(std::string(kApp) + name, "memory of the program", std::move(values));
  for (auto& [name, text] : c.memory.texts)
    data.add(std::string(kApp) + name, "memory of the program", std::move(text));
  add_archive(std::move(c.simulation), data);
  return store.write(step, data);
}

Result<std::optional<RunCheckpoint>> newest_checkpoint(const CheckpointStore& store,
                                                       std::vector<RunEvent>& happened) {
  const std::vector<std::uint64_t> steps = store.steps();
  Errors reasons;
  for (const std::uint64_t step : steps) {
    auto checkpoint = read_checkpoint(store, step);
    if (checkpoint) {
      for (std::size_t k = 0; k < reasons.size(); ++k) {
        checkpoint->damaged.push_back(steps[k]);
        happened.push_back({events::kCheckpoint,
                            to_string(reasons[k]) + "; going on from the checkpoint before it"});
      }
      return std::optional(std::move(*checkpoint));
    }
    const Error& e = checkpoint.error();
    reasons.push_back(e);
    // A newer version's file is good: someone else may want it.
    if (e.code == "E0913") return checkpoint.errors();
  }
  if (steps.empty()) return std::optional<RunCheckpoint>();
  reasons.insert(reasons.begin(),
                 Error{"E0918", "no checkpoint of this run can be used", store.file(steps.front()),
                       "begin again in another folder with -o"});
  return reasons;
}

}  // namespace scree::run
