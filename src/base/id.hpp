// Strong ids: a stable id that is written to files is not a row of an array that is re-sorted.
#pragma once

#include <compare>
#include <cstdint>

#include "base/macros.hpp"

namespace scree {

template <class Tag>
struct Id {
  std::uint32_t value = 0;

  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t v) : value(v) {}
  constexpr auto operator<=>(const Id&) const = default;
};

using ParticleId = Id<struct ParticleTag>;  // stable, written to files, orders every sum
using MaterialId = Id<struct MaterialTag>;

}  // namespace scree
