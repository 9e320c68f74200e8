// Candidates on a card: rows are sorted by the cells of their size, each row looks into the cells
// of its own size and of all larger ones.
//
// Level l has the rows whose radius is between 1/2^(l + 1) and 1/2^l of the greatest one. Its cells
// are as wide as the greatest distance of a pair of one of its rows with a smaller one, so a pair
// lies in cells that are neighbours at the level of the larger row. Cells are numbers modulo 2^19
// in each direction: those that share a number only add pairs that are too far apart.
#pragma once

#include <bit>

#include "geometry/spheres.hpp"
#include "sim/card/card_number.hpp"
#include "state/box.hpp"
#include "state/particles.hpp"

namespace scree::card {

struct CellGrid {
  static constexpr int kLevels = 16;
  static constexpr std::int64_t kMask = (1 << 19) - 1;

  double largest;                  // radius
  std::uint32_t present;           // levels that have rows, a set of bits
  Vec3 low;                        // of a periodic box
  Vec3 inverse[kLevels];           // cells per length
  std::int32_t count[kLevels][3];  // of cells along a periodic axis, else 0

  HD int level(double r) const {
    const auto power = static_cast<int>(std::bit_cast<std::uint64_t>(largest / r) >> 52) - 1023;
    return power < 0 ? 0 : power < kLevels ? power : kLevels - 1;
  }
  HD std::int64_t cell(int level, int axis, double x) const {
    const std::int64_t n = count[level][axis];
    const double at = __builtin_floor((x - low[axis]) * inverse[level][axis]);
    if (n > 0)
      return at >= 0 ? (at < static_cast<double>(n) ? static_cast<std::int64_t>(at) : n - 1) : 0;
    constexpr double kFar = 1125899906842624.0;  // 2^50, a multiple of 2^19
    return at > -kFar && at < kFar ? static_cast<std::int64_t>(at) & kMask : 0;
  }
  HD static std::uint64_t key(int level, std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<std::uint64_t>(level) << 57 | static_cast<std::uint64_t>(z) << 38 |
           static_cast<std::uint64_t>(y) << 19 | static_cast<std::uint64_t>(x);
  }
  // Neighbour number k of [0, 3) of cell c, or -1 where there are not so many.
  HD std::int64_t neighbour(int level, int axis, std::int64_t c, int k) const {
    const std::int64_t n = count[level][axis];
    if (n == 0) return (c + k - 1) & kMask;
    if (k >= n) return -1;
    const std::int64_t at = n < 3 ? c + k : c + k - 1;
    return at < 0 ? at + n : at < n ? at : at - n;
  }
};

// The cell of each row.
struct CellLoop {
  CellGrid grid;
  const PositionRadius* xr;
  std::uint64_t* key;
  std::uint32_t* row;

  template <class Sums>
  HD void operator()(std::size_t k, Sums&) const {
    const PositionRadius& at = xr[k];
    const int level = grid.level(at.r);
    key[k] = CellGrid::key(level, grid.cell(level, 0, at.x.x), grid.cell(level, 1, at.x.y),
                           grid.cell(level, 2, at.x.z));
    row[k] = static_cast<std::uint32_t>(k);
  }
};

// Where the box closes on itself.
struct BoxImages {
  bool any;
  Vec3 length, inverse_length;

  HD Vec3 nearest(const Vec3& d) const {
    return any ? nearest_image(d, length, inverse_length) : d;
  }
};

// The pairs of each row that has been sorted, with rows of its own and of larger sizes. They are
// counted at their lower row first; then there is room for their higher rows.
struct FindLoop {
  CellGrid grid;
  BoxImages box;
  double reach;
  const PositionRadius* xr;
  const SpinMaterial* ws;
  const std::uint64_t* key;
  const std::uint32_t* row;
  std::uint32_t rows;
  std::uint32_t* count;        // by row: found so far
  const std::uint32_t* begin;  // null: they are only counted
  std::uint32_t* other;

  template <class Sums>
  HD void operator()(std::size_t k, Sums&) const {
    const std::uint32_t s = row[k];
    const PositionRadius& at = xr[s];
    const int own = grid.level(at.r);
    for (int level = 0; level <= own; ++level)
      if ((grid.present >> level & 1) != 0) look_at(level, own, s, at);
  }

 private:
  HD void look_at(int level, int own, std::uint32_t s, const PositionRadius& at) const {
    const std::int64_t x = grid.cell(level, 0, at.x.x), y = grid.cell(level, 1, at.x.y),
                       z = grid.cell(level, 2, at.x.z);
    // Three cells in a row have keys that follow each other, unless the numbers begin again.
    const std::int64_t n = grid.count[level][0];
    const bool run = n == 0 ? x > 0 && x < CellGrid::kMask : x > 0 && x < n - 1;
    for (int kz = 0; kz < 3; ++kz) {
      const std::int64_t cz = grid.neighbour(level, 2, z, kz);
      for (int ky = 0; ky < 3 && cz >= 0; ++ky) {
        const std::int64_t cy = grid.neighbour(level, 1, y, ky);
        if (cy < 0) continue;
        if (run) {
          search(CellGrid::key(level, x - 1, cy, cz), 2, level == own, s, at);
          continue;
        }
        for (int kx = 0; kx < 3; ++kx)
          if (const std::int64_t cx = grid.neighbour(level, 0, x, kx); cx >= 0)
            search(CellGrid::key(level, cx, cy, cz), 0, level == own, s, at);
      }
    }
  }
  HD void search(std::uint64_t first, std::uint64_t more, bool own, std::uint32_t s,
                 const PositionRadius& at) const {
    std::uint32_t low = 0, size = rows;
    while (size > 0) {
      const std::uint32_t half = size / 2;
      if (key[low + half] < first)
        low += half + 1, size -= half + 1;
      else
        size = half;
    }
    for (; low < rows && key[low] <= first + more; ++low) meet(row[low], own, s, at);
  }
  // Of two rows of one size, the lower one finds the pair.
  HD void meet(std::uint32_t t, bool own, std::uint32_t s, const PositionRadius& at) const {
    if (own && t <= s) return;
    const PositionRadius& there = xr[t];
    if (!spheres_within(box.nearest(there.x - at.x), at.r, there.r, reach)) return;
    if ((ws[s].flags & ws[t].flags & kFixed) != 0) return;
    const std::uint32_t lower = s < t ? s : t;
    const std::uint32_t place = take_number(count + lower);
    if (begin != nullptr) other[begin[lower] + place] = s < t ? t : s;
  }
};

// Partners of each row in the order of their ids.
struct PartnerLoop {
  const std::uint32_t* begin;
  std::uint32_t* other;
  const ParticleId* id;

  template <class Sums>
  HD void operator()(std::size_t row, Sums&) const {
    sort_by(other + begin[row], begin[row + 1] - begin[row],
            [this](std::uint32_t t) { return id[t].value; });
  }
};

}  // namespace scree::card
