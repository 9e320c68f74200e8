#include "detect/situation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::detect {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr std::size_t kSample = 64;
constexpr std::uint64_t kSampleEvery = 8;

// One number beside the grain count changed by more than this factor: look again.
constexpr double kGrainsChanged = 1.3, kSizesChanged = 1.3, kMotionChanged = 4;
constexpr double kNoMotion = 1e-4;  // radii; below, grains count as resting

bool differ(double a, double b, double factor) {
  return std::max(a, b) > factor * std::max(std::min(a, b), 1e-300);
}

}  // namespace

void look_at(const DetectInput& in, Situation& s) {
  s.grains = in.xr.size();
  s.reach = in.reach;
  double least = kInf, most = 0, sum = 0;
  for (const PositionRadius& g : in.xr) {
    if (!(g.r > 0) || !std::isfinite(g.r)) continue;
    least = std::min(least, g.r);
    most = std::max(most, g.r);
    sum += 1 / (g.r * g.r * g.r);
  }
  s.r_min = most > 0 ? least : 0;
  s.r_max = most;
  s.crowding = s.grains > 0 ? sum / static_cast<double>(s.grains) : 0;
}

std::string changed_since(const Situation& before, const Situation& now) {
  const auto a = static_cast<double>(before.grains), b = static_cast<double>(now.grains);
  if (differ(a, b, kGrainsChanged))
    return fmt::format("{} grains instead of {}", now.grains, before.grains);
  if (differ(before.ratio(), now.ratio(), kSizesChanged))
    return fmt::format("radii 1:{:.3g} instead of 1:{:.3g}", now.ratio(), before.ratio());
  if (differ(std::max(before.motion, kNoMotion), std::max(now.motion, kNoMotion), kMotionChanged))
    return fmt::format("grains go {:.2g} radii from list to list instead of {:.2g}", now.motion,
                       before.motion);
  return {};
}

double MotionSample::follow(const DetectInput& in, double unknown) {
  const std::uint64_t call = calls_++ % kSampleEvery;
  if (call == 0) remember(in);
  if (call != 1 || sample_.empty()) return unknown;
  const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
  double sum = 0;
  std::size_t found = 0;
  for (const Sampled& grain : sample_) {
    if (grain.row >= in.xr.size() || in.id[grain.row].value != grain.id) continue;
    const PositionRadius& g = in.xr[grain.row];
    const double moved = norm(nearest_image(g.x - grain.x, length, inverse)) / g.r;
    if (!std::isfinite(moved)) continue;
    sum += moved;
    ++found;
  }
  return 2 * found >= sample_.size() ? sum / static_cast<double>(found) : unknown;
}

void MotionSample::remember(const DetectInput& in) {
  sample_.clear();
  const std::size_t n = in.xr.size(), wanted = std::min(n, kSample);
  for (std::size_t k = 0; k < wanted; ++k) {
    const auto row = static_cast<std::uint32_t>(n * k / wanted);
    sample_.push_back({row, in.id[row].value, in.xr[row].x});
  }
}

}  // namespace scree::detect
