// All volumes at once: pieces of tetrahedra where they are safe, clipping elsewhere.
#include <omp.h>

#include <algorithm>

#include "geometry/cell_clipper.hpp"
#include "geometry/kernel/kernel.hpp"
#include "geometry/laguerre.hpp"

namespace scree::geometry {
namespace {

using Vertex = Triangulation::Vertex;

constexpr std::size_t kBlock = 256;     // tetrahedra handed to the kernel at once
constexpr std::size_t kStretch = 8192;  // cells between two barriers: their pieces stay in cache

// A stretch of the cells: the pieces of those that have them.
struct Stretch {
  std::vector<kernel::Pieces> pieces = std::vector<kernel::Pieces>(kStretch);
  std::vector<std::uint8_t> usable = std::vector<std::uint8_t>(kStretch);
};

bool has_pieces(const Triangulation& t, std::size_t slot) {
  const auto& v = t.vertices_of(static_cast<std::uint32_t>(slot));
  return t.live(static_cast<std::uint32_t>(slot)) &&
         std::max(std::max(v[0], v[1]), std::max(v[2], v[3])) < t.sites();
}

// Pieces of the slots [first, last); `base` is where the stretch begins.
void block_pieces(const Triangulation& t, const kernel::Kernels& k, const ClipBox& box,
                  std::size_t base, std::size_t first, std::size_t last, Stretch& out) {
  std::array<Vertex, 4> tetrahedra[kBlock];
  std::uint32_t slots[kBlock];
  kernel::Pieces pieces[kBlock];
  std::uint8_t usable[kBlock];
  int count = 0;
  for (std::size_t slot = first; slot < last; ++slot) {
    out.usable[slot - base] = 0;
    if (!has_pieces(t, slot)) continue;
    tetrahedra[count] = t.vertices_of(static_cast<std::uint32_t>(slot));
    slots[count++] = static_cast<std::uint32_t>(slot - base);
  }
  if (count == 0) return;
  k.pieces(&t.site(0), tetrahedra, count, box.low, box.high, pieces, usable);
  for (int i = 0; i < count; ++i) {
    out.pieces[slots[i]] = pieces[i];
    out.usable[slots[i]] = usable[i];
  }
}

// Every thread reads all cells of the stretch and adds to its own rows: each row gets its pieces in
// the order of the cells, so the sum does not depend on the number of threads. Rows go to threads
// in turns of 64, because neighbouring rows are busy at the same time.
void add_pieces(const Triangulation& t, std::size_t first, std::size_t last, const Stretch& s,
                unsigned thread, unsigned threads, std::vector<double>& volume,
                std::vector<std::uint8_t>& clip) {
  for (std::size_t slot = first; slot < last; ++slot) {
    if (!t.live(static_cast<std::uint32_t>(slot))) continue;
    const auto& v = t.vertices_of(static_cast<std::uint32_t>(slot));
    const bool usable = s.usable[slot - first] != 0;
    for (int k = 0; k < 4; ++k) {
      if (v[k] >= t.sites() || (threads > 1 && (v[k] / 64) % threads != thread)) continue;
      if (usable)
        volume[v[k]] += s.pieces[slot - first].volume[k];
      else
        clip[v[k]] = 1;
    }
  }
}

// In the order of their cells in memory: the next star is near the last one.
std::vector<Vertex> rows_to_clip(const Triangulation& t, const std::vector<std::uint8_t>& clip) {
  std::vector<Vertex> rows;
  for (Vertex i = 0; i < clip.size(); ++i)
    if (clip[i] != 0) rows.push_back(i);
  std::sort(rows.begin(), rows.end(), [&t](Vertex a, Vertex b) {
    return t.cell_of(a) != t.cell_of(b) ? t.cell_of(a) < t.cell_of(b) : a < b;
  });
  return rows;
}

}  // namespace

std::vector<double> laguerre_volumes(const Triangulation& t, const ClipBox& box,
                                     const VolumeOptions& options, VolumeReport* report) {
  const std::size_t n = t.sites(), cells = t.cell_slots();
  std::vector<double> volume(n, 0.0);
  if (n == 0 || !(box.volume() > 0)) return volume;
  const kernel::Kernels* k = kernel::choose_kernels(options.instruction_set);
  if (k == nullptr) k = &kernel::plain_kernels;
  std::vector<std::uint8_t> clip(n, 0);
  Stretch stretch;
  std::vector<Vertex> rows;
#pragma omp parallel num_threads(options.threads > 0 ? options.threads : omp_get_max_threads())
  {
    const auto thread = static_cast<unsigned>(omp_get_thread_num());
    const auto threads = static_cast<unsigned>(omp_get_num_threads());
    for (std::size_t base = 0; base < cells; base += kStretch) {
      const std::size_t end = std::min(cells, base + kStretch);
#pragma omp for schedule(static)
      for (std::size_t first = base; first < end; first += kBlock)
        block_pieces(t, *k, box, base, first, std::min(end, first + kBlock), stretch);
      add_pieces(t, base, end, stretch, thread, threads, volume, clip);
#pragma omp barrier
    }
#pragma omp single
    rows = rows_to_clip(t, clip);
    CellClipper clipper;
#pragma omp for schedule(dynamic, 64)
    for (std::size_t i = 0; i < rows.size(); ++i) volume[rows[i]] = clipper.clip(t, rows[i], box);
  }
  if (report != nullptr) report->clipped = rows.size();
  return volume;
}

}  // namespace scree::geometry
