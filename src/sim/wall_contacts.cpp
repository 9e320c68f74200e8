#include "sim/wall_contacts.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

#include "sim/feature_match.hpp"

namespace scree {
namespace {

using kernel::Block;
using kernel::kBlock;
using kernel::PairLaw;

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

// The histories of the points before are handed to the touches of now: by feature, and where a
// feature is new, from a neighbouring one that is left.
void carry_history(const WallArgs& a, const PairLaw& law, const WallTouches& now,
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

// (3.1) to (3.6) for a partner of infinite radius.
void fill_lane(const WallArgs& a, const Wall& wall, std::uint32_t s, const WallTouch& t, Block& b,
               int l, WallPoint& at) {
  const double r = a.p.xr[s].r;
  const Vec3 n = -from_wall(wall.pose, t.normal);
  const double delta = r - t.distance;
  const double arm = r - a.lever * delta;
  const Vec3 point = a.p.xr[s].x + arm * n - t.shift;  // on the wall, not on its image
  Vec3 v_wall = wall.pose.v + cross(wall.pose.omega, point - wall.pose.x);
  const bool belt = wall.surface.any();
  if (belt) v_wall += belt_velocity(wall, point, n);
  const Vec3 dv = v_wall - a.p.vm[s].v;
  const double vn = dot(dv, n);
  const Vec3 v_t = (dv - vn * n) + cross(n, arm * a.p.ws[s].omega);
  const Vec3 w = a.p.ws[s].omega - (belt ? wall.pose.omega + belt_spin(wall) : wall.pose.omega);
  // The law knows its own force, not that times the slope.
  const bool plain = t.slope == 1 || !(t.slope > 0);
  const Vec3 before = plain ? at.force : at.force + ((1 / t.slope - 1) * dot(at.force, n)) * n;
  for (int k = 0; k < 3; ++k) {
    b.n[k][l] = n[k];
    b.v_t[k][l] = v_t[k];
    b.w_rel[k][l] = w[k];
    b.before[k][l] = before[k];
  }
  b.delta[l] = delta;
  b.delta_dot[l] = -t.slope * vn;
  b.ri[l] = arm;
  b.m_eff[l] = equivalent_mass(a.p.vm[s].inv_mass, wall, n, point);
  b.inv_m[l] = 1.0 / b.m_eff[l];
  b.r_eff[l] = r;
  at.point = point;
  at.normal = n;
  at.overlap = delta;
  at.slope = t.slope;
  at.feature = t.feature;
}

void pad(Block& b, int count) {
  for (int l = count; l % 8 != 0; ++l) {
    for (int k = 0; k < 3; ++k) {
      b.n[k][l] = b.n[k][count - 1];
      b.v_t[k][l] = b.v_t[k][count - 1];
      b.w_rel[k][l] = b.w_rel[k][count - 1];
      b.before[k][l] = b.before[k][count - 1];
    }
    b.delta[l] = b.delta[count - 1];
    b.delta_dot[l] = b.delta_dot[count - 1];
    b.m_eff[l] = b.m_eff[count - 1];
    b.inv_m[l] = b.inv_m[count - 1];
    b.r_eff[l] = b.r_eff[count - 1];
  }
}

void finish(const WallArgs& a, Block& b, int count, const PairLaw& law, WallContacts& c,
            kernel::LossSum& sum) {
  const int stride = a.laws.stride;
  pad(b, count);
  for (int l = 0; l < ((count + 7) & ~7); ++l) {
    const std::uint32_t point = b.contact[std::min(l, count - 1)];
    for (int k = 0; k < law.history; ++k)
      b.history[k][l] = c.history[std::size_t{point} * stride + k];
  }
  a.kernels.apply_law(b, count, law, a.dt);
  const kernel::LossesUsed used = kernel::losses_used(law);
  for (int l = 0; l < count; ++l) {
    WallPoint& at = c.points[b.contact[l]];
    for (int k = 0; k < law.history; ++k)
      c.history[std::size_t{b.contact[l]} * stride + k] = b.history[k][l];
    const double push = b.force_n[l] - (law.has_cohesion ? b.pull[l] : 0.0);
    const Vec3 t =
        law.has_tangential ? Vec3{b.force_t[0][l], b.force_t[1][l], b.force_t[2][l]} : Vec3{};
    at.force = -(at.slope * push) * at.normal + t;
    at.tangential = t;
    at.torque = b.ri[l] * cross(at.normal, t);
    at.couple = law.has_couple() ? Vec3{b.couple[0][l], b.couple[1][l], b.couple[2][l]} : Vec3{};
    at.torque += at.couple;
    for (int k = 0; k < kernel::kLosses; ++k)
      if (used.channel[k]) sum.value[k].add(b.loss[k][l]);
    sum.deepest = std::max(sum.deepest, at.overlap / b.r_eff[l]);
  }
}

// For an entry that does not touch. The distance from a surface changes no faster than the point,
// behind a one-sided piece without its sign. A hundredth of the gap, and gaps below 1e-9 of the
// radius, are for rounding.
float quiet_until(const WallArgs& a, std::uint16_t wall, const PositionRadius& grain, double range,
                  WallTouches& near) {
  const double reach = grain.r + range;
  near.power = 0;
  a.images[wall].touch(a.walls[wall], grain.x, reach + a.left, near);
  double gap = a.left;
  for (int k = 0; k < near.count; ++k)
    gap = std::min(gap, std::abs(near.touch[k].distance) - reach);
  return gap > 1e-9 * grain.r ? static_cast<float>(a.way + 0.99 * gap) : -1.0f;
}

// Beyond the surface a touch is a contact only while a part of its law says so. Histories and
// forces lie with the touches of now.
void end_unheld(const WallArgs& a, const PairLaw& law, std::uint32_t s, const WallEntry& entry,
                WallContacts& c, WallTouches& now, kernel::LossSum& sum) {
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
      std::copy_n(h, stride, history + static_cast<std::size_t>(kept) * stride);
    }
    ++kept;
  }
  std::fill(history + static_cast<std::size_t>(kept) * stride,
            history + static_cast<std::size_t>(now.count) * stride, 0.0);
  for (int k = kept; k < now.count; ++k) point[k] = {};
  now.count = kept;
}

// One entry: touches of now take over the histories and join the block of their law.
void touch_entry(const WallArgs& a, WallEntry& entry, WallContacts& c, std::vector<Block>& blocks,
                 std::vector<int>& counts, WallTouches& now, kernel::LossSum& sum) {
  const Wall& wall = a.walls[entry.wall];
  const std::uint32_t s = entry.row;
  const int index = a.laws.index[a.p.ws[s].material * a.laws.materials + wall.material.value];
  const PairLaw& law = a.laws.laws[index];
  now.power = law.power;
  a.images[entry.wall].touch(wall, a.p.xr[s].x, a.p.xr[s].r + law.range, now);
  if (now.count == 0 && entry.touching == 0) {
    entry.quiet = quiet_until(a, entry.wall, a.p.xr[s], law.range, now);
    return;
  }
  if (!unchanged(a, now, entry, c)) carry_history(a, law, now, entry, c, sum);
  if (law.asks_holds()) end_unheld(a, law, s, entry, c, now, sum);
  entry.touching = static_cast<std::uint16_t>(now.count);
  for (int k = 0; k < now.count; ++k) {
    Block& b = blocks[index];
    int& n = counts[index];
    b.contact[n] = entry.first + static_cast<std::uint32_t>(k);
    fill_lane(a, wall, s, now.touch[k], b, n, c.points[entry.first + k]);
    if (++n == kBlock) finish(a, b, std::exchange(n, 0), law, c, sum);
  }
}

}  // namespace

