// Materials and pairs of stages: new values under the same laws.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/words.hpp"
#include "scene/build/default_twisting.hpp"
#include "scene/build/parts.hpp"
#include "scene/build/variants.hpp"
#include "scene/stages.hpp"
#include "sim/world/stage.hpp"

namespace scree {
namespace {

// What differs from a material that is not there cannot be read: its keys go, so that one mistake
// is reported once.
void unknown_material(Node::Entry& e, const std::vector<Node::Entry>& known, Messages& messages) {
  std::vector<std::string> names;
  for (const Node::Entry& m : known) names.push_back(m.key);
  const std::string near = nearest_word(e.key, names);
  messages.error("E0636", e.key_span, fmt::format("there is no material `{}`", e.key),
                 names.empty()  ? fmt::format("define it: [material.{}]", e.key)
                 : near.empty() ? "known: " + list_words(names)
                                : fmt::format("did you mean `{}`?", near));
  e.value.entries.clear();
}

PartSpec part_of(const Branch& b) { return {std::string(b.entry.name), b.entry_params}; }

std::vector<std::string> names_of_materials(const std::vector<MaterialSpec>& list) {
  std::vector<std::string> names;
  for (const MaterialSpec& m : list) names.push_back(m.name);
  return names;
}
std::optional<std::size_t> number_of(const std::vector<std::string>& names,
                                     const std::string& name) {
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) return std::nullopt;
  return static_cast<std::size_t>(it - names.begin());
}

// The table as it was, with what is given here in its place: as `like` does it.
void write_in_the_rest(const Node& before, Node::Entry& e, Messages& messages) {
  Node temporary, both, like;
  like.kind = Node::Kind::text;
  like.span = e.key_span;
  like.text = "as before";
  e.value.entries.push_back({"like", e.key_span, like});
  both.entries.push_back({"as before", e.key_span, before});
  both.entries.push_back(e);
  temporary.entries.push_back({"material", e.key_span, std::move(both)});
  apply_variants(temporary, messages);
  e.value = temporary.entries[0].value.entries[1].value;
}

void apply_material_variants(Node& changed, std::vector<Node::Entry>& now, Messages& messages) {
  for (Node::Entry& e : changed.entries) {
    const auto base =
        std::find_if(now.begin(), now.end(), [&](const Node::Entry& m) { return m.key == e.key; });
    if (base == now.end()) unknown_material(e, now, messages);
    if (base == now.end() || e.value.kind != Node::Kind::table) continue;
    write_in_the_rest(base->value, e, messages);
    *base = e;
  }
}

// The current pairs by their names, the smaller first.
using PairNodes = std::map<std::pair<std::string, std::string>, Node>;

void apply_pair_variants(Node& changed, PairNodes& now, Messages* messages) {
  if (changed.kind != Node::Kind::table) return;
  for (Node::Entry& a : changed.entries) {
    if (a.value.kind != Node::Kind::table) continue;
    for (Node::Entry& b : a.value.entries) {
      if (b.value.kind != Node::Kind::table) continue;
      Node& before = now[std::minmax(a.key, b.key)];
      if (messages != nullptr) write_in_the_rest(before, b, *messages);
      before = b.value;
    }
  }
}

}  // namespace

void apply_stage_variants(Node& document, Messages& messages) {
  Node* stages = document.find("stage");
  if (!stages || stages->kind != Node::Kind::list) return;
  const Node* first = document.find("material");
  std::vector<Node::Entry> now;
  if (first && first->kind == Node::Kind::table) now = first->entries;
  PairNodes pairs;
  if (Node* given = document.find("pair")) apply_pair_variants(*given, pairs, nullptr);
  for (Node& stage : stages->list) {
    if (stage.kind != Node::Kind::table) continue;
    Node* changed = stage.find("material");
    if (changed && changed->kind == Node::Kind::table)
      apply_material_variants(*changed, now, messages);
    if (Node* given = stage.find("pair")) apply_pair_variants(*given, pairs, &messages);
  }
}

