#include "geometry/triangulation/star.hpp"

#include <algorithm>

#include "geometry/laguerre/cell_tables.hpp"

namespace scree::geometry {

namespace {
constexpr std::size_t kFew = 48;  // neighbours of one site
}

void Star::Numbers::clear(std::size_t expected) {
  count_ = 0;
  if (++stamp_ == 0 || table_.size() < 2 * expected) {
    std::size_t size = 64;
    while (size < 2 * expected) size *= 2;
    table_.assign(std::max(size, table_.size()), {0, 0, 0});
    stamp_ = 1;
  }
}

void Star::Numbers::grow() {
  std::vector<Entry> old(2 * table_.size(), {0, 0, 0});
  old.swap(table_);
  const std::size_t mask = table_.size() - 1;
  for (const Entry& e : old) {
    if (e.stamp != stamp_) continue;
    std::size_t at = (e.key * 2654435761u >> 7) & mask;
    while (table_[at].stamp == stamp_) at = (at + 1) & mask;
    table_[at] = e;
  }
}

std::uint32_t Star::number_of(const Triangulation& t, Vertex v) {
  if (v >= t.sites()) return none;
  bool fresh;
  const std::uint32_t number = vertex_numbers_.number(v, fresh);
  if (fresh) neighbours_.push_back(v);
  return number;
}

// The numbers of a cell's vertices: all but one are those of the cell that led to it.
void Star::number_vertices(const Triangulation& t, Visit& visit) {
  const auto& vs = t.vertices_of(visit.cell);
  const Visit& before = cells_[visit.from];
  const auto& old = t.vertices_of(before.cell);
  // Without branches: which vertex is which cannot be foreseen. No vertex is there twice.
  for (std::uint32_t m = 0; m < 4; ++m) {
    std::uint32_t number = 0;
    for (std::uint32_t q = 0; q < 4; ++q)
      number |= (vs[m] == old[q] ? ~std::uint32_t{0} : 0) & before.number[q];
    visit.number[m] = number;
  }
  visit.number[visit.fresh_slot] = number_of(t, vs[visit.fresh_slot]);
}

// All cells round v, from one to the next; a cell is fetched when it is found and read when its
// turn comes. Seen from v the triangle a, b, c opposite it turns the same way in every cell, so
// each pair of neighbours (a, b) comes once in each direction.
void Star::collect(const Triangulation& t, Vertex v) {
  cell_numbers_.clear(32);
  vertex_numbers_.clear(32);
  cells_.clear(), neighbours_.clear(), pairs_.clear(), triangles_.clear();
  bool fresh;
  cell_numbers_.number(t.cell_of(v), fresh);
  cells_.push_back({t.cell_of(v), 0, 4, {}});
  for (int k = 0; k < 4; ++k) {
    const Vertex w = t.vertices_of(t.cell_of(v))[k];
    cells_[0].number[k] = w == v ? none : number_of(t, w);
  }
  for (std::uint32_t i = 0; i < cells_.size(); ++i) {
    if (i > 0) number_vertices(t, cells_[i]);
    const std::uint32_t cell = cells_[i].cell, from = cells_[cells_[i].from].cell;
    const auto& vs = t.vertices_of(cell);
    const auto& ns = t.neighbours_of(cell);
    const int slot = vs[0] == v ? 0 : (vs[1] == v ? 1 : (vs[2] == v ? 2 : 3));
    const int(&f)[3] = facet_slots[slot];
    const std::uint32_t number[3] = {cells_[i].number[f[0]], cells_[i].number[f[1]],
                                     cells_[i].number[f[2]]};
    triangles_.push_back({number[0], number[1], number[2]});
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = number[k], b = number[(k + 1) % 3];
      if (a != none && b != none) pairs_.push_back({a, {b, number[(k + 2) % 3], i}});
      const std::uint32_t next = ns[f[k]];
      if (i > 0 && next >> 2 == from) continue;
      cell_numbers_.number(next >> 2, fresh);
      if (!fresh) continue;
      __builtin_prefetch(&t.vertices_of(next >> 2));
      Visit& visit = cells_.emplace_back();
      visit.cell = next >> 2, visit.from = i, visit.fresh_slot = next & 3;
    }
  }
  begin_.assign(neighbours_.size() + 2, 0);
  for (const Pair& p : pairs_) ++begin_[p.from + 2];
  for (std::size_t k = 2; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
  links_.resize(pairs_.size());
  for (const Pair& p : pairs_) links_[begin_[p.from + 1]++] = p.link;
}

void Star::find_order() {
  const std::size_t n = neighbours_.size();
  order_.resize(n), rank_.resize(n);
  if (n <= kFew) {
    // Counting those below has no branches; n^2 comparisons of four at a time.
    for (std::size_t k = 0; k < n; ++k) {
      std::uint32_t below = 0;
      for (std::size_t m = 0; m < n; ++m) below += neighbours_[m] < neighbours_[k] ? 1 : 0;
      rank_[k] = below;
    }
    for (std::size_t k = 0; k < n; ++k) order_[rank_[k]] = static_cast<std::uint32_t>(k);
    return;
  }
  for (std::size_t k = 0; k < n; ++k) order_[k] = static_cast<std::uint32_t>(k);
  std::sort(order_.begin(), order_.end(),
            [this](std::uint32_t a, std::uint32_t b) { return neighbours_[a] < neighbours_[b]; });
  for (std::size_t k = 0; k < n; ++k) rank_[order_[k]] = static_cast<std::uint32_t>(k);
}

void Star::sort() {
  const std::size_t n = neighbours_.size();
  sorted_.clear(), sorted_links_.clear();
  find_order();
  std::vector<std::uint32_t>& first = order_;  // read once more, then no longer needed
  const auto renamed = [this](std::uint32_t number) {
    return number == none ? none : rank_[number];
  };
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint32_t old = order_[k];
    sorted_.push_back(neighbours_[old]);
    first[k] = static_cast<std::uint32_t>(sorted_links_.size());
    for (const Link& l : around(old))
      sorted_links_.push_back({renamed(l.number), renamed(l.next), l.triangle});
    std::sort(sorted_links_.begin() + first[k], sorted_links_.end(),
              [](const Link& a, const Link& b) { return a.number < b.number; });
  }
  std::copy(first.begin(), first.end(), begin_.begin());
  begin_[n] = static_cast<std::uint32_t>(sorted_links_.size());
  neighbours_.swap(sorted_);
  links_.swap(sorted_links_);
}

}  // namespace scree::geometry
