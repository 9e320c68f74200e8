#include "geometry/polygon/vec2.hpp"

#include "geometry/predicates/expansion.hpp"

namespace scree::geometry {

int exact_sign_dot(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s) {
  thread_local ExpansionArena arena;
  arena.clear();
  const auto difference = [](double a, double b) { return Exact::difference(arena, a, b); };
  return (difference(p.x, q.x) * difference(r.x, s.x) + difference(p.y, q.y) * difference(r.y, s.y))
      .sign();
}

}  // namespace scree::geometry
