#include "sim/bonds/bond_joint.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "shapes/sphere.hpp"

namespace scree {
namespace {

// Of the smaller radius: faces that are not as deep in each other are pressed together so far to
// see what they share, and what is narrower than the second is a point. So faces may be 1 in 1000
// off parallel, and a corner of 174 degrees and more counts as a face.
constexpr double kPressed = 5e-4, kNarrow = 0.02;

struct Placed {
  const Shape* shape;
  Pose at;
  Vec3 centre;  // well inside
  double size;
};

struct Nearest {
  Vec3 normal, point;
  double depth = 0;
};

class Facing {
 public:
  Facing(const World& w, const CollideTable& table, std::uint32_t i, std::uint32_t j)
      : table_(table),
        dimensions_(w.particles.dimensions()),
        ball_i_(w.particles.xr[i].r),
        ball_j_(w.particles.xr[j].r) {
    const Particles& p = w.particles;
    a_ = placed(w, i, p.xr[i].x, ball_i_);
    const Vec3 d = nearest_image(p.xr[j].x - p.xr[i].x, w.box.lengths(), w.box.inverse_lengths());
    b_ = placed(w, j, p.xr[i].x + d, ball_j_);
  }

  const Placed& a() const { return a_; }
  const Placed& b() const { return b_; }
  double size() const { return std::min(a_.size, b_.size); }

  ContactPoints points(double reach, const Vec3& shift = {}) const {
    ContactPoints out;
    Pose at = b_.at;
    at.x += shift;
    table_.section(*a_.shape, a_.at, *b_.shape, at, reach, out);
    return out;
  }

  // The deepest point, or the nearest one of surfaces that are apart.
  std::optional<Nearest> nearest() const {
    const double farthest = norm(b_.at.x - a_.at.x) + a_.size + b_.size;
    for (double reach = 1e-9 * size(); reach < 2 * farthest; reach *= 8) {
      const ContactPoints found = points(reach);
      if (found.count == 0) continue;
      const auto deepest =
          std::max_element(found.point.begin(), found.point.begin() + found.count,
                           [](const auto& x, const auto& y) { return x.depth < y.depth; });
      return Nearest{deepest->normal, deepest->point, deepest->depth};
    }
    return std::nullopt;
  }

  bool two_d() const { return dimensions_ == Dimensions::two; }

 private:
  Placed placed(const World& w, std::uint32_t row, const Vec3& x, const Sphere& ball) {
    const Particles& p = w.particles;
    const SpinMaterial& g = p.ws[row];
    const Body* b = g.flags & kMember ? w.bodies.find(g.body) : nullptr;
    if (b == nullptr || !(g.flags & kShaped)) return {&ball, {x, p.q[row]}, x, p.xr[row].r};
    const Primitive& primitive = w.bodies.primitive_of(*b, p.id[row].value);
    const Shape* shape = w.shapes[primitive.shape].get();
    const Pose at{x, b->q * primitive.q};
    return {shape, at, to_world(at, shape->mass_properties(dimensions_).centre), p.xr[row].r};
  }

