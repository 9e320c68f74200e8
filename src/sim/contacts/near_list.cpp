#include "sim/contacts/near_list.hpp"

#include <omp.h>

#include <algorithm>
#include <utility>

namespace scree {
namespace {

// Exclusive prefix sum of counts[0..n) in place; counts[n] becomes the total.
void prefix_sum(std::vector<std::uint32_t>& counts) {
  std::uint32_t sum = 0;
  for (std::uint32_t& c : counts) {
    const std::uint32_t here = c;
    c = sum;
    sum += here;
  }
}

// flags[c] = 1 for candidates within reach; begin = row starts of what remains.
void mark_near(const NeighborList& candidates, const Particles& p, const PeriodicBox& box,
               const NearSettings& settings, std::vector<std::uint8_t>& flags,
               std::vector<std::uint32_t>& begin) {
  const auto n = static_cast<std::int64_t>(p.size());
  const Vec3 length = box.lengths(), inverse = box.inverse_lengths();
  const bool periodic = box.any(), tilted = box.tilted();
  flags.resize(candidates.other.size());
  begin.assign(p.size() + 1, 0);
#pragma omp parallel for schedule(static)
  for (std::int64_t s = 0; s < n; ++s) {
    std::uint32_t count = 0;
    for (std::uint32_t c = candidates.begin[s]; c < candidates.begin[s + 1]; ++c) {
      const std::uint32_t partner = candidates.other[c];
      const PositionRadius& other = p.xr[partner];
      const double reach =
          settings.all ? 0 : settings.reach + settings.skin[s] + settings.skin[partner];
      const bool near =
          settings.all ||
          (tilted     ? spheres_within(box.nearest(other.x - p.xr[s].x), p.xr[s].r, other.r, reach)
           : periodic ? within_reach(p.xr[s], other, reach, length, inverse)
                      : within_reach(p.xr[s], other, reach));
      flags[c] = near;
      count += near;
    }
    begin[s] = count;
  }
  prefix_sum(begin);
}

// Room for n without the slack of growing by doubling; what was in it is lost.
template <class T>
void make_room(RawVector<T>& v, std::size_t n) {
  if (n > v.capacity() || n < v.capacity() / 2) {
    RawVector<T>().swap(v);
    v = long_array<T, RawVector<T>>(n + n / 64);
  }
  v.resize(n);
}

// Fills row s: partners that are near, and what was known of them. Both rows are sorted by id.
void fill_row(std::uint32_t s, const NeighborList& candidates, std::span<const std::uint8_t> flags,
              const Particles& p, const KeptContacts& old, const NearSettings& settings,
              NearList& list) {
  const int stride = settings.stride;
  std::uint32_t to = list.begin[s];
  std::uint32_t from = s + 1 < old.begin.size() ? old.begin[s] : 0;
  const std::uint32_t from_end = s + 1 < old.begin.size() ? old.begin[s + 1] : 0;
  for (std::uint32_t c = candidates.begin[s]; c < candidates.begin[s + 1]; ++c) {
    if (!flags[c]) continue;
    const std::uint32_t partner = candidates.other[c];
    const bool first = p.id[s] < p.id[partner];
    list.owner[to] = first ? s : partner;
    list.other[to] = first ? partner : s;
    while (from < from_end && p.id[old.partner_of(s, from)] < p.id[partner]) ++from;
    const bool known = from < from_end && old.partner_of(s, from) == partner;
    list.last[to] = known ? old.last[from] : kernel::LastForce{};
    for (int k = 0; k < stride; ++k)
      list.history[std::size_t{to} * stride + k] =
          known ? old.history[std::size_t{from} * stride + k] : 0.0;
    ++to;
  }
}

}  // namespace

void refine(const NeighborList& candidates, const Particles& p, const PeriodicBox& box,
            const NearSettings& settings, NearList& list) {
  static thread_local std::vector<std::uint8_t> flags;
  const KeptContacts& old = list.spare;
  std::swap(static_cast<KeptContacts&>(list), list.spare);
  mark_near(candidates, p, box, settings, flags, list.begin);
  const std::size_t m = list.begin.back();
  make_room(list.owner, m);
  make_room(list.other, m);
  make_room(list.history, m * static_cast<std::size_t>(settings.stride));
  make_room(list.last, m);
  const std::span<const std::uint8_t> marked = flags;
#pragma omp parallel for schedule(static)
  for (std::int64_t s = 0; s < static_cast<std::int64_t>(p.size()); ++s)
    fill_row(static_cast<std::uint32_t>(s), candidates, marked, p, old, settings, list);
}

std::vector<float> work_of_rows(const NearList& list, std::size_t rows) {
  constexpr float kMotion = 20, kPair = 3, kContact = 30;
  std::vector<float> work(rows, kMotion);
  if (list.begin.size() != rows + 1) return work;
#pragma omp parallel for schedule(static)
  for (std::size_t s = 0; s < rows; ++s)
    for (std::uint32_t c = list.begin[s]; c < list.begin[s + 1]; ++c)
      work[s] += list.touching(c) ? kPair + kContact : kPair;
  return work;
}

void permute_rows(std::span<const std::uint32_t> order, const Particles& p, int stride,
                  NearList& list) {
  const std::size_t rows = order.size(), m = list.size();
  std::vector<std::uint32_t> new_row(rows, Particles::kNoRow);
  for (std::size_t r = 0; r < rows; ++r) new_row[order[r]] = static_cast<std::uint32_t>(r);
  NearList out;
  out.begin.assign(rows + 1, 0);
  for (std::size_t c = 0; c < m; ++c)
    ++out.begin[std::min(new_row[list.owner[c]], new_row[list.other[c]])];
  prefix_sum(out.begin);
  std::vector<std::uint32_t> from(m), next(out.begin.begin(), out.begin.end() - 1);
  for (std::size_t c = 0; c < m; ++c)
    from[next[std::min(new_row[list.owner[c]], new_row[list.other[c]])]++] =
        static_cast<std::uint32_t>(c);
  out.owner.resize(m), out.other.resize(m), out.last.resize(m);
  out.history.resize(m * static_cast<std::size_t>(stride));
  for (std::size_t r = 0; r < rows; ++r) {
    const auto partner = [&](std::uint32_t c) {
      return p.id[new_row[list.partner_of(order[r], c)]];
    };
    std::sort(from.begin() + out.begin[r], from.begin() + out.begin[r + 1],
              [&](std::uint32_t a, std::uint32_t b) { return partner(a) < partner(b); });
  }
  for (std::size_t to = 0; to < m; ++to) {
    const std::uint32_t c = from[to];
    out.owner[to] = new_row[list.owner[c]];
    out.other[to] = new_row[list.other[c]];
    out.last[to] = list.last[c];
    std::copy_n(list.history.begin() + std::size_t{c} * stride, stride,
                out.history.begin() + to * stride);
  }
  list = std::move(out);
}

std::vector<std::uint32_t> drop_rows(std::span<const std::uint32_t> new_row, std::size_t rows,
                                     int stride, NearList& list) {
  const auto width = static_cast<std::size_t>(stride);
  list.begin.assign(rows + 1, 0);
  std::vector<std::uint32_t> kept;
  std::size_t to = 0;
  for (std::size_t c = 0; c < list.size(); ++c) {
    const std::uint32_t i = new_row[list.owner[c]], j = new_row[list.other[c]];
    if (i == Particles::kNoRow || j == Particles::kNoRow) continue;
    ++list.begin[std::min(i, j)];
    kept.push_back(static_cast<std::uint32_t>(c));
    list.owner[to] = i;
    list.other[to] = j;
    list.last[to] = list.last[c];
    for (std::size_t k = 0; k < width; ++k)
      list.history[to * width + k] = list.history[c * width + k];
    ++to;
  }
  prefix_sum(list.begin);
  list.owner.resize(to), list.other.resize(to), list.last.resize(to);
  list.history.resize(to * width);
  return kept;
}

std::size_t KeptContacts::memory_bytes() const {
  return (begin.capacity() + owner.capacity() + other.capacity()) * sizeof(std::uint32_t) +
         history.capacity() * sizeof(double) + last.capacity() * sizeof(kernel::LastForce);
}

std::size_t NearList::memory_bytes() const {
  return KeptContacts::memory_bytes() + spare.memory_bytes();
}

std::vector<std::uint32_t> touching_in_order(const NearList& list, const Particles& p) {
  const auto m = static_cast<std::uint32_t>(list.size());
  std::vector<std::uint32_t> begin(p.next_id() + 1, 0);
  for (std::uint32_t c = 0; c < m; ++c)
    if (list.touching(c)) ++begin[p.id[list.owner[c]].value];
  prefix_sum(begin);
  std::vector<std::uint32_t> order(begin.back()), next = begin;
  for (std::uint32_t c = 0; c < m; ++c)
    if (list.touching(c)) order[next[p.id[list.owner[c]].value]++] = c;
  for (std::size_t i = 0; i + 1 < begin.size(); ++i)
    std::sort(order.begin() + begin[i], order.begin() + begin[i + 1],
              [&](std::uint32_t a, std::uint32_t b) {
                return p.id[list.other[a]] < p.id[list.other[b]];
              });
  return order;
}

}  // namespace scree
