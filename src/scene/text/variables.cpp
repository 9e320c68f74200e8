#include "scene/text/variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"

namespace scree {
namespace {

bool is_variable_name(std::string_view name) {
  if (name.empty()) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || static_cast<unsigned char>(c) >= 0x80;
  });
}

std::uint32_t characters_in(std::string_view text) {
  std::uint32_t n = 0;
  for (const char c : text) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return n;
}

// The part of a text in quotes, or of an override without them. Where its characters cannot be
// told from the source (it has escapes, or several lines), the whole.
TextSpan span_of_part(const Node& text, TextPart part) {
  const TextSpan& all = text.span;
  if (part.begin == 0 && part.end == text.text.size()) return all;
  if (all.line == 0 || all.line != all.end_line || all.end_column <= all.column) return all;
  const std::uint32_t length = characters_in(text.text), width = all.end_column - all.column;
  if (width != length && width != length + 2) return all;
  const std::uint32_t quote = width == length ? 0 : 1;
  TextSpan out = all;
  out.column = all.column + quote + characters_in(text.text.substr(0, part.begin));
  out.end_column =
      out.column + std::max<std::uint32_t>(
                       1, characters_in(text.text.substr(part.begin, part.end - part.begin)));
  return out;
}

std::string quantity_text(const Quantity& q) {
  const std::string unit = si_unit(q.dim);
  return number_text(q.value) + (unit.empty() ? "" : " " + unit);
}

