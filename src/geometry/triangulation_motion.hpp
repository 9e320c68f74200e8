// One motion of all sites under way: shared by the files of the repair, nobody else's.
#pragma once

#include "geometry/moving_frame.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {

// number_[v] is 1 for the sites that move in this round, 0 for those that stay.
struct Triangulation::Motion {
  std::span<const Vec3> x;
  std::span<const double> w;
  bool everyone = true;
  Frame frame;
  double mean = 0;                    // motion of a site, in units of the budgets
  std::vector<Vertex> moving;         // unless everyone
  std::vector<Vertex> held;           // would turn a tetrahedron over
  std::vector<std::uint32_t> turned;  // cells that turn over, each to be mended by a flip
  Vec3 core;                          // before the motion, carried along by the frame
  bool core_passed = false;           // perhaps: a hull facet came near it, or was replaced
};

}  // namespace scree::geometry
