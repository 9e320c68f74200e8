// Motion of all sites, and the ladder of repairs: flips; motion in parts where tetrahedra would
// turn over; sites taken out and inserted again; regions filled anew; everything built anew.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "geometry/moving_frame.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {
namespace {

// Takes the charge off four budgets, down to 0 at the least. True: one is 0.
bool charge_budgets(std::array<std::uint16_t, 4>& budget, std::uint16_t charge) {
#if defined(__SSE2__)
  const __m128i old = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(budget.data()));
  const __m128i rest = _mm_subs_epu16(old, _mm_set1_epi16(static_cast<short>(charge)));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(budget.data()), rest);
  return (_mm_movemask_epi8(_mm_cmpeq_epi16(rest, _mm_setzero_si128())) & 0xff) != 0;
#else
  bool zero = false;
  for (std::uint16_t& b : budget) {
    b = b > charge ? b - charge : 0;
    zero |= b == 0;
  }
  return zero;
#endif
}

}  // namespace

// number_[v] is 1 for the sites that move in this round, 0 for those that stay.
struct Triangulation::Motion {
  std::span<const Vec3> x;
  std::span<const double> w;
  bool everyone = true;
  Frame frame;
  std::vector<Vertex> moving;  // unless everyone
  std::vector<Vertex> held;    // would turn a tetrahedron over
  std::vector<std::uint32_t> flagged, facets;
  std::vector<std::uint32_t> turned;  // cells that turn over, each to be mended by a flip
  Vec3 core;                          // before the motion, carried along by the frame
  bool core_passed = false;           // perhaps: a hull facet came near it, or was replaced
};

// Of one range of cells. later: facets that the other cell, in a lower range, may list.
struct Triangulation::ChargeLists {
  std::vector<std::uint32_t> flagged, facets, later;
};

Vec3 Triangulation::place(const Motion& m, Vertex v) const {
  return number_[v] ? m.x[v] : all_[v].x;
}

void Triangulation::charge_vertices(Motion& m) {
  const double per_unit = (1 + 1e-12) / unit_;
  const auto charge = [&](Vertex v) {
    if (!m.w.empty() && m.everyone && m.w[v] != all_[v].w) return std::uint16_t(65535);
    const double e = norm(m.x[v] - m.frame(all_[v].x)) * per_unit;
    // A removed row may hold anything, NaN included.
    return e < 65535 ? static_cast<std::uint16_t>(std::ceil(e)) : std::uint16_t(65535);
  };
  if (!m.everyone) {
    for (const Vertex v : m.moving) charge_[v] = charge(v);
    return;
  }
  const auto count = static_cast<std::int64_t>(count_);
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::int64_t v = 0; v < count; ++v) charge_[v] = charge(static_cast<Vertex>(v));
  for (const Vertex v : core_rows_) charge_.back() = std::max(charge_.back(), charge_[v]);
}

// The one pass over everything: 16 bytes of vertices, 10 of budgets, four charges a cell. Facets
// are listed once, from the lower of the cells that ask: by a cell that can see that the lower one
// does not. Within a range of cells the lower ones have been charged when the higher ones look, so
// both happen chunk by chunk in the cache; who looks out of its range looks again at the end. The
// ranges are the same for any number of threads, and with them the order of the facets.
void Triangulation::charge_cells(Motion& m) {
  constexpr std::int64_t ranges = 64;
  std::vector<ChargeLists> lists(ranges);
  const std::size_t share = (cells_.size() + ranges - 1) / ranges;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads_)
  for (std::int64_t r = 0; r < ranges; ++r)
    charge_range(static_cast<std::uint32_t>(std::min(r * share, cells_.size())),
                 static_cast<std::uint32_t>(std::min((r + 1) * share, cells_.size())), lists[r]);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads_)
  for (std::int64_t r = 0; r < ranges; ++r)
    for (const std::uint32_t f : lists[r].later) {
      const std::uint32_t n = cells_[f >> 2].n[f & 3];
      if (facet_budget_[n >> 2][n & 3] != 0) lists[r].facets.push_back(f);
    }
  for (const ChargeLists& l : lists) {
    m.flagged.insert(m.flagged.end(), l.flagged.begin(), l.flagged.end());
    m.facets.insert(m.facets.end(), l.facets.begin(), l.facets.end());
  }
}

