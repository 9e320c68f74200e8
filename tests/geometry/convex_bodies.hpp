// Random convex bodies and poses for the tests of gaps and patches.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "geometry/convex/gap.hpp"

namespace scree::geometry::bodies {

struct Placed {
  Polyhedron body;
  std::vector<Vec3> corners;
  Vec3 x;
  Quat q;
  Placed(Polyhedron b, const Vec3& at, const Quat& turn) : body(std::move(b)), x(at), q(turn) {
    for (const Vec3& c : body.corners()) corners.push_back(x + rotate(q, c));
  }
  PlacedBody view() const { return {body, x, q}; }
};

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed, 21) {}
  double uniform(double lo, double hi) { return lo + (hi - lo) * random_.uniform(next_++); }
  Vec3 direction() {
    for (;;) {
      const Vec3 x{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
      if (norm2(x) < 1 && norm2(x) > 0.01) return x / norm(x);
    }
  }
  Quat turn() {
    const Vec3 a = direction();
    const double angle = uniform(0, 6.283);
    const double s = std::sin(angle / 2);
    return {std::cos(angle / 2), s * a.x, s * a.y, s * a.z};
  }

 private:
  CounterRandom random_;
  std::uint64_t next_ = 0;
};

inline Polyhedron from(const std::vector<Vec3>& p) { return *Polyhedron::make(p); }
inline Polyhedron box(const Vec3& half) {
  std::vector<Vec3> p;
  for (int k = 0; k < 8; ++k)
    p.push_back({k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z});
  return from(p);
}
inline Polyhedron rough(Numbers& r, int corners, const Vec3& size = {1, 1, 1}) {
  std::vector<Vec3> p;
  for (int k = 0; k < corners; ++k) {
    const Vec3 d = r.direction();
    p.push_back({size.x * d.x, size.y * d.y, size.z * d.z});
  }
  return from(p);
}

// The gap that a plane across n has: the definition (Nezami et al. 2006, 2.1).
inline double gap_of(const Placed& a, const Placed& b, const Vec3& n) {
  double far = -1e300, near = 1e300;
  for (const Vec3& x : a.corners) far = std::max(far, dot(n, x));
  for (const Vec3& x : b.corners) near = std::min(near, dot(n, x));
  return near - far;
}

}  // namespace scree::geometry::bodies
