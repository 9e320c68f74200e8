#include "detect/cube_table.hpp"

#include <algorithm>

namespace scree::detect {
namespace {

constexpr double kDenseCubesPerEntry = 2;  // empty cubes that a dense table may keep
constexpr double kFewCubes = 4096;

std::uint64_t mix(std::uint64_t v) {  // Steele, Lea & Flood 2014, the finaliser of splitmix64
  v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9ull;
  v = (v ^ (v >> 27)) * 0x94d049bb133111ebull;
  return v ^ (v >> 31);
}

std::uint64_t hash(const Cube& k) {
  return mix(static_cast<std::uint64_t>(k.x) +
             mix(static_cast<std::uint64_t>(k.y) + mix(static_cast<std::uint64_t>(k.z))));
}

}  // namespace

void CubeTable::reset(const Cube& lo, const Cube& hi, std::size_t entries) {
  const auto extent = [](std::int64_t a, std::int64_t b) { return static_cast<double>(b - a) + 1; };
  const double total = extent(lo.x, hi.x) * extent(lo.y, hi.y) * extent(lo.z, hi.z);
  lo_ = lo;
  hi_ = hi;
  nx_ = hi.x - lo.x + 1;
  ny_ = hi.y - lo.y + 1;
  dense_ = total <= std::max(kDenseCubesPerEntry * static_cast<double>(entries), kFewCubes) &&
           total < 0x1p31;
  begin_.assign(dense_ ? static_cast<std::size_t>(total) + 1 : 1, 0);
  known_.clear();
  slots_.assign(dense_ ? 0 : 64, kNone);
}

// (8), from the corner of the region instead of 1.
std::uint32_t CubeTable::dense_number(const Cube& k) const {
  return static_cast<std::uint32_t>(((k.z - lo_.z) * ny_ + (k.y - lo_.y)) * nx_ + (k.x - lo_.x));
}

std::size_t CubeTable::probe(const Cube& k) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash(k) & mask;
  while (slots_[at] != kNone && known_[slots_[at]] != k) at = (at + 1) & mask;
  return at;
}

void CubeTable::grow() {
  slots_.assign(slots_.size() * 2, kNone);
  for (std::uint32_t c = 0; c < known_.size(); ++c) slots_[probe(known_[c])] = c;
}

std::uint32_t CubeTable::add_cube(const Cube& k) {
  if (dense_) return dense_number(k);
  std::size_t at = probe(k);
  if (slots_[at] != kNone) return slots_[at];
  if (2 * (known_.size() + 1) > slots_.size()) {
    grow();
    at = probe(k);
  }
  slots_[at] = static_cast<std::uint32_t>(known_.size());
  known_.push_back(k);
  begin_.push_back(0);
  return slots_[at];
}

std::uint32_t CubeTable::find(const Cube& k) const {
  if (!dense_) return slots_[probe(k)];
  const bool in =
      k.x >= lo_.x && k.x <= hi_.x && k.y >= lo_.y && k.y <= hi_.y && k.z >= lo_.z && k.z <= hi_.z;
  return in ? dense_number(k) : kNone;
}

void CubeTable::finish_counting() {
  for (std::size_t c = 1; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
  balls_.resize(begin_.back());
}

// Placing moved each start to its end, which is the next one's start.
void CubeTable::finish() {
  std::copy_backward(begin_.begin(), begin_.end() - 1, begin_.end());
  begin_[0] = 0;
}

}  // namespace scree::detect
