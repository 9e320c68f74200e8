// What a start and a resume have in common.
#include <fmt/format.h>

#include <algorithm>

#include "base/instruction_set.hpp"
#include "base/processors.hpp"
#include "base/threads.hpp"
#include "sim/checks/checks.hpp"
#include "sim/parts/impl.hpp"
#include "sim/world/stage.hpp"

namespace scree {
namespace {

// All cores, but no more than there is work for: a step of a few thousand grains is shorter than
// waking a crowd of threads. Changes no result.
int useful_threads(const World& world) {
  constexpr double kGrainsPerThread = 1500;
  double grains = static_cast<double>(world.particles.size());
  for (const Inlet& i : world.inlets) grains += static_cast<double>(i.count);
  const int wanted = 1 + static_cast<int>(std::min(grains / kGrainsPerThread, 1e4));
  return std::min(usable_processors(), wanted);
}

std::string known_names(const auto& catalog) {
  std::string names;
  for (const auto* entry : catalog)
    names += (names.empty() ? "" : ", ") + std::string(entry->info.name);
  return names;
}

}  // namespace

Result<std::unique_ptr<Simulation::Impl>> Simulation::Impl::prepare(World world,
                                                                    const RunOptions& options) {
  auto impl = std::make_unique<Impl>();
  SimState& s = impl->state;
  if (!world.stages.empty()) apply_stage(world.stages.front(), world, 0);
  Errors errors, ignored;
  for (const Inlet& inlet : world.inlets)
    for (const ClusterMix::Part& part : inlet.mix.parts)
      for (const SolidPart& solid : part.cluster->solids) list_shape(world, solid.shape);
  if (!(world.bonds.empty() && world.bond_types.empty()) && check_hand_made(world, ignored))
    errors = start_bonds(world);
  for (Error& e : check_world(world, s.warnings)) errors.push_back(std::move(e));
  s.options = options;
  const int wanted = options.threads > 0 ? options.threads : useful_threads(world);
  s.threads = available_threads(wanted);
  if (s.threads < wanted)
    s.warnings.push_back(fmt::format("{} threads are more than this process may start: {} taken",
                                     wanted, s.threads));
  s.kernels = kernel::choose_kernels(options.instruction_set.c_str());
  if (s.kernels == nullptr) errors.push_back(no_instruction_set(options.instruction_set));
  s.integrator = find_integrator(world.integrator);
  if (s.integrator == nullptr)
    errors.push_back({"E0531", "unknown integrator `" + world.integrator + "`", "",
                      "known: " + known_names(integrator_catalog()),
                      Subject::setting("integrator")});
  s.engine_entry = find_engine(options.engine);
  if (s.engine_entry == nullptr) errors.push_back(unknown_engine(options.engine));
  if (!options.selector && !Selector::known(world.detect.method))
    errors.push_back({"E0532", "unknown detection method `" + world.detect.method + "`", "",
                      "known: auto, " + known_names(detector_catalog()),
                      Subject::setting("detect.method")});
  if (!find_gap_method(world.detect.narrow))
    errors.push_back({"E0454", "unknown method for polyhedra `" + world.detect.narrow + "`", "",
                      "known: gjk, slm, fcp, cp", Subject::setting("detect.narrow")});
  if (world.detect.skin < 0 || world.detect.audit < 0)
    errors.push_back({"E0533", "skin and audit must not be negative", "detect", "",
                      Subject::setting(world.detect.skin < 0 ? "detect.skin" : "detect.audit")});
  if (!errors.empty()) return errors;

  s.world = std::move(world);
  s.use = materials_in_use(s.world);
  Result<PairLaws> laws = make_pair_laws(s.world, s.use);
  if (!laws) return laws.errors();
  s.laws = std::move(*laws);
  Result<BondLaws> bond_laws = make_bond_laws(s.world.bond_types);
  if (!bond_laws) return bond_laws.errors();
  s.bonds.laws = std::move(*bond_laws);
  if (auto error = add_liquid(s.laws, s.world)) return *error;
  Result<TimeStepReport> step = derive_over_stages(s);
  if (!step) return step.errors();
  s.time_step = *step;
  check_cell_speed(s.world, errors);
  if (!errors.empty()) return errors;
  s.cell.start_length = s.world.box.hi - s.world.box.lo;
  Result<std::size_t> state = add_integrator_state(*s.integrator, s.p());
  if (!state) return state.errors();
  s.integrator_state = *state;
  s.p().shrink_to_fit();
  const StepNeeds needs{s.world, s.laws, *s.integrator};
  const bool by_itself = !options.make_engine && options.engine == auto_engine_info().name;
  if (by_itself) s.engine_entry = fastest_engine(needs);
  if (!options.make_engine && !by_itself && s.engine_entry->refuse != nullptr)
    if (auto why = s.engine_entry->refuse(needs)) return *why;
  s.lists.detector = options.selector ? options.selector() : Selector::of(s.world.detect.method);
  const TeamSize team(s.threads);
  try {
    s.engine = options.make_engine ? options.make_engine(s.engine_args())
                                   : s.engine_entry->make(s.engine_args());
  } catch (const CardFailure& card) {
    if (!by_itself) throw;
    s.warnings.push_back(
        fmt::format("the processor computes: the graphics card cannot be used ({})", card.what()));
    s.engine_entry = find_engine(auto_engine_info().name);
    s.engine = s.engine_entry->make(s.engine_args());
  }
  s.walls.prepare(s.world.walls, s.world.box);
  if (Errors wrong = s.compaction.prepare(s.world); !wrong.empty()) return wrong;
  s.collisions = CollideTable::with(s.world.collisions);
  s.laws.max_range = std::max(s.laws.max_range, SourceList::range(s.world));
  s.note_sizes();
  warn_of_thin_outlets(s.world, s.extremes.smallest_radius, s.warnings);
  return impl;
}

}  // namespace scree