void StageReader::read_materials(Branch& b, RunStage& stage) {
  const std::vector<std::string> names = names_of_materials(materials_);
  bool changed = false;
  for (Branch& m : b.tables["material"]) {
    const auto k = number_of(names, m.name);
    if (!k || m.broken) continue;  // an unknown one was reported by apply_stage_variants
    if (!two_d()) complete_twisting(m);
    material_branches_[*k] = &m;
    MaterialSpec now = materials_[*k];
    if (m.params.number("density") != now.density) refuse_law(m, "density", "density", m.name);
    for (const LawKind& kind : law_kinds()) {
      const PartSpec part = part_of(*m.table(kind.name));
      if (part.law != (now.*kind.part).law)
        refuse_law(m, kind.name, fmt::format("{} law", kind.name), m.name);
      now.*kind.part = part;
    }
    for (const PartMistake& mistake : check_parts(now))
      messages_.error(mistake.error.code, m.where(mistake.key),
                      fmt::format("`{}`: {}", mistake.key, mistake.error.message),
                      mistake.error.hint);
    materials_[*k] = now;
    changed = true;
  }
  if (changed) stage.materials = std::make_shared<const std::vector<MaterialSpec>>(materials_);
}

void StageReader::read_pairs(Branch& b, RunStage& stage) {
  const std::vector<std::string> names = names_of_materials(materials_);
  bool changed = false;
  for (Branch& pair : b.tables["pair"]) {
    const auto first = number_of(names, pair.name), second = number_of(names, pair.name_b);
    if (!first || !second) {
      const std::string& wrong = first ? pair.name_b : pair.name;
      const std::string near = nearest_word(wrong, names);
      messages_.error(
          "E0636", pair.span, fmt::format("there is no material `{}`", wrong),
          near.empty() ? "known: " + list_words(names) : fmt::format("did you mean `{}`?", near));
      continue;
    }
    const Branch &m_a = *material_branches_[*first], &m_b = *material_branches_[*second];
    if (pair.broken || m_a.broken || m_b.broken) continue;
    if (!two_d()) complete_twisting(pair, m_a, m_b);
    const PairSpec now = pair_of(pair, MaterialId{static_cast<std::uint32_t>(*first)},
                                 MaterialId{static_cast<std::uint32_t>(*second)});
    for (const PartMistake& m : check_parts(now, materials_[*first], materials_[*second]))
      messages_.error(m.error.code, pair.where(m.key),
                      fmt::format("`{}`: {}", m.key, m.error.message), m.error.hint);
    PairSpec& before = pair_of_now(now.a, now.b);
    for (const LawKind& kind : law_kinds()) {
      const auto& part = now.*kind.pair_part;
      if (part && part->law != law_of_pair(kind, before))
        refuse_law(pair, kind.name, fmt::format("{} law", kind.name),
                   fmt::format("{}-{}", pair.name, pair.name_b));
    }
    before = now;
    changed = true;
  }
  if (changed) stage.pairs = std::make_shared<const std::vector<PairSpec>>(pairs_);
}

// The pair as the stage before had it; a new one, which gives nothing, where it was mixed.
PairSpec& StageReader::pair_of_now(MaterialId a, MaterialId b) {
  for (PairSpec& p : pairs_)
    if ((p.a == a && p.b == b) || (p.a == b && p.b == a)) return p;
  pairs_.push_back({a, b, {}, {}, {}, {}, {}});
  return pairs_.back();
}

// What a part of the pair is called, mixed where it is not given.
std::string StageReader::law_of_pair(const LawKind& kind, const PairSpec& pair) const {
  if (const auto& part = pair.*kind.pair_part) return part->law;
  const std::string& a = (materials_[pair.a.value].*kind.part).law;
  return a == (materials_[pair.b.value].*kind.part).law ? a : "none";
}

void StageReader::refuse_law(const Branch& at, std::string_view key, const std::string& what,
                             const std::string& name) {
  messages_.error("E0642", at.where(key),
                  fmt::format("a stage cannot change the {} of `{}`", what, name),
                  "the values of a law may change, the law itself and the density stay");
}

}  // namespace scree
