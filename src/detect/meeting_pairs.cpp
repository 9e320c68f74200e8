#include "detect/meeting_pairs.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

#include "detect/blocks.hpp"

namespace scree::detect {
namespace {

using geometry::Site;
using geometry::Triangulation;

// Doubts are decided towards deep, towards meeting and towards uncertain. The products that are
// compared are off by a few 2^-52 of their terms.
constexpr double kDoubt = 0x1p-40;
constexpr std::uint32_t kNone = 0xffffffffu;

enum class Relation : std::uint8_t { apart, meeting, deep, buried };

Relation relation(double d2, double wa, double wb) {
  const double sum = wa + wb, power = d2 - sum;  // of the pair: pi in the theory
  if (power > kDoubt * sum)
    return power * power <= 4 * (1 + kDoubt) * wa * wb ? Relation::meeting : Relation::apart;
  return d2 > (1 + kDoubt) * std::abs(wa - wb) ? Relation::deep : Relation::buried;
}

Relation relation(const Site& a, const Site& b) { return relation(norm2(a.x - b.x), a.w, b.w); }

// An edge is taken in the cell of the lowest number about it. A cell with a lower neighbour beyond
// a facet at the edge is not that one, which the cell itself tells: entry m of this table lists the
// edges that are left where m has a bit for each lower neighbour, as i << 2 | j. One edge in five
// is left, so most are never measured. Some are left in two cells: PairFilter.
struct EdgesLeft {
  std::uint8_t count[16] = {}, ends[16][6] = {};
  constexpr EdgesLeft() {
    for (int lower = 0; lower < 16; ++lower)
      for (int i = 0; i < 4; ++i)
        for (int j = i + 1; j < 4; ++j) {
          const int beyond = 15 & ~(1 << i | 1 << j);
          if ((lower & beyond) == 0)
            ends[lower][count[lower]++] = static_cast<std::uint8_t>(i << 2 | j);
        }
  }
};
constexpr EdgesLeft kLeft;

// No branch depends on the distances: half of them decide one way, half the other.
void scan_cells(const Triangulation& t, std::uint32_t from, std::uint32_t to,
                std::vector<SitePair>& out) {
  const std::size_t sites = t.sites();
  out.resize(std::size_t{6} * (to - from));
  SitePair* end = out.data();
  for (std::uint32_t c = from; c < to; ++c) {
    if (!t.live(c)) continue;
    const auto& v = t.vertices_of(c);
    const auto& n = t.neighbours_of(c);
    int lower = 0;
    for (int k = 0; k < 4; ++k) lower |= int{n[k] >> 2 < c} << k;
    for (int e = 0; e < kLeft.count[lower]; ++e) {
      const std::uint32_t a = v[kLeft.ends[lower][e] >> 2], b = v[kLeft.ends[lower][e] & 3];
      const SitePair pair{std::min(a, b), std::max(a, b)};
      if (pair[1] >= sites) continue;  // the infinite vertex, or a helper: seldom
      const Site &p = t.site(pair[0]), &q = t.site(pair[1]);
      const double sum = p.w + q.w, power = norm2(p.x - q.x) - sum;
      *end = pair;
      end += int{power <= kDoubt * sum} | int{power * power <= 4 * (1 + kDoubt) * p.w * q.w};
    }
  }
  out.resize(static_cast<std::size_t>(end - out.data()));
}

bool any_hidden(const Triangulation& t) {
  for (std::uint32_t v = 0; v < t.sites(); ++v)
    if (t.hidden(v)) return true;
  return false;
}

}  // namespace

bool MeetingPairs::find(const Triangulation& t, int threads) {
  pairs_.clear(), deep_.clear();
  edges_ = 0;
  if (any_hidden(t)) return false;
  const auto parts = in_blocks<std::vector<SitePair>>(
      t.cell_slots(), threads,
      [&t](std::uint32_t from, std::uint32_t to, std::vector<SitePair>& part) {
        scan_cells(t, from, to, part);
      });
  for (const auto& part : parts) pairs_.insert(pairs_.end(), part.begin(), part.end());
  filter_.find_first(pairs_, t.sites(), threads, first_);
  bool buried = false;
  std::size_t kept = 0;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    if (!first_[p]) continue;
    const SitePair pair = pairs_[kept++] = pairs_[p];
    const Relation r = relation(t.site(pair[0]), t.site(pair[1]));
    if (r != Relation::meeting) deep_.push_back(pair);
    buried |= r == Relation::buried;
  }
  pairs_.resize(edges_ = kept);
  if (buried) return false;
  if (!deep_.empty()) close_triangles(t, threads);
  return true;
}

