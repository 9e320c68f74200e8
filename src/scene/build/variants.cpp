#include "scene/build/variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/words.hpp"
#include "scene/build/material_library.hpp"

namespace scree {
namespace {

// Values that may be given without their part: `friction` for tangential.friction.
struct MaterialShortcut {
  std::string_view key, part, value;
};
constexpr MaterialShortcut kShortcuts[] = {
    {"friction", "tangential", "friction"},
    {"restitution", "normal", "restitution"},
    {"young", "normal", "young"},
    {"stiffness", "normal", "stiffness"},
    {"contact_time", "normal", "contact_time"},
    {"rolling_friction", "rolling", "friction"},
};
constexpr std::string_view kParts[] = {"normal", "tangential", "rolling", "twisting", "cohesion"};

void put(Node& table, const Node::Entry& entry) {
  for (Node::Entry& e : table.entries)
    if (e.key == entry.key) {
      e = entry;
      return;
    }
  table.entries.push_back(entry);
}

// A part with a law of its own replaces the whole; without one it changes single values.
void merge_part(Node& table, const Node::Entry& entry) {
  Node* known = table.find(entry.key);
  const bool single = known && known->kind == Node::Kind::table &&
                      entry.value.kind == Node::Kind::table && !entry.value.find("law");
  if (!single) return put(table, entry);
  for (const Node::Entry& e : entry.value.entries) put(*known, e);
}

// Hertz takes neither a contact time nor a stiffness: who gives one wants the linear spring.
void make_linear(Node& part) {
  Node* law = part.find("law");
  if (law == nullptr || law->kind != Node::Kind::text || law->text != "hertz") return;
  law->text = "linear";
  std::erase_if(part.entries,
                [](const Node::Entry& e) { return e.key == "young" || e.key == "poisson"; });
}

void set_shortcut(Node& table, const MaterialShortcut& shortcut, const Node::Entry& given) {
  Node* part = table.find(shortcut.part);
  if (!part) {
    table.entries.push_back({std::string(shortcut.part), given.key_span, {}});
    part = &table.entries.back().value;
    part->span = given.value.span;
    if (shortcut.part != "normal") {
      Node law;
      law.kind = Node::Kind::text;
      law.span = given.value.span;
      law.text = "spring";
      part->entries.push_back({"law", given.key_span, std::move(law)});
    }
  }
  if (shortcut.value == "contact_time" || shortcut.value == "stiffness") make_linear(*part);
  put(*part, {std::string(shortcut.value), given.key_span, given.value});
}

class Variants {
 public:
  Variants(Node& materials, Messages& messages) : materials_(materials), messages_(messages) {}

  void all() {
    for (std::size_t k = 0; k < materials_.entries.size(); ++k) expand(k);
  }

 private:
  bool expand(std::size_t k) {
    Node::Entry& own = materials_.entries[k];
    const Node* like = own.value.kind == Node::Kind::table ? own.value.find("like") : nullptr;
    if (!like || like->kind != Node::Kind::text) return true;  // the reader says what is wrong
    const TextSpan at = like->span;
    if (!open_.insert(k).second) {
      messages_.error("E0482", at, fmt::format("`{}` is like itself, in a circle", own.key),
                      "give one of these materials its values");
      return false;
    }
    const std::size_t base = index_of(like->text);
    // A material of the scene comes before that of the library, unless it is this very one.
    if (base == k || base == materials_.entries.size())
      if (const LibraryMaterial* known = find_library_material(like->text)) {
        own.value = merged(library_node(*known), own.value);
        remove_like(own.value);
        open_.erase(k);
        return true;
      }
    if (base == materials_.entries.size()) {
      unknown(own.key, like->text, at);
      remove_like(own.value);
      open_.erase(k);
      return false;
    }
    const bool good = expand(base);
    open_.erase(k);
    if (good) own.value = merged(materials_.entries[base].value, own.value);
    remove_like(own.value);
    return good;
  }

  std::size_t index_of(const std::string& name) const {
    std::size_t k = 0;
    while (k < materials_.entries.size() && materials_.entries[k].key != name) ++k;
    return k;
  }

  void unknown(const std::string& own, const std::string& name, const TextSpan& at) {
    std::vector<std::string> names;
    for (const Node::Entry& e : materials_.entries)
      if (e.key != own) names.push_back(e.key);
    for (const LibraryMaterial& m : material_library()) names.emplace_back(m.name);
    const std::string near = nearest_word(name, names);
    messages_.error("E0481", at, fmt::format("there is no material `{}` to be like", name),
                    !near.empty() ? fmt::format("did you mean `{}`?", near)
                                  : "there is " + list_words(names, 20) +
                                        "; `scree list materials` shows those of the library");
  }

  Node library_node(const LibraryMaterial& material) {
    auto table = parse_document(library_toml(material), -1, messages_);
    return table ? std::move(*table) : Node{};
  }

  static Node merged(const Node& base, const Node& own) {
    Node out = base;
    out.span = own.span;
    for (const Node::Entry& e : own.entries) {
      const auto shortcut = std::find_if(std::begin(kShortcuts), std::end(kShortcuts),
                                         [&](const auto& s) { return s.key == e.key; });
      if (shortcut != std::end(kShortcuts))
        set_shortcut(out, *shortcut, e);
      else if (std::find(std::begin(kParts), std::end(kParts), e.key) != std::end(kParts))
        merge_part(out, e);
      else
        put(out, e);
    }
    return out;
  }

  static void remove_like(Node& table) {
    // What nothing could be made of is not reported a second time, as an unknown key.
    std::erase_if(table.entries, [](const Node::Entry& e) {
      return e.key == "like" || std::any_of(std::begin(kShortcuts), std::end(kShortcuts),
                                            [&](const auto& s) { return s.key == e.key; });
    });
  }

  Node& materials_;
  Messages& messages_;
  std::set<std::size_t> open_;  // materials that are being written out
};

}  // namespace

void spread_variants(Node& document) {
  Node* materials = document.find("material");
  if (!materials || materials->kind != Node::Kind::table) return;
  for (Node::Entry& e : materials->entries) {
    if (e.value.kind != Node::Kind::text) continue;
    Node table;
    table.span = e.value.span;
    table.entries.push_back({"like", e.value.span, e.value});
    e.value = std::move(table);
  }
}

void apply_variants(Node& document, Messages& messages) {
  spread_variants(document);  // an override may have given a name
  Node* materials = document.find("material");
  if (!materials || materials->kind != Node::Kind::table) return;
  Variants(*materials, messages).all();
}

}  // namespace scree
