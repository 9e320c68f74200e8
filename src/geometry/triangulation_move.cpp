// Motion of all sites, and the ladder of repairs: flips; motion in parts where tetrahedra would
// turn over; sites taken out and inserted again; regions filled anew; everything built anew.
//
// Every loop on it ends: charging and holding back go through each cell and each site once, each
// flip lowers the lifted surface (and has its price: see too_many_flips), a region that stops
// growing and a walk longer than there are cells give up, and who gives up falls to the next rung.
#include <fmt/format.h>

#include <algorithm>

#include "geometry/triangulation_motion.hpp"

namespace scree::geometry {

// Afterwards everything is regular. False: start over.
bool Triangulation::settle(Motion& m, RepairStats& stats) {
  return settle_facets(m, stats) && (!m.core_passed || wraps_once(core_));
}

bool Triangulation::settle_facets(Motion& m, RepairStats& stats) {
  if (budgets_)
    certify_listed(stats);
  else
    queue_tested(m, stats);
  ++stats.rounds;
  // Around cells that stay turned over everything else is made regular first: that may open them,
  // and a region that is filled anew needs a regular border.
  untangle(m.turned, stats);
  for (std::size_t before = m.turned.size() + 1; !m.turned.empty() && m.turned.size() < before;) {
    before = m.turned.size();
    for (const std::uint32_t c : m.turned) mark_[c] = Mark::turned;
    flip_all(stats, true);
    for (const std::uint32_t c : m.turned)
      if (mark_[c] == Mark::turned) mark_[c] = Mark::unknown;
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
  std::fill(number_.begin(), number_.end(), std::uint8_t(0));
  for (const Vertex v : m.moving) number_[v] = 1;
  if (budgets_) {
    std::fill(charge_.begin(), charge_.end(), std::uint16_t(0));
    charge_vertices(m);
  }
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
  m.core = m.frame(core_);
  core_ = Vec3{};
  for (const Vertex v : core_rows_) core_ += 0.25 * m.x[v];
  if (budgets_) {
    charge_cells();
    std::size_t facets = 0;
    for (const Listed& l : listed_) facets += l.facets.size();
    choice_.looked_at(facets, cells_.size(), m.mean);
  } else {
    test_all(m, stats);
  }
  if (!hold_back(m)) return false;
  commit(m);
  if (!settle(m, stats)) return false;
  if (!m.held.empty() && !finish_held(m, stats)) return false;
  if (!revive(stats) || !certify_pending()) return false;
  return stats.local_rebuilds == 0 || all_certified();
}

void Triangulation::choose_pass(Motion& m) {
  m.mean = mean_motion(m);
  const bool tests = pass_ == Pass::automatic ? choice_.test_all(m.mean) : pass_ == Pass::tests;
  if (tests == !budgets_) return;
  if (tests)
    drop_budgets();
  else
    certify_all();
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

// The first ten sites that would leave the exact domain.
Errors Triangulation::motion_errors(const Motion& m) const {
  Errors errors;
  for (Vertex v = 0; v < count_ && errors.size() < 10; ++v) {
    const Vec3& x = m.x[v];
    const double w = m.w.empty() ? all_[v].w : m.w[v];
    if (removed(v) || in_exact_domain({x, w})) continue;
    errors.push_back({"E0801",
                      fmt::format("({}, {}, {}) with weight {} cannot be triangulated exactly", x.x,
                                  x.y, x.z, w),
                      fmt::format("site {}", v), ""});
  }
  return errors;
}

Result<RepairStats> Triangulation::move_all(std::span<const Vec3> positions,
                                            std::span<const double> weights, int threads) {
  if (positions.size() != count_ || (!weights.empty() && weights.size() != count_))
    return Error{"E0804",
                 fmt::format("{} positions and {} weights for {} sites", positions.size(),
                             weights.size(), count_),
                 "positions", "one for each row; weights may be left out"};
  threads_ = std::max(threads, 1);
  Motion m{positions, weights};
  RepairStats stats;
  constexpr std::size_t few = 16;  // no room for flips, and nothing to gain
  if (dimension_ < 3 || count_ < few || (!certified_ && !start_motion())) {
    if (Errors errors = motion_errors(m); !errors.empty()) return errors;
    start_over(m, stats);
    return stats;
  }
  m.frame = frame_of({all_.data(), count_}, m.x);
  choose_pass(m);
  if (!(budgets_ ? charge_vertices(m) : send_all(m))) return motion_errors(m);
  stats.whole_tests = budgets_ ? 0 : 1;
  const std::size_t hidden_before = hidden_rows_.size();
  if (!move(m, stats)) start_over(m, stats);
  const std::size_t hidden_now = certified_ ? hidden_rows_.size() : hidden_sites().size();
  stats.swallowed =
      hidden_now + stats.revived - std::min(hidden_before, hidden_now + stats.revived);
  return stats;
}

}  // namespace scree::geometry
