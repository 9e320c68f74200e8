// Messages about a scene in the style of a good compiler:
//
//   heap.toml:12:1: unknown key `diametre` in [[fill]] [E0101]
//      12 | diametre = "4 mm"
//         | ^^^^^^^^
//     hint: did you mean `diameter`?
//
// Mistakes are collected, so that one pass shows them all.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "scene/text/sources.hpp"

namespace scree {

class Messages {
 public:
  int add_source(std::string name, std::string text, bool is_file = true) {
    return sources_.add(std::move(name), std::move(text), is_file);
  }
  std::string_view text(int source) const { return sources_.text(source); }
  // What the spans of messages point into.
  const Sources& sources() const { return sources_; }

  void error(std::string_view code, const TextSpan& at, std::string message, std::string hint = {});
  void warn(const TextSpan& at, const std::string& message);
  // Nothing is wrong, but the user should know.
  void note(std::string message) { notes_.push_back(std::move(message)); }
  void note_once(std::string message) {
    if (std::find(notes_.begin(), notes_.end(), message) == notes_.end()) note(std::move(message));
  }

  bool ok() const { return errors_.empty(); }
  // More mistakes are only counted: count_one() spares the search for a hint that is not shown.
  bool full() const { return errors_.size() >= kMost; }
  void count_one() { ++left_out_; }
  std::size_t error_count() const { return errors_.size() + left_out_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  const std::vector<std::string>& notes() const { return notes_; }
  Sources take_sources() { return std::move(sources_); }
  // All mistakes, in the order of the text; at most kMost, then one that counts the rest.
  Errors take();

 private:
  static constexpr std::size_t kMost = 50;
  struct Located {
    TextSpan at;
    Error error;
  };

  Sources sources_;
  std::vector<Located> errors_;
  std::size_t left_out_ = 0;
  std::vector<std::string> warnings_, notes_;
};

}  // namespace scree