// Lists grow by writing always and counting where the condition holds: at large motions nothing
// about it can be predicted.
void Triangulation::charge_range(std::uint32_t first, std::uint32_t stop, ChargeLists& lists) {
  constexpr std::uint32_t chunk = 1 << 11;
  std::array<std::uint32_t, chunk + 1> flagged;
  std::array<std::uint32_t, 4 * chunk + 1> facets, later;
  const Cell* cells = cells_.data();
  const std::uint16_t* charges = charge_.data();
  const auto last = static_cast<Vertex>(charge_.size() - 1);
  for (std::uint32_t begin = first; begin < stop; begin += chunk) {
    const std::uint32_t end = std::min(begin + chunk, stop);
    std::size_t cell_count = 0, facet_count = 0, later_count = 0;
    for (std::uint32_t c = begin; c < end; ++c) {
      const auto& v = cells[c].v;
      const auto charge = [&](int k) { return charges[std::min(v[k], last)]; };
      const std::uint16_t most =
          std::max(std::max(charge(0), charge(1)), std::max(charge(2), charge(3)));
      std::uint16_t& w = width_budget_[c];
      w = w > most ? w - most : 0;
      const bool used_up = charge_budgets(facet_budget_[c], most);
      flagged[cell_count] = c;
      cell_count += used_up | (w == 0);
    }
    cell_count = std::remove_if(flagged.begin(), flagged.begin() + cell_count,
                                [this](std::uint32_t c) { return mark_[c] == Mark::free; }) -
                 flagged.begin();
    for (std::size_t j = 0; j < cell_count; ++j) {
      const std::uint32_t c = flagged[j];
      for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t n = cells[c].n[k];
        const bool asks = facet_budget_[c][k] == 0, outside = n >> 2 < first;
        const bool above = n >> 2 > c;  // perhaps of a range that another thread is charging
        const std::uint32_t below = above | outside ? c << 2 | k : n;
        const bool mine = above | (facet_budget_[below >> 2][below & 3] != 0);
        facets[facet_count] = later[later_count] = c << 2 | k;
        facet_count += asks & mine & !outside;
        later_count += asks & outside;
      }
    }
    lists.flagged.insert(lists.flagged.end(), flagged.begin(), flagged.begin() + cell_count);
    lists.facets.insert(lists.facets.end(), facets.begin(), facets.begin() + facet_count);
    lists.later.insert(lists.later.end(), later.begin(), later.begin() + later_count);
  }
}

void Triangulation::charge_around(Motion& m) {
  std::vector<std::uint32_t> around;
  for (const Vertex v : m.moving) append_star(v, around);
  std::sort(around.begin(), around.end());
  around.erase(std::unique(around.begin(), around.end()), around.end());
  const auto last = static_cast<Vertex>(charge_.size() - 1);
  for (const std::uint32_t c : around) {
    std::uint16_t most = 0;
    for (const Vertex v : cells_[c].v) most = std::max(most, charge_[std::min(v, last)]);
    const bool flat = width_budget_[c] <= most;
    width_budget_[c] = flat ? 0 : width_budget_[c] - most;
    if (charge_budgets(facet_budget_[c], most) || flat) m.flagged.push_back(c);
    mark_[c] = Mark::clear;
  }
  // Listed once, from the lower of the cells that ask: two threads must not write one budget.
  for (const std::uint32_t c : m.flagged)
    for (std::uint32_t k = 0; k < 4; ++k) {
      if (facet_budget_[c][k] != 0) continue;
      const std::uint32_t n = cells_[c].n[k];
      const bool theirs =
          n >> 2 < c && mark_[n >> 2] == Mark::clear && facet_budget_[n >> 2][n & 3] == 0;
      if (!theirs) m.facets.push_back(c << 2 | k);
    }
  for (const std::uint32_t c : around) mark_[c] = Mark::unknown;
}

