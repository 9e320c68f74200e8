// Where two polygons press on each other: at the ends of the line that their facing sides share.
#include <algorithm>
#include <cmath>

#include "shapes/polygon.hpp"

namespace scree {
namespace {

using geometry::PlacedPolygon;
using geometry::PolygonGap;
using geometry::Vec2;

// A side seen in the frame of the contact: s along the line, h towards b.
struct SeenSide {
  double s[2], h[2];
  std::uint32_t corner[2];

  double height(double at) const {
    const double width = s[1] - s[0];
    return width > 0 ? h[0] + (h[1] - h[0]) * ((at - s[0]) / width) : std::max(h[0], h[1]);
  }
};

struct LineFrame {
  Vec2 origin, n, along;

  SeenSide see(const PlacedPolygon& p, std::uint32_t side) const {
    const std::uint32_t ends[2] = {side, p.body->next(side)};
    SeenSide out{};
    for (int k = 0; k < 2; ++k) {
      const Vec2 d = p.corner(ends[k]) - origin;
      out.s[k] = dot(along, d), out.h[k] = dot(n, d), out.corner[k] = ends[k];
    }
    if (out.s[0] > out.s[1]) {
      std::swap(out.s[0], out.s[1]);
      std::swap(out.h[0], out.h[1]);
      std::swap(out.corner[0], out.corner[1]);
    }
    return out;
  }
};

Vec2 turned_back(const geometry::Turn2& t, const Vec2& v) {
  return rotate(geometry::Turn2{t.c, -t.s}, v);
}

// By how much a side faces u more than its neighbours do: 0 where it is about to pass the contact
// on to one of them, 1 from a quarter on, as the sides of polygons with up to eight corners do.
double faces(const PolygonShape& shape, std::uint32_t side, const Vec2& u) {
  const auto& outward = shape.form().outward;
  const auto& core = shape.core();
  const double others =
      std::max(dot(outward[core.next(side)], u), dot(outward[core.previous(side)], u));
  return std::clamp(4 * (dot(outward[side], u) - others), 0.0, 1.0);
}

// How much of a line the contact is: 1 where both ends carry the whole law, 0 where they share one.
// It vanishes wherever the line does, so that no force jumps.
double line_weight(const PolygonGap& gap, double level, double width, double rounding,
                   double depth) {
  const double whole =
      gap.overlap ? gap.length : width + 2 * std::sqrt(2 * rounding * std::max(depth, 0.0));
  // The chord of a flat contact is a little longer than the sides' common part.
  constexpr double kWhole = 1.1;
  return whole > 0 ? level * std::min(1.0, kWhole * width / whole) : 0;
}

}  // namespace

ContactLine contact_line(const PolygonShape& a, const PlacedPolygon& at_a, const PolygonShape& b,
                         const PlacedPolygon& at_b, const PolygonGap& gap, double depth) {
  ContactLine out;
  const Vec2& n = gap.normal;
  const LineFrame frame{0.5 * (gap.on_a + gap.on_b), n, geometry::outward(n)};
  const Vec2 out_a = turned_back(at_a.turn, n), out_b = turned_back(at_b.turn, -n);
  out.side_a = a.form().facing(out_a);
  out.side_b = b.form().facing(out_b);
  const SeenSide below = frame.see(at_a, out.side_a), above = frame.see(at_b, out.side_b);
  const double rounding = a.rounding() + b.rounding();
  double s[2] = {std::max(below.s[0], above.s[0]), std::min(below.s[1], above.s[1])};
  if (!(s[1] > s[0]) || !(depth > 0)) return out;
  double d[2];
  const auto depth_at = [&](double at) { return rounding - (above.height(at) - below.height(at)); };
  for (int k = 0; k < 2; ++k) d[k] = depth_at(s[k]);
  if (!(std::max(d[0], d[1]) > 0)) return out;
  const bool of_a[2] = {below.s[0] >= above.s[0], below.s[1] <= above.s[1]};
  // Up to where the sides cross.
  for (int k = 0; k < 2; ++k)
    if (!(d[k] > 0)) {
      s[k] += (s[1 - k] - s[k]) * (d[k] / (d[k] - d[1 - k]));
      d[k] = 0;
    }
  const double level = faces(a, out.side_a, out_a) * faces(b, out.side_b, out_b);
  const double f = line_weight(gap, level, s[1] - s[0], rounding, depth);
  const double deepest = std::max(d[0], d[1]), stretch = depth / deepest;
  double pushes = 0;
  for (int k = 0; k < 2; ++k) {
    if (!(d[k] > 1e-9 * deepest)) continue;
    LineEnd& end = out.end[out.count++];
    const double top = below.height(s[k]) + a.rounding(),
                 bottom = above.height(s[k]) - b.rounding();
    end.point = frame.origin + s[k] * frame.along + (0.5 * (top + bottom)) * n;
    end.depth = stretch * d[k];
    // Without a line both together push as the deepest.
    end.share = f + (1 - f) * (deepest * d[k] / (d[0] * d[0] + d[1] * d[1]));
    end.of_a = of_a[k];
    end.corner = of_a[k] ? below.corner[k] : above.corner[k];
    pushes += end.share * end.depth;
  }
  out.mass_share = depth / pushes;
  return out;
}

namespace {

// F = k A/l with l = 4 r1 r2/(r1 + r2), at the centroid of the overlap. Two points stand for it, so
// far from it that a load spread over the line has their moment: rocking is damped.
void push_by_area(const PolygonGap& gap, PolygonTouch& out) {
  const double share = gap.area / (4 * out.r_eff * gap.depth);
  if (!gap.overlap || !(share > 0)) return;
  const Vec2 away = (gap.length / std::sqrt(12.0)) * geometry::outward(gap.normal);
  for (const double side : {-1.0, 1.0}) {
    out.point[out.count] = gap.centroid + side * away;
    out.depth[out.count] = gap.depth;
    out.share[out.count++] = 0.5 * share;
  }
}

}  // namespace

PolygonTouch touch_polygons(const PolygonShape& a, const PlacedPolygon& at_a, const PolygonShape& b,
                            const PlacedPolygon& at_b, double reach, geometry::FeatureHint& hint,
                            bool by_area) {
  PolygonTouch out;
  const double rounding = a.rounding() + b.rounding();
  const PolygonGap gap = geometry::polygon_gap(at_a, at_b, hint);
  out.normal[0] = out.normal[1] = gap.normal;
  if (!gap.overlap && !(gap.distance < rounding + reach)) {
    out.gap = gap.distance - (rounding + reach);
    return out;
  }
  const double size_a = a.bounding_radius(), size_b = b.bounding_radius();
  out.r_eff = size_a * size_b / (size_a + size_b);
  out.form = gap.form;
  if (by_area) {
    push_by_area(gap, out);
    return out;
  }
  const double depth = rounding + (gap.overlap ? gap.depth : -gap.distance);
  const ContactLine line = contact_line(a, at_a, b, at_b, gap, depth);
  out.side_a = line.side_a, out.side_b = line.side_b;
  for (out.count = 0; out.count < line.count; ++out.count) {
    const LineEnd& end = line.end[out.count];
    out.point[out.count] = end.point;
    out.depth[out.count] = end.depth;
    out.share[out.count] = end.share;
  }
  out.mass_share = line.mass_share;
  if (out.count > 0) return out;
  out.count = 1;
  out.point[0] =
      0.5 * ((gap.on_a + a.rounding() * gap.normal) + (gap.on_b - b.rounding() * gap.normal));
  out.depth[0] = depth;
  return out;
}

PolygonTouch touch_polygons(const PolygonShape& a, const PlacedPolygon& at_a, const PolygonShape& b,
                            const PlacedPolygon& at_b, double reach, geometry::FeatureHint& hint) {
  const auto by_area = [](const PolygonShape& p) {
    return p.form().contact == PolygonContact::area;
  };
  return touch_polygons(a, at_a, b, at_b, reach, hint, by_area(a) && by_area(b));
}

}  // namespace scree