// Ends: every round finds a pair that was not there.
void MeetingPairs::close_triangles(const Triangulation& t, int threads) {
  for (;;) {
    list_partners(t.sites());
    try_triangles(t, threads);
    if (fresh_.empty()) return;
    for (const SitePair& pair : fresh_) {
      pairs_.push_back(pair);
      if (relation(t.site(pair[0]), t.site(pair[1])) != Relation::meeting) deep_.push_back(pair);
    }
  }
}

void MeetingPairs::list_partners(std::size_t sites) {
  number_.assign(sites, kNone);
  anchor_.clear();
  for (const SitePair& pair : deep_)
    for (const std::uint32_t v : pair)
      if (number_[v] == kNone) {
        number_[v] = static_cast<std::uint32_t>(anchor_.size());
        anchor_.push_back(v);
      }
  const auto fill = [this](const std::vector<SitePair>& pairs, Partners& out) {
    const auto for_each_end = [&](auto f) {
      for (const SitePair& pair : pairs) {
        if (number_[pair[0]] != kNone) f(number_[pair[0]], pair[1]);
        if (number_[pair[1]] != kNone) f(number_[pair[1]], pair[0]);
      }
    };
    out.start.assign(anchor_.size() + 1, 0);
    for_each_end([&out](std::uint32_t k, std::uint32_t) { ++out.start[k]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& s : out.start) sum += s, s = sum;
    out.other.resize(sum);
    for_each_end([&out](std::uint32_t k, std::uint32_t v) { out.other[--out.start[k]] = v; });
  };
  fill(pairs_, all_);
  fill(deep_, far_in_);
}

// For every i and every k that is deep with it: all that k meets with i. What i meets already is
// marked, so that most are dismissed without a distance.
void MeetingPairs::try_triangles(const Triangulation& t, int threads) {
  marks_.resize(static_cast<std::size_t>(std::max(threads, 1)));
  for (auto& mark : marks_) mark.assign(t.sites(), kNone);
  const auto parts = in_blocks<std::vector<SitePair>>(
      anchor_.size(), threads,
      [&](std::uint32_t from, std::uint32_t to, std::vector<SitePair>& part) {
        std::vector<std::uint32_t>& mark = marks_[static_cast<std::size_t>(omp_get_thread_num())];
        for (std::uint32_t a = from; a < to; ++a) {
          const std::uint32_t i = anchor_[a];
          mark[i] = i;
          for (const std::uint32_t j : all_.of(a)) mark[j] = i;
          for (const std::uint32_t k : far_in_.of(a))
            for (const std::uint32_t j : all_.of(number_[k])) {
              if (mark[j] == i || relation(t.site(i), t.site(j)) == Relation::apart) continue;
              mark[j] = i;
              part.push_back({std::min(i, j), std::max(i, j)});
            }
        }
      });
  fresh_.clear();
  for (const auto& part : parts) fresh_.insert(fresh_.end(), part.begin(), part.end());
  std::sort(fresh_.begin(), fresh_.end());
  fresh_.erase(std::unique(fresh_.begin(), fresh_.end()), fresh_.end());
}

}  // namespace scree::detect
