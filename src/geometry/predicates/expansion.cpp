#include "geometry/predicates/expansion.hpp"

#include <algorithm>

namespace scree::geometry {
namespace {

// Collects components and leaves out zeros.
struct Writer {
  double* c;
  std::size_t n = 0;
  void add(double v) {
    if (v != 0) c[n++] = v;
  }
};

Expansion finish(ExpansionArena& arena, const Writer& w, std::size_t taken) {
  arena.shrink(taken - w.n);
  return {w.c, w.n};
}

// The sum of scale(e, f[i]) over a range of f, as a balanced tree: sums of equal length.
Expansion product_of_range(ExpansionArena& arena, Expansion e, const double* f, std::size_t n) {
  if (n == 1) return scale(arena, e, f[0]);
  const Expansion low = product_of_range(arena, e, f, n / 2);
  const Expansion high = product_of_range(arena, e, f + n / 2, n - n / 2);
  return sum(arena, low, high);
}

}  // namespace

Expansion make_expansion(ExpansionArena& arena, TwoTerms t) {
  Writer w{arena.take(2)};
  w.add(t.y);
  w.add(t.x);
  return finish(arena, w, 2);
}

// Shewchuk's FAST-EXPANSION-SUM: merge by magnitude, then one sweep of two_sum. One two_sum a
// component where the thesis' LINEAR-EXPANSION-SUM needs two operations.
Expansion sum(ExpansionArena& arena, Expansion e, Expansion f) {
  if (e.n == 0) return f;
  if (f.n == 0) return e;
  const std::size_t total = e.n + f.n;
  Writer w{arena.take(total)};
  std::size_t i = 0, j = 0;
  const auto next = [&] {
    if (j == f.n) return e.c[i++];
    if (i == e.n) return f.c[j++];
    return std::abs(e.c[i]) < std::abs(f.c[j]) ? e.c[i++] : f.c[j++];
  };
  double q = next();
  for (std::size_t k = 1; k < total; ++k) {
    const TwoTerms s = two_sum(q, next());
    w.add(s.y);
    q = s.x;
  }
  w.add(q);
  return finish(arena, w, total);
}

// Shewchuk's SCALE-EXPANSION.
Expansion scale(ExpansionArena& arena, Expansion e, double b) {
  if (e.n == 0 || b == 0) return {};
  Writer w{arena.take(2 * e.n)};
  TwoTerms p = two_product(e.c[0], b);
  w.add(p.y);
  double q = p.x;
  for (std::size_t i = 1; i < e.n; ++i) {
    p = two_product(e.c[i], b);
    const TwoTerms low = two_sum(q, p.y);
    w.add(low.y);
    const TwoTerms high = fast_two_sum(p.x, low.x);
    w.add(high.y);
    q = high.x;
  }
  w.add(q);
  return finish(arena, w, 2 * e.n);
}

Expansion product(ExpansionArena& arena, Expansion e, Expansion f) {
  if (e.n < f.n) std::swap(e, f);
  return f.n == 0 ? Expansion{} : product_of_range(arena, e, f.c, f.n);
}

Expansion negate(ExpansionArena& arena, Expansion e) {
  double* c = arena.take(e.n);
  for (std::size_t i = 0; i < e.n; ++i) c[i] = -e.c[i];
  return {c, e.n};
}

}  // namespace scree::geometry
