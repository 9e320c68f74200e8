// The reference page, from the tables that parse.
#include <fmt/format.h>

#include <set>

#include "base/words.hpp"
#include "scene/build/parts.hpp"
#include "scene/scene.hpp"
#include "scene/text/schema.hpp"

namespace scree {
namespace {

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string default_text(const ParamInfo& p) {
  if (p.required) return "**required**";
  return p.fallback.empty() ? "" : fmt::format("`{}`", cell(p.fallback));
}

void write_params(std::span<const ParamInfo> params, std::string& out) {
  if (params.empty()) return;
  out += "\n| key | value | default | meaning |\n|---|---|---|---|\n";
  for (const ParamInfo& p : params) {
    std::string kind = kind_text(p);
    const std::string range = range_text(p);
    if (!range.empty()) kind += ", " + range;
    out += fmt::format("| `{}` | {} | {} | {} |\n", p.name, cell(kind), default_text(p),
                       cell(p.full_doc()));
  }
}

void write_tables(const std::vector<SubTable>& tables, std::string& out) {
  if (tables.empty()) return;
  out += "\n| table | default | meaning |\n|---|---|---|\n";
  for (const SubTable& t : tables) {
    const std::string fallback =
        t.fallback.empty() || t.fallback == "{}" ? "" : fmt::format("`{}`", t.fallback);
    out += fmt::format("| `{}` | {} | {} |\n", t.key, cell(fallback), cell(t.doc));
  }
}

// Where a source helps: it has the equations. Who first drew a cylinder does not matter here; the
// pages of the catalogues say it.
bool has_equations(const Section& s) {
  for (const std::string_view word :
       {"contact law", "kind of bond", "measure", "integrator", "detection method"})
    if (s.entry_word == word) return true;
  return false;
}

void write_section(const Section& s, int depth, std::set<const Section*>& done, std::string& out) {
  if (!done.insert(&s).second) return;
  const std::string marks(static_cast<std::size_t>(std::min(depth, 5)), '#');
  out += fmt::format("\n{} {}\n\n{}\n", marks, s.title, s.doc);
  if (!s.shorthand.empty())
    out += fmt::format("\nA plain value instead of the table is its `{}`.\n", s.shorthand);
  if (s.catalog)
    out += fmt::format(
        "\n`{}` chooses the {}{}.\n", s.selector, s.entry_word,
        s.selector_default.empty() ? "" : fmt::format("; default `{}`", s.selector_default));
  write_params(s.params, out);
  write_tables(s.tables, out);
  std::vector<const Section*> below;
  for (const SubTable& t : s.tables) below.push_back(t.section);
  if (s.catalog) {
    for (const CatalogItem& item : s.catalog()) {
      out += fmt::format(
          "\n{}# `{} = \"{}\"`\n\n{}{}\n", marks, s.selector, item.info.name, item.info.summary,
          item.info.source.empty() || !has_equations(s) ? ""
                                                        : fmt::format(" ({})", item.info.source));
      write_params(item.info.params, out);
      write_tables(item.tables, out);
      for (const SubTable& t : item.tables) below.push_back(t.section);
    }
  }
  for (const Section* b : below) write_section(*b, depth + 1, done, out);
}

}  // namespace

std::string law_reference() {
  std::string out =
      "# Contact laws\n\n"
      "A law is made of parts, one of each kind: `normal = { law = \"hertz\", ... }` in "
      "`[material.NAME]` or `[pair.A.B]`.\n"
      "`scree plot law NAME --set KEY=VALUE` draws one before it is used: "
      "[which law?](../howto/choose-a-law.md). `scree check SCENE` shows\n"
      "what the parameters of a scene become.\n";
  for (const LawKind& kind : law_kinds()) {
    out += fmt::format("\n## {}\n", kind.name);
    for (const CatalogItem& item : kind.catalog()) {
      out += fmt::format("\n### {}/{}\n\n{}.\n", kind.name, item.info.name, item.info.summary);
      if (!item.info.source.empty()) out += fmt::format("\nSource: {}.\n", item.info.source);
      write_params(item.info.params, out);
    }
  }
  return out;
}

std::string scene_reference() {
  std::string out =
      "# Scenes: the reference\n\n"
      "Generated from the tables that read a scene; do not edit.\n\n"
      "A scene is a TOML file. Numbers without quotes are in SI units. A value in quotes carries "
      "its unit,\n"
      "which is checked: `\"4 mm\"`, `\"2.5 g/cm3\"`, `\"30 deg\"`, `\"60 rpm\"`. The y axis "
      "points up.\n"
      "Paths are relative to the scene. Everything has a default but the grains. Any number may be "
      "an expression\n"
      "with variables of `[let]`: `\"{outlet} / 2 + 3 mm\"`.\n\n"
      "`--set key.path=value` overrides any value: `--set fill.0.count=100`, `--set "
      "material.glass.density=2600`,\n"
      "`--set wall.bulb.height='10 cm'` (items of lists by number from 0 or by their `name`).\n\n"
      "Walls and fills may leave out `material` while the scene has only one; a scene without any "
      "has one called\n"
      "`default`. Mistakes are reported all at once, each with a code that `scree explain CODE` "
      "explains.\n";
  std::set<const Section*> done;
  write_section(scene_section(), 2, done, out);
  return out;
}

}  // namespace scree
