#include "scene/text/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "scene/text/misplaced_keys.hpp"

namespace scree {
namespace {

std::string did_you_mean(const std::string& near) {
  return near.empty() ? std::string() : fmt::format("did you mean `{}`?", near);
}

// Reads the keys of one table; a class only to share what every step needs.
class SectionReader {
 public:
  SectionReader(const Node& node, const Section& section, ReadContext& context,
                std::string_view key)
      : node_(node), section_(section), context_(context), key_(key) {
    out_.section = &section;
    out_.span = node.span;
  }

  Branch read() {
    const std::size_t before = context_.messages.error_count();
    if (node_.kind != Node::Kind::table && section_.shorthand.empty()) {
      context_.messages.error(
          "E0103", node_.span,
          fmt::format("{} must be a table, not {}", section_.title, kind_word(node_.kind)));
    } else {
      if (section_.catalog) choose_entry();
      if (node_.kind == Node::Kind::table)
        for (const Node::Entry& e : node_.entries) read_key(e.key, e.key_span, e.value);
      else if (section_.shorthand != section_.selector)
        read_shorthand();
      if (!section_.catalog || chosen_) complete();
    }
    out_.broken = context_.messages.error_count() != before;
    return std::move(out_);
  }

 private:
  // [[wall]] `bulb` of shape `hourglass`
  std::string subject() const {
    std::string s(section_.title);
    const Node* name = node_.find("name");
    if (name && name->kind == Node::Kind::text) s += fmt::format(" `{}`", name->text);
    if (chosen_) s += fmt::format(" ({} = \"{}\")", section_.selector, chosen_->info.name);
    return s;
  }

  void choose_entry() {
    catalog_ = section_.catalog();
    const Node* given = node_.kind == Node::Kind::table ? node_.find(section_.selector) : &node_;
    if (node_.kind != Node::Kind::table && section_.shorthand != section_.selector) given = nullptr;
    std::string word(section_.selector_default);
    if (given) {
      if (given->kind != Node::Kind::text) {
        context_.messages.error("E0103", given->span,
                                fmt::format("`{}` must be a text in quotes, not {}",
                                            section_.selector, kind_word(given->kind)));
        return;
      }
      word = given->text;
      out_.spans.insert_or_assign(std::string(section_.selector), given->span);
    }
    std::vector<std::string> names;
    for (const CatalogItem& item : catalog_) names.emplace_back(item.info.name);
    for (const CatalogItem& item : catalog_)
      if (item.info.name == word) chosen_ = &item;
    if (chosen_) {
      out_.entry = chosen_->info;
    } else if (!given) {
      context_.messages.error("E0102", node_.span,
                              fmt::format("{} lacks `{}`", subject(), section_.selector),
                              "choose " + list_words(names, 40));
    } else {
      const std::string near = nearest_word(word, names);
      context_.messages.error(
          "E0105", given->span, fmt::format("there is no {} `{}`", section_.entry_word, word),
          near.empty() ? "choose " + list_words(names, 40) : did_you_mean(near));
    }
  }

  const ParamInfo* find_param(std::span<const ParamInfo> table, std::string_view key) const {
    for (const ParamInfo& p : table)
      if (p.is_called(key)) return &p;
    return nullptr;
  }
  const SubTable* find_table(std::string_view key) const {
    if (chosen_)
      for (const SubTable& t : chosen_->tables)
        if (t.key == key) return &t;
    for (const SubTable& t : section_.tables)
      if (t.key == key) return &t;
    return nullptr;
  }

  void read_key(const std::string& key, const TextSpan& key_span, const Node& value) {
    if (section_.catalog && key == section_.selector) return;
    const ParamInfo* p = chosen_ ? find_param(chosen_->info.params, key) : nullptr;
    ParamSet& set = p ? out_.entry_params : out_.params;
    if (!p) p = find_param(section_.params, key);
    if (p) return read_value(*p, key, key_span, value, set);
    if (const SubTable* t = find_table(key)) return read_table(*t, key_span, value);
    // Without a known entry it is unknown which keys are right.
    if (section_.catalog && !chosen_) return;
    unknown_key(key, key_span);
  }

  // Under its name of today, whatever the scene calls it.
  void read_value(const ParamInfo& p, const std::string& key, const TextSpan& key_span,
                  const Node& value, ParamSet& set) {
    if (key != p.name) {
      // An override has a source of its own and comes later: it replaces the scene's value.
      const Node* today = node_.find(p.name);
      if (today != nullptr && today->span.source == value.span.source)
        return context_.messages.error("E0706", key_span,
                                       fmt::format("`{}` and `{}` are the same value", p.name, key),
                                       fmt::format("leave `{}` out", key));
      context_.messages.note_once(
          fmt::format("`{}` is called `{}` now; the older name is read as well", key, p.name));
    }
    out_.spans.insert_or_assign(std::string(p.name), value.span);
    if (!read_param(value, p, context_, set)) failed_.emplace_back(p.name);
  }

  // The value instead of the table, called by the table's key.
  void read_shorthand() {
    const ParamInfo* p = find_param(section_.params, section_.shorthand);
    ParamInfo info = *p;
    if (!key_.empty()) info.name = key_;
    ParamSet value;
    out_.spans.insert_or_assign(std::string(p->name), node_.span);
    if (read_param(node_, info, context_, value))
      out_.params.set(p->name, value.values().at(std::string(info.name)));
    else
      failed_.emplace_back(p->name);
  }

