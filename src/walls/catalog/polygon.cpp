// A convex polygon of two dimensions that grains stay out of: a bar, a blade, a wedge, a step.
#include "shapes/polygon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/polygon/round.hpp"
#include "walls/plane_section.hpp"
#include "walls/wall.hpp"

namespace scree::wall_shapes {
namespace {

using geometry::Vec2;

// Features: the sides, then the corners.
class PolygonWall final : public WallShape {
 public:
  explicit PolygonWall(std::shared_ptr<const PolygonShape> shape)
      : shape_(std::move(shape)),
        at_{{-shape_->given_origin().x, -shape_->given_origin().y, 0}, {}},
        placed_(shape_->placed(at_)) {}

  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    const double range = shape_->bounding_radius() + (1 + 1e-9) * reach;
    if (!(norm(Vec2{x.x, x.y} - placed_.x) < range)) return;
    geometry::FeatureHint hint;
    const geometry::RoundGap gap = geometry::disc_gap(placed_, {{x.x, x.y}, 0}, hint);
    const double distance = gap.depth > 0 ? -gap.depth : gap.distance;
    if (!(distance < reach)) return;
    out.add({{gap.normal.x, gap.normal.y, 0}, distance, feature_at(gap, hint.a)});
  }
  // Exact for polygons: where they press on each other, with their shares of the law in the depth.
  void touch_shape(const Shape& shape, const Pose& at, double reach,
                   ShapeTouches& out) const override {
    if (shape.polygon() == nullptr) return WallShape::touch_shape(shape, at, reach, out);
    const PolygonShape& b = *shape.polygon();
    const geometry::PlacedPolygon at_b = b.placed(at);
    geometry::FeatureHint hint;
    const geometry::PolygonGap gap = geometry::polygon_gap(placed_, at_b, hint);
    const double depth = b.rounding() + (gap.overlap ? gap.depth : -gap.distance);
    if (!(depth > -reach)) return;
    const ContactLine line = contact_line(*shape_, placed_, b, at_b, gap, depth);
    const auto add = [&](const Vec2& p, double d, std::uint32_t piece, std::uint32_t feature) {
      // Of a ball without size, as deep in the wall as the polygon is.
      const Vec2 x = p - (0.5 * d) * gap.normal;
      out.add({{x.x, x.y, 0}, 0, piece, {{gap.normal.x, gap.normal.y, 0}, -d, feature}});
    };
    const std::uint32_t own = sides(), other = b.core().size();
    for (int k = 0; k < line.count; ++k) {
      const LineEnd& end = line.end[k];
      add(end.point, end.share * end.depth, end.of_a ? other + line.side_b : end.corner,
          end.of_a ? own + end.corner : line.side_a);
    }
    if (line.count == 0)
      add(0.5 * (gap.on_a + gap.on_b - b.rounding() * gap.normal), depth, other + line.side_b,
          line.side_a);
  }
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override {
    for (std::uint32_t k = 0; k < sides(); ++k) {
      const Vec2 c = placed_.corner(k);
      if (norm(c - Vec2{x.x, x.y}) < reach)
        out.push_back({.x = {c.x, c.y, 0}, .feature = sides() + k, .vertex = k});
    }
  }
  // One of the two lies inside, or the path goes through.
  std::optional<bool> lies_between(const Vec3& a, const Vec3& b) const override {
    const Vec2 from = Vec2{a.x, a.y}, along = Vec2{b.x, b.y} - from;
    double first = 0, last = 1;
    for (std::uint32_t k = 0; k < sides(); ++k) {
      const Vec2& n = shape_->form().outward[k];
      const double room = dot(n, placed_.corner(k) - from), slope = dot(n, along);
      if (slope > 0) last = std::min(last, room / slope);
      if (slope < 0) first = std::max(first, room / slope);
      if (slope == 0 && !(room > 0)) return false;
    }
    return first < last && !(first == 0 && last == 1);
  }
  Bounds bounds() const override {
    Bounds b{{1e300, 1e300, -0.5}, {-1e300, -1e300, 0.5}};
    for (std::uint32_t k = 0; k < sides(); ++k) {
      const Vec2 c = placed_.corner(k);
      b.lo.x = std::min(b.lo.x, c.x), b.lo.y = std::min(b.lo.y, c.y);
      b.hi.x = std::max(b.hi.x, c.x), b.hi.y = std::max(b.hi.y, c.y);
    }
    return b;
  }
  bool endless_along(const Vec3& u) const override { return std::abs(u.z) == 1; }
  double area() const override { return shape_->core().perimeter(); }
  int side(const Vec3& x) const override {
    for (std::uint32_t k = 0; k < sides(); ++k) {
      const Vec2 c = placed_.corner(k);
      if (dot(shape_->form().outward[k], Vec2{x.x, x.y} - c) > 0) return 1;
    }
    return -1;
  }
  bool adjacent(std::uint32_t a, std::uint32_t b) const override {
    const std::uint32_t n = sides();
    const auto piece = [n](std::uint32_t f) { return f < n ? n + f : f - n; };
    return shape_->adjacent(piece(a), piece(b));
  }
  WallMesh mesh(const Bounds& view) const override {
    std::vector<Vec3> ring;
    for (std::uint32_t k = 0; k < sides(); ++k) {
      const Vec2 c = placed_.corner(k);
      ring.push_back({c.x, c.y, 0});
    }
    return drawn_line(ring, true, view);
  }

