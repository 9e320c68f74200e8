// Rows of a table in a text file: columns separated by commas or semicolons, else by blanks.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace scree {

struct CsvField {
  std::string_view text;
  std::uint32_t column = 1;  // character where it starts
};

// The fields of a row without the blanks around them (a carriage return counts as one). `out` is
// used again from row to row.
inline void split_csv(std::string_view row, std::vector<CsvField>& out) {
  out.clear();
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  const bool separated = row.find_first_of(",;") != std::string_view::npos;
  const auto ends = [&](char c) { return separated ? (c == ',' || c == ';') : blank(c); };
  std::size_t k = 0;
  while (k <= row.size()) {
    while (k < row.size() && blank(row[k])) ++k;
    std::size_t end = k;
    while (end < row.size() && !ends(row[end])) ++end;
    std::size_t last = end;
    while (last > k && blank(row[last - 1])) --last;
    if (separated || last > k)
      out.push_back({row.substr(k, last - k), static_cast<std::uint32_t>(k + 1)});
    k = end + 1;
  }
}

// The whole text as a number; may be nan or infinite.
inline std::optional<double> csv_number(std::string_view s) {
  if (s.starts_with('+')) s.remove_prefix(1);
  double v = 0;
  const auto r = std::from_chars(s.data(), s.data() + s.size(), v);
  if (r.ec != std::errc{} || r.ptr != s.data() + s.size()) return std::nullopt;
  return v;
}

}  // namespace scree
