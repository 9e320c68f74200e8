#include "geometry/polygon/crossing.hpp"

namespace scree::geometry {
namespace {

std::optional<SideCrossing> crossing_of(const PolygonPair& pair, std::uint32_t i, std::uint32_t j) {
  const RingView &a = pair.a(), &b = pair.b();
  SideCrossing out{i, j, false};
  const Vec2 p = a.corner(i), q = a.corner(a.next(i)), r = b.corner(j), s = b.corner(b.next(j));
  if (pair.left_of(0, p, q, r, out.tie) == pair.left_of(0, p, q, s, out.tie)) return {};
  if (pair.left_of(1, r, s, p, out.tie) == pair.left_of(1, r, s, q, out.tie)) return {};
  return out;
}

}  // namespace

std::optional<SideCrossing> crossing_near(const PolygonPair& pair, std::uint32_t a, std::uint32_t b,
                                          int& iterations) {
  const std::uint32_t around_a[] = {a, pair.a().previous(a), pair.a().next(a)};
  const std::uint32_t around_b[] = {b, pair.b().previous(b), pair.b().next(b)};
  for (const std::uint32_t i : around_a) {
    for (const std::uint32_t j : around_b) {
      ++iterations;
      if (const auto found = crossing_of(pair, i, j)) return found;
    }
  }
  return {};
}

std::optional<SideCrossing> chase_crossing(const PolygonPair& pair, std::uint32_t i,
                                           std::uint32_t j, int& iterations) {
  const RingView &a = pair.a(), &b = pair.b();
  const std::uint32_t limit = 2 * (a.size() + b.size()) + 2;
  for (std::uint32_t step = 0; step < limit; ++step) {
    ++iterations;
    if (const auto found = crossing_of(pair, i, j)) return found;
    const Vec2 a_from = a.corner(i), a_to = a.corner(a.next(i));
    const Vec2 b_from = b.corner(j), b_to = b.corner(b.next(j));
    bool tie = false;
    const bool a_first = sign_cross(a_to, a_from, b_to, b_from) >= 0
                             ? pair.left_of(0, i, b_to, tie)
                             : !pair.left_of(1, j, a_to, tie);
    if (a_first)
      i = a.next(i);
    else
      j = b.next(j);
  }
  return {};
}

std::optional<SideCrossing> any_crossing(const PolygonPair& pair) {
  for (std::uint32_t i = 0; i < pair.a().size(); ++i)
    for (std::uint32_t j = 0; j < pair.b().size(); ++j)
      if (const auto found = crossing_of(pair, i, j)) return found;
  return {};
}

// No corner of the inner one stands out of any side: the farthest goes around with the sides.
bool holds(const PolygonPair& pair, int which) {
  const RingView &outer = pair.ring(which), &inner = pair.ring(1 - which);
  bool tie = false;
  std::uint32_t farthest = 0;
  for (std::uint32_t s = 0; s < outer.size(); ++s) {
    const Vec2 from = outer.corner(s), to = outer.corner(outer.next(s));
    farthest = inner.farthest_out(from, to, farthest);
    if (!pair.left_of(which, from, to, inner.corner(farthest), tie)) return false;
  }
  return true;
}

}  // namespace scree::geometry
