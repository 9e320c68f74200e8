// The grains of another run: a packing as a start.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/words.hpp"
#include "scene/takeover/run_takeover.hpp"
#include "sim/world/start_state.hpp"

namespace scree::fills {
namespace {

constexpr std::array<ParamInfo, 8> kRunParams{{
    {.name = "from",
     .kind = ParamKind::path,
     .required = true,
     .choices = "folder",
     .doc = "the folder of a run, a checkpoint (.h5) or a frame (.vtp) of one; relative to the "
            "scene, or to where the program runs"},
    {.name = "frame",
     .kind = ParamKind::text,
     .fallback = "last",
     .doc = "of a folder: \"last\" (the newest checkpoint), the number of a frame (\"12\"), or a "
            "time (\"0.5 s\")"},
    {.name = "shift",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "all of it is moved by this, after the other changes"},
    {.name = "turn",
     .kind = ParamKind::vector,
     .dim = dim::angle,
     .fallback = "[0, 0, 0]",
     .doc = "all of it is turned: axis times angle"},
    {.name = "scale",
     .fallback = "1",
     .range = range::positive,
     .doc = "factor for positions and sizes; densities stay, springs start again"},
    {.name = "about",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "the point that `turn` and `scale` leave where it is"},
    {.name = "at_rest",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "the grains start without velocities and spins"},
    {.name = "walls",
     .kind = ParamKind::boolean,
     .fallback = "true",
     .doc = "walls of the same name that grains can move (a lid on a packing) go on from where "
            "they were; only of a run that is neither shifted nor turned nor scaled"},
}};

std::vector<SubTable> tables_of_run() {
  SubTable region = region_table();
  region.doc = "only grains whose centres lie in this part of space, after all changes";
  return {region};
}

// Numbers of the old materials in this world; nothing: one is not there, which is reported.
std::optional<std::vector<std::uint32_t>> materials_now(const FillContext& context,
                                                        const TakenRun& run) {
  std::vector<std::uint32_t> out(run.world.materials.size(), context.material.value);
  if (context.fill.spans.contains("material")) return out;
  std::vector<bool> used(out.size());
  for (const SpinMaterial& ws : run.state.grains.ws) used[ws.material] = true;
  std::vector<std::string> names;
  for (const MaterialSpec& m : context.world.materials) names.push_back(m.name);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const std::string& name = run.world.materials[k].name;
    const auto at = std::find(names.begin(), names.end(), name);
    if (at != names.end()) {
      out[k] = static_cast<std::uint32_t>(at - names.begin());
    } else if (used[k]) {
      context.fail("E0201", "from",
                   fmt::format("the grains of the run are of material `{}`, which this scene does "
                               "not have",
                               name),
                   fmt::format("define [material.{}], or give `material`: one of {} for all of "
                               "them",
                               name, list_words(names)));
      return std::nullopt;
    }
  }
  return out;
}

std::optional<std::vector<std::uint32_t>> bonds_now(const FillContext& context,
                                                    const TakenRun& run) {
  std::vector<std::uint32_t> out(run.world.bond_types.size(), 0);
  std::vector<bool> used(out.size());
  for (const BondData& b : run.state.bonds) used[b.type] = true;
  for (std::size_t k = 0; k < out.size(); ++k) {
    const BondType& old = run.world.bond_types[k];
    const auto& now = context.world.bond_types;
    const auto at = std::find_if(now.begin(), now.end(), [&](const BondType& t) {
      return t.name == old.name && t.kind == old.kind;
    });
    if (at != now.end()) {
      out[k] = static_cast<std::uint32_t>(at - now.begin());
    } else if (used[k]) {
      context.fail("E0486", "from",
                   fmt::format("bonds `{}` (kind = \"{}\") hold the grains of the run, which this "
                               "scene does not have",
                               old.name, old.kind),
                   fmt::format("define [bond.{}] of that kind", old.name));
      return std::nullopt;
    }
  }
  return out;
}

std::string what_was_taken(const FillContext& context, const TakenRun& run,
                           const TakeoverCount& n) {
  std::string text = fmt::format("{}: {} grains of {} at t = {:.6g} s, ", context.name(), n.grains,
                                 run.file, run.time);
  if (!run.full) return text + "a frame: positions, velocities and spins; springs start again";
  text += fmt::format("a checkpoint: with the springs of {} contacts", n.springs);
  if (n.left_out > 0) text += fmt::format("; {} grains left out", n.left_out);
  return text;
}

void tell(FillContext& context, const TakenRun& run, const TakeoverCount& n) {
  context.messages.note(what_was_taken(context, run, n));
  if (n.lost_springs > 0)
    context.messages.note(fmt::format(
        "{}: the springs of {} contacts start again: {}", context.name(), n.lost_springs,
        context.fill.entry_params.number("scale") != 1 ? "the grains have another size"
                                                       : "their contact law is another one here"));
  if (n.cut_springs > 0)
    context.messages.note(
        fmt::format("{}: {} contacts ended: a partner was left out, or the wall is not here",
                    context.name(), n.cut_springs));
  if (n.cut_bonds > 0)
    context.messages.note(fmt::format("{}: {} bonds were cut", context.name(), n.cut_bonds));
  if (n.bonds_anew)
    context.messages.note(fmt::format(
        "{}: bonds start again, with their lengths at rest and without what they remember",
        context.name()));
}

void make_run(FillContext& context) {
  const ParamSet& p = context.fill.entry_params;
  const auto run = take_run(p.text("from"), p.text("frame"));
  if (!run) {
    const Error& e = run.error();
    return context.fail(
        e.code, e.code == "E0484" ? "frame" : "from",
        e.location.empty() ? e.message : fmt::format("{}: {}", e.location, e.message), e.hint);
  }
  if (run->world.particles.dimensions() != context.world.particles.dimensions())
    return context.fail("E0483", "from",
                        fmt::format("the run has {} dimensions, this scene {}",
                                    static_cast<int>(run->world.particles.dimensions()),
                                    static_cast<int>(context.world.particles.dimensions())),
                        "set `dimension` as in the scene of the run");
  if (!same_periodic_box(context.world, *run)) {
    const PeriodicBox& box = run->world.box;
    context.messages.warn(
        context.fill.where("from"),
        box.any()
            ? fmt::format("the periodic box of the run was another one then: min = [{}, {}, {}], "
                          "max = [{}, {}, {}]{}",
                          box.lo.x, box.lo.y, box.lo.z, box.hi.x, box.hi.y, box.hi.z,
                          box.tilted() ? fmt::format(", tilt = [{}, {}, {}]", box.tilt.x,
                                                     box.tilt.y, box.tilt.z)
                                       : "")
            : std::string("the run had no periodic box, this scene has one"));
  }
  TakeoverOrders orders;
  orders.motion = {.about = p.vector("about"),
                   .shift = p.vector("shift"),
                   .turn = p.vector("turn") == Vec3{} ? Quat{} : rotation_of(p.vector("turn")),
                   .scale = p.number("scale")};
  orders.at_rest = p.boolean("at_rest");
  orders.velocity = context.fill.params.vector("velocity");
  if (const Branch* region = context.fill.table("region"))
    orders.keeps = [region](const Vec3& x) { return region_holds(*region, x); };
  const auto materials = materials_now(context, *run);
  const auto bonds = bonds_now(context, *run);
  if (!materials || !bonds) return;
  orders.material = *materials, orders.bond_type = *bonds;
  std::vector<std::string> walls;
  if (p.boolean("walls") && run->full && !orders.motion.moves())
    walls = take_over_walls(context.world, *run);
  const TakeoverCount n = take_over(context, *run, orders);
  // As deep as grains were in that run they may be here.
  context.world.max_start_overlap =
      std::max(context.world.max_start_overlap, run->state.books.greatest_overlap * (1 + 1e-9));
  if (n.grains == 0)
    return context.fail(
        "E0487", orders.keeps ? "region" : "from",
        n.left_out > 0
            ? fmt::format("none of the {} grains of the run lies in the region", n.left_out)
            : std::string("the run has no grains at that time"));
  if (context.world.start && context.world.start->carried_on &&
      !same_surroundings(context.world, *run)) {
    auto start = std::make_shared<StartState>(*context.world.start);
    start->carried_on = false;
    context.world.start = std::move(start);
  }
  const auto lacks = [](const SpinMaterial& g) { return (g.flags & kLocked) != 0; };
  const auto& rows = context.world.particles.ws;
  if (orders.motion.turns() &&
      std::any_of(rows.end() - static_cast<std::ptrdiff_t>(n.grains), rows.end(), lacks))
    return context.fail("E0659", "turn",
                        "grains of the run lack freedoms along axes of the world: they cannot be "
                        "turned",
                        "leave `turn` out");
  tell(context, *run, n);
  if (!walls.empty())
    context.messages.note(
        fmt::format("{}: walls go on from where they were: {}", context.name(), list_words(walls)));
  // A resumed run has to find the same state, whatever the other run does meanwhile.
  context.settled["from"] = run->file;
  context.settled["frame"] = "last";
}

}  // namespace

extern const FillEntry run_entry;
const FillEntry run_entry{
    .info = {"run", "the grains of another run, with velocities, springs, bodies and bonds", "",
             kRunParams},
    .tables = tables_of_run,
    .make = make_run,
    .balls_only = true,
    .own_materials = true};

}  // namespace scree::fills
