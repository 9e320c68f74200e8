// Sorting balls into cubes (algorithm 4) and the loops over sorted balls (algorithm 5).
#include "detect/lazarevic.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "detect/axis_cells.hpp"
#include "detect/brute_force.hpp"

namespace scree::detect {
namespace {

constexpr double kSlack = 0x1p-7;  // Delta of (6), a fraction of 2 rho_max; covers the margin twice
constexpr std::size_t kLoadSample = 257;

double half_reach(const DetectInput& in) { return 0.5 * std::abs(in.reach); }
double rho_of(const DetectInput& in, std::uint32_t slot) {
  return std::abs(in.xr[slot].r) + half_reach(in);
}

// A coordinate amid the grains, so that a few that are far away leave the others their digits.
double typical(const DetectInput& in, const Survey& s, int axis) {
  std::vector<double> sample;
  const std::size_t stride = std::max<std::size_t>(1, in.xr.size() / kLoadSample);
  for (std::size_t i = 0; i < in.xr.size(); i += stride)
    if (s.ordinary(i)) sample.push_back(in.xr[i].x[axis]);
  if (sample.empty()) return s.count ? s.lo[axis] : 0;
  const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
  std::nth_element(sample.begin(), middle, sample.end());
  return *middle;
}

// The point between two balls that lies in both when they meet. For equal radii it is the
// midpoint (23); for unequal ones the midpoint may be outside the smaller ball, so the segment is
// cut in the ratio of the radii.
Vec3 meeting_point(const Vec3& x, const Vec3& d, double rho_i, double rho_m) {
  return x + (rho_i / (rho_i + rho_m)) * d;
}

}  // namespace

void Lazarevic::find(const DetectInput& in, std::vector<RowPair>& pairs) {
  if (nothing_can_pair(in)) return pairs.clear();
  survey(in, survey_);
  const double rho_max = survey_.r_max + half_reach(in);
  if (!std::isfinite(4 * rho_max)) return find_brute(in, pairs);
  frame_ = plan(in, rho_max);
  moving_.slot.clear();
  for (std::uint32_t i = 0; i < in.xr.size(); ++i)
    if (!(in.ws[i].flags & kFixed) && survey_.ordinary(i)) moving_.slot.push_back(i);
  const FixedKey key{in.fixed_version, frame_};
  if (fixed_key_ != key) {
    fixed_.slot.clear();
    for (std::uint32_t i = 0; i < in.xr.size(); ++i)
      if ((in.ws[i].flags & kFixed) && survey_.ordinary(i)) fixed_.slot.push_back(i);
    sort(in, fixed_);
    fixed_key_ = key;
    ++fixed_sorts_;
  }
  sort(in, moving_);
  search(in, pairs);
  add_stray_pairs(in, survey_, pairs);
}

CubeFrame Lazarevic::plan(const DetectInput& in, double rho_max) const {
  CubeFrame f;
  f.a = std::max(2 * rho_max * (1 + kSlack), kMinWidth);  // (6)
  f.margin = f.a * kCellMargin;
  // The frame of the fixed balls is kept: another origin would mean to sort them again.
  const bool keep =
      fixed_key_ && fixed_key_->version == in.fixed_version && fixed_key_->frame.a == f.a;
  for (int k = 0; k < 3; ++k) {
    CubeAxis& axis = f.axis[k];
    if (wraps(in.box, k)) {
      axis.origin = in.box.lo[k];
      axis.period = in.box.length(k);
      axis.inverse_period = 1 / axis.period;
      axis.count =
          static_cast<std::int64_t>(std::clamp(std::floor(axis.period / f.a), 1.0, 0x1p20));
      axis.edge = axis.period / static_cast<double>(axis.count);
    } else {
      const bool known = keep && fixed_key_->frame.axis[k].count == 0;
      axis.origin = known ? fixed_key_->frame.axis[k].origin : typical(in, survey_, k);
      axis.edge = f.a;
    }
    axis.inverse = 1 / axis.edge;
  }
  return f;
}

void Lazarevic::sort(const DetectInput& in, Sorted& balls) const {
  const std::size_t n = balls.slot.size();
  balls.cubes.resize(n);
#pragma omp parallel for schedule(static) if (n > 4000)
  for (std::size_t b = 0; b < n; ++b)
    balls.cubes[b] = intersected_cubes(frame_, in.xr[balls.slot[b]].x, rho_of(in, balls.slot[b]));
  Cube lo, hi;
  if (n > 0) lo = hi = balls.cubes[0].central;
  for (const BallCubes& b : balls.cubes) {
    lo = {std::min(lo.x, b.central.x), std::min(lo.y, b.central.y), std::min(lo.z, b.central.z)};
    hi = {std::max(hi.x, b.central.x), std::max(hi.y, b.central.y), std::max(hi.z, b.central.z)};
  }
  const auto widen = [&](int k, std::int64_t& from, std::int64_t& to) {
    from = frame_.axis[k].count ? 1 : from - 1;
    to = frame_.axis[k].count ? frame_.axis[k].count : to + 1;
  };
  widen(0, lo.x, hi.x), widen(1, lo.y, hi.y), widen(2, lo.z, hi.z);
  balls.table.reset(lo, hi, 7 * n);
  for (std::size_t b = 0; b < n; ++b)  // algorithm 2, first to count, then to store
    for (unsigned left = balls.cubes[b].cubes; left; left &= left - 1)
      balls.table.count(
          balls.table.add_cube(cube_at(frame_, balls.cubes[b], std::countr_zero(left))));
  balls.table.finish_counting();
  for (std::size_t b = 0; b < n; ++b)
    for (unsigned left = balls.cubes[b].cubes; left; left &= left - 1)
      balls.table.put(balls.table.find(cube_at(frame_, balls.cubes[b], std::countr_zero(left))),
                      balls.slot[b]);
  balls.table.finish();
}

// Algorithm 5 for one moving ball. That a ball m "is not solved" is m > i here, the same for any
// order of the outer loop; cubes hold their balls in rising order, so the later ones are at the
// end. The exact test comes before the rule (23), as it is the cheaper one.
template <bool kImage>
void Lazarevic::search_ball(const DetectInput& in, std::uint32_t ball,
                            std::vector<RowPair>& pairs) const {
  const std::uint32_t i = moving_.slot[ball];
  const PositionRadius me = in.xr[i];
  const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
  const double rho = rho_of(in, i);
  const Vec3 offset = frame_.offset(me.x);
  const auto test = [&](std::uint32_t m, const Cube& here) {
    const PositionRadius& other = in.xr[m];
    const bool hit = kImage ? within_reach(me, other, in.reach, length, inverse)
                            : within_reach(me, other, in.reach);
    if (!hit) return;
    Vec3 d = other.x - me.x;
    if (kImage) d = nearest_image(d, length, inverse);
    if (frame_.cube_of(meeting_point(offset, d, rho, rho_of(in, m))) == here)
      pairs.push_back(ordered(in, i, m));
  };
  const BallCubes& mine = moving_.cubes[ball];
  for (unsigned left = mine.cubes; left; left &= left - 1) {
    const Cube here = cube_at(frame_, mine, std::countr_zero(left));
    const auto balls = moving_.table.balls(moving_.table.find(here));
    for (std::size_t b = balls.size(); b-- > 0 && balls[b] > i;) test(balls[b], here);
    const std::uint32_t wall = fixed_.table.find(here);
    if (wall == CubeTable::kNone) continue;
    for (const std::uint32_t m : fixed_.table.balls(wall)) test(m, here);
  }
}

void Lazarevic::search(const DetectInput& in, std::vector<RowPair>& pairs) {
  pairs.clear();
  const auto n = static_cast<std::uint32_t>(moving_.slot.size());
  const bool image = in.box.any();
  const auto one = [&](std::uint32_t ball, std::vector<RowPair>& out) {
    image ? search_ball<true>(in, ball, out) : search_ball<false>(in, ball, out);
  };
  const int threads = n < 4000 ? 1 : omp_get_max_threads();
  if (threads == 1) {
    for (std::uint32_t i = 0; i < n; ++i) one(i, pairs);
    return;
  }
  const std::uint32_t chunks = 8 * static_cast<std::uint32_t>(threads);
  buffers_.resize(chunks);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (std::uint32_t c = 0; c < chunks; ++c) {
    buffers_[c].clear();
    const auto end = static_cast<std::uint32_t>(std::uint64_t{n} * (c + 1) / chunks);
    for (auto i = static_cast<std::uint32_t>(std::uint64_t{n} * c / chunks); i < end; ++i)
      one(i, buffers_[c]);
  }
  for (const auto& b : buffers_) pairs.insert(pairs.end(), b.begin(), b.end());
}

}  // namespace scree::detect
