// Materials that are like another one, but for a few values:
//
//   [material.rough]
//   like     = "glass"
//   friction = 0.6
//
// The table becomes that of `glass` with what is given here in its place, before anything is read:
// resolved.toml has every value written out. Materials of the library (material_library.hpp) may be
// named without being defined; one of the scene with the same name comes first.
#pragma once

#include "scene/text/document.hpp"

namespace scree {

// `material.beads = "glass"` becomes a table with `like`, so that overrides find a place in it.
void spread_variants(Node& document);
// E0481: no such material; E0482: materials that are like each other in a circle.
void apply_variants(Node& document, Messages& messages);

}  // namespace scree
