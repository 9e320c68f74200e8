// Two levels meet: each grain of one looks into the cells of the other.
//
// A grain at x of radius r can be within reach of grains of the other level no further away than
// D = r + r_max + reach. The pencils of the other level that cross this ball are visited, each from
// end to end of the chord that the ball leaves in it:
//
//      . . . . . . .
//      . . o-----o .      From a fine grain into a coarse level these are about four pencils; from
//      . o---------o      a coarse grain into a fine level (D/w)^2 pi, w the width of a cell. But
//      . o---( )---o      the inside of a coarse grain is empty, so nearly all that its pencils
//      . o---------o      hold are grains at its surface, which are within reach: with thousands
//      . . o-----o .      of fine grains to a coarse one this costs a nanosecond a fine grain.
//      . . . . . . .
//
// The side is chosen for each two levels from their numbers of grains; both find the same pairs.
#include "detect/sorted_cells_chunk.hpp"

namespace scree::detect {
namespace {

// Nanoseconds, measured.
constexpr double kGrainCost = 40;  // a grain that looks around
constexpr double kRunCost = 5;     // a pencil it visits

// Distance in cells from coordinate v to the nearest point of cell c, not overestimated.
double gap(double v, std::int64_t c) {
  const auto lo = static_cast<double>(c);
  const double g = (v < lo ? lo - v : v - (lo + 1)) - kCellMargin;
  return g > 0 ? g : 0;
}

}  // namespace

// Pencils in the disc of radius D, and the margin of cells that it cuts.
double SortedCells::meeting_cost(const LevelGrid& level, const LevelGrid& other) const {
  const double D = level.r_max + other.r_max + std::abs(constants_.reach);
  double pencils = 1;
  for (int k = 1; k < 3; ++k)
    pencils *= std::min(2 * D * other.axis[k].inverse + 1, static_cast<double>(other.axis[k].n));
  return level.grains * (kGrainCost + kRunCost * pencils);
}

void SortedCells::meet_level(const LevelGrid& level, const LevelGrid& other, std::uint32_t from,
                             std::uint32_t to, Chunk& chunk) const {
  const std::uint32_t* const cells = start_.data() + other.first_cell;
  const AxisCells &ax = other.axis[0], &ay = other.axis[1], &az = other.axis[2];
  const double wy = 1 / ay.inverse, wz = 1 / az.inverse;
  const double D_rest = other.r_max + std::abs(constants_.reach);
  // Straight differences are nearest images while they stay below half a period.
  bool always_image = false;
  for (const AxisCells& a : other.axis)
    if (a.periodic)
      always_image |= a.wrap || !(level.r_max + D_rest + 3 / a.inverse < 0.49 * a.period);
  for (std::uint32_t i = from; i < to; ++i) {
    const double D = std::max((std::abs(grains_.r[i]) + D_rest) * (1 + kCellMargin), kMinWidth);
    const double vx = ax.coordinate(grains_.x[i]);
    double vy = ay.coordinate(grains_.y[i]), vz = az.coordinate(grains_.z[i]);
    const AxisCells::Range ry = ay.around(vy, D * ay.inverse), rz = az.around(vz, D * az.inverse);
    // Grains beyond the last cell are kept in it.
    if (!ay.periodic) vy = vy < ay.last ? vy : ay.last;
    if (!az.periodic) vz = vz < az.last ? vz : az.last;
    Windows plain, image;
    const auto flush = [&](int spare) {
      if (plain.count > spare)
        chunk.scan(scan_.plain, grains_, constants_, i, plain), plain.clear();
      if (image.count > spare)
        chunk.scan(scan_.image, grains_, constants_, i, image), image.clear();
    };
    for (std::int64_t z = rz.first; z <= rz.last; ++z) {
      const double dz = rz.all ? 0 : gap(vz, z) * wz;
      const std::uint32_t z_index = az.index(z);
      for (std::int64_t y = ry.first; y <= ry.last; ++y) {
        const double dy = ry.all ? 0 : gap(vy, y) * wy;
        const double chord2 = D * D - dz * dz - dy * dy;
        if (chord2 < 0) continue;
        const std::uint32_t y_index = ay.index(y);
        const std::uint32_t* const row = cells + (std::size_t{z_index} * ay.n + y_index) * ax.n;
        if (row[0] == row[ax.n]) continue;
        const AxisCells::Range rx = ax.around(vx, std::sqrt(chord2) * ax.inverse);
        // Taking each cell of a folded period once hides which of them lie across the seam.
        const bool seam = always_image || (az.periodic && (rz.all || z_index != z)) ||
                          (ay.periodic && (ry.all || y_index != y));
        const auto add = [&](std::uint32_t a, std::uint32_t b, bool far) {
          if (row[a] != row[b]) (seam || far ? image : plain).add(row[a], row[b]);
        };
        const std::uint32_t x0 = ax.index(rx.first), x1 = ax.index(rx.last);
        if (x0 <= x1) {
          add(x0, x1 + 1, ax.periodic && (rx.all || rx.first != x0));
        } else {  // across the end of a cyclic axis
          add(x0, ax.n, true);
          add(0, x1 + 1, true);
        }
        flush(kMaxWindows - 3);
      }
    }
    flush(0);
  }
}

}  // namespace scree::detect
