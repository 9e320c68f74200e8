// What does not go with a cell that deforms, before the first step and during the run.
#include <fmt/format.h>

#include <cmath>

#include "sim/checks/checks.hpp"

namespace scree {
namespace {

constexpr double kMostStrainPerStep = 1e-3;  // beyond it a step is not a small change

Error wrong_cell_setting(const char* code, std::string message, std::string hint) {
  return {code, std::move(message), "cell", std::move(hint), Subject::setting("cell")};
}

std::string phase_name(std::size_t k, std::size_t of) {
  return of > 1 ? fmt::format("phase {} of {}: ", k + 1, of) : std::string();
}

void check_phase(const CellSpec& cell, std::size_t k, Errors& all) {
  const CellPhase& phase = cell.phases[k];
  const std::string name = phase_name(k, cell.phases.size());
  const auto add = [&](const char* code, const std::string& message, std::string hint) {
    all.push_back(wrong_cell_setting(code, name + message, std::move(hint)));
  };
  if (k + 1 < cell.phases.size() && !(phase.duration > 0))
    add("E0652", "only the last phase may go on without a `duration`",
        "give the phase a duration = \"0.1 s\"");
  if (phase.has(CellDrive::strain) && !(phase.duration > 0))
    add("E0652", "a `strain` needs to know in what time it is to be reached",
        "give the phase a duration = \"0.1 s\", or a `rate` instead of the strain");
  for (std::size_t c = 0; c < 6; ++c) {
    const CellComponent& component = phase.of[c];
    if (!std::isfinite(component.value))
      add("E0652", fmt::format("the value of {} is not a finite number", kCellComponents[c]), "");
    if (c < 3 && component.drive == CellDrive::strain && !(component.value > -1))
      add("E0652",
          fmt::format("a strain of {:g} in {} leaves no length", component.value,
                      kCellComponents[c]),
          "strain = {xx = -0.1} makes the cell a tenth shorter");
  }
  if (!phase.has(CellDrive::stress)) return;
  if (!(phase.max_rate > 0))
    add("E0653", "a `stress` is kept by a servo, which needs a limit of its rate: `max_rate`",
        "max_rate = \"1 1/s\": the fastest strain rate of the servo");
  if (!(phase.greatest_target() > 0))
    add("E0653", "all `stress` targets are 0: the servo has no scale to judge errors by",
        "give the pressure that is meant: stress = {xx = \"1 kPa\", ...}");
  if (!(phase.gain > 0)) add("E0653", "the `gain` of the servo must be positive", "gain = 1");
}

}  // namespace

void check_cell_world(const World& w, Errors& all) {
  if (w.cell.empty()) {
    if (w.box.tilted() || w.box.moves())
      all.push_back(wrong_cell_setting("E0650", "a tilted box is one of a cell that deforms",
                                       "give world.cell a phase; an empty one holds the cell"));
    return;
  }
  const bool two_d = w.particles.dimensions() == Dimensions::two;
  if (!(w.box.periodic[0] && w.box.periodic[1] && w.box.periodic[2] == !two_d)) {
    all.push_back(wrong_cell_setting(
        "E0650",
        two_d ? "in two dimensions a cell that deforms is periodic in x and y"
              : "a cell that deforms is a box that is periodic in x, y and z",
        fmt::format("[box] with lo, hi and periodic = \"{}\"", two_d ? "xy" : "xyz")));
    return;
  }
  for (const CellPhase& phase : w.cell.phases)
    for (const std::size_t k : {2u, 4u, 5u})
      if (two_d && phase.of[k].drive != CellDrive::held) {
        all.push_back(wrong_cell_setting(
            "E0652", fmt::format("`{}` leads out of the plane", kCellComponents[k]),
            "in two dimensions a cell has xx, yy and xy"));
        return;
      }
  bool fixed = false;
  for (const SpinMaterial& g : w.particles.ws) fixed = fixed || (g.flags & kFixed) != 0;
  const auto refuse = [&all](bool there, const char* what, const char* hint) {
    if (there)
      all.push_back(wrong_cell_setting(
          "E0651", fmt::format("a cell that deforms cannot have {}", what), hint));
  };
  bool weight = !w.gravity.constant() || w.gravity.g != Vec3{};
  for (const RunStage& s : w.stages)
    weight = weight || (s.gravity && (!s.gravity->constant() || s.gravity->g != Vec3{}));
  refuse(weight, "gravity: grains would fall for ever, and each place would be another",
         "gravity = [0, 0, 0]");
  refuse(!w.walls.empty(), "walls", "the periodic box is what holds the grains");
  refuse(!w.bodies.empty(), "clumps or shapes other than balls", "use balls");
  refuse(!w.bonds.empty(), "bonds", "");
  refuse(!w.inlets.empty() || !w.outlets.empty(), "inlets or outlets",
         "place all grains at the start");
  refuse(fixed, "fixed grains", "they would have to stand still while space moves");
  bool locked = false;
  for (const SpinMaterial& g : w.particles.ws) locked = locked || (g.flags & kLocked) != 0;
  refuse(locked, "grains that lack freedoms", "they would have to stand still while space moves");
  refuse(!w.sources.empty(), "forces of a program", "");
  for (std::size_t k = 0; k < w.cell.phases.size(); ++k) check_phase(w.cell, k, all);
}

void check_cell_speed(const World& w, Errors& all) {
  for (std::size_t k = 0; k < w.cell.phases.size(); ++k) {
    const CellPhase& phase = w.cell.phases[k];
    double fastest = 0;
    for (const CellComponent& c : phase.of) {
      if (c.drive == CellDrive::rate) fastest = std::max(fastest, std::abs(c.value));
      if (c.drive == CellDrive::strain)
        fastest =
            std::max(fastest, std::abs(c.value) / (std::min(1 + c.value, 1.0) * phase.duration));
      if (c.drive == CellDrive::stress) fastest = std::max(fastest, phase.max_rate);
    }
    if (fastest * w.dt <= kMostStrainPerStep) continue;
    all.push_back(wrong_cell_setting(
        "E0654",
        fmt::format("{}the cell would change by {:.3g}% in one step of {:.3g} s",
                    phase_name(k, w.cell.phases.size()), 100 * fastest * w.dt, w.dt),
        fmt::format("rates up to {:.3g} 1/s are possible: 0.1% in a step",
                    kMostStrainPerStep / w.dt)));
  }
}

}  // namespace scree
