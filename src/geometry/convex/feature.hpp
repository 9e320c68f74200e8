// What a point of a polyhedron lies on: a corner, an edge or a face, in one number.
#pragma once

#include <cstdint>

#include "geometry/convex/polyhedron.hpp"

namespace scree::geometry {

struct Feature {
  enum Kind : std::uint32_t { none = 0, corner = 1, edge = 2, face = 3 };
  std::uint32_t code = 0;

  Feature() = default;
  Feature(Kind kind, std::uint32_t number) : code(number * 4 + kind) {}
  Kind kind() const { return static_cast<Kind>(code & 3u); }
  std::uint32_t number() const { return code / 4; }
  bool operator==(const Feature&) const = default;
};

// Whether the body has it: a hint may have been kept for another one.
inline bool has_feature(const Polyhedron& body, Feature f) {
  switch (f.kind()) {
    case Feature::corner:
      return f.number() < body.corners().size();
    case Feature::edge:
      return f.number() < body.edges().size();
    case Feature::face:
      return f.number() < body.face_count();
    case Feature::none:
      break;
  }
  return false;
}

// The smallest that holds all of one to three corners (given twice or not); none where they are not
// of one face.
Feature feature_of(const Polyhedron& body, const std::uint32_t* corners, int count);

}  // namespace scree::geometry
