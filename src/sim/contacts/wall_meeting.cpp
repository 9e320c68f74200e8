#include "sim/contacts/wall_meeting.hpp"

#include <algorithm>

namespace scree {
namespace {

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
  const WallSite site(a, law, entry, &sum);
  for (int k = 0; k < now.count; ++k) {
    const std::size_t number = entry.first + static_cast<std::size_t>(k);
    WallPoint& at = c.points[number];
    const ContactLosses lost = wall_site::act(site, law, now.touch[static_cast<std::size_t>(k)],
                                              damped ? a.clumps->damping[number] : 1.0,
                                              c.history.data() + number * stride, at);
    for (int channel = 0; channel < kernel::kLosses; ++channel)
      sum.value[channel].add(lost.channel[channel]);
    sum.deepest = std::max(sum.deepest, at.overlap / site.r());
  }
}

}  // namespace

// From where an old contact acted to where a new one does, over the grain's radius; both on the
// wall itself, of whatever image.
double WallSite::displacement(const WallPoint& old, const WallTouch& t) const {
  const Vec3 foot = x() - t.distance * from_wall(wall_.pose, t.normal) - t.shift;
  return norm(a_.images[entry_.wall].nearest(foot - old.point)) / r();
}

bool WallSite::continues(const WallPoint& old, const WallTouches& now, int k) const {
  const auto touch = [&now](int i) -> const WallTouch& {
    return now.touch[static_cast<std::size_t>(i)];
  };
  if (old.feature != touch(k).feature) return false;
  if (!a_.images[entry_.wall].any()) return true;
  const double distance = displacement(old, touch(k));
  for (int other = 0; other < now.count; ++other)
    if (other != k && touch(other).feature == old.feature &&
        displacement(old, touch(other)) < distance)
      return false;
  return distance < 1;
}

bool WallSite::takes_over(const WallPoint& old, const WallTouches& now, int k) const {
  const WallTouch& t = now.touch[static_cast<std::size_t>(k)];
  const bool adjacent = a_.images[entry_.wall].adjacent(wall_, old.feature, t.feature);
  if (!a_.images[entry_.wall].any()) return adjacent;
  // 1.5: the faces of a right angle.
  return displacement(old, t) < (adjacent ? 1.5 : 0.25);
}

void meet_wall(const WallArgs& a, const kernel::PairLaw& law, WallEntry& entry, WallContacts& c,
               WallTouches& now, kernel::LossSum& sum) {
  WallSite site(a, law, entry, &sum);
  wall_site::meet(site, law, a.laws.stride, known_touches(a, entry, c, now), entry,
                  c.points.data() + entry.first,
                  c.history.data() + std::size_t{entry.first} * a.laws.stride, now);
}

void touch_walls_singly(const WallArgs& args, std::size_t first, std::size_t last,
                        WallContacts& contacts, kernel::LossSum& losses) {
  WallTouches now;
  for (std::size_t k = first; k < last; ++k)
    if (!is_quiet(contacts.entries[k], args.approach) && !args.elsewhere(k))
      touch_singly(args, contacts.entries[k], contacts, now, losses);
}

}  // namespace scree
