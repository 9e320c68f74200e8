#include <omp.h>

#include <cstring>
#include <utility>

#include "detect/sorted_cells.hpp"

namespace scree::detect {
namespace {

constexpr int kMaxWindows = 32;  // 9 pencils, each cut at most twice by the seam, and spare
constexpr std::size_t kChunksPerThread = 8;

// Pencils (dy, dz) that a pencil meets, besides itself.
constexpr std::pair<int, int> kForward[4] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};

// Runs of candidates of one grain.
struct Windows {
  Window list[kMaxWindows];
  int count = 0;
  std::size_t candidates = 0;

  void add(std::uint32_t begin, std::uint32_t end) {
    list[count++] = {begin, end};
    candidates += end - begin;
  }
};

// The pencil ahead by (dy, dz), if there is one.
struct Pencil {
  std::uint32_t index = 0;
  bool exists = true;
  bool seam = false;  // reached across the end of a cyclic axis
};

void step(const AxisCells& axis, std::uint32_t from, int by, std::uint32_t& to, Pencil& p) {
  const auto n = static_cast<std::int64_t>(axis.n);
  std::int64_t c = std::int64_t{from} + by;
  if (c < 0 || c >= n) {
    p.exists &= axis.cyclic;
    p.seam = true;
    c += c < 0 ? n : -n;
  }
  to = static_cast<std::uint32_t>(c);
}

Pencil ahead(const AxisCells* axis, std::uint32_t y, std::uint32_t z, int dy, int dz) {
  Pencil p;
  std::uint32_t y2 = 0, z2 = 0;
  step(axis[1], y, dy, y2, p);
  step(axis[2], z, dz, z2, p);
  p.index = z2 * axis[1].n + y2;
  return p;
}

// Different cells at most one away from c.
int distinct(const AxisCells& axis, std::uint32_t c, std::uint32_t* out) {
  int count = 0;
  for (int d = -1; d <= 1; ++d) {
    Pencil p;
    std::uint32_t to = 0;
    step(axis, c, d, to, p);
    if (p.exists && std::find(out, out + count, to) == out + count) out[count++] = to;
  }
  return count;
}

}  // namespace

// A run of pencils with its own list of pairs.
struct SortedCells::Chunk {
  std::vector<SlotPair>* pairs;
  std::size_t used = 0;

  SlotPair* room(std::size_t candidates) {
    const std::size_t need = used + candidates + kScanPadding;
    if (need > pairs->size()) pairs->resize(std::max(need, pairs->size() * 3 / 2));
    return pairs->data() + used;
  }
  void scan(ScanFunction f, const CellArrays& a, const ScanConstants& c, std::uint32_t i,
            const Windows& w) {
    SlotPair* const out = room(w.candidates);
    used += static_cast<std::size_t>(f(a, c, i, w.list, w.count, out) - out);
  }
};

void SortedCells::search_pencil(std::uint32_t pencil, Chunk& chunk) const {
  const std::uint32_t nx = axis_[0].n, ny = axis_[1].n;
  const std::uint32_t* const own = start_.data() + std::size_t{pencil} * nx;
  if (own[0] == own[nx]) return;
  const std::uint32_t y = pencil % ny, z = pencil / ny;
  const std::uint32_t* row[4];
  bool seam[4];
  int rows = 0;
  for (const auto& [dy, dz] : kForward) {
    const Pencil p = ahead(axis_, y, z, dy, dz);
    const std::uint32_t* const s = start_.data() + std::size_t{p.index} * nx;
    if (!p.exists || s[0] == s[nx]) continue;
    row[rows] = s;
    seam[rows++] = p.seam || image_;
  }
  const int k = per_reach_, last = static_cast<int>(nx) - 1;
  const bool cyclic = axis_[0].cyclic;
  for (std::uint32_t i = own[0], end = own[nx]; i < end; ++i) {
    const int c = static_cast<int>(grains_.cell[i] - pencil * nx);
    const int lo = c - k, hi = c + k;
    const int from = std::max(lo, 0), to = std::min(hi, last) + 1;
    Windows plain, image;
    (image_ ? image : plain).add(i + 1, own[to]);
    for (int q = 0; q < rows; ++q) (seam[q] ? image : plain).add(row[q][from], row[q][to]);
    if (cyclic && lo < 0)
      for (int q = 0; q < rows; ++q) image.add(row[q][lo + last + 1], row[q][nx]);
    if (cyclic && hi > last) {
      image.add(own[0], own[hi - last]);
      for (int q = 0; q < rows; ++q) image.add(row[q][0], row[q][hi - last]);
    }
    if (plain.count) chunk.scan(scan_.plain, grains_, constants_, i, plain);
    if (image.count) chunk.scan(scan_.image, grains_, constants_, i, image);
  }
}