  const CollideTable& table_;
  Dimensions dimensions_;
  Sphere ball_i_, ball_j_;
  Placed a_, b_;
};

struct Patch {
  Vec3 middle;
  double area = 0, inertia = 0, half = 0;
};

// The line that two sides share, from its ends.
Patch line_patch(const ContactPoints& found) {
  Patch out;
  const Vec3 &p = found.point[0].point, &q = found.point[1].point;
  const double width = norm(q - p);
  out.middle = 0.5 * (p + q);
  out.area = width, out.inertia = width * width * width / 12, out.half = 0.5 * width;
  return out;
}

// The polygon that two faces share, from its corners: they lie around its middle.
Patch face_patch(const ContactPoints& found, const Vec3& n) {
  Patch out;
  double shares = 0;
  const auto count = static_cast<std::size_t>(found.count);
  for (std::size_t k = 0; k < count; ++k) {
    out.middle += found.point[k].share * found.point[k].point;
    shares += found.point[k].share;
  }
  out.middle = out.middle / shares;
  const Vec3 u = any_perpendicular(n), v = cross(n, u);
  struct At {
    double x, y;
  };
  std::vector<At> corner;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 d = found.point[k].point - out.middle;
    corner.push_back({dot(d, u), dot(d, v)});
  }
  // By their angle, without one: upper half plane first, then by the side on which they lie.
  std::sort(corner.begin(), corner.end(), [](const At& p, const At& q) {
    const auto lower = [](const At& c) { return c.y < 0 || (c.y == 0 && c.x < 0); };
    if (lower(p) != lower(q)) return lower(q);
    return p.x * q.y - p.y * q.x > 0;
  });
  double second = 0;  // polar
  for (std::size_t k = 0; k < corner.size(); ++k) {
    const At &p = corner[k], &q = corner[(k + 1) % corner.size()];
    const double twice = p.x * q.y - p.y * q.x;
    out.area += 0.5 * twice;
    second += twice / 12 * (p.x * p.x + p.x * q.x + q.x * q.x + p.y * p.y + p.y * q.y + q.y * q.y);
    out.half = std::max(out.half, std::sqrt(p.x * p.x + p.y * p.y));
  }
  out.inertia = 0.5 * second;  // the same about every axis: the mean of both
  return out;
}

// What the two share where they are pressed together; none: they meet at a point.
std::optional<Patch> patch_of(const Facing& f, const Nearest& at) {
  const double pressed = std::max(at.depth, kPressed * f.size());
  const ContactPoints found = f.points(0, (at.depth - pressed) * at.normal);
  if (found.count < 2) return std::nullopt;
  Patch out = f.two_d() ? line_patch(found) : face_patch(found, at.normal);
  const double least = kNarrow * f.size();
  if (!(out.area > (f.two_d() ? least : least * least)) || !(out.half > least) ||
      (!f.two_d() && found.count < 3))
    return std::nullopt;
  out.middle += (0.5 * (pressed - at.depth)) * at.normal;  // between the surfaces as they are
  return out;
}

// The farthest that a shape reaches along u, from the origin.
double support(const Placed& p, const Vec3& u) {
  double out = -HUGE_VAL;
  for (const Corner& c : p.shape->corners())
    out = std::max(out, dot(to_world(p.at, c.x), u) + c.radius);
  return out;
}

}  // namespace

std::optional<BondJoint> measure_joint(const World& w, const CollideTable& table, std::uint32_t i,
                                       std::uint32_t j) {
  const Facing f(w, table, i, j);
  const auto at = f.nearest();
  if (!at) return std::nullopt;
  Vec3 middle = at->point;
  BondJoint out;
  if (const auto patch = patch_of(f, *at)) {
    middle = patch->middle;
    out.area = patch->area, out.inertia = patch->inertia, out.half = patch->half;
  }
  const Particles& p = w.particles;
  const double s1 = dot(middle - f.a().centre, at->normal),
               s2 = dot(f.b().centre - middle, at->normal);
  out.r1 = s1 + 0.5 * at->depth, out.r2 = s2 + 0.5 * at->depth;
  if (!(std::min(s1, s2) > kNarrow * f.size()) || !(std::min(out.r1, out.r2) > 0))
    return std::nullopt;
  const auto end = [&](std::uint32_t row, const Placed& of, const Vec3& x) {
    return p.ws[row].flags & kShaped ? rotate_back(of.at.q, x - of.at.x) : Vec3{};
  };
  out.end1 = end(i, f.a(), middle - s1 * at->normal);
  out.end2 = end(j, f.b(), middle + s2 * at->normal);
  return out;
}

bool can_be_glued(const World& w, const CollideTable& table, std::uint32_t i, std::uint32_t j,
                  double gap) {
  const Facing f(w, table, i, j);
  if (f.points(gap).count == 0) return false;
  const bool shapes = (w.particles.ws[i].flags & w.particles.ws[j].flags & kShaped) != 0;
  const auto at = f.nearest();
  if (!shapes || !at || patch_of(f, *at)) return true;
  // They meet at a point or along a line. Where the plane between them may be tilted about some
  // axis without cutting into either, they only pass each other; a corner on a face lets it tilt
  // nowhere. A line is such an axis.
  constexpr double kTilt = 0.02;
  const Vec3& n = at->normal;
  const double slack = at->depth + 1e-3 * kTilt * f.size();
  const auto passes = [&](const Vec3& axis) {
    const Vec3 aside = kTilt * cross(axis, n);
    for (const Vec3& m : {normalized(n + aside), normalized(n - aside)})
      if (support(f.a(), m) + support(f.b(), -1 * m) <= slack) return true;
    return false;
  };
  if (f.two_d()) return !passes({0, 0, 1});
  const ContactPoints line = f.points(0, (at->depth - kPressed * f.size()) * n);
  if (line.count > 1) {
    const Vec3 d = line.point[1].point - line.point[0].point;
    const Vec3 along = d - dot(d, n) * n;
    if (norm(along) > kNarrow * f.size() && passes(normalized(along))) return false;
  }
  const Vec3 u = any_perpendicular(n), v = cross(n, u);
  return !passes(u) && !passes(v);
}

}  // namespace scree
