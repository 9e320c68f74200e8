#include "scene/build/default_twisting.hpp"

#include <optional>

#include "laws/part.hpp"
#include "scene/build/parts.hpp"

namespace scree {
namespace {

struct RollingGiven {
  std::string_view law = "none";
  ParamSet params;
};

double friction_of_part(const Branch& part) { return part.entry_params.number_or("friction", 0); }
bool has_friction_at_all(const Branch& part) {
  return part.entry_params.values().contains("friction");
}

// The twisting part of the same name as the rolling part; `none` where it has no friction to use.
void write_twisting(Branch& owner, const RollingGiven& rolling, std::optional<double> friction) {
  const Section* section = nullptr;
  for (const SubTable& t : owner.section->tables)
    if (t.key == "twisting") section = t.section;
  std::string_view law = friction ? rolling.law : "none";
  Branch part;
  part.section = section;
  part.span = owner.span;
  for (const CatalogItem& item : section->catalog())
    if (item.info.name == law) part.entry = item.info;
  for (const ParamInfo& p : part.entry.params) {
    const auto given = rolling.params.values().find(p.name);
    if (given != rolling.params.values().end()) part.entry_params.set(p.name, given->second);
  }
  if (friction && law != "none")
    part.entry_params.set("friction",
                          2.0 / 3.0 * *friction * rolling.params.number_or("friction", 0));
  owner.tables["twisting"] = {std::move(part)};
}

RollingGiven rolling_of(const Branch& part) { return {part.entry.name, part.entry_params}; }

// Of two materials, as the laws mix them.
RollingGiven mixed_rolling(const Branch& a, const Branch& b) {
  if (a.entry.name != b.entry.name) return {};
  RollingGiven out = rolling_of(a);
  for (const char* key : {"friction", "stiffness_ratio", "damping_ratio"})
    if (a.entry_params.has(key) && b.entry_params.has(key))
      out.params.set(key,
                     mixing::geometric(a.entry_params.number(key), b.entry_params.number(key)));
  return out;
}

}  // namespace

void complete_twisting(Branch& material) {
  if (material.spans.contains("twisting")) return;
  const Branch &rolling = *material.table("rolling"), &tangential = *material.table("tangential");
  if (rolling.entry.name == "none") return;
  write_twisting(
      material, rolling_of(rolling),
      has_friction_at_all(tangential) ? std::optional(friction_of_part(tangential)) : std::nullopt);
}

void complete_twisting(Branch& pair, const Branch& a, const Branch& b) {
  const Branch *rolling = pair.table("rolling"), *tangential = pair.table("tangential");
  if (pair.spans.contains("twisting") || (rolling == nullptr && tangential == nullptr)) return;
  if (a.spans.contains("twisting") || b.spans.contains("twisting")) return;
  const RollingGiven rolls =
      rolling ? rolling_of(*rolling) : mixed_rolling(*a.table("rolling"), *b.table("rolling"));
  const Branch &slides_a = tangential ? *tangential : *a.table("tangential"),
               &slides_b = tangential ? *tangential : *b.table("tangential");
  std::optional<double> friction;
  if (has_friction_at_all(slides_a) && has_friction_at_all(slides_b))
    friction = mixing::geometric(friction_of_part(slides_a), friction_of_part(slides_b));
  // Where nothing rolls and nothing did, mixing says the same without a word in resolved.toml.
  const bool none_before =
      a.table("rolling")->entry.name == "none" || b.table("rolling")->entry.name == "none";
  if (rolls.law == "none" && none_before) return;
  write_twisting(pair, rolls, friction);
}

}  // namespace scree
