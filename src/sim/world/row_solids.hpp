// The shapes of grains as measures cut them, of a world or of a stored frame.
#pragma once

#include <unordered_map>

#include "io/frame.hpp"
#include "measure/solids.hpp"
#include "sim/world/world.hpp"

namespace scree {

// Copies of one form in other sizes are one form.
class LiveSolids {
 public:
  // Null where all grains are balls. Holds until the next call.
  const RowSolids* of(const World& world);

 private:
  RowSolids solids_;
  std::unordered_map<std::uint32_t, std::uint32_t> number_;  // of a shape of the world
};

// Without forms where all grains are balls; rows are those of the frame.
RowSolids frame_solids(const Frame& frame);

}  // namespace scree
