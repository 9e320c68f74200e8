// Shapes in a black box: as tables [shape.box_1], [shape.box_2], ... of its scene.
//
// Only grains that are one polygon or polyhedron each; what is made of several parts is replayed as
// the balls around them.
#pragma once

#include <string>
#include <vector>

#include "sim/world/world.hpp"

namespace scree::run {

// The forms of all such grains, numbers of World::shapes in ascending order.
std::vector<std::uint32_t> box_forms(const World& world);

// What a row is in a black box.
struct BoxSolid {
  std::uint32_t number = 0;  // 1 + place in the list of forms; 0: a ball
  Vec3 from_centre{};        // from the centre of mass to that of the row, in the row's frame
};
BoxSolid box_solid(const World& world, const std::vector<std::uint32_t>& forms,
                   const SpinMaterial& grain, std::uint32_t id);

// `shape.box_1={...}` and so on, and the list for `mixture` of the fill; empty: there are none.
std::vector<std::string> shape_orders(const World& world, const std::vector<std::uint32_t>& forms);
std::string mixture_text(std::size_t forms);

}  // namespace scree::run