int Triangulation::placed_orientation(const Motion& m, const std::array<Vertex, 4>& v) const {
  const auto x = [&](Vertex s) { return s == infinite ? core_ : place(m, s); };
  const int sign = orient3d(x(v[0]), x(v[1]), x(v[2]), x(v[3]));
  return std::find(v.begin(), v.end(), infinite) == v.end() ? sign : -sign;
}

// One flip mends a cell that turns over where the new cells are positive: a vertex that went
// through a facet (2-3), an edge through an edge (3-2). On the hull, and in flat stacks of cells on
// walls, that is the rule, and motion in parts would not help: the time between irregular and flat
// is none or next to none. The signs are those of flip().
bool Triangulation::can_untangle(const Motion& m, std::uint32_t cell, int k) const {
  const std::uint32_t across = cells_[cell].n[k];
  const Cell& c = cells_[cell];
  const Cell& d = cells_[across >> 2];
  int rest = 0;
  for (int i = 0; i < 4; ++i) {
    if (i == k) continue;
    auto v = c.v;
    v[i] = d.v[across & 3];
    if (placed_orientation(m, v) > 0) continue;
    const auto slot = std::find(d.v.begin(), d.v.end(), c.v[i]) - d.v.begin();
    if (++rest > 1 || c.n[i] >> 2 != d.n[slot] >> 2) return false;
  }
  return true;
}

// The first site that keeps the cell positive by staying behind alone; else all that move. Ends
// with the infinite vertex.
std::array<Triangulation::Vertex, 5> Triangulation::whom_to_hold(const Motion& m,
                                                                 const std::array<Vertex, 4>& v) {
  std::array<Vertex, 5> who;
  who.fill(infinite);
  std::size_t n = 0;
  for (const Vertex s : v) {
    if (s == infinite || !number_[s]) continue;
    const Vec3 kept = all_[s].x;
    number_[s] = 0;
    if (m.everyone) all_[s].x = m.frame(kept);
    const bool enough = placed_orientation(m, v) > 0;
    all_[s].x = kept;
    number_[s] = 1;
    if (enough) return {s, infinite, infinite, infinite, infinite};
    who[n++] = s;
  }
  return who;
}

// Could the hull facet have swept over the core? Only then can a motion change how often the hull
// goes round it; flips, insertions and removals do not.
bool Triangulation::may_pass_core(const Motion& m, const std::array<Vertex, 4>& v) const {
  double moved = 0, size = 0;
  const Vertex first = v[v[0] == infinite];
  for (const Vertex s : v) {
    if (s == infinite) continue;
    const Vec3 x = place(m, s);
    moved = std::max(moved, norm(x - m.frame(all_[s].x)));
    size = std::max(size, norm(x - place(m, first)));
  }
  const double reach = size + 3 * moved + norm(core_ - m.core);  // some may stay behind
  return !(norm(core_ - place(m, first)) > (1 + 1e-9) * reach);
}

