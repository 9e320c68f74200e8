// Certificates of the cells: how far their vertices may still move. See certificate.hpp.
#include <algorithm>
#include <cmath>

#include "base/memory.hpp"
#include "geometry/cell_tables.hpp"
#include "geometry/certificate.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {
namespace {

constexpr double code_range = 65535;

}  // namespace

// The median of the shortest edges of up to 4096 tetrahedra.
double Triangulation::length_scale() const {
  std::vector<double> shortest;
  const std::size_t step = std::max<std::size_t>(1, cells_.size() / 4096);
  for (std::size_t c = 0; c < cells_.size(); c += step) {
    if (mark_[c] == Mark::free || infinite_slot(cells_[c]) >= 0) continue;
    double least = HUGE_VAL;
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j)
        least = std::min(least, norm(all_[cells_[c].v[i]].x - all_[cells_[c].v[j]].x));
    shortest.push_back(least);
  }
  if (shortest.empty()) return 1;
  const auto middle = shortest.begin() + static_cast<std::ptrdiff_t>(shortest.size() / 2);
  std::nth_element(shortest.begin(), middle, shortest.end());
  return *middle > 0 ? *middle : 1;
}

std::uint16_t Triangulation::code_of(double reach) const {
  return static_cast<std::uint16_t>(std::min(reach / unit_, code_range));
}

// The middle of a tetrahedron, which must lie inside it in spite of rounding: around the mean of
// the sites, else the largest of some.
Vec3 Triangulation::core_of(const std::array<Vertex, 4>& rows) const {
  return 0.25 * ((all_[rows[0]].x + all_[rows[1]].x) + (all_[rows[2]].x + all_[rows[3]].x));
}

std::optional<std::array<Triangulation::Vertex, 4>> Triangulation::find_core() const {
  const auto inside = [this](const std::array<Vertex, 4>& v) {
    const Vec3 middle = core_of(v);
    const auto x = [&](int i, int k) { return i == k ? middle : all_[v[i]].x; };
    for (int k = 0; k < 4; ++k)
      if (orient3d(x(0, k), x(1, k), x(2, k), x(3, k)) <= 0) return false;
    return true;
  };
  Vec3 mean{};
  for (const Site& s : all_) mean += s.x / static_cast<double>(all_.size());
  const std::uint32_t at = walk(mean, hint_);
  if (at == none) return {};
  const Cell& c = cells_[at];
  if (infinite_slot(c) < 0 && inside(c.v)) return c.v;
  double most = 0;
  std::optional<std::array<Vertex, 4>> best;
  const std::size_t step = std::max<std::size_t>(1, cells_.size() / 4096);
  for (std::size_t i = 0; i < cells_.size(); i += step) {
    const auto& v = cells_[i].v;
    if (mark_[i] == Mark::free || infinite_slot(cells_[i]) >= 0) continue;
    const double width = half_width(all_[v[0]].x, all_[v[1]].x, all_[v[2]].x, all_[v[3]].x);
    if (width > most && inside(v)) most = width, best = v;
  }
  return best;
}

// A cell at infinity turns over where its hull facet sees the core from the wrong side.
void Triangulation::certify_width(std::uint32_t cell) {
  const Cell& c = cells_[cell];
  const auto x = [&](int k) -> const Vec3& { return c.v[k] == infinite ? core_ : all_[c.v[k]].x; };
  width_budget_[cell] = code_of(half_width(x(0), x(1), x(2), x(3)));
}

bool Triangulation::certify_facet(std::uint32_t cell, int k) {
  const Cell& c = cells_[cell];
  const std::uint32_t across = c.n[k];
  const Cell& d = cells_[across >> 2];
  const Vertex apex = d.v[across & 3];
  const int far = infinite_slot(c);
  std::uint16_t code = 0;
  if (far < 0 && apex != infinite) {
    const Margin m =
        power_margin(all_[c.v[0]], all_[c.v[1]], all_[c.v[2]], all_[c.v[3]], all_[apex]);
    if (m.sign > 0 && m.sign != uncertain) return false;
    if (m.sign == uncertain && conflicts(cell, apex)) return false;
    code = code_of(m.reach);
  } else if (far < 0 || far == k) {
    // The orientation of the finite cell is all there is to it; its width stands for that.
    if (orientation(far < 0 ? c.v : d.v) <= 0) return false;
    code = 65535;
  } else {
    if (conflicts(cell, apex)) return false;
    const auto& f = facet_slots[far];
    code =
        code_of(half_width(all_[c.v[f[0]]].x, all_[c.v[f[1]]].x, all_[c.v[f[2]]].x, all_[apex].x));
  }
  set_budget(cell << 2 | static_cast<std::uint32_t>(k), code);
  return true;
}

