// A contact with a force as measures, exporters and reports see it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/id.hpp"
#include "base/vec3.hpp"

namespace scree {

// Each pair is given once, with i < j.
struct ContactView {
  ParticleId i{}, j{};     // j has a meaning only where wall < 0
  std::int32_t wall = -1;  // number of the wall that is the partner, or -1
  Vec3 point{};            // where the force acts
  Vec3 normal{};           // unit, from i to the partner
  double overlap = 0;
  Vec3 force{};               // on i
  Vec3 tangential{};          // on i, part of force
  bool friction = true;       // whether the law of the two materials has friction
  std::uint64_t feature = 0;  // of the surfaces that meet; 0 for two balls
};

// Is called with blocks of contacts, from several threads at once: each thread has a number, from 0
// on.
using ContactVisitor = std::function<void(int thread, std::span<const ContactView> block)>;

}  // namespace scree
