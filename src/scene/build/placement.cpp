#include "scene/build/placement.hpp"

#include <algorithm>
#include <cmath>

namespace scree {

std::string Placement::name_of(std::uint32_t ball) const {
  const Fill* of = nullptr;
  for (const Fill& f : fills_)
    if (f.first <= ball) of = &f;
  if (of == nullptr) return "grain " + std::to_string(ball);
  return "grain " + std::to_string(ball - of->first) + " of " + of->name;
}
namespace {

constexpr double kPairRounding = 1e-9;  // of the distance: touching is not overlapping

std::int64_t cell_of(double x, double cell) {
  return static_cast<std::int64_t>(std::clamp(std::floor(x / cell), -1e15, 1e15));
}

// Cells that share a key only cost a test more.
std::uint64_t cell_key(std::int64_t i, std::int64_t j, std::int64_t k) {
  std::uint64_t h = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15ull;
  h = (h ^ (h >> 29)) + static_cast<std::uint64_t>(j) * 0xBF58476D1CE4E5B9ull;
  h = (h ^ (h >> 32)) + static_cast<std::uint64_t>(k) * 0x94D049BB133111EBull;
  return h ^ (h >> 31);
}

}  // namespace

void Placement::add(const Vec3& x, double radius, int owner) {
  const int power = radius > 0 ? std::ilogb(radius) : 0;
  Level& level = levels_[power];
  level.cell = std::ldexp(1.0, power + 2);  // at least a diameter
  level.largest = std::max(level.largest, radius);
  const auto index = static_cast<std::uint32_t>(balls_.size());
  const std::uint64_t key =
      cell_key(cell_of(x.x, level.cell), cell_of(x.y, level.cell), cell_of(x.z, level.cell));
  const auto [it, fresh] = level.head.try_emplace(key, kNone);
  balls_.push_back({x, radius, owner, it->second});
  it->second = index;
  level.all.push_back(index);
}

// Calls visit(index) for every ball of the level that may be within `reach`, until it says false.
template <class Visit>
bool Placement::visit_near(const Level& level, const Vec3& x, double reach, Visit&& visit) const {
  const double cells = 2 * reach / level.cell + 1;
  if (!(cells * cells * cells < static_cast<double>(level.all.size()) + 27)) {
    for (const std::uint32_t index : level.all)
      if (!visit(index)) return false;
    return true;
  }
  std::int64_t lo[3], hi[3];
  for (int a = 0; a < 3; ++a) {
    lo[a] = cell_of(x[a] - reach, level.cell);
    hi[a] = cell_of(x[a] + reach, level.cell);
  }
  for (std::int64_t i = lo[0]; i <= hi[0]; ++i)
    for (std::int64_t j = lo[1]; j <= hi[1]; ++j)
      for (std::int64_t k = lo[2]; k <= hi[2]; ++k) {
        const auto found = level.head.find(cell_key(i, j, k));
        if (found == level.head.end()) continue;
        for (std::uint32_t index = found->second; index != kNone; index = balls_[index].next)
          if (!visit(index)) return false;
      }
  return true;
}

template <class Visit>
bool Placement::visit_image(const Vec3& x, double radius, double gap, Visit&& visit) const {
  for (const auto& [power, level] : levels_) {
    const bool more = visit_near(level, x, radius + gap + level.largest, [&](std::uint32_t index) {
      return visit(index, norm(balls_[index].x - x));
    });
    if (!more) return false;
  }
  return true;
}

// Visits balls near the point and near its images in the periodic directions.
template <class Visit>
bool Placement::visit(const Vec3& x, double radius, double gap, Visit&& visit) const {
  if (!box_.any()) return visit_image(x, radius, gap, visit);
  const Vec3 l = box_.lengths();
  const int most = box_.tilted() ? 2 : 1;  // tilts shift images by up to a length more
  for (int i = -most; i <= most; ++i)
    for (int j = -most; j <= most; ++j)
      for (int k = -1; k <= 1; ++k) {
        if ((i != 0 && l.x == 0) || (j != 0 && l.y == 0) || (k != 0 && l.z == 0)) continue;
        const Vec3 shift = triangular(l, box_.tilt, {double(i), double(j), double(k)});
        if (!visit_image(x + shift, radius, gap, visit)) return false;
      }
  return true;
}

bool Placement::each_near(const Vec3& x, double radius, double gap,
                          const std::function<bool(std::uint32_t ball)>& near) const {
  return visit(x, radius, gap, [&](std::uint32_t index, double distance) {
    return distance >= radius + balls_[index].r + gap || near(index);
  });
}

bool Placement::is_free(const Vec3& x, double radius, double gap) const {
  return visit(x, radius, gap, [&](std::uint32_t index, double distance) {
    return distance >= (radius + balls_[index].r + gap) * (1 - kPairRounding);
  });
}

std::optional<Placement::Hit> Placement::deepest(const Vec3& x, double radius,
                                                 const TrueOverlap& true_overlap) const {
  std::optional<Hit> best;
  visit(x, radius, 0, [&](std::uint32_t index, double distance) {
    const Ball& b = balls_[index];
    const double touching = radius + b.r, least = kPairRounding * touching;
    double overlap = touching - distance;
    if (overlap > least && true_overlap) overlap = true_overlap(index, overlap);
    if (overlap > least &&
        (!best || overlap > best->overlap || (overlap == best->overlap && index < best->ball)))
      best = Hit{index, b.owner, overlap, b.r};
    return true;
  });
  return best;
}

}  // namespace scree
