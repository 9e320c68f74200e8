// A scene that has been read becomes a World.
#pragma once

#include "scene/scene.hpp"
#include "scene/text/reader.hpp"

namespace scree {

// Builds everything that has no mistake; mistakes go to the context. Values that only the whole
// scene can give (materials of walls and fills, output intervals) are written back to `root`.
// Answers with what each fill added to the world.
std::vector<FillEnd> build_scene(Branch& root, ReadContext& context, Scene& scene);

// [gravity] of the scene or of a stage.
Gravity read_gravity(const Branch& gravity, Messages& messages);

// The scene as TOML with every default written out (resolve.cpp).
std::string resolved_text(const Branch& root);

}  // namespace scree
