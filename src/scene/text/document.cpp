#include "scene/text/document.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "base/words.hpp"

namespace scree {
namespace {

TextSpan span_of(const toml::source_region& r, int source) {
  return {source, r.begin.line, r.begin.column, r.end.line, r.end.column};
}

// Scenes are a handful of tables deep. The library limits brackets but not dotted keys, and trees
// are walked and freed by recursion: both limits together keep the stack small.
constexpr int kDeepest = 100;
constexpr int kLongestPath = 32;

// Where a dotted key has more than kLongestPath steps; line 0: nowhere. Texts are not told from
// keys: one with that many single words joined by dots is refused too, sentences are not.
TextSpan too_long_path(std::string_view text, int source) {
  TextSpan at{source, 1, 0, 0, 0};
  int steps = 0;
  bool word = false, blank = false;  // a word was read since the last dot; then a blank
  for (const char c : text) {
    ++at.column;
    const bool part = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == '_' || c == '-' || c == '"' || c == '\'' ||
                      static_cast<unsigned char>(c) >= 0x80;
    if (part) {
      if (word && blank) steps = 0;  // two words without a dot are not a key
      word = true;
      blank = false;
    } else if (c == '.' && word) {
      word = blank = false;
      if (++steps > kLongestPath) return at;
    } else if (c == '\n') {
      ++at.line;
      at.column = 0;
      steps = 0;
      word = blank = false;
    } else if (c == ' ' || c == '\t') {
      blank = true;
    } else {
      steps = 0;
      word = blank = false;
    }
  }
  return {source, 0, 0, 0, 0};
}

Node converted(const toml::node& n, int source, int depth);

void convert_table(const toml::table& t, int source, int depth, Node& out) {
  out.kind = Node::Kind::table;
  for (const auto& [key, value] : t)
    out.entries.push_back({std::string(key.str()), span_of(key.source(), source),
                           converted(value, source, depth + 1)});
  // The library sorts by key; people think in the order of the text.
  std::stable_sort(out.entries.begin(), out.entries.end(), [](const auto& a, const auto& b) {
    return std::tie(a.key_span.line, a.key_span.column) <
           std::tie(b.key_span.line, b.key_span.column);
  });
}

Node converted(const toml::node& n, int source, int depth) {
  Node out;
  out.span = span_of(n.source(), source);
  if (depth > kDeepest) throw out.span;
  if (const auto* t = n.as_table()) {
    convert_table(*t, source, depth, out);
  } else if (const auto* a = n.as_array()) {
    out.kind = Node::Kind::list;
    out.list.reserve(a->size());
    for (const toml::node& item : *a) out.list.push_back(converted(item, source, depth + 1));
  } else if (const auto* b = n.as_boolean()) {
    out.kind = Node::Kind::boolean;
    out.boolean = b->get();
  } else if (const auto* i = n.as_integer()) {
    out.kind = Node::Kind::integer;
    out.integer = i->get();
  } else if (const auto* d = n.as_floating_point()) {
    out.kind = Node::Kind::number;
    out.number = d->get();
  } else if (const auto* s = n.as_string()) {
    out.kind = Node::Kind::text;
    out.text = s->get();
  } else {
    out.kind = Node::Kind::date;
  }
  return out;
}

// The library's sentences begin with what it was doing.
std::string syntax_text(std::string_view description) {
  constexpr std::string_view kDoing = "Error while parsing ";
  std::string s(description);
  // "cannot redefine existing integer 'duration'": the name is all that helps.
  const std::size_t twice = s.find("cannot redefine existing");
  const std::size_t open = twice == std::string::npos ? twice : s.find('\'', twice);
  const std::size_t close = open == std::string::npos ? open : s.find('\'', open + 1);
  if (close != std::string::npos)
    return fmt::format("`{}` is given twice", s.substr(open + 1, close - open - 1));
  if (s.find("unescaped control characters") != std::string::npos)
    return "the text is not closed before the line ends";
  if (s.starts_with(kDoing)) s = fmt::format("in a {}", s.substr(kDoing.size()));
  return fmt::format("TOML syntax: {}", s);
}

// The line on which a text begins whose quote is never closed, or a key that stands there already.
std::string known_syntax_hint(std::string_view what, std::string_view line) {
  if (what.find("redefine") != std::string_view::npos)
    return "remove one of the two, or join them; a list of tables has two brackets: [[wall]]";
  const bool in_text = what.find("string") != std::string_view::npos ||
                       what.find("end-of-file") != std::string_view::npos;
  const auto quotes = std::count(line.begin(), line.end(), '"');
  const auto single = std::count(line.begin(), line.end(), '\'');
  if (in_text && (quotes % 2 == 1 || single % 2 == 1))
    return "a quote is open: a text ends on its own line with the quote that began it";
  return {};
}

std::string syntax_hint(std::string_view text, const TextSpan& at, std::string_view what) {
  std::size_t from = 0;
  for (std::uint32_t line = 1; line < at.line && from != std::string_view::npos; ++line) {
    from = text.find('\n', from);
    if (from != std::string_view::npos) ++from;
  }
  if (from == std::string_view::npos) return {};
  const std::string_view line = text.substr(from, text.find('\n', from) - from);
  if (std::string known = known_syntax_hint(what, line); !known.empty()) return known;
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return "a line is `key = value`, `[table]` or `[[table]]`";
  std::string_view value = line.substr(equals + 1);
  while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  const bool digit = !value.empty() && value.front() >= '0' && value.front() <= '9';
  const bool letter = !value.empty() && ((value.front() >= 'a' && value.front() <= 'z') ||
                                         (value.front() >= 'A' && value.front() <= 'Z'));
  if (digit) return "a value with a unit needs quotes: \"4 mm\"";
  if (letter) return "texts need quotes: \"...\"";
  return {};
}

constexpr std::string_view kBlanks = " \t";

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

Node override_value(std::string_view value, std::size_t column, int source) {
  // A key padded to the length of the path keeps the columns of the value.
  const std::string padded = fmt::format("v{}={}", std::string(column - 2, ' '), value);
  Messages quiet;
  quiet.add_source("", padded);
  auto parsed = parse_document(padded, 0, quiet);
  Node out;
  if (parsed && parsed->entries.size() == 1 && parsed->entries[0].key == "v") {
    out = std::move(parsed->entries[0].value);
  } else {
    out.kind = Node::Kind::text;
    const std::size_t lead = std::min(value.find_first_not_of(kBlanks), value.size());
    out.text = without_blanks(value);
    out.span.column = static_cast<std::uint32_t>(column + 1 + lead);
    out.span.line = out.span.end_line = 1;
    out.span.end_column = out.span.column + static_cast<std::uint32_t>(out.text.size());
  }
  // Places of nested items point at the override as well.
  const auto mark = [source](const auto& self, Node& n) -> void {
    n.span.source = source;
    for (Node& item : n.list) self(self, item);
    for (Node::Entry& e : n.entries) {
      e.key_span.source = source;
      self(self, e.value);
    }
  };
  mark(mark, out);
  return out;
}

// The item of a list that an override's step names, appended where it is one past the end.
Node* list_item(Node& list, const std::string& step, const TextSpan& at, std::string& problem,
                std::string& hint) {
  for (Node& item : list.list) {
    const Node* name = item.find("name");
    if (name && name->kind == Node::Kind::text && name->text == step) return &item;
  }
  const bool digits =
      std::all_of(step.begin(), step.end(), [](char c) { return c >= '0' && c <= '9'; });
  const std::size_t index = digits && step.size() < 9 ? std::stoul(step) : list.list.size() + 1;
  if (index > list.list.size()) {
    problem = fmt::format("there is no item `{}`: the list has {} item{}{}", step, list.list.size(),
                          list.list.size() == 1 ? "" : "s",
                          list.list.empty() ? "" : fmt::format(", 0 to {}", list.list.size() - 1));
    std::vector<std::string> names;
    for (const Node& item : list.list)  // of no use to someone who counts
      if (const Node* name = digits ? nullptr : item.find("name");
          name && name->kind == Node::Kind::text)
        names.push_back(name->text);
    const std::string near = nearest_word(step, names);
    if (!near.empty())
      hint = fmt::format("did you mean `{}`?", near);
    else if (!names.empty())
      hint = "names: " + list_words(names);
    return nullptr;
  }
  if (index == list.list.size()) {
    list.list.emplace_back();
    list.list.back().span = at;
  }
  return &list.list[index];
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  for (const Entry& e : entries)
    if (e.key == key) return &e.value;
  return nullptr;
}
Node* Node::find(std::string_view key) {
  for (Entry& e : entries)
    if (e.key == key) return &e.value;
  return nullptr;
}

std::string_view kind_word(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::boolean:
      return "true or false";
    case Node::Kind::integer:
      return "a whole number";
    case Node::Kind::number:
      return "a number";
    case Node::Kind::text:
      return "a text";
    case Node::Kind::date:
      return "a date";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::table:
      return "a table";
  }
  return "";
}

std::string value_text(const Node& node) {
  switch (node.kind) {
    case Node::Kind::boolean:
      return node.boolean ? "true" : "false";
    case Node::Kind::integer:
      return std::to_string(node.integer);
    case Node::Kind::number:
      return number_text(node.number);
    case Node::Kind::text:
      return fmt::format("\"{}{}\"", node.text.substr(0, 40), node.text.size() > 40 ? "..." : "");
    case Node::Kind::date:
      return "a date";
    case Node::Kind::list:
      return fmt::format("a list of {}", node.list.size());
    case Node::Kind::table:
      return "a table";
  }
  return "";
}

std::optional<Node> parse_document(std::string_view text, int source, Messages& messages) {
  const auto too_deep = [&messages](const TextSpan& at) {
    messages.error("E0005", at, "TOML syntax: tables are nested too deeply");
  };
  if (const TextSpan at = too_long_path(text, source); at.line > 0)
    return too_deep(at), std::nullopt;
  try {
    const toml::table table = toml::parse(text);
    Node root;
    root.span = {source, 1, 1, 1, 1};
    convert_table(table, source, 0, root);
    return root;
  } catch (const toml::parse_error& e) {
    const TextSpan at = span_of(e.source(), source);
    messages.error("E0005", at, syntax_text(e.description()),
                   syntax_hint(text, at, e.description()));
  } catch (const TextSpan& at) {
    too_deep(at);
  }
  return std::nullopt;
}

std::optional<std::vector<std::string>> split_path(std::string_view path) {
  std::vector<std::string> steps;
  std::size_t k = 0;
  while (true) {
    std::string step;
    if (k < path.size() && (path[k] == '"' || path[k] == '\'')) {
      const std::size_t end = path.find(path[k], k + 1);
      if (end == std::string_view::npos) return std::nullopt;
      step = path.substr(k + 1, end - k - 1);
      k = end + 1;
    } else {
      const std::size_t end = std::min(path.find('.', k), path.size());
      step = path.substr(k, end - k);
      k = end;
    }
    if (step.empty() || steps.size() >= kLongestPath) return std::nullopt;
    steps.push_back(std::move(step));
    if (k == path.size()) return steps;
    if (path[k] != '.') return std::nullopt;
    ++k;
  }
}

// Bare where TOML allows it.
static std::string quoted_key(const std::string& key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  Node text;
  text.kind = Node::Kind::text;
  text.text = key;
  return bare ? key : toml_text(text);
}

std::string toml_text(const Node& node) {
  const auto joined = [](const auto& items, const auto& text) {
    std::string out;
    for (const auto& item : items) out += (out.empty() ? "" : ", ") + text(item);
    return out;
  };
  switch (node.kind) {
    case Node::Kind::text: {
      std::string out = "\"";
      for (const char c : node.text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
          out += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
        else
          out += c == '"' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
      return out + "\"";
    }
    case Node::Kind::list:
      return "[" + joined(node.list, [](const Node& n) { return toml_text(n); }) + "]";
    case Node::Kind::table:
      return "{ " +
             joined(node.entries,
                    [](const Node::Entry& e) {
                      return fmt::format("{} = {}", quoted_key(e.key), toml_text(e.value));
                    }) +
             " }";
    default:
      return value_text(node);
  }
}

void set_value(Node& root, const std::vector<std::string>& steps, Node value, const TextSpan& at,
               Messages& messages) {
  Node* node = &root;
  std::string done;
  for (const std::string& step : steps) {
    if (node->kind == Node::Kind::list) {
      std::string problem, hint;
      node = list_item(*node, step, at, problem, hint);
      if (!node) return messages.error("E0007", at, fmt::format("`{}`: {}", done, problem), hint);
    } else if (node->kind == Node::Kind::table) {
      Node* next = node->find(step);
      if (!next) {
        node->entries.push_back({step, at, {}});
        next = &node->entries.back().value;
        next->span = at;
      }
      node = next;
    } else {
      return messages.error(
          "E0007", at,
          fmt::format("`{}` is {}, so it has no `{}`", done, kind_word(node->kind), step));
    }
    done += (done.empty() ? "" : ".") + step;
  }
  *node = std::move(value);
}

void apply_override(const std::string& assignment, Node& root, Messages& messages) {
  // Lists of a sweep come from --vary, without the name of the table.
  constexpr std::string_view kSweep = "sweep.";
  const bool varied = assignment.starts_with(kSweep) && !assignment.starts_with("sweep.run") &&
                      !assignment.starts_with("sweep.zip");
  const std::string shown = varied ? assignment.substr(kSweep.size()) : assignment;
  const int source = messages.add_source(varied ? "--vary" : "--set", shown, false);
  const std::size_t equals = shown.find('=');
  const std::string_view whole(shown);
  const std::string_view path = without_blanks(whole.substr(0, std::min(equals, whole.size())));
  const auto first = static_cast<std::uint32_t>(path.empty() ? 0 : path.data() - whole.data());
  const TextSpan at{source, 1, first + 1, 1, first + static_cast<std::uint32_t>(path.size()) + 1};
  auto steps = equals == std::string::npos || path.empty() ? std::nullopt : split_path(path);
  if (!steps) {
    messages.error("E0006", at, "an override must be `key.path=value`",
                   varied ? "for example --vary seed=[1,2,3]"
                          : "for example --set duration=\"2 s\" or --set fill.0.count=100");
    return;
  }
  if (varied) steps->insert(steps->begin(), "sweep");
  set_value(root, *steps, override_value(whole.substr(equals + 1), equals + 1, source), at,
            messages);
}

}  // namespace scree
