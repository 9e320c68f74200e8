// The JSON file.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "compare.hpp"
#include "peers/process.hpp"

namespace scree::bench::compare {
namespace {

using nlohmann::json;

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
  return "unknown";
}

std::string version(const char* program, const char* option, const char* containing) {
  return peers::find_program(program) ? peers::first_line({program, option}, containing) : "absent";
}

json to_json(const CaseResult& c, const Series& s) {
  json j{{"code", s.code}, {"cores", s.cores}, {"setting", s.setting}};
  if (s.samples.empty()) {
    j["failed"] = s.failed;
    return j;
  }
  std::size_t most = 0;
  for (const Loop& sample : s.samples) {
    j["seconds"].push_back(sample.seconds);
    j["kinetic_J"].push_back(sample.kinetic);
    j["contacts"].push_back(sample.contacts);
    if (s.code != "yade") j["renewals"].push_back(sample.renewals);
    most = std::max(most, sample.max_bytes);
  }
  j["steps"] = steps_of(c, s);
  j["grain_steps_per_s"] = grain_steps_per_s(c, s);
  j["ratio_to_fastest_peer"] = ratio_to_fastest(c, s);
  j["speed_over_one_core"] = speed_over_one(c, s);
  // Of one process: of several only the greatest child of mpirun is seen.
  if (s.cores == 1 || s.code == "scree")
    j["max_resident_bytes_per_grain"] = static_cast<double>(most) / static_cast<double>(c.grains);
  j["believed"] = s.doubt.empty();
  if (!s.doubt.empty()) j["doubt"] = s.doubt;
  return j;
}

json to_json(const Inside& in) {
  return {{"stage_ns_per_grain_step", in.stage_ns},
          {"contacts_per_grain", in.contacts},
          {"candidates_per_grain", in.candidates},
          {"state_bytes_per_grain", in.state_bytes},
          {"instruction_set", in.instruction_set},
          {"detector", in.detector},
          {"state_hash", in.hash}};
}

json to_json(const CaseResult& c) {
  json j{{"name", to_string(c.what.bed)},
         {"grains", c.grains},
         {"steps", c.steps},
         {"warm_up", c.warm_up},
         {"start",
          {{"kinetic_over_Mgd", c.bed.kinetic},
           {"speed_m_per_s", c.bed.speed},
           {"contacts_per_grain", c.bed.contacts},
           {"share_touching_nothing", c.bed.rattlers},
           {"deepest_overlap_over_radius", c.bed.deepest},
           {"diameter_ratio", c.bed.largest / c.bed.smallest}}},
         {"refused", c.refused}};
  for (const Series& s : c.series) j["series"].push_back(to_json(c, s));
  for (const auto& [cores, in] : c.inside) j["scree"][std::to_string(cores)] = to_json(in);
  return j;
}

json to_json(const std::vector<CaseResult>& cases) {
  json j = json::array();
  for (const CaseResult& c : cases) j.push_back(to_json(c));
  return j;
}

}  // namespace

bool write_json(const Options& o, const Everything& all) {
  json out{{"bench", std::filesystem::path(o.output).stem().string()},
           {"quick", o.quick},
           {"rounds", o.rounds},
           {"load_average_before", o.load_before},
           {"processor", processor()},
           {"cores_of_the_machine", std::thread::hardware_concurrency()}};
  out["versions"] = {{"lammps", version("lmp", "-h", "Massively Parallel")},
                     {"liggghts", version("liggghts", "-h", "LIGGGHTS")},
                     {"yade", version("yade", "--version", "ade")}};
  out["cases"] = to_json(all.cases);
  out["growth"] = to_json(all.growth);
  out["scaling"] = to_json(all.scaling);
  out["detectors"] = json::array();
  for (const DetectorTime& d : all.detectors)
    out["detectors"].push_back({{"case", d.bed},
                                {"detector", d.detector},
                                {"ns_per_grain_step", d.ns},
                                {"detect_ns_per_grain_step", d.detect},
                                {"renewals", d.renewals},
                                {"failed", d.failed}});
  out["bars"] = json::array();
  for (const Bar& b : bars(all))
    out["bars"].push_back({{"what", b.what},
                           {"value", b.value},
                           {b.at_most ? "at_most" : "at_least", b.wanted},
                           {"met", b.met()}});
  std::ofstream file(o.output);
  file << out.dump(2) << "\n";
  return file.good();
}

}  // namespace scree::bench::compare
