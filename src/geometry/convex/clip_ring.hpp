// One cut of a convex polygon (Sutherland & Hodgman 1974), whatever its corners carry.
#pragma once

namespace scree::geometry {

// Copies what has value(corner) >= 0, in order; where a side changes sign, crossing(p, q, t) makes
// the corner at p + t (q - p). Returns the number of corners; `out` has room for one more than
// `ring`, and is another array.
template <class Corner, class Value, class Crossing>
int clip_ring(const Corner* ring, int count, Corner* out, const Value& value,
              const Crossing& crossing) {
  if (count == 0) return 0;
  int kept = 0;
  double here = value(ring[0]);
  for (int k = 0; k < count; ++k) {
    const Corner &p = ring[k], &q = ring[k + 1 == count ? 0 : k + 1];
    const double next = value(q);
    if (here >= 0) out[kept++] = p;
    if ((here < 0) != (next < 0)) out[kept++] = crossing(p, q, here / (here - next));
    here = next;
  }
  return kept;
}

}  // namespace scree::geometry
