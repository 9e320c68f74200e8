#include "shapes/polyhedron.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/convex/erosion.hpp"
#include "shapes/cluster.hpp"

namespace scree {
namespace {

// How thick a sharp edge is for a rim, as a part of the ball that the body holds.
constexpr double kEdgeThickness = 0.1;

// Lines inside the body, parallel to its edges, with balls that touch both faces of the edge and
// stay in the body. An edge that is too short for one becomes a single ball.
std::vector<EdgeAxis> inner_axes(const geometry::Polyhedron& core, double rounding) {
  const double radius = kEdgeThickness * core.inner_radius();
  std::vector<EdgeAxis> out;
  if (rounding >= radius) return out;
  const double deep = radius - rounding;
  for (const auto& e : core.edges()) {
    const Vec3 &n = core.plane(e.left).normal, &m = core.plane(e.right).normal;
    const Vec3 inwards = -deep / (1 + dot(n, m)) * (n + m);
    const Vec3 from = core.corners()[e.from] + inwards;
    const Vec3 along = core.corners()[e.to] + inwards - from;
    double first = 0, last = 1;
    for (std::uint32_t f = 0; f < core.face_count(); ++f) {
      if (f == e.left || f == e.right) continue;
      const geometry::Plane& p = core.plane(f);
      const double slope = dot(p.normal, along), room = p.offset - deep - dot(p.normal, from);
      if (slope > 0) last = std::min(last, room / slope);
      if (slope < 0) first = std::max(first, room / slope);
    }
    if (first > last) first = last = std::clamp(0.5 * (first + last), 0.0, 1.0);
    out.push_back({{from + first * along, radius}, {from + last * along, radius}});
  }
  return out;
}

}  // namespace

PolyhedronForm::PolyhedronForm(const geometry::Polyhedron& of, double r, ContactModel c)
    : ConvexForm(of, r, c, rounded_mass(of, r)) {
  for (const auto& e : core.edges()) edges.push_back({e.from, e.to});
  axes = inner_axes(core, rounding);
}

Result<std::shared_ptr<const PolyhedronShape>> PolyhedronShape::make(std::span<const Vec3> points,
                                                                     double rounding,
                                                                     ContactModel contact) {
  if (auto error = wrong_rounding(rounding, "E0572", "polyhedron")) return *error;
  auto hull = geometry::Polyhedron::make(points);
  if (!hull) return hull.errors();
  const Vec3 middle = middle_of(hull->corners());
  auto form = std::make_shared<PolyhedronForm>(hull->moved(-middle, {}), rounding, contact);
  if (!(form->mass.mass > 0) || !std::isfinite(form->mass.mass))
    return Error{"E0570", "the points of a polyhedron lie in one plane, or nearly so", "",
                 "a polyhedron needs a volume"};
  if (const auto error = form->blunt(
          [](const geometry::Polyhedron& p, double by) { return geometry::eroded(p, by); }))
    return *error;
  return of_size_one(std::move(form), -middle);
}

PolyhedronShape::PolyhedronShape(std::shared_ptr<const PolyhedronForm> form, double size)
    : ConvexShape(std::move(form), size) {
  for (const Vec3& c : this->form().core.corners()) add_corner(size * c);
  for (const EdgeAxis& e : this->form().axes)
    axes_.push_back({{size * e.a.x, size * e.a.radius}, {size * e.b.x, size * e.b.radius}});
}

std::optional<RoundedCore> PolyhedronShape::rounded_core() const {
  if (form().contact == ContactModel::points) return std::nullopt;
  return RoundedCore{.body = &form().pressed_core, .size = size(), .radius = pressed_rounding()};
}

std::optional<FaceBeside> PolyhedronShape::face_beside(const Vec3& x) const {
  const geometry::Polyhedron& core = form().core;
  FaceBeside out;
  double most = -HUGE_VAL;
  for (std::uint32_t f = 0; f < core.face_count(); ++f) {
    const double over = dot(core.plane(f).normal, x) - size() * core.plane(f).offset;
    if (over > most) most = over, out.face = f;
  }
  out.normal = core.plane(out.face).normal;
  out.height = most - rounding();
  if (most <= 0) return out;
  // Outside: over the face, not beside it.
  const auto loop = core.face(out.face);
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec3 &a = corners()[loop[k]].x, &b = corners()[loop[k + 1 == loop.size() ? 0 : k + 1]].x;
    if (dot(cross(out.normal, b - a), x - a) < 0) return std::nullopt;
  }
  return out;
}

