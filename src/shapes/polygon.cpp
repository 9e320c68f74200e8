#include "shapes/polygon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "shapes/cluster.hpp"

namespace scree {
namespace {

using geometry::Vec2;

PolygonForm form_of_polygon(geometry::Polygon core, double rounding, bool by_area) {
  PolygonForm form;
  form.rounding = rounding;
  form.by_area = by_area;
  double reach2 = 0;
  for (const Vec2& c : core.corners()) reach2 = std::max(reach2, norm2(c));
  form.radius = std::sqrt(reach2) + rounding;
  form.mass = rounded_polygon_mass(core, rounding);
  for (std::uint32_t k = 0; k < core.size(); ++k) {
    form.edges.push_back({k, core.next(k)});
    form.outward.push_back(
        normalized(geometry::outward(core.corner(core.next(k)) - core.corner(k))));
  }
  form.core = std::move(core);
  return form;
}

std::vector<Vec2> moved_by(std::span<const Vec2> corners, const Vec2& by) {
  std::vector<Vec2> out;
  for (const Vec2& c : corners) out.push_back(c + by);
  return out;
}

}  // namespace

// By angle from the normal of side 0: whether v lies in the second half turn.
std::uint32_t PolygonForm::facing(const Vec2& u) const {
  const Vec2& first = outward.front();
  const auto second_half = [&first](const Vec2& v) {
    const double side = cross(first, v);
    return side < 0 || (side == 0 && dot(first, v) < 0);
  };
  const bool u_half = second_half(u);
  // Side k comes before u or lies along it.
  const auto before = [&](std::uint32_t k) {
    if (k == 0) return true;
    const bool half = second_half(outward[k]);
    return half != u_half ? u_half : cross(outward[k], u) >= 0;
  };
  const auto n = static_cast<std::uint32_t>(outward.size());
  std::uint32_t lo = 0, hi = n;
  while (hi - lo > 1) {
    const std::uint32_t middle = (lo + hi) / 2;
    (before(middle) ? lo : hi) = middle;
  }
  const std::uint32_t next = lo + 1 == n ? 0 : lo + 1;
  const double here = dot(outward[lo], u), there = dot(outward[next], u);
  if (here == there) return std::min(lo, next);
  return here > there ? lo : next;
}

Result<std::shared_ptr<const PolygonShape>> PolygonShape::make(std::span<const Vec2> corners,
                                                               double rounding, bool by_area) {
  if (!(rounding >= 0) || !std::isfinite(rounding))
    return Error{"E0467",
                 fmt::format("the rounding of a polygon must be 0 or more, not {:g}", rounding), "",
                 "", Subject::of_key("rounding")};
  if (by_area && rounding > 0)
    return Error{"E0467", "a rounded polygon cannot push by the area of its overlap", "",
                 "leave out `rounding`, or contact = \"depth\"", Subject::of_key("rounding")};
  auto core = geometry::Polygon::make(corners);
  if (!core) return core.errors();
  std::vector<SolidBall> points;
  for (const Vec2& c : core->corners()) points.push_back({{c.x, c.y, 0}, 0});
  const Vec3 centre = enclosing_ball(points).x;
  const Vec2 to_middle{-centre.x, -centre.y};
  auto centred = geometry::Polygon::make(moved_by(core->corners(), to_middle));
  if (!centred) return centred.errors();
  auto form =
      std::make_shared<const PolygonForm>(form_of_polygon(std::move(*centred), rounding, by_area));
  auto out = std::make_shared<PolygonShape>(std::move(form), 1.0);
  out->given_origin_ = to_middle;
  return std::shared_ptr<const PolygonShape>(std::move(out));
}

PolygonShape::PolygonShape(std::shared_ptr<const PolygonForm> form, double size)
    : form_(std::move(form)), size_(size), core_(form_->core.scaled(size)) {
  for (const Vec2& c : core_.corners()) corners_.push_back({{c.x, c.y, 0}, rounding()});
}

MassProperties PolygonShape::mass_properties(Dimensions) const {
  return scaled_in_size(form_->mass, size_, Dimensions::two);
}

std::shared_ptr<const Shape> PolygonShape::scaled(double by) const {
  auto out = std::make_shared<PolygonShape>(form_, by * size_);
  out->given_origin_ = by * given_origin_;
  return out;
}

bool PolygonShape::adjacent(std::uint32_t a, std::uint32_t b) const {
  if (a == b) return true;
  if (a > b) std::swap(a, b);
  const std::uint32_t n = core_.size();
  if (b < n) return core_.next(a) == b || core_.next(b) == a;       // two corners
  if (a < n) return a == b - n || a == core_.next(b - n);           // a corner and a side
  return core_.next(a - n) == b - n || core_.next(b - n) == a - n;  // two sides
}

namespace {

// The outline counter-clockwise, arcs around corners by chords.
std::vector<Vec2> outline_of(const geometry::Polygon& core, const std::vector<Vec2>& outward,
                             double rounding) {
  std::vector<Vec2> out;
  for (std::uint32_t k = 0; k < core.size(); ++k) {
    const Vec2 &from = outward[core.previous(k)], &to = outward[k];
    if (!(rounding > 0)) {
      out.push_back(core.corner(k));
      continue;
    }
    const double angle = exact::atan2(cross(from, to), dot(from, to));
    const int parts = 1 + static_cast<int>(angle / 0.4);
    for (int p = 0; p <= parts; ++p) {
      const double t = angle * p / parts;
      out.push_back(core.corner(k) +
                    rounding * rotate(geometry::Turn2{exact::cos(t), exact::sin(t)}, from));
    }
  }
  return out;
}

}  // namespace

ShapeSurface PolygonShape::surface() const {
  ShapeSurface out;
  const std::vector<Vec2> ring = outline_of(core_, form_->outward, rounding());
  const auto n = static_cast<std::uint32_t>(ring.size());
  const double half = 0.25 * bounding_radius();
  for (const double z : {half, -half})
    for (const Vec2& p : ring) out.points.push_back({p.x, p.y, z});
  std::vector<std::uint32_t> front, back;
  for (std::uint32_t k = 0; k < n; ++k) front.push_back(k), back.push_back(2 * n - 1 - k);
  out.faces.push_back(std::move(front));
  out.faces.push_back(std::move(back));
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t next = k + 1 == n ? 0 : k + 1;
    out.faces.push_back({k, n + k, n + next, next});
  }
  return out;
}

