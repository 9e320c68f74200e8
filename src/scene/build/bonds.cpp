#include "scene/build/bonds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "detect/detector.hpp"
#include "sim/bonds/bond_joint.hpp"
#include "sim/bonds/bond_laws.hpp"

namespace scree {
namespace {

constexpr double kTouching = 1e-9;  // positions are rounded: grains that just touch are near

std::vector<CatalogItem> bond_kinds() {
  std::vector<CatalogItem> out;
  for (const CatalogInfo* info : bond_catalog()) out.push_back({*info});
  return out;
}

}  // namespace

const Section& bond_section() {
  static const Section section{
      .title = "[bond.NAME]",
      .doc =
          "A type of bond that holds grains together. Fills glue their grains with "
          "`bond = \"NAME\"`. Pairs that a bond holds have no contact law.",
      .selector = "kind",
      .selector_default = "beam",
      .entry_word = "kind of bond",
      .catalog = bond_kinds};
  return section;
}

void read_bonds(std::span<const Branch> bonds, World& world, Messages& messages) {
  for (const Branch& b : bonds) {
    BondType type;
    type.name = b.name;
    type.kind = std::string(b.entry.name);
    type.params = b.entry_params;
    if (!b.broken)
      if (const auto wrong = wrong_bond_type(type))
        messages.error("E0430", b.span, fmt::format("[bond.{}]: {}", b.name, wrong->message),
                       wrong->hint);
    world.bond_types.push_back(std::move(type));  // also a wrong one: fills may name it
  }
}

std::optional<std::uint32_t> find_bond_type(const World& world, const std::string& name,
                                            const TextSpan& at, Messages& messages) {
  std::vector<std::string> names;
  for (std::uint32_t k = 0; k < world.bond_types.size(); ++k) {
    if (world.bond_types[k].name == name) return k;
    names.push_back(world.bond_types[k].name);
  }
  messages.error(
      "E0431", at, fmt::format("there is no bond `{}`", name),
      names.empty() ? fmt::format("add [bond.{}]", name) : "choose " + list_words(names, 40));
  return std::nullopt;
}

void glue_fill(const Branch& fill, std::size_t first, bool pours, World& world,
               Messages& messages) {
  if (!fill.params.has("bond")) return;
  const auto type = find_bond_type(world, fill.params.text("bond"), fill.where("bond"), messages);
  if (!type) return;
  if (pours)
    return messages.error("E0432", fill.where("bond"),
                          "this fill pours its grains during the run: they cannot be glued",
                          "take a fill that places grains at the start");
  const Particles& p = world.particles;
  const double share = fill.params.number("bond_gap");
  double largest = 0;
  for (std::size_t s = first; s < p.size(); ++s) largest = std::max(largest, p.xr[s].r);
  std::vector<RowPair> pairs;
  const DetectorEntry* detector = find_detector("levels");
  detector->make()->find({.xr = p.xr,
                          .ws = p.ws,
                          .id = p.id,
                          .box = world.box,
                          .reach = (share + kTouching) * largest,
                          .fixed_version = 0},
                         pairs);
  std::size_t glued = 0;
  const CollideTable table = CollideTable::with(world.collisions);
  for (const auto& [a, b] : pairs) {
    if (a < first || b < first || same_body(p.ws[a], p.ws[b])) continue;
    if (p.ws[a].flags & p.ws[b].flags & kFixed) continue;
    const double near = (share + kTouching) * std::min(p.xr[a].r, p.xr[b].r);
    if (has_joint(p, a, b)) {
      const auto [i, j] = std::minmax(a, b);
      if (!can_be_glued(world, table, i, j, near)) continue;
      world.bonds.add(p.id[a], p.id[b], *type);
      ++glued;
      continue;
    }
    const Vec3 d =
        nearest_image(p.xr[b].x - p.xr[a].x, world.box.lengths(), world.box.inverse_lengths());
    const double gap = norm(d) - p.xr[a].r - p.xr[b].r;
    if (gap > near) continue;
    world.bonds.add(p.id[a], p.id[b], *type);
    ++glued;
  }
  world.bonds.sort();
  if (glued == 0)
    messages.error("E0433", fill.where("bond"),
                   fmt::format("no two grains of this fill are nearer than {:g} of the smaller "
                               "radius: nothing would be glued",
                               share),
                   "place the grains closer (a `lattice` whose grains touch), or raise `bond_gap`");
}

}  // namespace scree
