// A TOML text as a tree with a span on every node, in the order in which it was written. The only
// file that knows the TOML library is document.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/text/messages.hpp"

namespace scree {

struct Node {
  enum class Kind { boolean, integer, number, text, date, list, table };
  struct Entry;

  Kind kind = Kind::table;
  TextSpan span;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;
  std::string text;
  std::vector<Node> list;
  std::vector<Entry> entries;

  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
};
struct Node::Entry {
  std::string key;
  TextSpan key_span;
  Node value;
};

// "a text", "a whole number": for messages.
std::string_view kind_word(Node::Kind kind);
// The value as one would write it, shortened: `"abc"`, `3`, `[...]`.
std::string value_text(const Node& node);

// Parses the text of an added source. A syntax error goes to `messages`.
std::optional<Node> parse_document(std::string_view text, int source, Messages& messages);

// A value on one line, as one would write it in a scene.
std::string toml_text(const Node& node);

// The steps of a path: `a."b c".0`; nothing when it is none.
std::optional<std::vector<std::string>> split_path(std::string_view path);

// Sets a value. Lists take an index or the `name` of an item; one past the end
// appends. `at`: where it was given, for messages.
void set_value(Node& root, const std::vector<std::string>& steps, Node value, const TextSpan& at,
               Messages& messages);

// Changes one value: "a.b.0.c=value", with or without blanks around "=". The value is read as TOML,
// else as a text. Mistakes go to `messages`.
void apply_override(const std::string& assignment, Node& root, Messages& messages);

}  // namespace scree
