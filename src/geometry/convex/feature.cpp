#include "geometry/convex/feature.hpp"

#include <algorithm>

namespace scree::geometry {
namespace {

bool has_corner(const Polyhedron& body, std::uint32_t face, std::uint32_t corner) {
  const auto loop = body.face(face);
  return std::find(loop.begin(), loop.end(), corner) != loop.end();
}

// By the faces that the corners have in common: three or more at one corner, two at both ends of an
// edge, one at corners of a face.
Feature feature_of_small(const Polyhedron& body, const std::uint32_t* corners, int count) {
  const std::uint32_t c0 = corners[0], c1 = count > 1 ? corners[1] : c0,
                      c2 = count > 2 ? corners[2] : c0;
  const std::uint64_t common = body.face_bits(c0) & body.face_bits(c1) & body.face_bits(c2);
  const int faces = __builtin_popcountll(common);
  if (faces > 2) return {Feature::corner, c0};
  if (faces == 2) return {Feature::edge, body.edge_between(c0, c1 != c0 ? c1 : c2)};
  if (faces == 1) return {Feature::face, static_cast<std::uint32_t>(__builtin_ctzll(common))};
  return {};
}

}  // namespace

Feature feature_of(const Polyhedron& body, const std::uint32_t* corners, int count) {
  if (body.is_small()) return feature_of_small(body, corners, count);
  std::uint32_t own[3] = {corners[0], 0, 0};
  int n = 1;
  for (int k = 1; k < count; ++k)
    if (std::find(own, own + n, corners[k]) == own + n) own[n++] = corners[k];
  if (n == 1) return {Feature::corner, own[0]};
  if (n == 2) {
    const auto next = body.neighbours(own[0]);
    for (std::size_t k = 0; k < next.size(); ++k)
      if (next[k] == own[1]) return {Feature::edge, body.edges_at(own[0])[k]};
  }
  for (const std::uint32_t f : body.faces_of(own[0]))
    if (has_corner(body, f, own[1]) && (n == 2 || has_corner(body, f, own[2])))
      return {Feature::face, f};
  return {};
}

}  // namespace scree::geometry
