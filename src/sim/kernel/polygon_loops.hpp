// Polygons that overlap as they did a step ago, eight pairs at a time: fast twin of
// geometry::polygon_gap() and contact_line() (shapes/polygon.hpp), with the same operations in the
// same order.
//
// That they overlap in the same way is proved by signs, each beyond its bound of rounding: two
// pairs of sides cross, and the corners between are inside the other polygon, namely in the hull of
// some of its corners. Where a sign is in doubt the pair is left to the plain code.
//
// A corner that is not there repeats the one before it, which changes no sum: the ring of corners
// has always six places.
//
// Included by kernel_*.cpp only.
#pragma once

#include "base/macros.hpp"
#include "base/simd.hpp"
#include "sim/kernel/polygon_block.hpp"

namespace scree::kernel {
namespace {

// As wide as a register: GCC takes wider vectors apart number by number.
#if defined(__AVX512F__)
inline constexpr int kWide = 8;
#elif defined(__AVX2__)
inline constexpr int kWide = 4;
#else
inline constexpr int kWide = 2;
#endif
typedef double Wide __attribute__((vector_size(8 * kWide)));
typedef long long WideIndex __attribute__((vector_size(8 * kWide)));

HD Wide load_wide(const double* p) {
  Wide v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
HD void store_wide(double* to, Wide v) { __builtin_memcpy(to, &v, sizeof v); }
HD Wide all_wide(double v) { return Wide{} + v; }
HD bool any_wide(WideIndex v) {
  long long any = 0;
  for (int k = 0; k < kWide; ++k) any |= v[k];
  return any != 0;
}

struct WidePoint {
  Wide x, y;
};
HD WidePoint operator+(const WidePoint& a, const WidePoint& b) { return {a.x + b.x, a.y + b.y}; }
HD WidePoint operator-(const WidePoint& a, const WidePoint& b) { return {a.x - b.x, a.y - b.y}; }
HD WidePoint operator*(Wide s, const WidePoint& a) { return {s * a.x, s * a.y}; }
HD WidePoint operator*(double s, const WidePoint& a) { return {s * a.x, s * a.y}; }
HD Wide dot8(const WidePoint& a, const WidePoint& b) { return a.x * b.x + a.y * b.y; }
HD Wide cross8(const WidePoint& a, const WidePoint& b) { return a.x * b.y - a.y * b.x; }
HD WidePoint outward8(const WidePoint& a) { return {a.y, -a.x}; }
HD WidePoint turned8(const WidePoint& t, const WidePoint& v) {
  return {t.x * v.x - t.y * v.y, t.y * v.x + t.x * v.y};
}

HD Wide when8(WideIndex is, Wide a, Wide b) { return is ? a : b; }
HD WidePoint when8(WideIndex is, const WidePoint& a, const WidePoint& b) {
  return {when8(is, a.x, b.x), when8(is, a.y, b.y)};
}
HD Wide abs8(Wide v) {
  return reinterpret_cast<Wide>(reinterpret_cast<WideIndex>(v) & 0x7fffffffffffffffLL);
}
// As std::max and std::min.
HD Wide max8(Wide a, Wide b) { return when8(a < b, b, a); }
HD Wide min8(Wide a, Wide b) { return when8(b < a, b, a); }
HD Wide clamp8(Wide v, Wide lo, Wide hi) { return when8(v < lo, lo, when8(hi < v, hi, v)); }
HD Wide root8(Wide a) {
#if defined(__AVX512F__)
  return reinterpret_cast<Wide>(_mm512_sqrt_pd(reinterpret_cast<__m512d>(a)));
#elif defined(__AVX2__)
  return reinterpret_cast<Wide>(_mm256_sqrt_pd(reinterpret_cast<__m256d>(a)));
#elif defined(__SSE2__)
  return reinterpret_cast<Wide>(_mm_sqrt_pd(reinterpret_cast<__m128d>(a)));
#else
  for (int k = 0; k < kWide; ++k) a[k] = __builtin_sqrt(a[k]);
  return a;
#endif
}

// Lanes of a block from one on.
struct BlockLanes {
  PolygonBlock& b;
  int l;

  HD Wide load(const PolygonBlock::Lanes& v) const { return load_wide(v + l); }
  HD WidePoint load(const PolygonBlock::Lanes (&v)[2]) const { return {load(v[0]), load(v[1])}; }
  HD void store(PolygonBlock::Lanes& to, Wide v) const { store_wide(to + l, v); }
  HD void store(PolygonBlock::Lanes (&to)[2], const WidePoint& v) const {
    store(to[0], v.x), store(to[1], v.y);
  }
};

// > 0: p is to the left of the line for certain; < 0: to the right; 0: in doubt. k = 4 roundings
// and those of this bound, see geometry/polygon/vec2.hpp.
struct Side8 {
  WidePoint from, to;
};
HD Wide sure_side(const Side8& s, const WidePoint& p) {
  const Wide h = (s.to.x - s.from.x) * (p.y - s.from.y), v = (s.to.y - s.from.y) * (p.x - s.from.x);
  const Wide value = h - v, bound = 0x1p-50 * (abs8(h) + abs8(v));
  return when8(abs8(value) > bound, value, Wide{});
}
HD WideIndex left8(const Side8& s, const WidePoint& p) { return sure_side(s, p) > Wide{}; }
HD WideIndex right8(const Side8& s, const WidePoint& p) { return sure_side(s, p) < Wide{}; }

// One of the two polygons, about the origin of the pair.
struct Stretch8 {
  Side8 in, out;      // the sides on which it comes into the other and leaves it
  Side8 back, forth;  // from the end of `out` to the far corner, from there to the start of `in`
  WideIndex one, two, no_far;  // it has at least one corner, two corners inside the other

  // Is a point that is to the left of `known` in the hull of the corners?
  HD WideIndex holds(const Side8& known, const WidePoint& p) const {
    return left8(known, p) & (left8({in.to, out.from}, p) | ~two) & left8(back, p) &
           (left8(forth, p) | no_far);
  }
};

HD WidePoint corner8(const BlockLanes& b, int which, int k, const WidePoint& x,
                     const WidePoint& turn) {
  return x + turned8(turn, b.load(b.b.corner[which][k]));
}

// a comes in on the side with crossing 1, b on that with crossing 2.
HD Stretch8 stretch8(const BlockLanes& b, int which, const WidePoint& x, const WidePoint& turn) {
  const auto at = [&](int k) { return corner8(b, which, k, x, turn); };
  const WidePoint far = at(PolygonBlock::far);
  const int in = which == 0 ? PolygonBlock::from1 : PolygonBlock::from2;
  const int out = which == 0 ? PolygonBlock::from2 : PolygonBlock::from1;
  Stretch8 s;
  s.in = {at(in), at(in + 1)};
  s.out = {at(out), at(out + 1)};
  s.back = {s.out.to, far};
  s.forth = {far, s.in.from};
  const Wide inside = b.load(b.b.inside[which]);
  s.one = inside > all_wide(0.5);
  s.two = inside > all_wide(1.5);
  s.no_far = b.load(b.b.no_far[which]) > Wide{};
  return s;
}

// Side `in` of p crosses side `out` of q: p comes into q there.
HD WideIndex crosses8(const Stretch8& p, const Stretch8& q) {
  return right8(q.out, p.in.from) & left8(q.out, p.in.to) & left8(p.in, q.out.from) &
         right8(p.in, q.out.to);
}
// The corners of p between are inside q.
HD WideIndex inside8(const Stretch8& p, const Stretch8& q) {
  return (q.holds(q.in, p.in.to) | ~p.one) & (q.holds(q.out, p.out.from) | ~p.two);
}

HD WidePoint share_of8(const Side8& s, const Side8& other) {
  const WidePoint line = other.to - other.from;
  const Wide before = abs8(cross8(line, s.from - other.from)),
             behind = abs8(cross8(line, s.to - other.from));
  const Wide whole = before + behind;
  return s.from + when8(whole > Wide{}, before / whole, all_wide(0.5)) * (s.to - s.from);
}
HD WidePoint crossing8(const Side8& of_a, const Side8& of_b) {
  return 0.5 * (share_of8(of_a, of_b) + share_of8(of_b, of_a));
}

HD WideIndex lower8(const WidePoint& a, const WidePoint& b) {
  return (a.y < b.y) | ((a.y == b.y) & (a.x < b.x));
}

// The corners of the overlap, and whose border goes on from each.
struct Ring8 {
  WidePoint at[6];
  Wide of_a[6];

  // By `by` places where `is`.
  HD void rotate(WideIndex is, int by) {
    const Ring8 old = *this;
#pragma GCC unroll 6
    for (int k = 0; k < 6; ++k) {
      at[k] = when8(is, old.at[(k + by) % 6], old.at[k]);
      of_a[k] = when8(is, old.of_a[(k + by) % 6], old.of_a[k]);
    }
  }
  HD void begin_at_lowest() {
    WidePoint lowest = at[0];
    Wide place{};
#pragma GCC unroll 6
    for (int k = 1; k < 6; ++k) {
      const WideIndex is = lower8(at[k], lowest);
      lowest = when8(is, at[k], lowest);
      place = when8(is, all_wide(k), place);
    }
    const WideIndex odd = (place == all_wide(1)) | (place == all_wide(3)) | (place == all_wide(5));
    rotate(odd, 1);
    rotate((place == all_wide(2)) | (place == all_wide(3)), 2);
    rotate(place >= all_wide(4), 4);
  }
};

HD Ring8 ring8(const Stretch8& a, const Stretch8& b) {
  Ring8 r;
  r.at[0] = crossing8(a.in, b.out);
  r.at[1] = when8(a.one, a.in.to, r.at[0]);
  r.at[2] = when8(a.two, a.out.from, r.at[1]);
  r.at[3] = crossing8(a.out, b.in);
  r.at[4] = when8(b.one, b.in.to, r.at[3]);
  r.at[5] = when8(b.two, b.out.from, r.at[4]);
  for (int k = 0; k < 6; ++k) r.of_a[k] = all_wide(k < 3 ? 1 : 0);
  return r;
}

// What measure_overlap() takes from the corners.
struct Overlap8 {
  WideIndex ok;
  WidePoint normal, on_a, on_b;
  Wide depth, length;
};

HD Overlap8 measure8(const Ring8& r) {
  const WidePoint o = r.at[0];
  WidePoint lo = o, hi = o, first{}, along_a{}, along_b{};
  Wide twice{};
#pragma GCC unroll 6
  for (int k = 0; k < 6; ++k) {
    lo = {min8(lo.x, r.at[k].x), min8(lo.y, r.at[k].y)};
    hi = {max8(hi.x, r.at[k].x), max8(hi.y, r.at[k].y)};
    const WidePoint p = r.at[k] - o, q = r.at[(k + 1) % 6] - o;
    const Wide t = cross8(p, q);
    twice += t;
    first = first + t * (p + q);
    const WideIndex mine = r.of_a[k] > Wide{};
    const WidePoint between = q - p, none{};
    along_a = along_a + when8(mine, between, none);
    along_b = along_b + when8(mine, none, between);
  }
  Overlap8 out;
  // Corners that coincide are left to the plain code, which begins at the first of them.
  out.ok = (twice > Wide{}) & ((r.at[5].x != o.x) | (r.at[5].y != o.y));
  const Wide thrice = 3 * twice;
  WidePoint centroid = o + WidePoint{first.x / thrice, first.y / thrice};
  centroid = {clamp8(centroid.x, lo.x, hi.x), clamp8(centroid.y, lo.y, hi.y)};
  const WidePoint twice_along = along_a - along_b, across = outward8(twice_along);
  const Wide length = root8(dot8(twice_along, twice_along));
  out.length = 0.5 * length;
  constexpr double kNoDirection = 1e-9;
  out.ok &= out.length > kNoDirection * ((hi.x - lo.x) + (hi.y - lo.y));
  out.normal = {across.x / length, across.y / length};
  Wide low = dot8(out.normal, r.at[0]), high = low;
#pragma GCC unroll 6
  for (int k = 1; k < 6; ++k) {
    const Wide h = dot8(out.normal, r.at[k]);
    low = min8(low, h);
    high = max8(high, h);
  }
  const Wide at = dot8(out.normal, centroid);
  out.depth = high - low;
  out.on_a = centroid + (high - at) * out.normal;
  out.on_b = centroid + (low - at) * out.normal;
  return out;
}

// A side seen in the frame of the contact line, as SeenSide of shapes/polygon_touch.cpp.
struct Seen8 {
  Wide s[2], h[2];
  HD Wide height(Wide at) const {
    const Wide width = s[1] - s[0];
    const Wide on = h[0] + (h[1] - h[0]) * ((at - s[0]) / width);
    return when8(width > Wide{}, on, max8(h[0], h[1]));
  }
};
HD Seen8 see8(const BlockLanes& b, int which, const WidePoint& x, const WidePoint& turn,
              const WidePoint& origin, const WidePoint& along, const WidePoint& n) {
  const WidePoint d0 = corner8(b, which, PolygonBlock::side_from, x, turn) - origin;
  const WidePoint d1 = corner8(b, which, PolygonBlock::side_to, x, turn) - origin;
  const Wide s0 = dot8(along, d0), s1 = dot8(along, d1), h0 = dot8(n, d0), h1 = dot8(n, d1);
  const WideIndex swap = s0 > s1;
  return {{when8(swap, s1, s0), when8(swap, s0, s1)}, {when8(swap, h1, h0), when8(swap, h0, h1)}};
}

// How clearly the side faces u; `ok`: more than both neighbours do.
HD Wide faces8(const BlockLanes& b, int which, const WidePoint& turn, const WidePoint& u,
               WideIndex& ok) {
  const WidePoint v = turned8({turn.x, -turn.y}, u);
  const Wide side = dot8(b.load(b.b.outward[which][0]), v),
             next = dot8(b.load(b.b.outward[which][1]), v),
             previous = dot8(b.load(b.b.outward[which][2]), v);
  ok &= (side > next) & (side > previous);
  return clamp8(4 * (side - max8(next, previous)), Wide{}, all_wide(1));
}

// contact_line() without roundings, and the one point where the sides have nothing in common.
HD void contact_line8(const BlockLanes& b, const WidePoint (&x)[2], const WidePoint (&turn)[2],
                      const WidePoint& centre, Overlap8& g) {
  const Wide zero{}, one = all_wide(1);
  const WidePoint &n = g.normal, along = outward8(n);
  const WidePoint origin = 0.5 * ((centre + g.on_a) + (centre + g.on_b));
  const Wide level = faces8(b, 0, turn[0], n, g.ok) * faces8(b, 1, turn[1], {-n.x, -n.y}, g.ok);
  const Seen8 below = see8(b, 0, x[0], turn[0], origin, along, n),
              above = see8(b, 1, x[1], turn[1], origin, along, n);
  Wide s[2] = {max8(below.s[0], above.s[0]), min8(below.s[1], above.s[1])};
  WideIndex line = (s[1] > s[0]) & (g.depth > zero);
  Wide d[2];
  for (int k = 0; k < 2; ++k) d[k] = zero - (above.height(s[k]) - below.height(s[k]));
  const Wide deepest = max8(d[0], d[1]);
  line &= deepest > zero;
  for (int k = 0; k < 2; ++k) {  // up to where the sides cross
    const WideIndex cut = ~(d[k] > zero);
    s[k] = when8(cut, s[k] + (s[1 - k] - s[k]) * (d[k] / (d[k] - d[1 - k])), s[k]);
    d[k] = when8(cut, zero, d[k]);
  }
  constexpr double kWhole = 1.1;
  const Wide width = s[1] - s[0];
  const Wide f = when8(g.length > zero, level * min8(one, (kWhole * width) / g.length), zero);
  const Wide stretch = g.depth / deepest, squares = d[0] * d[0] + d[1] * d[1];
  Wide pushes = zero;
  WideIndex used[2];
  for (int k = 0; k < 2; ++k) {
    used[k] = line & (d[k] > 1e-9 * deepest);
    const Wide top = below.height(s[k]), bottom = above.height(s[k]);
    const WidePoint at = (origin + s[k] * along) + (0.5 * (top + bottom)) * n;
    const Wide depth = stretch * d[k];
    const Wide share = f + (one - f) * (deepest * d[k] / squares);
    pushes += when8(used[k], share * depth, zero);
    const bool alone = k == 0;  // without a line end 0 is the contact
    b.store(b.b.point[k], alone ? when8(line, at, origin) : at);
    b.store(b.b.depth[k], alone ? when8(line, depth, g.depth) : depth);
    b.store(b.b.share[k], alone ? when8(line, share, one) : share);
  }
  b.store(b.b.mass_share, when8(line, g.depth / pushes, one));
  b.store(b.b.count, when8(line, when8(used[0], one, zero) + when8(used[1], one, zero), one));
  b.store(b.b.first, when8(line & ~used[0], one, zero));
}

HD void touch_lanes(const BlockLanes& b) {
  const WidePoint x[2] = {b.load(b.b.x[0]), b.load(b.b.x[1])};
  const WidePoint turn[2] = {b.load(b.b.turn[0]), b.load(b.b.turn[1])};
  const WidePoint centre = 0.5 * (x[0] + x[1]);
  const Stretch8 a = stretch8(b, 0, x[0] - centre, turn[0]),
                 c = stretch8(b, 1, x[1] - centre, turn[1]);
  const WideIndex same = crosses8(a, c) & crosses8(c, a) & inside8(a, c) & inside8(c, a);
  if (!any_wide(same)) {
    b.store(b.b.ok, Wide{});
    return;
  }
  Ring8 ring = ring8(a, c);
  ring.begin_at_lowest();
  Overlap8 g = measure8(ring);
  g.ok &= same;
  contact_line8(b, x, turn, centre, g);
  b.store(b.b.normal, g.normal);
  b.store(b.b.ok, when8(g.ok, all_wide(1), Wide{}));
}

void plane_touch(PolygonBlock& b) {
  for (int l = 0; l < kPolygonLanes; l += kWide) touch_lanes({b, l});
}

}  // namespace
}  // namespace scree::kernel
