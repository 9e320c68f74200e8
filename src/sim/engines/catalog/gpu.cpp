// The engine of a graphics card: sim/card/card_engine.hpp on what its library offers.
#include <fmt/format.h>

#include "sim/card/card_engine.hpp"
#include "sim/card/card_library.hpp"
#include "sim/card/plugin_card.hpp"
#include "sim/engines/engine_catalog.hpp"
#include "sim/engines/liquid.hpp"

namespace scree::engines {
namespace {

using GpuEngine = CardEngine<PluginCard>;

constexpr char kElsewhere[] = "`engine = \"auto\"` takes the processor, with the same bits";

std::optional<Error> refused(std::string code, std::string message, std::string hint) {
  return Error{std::move(code), std::move(message), "", std::move(hint),
               Subject::setting("engine")};
}

std::optional<Error> refuse_gpu(const StepNeeds& needs) {
  const CardLibrary& library = card_library();
  if (!library.usable()) return refused("E0536", "engine `gpu`: " + library.why, library.hint);
  if (!GpuEngine::moves(needs.integrator))
    return refused(
        "E0537",
        fmt::format("engine `gpu` does not have the integrator `{}`", needs.integrator.info.name),
        fmt::format("take `integrator = \"verlet\"`; {}", kElsewhere));
  for (const kernel::PairLaw& law : needs.laws.laws)
    for (const kernel::PairLaw::Part* part :
         {&law.normal, &law.tangential, &law.rolling, &law.twisting, &law.cohesion})
      if (part->external != nullptr)
        return refused("E0537",
                       "engine `gpu` cannot run a contact law of a program's own: its code is the "
                       "processor's",
                       kElsewhere);
  const std::uint64_t bytes = GpuEngine::rows_bytes(needs.world),
                      room = library.cards[0].free_memory;
  if (bytes > room)
    return refused(
        "E0537",
        fmt::format("engine `gpu`: {} grains need {:.2f} GiB on the card without their "
                    "contacts, and {} has {:.2f} GiB free",
                    needs.world.particles.size(), static_cast<double>(bytes) / (1u << 30),
                    library.cards[0].name, static_cast<double>(room) / (1u << 30)),
        kElsewhere);
  return std::nullopt;
}

// From so many grains on a card is faster than the cores beside it (docs/performance.md).
constexpr std::size_t kPaysFrom = 50'000;

// A wall whose contacts the card computes (sim/card/card_walls.hpp).
bool is_simple(const Wall& wall, const PeriodicBox& box) {
  return wall.shape->plain().has_value() && !wall.surface.any() && !box.any() &&
         !(wall.motion && wall.motion->mass() > 0);
}

std::string not_worth_a_card(const StepNeeds& needs) {
  const World& w = needs.world;
  std::size_t grains = w.particles.size();
  for (const Inlet& i : w.inlets) grains += i.count;
  if (grains < kPaysFrom) return fmt::format("it pays from {} grains on", kPaysFrom);
  const std::string half = " the processor would compute, and the state go to and from it";
  if (!w.bodies.empty()) return "clumps and other shapes" + half;
  if (w.bonds.size() > 0 || !w.bond_types.empty()) return "bonds" + half;
  if (!w.sources.empty()) return "force sources" + half;
  if (w.particles.extra().find(kLiquidField) != nullptr) return "liquid" + half;
  if (w.deforms() || !w.cell.empty()) return "lists of a box that deforms" + half;
  if (w.detect.method != "auto") return "the detector that is named" + half;
  for (const Wall& wall : w.walls)
    if (!is_simple(wall, w.box)) return fmt::format("contacts at wall `{}`", wall.name) + half;
  return "";
}

std::vector<std::string> cards() {
  const CardLibrary& library = card_library();
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < library.cards.size(); ++k)
    lines.push_back(fmt::format("card {}: {}", k, describe(library.cards[k])));
  if (lines.empty()) lines = {"not here: " + library.why, library.hint};
  return lines;
}

}  // namespace

extern const EngineEntry gpu_entry;
const EngineEntry gpu_entry{
    .info = {"gpu",
             "a graphics card (package scree-cuda): near pairs, simple walls, grains and bodies "
             "and their lists there; meshes, shapes and bonds on the processor",
             "",
             {}},
    .make = [](const EngineArgs& a) -> std::unique_ptr<Engine> {
      return std::make_unique<GpuEngine>(PluginCard(*card_library().plugin, 0), a.kernels,
                                         a.threads);
    },
    .refuse = refuse_gpu,
    .found = cards,
    .not_worth = not_worth_a_card};

}  // namespace scree::engines
