// The lists of now against brute force: a contact that a list would miss stops the run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "detect/detector.hpp"
#include "sim/impl.hpp"

namespace scree {

// Brute force against the near list: every pair that the certificates promise must be in it, which
// is all that touch and those that could within what is left of the skins. The slack is for
// rounding in the sums of ways.
std::optional<Failure> Simulation::Impl::audit() const {
  const Particles& g = world.particles;
  const double slack = 1e-6 * lists.outer.allowance;
  const double outer_left = lists.outer.allowance - lists.outer.spent;
  const double inner_left =
      lists.skins.whole ? outer_left : 2 * (lists.inner.allowance - lists.inner.spent);
  const double promised = laws.max_range + std::min(inner_left, outer_left) - slack;
  std::vector<RowPair> all;
  find_detector("brute")->make()->find(
      {.xr = g.xr, .ws = g.ws, .id = g.id, .box = world.box, .reach = promised}, all);
  for (const RowPair& pair : all) {
    const SpinMaterial &a = g.ws[pair.first], &b = g.ws[pair.second];
    if (internal_pair(g, world.bonds, pair.first, pair.second)) continue;
    if ((a.flags | b.flags) & kShaped) {
      if (!points.lists(pair.first, pair.second)) return missed(pair);
      continue;
    }
    const std::uint32_t low = std::min(pair.first, pair.second);
    const std::uint32_t high = std::max(pair.first, pair.second);
    bool found = false;
    for (std::uint32_t c = lists.near.begin[low]; c < lists.near.begin[low + 1]; ++c)
      found = found || lists.near.partner_of(low, c) == high;
    if (!found) return missed(pair);
  }
  return audit_walls();
}

Failure Simulation::Impl::missed(const RowPair& pair) const {
  const Particles& g = world.particles;
  const PositionRadius &a = g.xr[pair.first], &b = g.xr[pair.second];
  const Vec3 d = world.box.nearest(b.x - a.x);
  const double gap = -spheres_meeting(d, a.r, b.r).overlap;
  return {.code = "E0602",
          .message = fmt::format(
              "detector `{}` missed the {} of grains {} and {} at step {} ({} {:.3g} m)",
              lists.detector.last(), gap < 0 ? "contact" : "pair", g.id[pair.first].value,
              g.id[pair.second].value, step, gap < 0 ? "overlap" : "gap", std::abs(gap)),
          .step = step,
          .particle = g.id[pair.first]};
}

// The same for walls: every grain against every wall. Those within what is left of the skin must
// have an entry, and one that is passed over must be as far away as it was taken to be.
std::optional<Failure> Simulation::Impl::audit_walls() const {
  const Particles& g = world.particles;
  const double slack = 1e-6 * walls.certificate.allowance;
  const double left = walls.certificate.allowance - walls.certificate.spent - slack;
  WallTouches touches;
  std::size_t e = 0;
  for (std::uint32_t s = 0; s < g.size(); ++s) {
    if (g.ws[s].flags & (kFixed | kShaped)) continue;
    for (std::size_t w = 0; w < world.walls.size(); ++w) {
      const auto& entries = walls.contacts.entries;
      while (e < entries.size() &&
             std::pair(entries[e].row, std::size_t{entries[e].wall}) < std::pair(s, w))
        ++e;
      const bool listed = e < entries.size() && entries[e].row == s && entries[e].wall == w;
      double near = laws.max_range + left;
      if (listed) {
        if (!is_quiet(entries[e], walls.certificate.spent)) continue;
        const auto law =
            laws.index[g.ws[s].material * laws.materials + world.walls[w].material.value];
        near = laws.laws[law].range + (entries[e].quiet - walls.certificate.spent) - slack;
      }
      walls.images[w].touch_all(world.walls[w], g.xr[s].x, g.xr[s].r + near, touches);
      if (touches.count > 0) return missed(s, world.walls[w], touches);
    }
  }
  return std::nullopt;
}

Failure Simulation::Impl::missed(std::uint32_t row, const Wall& wall,
                                 const WallTouches& found) const {
  const Particles& g = world.particles;
  double gap = HUGE_VAL;
  for (int k = 0; k < found.count; ++k) gap = std::min(gap, found.touch[k].distance - g.xr[row].r);
  return {
      .code = "E0602",
      .message = fmt::format("the {} of grain {} and wall '{}' was missed at step {} ({} {:.3g} m)",
                             gap < 0 ? "contact" : "nearness", g.id[row].value, wall.name, step,
                             gap < 0 ? "overlap" : "gap", std::abs(gap)),
      .step = step,
      .particle = g.id[row]};
}

}  // namespace scree