// Sites of cells that would turn over stay where they are; that may turn over others, and so on. At
// the end nobody moves, at the latest. False: a cell is turned over and nobody moves (the rounding
// of a frame can do that).
bool Triangulation::hold_back(Motion& m) {
  std::vector<std::uint32_t> ask, near;
  for (const std::uint32_t c : m.flagged)
    if (width_budget_[c] == 0) ask.push_back(c);
  for (std::size_t i = 0; i < ask.size() && !m.core_passed; ++i)
    if (infinite_slot(cells_[ask[i]]) >= 0) m.core_passed = may_pass_core(m, cells_[ask[i]].v);
  while (!ask.empty()) {
    const std::uint32_t c = ask.back();
    ask.pop_back();
    const auto v = cells_[c].v;
    if (placed_orientation(m, v) > 0) continue;
    bool any = false;
    for (int k = 0; k < 4 && !any; ++k) any = can_untangle(m, c, k);
    if (any) {
      m.turned.push_back(c);
      continue;
    }
    for (const Vertex s : whom_to_hold(m, v)) {
      if (s == infinite) break;
      any = true;
      number_[s] = 0;
      if (m.everyone) all_[s].x = m.frame(all_[s].x);
      m.held.push_back(s);
      near.clear();
      append_star(s, near);
      for (const std::uint32_t n : near)
        if (width_budget_[n] == 0) ask.push_back(n);
    }
    if (!any) return false;
  }
  return true;
}

void Triangulation::commit(const Motion& m) {
  if (!m.everyone) {
    for (const Vertex v : m.moving)
      if (number_[v]) all_[v].x = place(m, v);
    return;
  }
  const auto count = static_cast<std::int64_t>(count_);
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::int64_t v = 0; v < count; ++v) {
    if (number_[v]) all_[v].x = m.x[v];
    if (!m.w.empty() && cell_of_[v] != gone) all_[v].w = m.w[v];
  }
}

// Afterwards everything is regular. False: start over.
bool Triangulation::settle(Motion& m, RepairStats& stats) {
  return settle_facets(m, stats) && (!m.core_passed || wraps_once(core_));
}

bool Triangulation::settle_facets(Motion& m, RepairStats& stats) {
  stats.cells_flagged += m.flagged.size();
  stats.facets_tested += m.facets.size();
  const auto cells = static_cast<std::int64_t>(m.flagged.size());
  std::vector<std::uint8_t> regular(m.facets.size());
#pragma omp parallel for schedule(dynamic, 512) num_threads(threads_) if (cells > 2048)
  for (std::int64_t i = 0; i < cells; ++i)
    if (width_budget_[m.flagged[i]] == 0) certify_width(m.flagged[i]);
  certify_blocks(m.facets, regular);
  for (std::size_t i = regular.size(); i-- > 0;)
    if (!regular[i]) queue_.push_back(m.facets[i]);
  m.flagged.clear(), m.facets.clear();
  ++stats.rounds;
  // Around cells that stay turned over everything else is made regular first: that may open them,
  // and a region that is filled anew needs a regular border.
  untangle(m.turned, stats);
  for (std::size_t before = m.turned.size() + 1; !m.turned.empty() && m.turned.size() < before;) {
    before = m.turned.size();
    flip_all(stats, true);
    untangle(m.turned, stats);
  }
  if (too_many_flips(stats)) return false;
  if (!m.turned.empty() && !mend_regions(m.turned, m.core_passed, stats)) return false;
  m.turned.clear();
  if (flip_all(stats)) return true;
  if (too_many_flips(stats)) return false;
  std::vector<std::uint32_t> stuck;
  for (const std::uint32_t f : queue_) stuck.push_back(f >> 2);
  return mend_regions(stuck, m.core_passed, stats) && flip_all(stats);
}

bool Triangulation::reinsert(Motion& m, std::span<const Vertex> rows, RepairStats& stats) {
  for (const Vertex v : rows) {
    // A walk ends in a regular triangulation only: each step is checked before the next.
    if (visible(v) && !(take_out(v) && certify_pending())) return false;
    all_[v].x = m.x[v];
    if (insert_row(v) == Entry::lost || !certify_pending()) return false;
    ++stats.reinserted;
  }
  return true;
}

