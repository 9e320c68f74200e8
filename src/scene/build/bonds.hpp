// Bonds in scenes: [bond.NAME], and fills whose grains are glued together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "scene/text/schema.hpp"
#include "sim/world/world.hpp"

namespace scree {

const Section& bond_section();

// All [bond.NAME] of a scene become bond types of the world, in the order of the scene.
void read_bonds(std::span<const Branch> bonds, World& world, Messages& messages);

// The number of a bond type; a message at `at` where there is none of that name.
std::optional<std::uint32_t> find_bond_type(const World& world, const std::string& name,
                                            const TextSpan& at, Messages& messages);

// `bond` and `bond_gap` of a fill: bonds all of its grains, rows from `first` on, whose surfaces
// are nearer than the gap; shapes where they share a face or one pokes at the other
// (sim/bonds/bond_joint.hpp).
void glue_fill(const Branch& fill, std::size_t first, bool pours, World& world, Messages& messages);

}  // namespace scree