void renew_entries(const Particles& p, std::span<const Wall> walls,
                   std::span<const WallImages> images, double reach, int stride,
                   std::span<const ParticleId> id_of_old_row, int threads, WallContacts& contacts) {
  WallContacts old = std::move(contacts);
  contacts = {};
  const auto rows = static_cast<std::int64_t>(p.size());
  std::vector<std::vector<WallEntry>> found(static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  {
    std::vector<WallEntry>& mine = found[static_cast<std::size_t>(omp_get_thread_num())];
    WallTouches touches;
#pragma omp for schedule(static)
    for (std::int64_t s = 0; s < rows; ++s) {
      if (p.ws[s].flags & (kFixed | kShaped)) continue;
      for (std::size_t w = 0; w < walls.size(); ++w) {
        images[w].touch(walls[w], p.xr[s].x, p.xr[s].r + reach, touches);
        if (touches.count > 0)
          mine.push_back({static_cast<std::uint32_t>(s), static_cast<std::uint16_t>(w), 0, 0});
      }
    }
  }
  std::uint32_t points = 0;
  for (const auto& part : found)
    for (WallEntry e : part) {
      e.first = points;
      points += static_cast<std::uint32_t>(images[e.wall].max_contacts(walls[e.wall]));
      contacts.entries.push_back(e);
    }
  contacts.points.resize(points);
  contacts.history.assign(std::size_t{points} * stride, 0.0);

  contacts.by_id.resize(contacts.entries.size());
  for (std::uint32_t k = 0; k < contacts.by_id.size(); ++k) contacts.by_id[k] = k;
  std::sort(contacts.by_id.begin(), contacts.by_id.end(), [&](std::uint32_t a, std::uint32_t b) {
    const WallEntry &x = contacts.entries[a], &y = contacts.entries[b];
    return p.id[x.row] != p.id[y.row] ? p.id[x.row] < p.id[y.row] : x.wall < y.wall;
  });

  // Old and new entries, both in (id, wall) order: hand over what touches.
  std::size_t o = 0;
  for (const std::uint32_t k : contacts.by_id) {
    WallEntry& now = contacts.entries[k];
    const auto key = std::pair(p.id[now.row], now.wall);
    const auto old_key = [&](std::size_t m) {
      const WallEntry& e = old.entries[old.by_id[m]];
      return std::pair(id_of_old_row[e.row], e.wall);
    };
    while (o < old.by_id.size() && old_key(o) < key) ++o;
    if (o == old.by_id.size() || old_key(o) != key) continue;
    const WallEntry& before = old.entries[old.by_id[o]];
    now.touching = before.touching;
    for (std::uint32_t m = 0; m < before.touching; ++m) {
      contacts.points[now.first + m] = old.points[before.first + m];
      std::copy_n(old.history.begin() + std::size_t{before.first + m} * stride, stride,
                  contacts.history.begin() + std::size_t{now.first + m} * stride);
    }
  }
}

// Points and histories stay where they are: entries know where theirs begin.
void drop_rows(std::span<const std::uint32_t> new_row, WallContacts& contacts) {
  constexpr std::uint32_t gone = Particles::kNoRow;
  std::vector<std::uint32_t> moved(contacts.entries.size(), gone);
  std::uint32_t to = 0;
  for (std::uint32_t k = 0; k < contacts.entries.size(); ++k) {
    WallEntry entry = contacts.entries[k];
    entry.row = new_row[entry.row];
    if (entry.row == gone) continue;
    contacts.entries[to] = entry;
    moved[k] = to++;
  }
  contacts.entries.resize(to);
  std::size_t kept = 0;
  for (const std::uint32_t k : contacts.by_id)
    if (moved[k] != gone) contacts.by_id[kept++] = moved[k];
  contacts.by_id.resize(kept);
}

std::size_t first_entry(const WallContacts& c, std::uint32_t row) {
  const auto it = std::lower_bound(c.entries.begin(), c.entries.end(), row,
                                   [](const WallEntry& e, std::uint32_t s) { return e.row < s; });
  return static_cast<std::size_t>(it - c.entries.begin());
}

namespace {

// Rows and points of an entry, some entries before they are needed: neither lie side by side.
void fetch(const Particles& p, const WallContacts& c, const WallEntry& entry) {
  __builtin_prefetch(&p.xr[entry.row]);
  __builtin_prefetch(&p.vm[entry.row]);
  __builtin_prefetch(&p.ws[entry.row]);
  const char* first = reinterpret_cast<const char*>(&c.points[entry.first]);
  for (std::size_t b = 0; b < sizeof(WallPoint); b += 64) __builtin_prefetch(first + b);
}

}  // namespace

void touch_walls(const WallArgs& args, std::uint32_t first, std::uint32_t last,
                 WallContacts& contacts, std::vector<kernel::Block>& blocks,
                 std::vector<int>& counts, kernel::LossSum& losses) {
  const std::size_t end = first_entry(contacts, last);
  std::size_t k = first_entry(contacts, first);
  if (k == end) return;
  WallTouches now;
  for (; k < end; ++k) {
    if (k + 8 < end && !is_quiet(contacts.entries[k + 8], args.way))
      fetch(args.p, contacts, contacts.entries[k + 8]);
    if (is_quiet(contacts.entries[k], args.way)) continue;
    touch_entry(args, contacts.entries[k], contacts, blocks, counts, now, losses);
  }
  for (std::size_t law = 0; law < blocks.size(); ++law)
    if (const int n = std::exchange(counts[law], 0); n > 0)
      finish(args, blocks[law], n, args.laws.laws[law], contacts, losses);
}

void gather_walls(const WallContacts& c, std::size_t& entry, std::uint32_t first,
                  std::uint32_t last, Vec3* f, Vec3* tq) {
  for (; entry < c.entries.size() && c.entries[entry].row < last; ++entry) {
    const WallEntry& e = c.entries[entry];
    for (std::uint32_t k = 0; k < e.touching; ++k) {
      f[e.row - first] += c.points[e.first + k].force;
      tq[e.row - first] += c.points[e.first + k].torque;
    }
  }
}

std::size_t WallContacts::memory_bytes() const {
  return entries.capacity() * sizeof(WallEntry) + by_id.capacity() * sizeof(std::uint32_t) +
         points.capacity() * sizeof(WallPoint) + history.capacity() * sizeof(double);
}

}  // namespace scree
