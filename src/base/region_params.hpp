// Rows of parameter tables that describe a part of space: regions of fills, outlets, boxes, planes.
#pragma once

#include "base/params.hpp"

namespace scree::region_params {

inline constexpr ParamInfo kLowerCorner{.name = "lo",
                                        .kind = ParamKind::vector,
                                        .dim = dim::length,
                                        .required = true,
                                        .doc = "lower corner"};
inline constexpr ParamInfo kUpperCorner{.name = "hi",
                                        .kind = ParamKind::vector,
                                        .dim = dim::length,
                                        .required = true,
                                        .doc = "upper corner"};

constexpr ParamInfo origin(std::string_view name, std::string_view doc) {
  return {.name = name,
          .kind = ParamKind::vector,
          .dim = dim::length,
          .fallback = "[0, 0, 0]",
          .doc = doc};
}
constexpr ParamInfo length(std::string_view name, std::string_view doc) {
  return {.name = name, .dim = dim::length, .required = true, .range = range::positive, .doc = doc};
}

inline constexpr ParamInfo kSphere[] = {origin("centre", "of the sphere"),
                                        length("diameter", "of the sphere")};

}  // namespace scree::region_params
