// Columns that were renamed: the older name is read wherever a column is named, also behind the
// name of its measure and before a number: "layers.density_3" is "layers.solid_fraction_3".
#pragma once

#include <string>
#include <string_view>

namespace scree {

// The other name of a column, older or newer; empty where it never had another one.
std::string other_column_name(std::string_view name);

// The number of a column in a list of names, by its name or the other one of it; names.size(): it
// is not there.
template <class Names>
std::size_t find_column(const Names& names, std::string_view wanted) {
  const auto at = [&](std::string_view name) {
    std::size_t k = 0;
    while (k < names.size() && names[k] != name) ++k;
    return k;
  };
  const std::size_t known = at(wanted);
  if (known < names.size()) return known;
  const std::string other = other_column_name(wanted);
  return other.empty() ? known : at(other);
}

}  // namespace scree
