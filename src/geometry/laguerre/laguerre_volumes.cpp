// All volumes at once: pieces of tetrahedra where they are safe, closed at a side of the box where
// one alone cuts the cell, clipping elsewhere.
#include <omp.h>

#include <algorithm>
#include <bit>

#include "geometry/kernel/kernel.hpp"
#include "geometry/laguerre/cell_clipper.hpp"
#include "geometry/laguerre/laguerre.hpp"
#include "geometry/laguerre/laguerre_sides.hpp"

namespace scree::geometry {
namespace {

using Vertex = Triangulation::Vertex;

constexpr std::size_t kBlock = 256;     // tetrahedra handed to the kernel at once
constexpr std::size_t kStretch = 4096;  // cells between two barriers: their pieces stay in cache

// The tetrahedra of a block with their pieces, and from the end on the infinite cells.
struct Block {
  std::size_t finite = 0, infinite = 0;
  std::array<Vertex, 4> vertices[kBlock];
  kernel::Pieces pieces[kBlock];
  std::uint32_t slot[kBlock];
};

// What is known of all cells and sites while they are added up.
struct Volumes {
  std::vector<Block> stretch = std::vector<Block>(kStretch / kBlock);
  std::vector<Sides> cell_sides;  // that the power centre is beyond; every_side: it is used
  std::vector<Sides> site_sides;  // in common; every_side: inside, no_side: to be clipped
  std::vector<double> volume;
  std::vector<std::vector<Crossing>> found;  // by each thread
  std::vector<Crossing> crossings;
  std::vector<CrossingPieces> at_crossings;
};

void block_pieces(const Triangulation& t, const kernel::Kernels& k, const ClipBox& box,
                  std::size_t first, std::size_t last, Block& b, std::vector<Sides>& cell_sides) {
  b.finite = b.infinite = 0;
  for (std::size_t slot = first; slot < last; ++slot) {
    const auto cell = static_cast<std::uint32_t>(slot);
    cell_sides[slot] = every_side;
    if (!t.live(cell)) continue;
    const auto& v = t.vertices_of(cell);
    const bool is_finite_cell = std::max(std::max(v[0], v[1]), std::max(v[2], v[3])) < t.sites();
    const std::size_t at = is_finite_cell ? b.finite++ : kBlock - ++b.infinite;
    b.vertices[at] = v;
    b.slot[at] = cell;
    if (!is_finite_cell) cell_sides[slot] = sides_beyond(t, cell, box);
  }
  if (b.finite == 0) return;
  std::uint8_t usable[kBlock];
  k.pieces(&t.site(0), b.vertices, static_cast<int>(b.finite), box.low, box.high, b.pieces, usable);
  for (std::size_t i = 0; i < b.finite; ++i)
    if (usable[i] == 0) cell_sides[b.slot[i]] = sides_beyond(t, b.slot[i], box);
}

// Every thread reads all blocks of the stretch and adds to its own rows: each row gets its pieces
// in the order of the cells, so the sum does not depend on the number of threads. Rows go to
// threads in turns of 64, because neighbouring rows are busy at the same time.
template <class Owns>
void add_pieces(const Block& b, const Owns& owns, Volumes& out) {
  for (std::size_t i = 0; i < b.finite; ++i) {
    const auto& v = b.vertices[i];
    const Sides sides = out.cell_sides[b.slot[i]];
    for (int k = 0; k < 4; ++k) {
      if (!owns(v[k])) continue;
      if (sides == every_side)
        out.volume[v[k]] += b.pieces[i].volume[k];
      else
        out.site_sides[v[k]] &= sides;
    }
  }
  for (std::size_t i = kBlock - b.infinite; i < kBlock; ++i)
    for (const Vertex v : b.vertices[i])
      if (v < out.volume.size() && owns(v)) out.site_sides[v] &= out.cell_sides[b.slot[i]];
}

// By all threads together.
void add_stretch(const Triangulation& t, const kernel::Kernels& k, const ClipBox& box,
                 std::size_t base, std::size_t end, Volumes& out) {
  const std::size_t blocks = (end - base + kBlock - 1) / kBlock;
#pragma omp for schedule(static)
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::size_t first = base + b * kBlock;
    block_pieces(t, k, box, first, std::min(end, first + kBlock), out.stretch[b], out.cell_sides);
  }
  const auto thread = static_cast<unsigned>(omp_get_thread_num());
  const auto threads = static_cast<unsigned>(omp_get_num_threads());
  for (std::size_t b = 0; b < blocks; ++b)
    if (threads == 1)
      add_pieces(
          out.stretch[b], [](Vertex) { return true; }, out);
    else
      add_pieces(
          out.stretch[b], [=](Vertex v) { return (v / 64) % threads == thread; }, out);
#pragma omp barrier
}

// Facets between a cell outside and one inside.
void find_crossings(const Triangulation& t, std::size_t slot, const std::vector<Sides>& cell_sides,
                    std::vector<Crossing>& found) {
  if (cell_sides[slot] == every_side || cell_sides[slot] == no_side) return;
  const auto& n = t.neighbours_of(static_cast<std::uint32_t>(slot));
  for (int k = 0; k < 4; ++k)
    if (cell_sides[n[k] >> 2] == every_side)
      found.push_back(crossing_into(t, static_cast<std::uint32_t>(slot), k));
}

CrossingPieces pieces_at(const Triangulation& t, const Crossing& c, const ClipBox& box,
                         const std::vector<Sides>& site_sides) {
  std::array<int, 3> side{-1, -1, -1};
  for (std::size_t r = 0; r < 3; ++r)
    if (site_sides[c[r]] != no_side) side[r] = std::countr_zero(site_sides[c[r]]);
  return crossing_pieces(t, c, side, box);
}

// In the order of the cells; a site that one crossing leaves uncertain is clipped.
void add_crossings(Volumes& out) {
  for (std::size_t i = 0; i < out.crossings.size(); ++i)
    for (std::size_t r = 0; r < 3; ++r) {
      const Vertex v = out.crossings[i][r];
      out.volume[v] += out.at_crossings[i].volume[r];
      if (!out.at_crossings[i].sound[r]) out.site_sides[v] = no_side;
    }
}

// In the order of their cells in memory: the next star is near the last one. A share of a cell
// outside the box that adds up to less than nothing is rounding.
std::vector<Vertex> rows_to_clip(const Triangulation& t, Volumes& out) {
  std::vector<Vertex> rows;
  for (Vertex i = 0; i < out.volume.size(); ++i) {
    if (out.site_sides[i] == no_side) rows.push_back(i);
    if (out.site_sides[i] != every_side) out.volume[i] = std::max(out.volume[i], 0.0);
  }
  std::sort(rows.begin(), rows.end(), [&t](Vertex a, Vertex b) {
    return t.cell_of(a) != t.cell_of(b) ? t.cell_of(a) < t.cell_of(b) : a < b;
  });
  return rows;
}

// By all threads together.
void close_at_sides(const Triangulation& t, const ClipBox& box, Volumes& out) {
#pragma omp single
  out.found.resize(static_cast<std::size_t>(omp_get_num_threads()));
  auto& found = out.found[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for schedule(static)  // in order, so the threads' lists are, too
  for (std::size_t slot = 0; slot < out.cell_sides.size(); ++slot)
    find_crossings(t, slot, out.cell_sides, found);
#pragma omp single
  {
    for (const auto& f : out.found) out.crossings.insert(out.crossings.end(), f.begin(), f.end());
    out.at_crossings.resize(out.crossings.size());
  }
#pragma omp for schedule(static)
  for (std::size_t i = 0; i < out.crossings.size(); ++i)
    out.at_crossings[i] = pieces_at(t, out.crossings[i], box, out.site_sides);
#pragma omp single
  add_crossings(out);
}

}  // namespace

std::vector<double> laguerre_volumes(const Triangulation& t, const ClipBox& box,
                                     const VolumeOptions& options, VolumeReport* report) {
  const std::size_t n = t.sites(), cells = t.cell_slots();
  Volumes out;
  out.volume.assign(n, 0.0);
  if (n == 0 || !(box.volume() > 0)) return std::move(out.volume);
  const kernel::Kernels* k = kernel::choose_kernels(options.instruction_set);
  if (k == nullptr) k = &kernel::plain_kernels;
  out.cell_sides.resize(cells);
  out.site_sides.assign(n, every_side);
  std::vector<Vertex> rows;
#pragma omp parallel num_threads(options.threads > 0 ? options.threads : omp_get_max_threads())
  {
    for (std::size_t base = 0; base < cells; base += kStretch)
      add_stretch(t, *k, box, base, std::min(cells, base + kStretch), out);
    close_at_sides(t, box, out);
#pragma omp single
    rows = rows_to_clip(t, out);
    CellClipper clipper;
#pragma omp for schedule(dynamic, 64)
    for (std::size_t i = 0; i < rows.size(); ++i)
      out.volume[rows[i]] = clipper.clip(t, rows[i], box);
  }
  if (report != nullptr) report->clipped = rows.size();
  return std::move(out.volume);
}

}  // namespace scree::geometry
