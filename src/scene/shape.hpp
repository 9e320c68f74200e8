// Shapes by name: [shape.NAME] of a scene. One file in src/scene/shapes adds one kind.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/cluster.hpp"
#include "scene/text/schema.hpp"

namespace scree {

// A shape is made of exactly one of `vertices`, `file`, `form` and `parts`: an error where it is
// not. `noun`: "a polygon"; `example`: what to write where none is given.
std::optional<Error> check_ways(const Branch& b, std::string code, const std::string& noun,
                                std::string example);

struct ShapeKindEntry {
  CatalogInfo info;
  std::vector<SubTable> (*tables)();  // null: none
  // The variants of the shape, one at least.
  Result<std::vector<Cluster>> (*make)(const Branch&);
  Dimensions dimensions = Dimensions::three;
  bool any_dimensions = false;  // it is made for those of the scene
  // Instead of make(), where it needs to know the scene: its bonds, its dimensions.
  Result<std::vector<Cluster>> (*make_in)(const Branch&, const World&) = nullptr;
};
std::span<const ShapeKindEntry* const> shape_kind_catalog();

const Section& shape_section();

// Adds the shapes of a scene to its clusters: a fill places both in the same way.
// E0624: a shape of other dimensions than the scene.
void read_shapes(const std::vector<Branch>& list, const World& world, Clusters& to,
                 Messages& messages);

}  // namespace scree