// Once more for all that were held: their neighbours have arrived. Half the way and a quarter would
// let through few of those that remain, for more than their reinsertion costs.
bool Triangulation::finish_held(Motion& m, RepairStats& stats) {
  m.moving.swap(m.held);
  m.held.clear();
  stats.held += m.moving.size();
  m.everyone = false;
  m.frame = {};
  m.core = core_;
  std::fill(charge_.begin(), charge_.end(), std::uint16_t(0));
  std::fill(number_.begin(), number_.end(), std::uint8_t(0));
  for (const Vertex v : m.moving) number_[v] = 1;
  charge_vertices(m);
  charge_around(m);
  if (!hold_back(m)) return false;
  commit(m);
  if (!settle(m, stats)) return false;
  // 50 us each against 3.7 us a site: beyond this many a rebuild is cheaper.
  if (m.held.size() > 256 + count_ / 16) return false;
  return reinsert(m, m.held, stats);
}

bool Triangulation::move(Motion& m, RepairStats& stats) {
  number_.assign(all_.size(), 1);
  for (const Vertex v : gone_rows_) number_[v] = 0;
  m.frame = frame_of({all_.data(), count_}, m.x);
  charge_.back() = 0;
  charge_vertices(m);
  m.core = m.frame(core_);
  core_ = Vec3{};
  for (const Vertex v : core_rows_) core_ += 0.25 * m.x[v];
  charge_cells(m);
  if (!hold_back(m)) return false;
  commit(m);
  if (!settle(m, stats)) return false;
  if (!m.held.empty() && !finish_held(m, stats)) return false;
  if (!revive(stats) || !certify_pending()) return false;
  return stats.local_rebuilds == 0 || all_certified();
}

void Triangulation::start_over(const Motion& m, RepairStats& stats) {
  for (Vertex v = 0; v < count_; ++v) {
    if (removed(v)) continue;
    all_[v].x = m.x[v];
    if (!m.w.empty()) all_[v].w = m.w[v];
  }
  rebuild();
  ++stats.full_rebuilds;
}

Result<RepairStats> Triangulation::move_all(std::span<const Vec3> positions,
                                            std::span<const double> weights, int threads) {
  Errors errors;
  if (positions.size() != count_ || (!weights.empty() && weights.size() != count_))
    return Error{"E0804",
                 fmt::format("{} positions and {} weights for {} sites", positions.size(),
                             weights.size(), count_),
                 "positions", "one for each row; weights may be left out"};
  threads_ = std::max(threads, 1);
  const auto wrong = [&](Vertex v) {
    return !removed(v) &&
           !in_exact_domain({positions[v], weights.empty() ? all_[v].w : weights[v]});
  };
  bool any = false;
  const auto count = static_cast<std::int64_t>(count_);
#pragma omp parallel for schedule(static) num_threads(threads_) reduction(|| : any)
  for (std::int64_t v = 0; v < count; ++v) any = any || wrong(static_cast<Vertex>(v));
  for (Vertex v = 0; any && v < count_ && errors.size() < 10; ++v) {
    if (!wrong(v)) continue;
    const Vec3& x = positions[v];
    errors.push_back({"E0801",
                      fmt::format("({}, {}, {}) with weight {} cannot be triangulated exactly", x.x,
                                  x.y, x.z, weights.empty() ? all_[v].w : weights[v]),
                      fmt::format("site {}", v), ""});
  }
  if (!errors.empty()) return errors;
  Motion m{positions, weights};
  RepairStats stats;
  constexpr std::size_t few = 16;  // no room for flips, and nothing to gain
  if (dimension_ < 3 || count_ < few || (!certified_ && !start_certificates(threads_))) {
    start_over(m, stats);
    return stats;
  }
  const std::size_t hidden_before = hidden_rows_.size();
  if (!move(m, stats)) start_over(m, stats);
  const std::size_t hidden_now = certified_ ? hidden_rows_.size() : hidden_sites().size();
  stats.swallowed =
      hidden_now + stats.revived - std::min(hidden_before, hidden_now + stats.revived);
  return stats;
}

}  // namespace scree::geometry
