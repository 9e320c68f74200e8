// The scene's language as one table: sections with their keys, nested tables and catalogues. The
// same table reads and checks a scene (reader.hpp), writes it out with every default (resolve.cpp),
// documents it (reference.cpp) and exports the JSON schema (json_schema.cpp).
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"
#include "scene/text/messages.hpp"

namespace scree {

struct Section;

// Tables of parameters are joined at compile time.
template <std::size_t A, std::size_t B>
constexpr std::array<ParamInfo, A + B> join(const std::array<ParamInfo, A>& a,
                                            const std::array<ParamInfo, B>& b) {
  std::array<ParamInfo, A + B> out{};
  for (std::size_t k = 0; k < A; ++k) out[k] = a[k];
  for (std::size_t k = 0; k < B; ++k) out[A + k] = b[k];
  return out;
}

enum class Repeat {
  one,    // [key]
  named,  // [key.NAME]
  pairs,  // [key.A.B]
  list,   // [[key]]
  some,   // one table, or a list of them
};

// A table inside a section.
struct SubTable {
  std::string_view key;
  const Section* section = nullptr;
  Repeat repeat = Repeat::one;
  std::string_view fallback = {};  // the table's text where it is absent; empty: stays absent
  std::string_view doc = {};
};

// An entry of a catalogue as a scene sees it.
struct CatalogItem {
  CatalogInfo info;
  std::vector<SubTable> tables = {};
};

struct Section {
  std::string_view title;  // "[[wall]]", as in messages and the reference
  std::string_view doc;
  std::span<const ParamInfo> params = {};
  std::vector<SubTable> tables = {};
  std::string_view shorthand = {};  // a plain value stands for the table with this key alone
  // A section with a catalogue: `selector` names the entry, whose parameters are keys here too.
  std::string_view selector = {};
  std::string_view selector_default = {};
  std::string_view entry_word = {};  // "wall shape": what an entry is called in messages
  std::vector<CatalogItem> (*catalog)() = nullptr;
  bool open = false;  // takes any other key too: its reader knows what to do with them
};

// The whole scene.
const Section& scene_section();

// Common to the scene and its stages.
const Section& gravity_section();
const Section& material_section();
const Section& pair_section();
const Section& motion_section();
const Section& surface_section();
const Section& group_section();
const Section& wall_section();

// Common to fills; for their own tables.
const Section& size_section();
const Section& region_section();

// A section as read from a scene: every value in SI, checked, with its span of the text.
struct Branch {
  const Section* section = nullptr;
  TextSpan span;
  std::string name, name_b;  // of [key.NAME], [key.A.B]
  CatalogInfo entry{};       // the chosen one, where the section has a catalogue
  ParamSet params;           // the section's own
  ParamSet entry_params;     // the entry's
  std::map<std::string, TextSpan, std::less<>> spans;  // of the values that were given
  std::map<std::string, std::vector<Branch>, std::less<>> tables;
  bool broken = false;  // a mistake was reported here or below

  // The first table of a key, or null.
  const Branch* table(std::string_view key) const {
    const auto it = tables.find(key);
    return it == tables.end() || it->second.empty() ? nullptr : &it->second.front();
  }
  std::span<const Branch> list(std::string_view key) const {
    const auto it = tables.find(key);
    return it == tables.end() ? std::span<const Branch>() : std::span<const Branch>(it->second);
  }
  // Where the value of a key was given, else the table.
  const TextSpan& where(std::string_view key) const {
    const auto it = spans.find(key);
    return it == spans.end() ? span : it->second;
  }
};

}  // namespace scree
