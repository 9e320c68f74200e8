#include "sim/contacts/wall_meeting.hpp"

#include <algorithm>
#include <cmath>

#include "sim/contacts/feature_match.hpp"
#include "sim/contacts/law_of_contact.hpp"

namespace scree {
namespace {

// From where an old contact acted to where a new one does, over the grain's radius; both on the
// wall itself, of whatever image.
double moved(const WallArgs& a, const WallEntry& entry, const WallPoint& old, const WallTouch& t) {
  const WallPose& pose = a.walls[entry.wall].pose;
  const Vec3 foot = a.p.xr[entry.row].x - t.distance * from_wall(pose, t.normal) - t.shift;
  return norm(a.images[entry.wall].nearest(foot - old.point)) / a.p.xr[entry.row].r;
}

// Is touch k the contact that had this point? Two images have the same features: among those, it is
// the one that is nearest to where the contact was.
bool continues(const WallArgs& a, const WallEntry& entry, const WallPoint& old,
               const WallTouches& now, int k) {
  if (old.feature != now.touch[k].feature) return false;
  if (!a.images[entry.wall].any()) return true;
  const double distance = moved(a, entry, old, now.touch[k]);
  for (int other = 0; other < now.count; ++other)
    if (other != k && now.touch[other].feature == old.feature &&
        moved(a, entry, old, now.touch[other]) < distance)
      return false;
  return distance < 1;
}

// May touch k take over from a contact that has ended? Across a seam the features that meet are not
// neighbours in the shape, but the foot stays where it was.
bool takes_over(const WallArgs& a, const WallEntry& entry, const WallPoint& old,
                const WallTouches& now, int k) {
  const WallTouch& t = now.touch[k];
  const bool adjacent = a.images[entry.wall].adjacent(a.walls[entry.wall], old.feature, t.feature);
  if (!a.images[entry.wall].any()) return adjacent;
  return moved(a, entry, old, t) < (adjacent ? 1.5 : 0.25);  // 1.5: the faces of a right angle
}

// Same features as a step ago: every history and force is where it belongs already.
bool unchanged(const WallArgs& a, const WallTouches& now, const WallEntry& entry,
               const WallContacts& c) {
  if (now.count != entry.touching) return false;
  for (int k = 0; k < now.count; ++k)
    if (!continues(a, entry, c.points[entry.first + static_cast<std::uint32_t>(k)], now, k))
      return false;
  return true;
}

// The histories of the points before are handed to the current touches: by feature, and where a
// feature is new, from a neighbouring one that is left.
void carry_history(const WallArgs& a, const kernel::PairLaw& law, const WallTouches& now,
                   const WallEntry& entry, WallContacts& c, kernel::LossSum& sum) {
  const int stride = a.laws.stride;
  double kept[WallTouches::kMax][kernel::kMaxHistory] = {};
  Vec3 force[WallTouches::kMax] = {};
  const double* old = c.history.data() + std::size_t{entry.first} * stride;
  const WallPoint* before = c.points.data() + entry.first;
  const auto match = match_features<WallTouches::kMax>(
      now.count, entry.touching,
      [&](int k, int o) { return continues(a, entry, before[o], now, k); },
      [&](int k, int o) { return takes_over(a, entry, before[o], now, k); });
  for (int k = 0; k < now.count; ++k) {
    const int o = match.from[static_cast<std::size_t>(k)];
    if (o < 0) continue;
    std::copy_n(old + o * stride, stride, kept[k]);
    force[k] = before[o].force;
  }
  const double r_eff = a.p.xr[entry.row].r;
  const auto m_eff = [&](int o) {
    const WallPoint& at = c.points[entry.first + static_cast<std::uint32_t>(o)];
    return equivalent_mass(a.p.vm[entry.row].inv_mass, a.walls[entry.wall], at.normal, at.point);
  };
  for (int o = 0; o < entry.touching; ++o)
    if (!match.taken[static_cast<std::size_t>(o)])
      a.kernels.book_release(law, m_eff(o), r_eff, old + o * stride, 1, sum);
  double* to = c.history.data() + std::size_t{entry.first} * stride;
  for (int k = 0; k < now.count; ++k) {
    std::copy_n(kept[k], stride, to + k * stride);
    c.points[entry.first + static_cast<std::uint32_t>(k)].force = force[k];
  }
}

// For an entry that does not touch. The distance from a surface changes no faster than the point,
// behind a one-sided piece without its sign. A hundredth of the gap, and gaps below 1e-9 of the
// radius, are for rounding.
float quiet_until(const WallArgs& a, std::uint16_t wall, const PositionRadius& grain, double range,
                  WallTouches& near) {
  const double reach = grain.r + range;
  near.power = 0;
  touch_ball(a, wall, grain.x, reach + a.left, near);
  double gap = a.left;
  for (int k = 0; k < near.count; ++k)
    gap = std::min(gap, std::abs(near.touch[k].distance) - reach);
  return gap > 1e-9 * grain.r ? static_cast<float>(a.approach + 0.99 * gap) : -1.0f;
}

// Beyond the surface a touch is a contact only while a part of its law says so. Histories and
// forces lie with the current touches.
void end_unheld(const WallArgs& a, const kernel::PairLaw& law, std::uint32_t s,
                const WallEntry& entry, WallContacts& c, WallTouches& now, kernel::LossSum& sum) {
  const std::size_t stride = static_cast<std::size_t>(a.laws.stride);
  const double r = a.p.xr[s].r;
  double* history = c.history.data() + entry.first * stride;
  WallPoint* point = c.points.data() + entry.first;
  int kept = 0;
  for (int k = 0; k < now.count; ++k) {
    const WallTouch& t = now.touch[k];
    const double* h = history + static_cast<std::size_t>(k) * stride;
    const Vec3 n = -from_wall(a.walls[entry.wall].pose, t.normal);
    const Vec3 foot = a.p.xr[s].x + t.distance * n - t.shift;
    const double m_eff = equivalent_mass(a.p.vm[s].inv_mass, a.walls[entry.wall], n, foot);
    const Touch touch{.n = n, .delta = r - t.distance, .m_eff = m_eff, .r_eff = r, .dt = a.dt};
    if (!(touch.delta > 0) && !holds(law, touch, h)) {
      a.kernels.book_release(law, m_eff, r, h, 1, sum);
      continue;
    }
    if (kept != k) {
      now.touch[kept] = t;
      point[kept] = point[k];
      if (a.clumps != nullptr)
        a.clumps->damping[entry.first + kept] = a.clumps->damping[entry.first + k];
      std::copy_n(h, stride, history + static_cast<std::size_t>(kept) * stride);
    }
    ++kept;
  }
  std::fill(history + static_cast<std::size_t>(kept) * stride,
            history + static_cast<std::size_t>(now.count) * stride, 0.0);
  for (int k = kept; k < now.count; ++k) point[k] = {};
  now.count = kept;
}

// Of a ball of a clump: they have been looked for.
bool known_touches(const WallArgs& a, const WallEntry& entry, const WallContacts& c,
                   WallTouches& now) {
  if (a.clumps == nullptr) return false;
  const std::uint16_t count = a.clumps->count[static_cast<std::size_t>(&entry - &c.entries[0])];
  if (count == ClumpTouches::kNotLooked) return false;
  now.count = count;
  std::copy_n(&a.clumps->touch[entry.first], count, &now.touch[0]);
  return true;
}

// One entry of touch_walls_singly().
void touch_singly(const WallArgs& a, WallEntry& entry, WallContacts& c, WallTouches& now,
                  kernel::LossSum& sum) {
  const kernel::PairLaw& law = a.laws.laws[static_cast<std::size_t>(law_at_wall(a, entry))];
  const auto stride = static_cast<std::size_t>(a.laws.stride);
  const bool damped = a.clumps != nullptr && law.damping_by_mass;
  meet_wall(a, law, entry, c, now, sum);
  for (int k = 0; k < now.count; ++k) {
    const std::size_t number = entry.first + static_cast<std::size_t>(k);
    WallPoint& at = c.points[number];
    const WallLane lane = wall_lane(a, a.walls[entry.wall], entry.row, now.touch[k], at);
    double* const kept = c.history.data() + number * stride;
    double h[kernel::kMaxHistory] = {};
    std::copy_n(kept, law.history, h);
    const double damping = damped ? a.clumps->damping[number] : 1.0;
    const LawAnswer answer =
        law_of_contact(law, lane.touch, lane.inverse_mass, lane.before, damping, h);
    std::copy_n(h, law.history, kept);
    keep_answer(lane.arm, answer.push, answer.tangential, answer.couple, at);
    for (int channel = 0; channel < kernel::kLosses; ++channel)
      sum.value[channel].add(answer.lost.channel[channel]);
    sum.deepest = std::max(sum.deepest, at.overlap / lane.touch.r_eff);
  }
}

}  // namespace

void meet_wall(const WallArgs& a, const kernel::PairLaw& law, WallEntry& entry, WallContacts& c,
               WallTouches& now, kernel::LossSum& sum) {
  const std::uint32_t s = entry.row;
  if (!known_touches(a, entry, c, now)) {
    now.power = law.power;
    touch_ball(a, entry.wall, a.p.xr[s].x, a.p.xr[s].r + law.range, now);
  }
  if (now.count == 0 && entry.touching == 0) {
    entry.quiet = quiet_until(a, entry.wall, a.p.xr[s], law.range, now);
    now.count = 0;
    return;
  }
  if (!unchanged(a, now, entry, c)) carry_history(a, law, now, entry, c, sum);
  if (law.asks_holds()) end_unheld(a, law, s, entry, c, now, sum);
  entry.touching = static_cast<std::uint16_t>(now.count);
}

void touch_walls_singly(const WallArgs& args, std::size_t first, std::size_t last,
                        WallContacts& contacts, kernel::LossSum& losses) {
  WallTouches now;
  for (std::size_t k = first; k < last; ++k)
    if (!is_quiet(contacts.entries[k], args.approach))
      touch_singly(args, contacts.entries[k], contacts, now, losses);
}

}  // namespace scree
