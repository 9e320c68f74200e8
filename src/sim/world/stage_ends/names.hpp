// Things of a world by their names, for conditions.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/words.hpp"
#include "sim/world/world.hpp"

namespace scree::stage_ends {

// Inlets are called after their fill: "fill `rain`".
inline std::string plain_name(const std::string& name) {
  constexpr std::string_view kFill = "fill `";
  if (!name.starts_with(kFill) || !name.ends_with('`')) return name;
  return name.substr(kFill.size(), name.size() - kFill.size() - 1);
}

inline Result<std::size_t> find_named(const auto& list, const std::string& name,
                                      std::string_view what, std::string_view key) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < list.size(); ++k) {
    names.push_back(plain_name(list[k].name));
    if (names.back() == name) return k;
  }
  const std::string near = nearest_word(name, names);
  return Error{"E0637", fmt::format("there is no {} `{}`", what, name), "",
               names.empty()  ? fmt::format("the scene has none")
               : near.empty() ? "known: " + list_words(names)
                              : fmt::format("did you mean `{}`?", near),
               Subject::of_key(std::string(key))};
}

// A value that is crossed: above or below, one of them.
struct Threshold {
  double value = 0;
  bool above = true;
  bool met(double v) const { return above ? v >= value : v <= value; }
};

inline Result<Threshold> threshold_of(const ParamSet& p) {
  if (p.has("above") == p.has("below"))
    return Error{"E0638",
                 p.has("above") ? "`above` and `below` are both given"
                                : "the condition lacks `above` or `below`",
                 "", "one of them: the stage ends where the value crosses it"};
  return Threshold{p.number(p.has("above") ? "above" : "below"), p.has("above")};
}

}  // namespace scree::stage_ends
