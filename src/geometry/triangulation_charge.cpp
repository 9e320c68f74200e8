// Motion, first part: what every site moved is taken off the budgets of its cells, and the cells
// and facets whose budgets are used up are listed.
#include <algorithm>
#include <cmath>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "geometry/triangulation_motion.hpp"

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

// False: a site would leave the exact domain. Only charge_ has changed.
bool Triangulation::charge_vertices(const Motion& m) {
  const double per_unit = (1 + 1e-12) / unit_;
  const auto charge = [&](Vertex v) {
    if (!m.w.empty() && m.everyone && m.w[v] != all_[v].w) return std::uint16_t(65535);
    const double e = norm(m.x[v] - m.frame(all_[v].x)) * per_unit;
    // A removed row may hold anything, NaN included.
    return e < 65535 ? static_cast<std::uint16_t>(std::ceil(e)) : std::uint16_t(65535);
  };
  if (!m.everyone) {
    for (const Vertex v : m.moving) charge_[v] = charge(v);
    return true;
  }
  const auto count = static_cast<std::int64_t>(count_);
  bool wrong = false;
#pragma omp parallel for schedule(static) num_threads(threads_) reduction(|| : wrong)
  for (std::int64_t i = 0; i < count; ++i) {
    const auto v = static_cast<Vertex>(i);
    charge_[v] = charge(v);
    if (!in_exact_domain({m.x[v], m.w.empty() ? all_[v].w : m.w[v]})) [[unlikely]]
      wrong = wrong || !removed(v);
  }
  charge_.back() = 0;
  for (const Vertex v : core_rows_) charge_.back() = std::max(charge_.back(), charge_[v]);
  return !wrong;
}

// In units of the budgets, without what moved together; some thousands stand for all.
double Triangulation::mean_motion(const Motion& m) const {
  const std::size_t step = std::max<std::size_t>(1, count_ / 4096);
  double sum = 0, sites = 0;
  for (std::size_t v = 0; v < count_; v += step) {
    if (removed(static_cast<Vertex>(v))) continue;
    const double e = norm(m.x[v] - m.frame(all_[v].x)) / unit_;
    const bool all = !(e < 65535) || (!m.w.empty() && m.w[v] != all_[v].w);
    sum += all ? 65535 : e, ++sites;
  }
  return sites > 0 ? sum / sites : 0;
}

// The one pass over everything: 16 bytes of vertices, 10 of budgets, four charges a cell. Facets
// are listed once, from the lower of the cells that ask: by a cell that can see that the lower one
// does not. Within a range of cells the lower ones have been charged when the higher ones look, so
// both happen chunk by chunk in the cache; who looks out of its range looks again at the end. The
// ranges are the same for any number of threads, and with them the order of the facets.
void Triangulation::charge_cells() {
  listed_.resize(ranges);
  const std::size_t share = (cells_.size() + ranges - 1) / ranges;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads_)
  for (std::int64_t r = 0; r < ranges; ++r)
    charge_range(static_cast<std::uint32_t>(std::min(r * share, cells_.size())),
                 static_cast<std::uint32_t>(std::min((r + 1) * share, cells_.size())), listed_[r]);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads_)
  for (std::int64_t r = 0; r < ranges; ++r)
    for (const std::uint32_t f : listed_[r].later) {
      const std::uint32_t n = cells_[f >> 2].n[f & 3];
      if (facet_budget_[n >> 2][n & 3] != 0) listed_[r].facets.push_back(f);
    }
}

