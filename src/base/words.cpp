#include "base/words.hpp"

#include <algorithm>
#include <charconv>

namespace scree {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the optimal string alignment table. Words longer than this are never near.
  constexpr std::size_t kLongest = 256;
  a = a.substr(0, kLongest);
  b = b.substr(0, kLongest);
  std::vector<int> before2(b.size() + 1), before(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) before[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      now[j] = std::min({before[j] + 1, now[j - 1] + 1, before[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) now[j] = std::min(now[j], before2[j - 2] + 1);
    }
    before2.swap(before);
    before.swap(now);
  }
  return before[b.size()];
}

std::string nearest_word(std::string_view word, std::span<const std::string> candidates) {
  std::string best;
  int best_distance = 0;
  for (const std::string& c : candidates) {
    const int d = edit_distance(word, c);
    const auto longer = static_cast<int>(std::max(word.size(), c.size()));
    if (5 * d > 2 * longer && d > 1) continue;
    if (d >= longer) continue;
    if (best.empty() || d < best_distance) {
      best = c;
      best_distance = d;
    }
  }
  return best;
}

std::string list_words(std::span<const std::string> words, std::size_t limit) {
  std::string s;
  const std::size_t shown = std::min(words.size(), limit);
  for (std::size_t k = 0; k < shown; ++k) {
    if (k > 0) s += (k + 1 == words.size()) ? " or " : ", ";
    s += "`" + words[k] + "`";
  }
  if (shown < words.size()) s += ", ... (" + std::to_string(words.size() - shown) + " more)";
  return s;
}

std::vector<std::string> split_choices(std::string_view choices) {
  std::vector<std::string> out;
  while (!choices.empty()) {
    const std::size_t bar = choices.find('|');
    out.emplace_back(choices.substr(0, bar));
    if (bar == std::string_view::npos) break;
    choices.remove_prefix(bar + 1);
  }
  return out;
}

std::string_view trimmed(std::string_view s) {
  constexpr std::string_view blanks = " \t\n\r";
  const auto first = s.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return s.substr(first, s.find_last_not_of(blanks) - first + 1);
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

std::string number_text(double v) {
  char buffer[40];
  const auto r = std::to_chars(buffer, buffer + sizeof buffer, v);
  return std::string(buffer, r.ptr);
}

}  // namespace scree
