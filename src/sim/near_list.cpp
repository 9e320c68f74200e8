#include "sim/near_list.hpp"

#include <omp.h>

#include <algorithm>

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
               double reach, std::vector<std::uint8_t>& flags, std::vector<std::uint32_t>& begin) {
  const auto n = static_cast<std::int64_t>(p.size());
  const Vec3 length = box.lengths(), inverse = box.inverse_lengths();
  const bool periodic = box.any();
  flags.resize(candidates.other.size());
  begin.assign(p.size() + 1, 0);
#pragma omp parallel for schedule(static)
  for (std::int64_t s = 0; s < n; ++s) {
    std::uint32_t count = 0;
    for (std::uint32_t c = candidates.begin[s]; c < candidates.begin[s + 1]; ++c) {
      const PositionRadius& other = p.xr[candidates.other[c]];
      const bool near = periodic ? within_reach(p.xr[s], other, reach, length, inverse)
                                 : within_reach(p.xr[s], other, reach);
      flags[c] = near;
      count += near;
    }
    begin[s] = count;
  }
  prefix_sum(begin);
}

// Room for n without the slack of growing by doubling; what was in it is lost.
template <class T>
void make_room(std::vector<T>& v, std::size_t n) {
  if (n > v.capacity() || n < v.capacity() / 2) {
    std::vector<T>().swap(v);
    v.reserve(n + n / 16);
  }
  v.resize(n);
}

struct Kept {
  std::vector<std::uint32_t> begin, other;
  std::vector<double> history;
  std::vector<Vec3> force;
  std::vector<std::uint8_t> touching;
};

// Fills row s: partners that are near, and what was known of them. Both rows are sorted by id.
void fill_row(std::size_t s, const NeighborList& candidates, std::span<const std::uint8_t> flags,
              const Particles& p, const Kept& old, int stride, NearList& list) {
  std::uint32_t to = list.begin[s];
  std::uint32_t from = s + 1 < old.begin.size() ? old.begin[s] : 0;
  const std::uint32_t from_end = s + 1 < old.begin.size() ? old.begin[s + 1] : 0;
  for (std::uint32_t c = candidates.begin[s]; c < candidates.begin[s + 1]; ++c) {
    if (!flags[c]) continue;
    const std::uint32_t partner = candidates.other[c];
    list.owner[to] = static_cast<std::uint32_t>(s);
    list.other[to] = partner;
    while (from < from_end && p.id[old.other[from]] < p.id[partner]) ++from;
    const bool known = from < from_end && old.other[from] == partner;
    list.record[to] = {};
    if (known && old.touching[from]) {
      list.record[to].force = old.force[from];
      list.record[to].touching = 1;
    }
    for (int k = 0; k < stride; ++k)
      list.history[std::size_t{to} * stride + k] =
          known ? old.history[std::size_t{from} * stride + k] : 0.0;
    ++to;
  }
}

// in_contact by counting sort over the partners. Every thread scans all contacts and places those
// that end in its rows; contacts come in the order of the owners' rows, so only short rows need to
// be put into the order of ids.
void index_incoming(const Particles& p, NearList& list) {
  const std::size_t n = p.size(), m = list.other.size();
  list.in_begin.assign(n + 1, 0);
  for (std::size_t c = 0; c < m; ++c) ++list.in_begin[list.other[c]];
  for (std::uint32_t& count : list.in_begin) count = (count + 3) & ~3u;
  prefix_sum(list.in_begin);
  make_room(list.in_contact, list.in_begin.back() + kernel::kGatherAhead);
  std::fill(list.in_contact.begin(), list.in_contact.end(), static_cast<std::uint32_t>(m));
  std::vector<std::uint32_t> next(list.in_begin.begin(), list.in_begin.end() - 1);
#pragma omp parallel
  {
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    const std::size_t lo = n * me / threads, hi = n * (me + 1) / threads;
    for (std::size_t c = 0; c < m; ++c) {
      const std::uint32_t partner = list.other[c];
      if (partner >= lo && partner < hi)
        list.in_contact[next[partner]++] = static_cast<std::uint32_t>(c);
    }
    for (std::size_t s = lo; s < hi; ++s) {
      const auto first = list.in_contact.begin() + list.in_begin[s];
      const auto last = list.in_contact.begin() + next[s];
      for (auto it = first; it != last; ++it) {  // insertion sort by the owner's id
        const std::uint32_t c = *it;
        auto to = it;
        while (to != first && p.id[list.owner[*(to - 1)]] > p.id[list.owner[c]])
          *to = *(to - 1), --to;
        *to = c;
      }
    }
  }
}

}  // namespace

