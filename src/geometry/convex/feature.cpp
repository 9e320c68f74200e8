#include "geometry/convex/feature.hpp"

#include <algorithm>

namespace scree::geometry {
namespace {

bool has_corner(const Polyhedron& body, std::uint32_t face, std::uint32_t corner) {
  const auto loop = body.face(face);
  return std::find(loop.begin(), loop.end(), corner) != loop.end();
}

}  // namespace

Feature feature_of(const Polyhedron& body, const std::uint32_t* corners, int count) {
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
