#include "scene/text/misplaced_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace scree {
namespace {

// What other codes and textbooks call the parameters of parts of contact laws.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"E", "normal.young"},
    {"youngs_modulus", "normal.young"},
    {"young_modulus", "normal.young"},
    {"youngsModulus", "normal.young"},
    {"nu", "normal.poisson"},
    {"poisson_ratio", "normal.poisson"},
    {"poissons_ratio", "normal.poisson"},
    {"poissonsRatio", "normal.poisson"},
    {"e", "normal.restitution"},
    {"cor", "normal.restitution"},
    {"coefficient_of_restitution", "normal.restitution"},
    {"coefficientRestitution", "normal.restitution"},
    {"kn", "normal.stiffness"},
    {"k_n", "normal.stiffness"},
    {"normal_stiffness", "normal.stiffness"},
    {"tc", "normal.contact_time"},
    {"mu", "tangential.friction"},
    {"mu_s", "tangential.friction"},
    {"friction_coefficient", "tangential.friction"},
    {"coefficientFriction", "tangential.friction"},
    {"sliding_friction", "tangential.friction"},
    {"static_friction", "tangential.friction"},
    {"kt", "tangential.stiffness_ratio"},
    {"k_t", "tangential.stiffness_ratio"},
    {"mu_r", "rolling.friction"},
    {"rolling_friction", "rolling.friction"},
    {"coefficientRollingFriction", "rolling.friction"},
    {"rolling_resistance", "rolling.friction"},
    {"twisting_friction", "twisting.friction"},
};

// A parameter of entries of a table of a section: "tangential.friction", with the entries.
struct Location {
  std::string path;
  std::vector<std::string> entries;
};

bool has_param(std::span<const ParamInfo> params, std::string_view key) {
  return std::any_of(params.begin(), params.end(),
                     [&](const ParamInfo& p) { return p.name == key; });
}

std::vector<Location> locations_of(std::string_view key, const Section& section) {
  std::vector<Location> out;
  for (const SubTable& t : section.tables) {
    if (t.repeat != Repeat::one || t.section == nullptr) continue;
    Location at{fmt::format("{}.{}", t.key, key), {}};
    bool found = has_param(t.section->params, key);
    if (t.section->catalog)
      for (const CatalogItem& item : t.section->catalog())
        if (has_param(item.info.params, key)) at.entries.emplace_back(item.info.name), found = true;
    if (found) out.push_back(std::move(at));
  }
  return out;
}

std::vector<Location> locations_by_any_name(std::string_view key, const Section& section) {
  std::vector<Location> out = locations_of(key, section);
  for (const auto& [name, path] : kOtherNames) {
    if (name != key || !out.empty()) continue;
    for (Location& l : locations_of(path.substr(path.find('.') + 1), section))
      if (l.path == path) out.push_back(std::move(l));
  }
  return out;
}

std::string location_text(const Location& l, std::string_view before) {
  std::string out = fmt::format("`{}{}`", before, l.path), laws;
  constexpr std::size_t kMost = 4;
  for (std::size_t k = 0; k < l.entries.size() && k < kMost; ++k)
    laws += (k == 0 ? "" : ", ") + l.entries[k];
  if (l.entries.size() > kMost) laws += ", ...";
  return laws.empty() ? out : fmt::format("{} (law {})", out, laws);
}

}  // namespace

std::string hint_of_part(std::string_view key, const Section& section) {
  std::string out;
  for (const Location& l : locations_by_any_name(key, section))
    out += (out.empty() ? "write " : " or ") + location_text(l, "");
  return out;
}

std::string hint_of_material(std::string_view key) {
  std::string out;
  for (const Location& l : locations_by_any_name(key, material_section()))
    out += (out.empty() ? "materials have it: " : " or ") + location_text(l, "material.NAME.");
  if (key == "density") out = "materials have it: `material.NAME.density`";
  return out;
}

}  // namespace scree