void refine(const NeighborList& candidates, const Particles& p, const PeriodicBox& box,
            const NearSettings& settings, NearList& list) {
  static thread_local std::vector<std::uint8_t> flags;
  Kept old;
  old.touching.resize(list.record.size());
  old.force.resize(list.record.size());
#pragma omp parallel for schedule(static)
  for (std::size_t c = 0; c < list.record.size(); ++c) {
    old.touching[c] = list.record[c].touching > 0;
    old.force[c] = list.record[c].force;
  }
  old.begin.swap(list.begin);
  old.other.swap(list.other);
  old.history.swap(list.history);
  mark_near(candidates, p, box, settings.reach, flags, list.begin);
  const std::size_t m = list.begin.back();
  make_room(list.owner, m);
  make_room(list.other, m);
  make_room(list.history, m * static_cast<std::size_t>(settings.stride));
  make_room(list.record, m + 1);
  list.record.back() = {};
  list.rolling.assign(settings.rolling ? m + 1 : 0, Vec3{});
  const std::span<const std::uint8_t> marked = flags;
#pragma omp parallel for schedule(static)
  for (std::int64_t s = 0; s < static_cast<std::int64_t>(p.size()); ++s)
    fill_row(static_cast<std::size_t>(s), candidates, marked, p, old, settings.stride, list);
  index_incoming(p, list);
}

void permute_rows(std::span<const std::uint32_t> order, int stride, NearList& list) {
  const std::size_t old_rows = list.begin.empty() ? 0 : list.begin.size() - 1;
  std::vector<std::uint32_t> new_row(std::max(old_rows, order.size()), Particles::kNoSlot);
  for (std::size_t r = 0; r < order.size(); ++r) new_row[order[r]] = static_cast<std::uint32_t>(r);
  NearList out;
  out.begin.assign(order.size() + 1, 0);
  const auto count = [&](std::size_t r) {
    return order[r] < old_rows ? list.begin[order[r] + 1] - list.begin[order[r]] : 0u;
  };
  for (std::size_t r = 0; r < order.size(); ++r) out.begin[r] = count(r);
  prefix_sum(out.begin);
  out.other.resize(out.begin.back());
  out.record.resize(out.begin.back() + 1);
  out.history.resize(std::size_t{out.begin.back()} * stride);
  for (std::size_t r = 0; r < order.size(); ++r) {
    for (std::uint32_t k = 0; k < count(r); ++k) {
      const std::uint32_t from = list.begin[order[r]] + k, to = out.begin[r] + k;
      out.other[to] = new_row[list.other[from]];
      out.record[to] = list.record[from];
      std::copy_n(list.history.begin() + std::size_t{from} * stride, stride,
                  out.history.begin() + std::size_t{to} * stride);
    }
  }
  list = std::move(out);
}

std::size_t NearList::memory_bytes() const {
  return (begin.capacity() + owner.capacity() + other.capacity() + in_begin.capacity() +
          in_contact.capacity()) *
             sizeof(std::uint32_t) +
         history.capacity() * sizeof(double) + record.capacity() * sizeof(kernel::ContactRecord) +
         rolling.capacity() * sizeof(Vec3);
}

}  // namespace scree
