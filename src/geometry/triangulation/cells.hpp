// The cells of a triangulation: tetrahedra, and infinite cells that close the hull.
//
//   cell      32 bytes: 4 vertices, 4 neighbours; neighbour k is across the facet opposite vertex k
//   neighbour cell << 2 | slot of the vertex opposite the common facet, seen from there
//   facet     cell << 2 | slot of the vertex opposite it
//   vertices  positive in orient3d; with the infinite vertex in slot k, any point beyond the hull
//             facet opposite k makes the cell positive
//
// Free cells are used again, the last freed first. Every site knows one of its cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "geometry/triangulation/sites.hpp"

namespace scree::geometry {

inline constexpr std::uint32_t no_cell = 0xffffffffu;

struct Cell {
  std::array<Vertex, 4> v;
  std::array<std::uint32_t, 4> n;
};

// -1: the cell is finite.
inline int infinite_slot(const Cell& c) {
  for (int k = 0; k < 4; ++k)
    if (c.v[k] == infinite_vertex) return k;
  return -1;
}

// For searches over cells; unknown or free between them.
enum class Mark : std::uint8_t { unknown, conflict, clear, inverted, free };

class Cells {
 public:
  std::size_t size() const { return cells_.size(); }
  const Cell& operator[](std::uint32_t c) const { return cells_[c]; }
  Cell& operator[](std::uint32_t c) { return cells_[c]; }
  Mark mark(std::uint32_t c) const { return mark_[c]; }
  void set_mark(std::uint32_t c, Mark m) { mark_[c] = m; }
  bool is_free(std::uint32_t c) const { return mark_[c] == Mark::free; }
  std::size_t free_count() const { return free_.size(); }

  // For loops that are worth it.
  const Cell* data() const { return cells_.data(); }
  Cell* data() { return cells_.data(); }
  const Mark* marks() const { return mark_.data(); }
  Mark* marks() { return mark_.data(); }
  std::uint32_t* cells_of_sites() { return cell_of_.data(); }

  // Of a site: visible in some cell, or hidden, or removed.
  std::uint32_t cell_of(Vertex v) const { return cell_of_[v]; }
  bool visible(Vertex v) const { return cell_of_[v] < removed_row; }
  bool hidden(Vertex v) const { return cell_of_[v] == no_cell; }
  bool removed(Vertex v) const { return cell_of_[v] == removed_row; }
  void set_cell_of(Vertex v, std::uint32_t c) { cell_of_[v] = c; }
  void set_hidden(Vertex v) { cell_of_[v] = no_cell; }
  void set_removed(Vertex v) { cell_of_[v] = removed_row; }
  // Rows that are new are hidden.
  void resize_rows(std::size_t rows) { cell_of_.resize(rows, no_cell); }

  // Where the next walk starts: a cell of the last change.
  std::uint32_t hint() const { return hint_; }
  void set_hint(std::uint32_t c) { hint_ = c; }

  // No cells; every site is hidden that is not removed.
  void clear();
  void reserve(std::size_t cells) { cells_.reserve(cells), mark_.reserve(cells); }
  std::size_t capacity() const { return cells_.capacity(); }
  // A free cell, else one more. take(n, out): out(i, cell) for n of them, as take() would give.
  std::uint32_t take();
  template <class Out>
  void take(std::size_t count, Out out);
  void free(std::uint32_t c) { mark_[c] = Mark::free, free_.push_back(c); }
  template <class List>
  void free_all(const List& list);
  void append_free(std::size_t count);  // at the end; the first of them is used first
  void swap_free_list(std::vector<std::uint32_t>& list) { free_.swap(list); }

  // In the order of their lowest rows, free ones dropped: see the .cpp.
  void sort(std::size_t rows);
  std::size_t memory_bytes() const;

 private:
  static constexpr std::uint32_t removed_row = 0xfffffffeu;

  std::vector<Cell> cells_;
  std::vector<Mark> mark_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> cell_of_;  // of each site, or no_cell, or removed_row
  std::uint32_t hint_ = 0;
};

inline std::uint32_t Cells::take() {
  if (free_.empty()) {
    cells_.emplace_back();
    mark_.push_back(Mark::unknown);
    return static_cast<std::uint32_t>(cells_.size() - 1);
  }
  const std::uint32_t c = free_.back();
  free_.pop_back();
  mark_[c] = Mark::unknown;
  return c;
}

template <class Out>
void Cells::take(std::size_t count, Out out) {
  const std::size_t again = std::min(free_.size(), count);
  for (std::size_t i = 0; i < again; ++i) {
    const std::uint32_t c = free_[free_.size() - 1 - i];
    mark_[c] = Mark::unknown;
    out(i, c);
  }
  free_.erase(free_.end() - static_cast<std::ptrdiff_t>(again), free_.end());
  auto next = static_cast<std::uint32_t>(cells_.size());
  const std::size_t size = cells_.size() + count - again;
  cells_.resize(size), mark_.resize(size, Mark::unknown);
  for (std::size_t i = again; i < count; ++i) out(i, next++);
}

template <class List>
void Cells::free_all(const List& list) {
  Mark* const mark = mark_.data();
  for (const std::uint32_t c : list) mark[c] = Mark::free;
  free_.insert(free_.end(), list.begin(), list.end());
}

}  // namespace scree::geometry
