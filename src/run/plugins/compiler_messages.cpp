#include "run/plugins/compiler_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/safe_text.hpp"

namespace scree::run {
namespace {

constexpr std::size_t kMostErrors = 8;
constexpr std::size_t kLongest = 400;  // characters of a message: types of templates have no end
constexpr std::size_t kMostExcerptLines = 2;

struct Place {
  std::string file;
  std::string line_column;  // "12:5"
};

// "FILE:12:5: REST"; FILE may hold colons.
std::optional<Place> place_of(std::string_view line, std::string_view& rest) {
  for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
    std::size_t k = at + 1;
    const auto digits = [&] {
      const std::size_t from = k;
      while (k < line.size() && line[k] >= '0' && line[k] <= '9') ++k;
      return k > from;
    };
    if (!digits() || k >= line.size() || line[k] != ':') continue;
    const std::size_t line_end = k++;
    const bool column = digits() && k < line.size() && line[k] == ':';
    const std::size_t end = column ? k : line_end;
    rest = line.substr(end + 1);
    return Place{std::string(line.substr(0, at)), std::string(line.substr(at + 1, end - at - 1))};
  }
  return std::nullopt;
}

struct Message {
  enum class Kind { error, warning, note } kind = Kind::note;
  bool own = false;   // in the user's file
  std::string place;  // of the user's file, empty: not known
  std::string text;
  std::vector<std::string> excerpt;
};

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::string shortened(std::string_view text) {
  if (text.size() <= kLongest) return std::string(text);
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + " ...";
}

class Reader {
 public:
  Reader(const std::string& source, const std::string& name) : source_(source), name_(name) {}

  void read(std::string_view line) {
    std::string_view rest;
    const auto place = place_of(line, rest);
    if (!place) return read_plain(line);
    const bool own = place->file == source_;
    const std::string own_place = own ? name_ + ":" + place->line_column : std::string();
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    Message m;
    if (take_prefix(rest, "error: ") || take_prefix(rest, "fatal error: "))
      m.kind = Message::Kind::error;
    else if (take_prefix(rest, "warning: "))
      m.kind = Message::Kind::warning;
    else if (!take_prefix(rest, "note: "))
      return read_context(own_place, rest);
    m.own = own;
    m.place = own_place;
    m.text = rest;
    if (m.kind == Message::Kind::note) {
      // Clang tells afterwards where the user has asked for it, GCC before.
      if (own && !all.empty() && all.back().place.empty()) all.back().place = own_place;
      in_note_ = true;
      return;
    }
    in_note_ = false;
    if (m.place.empty()) m.place = context_;
    if (!own) context_.clear();
    all.push_back(std::move(m));
  }

  std::vector<Message> all;

 private:
  // "mine.cpp:40:5:   required from here": the line that the next message is about.
  void read_context(const std::string& own_place, std::string_view rest) {
    in_note_ = true;
    if (!own_place.empty() && rest.find("required from") != std::string_view::npos)
      context_ = own_place;
  }
  void read_plain(std::string_view line) {
    const std::size_t undefined = line.find("undefined reference to ");
    if (undefined != std::string_view::npos) {
      Message m{Message::Kind::error, true, name_, {}, {}};
      m.text = line.substr(undefined);
      const auto same = [&m](const Message& o) { return o.text == m.text; };
      if (std::none_of(all.begin(), all.end(), same)) all.push_back(std::move(m));
      in_note_ = true;  // nothing that belongs to it follows
      return;
    }
    if (line.find("In instantiation of") != std::string_view::npos ||
        line.find("In file included from") != std::string_view::npos)
      in_note_ = true;
    // The line of the source and what points into it.
    if (in_note_ || all.empty() || line.empty() || line.ends_with(" generated.")) return;
    if (!line.starts_with(' ') && !all.back().excerpt.empty()) return;
    if (all.back().own && all.back().excerpt.size() < kMostExcerptLines)
      all.back().excerpt.emplace_back(line);
  }

  const std::string &source_, &name_;
  std::string context_;
  bool in_note_ = false;
};

constexpr std::string_view kGcc = "static assertion failed: ";
constexpr std::string_view kClang = "static_assert failed ";
constexpr std::string_view kNewClang = "static assertion failed due to requirement ";

// "the law lacks ..." of our own headers; empty: it is none.
std::string own_assertion(const Message& m) {
  std::string_view text = m.text;
  if (take_prefix(text, kNewClang) || take_prefix(text, kClang)) {
    // ['...' : ]"the law lacks"
    const std::size_t quote = text.find('"');
    if (quote != std::string_view::npos && text.ends_with('"') && text.size() > quote + 2)
      return std::string(text.substr(quote + 1, text.size() - quote - 2));
    const std::size_t colon = text.rfind("': ");
    return std::string(colon == std::string_view::npos ? text : text.substr(colon + 3));
  }
  return take_prefix(text, kGcc) ? std::string(text) : std::string();
}

std::string hint_of(const Message& m) {
  if (m.text.starts_with("undefined reference"))
    return "a plugin is one file; of Scree it may call what <scree/plugin.hpp> names";
  if (m.text.find("scree/") != std::string::npos &&
      m.text.find("No such file") != std::string::npos)
    return "a plugin includes <scree/plugin.hpp>, which has all that there is";
  return {};
}

}  // namespace

CompilerMessages compiler_messages(std::string_view said, const std::string& source,
                                   const std::string& name) {
  Reader reader(source, name);
  while (!said.empty()) {
    const std::size_t end = std::min(said.find('\n'), said.size());
    reader.read(said.substr(0, end));
    said.remove_prefix(std::min(end + 1, said.size()));
  }
  const bool asserted = std::any_of(reader.all.begin(), reader.all.end(), [](const Message& m) {
    return !m.own && !own_assertion(m).empty();
  });
  CompilerMessages out;
  std::vector<std::string> told;
  for (const Message& m : reader.all) {
    if (m.kind == Message::Kind::warning) {
      if (m.own)
        out.warnings.push_back(
            safe_text(fmt::format("{}: {}", m.place, shortened(m.text)), Keep::lines));
      continue;
    }
    if (out.errors.size() == kMostErrors) continue;
    const std::string assertion = own_assertion(m);
    // What follows from a lacking member says nothing new.
    if (asserted && !m.own && assertion.empty()) continue;
    std::string text = shortened(assertion.empty() ? m.text : assertion);
    for (const std::string& line : m.excerpt) text += "\n" + shortened(line);
    text = safe_text(text, Keep::lines);
    const std::string key = m.place + text;
    if (std::find(told.begin(), told.end(), key) != told.end()) continue;
    told.push_back(key);
    out.errors.push_back({"E0347", text, m.place.empty() ? name : m.place, hint_of(m)});
  }
  return out;
}

}  // namespace scree::run
