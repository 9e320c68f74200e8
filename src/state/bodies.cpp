#include "state/bodies.hpp"

#include <algorithm>

namespace scree {

const Body* Bodies::find(std::uint32_t name) const {
  if (body.empty() || name < body.front().name() || name > body.back().name()) return nullptr;
  // Bodies of one count have names at equal distances, mostly: look there first.
  const std::uint64_t span = body.back().first_id - body.front().first_id;
  const std::uint64_t ahead = name - body.front().name();
  const std::size_t guess = span > 0 ? ahead * (body.size() - 1) / span : 0;
  if (body[guess].name() == name) return &body[guess];
  const auto at = std::lower_bound(body.begin(), body.end(), name,
                                   [](const Body& b, std::uint32_t n) { return b.name() < n; });
  return at != body.end() && at->name() == name ? &*at : nullptr;
}

void Bodies::remove(const std::vector<bool>& gone) {
  Bodies kept;
  for (std::size_t k = 0; k < body.size(); ++k) {
    if (gone[k]) continue;
    Body b = body[k];
    const auto from = primitive.begin() + b.first_primitive;
    b.first_primitive = static_cast<std::uint32_t>(kept.primitive.size());
    kept.primitive.insert(kept.primitive.end(), from, from + b.count);
    kept.body.push_back(b);
  }
  *this = std::move(kept);
}

}  // namespace scree
