#include "detect/cell_map.hpp"

#include <algorithm>
#include <cmath>

namespace scree::detect {
namespace {

constexpr double kMostChange = 0.1;    // of a length, then the upright box is chosen again
constexpr double kRoundingMap = 1e-6;  // of a radius: far above the rounding of positions

// From the cell to shares of its edges.
Vec3 shares(const PeriodicBox& box, const Vec3& d) {
  const double s_z = box.periodic[2] ? d.z / box.length(2) : 0;
  const double s_y = (d.y - box.tilt.z * s_z) / box.length(1);
  return {(d.x - box.tilt.x * s_y - box.tilt.y * s_z) / box.length(0), s_y, s_z};
}

Vec3 mapped_difference(const PeriodicBox& from, const PeriodicBox& to, const Vec3& d) {
  const Vec3 s = shares(from, d);
  return {to.length(0) * s.x, to.length(1) * s.y, to.periodic[2] ? to.length(2) * s.z : d.z};
}

// At least the factor by which the map makes any distance longer: |M|_2^2 <= |M|_1 |M|_inf.
double longest_factor(const PeriodicBox& from, const PeriodicBox& to) {
  const Vec3 x = mapped_difference(from, to, {1, 0, 0}), y = mapped_difference(from, to, {0, 1, 0}),
             z = mapped_difference(from, to, {0, 0, 1});
  const auto column = [](const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); };
  const double columns = std::max({column(x), column(y), column(z)});
  double rows = 0;
  for (int k = 0; k < 3; ++k)
    rows = std::max(rows, std::abs(x[k]) + std::abs(y[k]) + std::abs(z[k]));
  return std::sqrt(columns * rows);
}

bool still_fits(const PeriodicBox& upright, const PeriodicBox& now) {
  for (int k = 0; k < 3; ++k)
    if (upright.periodic[k] != now.periodic[k] || upright.lo[k] != now.lo[k] ||
        (now.periodic[k] &&
         !(std::abs(now.length(k) - upright.length(k)) <= kMostChange * upright.length(k))))
      return false;
  return true;
}

}  // namespace

void CellMap::find(const DetectInput& in, const Find& find, std::vector<RowPair>& pairs) {
  if (!still_fits(upright_, in.box)) {
    upright_ = in.box;
    upright_.tilt = upright_.stretch = upright_.shear = {};
  }
  const double factor = longest_factor(in.box, upright_) * (1 + kRoundingMap);
  mapped_.resize(in.xr.size());
#pragma omp parallel for schedule(static)
  for (std::size_t s = 0; s < in.xr.size(); ++s) {
    const Vec3 part = shares(in.box, in.xr[s].x - in.box.lo);
    for (int k = 0; k < 3; ++k)
      mapped_[s].x[k] = upright_.periodic[k]
                            ? upright_.lo[k] + upright_.length(k) * (part[k] - std::floor(part[k]))
                            : in.xr[s].x[k];
    mapped_[s].r = factor * in.xr[s].r;
  }
  DetectInput upright = in;
  upright.xr = mapped_;
  upright.box = upright_;
  upright.reach = factor * in.reach;
  find(upright, pairs);
  std::erase_if(pairs, [&in](const RowPair& p) {
    const PositionRadius &a = in.xr[p.first], &b = in.xr[p.second];
    return !spheres_within(in.box.nearest(b.x - a.x), a.r, b.r, in.reach);
  });
}

}  // namespace scree::detect