// Short cyclic axes, where forward and backward neighbours coincide: all different pencils around,
// and of them the grains that come later in cell order.
void SortedCells::search_pencil_full(std::uint32_t pencil, Chunk& chunk) const {
  const std::uint32_t nx = axis_[0].n, ny = axis_[1].n;
  const std::uint32_t* const own = start_.data() + std::size_t{pencil} * nx;
  if (own[0] == own[nx]) return;
  std::uint32_t ys[3], zs[3];
  const int y_count = distinct(axis_[1], pencil % ny, ys);
  const int z_count = distinct(axis_[2], pencil / ny, zs);
  const int k = per_reach_, last = static_cast<int>(nx) - 1;
  const bool whole = axis_[0].cyclic && last < 2 * k;
  for (std::uint32_t i = own[0], end = own[nx]; i < end; ++i) {
    const int c = static_cast<int>(grains_.cell[i] - pencil * nx);
    Windows w;
    const auto later = [&](std::uint32_t begin, std::uint32_t stop) {
      begin = std::max(begin, i + 1);
      if (begin < stop) w.add(begin, stop);
    };
    for (int a = 0; a < z_count; ++a) {
      for (int b = 0; b < y_count; ++b) {
        const std::uint32_t* const row = start_.data() + (std::size_t{zs[a]} * ny + ys[b]) * nx;
        const int lo = whole ? 0 : c - k, hi = whole ? last : c + k;
        later(row[std::max(lo, 0)], row[std::min(hi, last) + 1]);
        if (axis_[0].cyclic && lo < 0) later(row[lo + last + 1], row[nx]);
        if (axis_[0].cyclic && hi > last) later(row[0], row[hi - last]);
      }
    }
    if (w.count) chunk.scan(scan_.image, grains_, constants_, i, w);
  }
}

void SortedCells::search(const DetectInput& in, std::vector<SlotPair>& pairs) {
  const std::uint32_t pencils = axis_[1].n * axis_[2].n;
  const auto run = [&](std::uint32_t from, std::uint32_t to, Chunk& chunk) {
    for (std::uint32_t p = from; p < to; ++p)
      tight_ ? search_pencil_full(p, chunk) : search_pencil(p, chunk);
    chunk.pairs->resize(chunk.used);
  };
  const int threads = in.xr.size() < 4000 ? 1 : omp_get_max_threads();
  if (threads == 1) {
    Chunk chunk{&pairs};
    return run(0, pencils, chunk);
  }
  const std::size_t chunks = kChunksPerThread * static_cast<std::size_t>(threads);
  buffers_.resize(chunks);
  std::vector<std::size_t> offset(chunks + 1);
  const auto first_pencil = [&](std::size_t c) {
    return static_cast<std::uint32_t>(std::uint64_t{pencils} * c / chunks);
  };
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(dynamic, 1)
    for (std::size_t c = 0; c < chunks; ++c) {
      Chunk chunk{&buffers_[c]};
      run(first_pencil(c), first_pencil(c + 1), chunk);
    }
#pragma omp single
    {
      for (std::size_t c = 0; c < chunks; ++c) offset[c + 1] = offset[c] + buffers_[c].size();
      pairs.resize(offset[chunks]);
    }
#pragma omp for schedule(static)
    for (std::size_t c = 0; c < chunks; ++c)
      if (!buffers_[c].empty())
        std::memcpy(pairs.data() + offset[c], buffers_[c].data(),
                    buffers_[c].size() * sizeof(SlotPair));
  }
}

}  // namespace scree::detect
