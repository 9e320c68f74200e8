#include "run/forecast/cell_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/folder/quantity_text.hpp"

namespace scree::run {
namespace {

// "stress xx 1 kPa, yy 1 kPa"
std::string driven_text(const CellPhase& phase, CellDrive drive, std::string_view word,
                        std::string_view unit) {
  std::string text;
  for (std::size_t k = 0; k < 6; ++k) {
    if (phase.of[k].drive != drive) continue;
    text +=
        fmt::format("{}{} {}", text.empty() ? std::string(word) + " " : ", ", kCellComponents[k],
                    unit == "Pa"   ? quantity_text(phase.of[k].value, "Pa")
                    : unit.empty() ? fmt::format("{:.4g}", phase.of[k].value)
                                   : fmt::format("{:.4g} {}", phase.of[k].value, unit));
  }
  return text;
}

double fastest_rate(const CellPhase& phase) {
  double fastest = 0;
  for (const CellComponent& c : phase.of) {
    if (c.drive == CellDrive::rate) fastest = std::max(fastest, std::abs(c.value));
    if (c.drive == CellDrive::strain && phase.duration > 0)
      fastest = std::max(fastest, std::abs(c.value) / phase.duration);
  }
  return fastest > 0 ? fastest : phase.max_rate;
}

double mean_pressure(const CellPhase& phase) {
  double sum = 0, count = 0;
  for (std::size_t k = 0; k < 3; ++k)
    if (phase.of[k].drive == CellDrive::stress) sum += phase.of[k].value, ++count;
  return count > 0 ? sum / count : 0;
}

std::string regime(double number) {
  if (number < 1e-3) return "quasi-static";
  return number < 0.3 ? "dense flow" : "collisional";
}

}  // namespace

double inertial_number(const Simulation& sim, const CellPhase& phase) {
  const Particles& p = sim.particles();
  const double pressure = mean_pressure(phase);
  if (!(pressure > 0) || p.empty()) return 0;
  double mass = 0, volume = 0, diameter = 0;
  for (std::size_t s = 0; s < p.size(); ++s) {
    const double d = 2 * p.xr[s].r;
    mass += p.mass(s), volume += ball_measure(0.5 * d, p.dimensions()), diameter += d;
  }
  diameter /= static_cast<double>(p.size());
  return fastest_rate(phase) * diameter * std::sqrt(mass / volume / pressure);
}

std::vector<std::string> cell_lines(const Simulation& sim) {
  std::vector<std::string> out;
  double begin = 0;
  for (const CellPhase& phase : sim.world().cell.phases) {
    std::string text = phase.duration > 0
                           ? fmt::format("from {} to {}: ", quantity_text(begin, "s"),
                                         quantity_text(begin + phase.duration, "s"))
                           : fmt::format("from {} on: ", quantity_text(begin, "s"));
    begin += phase.duration;
    std::string parts;
    for (const std::string& part : {driven_text(phase, CellDrive::rate, "rate", "1/s"),
                                    driven_text(phase, CellDrive::strain, "strain", ""),
                                    driven_text(phase, CellDrive::stress, "stress", "Pa")})
      if (!part.empty()) parts += (parts.empty() ? "" : "; ") + part;
    text += parts.empty() ? "held" : parts;
    if (phase.has(CellDrive::stress))
      text += fmt::format(" by at most {:.4g} 1/s, gain {:.4g}", phase.max_rate, phase.gain);
    if (const double number = inertial_number(sim, phase); number > 0)
      text += fmt::format("; I = {:.2g} ({})", number, regime(number));
    out.push_back(std::move(text));
  }
  return out;
}

Json cell_json(const Simulation& sim) {
  constexpr const char* words[] = {"held", "rate", "strain", "stress"};
  Json out = Json::array();
  for (const CellPhase& phase : sim.world().cell.phases) {
    Json driven = Json::object();
    for (std::size_t k = 0; k < 6; ++k)
      if (phase.of[k].drive != CellDrive::held)
        driven[std::string(kCellComponents[k])] = {
            {"by", words[static_cast<std::size_t>(phase.of[k].drive)]},
            {"value", phase.of[k].value}};
    out.push_back({{"duration", phase.duration},
                   {"components", driven},
                   {"max_rate", phase.max_rate},
                   {"gain", phase.gain},
                   {"inertial_number", inertial_number(sim, phase)}});
  }
  return out;
}

}  // namespace scree::run