// Pieces are corners, edges, faces: they are next to each other where they share a corner or an
// edge.
bool PolyhedronShape::adjacent(std::uint32_t a, std::uint32_t b) const {
  if (a == b) return true;
  if (a > b) std::swap(a, b);
  const auto corners = static_cast<std::uint32_t>(this->corners().size());
  const auto pieces = corners + static_cast<std::uint32_t>(form().edges.size());
  if (b >= pieces) {
    if (b - pieces >= form().core.face_count()) return false;
    const auto loop = form().core.face(b - pieces);
    const auto has = [&](std::uint32_t c) {
      return std::find(loop.begin(), loop.end(), c) != loop.end();
    };
    if (a < corners) return has(a);
    if (a < pieces) return has(form().edges[a - corners].a) && has(form().edges[a - corners].b);
    const auto next = form().core.across(b - pieces);
    return std::find(next.begin(), next.end(), a - pieces) != next.end();
  }
  if (b < corners) {
    const auto next = form().core.neighbours(a);
    return std::find(next.begin(), next.end(), b) != next.end();
  }
  const Edge& e = form().edges[b - corners];
  if (a < corners) return a == e.a || a == e.b;
  const Edge& d = form().edges[a - corners];
  return d.a == e.a || d.a == e.b || d.b == e.a || d.b == e.b;
}

// The rounding is drawn by moving faces outwards: every corner of a face is a point of its own.
ShapeSurface PolyhedronShape::surface() const {
  ShapeSurface out;
  const geometry::Polyhedron& core = form().core;
  if (form().rounding == 0) {
    for (const Corner& c : corners()) out.points.push_back(c.x);
    for (std::size_t f = 0; f < core.face_count(); ++f)
      out.faces.emplace_back(core.face(f).begin(), core.face(f).end());
    return out;
  }
  std::vector<std::vector<std::uint32_t>> at(core.face_count());  // point of each corner of a face
  for (std::size_t f = 0; f < core.face_count(); ++f) {
    for (const std::uint32_t c : core.face(f)) {
      at[f].push_back(static_cast<std::uint32_t>(out.points.size()));
      out.points.push_back(corners()[c].x + rounding() * core.plane(f).normal);
    }
    out.faces.push_back(at[f]);
  }
  const auto point = [&](std::uint32_t face, std::uint32_t corner) {
    const auto loop = core.face(face);
    return at[face]
             [static_cast<std::size_t>(std::find(loop.begin(), loop.end(), corner) - loop.begin())];
  };
  for (const auto& e : core.edges())
    out.faces.push_back(
        {point(e.left, e.to), point(e.left, e.from), point(e.right, e.from), point(e.right, e.to)});
  // Around a corner: its faces in the order in which their edges follow each other.
  for (std::uint32_t c = 0; c < corners().size(); ++c) {
    const auto faces = core.faces_of(c);
    std::vector<std::uint32_t> loop;
    std::uint32_t f = faces.front();
    for (std::size_t k = 0; k < faces.size(); ++k) {
      loop.push_back(point(f, c));
      const auto sides = core.face(f);
      const auto here =
          static_cast<std::size_t>(std::find(sides.begin(), sides.end(), c) - sides.begin());
      f = core.across(f)[(here + sides.size() - 1) % sides.size()];  // over the edge that ends here
    }
    out.faces.push_back(std::move(loop));
  }
  return out;
}

}  // namespace scree
