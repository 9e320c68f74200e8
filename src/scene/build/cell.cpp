#include "scene/build/cell.hpp"

#include <fmt/format.h>

namespace scree {
namespace {

constexpr ParamInfo cell_component(std::string_view name, Dimension dim, std::string_view doc,
                                   std::string_view example) {
  return {.name = name, .dim = dim, .doc = doc, .example = example};
}
constexpr std::array<ParamInfo, 6> cell_components(Dimension dim, std::string_view along,
                                                   std::string_view across,
                                                   std::string_view example) {
  return {{cell_component("xx", dim, along, example), cell_component("yy", dim, along, example),
           cell_component("zz", dim, along, example), cell_component("xy", dim, across, example),
           cell_component("xz", dim, across, example), cell_component("yz", dim, across, example)}};
}

constexpr auto kCellRates =
    cell_components(dim::frequency, "of a length: negative compresses",
                    "of shear: v of the first direction grows along the second", "-0.1 1/s");
constexpr auto kCellStrains = cell_components(
    dim::none, "change of a length, of that at the start of the phase: negative compresses",
    "shear in the phase", "-0.05");
constexpr auto kCellStresses = cell_components(
    dim::pressure, "positive in compression",
    "force in the first direction, along the second; below 0 where the shear is positive", "1 kPa");

constexpr ParamInfo kCellParams[] = {
    {.name = "duration",
     .dim = dim::time,
     .range = range::positive,
     .doc = "of the phase; the last one may do without and goes on to the end"},
    {.name = "ramp",
     .dim = dim::time,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "in which rates and `max_rate` grow from 0"},
    {.name = "max_rate",
     .dim = dim::frequency,
     .range = range::positive,
     .doc = "fastest strain rate of the servo that keeps a stress",
     .example = "1 1/s"},
    {.name = "gain",
     .fallback = "1",
     .range = range::positive,
     .doc = "of the servo: its rate is max_rate gain (stress - target)/(greatest target), at most "
            "max_rate"},
};

void take(const Branch& phase, const char* key, CellDrive drive, CellPhase& out,
          Messages& messages) {
  const Branch* table = phase.table(key);
  if (table == nullptr || table->broken) return;
  for (std::size_t k = 0; k < 6; ++k) {
    if (!table->params.has(kCellComponents[k])) continue;
    if (out.of[k].drive != CellDrive::held)
      messages.error("E0652", table->where(kCellComponents[k]),
                     fmt::format("`{}` is driven twice in this phase", kCellComponents[k]),
                     "give each component a rate, a strain or a stress, not two of them");
    out.of[k] = {drive, table->params.number(kCellComponents[k])};
  }
}

}  // namespace

const Section& cell_section() {
  static const Section rate{.title = "cell.rate",
                            .doc = "Components of the velocity gradient that are given, 1/s.",
                            .params = kCellRates};
  static const Section strain{
      .title = "cell.strain",
      .doc = "Components whose change over the phase is given; lengths and tilts change evenly.",
      .params = kCellStrains};
  static const Section stress{
      .title = "cell.stress",
      .doc = "Components whose stress (contacts and motion of grains) a servo keeps.",
      .params = kCellStresses};
  static const Section cell{
      .title = "[[cell]]",
      .doc =
          "The periodic box deforms: a phase of it, in the order of the scene. Each of the six "
          "components has a rate, a strain or a stress, or is held. Needs a box that is "
          "periodic in x, y and z; no gravity, no walls, balls only: "
          "[howto/deforming_cell.md](../howto/deforming_cell.md).",
      .params = kCellParams,
      .tables = {{"rate", &rate, Repeat::one, "", "strain rates"},
                 {"strain", &strain, Repeat::one, "", "strains by the end of the phase"},
                 {"stress", &stress, Repeat::one, "", "stresses, kept by a servo"}}};
  return cell;
}

void read_cell(std::span<const Branch> list, World& world, Messages& messages) {
  for (const Branch& b : list) {
    if (b.broken) continue;
    CellPhase phase;
    phase.duration = b.params.number_or("duration", 0);
    phase.ramp = b.params.number("ramp");
    phase.max_rate = b.params.number_or("max_rate", 0);
    phase.gain = b.params.number("gain");
    take(b, "rate", CellDrive::rate, phase, messages);
    take(b, "strain", CellDrive::strain, phase, messages);
    take(b, "stress", CellDrive::stress, phase, messages);
    world.cell.phases.push_back(phase);
  }
}

}  // namespace scree
