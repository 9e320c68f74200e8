#include "scree/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/safe_text.hpp"
#include "scree/command_line.hpp"
#include "scree/output.hpp"

namespace scree::app {

void print_errors(const Errors& errors) {
  // A world of many materials may have a mistake in every pair of them.
  constexpr std::size_t kShown = 60;
  for (std::size_t k = 0; k < std::min(errors.size(), kShown); ++k) {
    Error e = errors[k];
    e.location = safe_text(e.location);  // one line, whatever a file is called
    print_note("error: {}\n", to_string(e));
  }
  if (errors.size() > kShown) print_note("... and {} more mistakes\n", errors.size() - kShown);
  if (errors.size() > 1) print_note("{} mistakes\n", errors.size());
}

int refused(const Errors& errors) {
  print_errors(errors);
  return kBadInput;
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& n : notes) print_note("note: {}\n", n);
}

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& w : warnings) print_note("warning: {}\n", w);
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (column > 0 && column + 1 + end > width) out += '\n', column = 0;
    if (column > 0) out += ' ', ++column;
    out += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + '\n';
}

void add_row(std::string& out, std::string_view name, std::string_view text, int width) {
  // A long name still has a blank behind it.
  const std::string label = safe_text(name);
  const bool fits = label.size() < static_cast<std::size_t>(width);
  out += fmt::format("  {:<{}}{}{}\n", label, width, fits ? "" : "  ", safe_text(text));
}

std::string shell_word(const std::string& path) {
  const std::string word = path.starts_with("-") ? "./" + path : path;
  constexpr std::string_view harmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:=@%^";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string::npos) return word;
  const bool visible = is_safe(word);
  std::string out;
  for (const char c : word) {
    if (c == '\'')
      out += visible ? "'\\''" : "\\'";
    else if (c == '\\' && !visible)
      out += "\\\\";
    else
      out += c;
  }
  // The form with $ knows the escapes that safe_text writes.
  return visible ? "'" + out + "'" : "$'" + safe_text(out) + "'";
}

}  // namespace scree::app