  void unknown_key(const std::string& key, const TextSpan& at) {
    if (context_.messages.full()) return context_.messages.count_one();
    std::vector<std::string> known;
    if (chosen_) {
      for (const ParamInfo& p : chosen_->info.params) known.emplace_back(p.name);
      for (const SubTable& t : chosen_->tables) known.emplace_back(t.key);
    }
    for (const ParamInfo& p : section_.params) known.emplace_back(p.name);
    for (const SubTable& t : section_.tables) known.emplace_back(t.key);
    if (section_.catalog) known.emplace_back(section_.selector);
    std::string hint = hint_of_part(key, section_);
    if (hint.empty()) hint = did_you_mean(nearest_word(key, known));
    if (hint.empty()) hint = hint_of_material(key);
    if (hint.empty()) hint = "known: " + list_words(known, 40);
    context_.messages.error("E0101", at, fmt::format("unknown key `{}` in {}", key, subject()),
                            hint);
  }

  Branch& add(const SubTable& t, const Node& value) {
    auto& list = out_.tables[std::string(t.key)];
    list.push_back(read_section(value, *t.section, context_, t.key));
    return list.back();
  }

  void read_table(const SubTable& t, const TextSpan& key_span, const Node& value) {
    out_.spans.insert_or_assign(std::string(t.key), value.span);
    if (t.repeat == Repeat::one || (t.repeat == Repeat::some && value.kind != Node::Kind::list)) {
      add(t, value);
    } else if (t.repeat == Repeat::some) {
      for (const Node& item : value.list) add(t, item);
      if (value.list.empty())
        context_.messages.error("E0103", value.span, fmt::format("the list `{}` is empty", t.key));
    } else if (t.repeat == Repeat::list) {
      if (value.kind == Node::Kind::list)
        for (const Node& item : value.list) add(t, item);
      else if (t.section->shorthand.empty())
        context_.messages.error(
            "E0103", key_span,
            fmt::format("`{}` must be a list of tables, not {}", t.key, kind_word(value.kind)),
            fmt::format("write [[{}]] with two brackets", t.key));
      else
        context_.messages.error(
            "E0103", value.span,
            fmt::format("`{}` must be a list, not {}", t.key, kind_word(value.kind)),
            fmt::format("put it in brackets: {} = [...]", t.key));
    } else if (value.kind != Node::Kind::table) {
      context_.messages.error(
          "E0103", value.span,
          fmt::format("{} must be a table, not {}", t.section->title, kind_word(value.kind)));
    } else {
      read_named(t, value);
    }
  }

  void read_named(const SubTable& t, const Node& value) {
    for (const Node::Entry& a : value.entries) {
      if (t.repeat == Repeat::named) {
        Branch& b = add(t, a.value);
        b.name = a.key;
        b.span = a.key_span;
        continue;
      }
      if (a.value.kind != Node::Kind::table) {
        context_.messages.error(
            "E0103", a.value.span,
            fmt::format("{} must be a table, not {}", t.section->title, kind_word(a.value.kind)),
            "name both materials: [pair.glass.steel]");
        continue;
      }
      for (const Node::Entry& other : a.value.entries) {
        Branch& b = add(t, other.value);
        b.name = a.key;
        b.name_b = other.key;
        b.span = other.key_span;
        b.spans.insert_or_assign("A", a.key_span);
      }
    }
  }

  // Defaults of what is absent; a message for what is required.
  void complete() {
    std::vector<const ParamInfo*> missing;
    if (chosen_) complete(chosen_->info.params, out_.entry_params, missing);
    complete(section_.params, out_.params, missing);
    if (!missing.empty()) report_missing(missing);
    if (chosen_)
      for (const SubTable& t : chosen_->tables) complete(t);
    for (const SubTable& t : section_.tables) complete(t);
  }

  void complete(std::span<const ParamInfo> table, ParamSet& set,
                std::vector<const ParamInfo*>& missing) {
    for (const ParamInfo& p : table) {
      if (set.has(p.name) || std::find(failed_.begin(), failed_.end(), p.name) != failed_.end())
        continue;
      if (!p.fallback.empty()) {
        auto v = parse_param(p, p.fallback);
        if (v)
          set.set(p.name, std::move(*v));
        else
          context_.messages.error(
              "E0010", node_.span,
              fmt::format("the built-in default of `{}` is wrong: {}", p.name, v.error().message));
      } else if (p.required) {
        missing.push_back(&p);
      }
    }
  }

  void complete(const SubTable& t) {
    if (t.fallback.empty() || out_.spans.contains(t.key)) return;
    const std::string text = fmt::format("v = {}", t.fallback);
    auto parsed = parse_document(text, -1, context_.messages);
    if (!parsed) return;
    if (t.repeat == Repeat::one) add(t, parsed->entries[0].value);
  }

  void report_missing(const std::vector<const ParamInfo*>& missing) {
    std::string names, hint = "add";
    for (std::size_t k = 0; k < missing.size(); ++k) {
      names += fmt::format("{}`{}`", k == 0 ? "" : (k + 1 == missing.size() ? " and " : ", "),
                           missing[k]->name);
      hint +=
          fmt::format("{} `{} = ...` ({})", k == 0 ? "" : ",", missing[k]->name, missing[k]->doc);
    }
    context_.messages.error("E0102", node_.span, fmt::format("{} lacks {}", subject(), names),
                            hint);
  }

  const Node& node_;
  const Section& section_;
  ReadContext& context_;
  const std::string_view key_;
  std::vector<CatalogItem> catalog_;
  const CatalogItem* chosen_ = nullptr;
  std::vector<std::string> failed_;
  Branch out_;
};

}  // namespace

Branch read_section(const Node& node, const Section& section, ReadContext& context,
                    std::string_view key) {
  return SectionReader(node, section, context, key).read();
}

}  // namespace scree
