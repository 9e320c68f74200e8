#include "run/sweeps/sweep_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "io/checkpoint_store.hpp"
#include "io/text.hpp"
#include "run/folder/run_status.hpp"
#include "scene/text/difference.hpp"

namespace scree::run {
namespace {

namespace fs = std::filesystem;

// The text of a scene as a table shows it: without the quotes of TOML.
std::string shown(const std::string& value) {
  const bool plain = value.size() >= 2 && value.front() == '"' && value.back() == '"' &&
                     value.find('\\') == std::string::npos;
  return plain ? value.substr(1, value.size() - 2) : value;
}

// Results that a summary has, in the order of the columns. What is missing is empty.
constexpr std::pair<const char*, const char*> kResults[] = {
    {"time", "/time"},
    {"steps", "/steps"},
    {"particles", "/particles"},
    {"contacts", "/contacts"},
    {"coordination", "/coordination"},
    {"mean_speed", "/mean_speed"},
    {"greatest_speed", "/greatest_speed"},
    {"greatest_overlap", "/greatest_overlap"},
    {"kinetic", "/energy/kinetic"},
    {"rotational", "/energy/rotational"},
    {"potential", "/energy/potential"},
    {"work_walls", "/energy/work_walls"},
    {"work_gravity", "/energy/work_gravity"},
    {"added", "/energy/added"},
    {"removed", "/energy/removed"},
    {"residual", "/energy/residual"},
};

Json at(const Json& j, const char* pointer) {
  const Json::json_pointer p(pointer);
  return j.contains(p) ? j.at(p) : Json();
}

std::string value_cell(const Json& v) {
  std::string out;
  if (v.is_number_float())
    append(out, v.get<double>());
  else if (v.is_string())
    out = csv_cell(v.get<std::string>());
  else if (!v.is_null())
    out = json_text(v);
  return out;
}

Json energy_lost(const Json& summary) {
  const Json lost = at(summary, "/energy/dissipated");
  if (!lost.is_object()) return {};
  double sum = 0;
  for (const auto& v : lost)
    if (v.is_number()) sum += v.get<double>();
  return sum;
}

// Everything that came out of a run, by column.
std::vector<std::pair<std::string, Json>> results_of(const Json& summary) {
  std::vector<std::pair<std::string, Json>> out;
  if (!summary.is_object()) return out;
  for (const auto& [name, pointer] : kResults) out.emplace_back(name, at(summary, pointer));
  out.emplace_back("lost", energy_lost(summary));
  if (const Json outlets = at(summary, "/outlets"); outlets.is_array())
    for (const Json& o : outlets) {
      const std::string name = o.value("name", "outlet");
      out.emplace_back(name + ".grains_out", at(o, "/grains"));
      out.emplace_back(name + ".mass_out", at(o, "/mass"));
    }
  // How long a stage took is a result: the mean rate of a discharge is its mass over this.
  if (const Json stages = at(summary, "/stages"); stages.is_array())
    for (const Json& s : stages)
      // One that is under way has no end yet.
      if (const Json begin = at(s, "/begin"), end = at(s, "/end");
          begin.is_number() && end.is_number())
        out.emplace_back(s.value("name", "stage") + ".duration",
                         end.get<double>() - begin.get<double>());
  if (const Json window = at(summary, "/results"); window.is_object())
    for (const auto& [name, result] : window.items()) out.emplace_back(name, at(result, "/value"));
  if (const Json measures = at(summary, "/measures"); measures.is_object())
    for (const auto& [name, value] : measures.items()) out.emplace_back(name, value);
  out.emplace_back("state_hash", at(summary, "/state_hash"));
  return out;
}

// --vary and [sweep] may grow; all other overrides stay.
std::vector<std::string> fixed_overrides(const std::vector<std::string>& overrides) {
  std::vector<std::string> out;
  for (const std::string& o : overrides)
    if (!o.starts_with("sweep.")) out.push_back(o);
  return out;
}

Json description(const Scene& scene, const std::vector<std::string>& overrides,
                 const GrowingTable& table) {
  Json out{
      {"scene", scene.source}, {"overrides", fixed_overrides(overrides)}, {"zip", scene.sweep.zip}};
  out.update(table.json());
  return out;
}

std::string text_at(const Json& j, const char* key) {
  return j.is_object() && j.contains(key) && j[key].is_string() ? j[key].get<std::string>() : "";
}

// What a run had where an earlier table varied nothing: from its own resolved scene.
std::string value_in_run(const std::string& folder, const std::string& path) {
  const auto resolved = read_whole_file(folder + "/resolved.toml");
  if (!resolved) return {};
  const auto values = scene_values(*resolved, folder);
  if (!values) return {};
  for (const auto& [key, value] : *values)
    if (key == path) return value;
  return {};
}

// Where two texts first differ, as a line of the first.
std::string first_difference(const std::string& a, const std::string& b) {
  const auto differ = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  const auto line = 1 + std::count(a.begin(), differ, '\n');
  return fmt::format("the scene differs from line {} on", line);
}

Error another_sweep(const std::string& path, const std::string& why) {
  return {"E0735", "this folder holds another sweep: " + why, path,
          "choose another folder with -o; only the lists of values may grow"};
}

// Why the folder cannot take the runs of this scene; empty: it can.
std::string unlike(const Scene& scene, const std::vector<std::string>& overrides,
                   const Json& before) {
  const std::string now = without_sweep(scene.source),
                    was = without_sweep(text_at(before, "scene"));
  if (now != was) return first_difference(now, was);
  std::vector<std::string> old;
  if (before.is_object() && before.contains("overrides") && before["overrides"].is_array())
    for (const Json& o : before["overrides"])
      if (o.is_string()) old.push_back(o.get<std::string>());
  if (fixed_overrides(old) != fixed_overrides(overrides)) return "the overrides of --set differ";
  return {};
}

// A lock that ends with the process, however it ends.
bool lock(const std::string& file) {
  const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  return fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

Result<SweepFolder> SweepFolder::open(const std::string& path, const Scene& scene,
                                      const std::vector<std::string>& overrides) {
  const std::string file = path + "/sweep.json";
  std::error_code none;
  const bool empty = !fs::exists(path, none) || fs::is_empty(path, none);
  if (!empty && !fs::exists(file, none))
    return Error{"E0905", "already exists and is not a sweep; nothing is ever overwritten", path,
                 "choose another folder with -o"};
  if (auto made = make_directories(path); !made) return made.errors();
  if (auto made = make_directory(path + "/logs"); !made) return made.errors();
  if (is_link(path + "/.lock")) return link_refused(path + "/.lock");
  if (!lock(path + "/.lock"))
    return Error{"E0738", "another process works on this sweep", path,
                 "wait for it, or choose another folder with -o"};
  SweepFolder out(path, GrowingTable::of(scene.sweep), without_sweep(scene.source));
  if (!empty) {
    const auto text = read_whole_file(file);
    if (!text) return text.errors();
    const Json before = parsed_json(*text);
    if (const std::string why = unlike(scene, overrides, before); !why.empty())
      return another_sweep(path, why);
    GrowingTable table = GrowingTable::read(before);
    out.before_ = table.rows();
    const std::string gone =
        table.grow(out.table_, [&](std::size_t row, const std::string& varied) {
          return value_in_run(out.run_folder(row + 1), varied);
        });
    if (!gone.empty())
      return another_sweep(path, fmt::format("it varies `{}`, and now that is not varied", gone));
    out.table_ = std::move(table);
    for (std::size_t run = 1; run <= out.table_.rows(); ++run)
      if (is_link(out.run_folder(run))) return link_refused(out.run_folder(run));
  }
  const std::string text = json_text(description(scene, overrides, out.table_), 2) + "\n";
  if (auto done = write_file(file, text); !done) return done.errors();
  return out;
}

std::string sweep_run_folder(const std::string& sweep, std::size_t run) {
  return fmt::format("{}/{:03}", sweep, run);
}
std::string SweepFolder::run_folder(std::size_t run) const { return sweep_run_folder(path_, run); }
std::string SweepFolder::log_file(std::size_t run) const {
  return fmt::format("{}/logs/{:03}.txt", path_, run);
}

std::vector<std::pair<std::string, std::string>> SweepFolder::values(std::size_t run) const {
  std::vector<std::pair<std::string, std::string>> out;
  for (std::size_t a = 0; a < table_.paths().size(); ++a)
    out.emplace_back(table_.paths()[a], shown(table_.values(run - 1)[a]));
  return out;
}

std::string SweepFolder::parameters(std::size_t run) const {
  std::string out;
  for (const auto& [path, value] : values(run)) {
    const std::size_t dot = path.rfind('.');
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ",
                       dot == std::string::npos ? path : path.substr(dot + 1), value);
  }
  return out;
}

RunState SweepFolder::read(std::size_t run) const {
  RunState s;
  const std::string folder = run_folder(run);
  std::error_code unknown;
  if (!fs::is_directory(folder, unknown)) return s;
  auto summary = read_run(folder);
  if (!summary) return s;
  s.word = verdict_word(*summary);
  s.finished = has_ended(s.word);
  s.message = verdict_reasons(*summary);
  // A scene that was edited while the sweep ran would mix two experiments.
  if (const auto scene = read_whole_file(folder + "/scene.toml");
      !scene || without_sweep(*scene) != source_) {
    s.word = "error";
    s.message = "the scene was changed while the sweep ran";
    s.finished = false;
  }
  s.summary = std::move(*summary);
  return s;
}

bool SweepFolder::can_resume(std::size_t run) const {
  const std::string folder = run_folder(run);
  const auto scene = read_whole_file(folder + "/scene.toml");
  return scene && without_sweep(*scene) == source_ &&
         !CheckpointStore(folder + "/checkpoints").steps().empty();
}

Result<Done> SweepFolder::clear(std::size_t run) const {
  std::error_code failure;
  fs::remove_all(run_folder(run), failure);
  if (failure)
    return Error{"E0902", "what the unfinished run left cannot be removed: " + failure.message(),
                 run_folder(run), ""};
  return Done{};
}

Result<Done> SweepFolder::write_results(const std::vector<RunState>& states) const {
  std::vector<std::string> columns;  // of results, in the order in which runs bring them
  std::vector<std::vector<std::pair<std::string, Json>>> rows;
  for (const RunState& s : states) {
    rows.push_back(results_of(s.summary));
    for (const auto& [name, value] : rows.back())
      if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
  }
  std::string out = "run,status";
  for (const std::string& p : table_.paths()) out += "," + csv_cell(p);
  for (const std::string& c : columns) out += "," + csv_cell(c);
  out += ",message\n";
  for (std::size_t k = 0; k < states.size(); ++k) {
    out += fmt::format("{},{}", k + 1, states[k].word);
    for (const auto& [path, value] : values(k + 1)) out += "," + csv_cell(value);
    for (const std::string& c : columns) {
      out += ',';
      for (const auto& [name, value] : rows[k])
        if (name == c) out += value_cell(value);
    }
    out += "," + csv_cell(states[k].message) + "\n";
  }
  return write_file(path_ + "/results.csv", out);
}

Json SweepFolder::results_json(const std::vector<RunState>& states) const {
  Json runs = Json::array();
  for (std::size_t k = 0; k < states.size(); ++k) {
    Json parameters = Json::object(), results = Json::object();
    for (const auto& [path, value] : values(k + 1)) parameters[path] = value;
    for (auto& [name, value] : results_of(states[k].summary)) results[name] = value;
    runs.push_back({{"run", k + 1},
                    {"folder", run_folder(k + 1)},
                    {"status", states[k].word},
                    {"parameters", parameters},
                    {"results", results},
                    {"message", states[k].message}});
  }
  return {{"folder", path_}, {"results", path_ + "/results.csv"}, {"runs", runs}};
}

}  // namespace scree::run
