#include "geometry/polygon/difference_border.hpp"

namespace scree::geometry {

using BorderKind = BorderFeature::Kind;

// Of parallel sides the climb may end at either end of the opposite one: both mean `both`.
BorderFeature DifferenceBorder::at_side_of_a(std::uint32_t k, std::uint32_t from) const {
  const Vec2 p = a_.corner(k), q = a_.corner(a_.next(k));
  const std::uint32_t j = b_.farthest_out(q, p, from);
  const Vec2 at = b_.corner(j);
  if (sign_cross(q, p, b_.corner(b_.next(j)), at) == 0) return {BorderKind::both, k, j};
  if (sign_cross(q, p, b_.corner(b_.previous(j)), at) == 0)
    return {BorderKind::both, k, b_.previous(j)};
  return {BorderKind::side_a, k, j};
}

BorderFeature DifferenceBorder::at_side_of_b(std::uint32_t k, std::uint32_t from) const {
  const Vec2 p = b_.corner(k), q = b_.corner(b_.next(k));
  const std::uint32_t i = a_.farthest_out(q, p, from);
  const Vec2 at = a_.corner(i);
  if (sign_cross(q, p, a_.corner(a_.next(i)), at) == 0) return {BorderKind::both, i, k};
  if (sign_cross(q, p, a_.corner(a_.previous(i)), at) == 0)
    return {BorderKind::both, a_.previous(i), k};
  return {BorderKind::side_b, i, k};
}

BorderFeature DifferenceBorder::start(const BorderFeature& side) const {
  return {BorderKind::corner, side.a, side.b};
}

BorderFeature DifferenceBorder::end(const BorderFeature& side) const {
  return {BorderKind::corner, side.kind == BorderKind::side_b ? side.a : a_.next(side.a),
          side.kind == BorderKind::side_a ? side.b : b_.next(side.b)};
}

BorderFeature DifferenceBorder::side_after(const BorderFeature& c) const {
  const int turn =
      sign_cross(a_.corner(a_.next(c.a)), a_.corner(c.a), b_.corner(c.b), b_.corner(b_.next(c.b)));
  return {turn > 0 ? BorderKind::side_a : (turn < 0 ? BorderKind::side_b : BorderKind::both), c.a,
          c.b};
}

BorderFeature DifferenceBorder::side_before(const BorderFeature& c) const {
  const std::uint32_t i = a_.previous(c.a), j = b_.previous(c.b);
  const int turn = sign_cross(a_.corner(c.a), a_.corner(i), b_.corner(j), b_.corner(c.b));
  if (turn > 0) return {BorderKind::side_b, c.a, j};
  if (turn < 0) return {BorderKind::side_a, i, c.b};
  return {BorderKind::both, i, j};
}

void DifferenceBorder::direction(const BorderFeature& side, Vec2& p, Vec2& q) const {
  if (side.kind == BorderKind::side_b) {
    p = b_.corner(side.b);
    q = b_.corner(b_.next(side.b));
  } else {
    p = a_.corner(a_.next(side.a));
    q = a_.corner(side.a);
  }
}

bool DifferenceBorder::apart_across(const BorderFeature& side) const {
  Vec2 p, q;
  direction(side, p, q);
  return sign_cross(p, q, b_.corner(side.b), a_.corner(side.a)) <= 0;
}

}  // namespace scree::geometry