void Triangulation::set_budget(std::uint32_t facet, std::uint16_t code) {
  if (!budgets_) return;
  const std::uint32_t across = cells_[facet >> 2].n[facet & 3];
  facet_budget_[facet >> 2][facet & 3] = code;
  facet_budget_[across >> 2][across & 3] = code;
}

// Finite facets by eights, the others and those that the filter cannot decide one by one.
void Triangulation::certify_facets(std::span<const std::uint32_t> facets,
                                   std::span<std::uint8_t> regular) {
  constexpr int lanes = MarginBatch::lanes;
  MarginBatch batch;
  std::array<std::size_t, lanes> at{};
  int filled = 0;
  const auto evaluate = [&] {
    power_margins(batch);
    for (int i = 0; i < filled; ++i) {
      const std::uint32_t f = facets[at[i]];
      if (batch.det[i] == 0)
        regular[at[i]] = certify_facet(f >> 2, static_cast<int>(f & 3));
      else if ((regular[at[i]] = batch.det[i] < 0))
        set_budget(f, code_of(batch.reach[i]));
    }
    filled = 0;
  };
  for (std::size_t i = 0; i < facets.size(); ++i) {
    if (i + 48 < facets.size()) {  // cell, then neighbour, then sites: each when the last has come
      const std::uint32_t soon = facets[i + 32], next = facets[i + 16];
      __builtin_prefetch(&cells_[facets[i + 48] >> 2]);
      __builtin_prefetch(&cells_[cells_[soon >> 2].n[soon & 3] >> 2]);
      __builtin_prefetch(&facet_budget_[cells_[soon >> 2].n[soon & 3] >> 2], 1);
      for (const Vertex v : cells_[next >> 2].v) __builtin_prefetch(&all_[v == infinite ? 0 : v]);
      const std::uint32_t past = cells_[next >> 2].n[next & 3];
      const Vertex apex = cells_[past >> 2].v[past & 3];
      __builtin_prefetch(&all_[apex == infinite ? 0 : apex]);
    }
    const Cell& c = cells_[facets[i] >> 2];
    const std::uint32_t across = c.n[facets[i] & 3];
    const std::array<Vertex, 5> v{c.v[0], c.v[1], c.v[2], c.v[3],
                                  cells_[across >> 2].v[across & 3]};
    if (std::find(v.begin(), v.end(), infinite) != v.end()) {
      regular[i] = certify_facet(facets[i] >> 2, static_cast<int>(facets[i] & 3));
      continue;
    }
    for (int s = 0; s < 5; ++s) {
      const Site& site = all_[v[s]];
      for (int axis = 0; axis < 3; ++axis) batch.x[s][axis][filled] = site.x[axis];
      batch.x[s][3][filled] = site.w;
    }
    at[filled++] = i;
    if (filled == lanes) evaluate();
  }
  if (filled == 0) return;
  for (int i = filled; i < lanes; ++i)
    for (auto& site : batch.x)
      for (auto& values : site) values[i] = values[0];
  evaluate();
}

// The complete check after a repair that was more than flips: every cell and facet has a
// certificate or passes the exact test now. Price: a pass over the budgets. Without those, old
// cells have been tested in this update, and new ones when they were made.
bool Triangulation::all_certified() const {
  if (!queue_.empty() || !pending_.empty()) return false;
  if (!budgets_) return true;
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    if (mark_[c] == Mark::free) continue;
    if (!wide(c) && orientation(cells_[c].v) <= 0) return false;
    for (int k = 0; k < 4; ++k) {
      if (certified(c << 2 | static_cast<std::uint32_t>(k))) continue;
      const std::uint32_t n = cells_[c].n[k];
      const Vertex apex = cells_[n >> 2].v[n & 3];
      if (cells_[n >> 2].n[n & 3] != (c << 2 | static_cast<std::uint32_t>(k))) return false;
      if (apex != infinite && conflicts(c, apex)) return false;
    }
  }
  return true;
}

