#include "detect/meeting_pairs.hpp"

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

// Is the cell the one with the lowest number about the edge of its vertices i and j? Turns until a
// lower one shows.
bool is_first_about(const Triangulation& t, std::uint32_t cell, int i, int j) {
  const std::uint32_t a = t.vertices_of(cell)[i], b = t.vertices_of(cell)[j];
  int out = 0;
  while (out == i || out == j) ++out;
  for (std::uint32_t at = cell;;) {
    const std::uint32_t across = t.neighbours_of(at)[out];
    at = across >> 2;
    if (at <= cell) return at == cell;
    const auto& v = t.vertices_of(at);
    const int in = static_cast<int>(across & 3);
    out = 0;  // neither the way in nor an end of the edge
    while (out == in || v[out] == a || v[out] == b) ++out;
  }
}

struct EdgeScan {
  std::vector<SitePair> pairs, deep;
  bool buried = false;
};

constexpr int kEnds[6][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}};

// Squared lengths of the six edges of a cell, in the order of kEnds.
void squared_lengths(const Triangulation& t, const std::array<std::uint32_t, 4>& v, double* d2,
                     double* w) {
  const Site* s[4] = {&t.site(v[0]), &t.site(v[1]), &t.site(v[2]), &t.site(v[3])};
  for (int e = 0; e < 6; ++e) d2[e] = norm2(s[kEnds[e][0]]->x - s[kEnds[e][1]]->x);
  for (int k = 0; k < 4; ++k) w[k] = s[k]->w;
}

void scan_cells(const Triangulation& t, std::uint32_t from, std::uint32_t to, EdgeScan& out) {
  const std::size_t sites = t.sites();
  double d2[6], w[4];
  for (std::uint32_t c = from; c < to; ++c) {
    if (!t.live(c)) continue;
    std::array<std::uint32_t, 4> v = t.vertices_of(c);
    bool own[4];
    for (int k = 0; k < 4; ++k)
      if (own[k] = v[k] < sites; !own[k]) v[k] = 0;  // some site: never looked at
    squared_lengths(t, v, d2, w);
    for (int e = 0; e < 6; ++e) {
      const int i = kEnds[e][0], j = kEnds[e][1];
      const Relation r = relation(d2[e], w[i], w[j]);
      if (r == Relation::apart || !own[i] || !own[j] || !is_first_about(t, c, i, j)) continue;
      const SitePair pair{std::min(v[i], v[j]), std::max(v[i], v[j])};
      out.pairs.push_back(pair);
      if (r != Relation::meeting) out.deep.push_back(pair);
      out.buried |= r == Relation::buried;
    }
  }
}

bool any_hidden(const Triangulation& t) {
  for (std::uint32_t v = 0; v < t.sites(); ++v)
    if (t.hidden(v)) return true;
  return false;
}

void append(std::vector<SitePair>& to, const std::vector<SitePair>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

bool MeetingPairs::find(const Triangulation& t, int threads) {
  pairs_.clear(), deep_.clear();
  edges_ = 0;
  if (any_hidden(t)) return false;
  const auto parts = in_blocks<EdgeScan>(
      t.cell_slots(), threads, [&t](std::uint32_t from, std::uint32_t to, EdgeScan& part) {
        scan_cells(t, from, to, part);
      });
  bool buried = false;
  for (const EdgeScan& part : parts) {
    append(pairs_, part.pairs), append(deep_, part.deep);
    buried |= part.buried;
  }
  edges_ = pairs_.size();
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
  std::uint32_t numbered = 0;
  for (const SitePair& pair : deep_)
    for (const std::uint32_t v : pair)
      if (number_[v] == kNone) number_[v] = numbered++;
  start_.assign(numbered + 1, 0);
  const auto for_each_end = [this](auto f) {
    for (const SitePair& pair : pairs_) {
      if (number_[pair[0]] != kNone) f(number_[pair[0]], pair[1]);
      if (number_[pair[1]] != kNone) f(number_[pair[1]], pair[0]);
    }
  };
  for_each_end([this](std::uint32_t k, std::uint32_t) { ++start_[k]; });
  std::uint32_t sum = 0;
  for (std::uint32_t& s : start_) sum += s, s = sum;
  partner_.resize(sum);
  for_each_end([this](std::uint32_t k, std::uint32_t other) { partner_[--start_[k]] = other; });
}

// Of every deep pair (i, k): all that k meets with i, all that i meets with k.
void MeetingPairs::try_triangles(const Triangulation& t, int threads) {
  const auto partners = [this](std::uint32_t v) {
    const std::uint32_t k = number_[v];
    return std::span(partner_).subspan(start_[k], start_[k + 1] - start_[k]);
  };
  const auto parts = in_blocks<std::vector<SitePair>>(
      deep_.size(), threads, [&](std::uint32_t from, std::uint32_t to, auto& part) {
        for (std::uint32_t p = from; p < to; ++p) {
          for (const auto& [i, k] : {deep_[p], SitePair{deep_[p][1], deep_[p][0]}}) {
            const auto known = partners(i);
            for (const std::uint32_t j : partners(k)) {
              if (j == i || relation(t.site(i), t.site(j)) == Relation::apart) continue;
              if (std::find(known.begin(), known.end(), j) != known.end()) continue;
              part.push_back({std::min(i, j), std::max(i, j)});
            }
          }
        }
      });
  fresh_.clear();
  for (const auto& part : parts) append(fresh_, part);
  std::sort(fresh_.begin(), fresh_.end());
  fresh_.erase(std::unique(fresh_.begin(), fresh_.end()), fresh_.end());
}

}  // namespace scree::detect
