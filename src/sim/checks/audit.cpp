// The current lists against brute force: a contact that a list would miss stops the run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "detect/detector.hpp"
#include "sim/checks/auditor.hpp"

namespace scree {

// Brute force against the near list: every pair that the certificates promise must be in it, which
// is all that touch and those that could within what is left of the skins. The slack is for
// rounding in the sums of ways.
std::optional<Failure> Auditor::audit() const {
  const Particles& g = state_.world.particles;
  const double slack = 1e-6 * state_.lists.outer.allowance;
  const double outer_left = state_.lists.outer.allowance - state_.lists.outer.spent;
  const double inner_left = state_.lists.skins.whole
                                ? outer_left
                                : 2 * (state_.lists.inner.allowance - state_.lists.inner.spent);
  const double promised = state_.laws.max_range + std::min(inner_left, outer_left) - slack;
  std::vector<RowPair> all;
  find_detector("brute")->make()->find(
      {.xr = g.xr, .ws = g.ws, .id = g.id, .box = state_.world.box, .reach = promised}, all);
  for (const RowPair& pair : all) {
    const SpinMaterial &a = g.ws[pair.first], &b = g.ws[pair.second];
    if (internal_pair(g, state_.world.bonds, pair.first, pair.second)) continue;
    if ((a.flags | b.flags) & kShaped) {
      if (!state_.points.lists(pair.first, pair.second)) return missed(pair);
      continue;
    }
    if (state_.lists.near.find(pair.first, pair.second) == NearList::kNone) return missed(pair);
  }
  if (auto failure = audit_walls()) return failure;
  return audit_depths();
}

Failure Auditor::missed(const RowPair& pair) const {
  const Particles& g = state_.world.particles;
  const PositionRadius &a = g.xr[pair.first], &b = g.xr[pair.second];
  const Vec3 d = state_.world.box.nearest(b.x - a.x);
  const double gap = -spheres_meeting(d, a.r, b.r).overlap;
  return {.code = "E0602",
          .message = fmt::format(
              "detector `{}` missed the {} of grains {} and {} at step {} ({} {:.3g} m)",
              state_.lists.detector.last(), gap < 0 ? "contact" : "pair", g.id[pair.first].value,
              g.id[pair.second].value, state_.step, gap < 0 ? "overlap" : "gap", std::abs(gap)),
          .step = state_.step,
          .particle = g.id[pair.first]};
}

// The same for walls: every grain against every wall. Those within what is left of the skin must
// have an entry, and one that is passed over must be as far away as it was taken to be.
std::optional<Failure> Auditor::audit_walls() const {
  const Particles& g = state_.world.particles;
  const double slack = 1e-6 * state_.walls.certificate.allowance;
  const double left = state_.walls.certificate.allowance - state_.walls.certificate.spent - slack;
  WallTouches touches;
  std::size_t e = 0;
  for (std::uint32_t s = 0; s < g.size(); ++s) {
    if (g.ws[s].flags & (kFixed | kShaped)) continue;
    for (std::size_t w = 0; w < state_.world.walls.size(); ++w) {
      const auto& entries = state_.walls.contacts.entries;
      while (e < entries.size() &&
             std::pair(entries[e].row, std::size_t{entries[e].wall}) < std::pair(s, w))
        ++e;
      const bool listed = e < entries.size() && entries[e].row == s && entries[e].wall == w;
      double near = state_.laws.max_range + left;
      if (listed) {
        if (!is_quiet(entries[e], state_.walls.certificate.spent)) continue;
        const auto law = state_.laws.index[g.ws[s].material * state_.laws.materials +
                                           state_.world.walls[w].material.value];
        near = state_.laws.laws[law].range + (entries[e].quiet - state_.walls.certificate.spent) -
               slack;
      }
      state_.walls.images[w].touch_all(state_.world.walls[w], g.xr[s].x, g.xr[s].r + near, touches);
      if (touches.count > 0) return missed(s, state_.world.walls[w], touches);
    }
  }
  return std::nullopt;
}

Failure Auditor::missed(std::uint32_t row, const Wall& wall, const WallTouches& found) const {
  const Particles& g = state_.world.particles;
  double gap = HUGE_VAL;
  for (int k = 0; k < found.count; ++k) gap = std::min(gap, found.touch[k].distance - g.xr[row].r);
  return {
      .code = "E0602",
      .message = fmt::format("the {} of grain {} and wall '{}' was missed at step {} ({} {:.3g} m)",
                             gap < 0 ? "contact" : "nearness", g.id[row].value, wall.name,
                             state_.step, gap < 0 ? "overlap" : "gap", std::abs(gap)),
      .step = state_.step,
      .particle = g.id[row]};
}

}  // namespace scree
