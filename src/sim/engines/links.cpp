// link_rows: which records act on a row, in the order of the neighbours' ids.
//
// A row's own contacts lie together in the list; those that lower rows store are dealt to their
// higher row by a counting sort. Then each short row is sorted by (id of the neighbour, contact), a
// key that fits into 64 bits. Every thread deals and sorts for a range of rows of its own.
#include <omp.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/rank_sort.hpp"
#include "sim/engines/tiles.hpp"

namespace scree {
namespace {

std::uint32_t higher_row(const NearList& list, std::uint32_t c) {
  return std::max(list.owner[c], list.other[c]);
}
std::uint32_t lower_row(const NearList& list, std::uint32_t c) {
  return std::min(list.owner[c], list.other[c]);
}

// TileLinks::begin, each row filled up to a multiple of kLinks.
void count_links(const NearList& list, std::size_t rows, TileLinks& links) {
  const auto m = static_cast<std::uint32_t>(list.size());
  links.begin.assign(rows + 1, 0);
  for (std::uint32_t c = 0; c < m; ++c) ++links.begin[higher_row(list, c)];
  std::uint32_t sum = 0;
  for (std::size_t s = 0; s < rows; ++s) {
    const std::uint32_t count = links.begin[s] + (list.begin[s + 1] - list.begin[s]);
    links.begin[s] = sum;
    sum += (count + kernel::kLinks - 1) / kernel::kLinks * kernel::kLinks;
  }
  links.begin[rows] = sum;
}

class RowLinks {
 public:
  RowLinks(const Tiles& tiles, const NearList& list, const Particles& p, TileLinks& links)
      : tiles_(tiles), list_(list), p_(p), links_(links) {}

  // `incoming`: contacts that lower rows store with row s; they lie where the links will be.
  void write(std::uint32_t s, std::uint32_t incoming) {
    keys_.clear();
    const std::uint32_t begin = links_.begin[s], end = links_.begin[s + 1];
    std::uint32_t* to = links_.link.data() + begin;
    for (std::uint32_t k = 0; k < incoming; ++k) add(s, to[k]);
    for (std::uint32_t c = list_.begin[s]; c < list_.begin[s + 1]; ++c) add(s, c);
    sort_keys();
    for (const std::uint64_t key : keys_) {
      *to = link_of(s, static_cast<std::uint32_t>(key), to);
      ++to;
    }
    std::fill(to, links_.link.data() + end, 0u);
    if (links_.back)
      std::fill(links_.hit_row.begin() + begin / kernel::kLinks,
                links_.hit_row.begin() + end / kernel::kLinks, static_cast<std::uint16_t>(s));
  }

 private:
  void sort_keys() {
    constexpr std::size_t kShort = 24;
    if (keys_.size() > kShort) return std::sort(keys_.begin(), keys_.end());
    sort_by_rank<kShort>(keys_.data(), keys_.size(), [](std::uint64_t key) { return key; });
  }

  void add(std::uint32_t s, std::uint32_t c) {
    const bool owns = list_.owner[c] == s;
    const std::uint32_t neighbour = owns ? list_.other[c] : list_.owner[c];
    keys_.push_back(std::uint64_t{p_.id[neighbour].value} << 32 | (2 * c + (owns ? 0u : 1u)));
  }

  // The link at `to` of the contact c, given as 2 c or 2 c + 1; notes where it is.
  std::uint32_t link_of(std::uint32_t s, std::uint32_t key, const std::uint32_t* to) {
    const std::uint32_t c = key >> 1;
    if (links_.back)
      (s == lower_row(list_, c) ? links_.at[c].lower : links_.at[c].higher) = hit_of(s, to);
    return 2 * tiles_.record_of[c] + (key & 1u);
  }
  std::uint32_t hit_of(std::uint32_t s, const std::uint32_t* to) const {
    if (s >= tiles_.large) return kernel::kNoHit;
    return static_cast<std::uint32_t>(to - links_.link.data()) |
           (tiles_.waits[s / Tiles::kRows] ? kernel::kSharedHit : 0u);
  }

  const Tiles& tiles_;
  const NearList& list_;
  const Particles& p_;
  TileLinks& links_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace

void link_rows(const Tiles& tiles, const NearList& list, const Particles& p, bool back,
               TileLinks& to) {
  const std::size_t rows = p.size();
  const auto m = static_cast<std::uint32_t>(list.size());
  count_links(list, rows, to);
  const std::size_t links = to.begin.back();
  if (links > to.link.capacity() || links < to.link.capacity() / 2)
    to.link = long_array<std::uint32_t, RawVector<std::uint32_t>>(links + links / 64);
  to.link.resize(links);
  to.back = back;
  to.at.resize(back ? m : 0);
  to.hit.assign(back ? links / kernel::kLinks : 0, 0);
  to.hit_row.resize(to.hit.size());
  std::vector<std::uint32_t> next(to.begin.begin(), to.begin.end() - 1);
#pragma omp parallel
  {
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    const auto lo = static_cast<std::uint32_t>(rows * me / threads);
    const auto hi = static_cast<std::uint32_t>(rows * (me + 1) / threads);
    // Contacts that end in rows below hi are stored with rows below hi.
    const std::uint32_t last = list.begin.empty() ? m : list.begin[hi];
    for (std::uint32_t c = 0; c < last; ++c) {
      const std::uint32_t row = higher_row(list, c);
      if (row >= lo && row < hi) to.link[next[row]++] = c;
    }
    RowLinks writer(tiles, list, p, to);
    for (std::uint32_t s = lo; s < hi; ++s) writer.write(s, next[s] - to.begin[s]);
  }
}

std::size_t TileLinks::memory_bytes() const {
  return (begin.capacity() + link.capacity()) * sizeof(std::uint32_t) +
         at.capacity() * sizeof(kernel::LinkPositions) + hit.capacity() +
         hit_row.capacity() * sizeof(std::uint16_t);
}

}  // namespace scree