// Lists grow by writing always and counting where the condition holds: at large motions nothing
// about it can be predicted.
void Triangulation::charge_range(std::uint32_t first, std::uint32_t stop, Listed& lists) {
  constexpr std::uint32_t chunk = 1 << 11;
  std::array<std::uint32_t, chunk + 1> flagged, flat;
  std::array<std::uint32_t, 4 * chunk + 1> facets, later;
  const Cell* cells = cells_.data();
  const std::uint16_t* charges = charge_.data();
  const auto last = static_cast<Vertex>(charge_.size() - 1);
  lists.clear();
  for (std::uint32_t begin = first; begin < stop; begin += chunk) {
    const std::uint32_t end = std::min(begin + chunk, stop);
    std::size_t cell_count = 0, flat_count = 0, facet_count = 0, later_count = 0;
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
      if (j + 16 < cell_count)
        for (const std::uint32_t n : cells[flagged[j + 16]].n)
          __builtin_prefetch(&facet_budget_[n >> 2]);
      flat[flat_count] = c;
      flat_count += width_budget_[c] == 0;
      for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t n = cells[c].n[k];
        const bool asks = facet_budget_[c][k] == 0, outside = n >> 2 < first;
        const bool above = n >> 2 > c;  // perhaps of a range that another thread is charging
        const std::uint32_t below = (above | outside) ? (c << 2 | k) : n;
        const bool mine = above | (facet_budget_[below >> 2][below & 3] != 0);
        facets[facet_count] = later[later_count] = c << 2 | k;
        facet_count += asks & mine & !outside;
        later_count += asks & outside;
      }
    }
    lists.flagged += cell_count;
    lists.flat.insert(lists.flat.end(), flat.begin(), flat.begin() + flat_count);
    lists.facets.insert(lists.facets.end(), facets.begin(), facets.begin() + facet_count);
    lists.later.insert(lists.later.end(), later.begin(), later.begin() + later_count);
  }
}

// The same for the cells of the few sites that move in a second round.
void Triangulation::charge_around(const Motion& m) {
  listed_.resize(1);
  Listed& lists = listed_.front();
  lists.clear();
  std::vector<std::uint32_t> around, flagged;
  for (const Vertex v : m.moving) append_star(v, around);
  std::sort(around.begin(), around.end());
  around.erase(std::unique(around.begin(), around.end()), around.end());
  if (!budgets_) {  // all of them are asked
    lists.flat.swap(around);
    return;
  }
  const auto last = static_cast<Vertex>(charge_.size() - 1);
  for (const std::uint32_t c : around) {
    std::uint16_t most = 0;
    for (const Vertex v : cells_[c].v) most = std::max(most, charge_[std::min(v, last)]);
    const bool flat = width_budget_[c] <= most;
    width_budget_[c] = flat ? 0 : width_budget_[c] - most;
    if (flat) lists.flat.push_back(c);
    if (charge_budgets(facet_budget_[c], most)) flagged.push_back(c);
    lists.flagged += flat || (!flagged.empty() && flagged.back() == c);
    mark_[c] = Mark::clear;
  }
  // Listed once, from the lower of the cells that ask: two threads must not write one budget.
  for (const std::uint32_t c : flagged)
    for (std::uint32_t k = 0; k < 4; ++k) {
      if (facet_budget_[c][k] != 0) continue;
      const std::uint32_t n = cells_[c].n[k];
      const bool theirs =
          n >> 2 < c && mark_[n >> 2] == Mark::clear && facet_budget_[n >> 2][n & 3] == 0;
      if (!theirs) lists.facets.push_back(c << 2 | k);
    }
  for (const std::uint32_t c : around) mark_[c] = Mark::unknown;
}

// Everything listed is looked at again where it is now; what is not regular is in the queue then,
// the first on top. One writer a budget: no facet is listed twice.
void Triangulation::certify_listed(RepairStats& stats) {
  const auto ranges = static_cast<std::int64_t>(listed_.size());
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads_)
  for (std::int64_t r = 0; r < ranges; ++r) {
    Listed& lists = listed_[r];
    for (const std::uint32_t c : lists.flat) certify_width(c);
    lists.later.clear();  // from here on: what is not regular
    std::array<std::uint8_t, 4096> regular;
    for (std::size_t i = 0; i < lists.facets.size(); i += regular.size()) {
      const std::size_t size = std::min(regular.size(), lists.facets.size() - i);
      certify_facets({&lists.facets[i], size}, {regular.data(), size});
      for (std::size_t j = 0; j < size; ++j)
        if (!regular[j]) lists.later.push_back(lists.facets[i + j]);
    }
  }
  for (auto lists = listed_.rbegin(); lists != listed_.rend(); ++lists) {
    stats.cells_flagged += lists->flagged;
    stats.facets_tested += lists->facets.size();
    queue_.insert(queue_.end(), lists->later.rbegin(), lists->later.rend());
  }
}

}  // namespace scree::geometry