std::string toml_key(const std::string& name) {
  const bool bare = std::all_of(name.begin(), name.end(),
                                [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return bare ? name : "\"" + name + "\"";
}

}  // namespace

const Section& let_section() {
  static const Section section{
      .title = "[let]",
      .doc =
          "Variables: every key is a name, its value a number, a quantity or an expression "
          "(`outlet = \"16 mm\"`, `cone = \"{outlet} / 2 + 3 mm\"`). Wherever the scene takes a "
          "number, a text may use them in braces: `radius = \"{outlet} / 2\"`. `+ - * / ^`, "
          "parentheses, `pi` and `abs sqrt hypot min max sin cos tan atan atan2 exp log floor ceil "
          "round` are known; units are checked. `--set let.outlet='20 mm'` and `[sweep]` change "
          "them.",
      .open = true};
  return section;
}

void Variables::look_at(const Node& document) {
  collect_uses(document);
  const Node* let = document.find("let");
  if (let == nullptr) return;
  for (const Node::Entry& e : let->entries) of_scene_.insert_or_assign(e.key, e.value.span);
}

// Every name in braces of any text: also of tables that have a mistake, and of lists of [sweep].
void Variables::collect_uses(const Node& node) {
  if (node.kind == Node::Kind::text)
    for (std::string& name : names_in_braces(node.text)) used_.push_back(std::move(name));
  for (const Node& item : node.list) collect_uses(item);
  for (const Node::Entry& e : node.entries) {
    // What a variable of resolved.toml was made of is a record, not a use.
    const bool record = e.value.kind == Node::Kind::table && e.value.find("text") &&
                        e.value.find("value") && e.value.entries.size() <= 3;
    if (!record) collect_uses(e.value);
  }
}

void Variables::take(Node& document, Messages& messages) {
  collect_uses(document);  // those of overrides
  const auto found = std::find_if(document.entries.begin(), document.entries.end(),
                                  [](const Node::Entry& e) { return e.key == "let"; });
  if (found == document.entries.end()) return;
  Node::Entry let = std::move(*found);
  document.entries.erase(found);
  if (let.value.kind != Node::Kind::table)
    return messages.error("E0103", let.value.span,
                          fmt::format("[let] must be a table, not {}", kind_word(let.value.kind)),
                          "for example let.outlet = \"16 mm\"");
  for (Node::Entry& e : let.value.entries) {
    if (!is_variable_name(e.key)) {
      messages.error("E0127", e.key_span, fmt::format("a variable cannot be called `{}`", e.key),
                     "names have letters, digits, `_` and `-`");
      continue;
    }
    Variable v;
    v.key = e.key_span;
    const auto before = of_scene_.find(e.key);
    const TextSpan& now = e.value.span;
    v.overridden = before == of_scene_.end() || before->second.source != now.source ||
                   before->second.line != now.line || before->second.column != now.column;
    v.node = std::move(e.value);
    order_.push_back(e.key);
    all_.insert_or_assign(e.key, std::move(v));
  }
  for (const std::string& name : order_) {
    std::vector<std::string> path;
    work_out(name, path, messages);
  }
  tell_unused(messages);
}

void Variables::work_out(const std::string& name, std::vector<std::string>& path,
                         Messages& messages) {
  Variable& v = all_.find(name)->second;
  if (v.state != Variable::State::waiting) return;
  v.state = Variable::State::open;
  path.push_back(name);
  Node& n = v.node;
  bool good = true;
  if (n.kind == Node::Kind::integer || n.kind == Node::Kind::number) {
    v.value = {n.kind == Node::Kind::integer ? static_cast<double>(n.integer) : n.number, {}, 0};
    v.text = value_text(n);
    good = std::isfinite(v.value.value);
    if (!good)
      messages.error("E0104", n.span, fmt::format("`let.{}` must be a finite number", name));
  } else if (n.kind == Node::Kind::text) {
    v.text = n.text;
    work_out_text(name, v, path, messages);
    good = v.state == Variable::State::open;
  } else if (n.kind == Node::Kind::table && n.find("value")) {
    good = read_recorded(name, v, messages);
  } else {
    messages.error(
        "E0127", n.span,
        fmt::format("`let.{}` must be a number or a text, not {}", name, kind_word(n.kind)),
        "one value with its unit: \"16 mm\"; lists are written where they are used, "
        "with {name} in them");
    good = false;
  }
  path.pop_back();
  v.state = good ? Variable::State::good : Variable::State::bad;
}

bool Variables::read_recorded(const std::string& name, Variable& v, Messages& messages) {
  const Node *value = v.node.find("value"), *unit = v.node.find("unit"),
             *text = v.node.find("text");
  const bool number = value->kind == Node::Kind::number || value->kind == Node::Kind::integer;
  const bool words = (!unit || unit->kind == Node::Kind::text) && text &&
                     text->kind == Node::Kind::text && v.node.entries.size() <= 3;
  const auto q = read_quantity(
      unit && unit->kind == Node::Kind::text && !unit->text.empty() ? "1 " + unit->text : "1");
  if (!number || !words || !q) {
    messages.error("E0127", v.node.span,
                   fmt::format("`let.{}` is not a record as of resolved.toml", name),
                   "write one value with its unit: \"16 mm\"");
    return false;
  }
  v.recorded = true;
  v.text = text->text;
  v.value = {
      value->kind == Node::Kind::integer ? static_cast<double>(value->integer) : value->number,
      q->dim, q->cycles};
  return std::isfinite(v.value.value);
}

void Variables::work_out_text(const std::string& name, Variable& v, std::vector<std::string>& path,
                              Messages& messages) {
  const auto fail = [&](TextPart at, const Error& e) {
    if (!e.message.empty())
      messages.error(e.code, span_of_part(v.node, at), fmt::format("`let.{}`: {}", name, e.message),
                     e.hint);
    v.state = Variable::State::bad;
  };
  // What it is made of comes first, whatever the order of the table.
  for (const std::string& other : names_in_braces(v.node.text)) {
    const auto known = all_.find(other);
    if (known == all_.end()) continue;
    const auto begin = std::find(path.begin(), path.end(), other);
    if (begin != path.end()) {
      std::string ring;
      for (auto it = begin; it != path.end(); ++it) ring += "`" + *it + "` → ";
      return fail({0, v.node.text.size()},
                  {"E0122", fmt::format("made of itself: {}`{}`", ring, other), "",
                   "one of them needs a value of its own"});
    }
    work_out(other, path, messages);
  }
  if (!looks_like_expression(v.node.text))
    if (const auto q = read_quantity(v.node.text)) {
      v.value = *q;
      return;
    }
  const QuantityOutcome out =
      evaluate_quantity(v.node.text, [this](std::string_view n) { return find(n); });
  if (out.value) {
    v.value = *out.value;
    return;
  }
  // A plain quantity with a slip gets the words that it would get elsewhere.
  const auto q = read_quantity(v.node.text, dim::length);
  if (!q && !looks_like_expression(v.node.text) &&
      is_quantity_with_slip(v.node.text, out.fault.error))
    return fail({0, v.node.text.size()}, q.error());
  fail(out.fault.at, out.fault.error);
}

NamedQuantity Variables::find(std::string_view name) const {
  const auto it = all_.find(name);
  if (it != all_.end()) {
    if (it->second.state == Variable::State::good) return {it->second.value, {}};
    return {{}, {}};  // its own mistake is reported
  }
  std::vector<std::string> names;
  for (const auto& [known, v] : all_) names.push_back(known);
  std::string near = nearest_word(name, names);
  if (name.starts_with("let.") && all_.contains(name.substr(4))) near = name.substr(4);
  return {{},
          Error{"E0121", fmt::format("there is no variable `{}`", name), "",
                !near.empty()   ? fmt::format("did you mean `{}`?", near)
                : name == "pi"  ? "pi stands without braces"
                : names.empty() ? fmt::format("define it: [let] {} = \"16 mm\"", name)
                                : fmt::format("[let] has {}", list_words(names, 20))}};
}

std::optional<double> Variables::number(const Node& text, std::string_view name, Dimension expected,
                                        Messages& messages) const {
  const auto told = [&](const TextSpan& at, const Error& e) {
    if (!e.message.empty())
      messages.error(e.code, at, fmt::format("`{}`: {}", name, e.message), e.hint);
    return std::nullopt;
  };
  const bool sure = looks_like_expression(text.text);
  const Result<double> plain = sure ? Result<double>(Error{}) : parse_quantity(text.text, expected);
  if (plain) return *plain;
  const QuantityOutcome out =
      evaluate_quantity(text.text, [this](std::string_view n) { return find(n); });
  if (out.value) {
    const Quantity& q = *out.value;
    const bool bare = q.dim == dim::none && q.cycles == 0;
    const bool dimensionless = expected.m == 0 && expected.kg == 0 && expected.s == 0;
    if (bare && dimensionless) return q.value;
    if (!sure && read_quantity(text.text)) return told(text.span, plain.error());
    const std::string shown = quantity_text(q);
    if (bare)
      return told(text.span, {"E0113",
                              fmt::format("\"{}\" is the plain number {}, but {} is expected",
                                          text.text, shown, dimension_word(expected)),
                              "", "multiply it by a unit: * 1 " + si_unit(expected)});
    if (const auto wrong = wrong_quantity(text.text, q, expected)) return told(text.span, *wrong);
    return q.value;
  }
  // Words of someone who meant a plain quantity; those of an expression where it was one.
  const std::string& code = out.fault.error.code;
  const bool no_expression =
      code == "E0120" || code == "E0111" || (code == "E0121" && !mentions_variable(text.text));
  return !sure && no_expression ? told(text.span, plain.error())
                                : told(span_of_part(text, out.fault.at), out.fault.error);
}

// No expression was meant, as far as one can tell from what went wrong with it.
bool Variables::is_quantity_with_slip(std::string_view text, const Error& as_expression) const {
  const std::string& code = as_expression.code;
  return code == "E0120" || code == "E0111" || (code == "E0121" && !mentions_variable(text));
}

bool Variables::mentions_variable(std::string_view text) const {
  for (std::size_t k = 0; k < text.size(); ++k) {
    const std::string_view word = leading_word(text.substr(k));
    if (word.empty()) continue;
    if (all_.contains(word)) return true;
    k += word.size() - 1;
  }
  return false;
}

void Variables::tell_unused(Messages& messages) const {
  for (const std::string& name : order_) {
    const Variable& v = all_.find(name)->second;
    if (std::find(used_.begin(), used_.end(), name) != used_.end()) continue;
    std::vector<std::string> used;
    for (const std::string& u : used_)
      if (u != name && std::find(used.begin(), used.end(), u) == used.end()) used.push_back(u);
    const std::string near = nearest_word(name, used);
    if (v.overridden) {
      const bool computed = std::any_of(all_.begin(), all_.end(),
                                        [](const auto& one) { return one.second.recorded; });
      messages.error("E0125", v.key.source == v.node.span.source ? v.key : v.node.span,
                     fmt::format("nothing uses the variable `{}`", name),
                     !near.empty() ? fmt::format("did you mean `{}`?", near)
                     : computed
                         ? "these values were worked out before; set it where the scene has {" +
                               name + "}: in scene.toml of the run"
                         : fmt::format("use it in a value: \"{{{}}} / 2\"", name));
    } else if (!v.recorded) {
      messages.warn(v.key,
                    fmt::format("nothing uses the variable `{}`{}", name,
                                near.empty() ? "" : fmt::format("; did you mean `{}`?", near)));
    }
  }
}

std::vector<VariableValue> Variables::values() const {
  std::vector<VariableValue> out;
  for (const std::string& name : order_) {
    const Variable& v = all_.find(name)->second;
    out.push_back({name, v.text, v.value.value, si_unit(v.value.dim)});
  }
  return out;
}

std::string Variables::recorded() const {
  if (order_.empty()) return {};
  std::string out = "\n[let]  # as given; the values above were worked out with these\n";
  for (const VariableValue& v : values()) {
    Node text;
    text.kind = Node::Kind::text;
    text.text = v.text;
    out += fmt::format("{} = {{ text = {}, value = {}{} }}\n", toml_key(v.name), toml_text(text),
                       number_text(v.value),
                       v.unit.empty() ? "" : fmt::format(", unit = \"{}\"", v.unit));
  }
  return out;
}

}  // namespace scree
