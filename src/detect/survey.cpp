#include "detect/survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::detect {
namespace {

// Zero for finite values, not a number otherwise; adds up over several values without a branch.
double poison(double v) { return v - v; }

Part classify(const PositionRadius& g, const PeriodicBox& box) {
  if (!is_finite(g.x) || std::isnan(g.r)) return Part::none;
  if (std::isinf(g.r)) return Part::stray;
  for (int k = 0; k < 3; ++k) {
    if (!wraps(box, k)) continue;
    if (std::abs(g.x[k] - box.lo[k]) > kMaxPeriods * box.length(k)) return Part::stray;
  }
  return Part::ordinary;
}

void classify_all(const DetectInput& in, Survey& s) {
  const std::size_t n = in.xr.size();
  s.part.resize(n);
  s.strays.clear();
  s.count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    s.part[i] = classify(in.xr[i], in.box);
    if (s.part[i] == Part::stray) s.strays.push_back(static_cast<std::uint32_t>(i));
    s.count += s.part[i] == Part::ordinary;
  }
  s.all_ordinary = s.count == n;
}

// Region and radius; sum of poisons, so that one pass also tells whether anything is not finite.
double measure(const DetectInput& in, Survey& s, bool check) {
  const auto n = static_cast<std::int64_t>(in.xr.size());
  constexpr double inf = std::numeric_limits<double>::infinity();
  double lx = inf, ly = inf, lz = inf, hx = -inf, hy = -inf, hz = -inf, r = 0, r_min = inf, bad = 0;
#pragma omp parallel for schedule(static) reduction(min : lx, ly, lz, r_min) \
    reduction(max : hx, hy, hz, r) reduction(+ : bad) if (n > 20000)
  for (std::int64_t i = 0; i < n; ++i) {
    if (check && s.part[i] != Part::ordinary) continue;
    const PositionRadius& g = in.xr[i];
    lx = g.x.x < lx ? g.x.x : lx;
    ly = g.x.y < ly ? g.x.y : ly;
    lz = g.x.z < lz ? g.x.z : lz;
    hx = g.x.x > hx ? g.x.x : hx;
    hy = g.x.y > hy ? g.x.y : hy;
    hz = g.x.z > hz ? g.x.z : hz;
    const double size = std::abs(g.r);
    r = size > r ? size : r;
    r_min = size < r_min ? size : r_min;
    bad += (poison(g.x.x) + poison(g.x.y)) + (poison(g.x.z) + poison(g.r));
  }
  s.lo = {lx, ly, lz};
  s.hi = {hx, hy, hz};
  s.r_max = r;
  s.r_min = r_min;
  return bad;
}

// Whether all ordinary grains lie in the box; far: some may be further out than kMaxPeriods.
bool place_in_box(const PeriodicBox& box, Survey& s) {
  bool far = false;
  for (int k = 0; k < 3; ++k) {
    s.inside[k] = true;
    if (!wraps(box, k)) continue;
    s.inside[k] = s.lo[k] >= box.lo[k] && s.hi[k] <= box.hi[k];
    const double limit = kMaxPeriods * box.length(k);
    far |= box.lo[k] - s.lo[k] > limit || s.hi[k] - box.lo[k] > limit;
  }
  return far;
}

}  // namespace

bool nothing_can_pair(const DetectInput& in) {
  bool numbers = !std::isnan(in.reach);
  const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
  for (int k = 0; k < 3; ++k)
    if (in.box.periodic[k]) numbers &= std::isfinite(length[k]) && std::isfinite(inverse[k]);
  return !numbers;
}

void survey(const DetectInput& in, Survey& s) {
  s.count = in.xr.size();
  s.all_ordinary = true;
  s.part.clear();
  s.strays.clear();
  // Grains that are not ordinary are rare: one quick pass for all, a second only if needed.
  const double bad = measure(in, s, false);
  const bool far = place_in_box(in.box, s);
  if (bad == 0 && !far) return;
  classify_all(in, s);
  measure(in, s, true);
  place_in_box(in.box, s);
}

void add_stray_pairs(const DetectInput& in, const Survey& s, std::vector<RowPair>& pairs) {
  const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
  for (const std::uint32_t a : s.strays) {
    for (std::uint32_t b = 0; b < in.xr.size(); ++b) {
      if (a == b || (s.part[b] == Part::stray && b < a)) continue;
      if (in.ws[a].flags & in.ws[b].flags & kFixed) continue;
      if (within_reach(in.xr[a], in.xr[b], in.reach, length, inverse))
        pairs.push_back(ordered(in, a, b));
    }
  }
}

}  // namespace scree::detect
