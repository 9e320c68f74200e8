#include "shapes/polyhedron.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shapes/cluster.hpp"

namespace scree {
namespace {

PolyhedronForm form_of(geometry::Polyhedron core, double rounding) {
  PolyhedronForm form;
  form.rounding = rounding;
  double reach2 = 0;
  for (const Vec3& c : core.corners()) reach2 = std::max(reach2, norm2(c));
  form.radius = std::sqrt(reach2) + rounding;
  form.mass = rounded_mass(core, rounding);
  for (const auto& e : core.edges()) form.edges.push_back({e.from, e.to});
  form.core = std::move(core);
  return form;
}

}  // namespace

Result<std::shared_ptr<const PolyhedronShape>> PolyhedronShape::make(std::span<const Vec3> points,
                                                                     double rounding) {
  if (!(rounding >= 0) || !std::isfinite(rounding))
    return Error{"E0572",
                 fmt::format("the rounding of a polyhedron must be 0 or more, not {:g}", rounding),
                 "", "", Subject::of_key("rounding")};
  auto hull = geometry::Polyhedron::make(points);
  if (!hull) return hull.errors();
  std::vector<SolidBall> balls;
  for (const Vec3& c : hull->corners()) balls.push_back({c, 0});
  const Vec3 centre = enclosing_ball(balls).x;
  auto form = std::make_shared<const PolyhedronForm>(form_of(hull->moved(-centre, {}), rounding));
  if (!(form->mass.mass > 0) || !std::isfinite(form->mass.mass))
    return Error{"E0570", "the points of a polyhedron lie in one plane, or nearly so", "",
                 "a polyhedron needs a volume"};
  auto out = std::make_shared<PolyhedronShape>(std::move(form), 1.0);
  out->given_origin_ = -centre;
  return std::shared_ptr<const PolyhedronShape>(std::move(out));
}

PolyhedronShape::PolyhedronShape(std::shared_ptr<const PolyhedronForm> form, double size)
    : form_(std::move(form)), size_(size) {
  for (const Vec3& c : form_->core.corners()) corners_.push_back({size_ * c, rounding()});
}

MassProperties PolyhedronShape::mass_properties(Dimensions) const {
  return scaled_in_size(form_->mass, size_);
}

std::shared_ptr<const Shape> PolyhedronShape::scaled(double by) const {
  auto out = std::make_shared<PolyhedronShape>(form_, by * size_);
  out->given_origin_ = by * given_origin_;
  return out;
}

// Pieces are corners, then edges: they are next to each other where they share a corner or an edge.
bool PolyhedronShape::adjacent(std::uint32_t a, std::uint32_t b) const {
  if (a == b) return true;
  if (a > b) std::swap(a, b);
  const auto corners = static_cast<std::uint32_t>(corners_.size());
  const auto pieces = corners + static_cast<std::uint32_t>(form_->edges.size());
  if (b >= pieces) return false;
  if (b < corners) {
    const auto next = form_->core.neighbours(a);
    return std::find(next.begin(), next.end(), b) != next.end();
  }
  const Edge& e = form_->edges[b - corners];
  if (a < corners) return a == e.a || a == e.b;
  const Edge& d = form_->edges[a - corners];
  return d.a == e.a || d.a == e.b || d.b == e.a || d.b == e.b;
}

// The rounding is drawn by moving faces outwards: every corner of a face is a point of its own.
ShapeSurface PolyhedronShape::surface() const {
  ShapeSurface out;
  const geometry::Polyhedron& core = form_->core;
  if (form_->rounding == 0) {
    for (const Corner& c : corners_) out.points.push_back(c.x);
    for (std::size_t f = 0; f < core.face_count(); ++f)
      out.faces.emplace_back(core.face(f).begin(), core.face(f).end());
    return out;
  }
  std::vector<std::vector<std::uint32_t>> at(core.face_count());  // point of each corner of a face
  for (std::size_t f = 0; f < core.face_count(); ++f) {
    for (const std::uint32_t c : core.face(f)) {
      at[f].push_back(static_cast<std::uint32_t>(out.points.size()));
      out.points.push_back(corners_[c].x + rounding() * core.plane(f).normal);
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
  for (std::uint32_t c = 0; c < corners_.size(); ++c) {
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
