// Parameters of a part, written as a list.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>

#include "base/params.hpp"

namespace scree::laws::test {

inline ParamSet params(std::initializer_list<std::pair<std::string_view, double>> list) {
  ParamSet set;
  for (const auto& [name, value] : list) set.set(name, value);
  return set;
}

}  // namespace scree::laws::test
