// A scene as TOML with every default written out. Reading it again gives the same world.
#include <fmt/format.h>

#include <map>

#include "base/words.hpp"
#include "scene/build.hpp"

namespace scree {
namespace {

std::string toml_quoted(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

bool is_bare(std::string_view key) {
  if (key.empty()) return false;
  for (const char c : key) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-';
    if (!plain) return false;
  }
  return true;
}
std::string key_text(std::string_view key) {
  return is_bare(key) ? std::string(key) : toml_quoted(key);
}

std::string list_text(const std::vector<double>& v) {
  std::string s = "[";
  for (std::size_t k = 0; k < v.size(); ++k) s += (k ? ", " : "") + number_text(v[k]);
  return s + "]";
}

struct ValueText {
  std::string operator()(double v) const { return number_text(v); }
  std::string operator()(std::int64_t v) const { return std::to_string(v); }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(const std::string& v) const { return toml_quoted(v); }
  std::string operator()(const Vec3& v) const { return list_text({v.x, v.y, v.z}); }
  std::string operator()(const std::vector<double>& v) const { return list_text(v); }
  std::string operator()(const std::vector<std::vector<double>>& v) const {
    std::string s = "[";
    for (std::size_t k = 0; k < v.size(); ++k) s += (k ? ", " : "") + list_text(v[k]);
    return s + "]";
  }
};

// "key = value" of all values of a branch, in the order of the tables.
std::vector<std::string> assignments(const Branch& b) {
  std::vector<std::string> out;
  if (!b.section->selector.empty())
    out.push_back(fmt::format("{} = {}", b.section->selector, toml_quoted(b.entry.name)));
  const auto values = [&out](std::span<const ParamInfo> table, const ParamSet& set) {
    for (const ParamInfo& p : table) {
      const auto it = set.values().find(p.name);
      if (it != set.values().end())
        out.push_back(
            fmt::format("{} = {}", key_text(p.name), std::visit(ValueText{}, it->second)));
    }
  };
  // A key of the entry hides the section's key of the same name.
  values(b.entry.params, b.entry_params);
  values(b.section->params, b.params);
  return out;
}

std::string inline_table(const Branch& b);

void append_tables(const Branch& b, const std::vector<SubTable>& tables,
                   std::vector<std::string>& out) {
  for (const SubTable& t : tables) {
    const auto list = b.list(t.key);
    if (list.empty()) continue;
    if (t.repeat == Repeat::one || (t.repeat == Repeat::some && list.size() == 1)) {
      out.push_back(fmt::format("{} = {}", t.key, inline_table(list.front())));
      continue;
    }
    std::vector<std::string> items;
    if (t.repeat == Repeat::named) {
      for (const Branch& item : list)
        items.push_back(fmt::format("{} = {}", key_text(item.name), inline_table(item)));
      out.push_back(fmt::format("{} = {{ {} }}", t.key, fmt::join(items, ", ")));
      continue;
    }
    if (t.repeat == Repeat::pairs) {
      std::map<std::string, std::vector<std::string>> by_first;
      for (const Branch& item : list)
        by_first[item.name].push_back(
            fmt::format("{} = {}", key_text(item.name_b), inline_table(item)));
      for (const auto& [name, rest] : by_first)
        items.push_back(fmt::format("{} = {{ {} }}", key_text(name), fmt::join(rest, ", ")));
      out.push_back(fmt::format("{} = {{ {} }}", t.key, fmt::join(items, ", ")));
      continue;
    }
    for (const Branch& item : list) items.push_back(inline_table(item));
    out.push_back(fmt::format("{} = [{}]", t.key, fmt::join(items, ", ")));
  }
}

std::vector<std::string> nested(const Branch& b) {
  std::vector<std::string> out;
  if (b.section->catalog)
    for (const CatalogItem& item : b.section->catalog())
      if (item.info.name == b.entry.name) append_tables(b, item.tables, out);
  append_tables(b, b.section->tables, out);
  return out;
}

std::string inline_table(const Branch& b) {
  std::vector<std::string> all = assignments(b);
  for (std::string& s : nested(b)) all.push_back(std::move(s));
  return fmt::format("{{ {} }}", fmt::join(all, ", "));
}

void write_block(const std::string& header, const Branch& b, std::string& out) {
  out += "\n" + header + "\n";
  for (const std::string& s : assignments(b)) out += s + "\n";
  for (const std::string& s : nested(b)) out += s + "\n";
}

}  // namespace

std::string resolved_text(const Branch& root) {
  std::string out;
  for (const std::string& s : assignments(root)) out += s + "\n";
  for (const SubTable& t : root.section->tables) {
    for (const Branch& b : root.list(t.key)) {
      std::string header;
      if (t.repeat == Repeat::one) header = fmt::format("[{}]", t.key);
      if (t.repeat == Repeat::list) header = fmt::format("[[{}]]", t.key);
      if (t.repeat == Repeat::named) header = fmt::format("[{}.{}]", t.key, key_text(b.name));
      if (t.repeat == Repeat::pairs)
        header = fmt::format("[{}.{}.{}]", t.key, key_text(b.name), key_text(b.name_b));
      write_block(header, b, out);
    }
  }
  return out;
}

}  // namespace scree
