// The JSON schema (draft 4, which editors of TOML understand), from the tables that parse.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/words.hpp"
#include "scene/scene.hpp"
#include "scene/text/schema.hpp"

namespace scree {
namespace {

using Json = nlohmann::ordered_json;

Json number_schema(const ParamInfo& p) {
  Json number{{"type", "number"}};
  if (std::isfinite(p.range.lo)) {
    number["minimum"] = p.range.lo;
    if (p.range.lo_open) number["exclusiveMinimum"] = true;
  }
  if (std::isfinite(p.range.hi)) {
    number["maximum"] = p.range.hi;
    if (p.range.hi_open) number["exclusiveMaximum"] = true;
  }
  // A text carries a unit; the reader checks it.
  return {{"anyOf", Json::array({number, {{"type", "string"}}})}};
}

Json value_schema(const ParamInfo& p) {
  switch (p.kind) {
    case ParamKind::number:
      return number_schema(p);
    case ParamKind::integer: {
      // 1e6 is a float in TOML and accepted where it is whole.
      Json j{{"type", "number"}};
      if (std::isfinite(p.range.lo)) j["minimum"] = p.range.lo;
      if (std::isfinite(p.range.hi)) j["maximum"] = p.range.hi;
      j["multipleOf"] = 1;
      // A text is an expression with variables.
      return {{"anyOf", Json::array({j, {{"type", "string"}, {"pattern", "[{(]"}}})}};
    }
    case ParamKind::boolean:
      return {{"type", "boolean"}};
    case ParamKind::text:
    case ParamKind::path:
      return {{"type", "string"}};
    case ParamKind::choice:
      return {{"enum", split_choices(p.choices)}};
    case ParamKind::vector:
      return {{"type", "array"}, {"items", number_schema(p)}, {"minItems", 3}, {"maxItems", 3}};
    case ParamKind::numbers:
      return {{"type", "array"}, {"items", number_schema(p)}};
    case ParamKind::matrix:
      return {{"type", "array"}, {"items", {{"type", "array"}, {"items", number_schema(p)}}}};
  }
  return Json::object();
}

std::string description(const ParamInfo& p) {
  std::string s(p.doc);
  const std::string unit = si_unit(p.dim);
  if (!unit.empty()) s += fmt::format(" [{}]", unit);
  if (!p.fallback.empty()) s += fmt::format("; default {}", p.fallback);
  return s;
}

// Older names are known to editors, too, but not proposed.
void add_older_names(const ParamInfo& p, const Json& value, Json& properties) {
  if (p.older_names.empty()) return;
  for (const std::string& name : split_choices(p.older_names)) {
    properties[name] = value;
    properties[name]["description"] = fmt::format("older name of `{}`", p.name);
    properties[name]["deprecated"] = true;
  }
}

class SchemaWriter {
 public:
  Json root() {
    Json out{{"$schema", "http://json-schema.org/draft-04/schema#"}, {"title", "Scree scene"}};
    out.update(section(scene_section()));
    Json definitions = Json::object();
    for (Definition& d : definitions_) definitions[d.name] = std::move(d.json);
    out["definitions"] = definitions;
    return out;
  }

 private:
  // Sections are definitions, so that a table used twice is written once.
  Json reference(const Section& s) {
    std::size_t k = 0;
    while (k < definitions_.size() && definitions_[k].section != &s) ++k;
    if (k == definitions_.size()) {
      definitions_.push_back({&s, fmt::format("table_{}", k), Json::object()});
      Json made = section(s);
      definitions_[k].json = std::move(made);
    }
    return {{"$ref", "#/definitions/" + definitions_[k].name}};
  }

  Json table(const SubTable& t) {
    Json one = reference(*t.section);
    Json out;
    if (t.repeat == Repeat::one) out = {{"allOf", Json::array({one})}};
    if (t.repeat == Repeat::some)
      out = {{"anyOf", Json::array({one, {{"type", "array"}, {"items", one}, {"minItems", 1}}})}};
    if (t.repeat == Repeat::list) out = {{"type", "array"}, {"items", one}};
    if (t.repeat == Repeat::named) out = {{"type", "object"}, {"additionalProperties", one}};
    if (t.repeat == Repeat::pairs)
      out = {{"type", "object"},
             {"additionalProperties", {{"type", "object"}, {"additionalProperties", one}}}};
    out["description"] = t.doc;
    return out;
  }

  void add_params(std::span<const ParamInfo> params, Json& properties, Json& required) {
    for (const ParamInfo& p : params) {
      Json v = value_schema(p);
      v["description"] = description(p);
      add_older_names(p, v, properties);
      properties[std::string(p.name)] = std::move(v);
      if (p.required && p.older_names.empty()) required.push_back(p.name);
    }
  }

  Json object(const Section& s, const CatalogItem* item) {
    Json properties = Json::object(), required = Json::array();
    if (item) {
      properties[std::string(s.selector)] = {{"enum", Json::array({item->info.name})},
                                             {"description", item->info.summary}};
      if (item->info.name != s.selector_default) required.push_back(s.selector);
    }
    add_params(s.params, properties, required);
    for (const SubTable& t : s.tables) properties[std::string(t.key)] = table(t);
    if (item) {
      add_params(item->info.params, properties, required);
      for (const SubTable& t : item->tables) properties[std::string(t.key)] = table(t);
    }
    Json out{{"type", "object"}, {"properties", properties}, {"additionalProperties", s.open}};
    if (!required.empty()) out["required"] = required;
    return out;
  }

  Json section(const Section& s) {
    Json forms = Json::array();
    if (s.catalog) {
      Json names = Json::array();
      for (const CatalogItem& item : s.catalog()) {
        forms.push_back(object(s, &item));
        names.push_back(item.info.name);
      }
      if (s.shorthand == s.selector && !s.shorthand.empty()) forms.push_back({{"enum", names}});
    } else {
      forms.push_back(object(s, nullptr));
      for (const ParamInfo& p : s.params)
        if (p.name == s.shorthand) forms.push_back(value_schema(p));
    }
    Json out = forms.size() == 1 ? forms[0] : Json{{"anyOf", forms}};
    out["description"] = s.doc;
    return out;
  }

  struct Definition {
    const Section* section;
    std::string name;
    Json json;
  };
  std::vector<Definition> definitions_;
};

}  // namespace

std::string scene_schema() { return SchemaWriter().root().dump(2) + "\n"; }

}  // namespace scree
