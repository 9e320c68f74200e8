// Tree of boxes over triangles: which of them may lie within a distance of a point?
//
// Median split on the longest side of the centres: built once in O(n log n), the same for the same
// input. A query for a ball much smaller than the mesh visits a path of about log2(n/4) nodes and
// the few leaves around it; it allocates nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/vec3.hpp"

namespace scree {

struct Box3 {
  Vec3 lo, hi;
};

class Bvh {
 public:
  Bvh() = default;
  explicit Bvh(std::span<const Box3> items);

  // Calls visit(item) for every item whose leaf's box is closer to x than `reach`.
  template <class Visit>
  void visit_near(const Vec3& x, double reach, Visit&& visit) const {
    if (nodes_.empty()) return;
    std::array<std::uint32_t, 64> stack;  // depth <= 32: the halves differ by one at most
    int top = 0;
    stack[top++] = 0;
    const double reach2 = reach * reach;
    while (top > 0) {
      const std::uint32_t at = stack[--top];
      const Node& n = nodes_[at];
      if (!(distance2(n.box, x) < reach2)) continue;
      if (n.count == 0) {
        stack[top++] = n.first;
        stack[top++] = at + 1;
        continue;
      }
      for (std::uint32_t i = n.first; i < n.first + n.count; ++i) visit(items_[i]);
    }
  }
  // The same, near boxes first, where visit(item) answers with the reach of what follows: as the
  // nearest item is found early, most of the rest is never seen.
  template <class Visit>
  void visit_nearest(const Vec3& x, double reach, Visit&& visit) const {
    if (nodes_.empty()) return;
    struct Open {
      std::uint32_t node;
      double distance2;
    };
    std::array<Open, 64> stack;
    int top = 0;
    stack[top++] = {0, distance2(nodes_[0].box, x)};
    while (top > 0) {
      const Open at = stack[--top];
      if (!(at.distance2 < reach * reach)) continue;
      const Node& n = nodes_[at.node];
      if (n.count == 0) {
        Open near{at.node + 1, distance2(nodes_[at.node + 1].box, x)};
        Open far{n.first, distance2(nodes_[n.first].box, x)};
        if (far.distance2 < near.distance2) std::swap(near, far);
        stack[top++] = far;
        stack[top++] = near;
        continue;
      }
      for (std::uint32_t i = n.first; i < n.first + n.count; ++i) reach = visit(items_[i]);
    }
  }
  // Numbers the items in the order of the leaves and returns their old numbers in that order.
  std::vector<std::uint32_t> renumber() {
    std::vector<std::uint32_t> old = items_;
    for (std::uint32_t i = 0; i < items_.size(); ++i) items_[i] = i;
    return old;
  }
  const Box3& bounds() const { return nodes_.front().box; }

 private:
  static constexpr std::uint32_t kLeaf = 4;
  struct Node {
    Box3 box;
    std::uint32_t first = 0;  // leaf: first of its items; inner: the right child (left is next)
    std::uint32_t count = 0;  // 0: inner node
  };
  static double distance2(const Box3& b, const Vec3& x) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double d = std::max({b.lo[k] - x[k], x[k] - b.hi[k], 0.0});
      sum += d * d;
    }
    return sum;
  }
  void build(std::span<const Box3> items, std::uint32_t first, std::uint32_t count);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> items_;
};

}  // namespace scree
