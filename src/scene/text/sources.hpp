// The texts that a scene is made of, and stretches of them: the scene file, overrides of the
// command line, tables of grains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

// A stretch of a source text, lines and columns from 1 (columns in characters). Line 0: unknown.
struct TextSpan {
  int source = -1;
  std::uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
};

class Sources {
 public:
  // `is_file`: spans of it have line and column; an override of the command line has not.
  int add(std::string name, std::string text, bool is_file = true);
  std::string_view text(int source) const { return all_[static_cast<std::size_t>(source)].text; }
  std::size_t size() const { return all_.size(); }
  // Forgets all but the first so many.
  void keep_first(std::size_t count);

  // "file:line:column", and the line with a caret below it (begins with a line break).
  std::string name(const TextSpan& at) const;
  std::string excerpt(const TextSpan& at) const;

 private:
  bool has(const TextSpan& at) const {
    return at.source >= 0 && static_cast<std::size_t>(at.source) < all_.size();
  }
  struct Source {
    std::string name;
    std::string text;
    std::vector<std::size_t> line_starts;
    bool is_file = true;
  };
  std::deque<Source> all_;  // texts stay where they are
};

}  // namespace scree
