#include <omp.h>

#include <cstring>
#include <utility>

#include "detect/sorted_cells_chunk.hpp"

namespace scree::detect {
namespace {

constexpr int kChunksPerThread = 8;
// Nanoseconds, roughly: only their ratios matter, for sharing the work.
constexpr double kOwnCost = 25;
constexpr double kPencilCost = 2;

// Pencils (dy, dz) that a pencil meets, besides itself.
constexpr std::pair<int, int> kForward[4] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};

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

void SortedCells::search_pencil(const LevelGrid& g, std::uint32_t pencil, Chunk& chunk) const {
  const std::uint32_t* const cells = start_.data() + g.first_cell;
  const std::uint32_t nx = g.axis[0].n, ny = g.axis[1].n;
  const std::uint32_t* const own = cells + std::size_t{pencil} * nx;
  if (own[0] == own[nx]) return;
  const std::uint32_t y = pencil % ny, z = pencil / ny;
  const std::uint32_t* row[4];
  bool seam[4];
  int rows = 0;
  for (const auto& [dy, dz] : kForward) {
    const Pencil p = ahead(g.axis, y, z, dy, dz);
    const std::uint32_t* const s = cells + std::size_t{p.index} * nx;
    if (!p.exists || s[0] == s[nx]) continue;
    row[rows] = s;
    seam[rows++] = p.seam || g.image;
  }
  const std::uint32_t first = g.first_cell + pencil * nx;
  const int k = g.per_reach, last = static_cast<int>(nx) - 1;
  const bool cyclic = g.axis[0].cyclic;
  for (std::uint32_t i = own[0], end = own[nx]; i < end; ++i) {
    const int c = static_cast<int>(grains_.cell[i] - first);
    const int lo = c - k, hi = c + k;
    const int from = std::max(lo, 0), to = std::min(hi, last) + 1;
    Windows plain, image;
    (g.image ? image : plain).add(i + 1, own[to]);
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
void SortedCells::search_pencil_full(const LevelGrid& g, std::uint32_t pencil, Chunk& chunk) const {
  const std::uint32_t* const cells = start_.data() + g.first_cell;
  const std::uint32_t nx = g.axis[0].n, ny = g.axis[1].n;
  const std::uint32_t* const own = cells + std::size_t{pencil} * nx;
  if (own[0] == own[nx]) return;
  std::uint32_t ys[3], zs[3];
  const int y_count = distinct(g.axis[1], pencil % ny, ys);
  const int z_count = distinct(g.axis[2], pencil / ny, zs);
  const std::uint32_t first = g.first_cell + pencil * nx;
  const int k = g.per_reach, last = static_cast<int>(nx) - 1;
  const bool whole = g.axis[0].cyclic && last < 2 * k;
  for (std::uint32_t i = own[0], end = own[nx]; i < end; ++i) {
    const int c = static_cast<int>(grains_.cell[i] - first);
    Windows w;
    const auto later = [&](std::uint32_t begin, std::uint32_t stop) {
      begin = std::max(begin, i + 1);
      if (begin < stop) w.add(begin, stop);
    };
    for (int a = 0; a < z_count; ++a) {
      for (int b = 0; b < y_count; ++b) {
        const std::uint32_t* const row = cells + (std::size_t{zs[a]} * ny + ys[b]) * nx;
        const int lo = whole ? 0 : c - k, hi = whole ? last : c + k;
        later(row[std::max(lo, 0)], row[std::min(hi, last) + 1]);
        if (g.axis[0].cyclic && lo < 0) later(row[lo + last + 1], row[nx]);
        if (g.axis[0].cyclic && hi > last) later(row[0], row[hi - last]);
      }
    }
    if (w.count) chunk.scan(scan_.image, grains_, constants_, i, w);
  }
}

void SortedCells::run(const Task& task, Chunk& chunk) const {
  const LevelGrid& g = levels_[static_cast<std::size_t>(task.level)];
  if (task.other != task.level)
    return meet_level(g, levels_[static_cast<std::size_t>(task.other)], task.from, task.to, chunk);
  for (std::uint32_t p = task.from; p < task.to; ++p)
    g.tight ? search_pencil_full(g, p, chunk) : search_pencil(g, p, chunk);
}

// Cuts a part of the search into tasks of about equal cost.
void SortedCells::add_tasks(const Task& whole, double cost, double cost_of_task) {
  const std::uint64_t items = whole.to - whole.from;
  const double wanted = std::clamp(std::ceil(cost / cost_of_task), 1.0, 1e6);
  const auto parts = std::min(items, static_cast<std::uint64_t>(wanted));
  for (std::uint64_t k = 0; k < parts; ++k)
    tasks_.push_back({whole.level, whole.other,
                      whole.from + static_cast<std::uint32_t>(items * k / parts),
                      whole.from + static_cast<std::uint32_t>(items * (k + 1) / parts)});
}

// The whole search in one order, however it is cut: pairs come in the same order for any number of
// threads.
void SortedCells::plan_tasks(int threads) {
  struct Part {
    Task whole;
    double cost;
  };
  std::vector<Part> parts;
  double sum = 0;
  for (int l = 0; l < static_cast<int>(levels_.size()); ++l) {
    const LevelGrid& g = levels_[static_cast<std::size_t>(l)];
    parts.push_back({{l, l, 0, g.pencils()}, kOwnCost * g.grains + kPencilCost * g.pencils()});
    for (int c = 0; c < l; ++c) {
      const LevelGrid& coarse = levels_[static_cast<std::size_t>(c)];
      const double from_fine = meeting_cost(g, coarse), from_coarse = meeting_cost(coarse, g);
      const bool fine = meet == Meet::cheaper ? from_fine <= from_coarse : meet == Meet::from_fine;
      const LevelGrid& who = fine ? g : coarse;
      const std::uint32_t first = first_grain(who);
      parts.push_back({{fine ? l : c, fine ? c : l, first, first + who.grains},
                       fine ? from_fine : from_coarse});
    }
  }
  for (const Part& p : parts) sum += p.cost;
  const double cost_of_task =
      threads == 1 ? sum : sum / static_cast<double>(kChunksPerThread * threads);
  tasks_.clear();
  for (const Part& p : parts) add_tasks(p.whole, p.cost, cost_of_task);
}

void SortedCells::search(const DetectInput& in, std::vector<RowPair>& pairs) {
  const int threads = in.xr.size() < 4000 ? 1 : omp_get_max_threads();
  plan_tasks(threads);
  if (threads == 1) {
    Chunk chunk{&pairs};
    for (const Task& t : tasks_) run(t, chunk);
    return pairs.resize(chunk.used);
  }
  const std::size_t chunks = tasks_.size();
  buffers_.resize(chunks);
  std::vector<std::size_t> offset(chunks + 1);
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(dynamic, 1)
    for (std::size_t c = 0; c < chunks; ++c) {
      Chunk chunk{&buffers_[c]};
      run(tasks_[c], chunk);
      buffers_[c].resize(chunk.used);
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
                    buffers_[c].size() * sizeof(RowPair));
  }
}

}  // namespace scree::detect
