// Which contact of a step ago each new contact point continues.
//
// Contacts of one pair are told apart by features (a face of a box, a corner and a face). A point
// first looks for its own feature among those of before; one whose feature is new takes over from a
// contact that has ended on an adjacent feature, so that friction is not lost when a body rolls
// over an edge.
#pragma once

#include <array>
#include <cstddef>

#include "base/macros.hpp"

namespace scree {

template <int kMax>
struct FeatureMatch {
  std::array<int, kMax> from;    // of a new point: the contact of before, or -1
  std::array<bool, kMax> taken;  // of a contact of before: it goes on
};

// continues(k, o): new point k is contact o of before; takes_over(k, o): k may take over from o.
template <int kMax, class Continues, class TakesOver>
HD FeatureMatch<kMax> match_features(int now, int before, const Continues& continues,
                                     const TakesOver& takes_over) {
  FeatureMatch<kMax> m;
  for (int& from : m.from) from = -1;
  for (bool& taken : m.taken) taken = false;
  const auto look = [&](const auto& fits) {
    for (int k = 0; k < now; ++k)
      for (int o = 0; o < before && m.from[static_cast<std::size_t>(k)] < 0; ++o)
        if (!m.taken[static_cast<std::size_t>(o)] && fits(k, o)) {
          m.from[static_cast<std::size_t>(k)] = o;
          m.taken[static_cast<std::size_t>(o)] = true;
        }
  };
  look(continues);
  look(takes_over);
  return m;
}

}  // namespace scree
