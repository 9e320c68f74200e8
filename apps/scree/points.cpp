#include "scree/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/csv.hpp"
#include "base/words.hpp"

namespace scree::app {
namespace {

constexpr std::size_t kMostErrors = 10;
constexpr std::string_view kColumns[4] = {"x", "y", "z", "r"};

// What was found, short enough to print, without what a terminal would obey.
std::string shown(std::string_view text) {
  std::string s(text.substr(0, 40));
  for (char& c : s)
    if (!std::isprint(static_cast<unsigned char>(c))) c = '?';
  return text.size() > 40 ? s + "..." : s;
}

class BallReader {
 public:
  explicit BallReader(const std::string& name) : name_(name) {}

  void read(std::string_view text) {
    text = without_byte_order_mark(text);
    std::size_t from = 0;
    for (line_ = 1; from < text.size() && errors_.size() < kMostErrors; ++line_) {
      const std::size_t to = std::min(text.find('\n', from), text.size());
      std::string_view row = text.substr(from, to - from);
      row = row.substr(0, row.find('#'));
      from = to + 1;
      split_csv(row, fields_);
      if (std::all_of(fields_.begin(), fields_.end(),
                      [](const CsvField& f) { return f.text.empty(); }))
        continue;
      if (first_ && is_header()) {
        first_ = false;
        continue;
      }
      first_ = false;
      read_row();
    }
  }
  Result<std::vector<Ball>> result() && {
    if (errors_.empty() && balls_.empty())
      problem("has no balls", "write one per line: x,y,z,r", false);
    if (!errors_.empty()) return errors_;
    return std::move(balls_);
  }

 private:
  void problem(std::string message, std::string hint = {}, bool at_line = true) {
    errors_.push_back({"E0705", std::move(message),
                       at_line ? fmt::format("{}:{}", name_, line_) : name_, std::move(hint)});
  }

  // A first row that begins with a word; a wrong one is told and not taken for data.
  bool is_header() {
    if (csv_number(fields_[0].text)) return false;
    bool right = fields_.size() == 4;
    for (std::size_t k = 0; right && k < 4; ++k) {
      std::string word(fields_[k].text);
      if (word.size() > 1 && word.front() == '"' && word.back() == '"')
        word = word.substr(1, word.size() - 2);
      for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      right = word == kColumns[k] || (k == 3 && word == "radius");
    }
    if (!right)
      problem(
          fmt::format("`{}` is neither a number nor the header `x,y,z,r`", shown(fields_[0].text)));
    return true;
  }

  void read_row() {
    if (fields_.size() != 4)
      return problem(fmt::format("this row has {} column{}, not 4", fields_.size(),
                                 fields_.size() == 1 ? "" : "s"),
                     "x,y,z,r");
    double v[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const auto number = csv_number(fields_[k].text);
      if (!number || !std::isfinite(*number))
        return problem(fmt::format("`{}` must be a finite number, not `{}`", kColumns[k],
                                   shown(fields_[k].text)));
      v[k] = *number;
    }
    if (v[3] < 0)
      return problem(fmt::format("`r` must not be negative, not {}", shown(fields_[3].text)));
    balls_.push_back({{v[0], v[1], v[2]}, v[3]});
  }

  const std::string& name_;
  std::vector<CsvField> fields_;
  std::vector<Ball> balls_;
  Errors errors_;
  std::size_t line_ = 0;
  bool first_ = true;
};

}  // namespace

Result<std::vector<Ball>> parse_balls(std::string_view text, const std::string& name) {
  if (text.find('\0') != std::string_view::npos)
    return Error{"E0003", "is a binary file, not a table of numbers", name, ""};
  BallReader reader(name);
  reader.read(text);
  return std::move(reader).result();
}

}  // namespace scree::app
