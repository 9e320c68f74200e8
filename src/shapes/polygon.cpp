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

std::vector<Vec2> moved_by(std::span<const Vec2> corners, const Vec2& by) {
  std::vector<Vec2> out;
  for (const Vec2& c : corners) out.push_back(c + by);
  return out;
}

}  // namespace

PolygonForm::PolygonForm(const geometry::Polygon& of, double r, PolygonContact c)
    : ConvexForm(of, r, c, rounded_polygon_mass(of, r)) {
  for (std::uint32_t k = 0; k < core.size(); ++k) {
    edges.push_back({k, core.next(k)});
    outward.push_back(normalized(geometry::outward(core.corner(core.next(k)) - core.corner(k))));
  }
  // One that cannot be eroded presses as sharp as it is.
  (void)blunt([](const geometry::Polygon& p, double by) { return p.eroded(by); });
}

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
                                                               double rounding,
                                                               PolygonContact contact) {
  if (auto error = wrong_rounding(rounding, "E0467", "polygon")) return *error;
  if (contact == PolygonContact::area && rounding > 0)
    return Error{"E0467", "a rounded polygon cannot push by the area of its overlap", "",
                 "leave out `rounding`, or `contact`", Subject::of_key("rounding")};
  auto core = geometry::Polygon::make(corners);
  if (!core) return core.errors();
  std::vector<Vec3> points;
  for (const Vec2& c : core->corners()) points.push_back({c.x, c.y, 0});
  const Vec3 middle = middle_of(points);
  const Vec2 to_middle{-middle.x, -middle.y};
  auto centred = geometry::Polygon::make(moved_by(core->corners(), to_middle));
  if (!centred) return centred.errors();
  return of_size_one(std::make_shared<const PolygonForm>(*centred, rounding, contact),
                     {to_middle.x, to_middle.y, 0});
}

PolygonShape::PolygonShape(std::shared_ptr<const PolygonForm> form, double size)
    : ConvexShape(std::move(form), size),
      core_(this->form().core.scaled(size)),
      pressed_core_(this->form().pressed_core.scaled(size)) {
  for (const Vec2& c : core_.corners()) add_corner({c.x, c.y, 0});
}

std::optional<RoundedCore> PolygonShape::rounded_core() const {
  if (form().contact != PolygonContact::potential) return std::nullopt;
  return RoundedCore{.polygon = &pressed_core_, .radius = pressed_rounding()};
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
  const std::vector<Vec2> ring = outline_of(core_, form().outward, rounding());
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
