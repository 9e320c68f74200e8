// The table and the JSON file.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "mono.hpp"
#include "peers/process.hpp"

namespace scree::bench::mono {
namespace {

using nlohmann::json;

std::size_t max_bytes(const Series& s) {
  std::size_t most = 0;
  for (const Sample& sample : s.samples) most = std::max(most, sample.max_bytes);
  return most;
}

// Speed on `cores` over that on one, of the same code; 0 when there is no such pair.
double scaling(const CaseResult& c, const Series& s) {
  const Series* one = find(c, s.code, 1);
  if (one == nullptr || one->samples.empty() || s.samples.empty()) return 0;
  return grain_steps_per_s(c, s) / grain_steps_per_s(c, *one);
}

double ratio_to_fastest(const CaseResult& c, const Series& s) {
  const Series* peer = fastest_peer(c, s.cores);
  return peer != nullptr && !s.samples.empty()
             ? grain_steps_per_s(c, s) / grain_steps_per_s(c, *peer)
             : 0;
}

json to_json(const CaseResult& c, const Series& s) {
  json j{{"code", s.code}, {"cores", s.cores}, {"setting", s.setting}};
  if (s.samples.empty()) {
    j["failed"] = s.failed;
    return j;
  }
  for (const Sample& sample : s.samples) {
    j["seconds"].push_back(sample.seconds);
    j["kinetic_J"].push_back(sample.kinetic);
  }
  j["grain_steps_per_s"] = grain_steps_per_s(c, s);
  j["ratio_to_fastest_peer"] = ratio_to_fastest(c, s);
  j["speed_over_one_core"] = scaling(c, s);
  // Of one process: of several only the greatest child of mpirun is seen.
  if (s.cores == 1 || s.code == "scree")
    j["max_resident_bytes_per_grain"] =
        static_cast<double>(max_bytes(s)) / static_cast<double>(c.grains);
  j["kinetic_energy_as_scree"] = s.believed;
  return j;
}

json to_json(const Inside& in) {
  return {{"stage_ns_per_grain_step", in.stage_ns},
          {"contacts_per_grain", in.contacts},
          {"candidates_per_grain", in.candidates},
          {"state_bytes_per_grain", in.state_bytes},
          {"renewals", in.renewals},
          {"instruction_set", in.instruction_set},
          {"detector", in.detector}};
}

std::string inside_lines(const CaseResult& c) {
  std::string text;
  for (const auto& [cores, in] : c.inside) {
    text += fmt::format("  scree on {}: ns a grain-step:", cores);
    for (const std::string_view stage : kStageNames)
      if (const auto at = in.stage_ns.find(std::string(stage)); at != in.stage_ns.end())
        text += fmt::format(" {} {:.1f},", stage, at->second);
    text += fmt::format(
        " {} renewals\n               {:.2f} contacts and {:.2f} candidates a grain, {:.0f} bytes "
        "a "
        "grain of state, contacts and lists\n",
        in.renewals, in.contacts, in.candidates, in.state_bytes);
  }
  return text;
}

}  // namespace

double load_average() {
  double load[1] = {0};
  return getloadavg(load, 1) == 1 ? load[0] : 0;
}

double median(std::vector<double> v) {
  if (v.empty()) return 0;
  std::sort(v.begin(), v.end());
  return 0.5 * (v[(v.size() - 1) / 2] + v[v.size() / 2]);
}

double grain_steps_per_s(const CaseResult& c, const Series& s) {
  std::vector<double> rate;
  for (const Sample& sample : s.samples)
    rate.push_back(static_cast<double>(c.grains) * static_cast<double>(c.steps) / sample.seconds);
  return median(rate);
}

const Series* find(const CaseResult& c, const std::string& code, int cores) {
  for (const Series& s : c.series)
    if (s.code == code && s.cores == cores) return &s;
  return nullptr;
}

const Series* fastest_peer(const CaseResult& c, int cores) {
  const Series* best = nullptr;
  for (const Series& s : c.series) {
    if (s.code == "scree" || s.cores != cores || s.samples.empty() || !s.believed) continue;
    if (best == nullptr || grain_steps_per_s(c, s) > grain_steps_per_s(c, *best)) best = &s;
  }
  return best;
}

std::string table(const CaseResult& c) {
  std::string text = fmt::format(
      "\nmono, {} grains, {} steps after {}\n  {:<9} {:>5} {:>15} {:>8} {:>9} {:>11}  {}\n",
      c.grains, c.steps, c.warm_up, "code", "cores", "grain-steps/s", "of best", "over one",
      "bytes/grain", "setting");
  for (const Series& s : c.series) {
    if (s.samples.empty()) {
      text += fmt::format("  {:<9} {:>5} failed: {}\n", s.code, s.cores, s.failed);
      continue;
    }
    const bool whole = s.cores == 1 || s.code == "scree";
    text += fmt::format("  {:<9} {:>5} {:>15.3e} {:>8.2f} {:>9.2f} {:>11}  {}{}\n", s.code, s.cores,
                        grain_steps_per_s(c, s), ratio_to_fastest(c, s), scaling(c, s),
                        whole ? fmt::format("{:.0f}", static_cast<double>(max_bytes(s)) /
                                                          static_cast<double>(c.grains))
                              : "-",
                        s.setting,
                        s.believed ? "" : "  NOT BELIEVED: kinetic energy differs from Scree's");
  }
  return text + inside_lines(c);
}

bool write_json(const Options& o, const std::vector<CaseResult>& cases) {
  json out{{"bench", "mono"}, {"rounds", o.rounds}, {"load_average_before", o.load_before}};
  out["versions"]["lammps"] = peers::find_program("lmp")
                                  ? peers::first_line({"lmp", "-h"}, "Massively Parallel")
                                  : "absent";
  out["versions"]["liggghts"] = peers::find_program("liggghts")
                                    ? peers::first_line({"liggghts", "-h"}, "LIGGGHTS")
                                    : "absent";
  out["versions"]["yade"] =
      peers::find_program("yade") ? peers::first_line({"yade", "--version"}, "ade") : "absent";
  for (const CaseResult& c : cases) {
    json j{{"grains", c.grains}, {"steps", c.steps}, {"warm_up", c.warm_up}};
    for (const Series& s : c.series) j["series"].push_back(to_json(c, s));
    for (const auto& [cores, in] : c.inside) j["scree"][std::to_string(cores)] = to_json(in);
    out["cases"].push_back(j);
  }
  std::FILE* file = std::fopen(o.output.c_str(), "w");
  if (file == nullptr) return false;
  const bool ok = std::fputs((out.dump(2) + "\n").c_str(), file) >= 0;
  return std::fclose(file) == 0 && ok;
}

}  // namespace scree::bench::mono