// New cells. Facets between two of them are listed by the lower one: every budget has one writer.
// False: some are not regular, and are in the queue now.
bool Triangulation::certify_pending() {
  std::erase_if(pending_, [this](std::uint32_t c) {
    if (mark_[c] != Mark::unknown) return true;  // freed, or listed twice
    mark_[c] = Mark::clear;
    return false;
  });
  if (!budgets_) {
    for (const std::uint32_t c : pending_) mark_[c] = Mark::unknown;
    return test_pending() && queue_.empty();
  }
  constexpr std::size_t block = 512;
  const auto blocks = static_cast<std::int64_t>((pending_.size() + block - 1) / block);
  std::vector<std::vector<std::uint32_t>> broken(pending_.size() / block + 1);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads_) if (blocks > 1)
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::size_t begin = b * block, end = std::min(begin + block, pending_.size());
    std::vector<std::uint32_t> facets;
    facets.reserve(4 * block);
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t c = pending_[i];
      certify_width(c);
      for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t n = cells_[c].n[k] >> 2;
        if (mark_[n] != Mark::clear || n > c) facets.push_back(c << 2 | k);
      }
    }
    std::vector<std::uint8_t> regular(facets.size());
    certify_facets(facets, regular);
    for (std::size_t i = 0; i < facets.size(); ++i)
      if (!regular[i]) broken[b].push_back(facets[i]);
  }
  for (const std::uint32_t c : pending_) mark_[c] = Mark::unknown;
  pending_.clear();
  for (const auto& some : broken) queue_.insert(queue_.end(), some.begin(), some.end());
  return queue_.empty();
}

// A sixty-fourth more, so that each range can make new cells by itself.
void Triangulation::add_spare_cells() {
  spare_first_ = static_cast<std::uint32_t>(cells_.size());
  range_share_ = spare_first_ / ranges + 1;
  spare_share_ = std::min(range_share_ / 64, 256u);
  cells_.resize(cells_.size() + ranges * spare_share_);
  mark_.resize(cells_.size(), Mark::free);
  for (auto c = static_cast<std::uint32_t>(cells_.size()); c-- > spare_first_;) free_.push_back(c);
}

// False: the sites are so nearly flat that no tetrahedron holds its own middle.
bool Triangulation::start_motion() {
  const auto rows = find_core();
  if (!rows) return false;
  core_rows_ = *rows;
  core_ = core_of(core_rows_);
  sort_cells();
  std::vector<Site> sites = long_array<Site>(all_.size());  // 4 ns a grain and update
  sites.assign(all_.begin(), all_.end());
  all_.swap(sites);
  unit_ = length_scale() / 4 / code_range;
  add_spare_cells();
  grow();
  charge_.assign(all_.size() + 1, 0);
  hidden_rows_ = hidden_sites();
  certified_ = true;
  return true;
}

void Triangulation::certify_all() {
  release(before_);
  facet_budget_ = long_array<std::array<std::uint16_t, 4>>(cells_.capacity());
  width_budget_ = long_array<std::uint16_t>(cells_.capacity());
  facet_budget_.assign(cells_.size(), {});
  width_budget_.assign(cells_.size(), 0);
  budgets_ = true;
  constexpr std::size_t chunk = 1 << 10;
  const auto chunks = static_cast<std::int64_t>((cells_.size() + chunk - 1) / chunk);
#pragma omp parallel for schedule(static, 16) num_threads(threads_)
  for (std::int64_t i = 0; i < chunks; ++i) {
    const auto begin = static_cast<std::uint32_t>(i * chunk);
    const auto end = static_cast<std::uint32_t>(std::min((i + 1) * chunk, cells_.size()));
    std::vector<std::uint32_t> facets;
    for (std::uint32_t c = begin; c < end; ++c) {
      if (mark_[c] == Mark::free) continue;
      certify_width(c);
      for (std::uint32_t k = 0; k < 4; ++k)
        if (cells_[c].n[k] >> 2 > c) facets.push_back(c << 2 | k);
    }
    std::vector<std::uint8_t> regular(facets.size());
    certify_facets(facets, regular);
  }
}

void Triangulation::prepare(int threads) {
  threads_ = std::max(threads, 1);
  if (dimension_ == 3 && start_motion()) certify_all();
}

}  // namespace scree::geometry
