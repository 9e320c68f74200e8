// Rows of parameter tables that describe a part of space: regions of fills, outlets, boxes, planes.
#pragma once

#include "base/params.hpp"

namespace scree::region_params {

// What corners of boxes were called in some tables.
inline constexpr std::string_view kOlderMin = "lo|low", kOlderMax = "hi|high";

// The corners of a box that may be left out.
constexpr ParamInfo min_corner(std::string_view doc) {
  return {.name = "min",
          .kind = ParamKind::vector,
          .dim = dim::length,
          .doc = doc,
          .older_names = kOlderMin};
}
constexpr ParamInfo max_corner(std::string_view doc) {
  return {.name = "max",
          .kind = ParamKind::vector,
          .dim = dim::length,
          .doc = doc,
          .older_names = kOlderMax};
}
constexpr ParamInfo required(ParamInfo of) {
  of.required = true;
  return of;
}
inline constexpr ParamInfo kLowerCorner = required(min_corner("lower corner"));
inline constexpr ParamInfo kUpperCorner = required(max_corner("upper corner"));

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
