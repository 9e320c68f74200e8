#include "detect/situation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree::detect {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr std::size_t kSample = 64;
constexpr std::uint64_t kSampleEvery = 8;

// Grains beyond which a detector is not even tried. `brute` is for a handful. The other two keep
// 500 to 1000 bytes a grain and hold their own in small systems if anywhere: a trial must not take
// the memory or the patience of a large run.
constexpr std::size_t kHandful = 100, kSweepLimit = 20000, kTriangulationLimit = 200000;

// One number beside the grain count changed by more than this factor: look again.
constexpr double kGrainsChanged = 1.3, kSizesChanged = 1.3, kMotionChanged = 4;
constexpr double kNoMotion = 1e-4;  // radii; below, grains count as resting

bool differ(double a, double b, double factor) {
  return std::max(a, b) > factor * std::max(std::min(a, b), 1e-300);
}

// Tests of distance a grain makes with one grid for all sizes: half the volume of 27 cells of the
// largest grains, filled as densely as the grain's own kind can be.
double tests_in_one_grid(const Situation& s) {
  constexpr double kDense = 0.64 * 3 / (4 * std::numbers::pi);  // random close packing
  const double cell = 2 * s.r_max + std::max(s.reach, 0.0);
  return std::min(14 * cell * cell * cell * kDense * s.crowding,
                  0.5 * static_cast<double>(s.grains));
}

// The figures are those of docs/theory/detection.md, "The choice".
double grid_ns(const Situation& s) { return 1600.0 / static_cast<double>(s.grains); }

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
  if (call != 1 || spots_.empty()) return unknown;
  const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
  double sum = 0;
  std::size_t found = 0;
  for (const Spot& spot : spots_) {
    if (spot.row >= in.xr.size() || in.id[spot.row].value != spot.id) continue;
    const PositionRadius& g = in.xr[spot.row];
    const double way = norm(nearest_image(g.x - spot.x, length, inverse)) / g.r;
    if (!std::isfinite(way)) continue;
    sum += way;
    ++found;
  }
  return 2 * found >= spots_.size() ? sum / static_cast<double>(found) : unknown;
}

void MotionSample::remember(const DetectInput& in) {
  spots_.clear();
  const std::size_t n = in.xr.size(), wanted = std::min(n, kSample);
  for (std::size_t k = 0; k < wanted; ++k) {
    const auto row = static_cast<std::uint32_t>(n * k / wanted);
    spots_.push_back({row, in.id[row].value, in.xr[row].x});
  }
}

double expected_ns(const std::string& detector, const Situation& s) {
  if (s.grains == 0) return detector == "brute" ? 0 : 1;
  const auto n = static_cast<double>(s.grains);
  const double octaves = std::log2(std::min(std::max(s.ratio(), 1.0), 1e9));
  double ns = kInf;
  if (detector == "brute" && s.grains <= kHandful) ns = 4 + 2 * n;
  if (detector == "cubes") ns = 40 + 0.25 * tests_in_one_grid(s) + grid_ns(s);
  if (detector == "levels") ns = 46 + 3 * octaves + grid_ns(s);
  if (detector == "sweep" && s.grains <= kSweepLimit)
    ns = std::min(110 + 250 * std::cbrt(n * n) * s.motion, 1700.0);
  if (detector == "triangulation" && s.grains <= kTriangulationLimit)
    ns = std::min(250 + 40000 * s.motion, 5000.0);
  return std::isnan(ns) ? kInf : ns;
}

double expected_first_ns(const std::string& detector, const Situation& s) {
  if (detector == "sweep") return 1500;
  if (detector == "triangulation") return 5500;
  return 1.5 * expected_ns(detector, s);
}

std::span<const char* const> detectors_of_auto() {
  static constexpr const char* names[] = {"brute", "cubes", "levels", "sweep", "triangulation"};
  return names;
}

}  // namespace scree::detect