 private:
  std::uint32_t sides() const { return shape_->core().size(); }
  // Outside, the walk has ended at a side or at the corner where it starts; from within the nearest
  // side is the one that faces along the normal.
  std::uint32_t feature_at(const geometry::RoundGap& gap, std::uint32_t walked) const {
    if (gap.depth > 0) return shape_->form().facing(gap.normal);
    return gap.on_a == placed_.corner(walked) ? sides() + walked : walked;
  }

  std::shared_ptr<const PolygonShape> shape_;
  Pose at_;
  geometry::PlacedPolygon placed_;
};

constexpr ParamInfo kPolygonWallParams[] = {
    {.name = "vertices",
     .kind = ParamKind::matrix,
     .dim = dim::length,
     .doc = "corners counter-clockwise: [[x, y], ...], convex; or `from`, `to` and `thickness`"},
    {.name = "from",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "a bar: the middle of one end"},
    {.name = "to", .kind = ParamKind::vector, .dim = dim::length, .doc = "and of the other"},
    {.name = "thickness", .dim = dim::length, .range = range::positive, .doc = "of the bar"},
};

Error polygon_wall_error(std::string message, std::string hint, std::string_view key) {
  return {"E0468", std::move(message), "", std::move(hint), Subject::of_key(std::string(key))};
}

Result<std::vector<Vec2>> corners_of_wall(const ParamSet& p) {
  const bool bar = p.has("from") || p.has("to") || p.has("thickness");
  if (bar == p.has("vertices"))
    return polygon_wall_error("a polygon needs `vertices`, or `from`, `to` and `thickness`", "",
                              "vertices");
  std::vector<Vec2> out;
  if (!bar) {
    for (const auto& row : p.matrix("vertices")) {
      if (row.size() != 2)
        return polygon_wall_error(
            fmt::format("vertex {} has {} numbers, not 2", out.size(), row.size()),
            "vertices = [[x, y], ...]", "vertices");
      out.push_back({row[0], row[1]});
    }
    return out;
  }
  if (!p.has("from") || !p.has("to") || !p.has("thickness"))
    return polygon_wall_error("a bar needs `from`, `to` and `thickness`", "", "from");
  const Vec3 a = p.vector("from"), b = p.vector("to");
  const Vec2 from{a.x, a.y}, to{b.x, b.y};
  if (from == to) return polygon_wall_error("`from` and `to` of a bar are one point", "", "to");
  const Vec2 half = (0.5 * p.number("thickness")) * normalized(geometry::outward(to - from));
  return std::vector<Vec2>{from + half, to + half, to - half, from - half};
}

Result<std::unique_ptr<WallShape>> make_polygon_wall(const ParamSet& p) {
  const auto corners = corners_of_wall(p);
  if (!corners) return corners.errors();
  auto shape = PolygonShape::make(*corners);
  if (!shape) {
    Errors errors = shape.errors();
    for (Error& e : errors) e.subject = Subject::of_key("vertices");
    return errors;
  }
  return std::unique_ptr<WallShape>(new PolygonWall(std::move(*shape)));
}

}  // namespace

extern const WallShapeEntry polygon_entry;
const WallShapeEntry polygon_entry{
    .info = {"polygon", "two dimensions: convex polygon or bar that grains stay out of",
             "Schinner 1999", kPolygonWallParams},
    .make = make_polygon_wall};

}  // namespace scree::wall_shapes
