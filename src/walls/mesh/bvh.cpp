#include "walls/mesh/bvh.hpp"

namespace scree {
namespace {

Box3 united(const Box3& a, const Box3& b) {
  Box3 u;
  for (int k = 0; k < 3; ++k) {
    u.lo[k] = std::min(a.lo[k], b.lo[k]);
    u.hi[k] = std::max(a.hi[k], b.hi[k]);
  }
  return u;
}
double centre(const Box3& b, int k) { return 0.5 * b.lo[k] + 0.5 * b.hi[k]; }

}  // namespace

Bvh::Bvh(std::span<const Box3> items) {
  if (items.empty()) return;
  items_.resize(items.size());
  for (std::uint32_t i = 0; i < items_.size(); ++i) items_[i] = i;
  build(items, 0, static_cast<std::uint32_t>(items.size()));
}

void Bvh::build(std::span<const Box3> items, std::uint32_t first, std::uint32_t count) {
  const std::size_t at = nodes_.size();
  nodes_.emplace_back();
  Box3 box = items[items_[first]];
  Vec3 lo, hi;  // of the centres
  for (int k = 0; k < 3; ++k) lo[k] = hi[k] = centre(box, k);
  for (std::uint32_t i = first; i < first + count; ++i) {
    const Box3& b = items[items_[i]];
    box = united(box, b);
    for (int k = 0; k < 3; ++k) {
      lo[k] = std::min(lo[k], centre(b, k));
      hi[k] = std::max(hi[k], centre(b, k));
    }
  }
  nodes_[at].box = box;
  if (count <= kLeaf) {
    nodes_[at].first = first;
    nodes_[at].count = count;
    return;
  }
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (hi[k] - lo[k] > hi[axis] - lo[axis]) axis = k;
  const std::uint32_t half = count / 2;
  const auto begin = items_.begin() + first;
  // Ties by number: the tree is the same whatever nth_element does inside.
  std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t a, std::uint32_t b) {
    const double ca = centre(items[a], axis), cb = centre(items[b], axis);
    return ca != cb ? ca < cb : a < b;
  });
  std::sort(begin, begin + half);
  std::sort(begin + half, begin + count);
  build(items, first, half);
  nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
  build(items, first + half, count - half);
}

}  // namespace scree
