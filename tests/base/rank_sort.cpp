#include "base/rank_sort.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace scree {
namespace {

RC_GTEST_PROP(RankSort, gives_what_a_sort_by_the_key_gives, (std::set<std::uint32_t> drawn)) {
  std::vector<std::uint32_t> values(drawn.begin(), drawn.end());
  values.resize(std::min<std::size_t>(values.size(), 24));
  const auto key = [](std::uint32_t v) { return v * 2654435761u; };  // odd: no two keys are equal
  std::vector<std::uint32_t> expected = values;
  std::sort(expected.begin(), expected.end(), [&](auto a, auto b) { return key(a) < key(b); });
  sort_by_rank<24>(values.data(), values.size(), key);
  RC_ASSERT(values == expected);
}

}  // namespace
}  // namespace scree