// The polygon, a rectangle along each side and a sector around each corner.
MassProperties rounded_polygon_mass(const geometry::Polygon& core, double r) {
  std::vector<MassProperties> parts;
  const auto add = [&parts](double area, const Vec2& at, double moment) {
    parts.push_back({area, {at.x, at.y, 0}, {.xx = moment, .yy = moment, .zz = moment}});
  };
  add(core.area(), core.centroid(), core.second_moment());
  for (std::uint32_t k = 0; k < core.size() && r > 0; ++k) {
    const Vec2 &p = core.corner(k), &q = core.corner(core.next(k));
    const Vec2 side = q - p, before = p - core.corner(core.previous(k));
    const double l = norm(side);
    const Vec2 out = geometry::outward(side) / l;
    add(l * r, 0.5 * (p + q) + (0.5 * r) * out, l * r * (l * l + r * r) / 12);
    // Around corner p, between the directions out of the two sides.
    const double angle = exact::atan2(cross(before, side), dot(before, side));
    const Vec2 middle = normalized(out + normalized(geometry::outward(before)));
    const double area = 0.5 * angle * r * r;
    const double away = 4 * r * exact::sin(0.5 * angle) / (3 * angle);
    add(area, p + away * middle, 0.5 * area * r * r - area * away * away);
  }
  return flat(sum(parts));
}

}  // namespace scree
