#include "sim/contacts/wall_contacts.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

#include "sim/contacts/wall_meeting.hpp"

namespace scree {
namespace {

using kernel::Block;
using kernel::kBlock;
using kernel::PairLaw;

void fill_lane(const wall_site::Lane& lane, Block& b, int l) {
  const Touch& t = lane.touch;
  for (int k = 0; k < 3; ++k) {
    b.n[k][l] = t.n[k];
    b.v_t[k][l] = t.v_t[k];
    b.w_rel[k][l] = t.w_rel[k];
    b.before[k][l] = lane.before[k];
  }
  b.delta[l] = t.delta;
  b.delta_dot[l] = t.delta_dot;
  b.ri[l] = lane.arm;
  b.m_eff[l] = t.m_eff;
  b.inv_m[l] = lane.inverse_mass;
  b.r_eff[l] = t.r_eff;
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
    b.damping_scale[l] = b.damping_scale[count - 1];
  }
}

void finish(const WallArgs& a, Block& b, int count, const PairLaw& law, WallContacts& c,
            kernel::LossSum& sum) {
  const int stride = a.laws.stride;
  const bool damped = a.clumps != nullptr && law.damping_by_mass;
  for (int l = 0; l < count && damped; ++l) b.damping_scale[l] = a.clumps->damping[b.contact[l]];
  pad(b, count);
  for (int l = 0; l < ((count + 7) & ~7); ++l) {
    const std::uint32_t point = b.contact[std::min(l, count - 1)];
    for (int k = 0; k < law.history; ++k)
      b.history[k][l] = c.history[std::size_t{point} * stride + k];
  }
  (damped ? a.kernels.apply_law_damped : a.kernels.apply_law)(b, count, law, a.dt);
  const kernel::LossesUsed used = kernel::losses_used(law);
  for (int l = 0; l < count; ++l) {
    WallPoint& at = c.points[b.contact[l]];
    for (int k = 0; k < law.history; ++k)
      c.history[std::size_t{b.contact[l]} * stride + k] = b.history[k][l];
    const double push = b.force_n[l] - (law.has_cohesion ? b.pull[l] : 0.0);
    const Vec3 t =
        law.has_tangential ? Vec3{b.force_t[0][l], b.force_t[1][l], b.force_t[2][l]} : Vec3{};
    wall_site::keep_answer(
        b.ri[l], push, t,
        law.has_couple() ? Vec3{b.couple[0][l], b.couple[1][l], b.couple[2][l]} : Vec3{}, at);
    for (int k = 0; k < kernel::kLosses; ++k)
      if (used.channel[k]) sum.value[k].add(b.loss[k][l]);
    sum.deepest = std::max(sum.deepest, at.overlap / b.r_eff[l]);
  }
}

// One entry: current contacts join the block of their law.
void touch_entry(const WallArgs& a, WallEntry& entry, WallContacts& c, std::vector<Block>& blocks,
                 std::vector<int>& counts, WallTouches& now, kernel::LossSum& sum) {
  const int index = law_at_wall(a, entry);
  const PairLaw& law = a.laws.laws[index];
  meet_wall(a, law, entry, c, now, sum);
  const WallSite site(a, law, entry, nullptr);
  for (int k = 0; k < now.count; ++k) {
    Block& b = blocks[index];
    int& n = counts[index];
    b.contact[n] = entry.first + static_cast<std::uint32_t>(k);
    fill_lane(wall_site::lane(site, now.touch[k], c.points[b.contact[n]]), b, n);
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
    if (k + 8 < end && !is_quiet(contacts.entries[k + 8], args.approach))
      fetch(args.p, contacts, contacts.entries[k + 8]);
    if (is_quiet(contacts.entries[k], args.approach)) continue;
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
