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

// All cells round v, from one to the next. Seen from v the triangle a, b, c opposite it turns the
// same way in every cell, so each pair of neighbours (a, b) comes once in each direction.
void Star::collect(const Triangulation& t, Vertex v) {
  cell_numbers_.clear(32);
  vertex_numbers_.clear(32);
  cells_.clear(), neighbours_.clear(), pairs_.clear();
  bool fresh;
  cell_numbers_.number(t.cell_of(v), fresh);
  cells_.push_back(t.cell_of(v));
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto& vs = t.vertices_of(cells_[i]);
    const auto& ns = t.neighbours_of(cells_[i]);
    const auto slot = static_cast<int>(std::find(vs.begin(), vs.end(), v) - vs.begin());
    std::uint32_t number[3];
    for (int k = 0; k < 3; ++k) {
      const int at = facet_slots[slot][k];
      number[k] = none;
      if (vs[at] < t.sites()) {
        number[k] = vertex_numbers_.number(vs[at], fresh);
        if (fresh) neighbours_.push_back(vs[at]);
      }
      const std::uint32_t next = ns[at] >> 2;
      cell_numbers_.number(next, fresh);
      if (fresh) cells_.push_back(next);
    }
    for (int k = 0; k < 3; ++k)
      if (number[k] != none && number[(k + 1) % 3] != none)
        pairs_.push_back({number[k], number[(k + 1) % 3]});
  }
  begin_.assign(neighbours_.size() + 2, 0);
  for (const Pair& p : pairs_) ++begin_[p.from + 2];
  for (std::size_t k = 2; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
  links_.resize(pairs_.size());
  for (const Pair& p : pairs_) links_[begin_[p.from + 1]++] = p.to;
}

}  // namespace scree::geometry
