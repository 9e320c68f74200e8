// Where a bond holds on to shapes that are not balls (state/bonds.hpp, BondJoint).
//
//        c1                 the joint is where the two surfaces touch or are nearest when the bond
//        |                  is made; n is the normal there. An end lies as deep in its body as the
//    ----e1------           centre of the shape does, straight behind the middle of the joint:
//        | n                  e1 = p - s1 n,  s1 = (p - c1) . n,      e2 = p + s2 n.
//    ====p====              For two balls these are the centres.
//        |
//        e2 -- c2
#pragma once

#include <optional>

#include "shapes/shape.hpp"
#include "sim/world/world.hpp"

namespace scree {

// The two rows need a joint: at least one is not a ball.
inline bool has_joint(const Particles& p, std::uint32_t i, std::uint32_t j) {
  return ((p.ws[i].flags | p.ws[j].flags) & kShaped) != 0;
}

// Of rows i and j as they are now, i of the lower id. Nothing where they overlap so deeply that an
// end would lie outside of its own shape.
std::optional<BondJoint> measure_joint(const World& world, const CollideTable& table,
                                       std::uint32_t i, std::uint32_t j);

// The surfaces of the two rows are nearer than `gap` and not only at corners or edges that pass
// each other: a grid of squares has a joint between those that share a side, not across the
// corners.
bool can_be_glued(const World& world, const CollideTable& table, std::uint32_t i, std::uint32_t j,
                  double gap);

}  // namespace scree
