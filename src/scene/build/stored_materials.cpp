#include "scene/build/stored_materials.hpp"

#include "base/units.hpp"
#include "scene/build/parts.hpp"
#include "scene/text/document.hpp"
#include "scene/text/reader.hpp"

namespace scree {
namespace {

// In SI, as the law says it.
std::string law_unit(std::string_view part, std::string_view law, std::string_view key) {
  for (const LawKind& kind : law_kinds()) {
    if (kind.name != part) continue;
    for (const CatalogItem& item : kind.catalog()) {
      if (item.info.name != law) continue;
      for (const ParamInfo& p : item.info.params)
        if (p.name == key) return si_unit(p.dim);
    }
  }
  return {};
}

StoredValue stored_value(const std::string& name, const Node& value, std::string unit) {
  StoredValue out{name, std::nullopt, std::move(unit), {}};
  if (value.kind == Node::Kind::number)
    out.number = value.number;
  else if (value.kind == Node::Kind::integer)
    out.number = static_cast<double>(value.integer);
  else
    out.text = value.kind == Node::Kind::text ? value.text : toml_text(value);
  return out;
}

StoredMaterial material_of(std::string name, const Node& table) {
  StoredMaterial out{std::move(name), {}};
  for (const Node::Entry& e : table.entries) {
    if (e.value.kind != Node::Kind::table) {
      const std::string unit = e.key == "density" ? si_unit(dim::density) : "";
      out.parts.push_back({e.key, "", {stored_value(e.key, e.value, unit)}});
      continue;
    }
    const Node* law = e.value.find("law");
    StoredPart part{e.key, law != nullptr ? law->text : "", {}};
    if (part.law == "none") continue;
    for (const Node::Entry& v : e.value.entries)
      if (v.key != "law")
        part.values.push_back(stored_value(v.key, v.value, law_unit(e.key, part.law, v.key)));
    out.parts.push_back(std::move(part));
  }
  return out;
}

}  // namespace

std::vector<StoredMaterial> stored_materials(const std::string& resolved) {
  Messages messages;
  const int source = messages.add_source("resolved.toml", resolved);
  const auto document = parse_document(resolved, source, messages);
  std::vector<StoredMaterial> out;
  if (!document) return out;
  if (const Node* materials = document->find("material"))
    for (const Node::Entry& m : materials->entries)
      if (m.value.kind == Node::Kind::table) out.push_back(material_of(m.key, m.value));
  if (const Node* pairs = document->find("pair"))
    for (const Node::Entry& a : pairs->entries)
      for (const Node::Entry& b : a.value.entries)
        if (b.value.kind == Node::Kind::table)
          out.push_back(material_of(a.key + " – " + b.key, b.value));
  return out;
}

}  // namespace scree
