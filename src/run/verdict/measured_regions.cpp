#include "run/verdict/measured_regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "run/folder/quantity_text.hpp"
#include "sim/reports/live_input.hpp"

namespace scree::run {
namespace {

// Part of space that a measure looks at: its top along `up`, and its sides where it has any.
struct MeasuredRegion {
  double top = 0;
  bool sides = false;
  Vec3 min{}, max{};
};

struct Upward {
  int axis = 0;
  double sign = 1;
  double height(const Vec3& x) const { return sign * x[axis]; }
};

std::optional<MeasuredRegion> region_of(const MeasureSpec& spec, const Upward& up) {
  const ParamSet& p = spec.params;
  const bool box = spec.kind == "stress" ||
                   (spec.kind == "mass" && p.has("region") && p.text("region") == "box");
  if (box && p.has("min") && p.has("max")) {
    const Vec3 lo = p.vector("min"), hi = p.vector("max");
    return MeasuredRegion{std::max(up.height(lo), up.height(hi)), true, lo, hi};
  }
  const bool vessel =
      spec.kind == "density" && p.has("height") && p.has("axis") && p.text("axis") == "up";
  if (!vessel) return std::nullopt;
  return MeasuredRegion{p.number("height") + (p.has("bottom") ? p.number("bottom") : 0)};
}

bool is_beside(const MeasuredRegion& region, const Upward& up, const Vec3& x) {
  for (int k = 0; k < 3; ++k)
    if (region.sides && k != up.axis && (x[k] < region.min[k] || x[k] > region.max[k])) return true;
  return false;
}

}  // namespace

std::vector<std::string> regions_above_packing(const Simulation& sim,
                                               const std::vector<MeasureSpec>& measures) {
  const Vec3 gravity = sim.world().gravity.at(sim.time());
  std::vector<std::string> out;
  if (!(norm(gravity) > 0)) return out;
  const Vec3 direction = up_of(gravity);
  Upward up{-1, 1};
  for (int k = 0; k < 3; ++k)
    if (std::abs(direction[k]) > 0.999) up = {k, direction[k] > 0 ? 1.0 : -1.0};
  if (up.axis < 0 || sim.world().box.periodic[up.axis]) return out;
  const Particles& p = sim.particles();
  for (const MeasureSpec& spec : measures) {
    const auto region = region_of(spec, up);
    if (!region) continue;
    // Single grains that jump are no packing: the fiftieth part that is highest does not count.
    std::vector<double> tops;
    double diameter = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
      if ((p.ws[k].flags & kFixed) || is_beside(*region, up, p.xr[k].x)) continue;
      tops.push_back(up.height(p.xr[k].x) + p.xr[k].r);
      diameter += 2 * p.xr[k].r;
    }
    if (tops.empty()) continue;
    diameter /= static_cast<double>(tops.size());
    const auto last = tops.begin() + static_cast<std::ptrdiff_t>((tops.size() - 1) * 49 / 50);
    std::nth_element(tops.begin(), last, tops.end());
    const double above = region->top - *last;
    if (above > diameter)
      out.push_back(fmt::format(
          "measure `{}` reaches {} above the packing, whose top is at {}: its mean counts the "
          "empty space",
          spec.name, quantity_text(above, "m"), quantity_text(up.sign * *last, "m")));
  }
  return out;
}

}  // namespace scree::run
