// Tables and plots.
#include <fmt/core.h>

#include <algorithm>
#include <fstream>

#include "compare.hpp"
#include "io/plot/svg_plot.hpp"

namespace scree::bench::compare {
namespace {

std::size_t max_bytes(const Series& s) {
  std::size_t most = 0;
  for (const Loop& sample : s.samples) most = std::max(most, sample.max_bytes);
  return most;
}

std::string first_line(const std::string& text) {
  const std::size_t from = text.find_first_not_of('\n');
  return from == std::string::npos ? "" : text.substr(from, text.find('\n', from) - from);
}

std::string line(const CaseResult& c, const Series& s) {
  if (s.samples.empty())
    return fmt::format("  {:<9} {:>5} not measured: {}\n", s.code, s.cores, first_line(s.failed));
  const bool whole = s.cores == 1 || s.code == "scree";  // else one process of several
  const double steps = static_cast<double>(steps_of(c, s));
  const auto renewals = static_cast<double>(s.samples.back().renewals);
  return fmt::format(
      "  {:<9} {:>5} {:>13.3e} {:>7.2f} {:>8.2f} {:>8} {:>11}  {}{}\n", s.code, s.cores,
      grain_steps_per_s(c, s), ratio_to_fastest(c, s), speed_over_one(c, s),
      s.code == "yade" ? "-" : fmt::format("{:.0f}", renewals > 0 ? steps / renewals : 0),
      whole
          ? fmt::format("{:.0f}", static_cast<double>(max_bytes(s)) / static_cast<double>(c.grains))
          : "-",
      s.setting, s.doubt.empty() ? "" : "  NOT BELIEVED: " + s.doubt);
}

std::string inside_lines(const CaseResult& c) {
  std::string text;
  for (const auto& [cores, in] : c.inside) {
    text += fmt::format("  scree on {}: ns per grain-step:", cores);
    for (const std::string_view stage : kPhaseNames)
      if (const auto at = in.stage_ns.find(std::string(stage)); at != in.stage_ns.end())
        text += fmt::format(" {} {:.1f},", stage, at->second);
    const Series* s = find(c, "scree", cores);
    text += fmt::format(" {:.2f} contacts and {:.2f} candidates a grain, {:.2f} GB at most\n",
                        in.contacts, in.candidates,
                        s != nullptr ? 1e-9 * static_cast<double>(max_bytes(*s)) : 0);
  }
  return text;
}

plot::Series points(const std::vector<CaseResult>& cases, const std::string& code, int cores) {
  plot::Series out{
      .label = fmt::format("{}, {}", code, cores == 1 ? "1 core" : fmt::format("{} cores", cores))};
  for (std::size_t k = 0; k < cases.size(); ++k)
    if (const Series* s = find(cases[k], code, cores);
        s != nullptr && !s->samples.empty() && s->doubt.empty()) {
      out.x.push_back(static_cast<double>(k + 1));
      out.y.push_back(grain_steps_per_s(cases[k], *s));
    }
  return out;
}

plot::Plot speeds(const std::vector<CaseResult>& cases) {
  std::string names;
  for (std::size_t k = 0; k < cases.size(); ++k)
    names += fmt::format("{}{} {}", k == 0 ? "" : ", ", k + 1, to_string(cases[k].what.bed));
  plot::Plot p{.title = "Grain-steps a second",
               .x = {.label = names, .lo = 0.5, .hi = static_cast<double>(cases.size()) + 0.5},
               .y = {.label = "grain-steps/s", .log = true},
               .width = 960,
               .height = 480};
  std::vector<std::pair<std::string, int>> seen;
  for (const CaseResult& c : cases)
    for (const Series& s : c.series)
      if (std::find(seen.begin(), seen.end(), std::pair(s.code, s.cores)) == seen.end())
        seen.emplace_back(s.code, s.cores);
  for (const auto& [code, cores] : seen) p.series.push_back(points(cases, code, cores));
  return p;
}

plot::Plot scaling_plot(const std::vector<CaseResult>& cases) {
  plot::Plot p{.title = "Scree: speed over one core",
               .x = {.label = "cores", .log = true},
               .y = {.label = "times as fast", .log = true}};
  for (const CaseResult& c : cases) {
    plot::Series line{.label = to_string(c.what.bed), .mark = plot::Mark::line_and_points};
    for (const Series& s : c.series) {
      line.x.push_back(s.cores);
      line.y.push_back(speed_over_one(c, s));
    }
    p.series.push_back(line);
  }
  return p;
}

plot::Plot growth_plot(const std::vector<CaseResult>& cases) {
  plot::Series line{.label = "mono", .mark = plot::Mark::line_and_points};
  for (const CaseResult& c : cases)
    if (const Series* s = find(c, "scree", 1); s != nullptr && !s->samples.empty()) {
      line.x.push_back(static_cast<double>(c.grains));
      line.y.push_back(1e9 / grain_steps_per_s(c, *s));
    }
  return {.title = "Scree: cost of a grain-step on one core",
          .x = {.label = "grains", .log = true},
          .y = {.label = "ns", .lo = 0.0},
          .series = {line}};
}

}  // namespace

std::string table(const CaseResult& c) {
  std::string text = fmt::format(
      "\n{}: {} grains, diameters 1:{:.3g}, {} steps after {}\n  at the start: {}\n"
      "  {:<9} {:>5} {:>13} {:>7} {:>8} {:>8} {:>11}  {}\n",
      to_string(c.what.bed), c.grains, c.bed.largest / c.bed.smallest, c.steps, c.warm_up,
      to_string(c.bed), "code", "cores", "grain-steps/s", "of best", "over one", "renewed",
      "bytes/grain", "setting (renewed: every so many steps; of best: over the fastest peer)");
  for (const Series& s : c.series) text += line(c, s);
  for (const std::string& r : c.refused) text += fmt::format("  refused: {}\n", first_line(r));
  return text + inside_lines(c);
}

std::string detector_table(const std::vector<DetectorTime>& detectors) {
  std::string text = "\nScree, one core, by detector: ns per grain-step (in `detect`), renewals\n";
  std::string bed;
  for (const DetectorTime& d : detectors) {
    if (d.bed != bed) text += fmt::format("{}  {:<18}", bed.empty() ? "" : "\n", d.bed);
    bed = d.bed;
    text += d.ns > 0
                ? fmt::format("  {} {:.0f} ({:.0f}) {}", d.detector, d.ns, d.detect, d.renewals)
                : fmt::format("  {} {}", d.detector, first_line(d.failed));
  }
  return text + "\n";
}

std::string scaling_table(const std::vector<CaseResult>& cases) {
  std::string text = "\nScree alone: grain-steps/s (over one core) on so many cores\n";
  for (const CaseResult& c : cases) {
    text += fmt::format("  {:<18}", to_string(c.what.bed));
    for (const Series& s : c.series)
      text += s.samples.empty() ? fmt::format("  {}: {}", s.cores, first_line(s.failed))
                                : fmt::format("  {}: {:.2e} ({:.2f})", s.cores,
                                              grain_steps_per_s(c, s), speed_over_one(c, s));
    text += "\n";
  }
  return text;
}

std::string bar_table(const std::vector<Bar>& bars) {
  std::string text = "\nWanted and measured\n";
  for (const Bar& b : bars)
    text += fmt::format("  {:<62} {:>6.2f}  {} {:.1f}  {}\n", b.what, b.value,
                        b.at_most ? "at most " : "at least", b.wanted, b.met() ? "met" : "NOT MET");
  return bars.empty() ? "" : text;
}

// Beside the JSON file: peers.svg and so on; a run has cases or a scaling, not both.
bool write_plots(const Options& o, const Everything& all) {
  const std::string base = o.output.substr(0, o.output.rfind(".json"));
  bool ok = true;
  const auto write = [&](const std::string& ending, const plot::Plot& p) {
    std::ofstream out(base + ending + ".svg");
    out << plot::to_svg(p);
    ok = ok && out.good();
  };
  if (!all.cases.empty()) write("", speeds(all.cases));
  if (!all.growth.empty()) write("_growth", growth_plot(all.growth));
  if (!all.scaling.empty()) write("", scaling_plot(all.scaling));
  return ok;
}

}  // namespace scree::bench::compare
