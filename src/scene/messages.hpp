// Messages about a scene in the style of a good compiler:
//
//   heap.toml:12:1: unknown key `diametre` in [[fill]] [E0101]
//      12 | diametre = "4 mm"
//         | ^^^^^^^^
//     hint: did you mean `diameter`?
//
// Mistakes are collected, so that one pass shows them all.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace scree {

// A stretch of a source text, lines and columns from 1 (columns in characters). Line 0: unknown.
struct Place {
  int source = -1;
  std::uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
};

class Messages {
 public:
  // `is_file`: places in it have line and column; an override of the command line has not.
  int add_source(std::string name, std::string text, bool is_file = true);
  std::string_view text(int source) const {
    return sources_[static_cast<std::size_t>(source)].text;
  }

  void error(std::string_view code, const Place& at, std::string message, std::string hint = {});
  void warn(const Place& at, const std::string& message);

  bool ok() const { return errors_.empty(); }
  // More mistakes are only counted: count_one() spares the search for a hint that nobody sees.
  bool full() const { return errors_.size() >= kMost; }
  void count_one() { ++left_out_; }
  std::size_t error_count() const { return errors_.size() + left_out_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  // "file:line:column", and the line with a caret below it (begins with a line break).
  std::string name(const Place& at) const;
  std::string excerpt(const Place& at) const;
  // All mistakes, in the order of the text; at most kMost, then one that counts the rest.
  Errors take();

 private:
  static constexpr std::size_t kMost = 50;
  struct Source {
    std::string name;
    std::string text;
    std::vector<std::size_t> line_starts;
    bool is_file = true;
  };
  struct Located {
    Place at;
    Error error;
  };

  std::deque<Source> sources_;  // texts stay where they are
  std::vector<Located> errors_;
  std::size_t left_out_ = 0;
  std::vector<std::string> warnings_;
};

}  // namespace scree
