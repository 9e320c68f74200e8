// The contacts of bodies that press by a potential against the slow way to find their depth: a
// feature that the step leaves out stops the run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "shapes/exact_press.hpp"
#include "shapes/sphere.hpp"
#include "sim/checks/auditor.hpp"

namespace scree {
namespace {

// All points of a potential have one depth.
double found_depth(const PairPoints& points) {
  double depth = 0;
  for (const PointRecord& r : points) depth = std::max(depth, r.at.depth);
  return depth;
}

std::optional<ExactDepth> exact_depth_of_rows(const World& w, std::uint32_t i, std::uint32_t j) {
  const Particles& g = w.particles;
  const Vec3 d = w.box.nearest(g.xr[j].x - g.xr[i].x);
  if (!spheres_within(d, g.xr[i].r, g.xr[j].r, 0)) return std::nullopt;
  const Shape *first = shape_of_row(w, i), *second = shape_of_row(w, j);
  const Sphere ball_i(g.xr[i].r), ball_j(g.xr[j].r);
  return exact_depth(first ? *first : ball_i, {g.xr[i].x, g.q[i]}, second ? *second : ball_j,
                     {g.xr[i].x + d, g.q[j]});
}

}  // namespace

// Pairs that are not listed are the business of audit().
std::optional<Failure> Auditor::audit_depths() const {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> at_walls;
  for (std::size_t k = 0; k < state_.points.pairs().size(); ++k) {
    const PointPair& p = state_.points.pairs()[k];
    const double found = found_depth(state_.points.points(k));
    if (p.at_wall()) {
      at_walls[{p.i, p.wall}] = found;
      continue;
    }
    if (internal_pair(state_.world.particles, state_.world.bonds, p.i, p.j)) continue;
    const auto exact = exact_depth_of_rows(state_.world, p.i, p.j);
    if (exact && exact->differs(found))
      return wrong_depth(p.i, fmt::format("grain {}", state_.world.particles.id[p.j].value), found,
                         exact->depth);
  }
  const Particles& g = state_.world.particles;
  for (std::uint32_t s = 0; s < g.size(); ++s) {
    if ((g.ws[s].flags & kFixed) || !(g.ws[s].flags & kShaped)) continue;
    const auto core = shape_of_row(state_.world, s)->rounded_core();
    for (std::uint32_t w = 0; core && w < state_.world.walls.size(); ++w) {
      const Wall& wall = state_.world.walls[w];
      const auto found = at_walls.find({s, w});
      const double depth = found == at_walls.end() ? 0 : found->second;
      const ExactDepth exact =
          state_.walls.images[w].exact_depth(wall, *core, {g.xr[s].x, g.q[s]}, g.xr[s].r);
      if (exact.differs(depth))
        return wrong_depth(s, "wall '" + wall.name + "'", depth, exact.depth);
    }
  }
  return std::nullopt;
}

Failure Auditor::wrong_depth(std::uint32_t row, const std::string& other, double found,
                             double exact) const {
  const ParticleId id = state_.world.particles.id[row];
  return {.code = "E0604",
          .message = fmt::format("grain {} and {} press {:.9g} m deep at step {}; all their "
                                 "features together say {:.9g} m",
                                 id.value, other, found, state_.step, exact),
          .step = state_.step,
          .particle = id};
}

}  // namespace scree
