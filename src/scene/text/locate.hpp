// Mistakes that only the simulation can see (laws that do not mix, an unstable time step) get the
// line of the scene that they come from. What a mistake is about, its `subject` says; its words are
// not looked at.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "scene/text/sources.hpp"

namespace scree {

struct Branch;
struct Scene;

// What the world held after each [[fill]] had been read.
struct FillEnd {
  std::size_t grains = 0, inlets = 0;
};

// Where the things of a world were written.
class SceneLocations {
 public:
  SceneLocations() = default;
  // Of a scene without mistakes: its tables and the world's lists have the same order. `sources`
  // are those that the spans of its tables point into.
  SceneLocations(const Branch& root, std::vector<FillEnd> fills, Sources sources);

  // The key where it was written, else its table; nothing where neither was.
  std::optional<TextSpan> find(const Subject& subject) const;
  const Sources& sources() const { return sources_; }
  // "grain 3 of fill `sand`" for a grain of a fill that is not the first; else empty.
  std::string name_in_fill(const Subject& grain) const;

 private:
  // One table, with its keys and those of tables in it as paths: "detect.skin".
  struct Table {
    TextSpan span;
    std::map<std::string, TextSpan, std::less<>> keys;
  };
  static Table table_of(const Branch& b);
  static void add_keys(const Branch& b, const std::string& prefix, Table& out);
  static std::optional<TextSpan> find_in(const Table& table, std::string_view key);
  static std::optional<TextSpan> find_in(const std::vector<Table>& list, std::size_t k,
                                         std::string_view key);
  std::optional<TextSpan> find_pair(const Subject& s) const;
  std::optional<TextSpan> find_fill(const Subject& s) const;

  Table settings_;
  std::vector<Table> materials_, walls_, outlets_, fills_;
  std::map<std::pair<std::size_t, std::size_t>, Table> pairs_;  // the lower material first
  std::vector<FillEnd> fill_ends_;
  std::vector<std::string> fill_names_;
  Sources sources_;
};

// The errors of Simulation::create() for this scene, with "file:line:column" and the offending line
// where the scene says what they are about.
Errors located(const Scene& scene, Errors errors);

}  // namespace scree
