// scree distance PAIRS.json --dimension 2: polygons and discs.
#pragma once

#include <string>

#include "base/result.hpp"
#include "run/folder/json.hpp"

namespace scree::app {

inline constexpr const char* kPlaneMethod = "features";

// E0464: a method that does not know polygons; E0465: a file of another form.
Result<run::Json> plane_distances(const std::string& file, const std::string& method);
// E0464 where three dimensions are asked for and the method knows polygons only.
Error only_for_polygons(const std::string& method);

}  // namespace scree::app
