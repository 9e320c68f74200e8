#include "run/folder/run_status.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "io/atomic_file.hpp"
#include "io/checkpoint_store.hpp"
#include "io/vtp_reader.hpp"
#include "run/loop/summary.hpp"

namespace scree::run {
namespace {

namespace fs = std::filesystem;

bool is_run(const std::string& folder) {
  std::error_code unknown;
  return fs::exists(folder + "/scene.toml", unknown) ||
         fs::exists(folder + "/resolved.toml", unknown);
}

// Steps that the newest checkpoint has and the summary has not: a resumed run that was killed.
std::string outdated(const std::string& folder, const Json& summary) {
  const auto checkpoints = CheckpointStore(folder + "/checkpoints").steps();
  const auto steps = summary.find("steps");
  if (checkpoints.empty() || steps == summary.end() || !steps->is_number_unsigned()) return {};
  if (checkpoints.front() <= steps->get<std::uint64_t>()) return {};
  return fmt::format(
      "was resumed and has not come to its end: its newest checkpoint is of step {}, "
      "its summary of step {}",
      checkpoints.front(), steps->get<std::uint64_t>());
}

std::string missing_frames(const std::string& folder) {
  std::size_t gone = 0;
  std::string first;
  for (const char* list : {"frames.pvd", "walls.pvd", "contacts.pvd"}) {
    const auto text = read_whole_file(folder + "/" + list);
    if (!text) continue;
    const auto files = read_pvd(*text);
    if (!files) continue;
    std::error_code unknown;
    for (const auto& [time, file] : *files)
      if (!fs::exists(folder + "/" + file, unknown) && gone++ == 0) first = file;
  }
  return gone == 0 ? ""
                   : fmt::format("{} of the run {} gone: {}{}", gone, gone == 1 ? "is" : "are",
                                 first, gone > 1 ? ", ..." : "");
}

void add_failed_check(Json& summary, const char* name, const std::string& reason) {
  Json& verdict = summary["verdict"];
  for (Json& c : verdict["checks"])  // what the summary says of it already
    if (c.is_object() && c.value("name", Json()) == name) return void(c["reason"] = reason);
  verdict["checks"].push_back(
      {{"name", name}, {"ok", false}, {"noted", false}, {"reason", reason}});
}

bool has_checks(const Json& summary) {
  const Json::json_pointer checks("/verdict/checks");
  return summary.contains(checks) && summary.at(checks).is_array();
}

// The verdict as the folder shows it now.
void look_around(const std::string& folder, Json& summary) {
  // What a run writes at its start says already that it has not ended.
  if (verdict_word(summary) == "unfinished") return;
  if (const std::string why = outdated(folder, summary); !why.empty())
    summary["verdict"] = unfinished_verdict(why);
  if (!has_checks(summary)) return;
  const std::string gone = missing_frames(folder);
  if (gone.empty()) return;
  add_failed_check(summary, "files", gone);
  summary["verdict"]["ok"] = false;
  if (verdict_word(summary) == "ok") summary["verdict"]["word"] = "doubtful";
}

Json without_summary(const std::string& folder) {
  return {
      {"run", folder},
      {"verdict", unfinished_verdict("has left no summary: it was killed, or its disk is full")}};
}

}  // namespace

std::string verdict_word(const Json& summary) {
  const Json::json_pointer word("/verdict/word");
  if (!summary.is_object() || !summary.contains(word) || !summary.at(word).is_string()) return "?";
  return summary.at(word).get<std::string>();
}

bool has_ended(const std::string& word) {
  return word == "ok" || word == "doubtful" || word == "failed";
}

std::string verdict_reasons(const Json& summary) {
  if (!summary.is_object() || !has_checks(summary)) return {};
  std::string failed, noted;
  for (const Json& c : summary.at(Json::json_pointer("/verdict/checks"))) {
    if (!c.is_object() || !c.value("reason", Json()).is_string()) continue;
    // A number without the name of its check says nothing; that of the run itself is a sentence.
    std::string text = c["reason"].get<std::string>();
    if (const Json name = c.value("name", Json()); name.is_string() && name != "run")
      text = name.get<std::string>() + ": " + text;
    if (c.value("ok", Json()) == false) failed += (failed.empty() ? "" : "; ") + text;
    if (c.value("noted", Json()) == true) noted += (noted.empty() ? "" : "; ") + text;
  }
  return failed.empty() ? noted : failed;
}

Result<Json> read_run(const std::string& path) {
  std::string folder = path;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  std::error_code unknown;
  if (!fs::exists(folder, unknown)) return Error{"E0750", "there is no such folder", path, ""};
  const bool is_folder = fs::is_directory(folder, unknown);
  const std::string file = is_folder ? folder + "/summary.json" : folder;
  if (is_folder && !fs::exists(file, unknown) && is_run(folder)) return without_summary(folder);
  const auto text = read_whole_file(file);
  if (!text) {
    Errors errors = text.errors();
    if (is_folder) errors.front().hint = "this folder is not a run";
    return errors;
  }
  Json summary = parsed_json(*text);
  if (!summary.is_object())
    return Error{"E0713", "is not the summary of a run: no JSON object", file, ""};
  if (is_folder) look_around(folder, summary);
  return summary;
}

}  // namespace scree::run
