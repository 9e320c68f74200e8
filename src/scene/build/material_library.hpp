// Materials that every scene may name: `material.beads = "glass"`. The values are data with their
// sources, in material_library.cpp and nowhere else.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scree {

// How a number came here.
enum class Basis {
  measured,  // the source measured it on such grains
  handbook,  // the source tabulates the solid
  typical,   // a round number within the range; the source is where to look further
};

struct LibraryValue {
  std::string_view key;    // "density", "young", "poisson", "restitution", "friction", "rolling"
  std::string_view value;  // as one would write it in a scene
  std::string_view range;  // what one finds for such grains
  Basis basis;
  std::string_view source;  // author, year, what they looked at
};

struct LibraryMaterial {
  std::string_view name;
  std::string_view about;
  std::span<const LibraryValue> values;

  const LibraryValue& value(std::string_view key) const;
};

std::span<const LibraryMaterial> material_library();
const LibraryMaterial* find_library_material(std::string_view name);

// The table of [material.NAME], TOML: Hertz, a spring with friction, rolling where it resists.
std::string library_toml(const LibraryMaterial& material);

// "measured", "handbook", "typical".
std::string_view basis_word(Basis basis);

}  // namespace scree
