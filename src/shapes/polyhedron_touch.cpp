// Where two polyhedra press on each other.
//
// The gap gives the normal n and the depth d. Of each body take the face at the end of the link
// that looks most along n.
// Seen along n, what both faces have in common and where they overlap is a polygon: the area of the
// contact. Over it the depth is a linear function; its greatest value is d. Corner k of the polygon
// has the share w_k (half of the triangles beside it, seen from the centroid), so that for every
// linear function f
//     sum w_k f(x_k) = mean of f over the polygon,       sum w_k = 1.
// The law acts at each corner with its own depth and 3 w_k of itself: a corner that pokes into a
// face has the whole law, an edge across a face 3/2, two faces 3 of it. Force and point of attack
// of the pair are continuous whatever corners come and go.
#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/convex/clip_ring.hpp"
#include "shapes/polyhedron.hpp"

namespace scree {
namespace {

using geometry::Gap;
using geometry::PlacedBody;

// A cut of two faces; the larger ones are left to a single point.
constexpr int kMostCorners = 64;
// Of the size of the bodies: nearer corners of the polygon are one.
constexpr double kSamePlace = 1e-9;
// A face that is steeper than this along the normal presses on next to nothing.
constexpr double kSteep = 0.05;

// Without initial values: most of a polygon's places are never used.
struct PatchCorner {
  double u, v;
  double depth;
  std::uint32_t name;  // of the corner or of the two sides that make it
  double share;
};

// Names: corners of a, corners of b, crossings of a side of each. Enough to tell them apart.
constexpr std::uint32_t of_a(std::uint32_t corner) { return corner; }
constexpr std::uint32_t of_b(std::uint32_t corner) { return 0x10000u | corner; }
constexpr std::uint32_t crossing(std::uint32_t x, std::uint32_t y) {
  return 0x20000u | ((x * 2654435761u ^ y) & 0xfffffu) << 2;
}

// Two arrays, from one to the other at every cut: neither has initial values.
struct Polygon {
  using Corners = std::array<PatchCorner, kMostCorners>;
  Corners either[2];
  int used = 0;
  int count = 0;
  Corners& corner() { return either[used]; }
  const Corners& corner() const { return either[used]; }
  void add(const PatchCorner& c) { corner()[static_cast<std::size_t>(count++)] = c; }
  const PatchCorner& at(int k) const {
    return corner()[static_cast<std::size_t>(k < 0 ? k + count : k >= count ? k - count : k)];
  }
  // Keeps what has a value >= 0; what crosses zero gets a corner there.
  template <class Value>
  void cut(const Value& value, std::uint32_t name) {
    std::array<double, kMostCorners> values;
    bool all = true;
    for (int k = 0; k < count; ++k) {
      const auto c = static_cast<std::size_t>(k);
      values[c] = value(corner()[c]);
      all &= !(values[c] < 0);
    }
    if (all) return;  // most sides of a face cut nothing
    const Corners& before = corner();
    used = 1 - used;
    count = geometry::clip_ring(
        before.data(), count, corner().data(),
        [&](const PatchCorner& c) { return values[static_cast<std::size_t>(&c - before.data())]; },
        [name](const PatchCorner& p, const PatchCorner& q, double t) {
          return PatchCorner{.u = p.u + t * (q.u - p.u),
                             .v = p.v + t * (q.v - p.v),
                             .name = crossing(p.name ^ q.name, name)};
        });
  }
  void remove(int k) {
    std::copy(corner().begin() + k + 1, corner().begin() + count, corner().begin() + k);
    --count;
  }
};

double triangle(const PatchCorner& a, const PatchCorner& b, const PatchCorner& c) {
  return 0.5 * ((b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u));
}

// Of the faces at x, an end of the link, the one that looks most along n. Not of the faces at the
// outermost corner: of the two corners of an edge rounding would choose.
std::uint32_t facing(const PlacedBody& b, const Vec3& n, const Vec3& x) {
  const Vec3 own_n = b.turn.back(n), own_x = b.turn.back(x - b.x);
  const double near = kSamePlace * b.radius();
  std::uint32_t best = 0;
  double most = -2;
  const auto planes = b.body->planes();
  for (std::uint32_t f = 0; f < planes.size(); ++f) {
    const double along = dot(planes[f].normal, own_n);
    if (!(along > most)) continue;
    if (dot(planes[f].normal, own_x) < b.size * planes[f].offset - near) continue;
    most = along, best = f;
  }
  return best;
}

// The frame of the contact: u, v across the normal, from a point between the bodies.
struct PatchFrame {
  Vec3 origin, n, u, v;
  PatchCorner project(const Vec3& x, std::uint32_t name) const {
    const Vec3 d = x - origin;
    return {.u = dot(d, u), .v = dot(d, v), .name = name};
  }
};

// Height of a face over the plane across n, as a function of u and v.
struct Slope {
  double at0 = 0, u = 0, v = 0;
  static Slope of(const geometry::Plane& plane, const PatchFrame& f) {
    const double along = dot(plane.normal, f.n);
    return {(plane.offset - dot(plane.normal, f.origin)) / along, -dot(plane.normal, f.u) / along,
            -dot(plane.normal, f.v) / along};
  }
  double operator()(const PatchCorner& c) const { return at0 + u * c.u + v * c.v; }
};

void one_point(const Gap& gap, double ra, double rb, double depth, double r_eff,
               ContactPoints& out) {
  out.add({.normal = gap.normal,
           .point = 0.5 * ((gap.on_a + ra * gap.normal) + (gap.on_b - rb * gap.normal)),
           .depth = depth,
           .r_eff = r_eff});
}

// Corners that lie on each other are one, and at most kMax remain that carry a force.
void thin_out(Polygon& p, double same) {
  for (int k = p.count - 1; k >= 0 && p.count > 1; --k) {
    const PatchCorner &a = p.at(k), &b = p.at(k + 1);
    if (std::abs(a.u - b.u) <= same && std::abs(a.v - b.v) <= same) p.remove(k);
  }
  const auto pressing = [&] {
    int n = 0;
    for (int k = 0; k < p.count; ++k) n += p.at(k).depth > 0;
    return n;
  };
  while (pressing() > ContactPoints::kMax) {
    int least = 0;
    double area = HUGE_VAL;
    for (int k = 0; k < p.count; ++k) {
      const double cut_off = triangle(p.at(k - 1), p.at(k), p.at(k + 1));
      if (p.at(k).depth > 0 && cut_off < area) area = cut_off, least = k;
    }
    p.remove(least);
  }
}

// False where the polygon has no area.
bool give_shares(Polygon& p, double least_area) {
  double area = 0, u = 0, v = 0;
  for (int k = 1; k + 1 < p.count; ++k) {
    const PatchCorner &a = p.at(0), &b = p.at(k), &c = p.at(k + 1);
    const double t = triangle(a, b, c);
    area += t;
    u += t / 3 * (a.u + b.u + c.u);
    v += t / 3 * (a.v + b.v + c.v);
  }
  if (!(area > least_area)) return false;
  const PatchCorner centroid{.u = u / area, .v = v / area};
  for (int k = 0; k < p.count; ++k) {
    const double half = 0.5 * triangle(centroid, p.at(k), p.at(k + 1)) / area;
    p.corner()[static_cast<std::size_t>(k)].share += half;
    p.corner()[static_cast<std::size_t>(k + 1 == p.count ? 0 : k + 1)].share += half;
  }
  return true;
}

// What the two faces have in common, seen along n.
bool common_polygon(const PlacedBody& a, std::uint32_t fa, const PlacedBody& b, std::uint32_t fb,
                    const PatchFrame& frame, Polygon& out) {
  const auto loop_a = a.body->face(fa), loop_b = b.body->face(fb);
  if (loop_a.size() + loop_b.size() + 2 > static_cast<std::size_t>(kMostCorners)) return false;
  for (const std::uint32_t c : loop_a) out.add(frame.project(a.corner(c), of_a(c)));
  // Seen from a the corners of b run clockwise.
  PatchCorner from = frame.project(b.corner(loop_b.front()), of_b(loop_b.front()));
  for (std::size_t k = loop_b.size(); k-- > 0;) {
    const PatchCorner to = frame.project(b.corner(loop_b[k]), of_b(loop_b[k]));
    out.cut([&](const PatchCorner& c) { return triangle(from, to, c); }, of_b(loop_b[k]));
    from = to;
  }
  return out.count > 2;
}

}  // namespace

void contact_area(const PolyhedronShape& a, const PlacedBody& at_a, const PolyhedronShape& b,
                  const PlacedBody& at_b, const Gap& gap, ContactPoints& out) {
  const double ra = a.rounding(), rb = b.rounding(), depth = ra + rb - gap.distance;
  const double size_a = a.bounding_radius(), size_b = b.bounding_radius();
  const double r_eff = size_a * size_b / (size_a + size_b), size = std::min(size_a, size_b);
  out.area = true;
  const Vec3& n = gap.normal;
  const std::uint32_t fa = facing(at_a, n, gap.on_a), fb = facing(at_b, -n, gap.on_b);
  const geometry::Plane pa = at_a.plane(fa), pb = at_b.plane(fb);
  Polygon p;
  const Vec3 u = any_perpendicular(n);
  const PatchFrame frame{0.5 * (gap.on_a + gap.on_b), n, u, cross(n, u)};
  if (!(depth > 0) || !(dot(pa.normal, n) > kSteep) || !(dot(pb.normal, n) < -kSteep) ||
      !common_polygon(at_a, fa, at_b, fb, frame, p))
    return one_point(gap, ra, rb, depth, r_eff, out);
  const Slope top = Slope::of(pa, frame), bottom = Slope::of(pb, frame);
  const auto depth_at = [&](const PatchCorner& c) { return ra + rb - (bottom(c) - top(c)); };
  p.cut(depth_at, 0x1ffffu);
  double deepest = 0;
  for (int k = 0; k < p.count; ++k) {
    PatchCorner& c = p.corner()[static_cast<std::size_t>(k)];
    c.depth = depth_at(c);
    if (c.depth < 1e-9 * depth) c.depth = 0;
    deepest = std::max(deepest, c.depth);
  }
  thin_out(p, kSamePlace * size);
  if (!(deepest > 0) || !give_shares(p, kSamePlace * kSamePlace * size * size))
    return one_point(gap, ra, rb, depth, r_eff, out);
  double mean = 0;  // of the depth, as a part of the greatest
  for (int k = 0; k < p.count; ++k) mean += p.at(k).share * p.at(k).depth / deepest;
  const double stretch = depth / deepest;
  for (int k = 0; k < p.count; ++k) {
    const PatchCorner& c = p.at(k);
    if (!(c.depth > 0) || !(c.share > 1e-9)) continue;
    const double z = 0.5 * (top(c) + ra + bottom(c) - rb);
    out.add({.normal = n,
             .point = frame.origin + (c.u * frame.u + (c.v * frame.v + z * n)),
             .depth = stretch * c.depth,
             .r_eff = r_eff,
             .feature = c.name,
             .share = 3 * c.share,
             .mass_share = 1 / (3 * mean)});
  }
}

}  // namespace scree
