#include "geometry/star.hpp"

#include <algorithm>

#include "geometry/cell_tables.hpp"

namespace scree::geometry {

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

std::uint32_t Star::Numbers::number(std::uint32_t key, bool& fresh) {
  if (2 * (count_ + 1) > table_.size()) grow();
  const std::size_t mask = table_.size() - 1;
  std::size_t at = (key * 2654435761u >> 7) & mask;
  while (table_[at].stamp == stamp_ && table_[at].key != key) at = (at + 1) & mask;
  fresh = table_[at].stamp != stamp_;
  if (fresh) table_[at] = {key, count_++, stamp_};
  return table_[at].number;
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
  for (std::uint32_t m = 0; m < 4; ++m)
    visit.number[m] = m == visit.fresh_slot ? number_of(t, vs[m])
                      : vs[m] == old[0]     ? before.number[0]
                      : vs[m] == old[1]     ? before.number[1]
                      : vs[m] == old[2]     ? before.number[2]
                                            : before.number[3];
}

// All cells round v, from one to the next; a cell is fetched when it is found and read when its
// turn comes. Seen from v the triangle a, b, c opposite it turns the same way in every cell, so
// each pair of neighbours (a, b) comes once in each direction.
void Star::collect(const Triangulation& t, Vertex v) {
  cell_numbers_.clear(32);
  vertex_numbers_.clear(32);
  cells_.clear(), neighbours_.clear(), pairs_.clear();
  bool fresh;
  cell_numbers_.number(t.cell_of(v), fresh);
  cells_.push_back({t.cell_of(v), 0, 4, {}});
  for (int k = 0; k < 4; ++k) {
    const Vertex own = t.vertices_of(t.cell_of(v))[k];
    cells_[0].number[k] = own == v ? none : number_of(t, own);
  }
  for (std::uint32_t i = 0; i < cells_.size(); ++i) {
    if (i > 0) number_vertices(t, cells_[i]);
    const Visit visit = cells_[i];
    const auto& vs = t.vertices_of(visit.cell);
    const auto& ns = t.neighbours_of(visit.cell);
    const int slot = vs[0] == v ? 0 : (vs[1] == v ? 1 : (vs[2] == v ? 2 : 3));
    for (int k = 0; k < 3; ++k) {
      const int a = facet_slots[slot][k], b = facet_slots[slot][(k + 1) % 3];
      if (visit.number[a] != none && visit.number[b] != none)
        pairs_.push_back(
            {visit.number[a], {visit.number[b], visit.number[facet_slots[slot][(k + 2) % 3]]}});
      if (i > 0 && ns[a] >> 2 == cells_[visit.from].cell) continue;
      cell_numbers_.number(ns[a] >> 2, fresh);
      if (!fresh) continue;
      __builtin_prefetch(&t.vertices_of(ns[a] >> 2));
      cells_.push_back({ns[a] >> 2, i, ns[a] & 3, {}});
    }
  }
  begin_.assign(neighbours_.size() + 2, 0);
  for (const Pair& p : pairs_) ++begin_[p.from + 2];
  for (std::size_t k = 2; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
  links_.resize(pairs_.size());
  for (const Pair& p : pairs_) links_[begin_[p.from + 1]++] = p.link;
}

}  // namespace scree::geometry
