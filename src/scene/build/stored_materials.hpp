// The materials of a run, by the text of its resolved.toml: for tables that people read.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace scree {

struct StoredValue {
  std::string name;              // "restitution"
  std::optional<double> number;  // in SI
  std::string unit;              // "" of a plain number
  std::string text;              // of what is not a number
};
struct StoredPart {
  std::string name, law;  // "normal", "hertz"; a value of the material itself has no law
  std::vector<StoredValue> values;
};
struct StoredMaterial {
  std::string name;  // "glass", "glass – steel" of a pair with its own laws
  std::vector<StoredPart> parts;
};

// Materials, then pairs. Parts that do nothing (law "none") are left out, and all that cannot be
// read.
std::vector<StoredMaterial> stored_materials(const std::string& resolved);

}  // namespace scree
