// A part of a circle without thickness, of two dimensions; met from both sides, ends included.
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "walls/catalog_params.hpp"
#include "walls/plane_section.hpp"
#include "walls/round_pieces.hpp"
#include "walls/wall.hpp"

namespace scree::wall_shapes {
namespace {

// Features: 0 the arc, 1 and 2 its ends.
class Arc final : public WallShape {
 public:
  Arc(const Vec3& centre, double radius, double from, double to)
      : centre_(centre), radius_(radius), width_(to - from) {
    middle_ = direction(0.5 * (from + to));
    least_ = exact::cos(0.5 * width_);
    end_[0] = centre_ + radius_ * direction(from);
    end_[1] = centre_ + radius_ * direction(to);
    const int parts = 2 + static_cast<int>(48 * width_ / (2 * std::numbers::pi));
    for (int k = 0; k <= parts; ++k)
      line_.push_back(centre_ + radius_ * direction(from + width_ * k / parts));
  }

  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    const Vec3 d{x.x - centre_.x, x.y - centre_.y, 0};
    const double r = norm(d);
    if (r > 0 && dot(d, middle_) >= least_ * r) {
      const double gap = r - radius_;
      if (std::abs(gap) < reach) out.add({(gap >= 0 ? 1 / r : -1 / r) * d, std::abs(gap), 0});
      // From inside an end can be a second minimum only beyond the middle of a half circle.
      return;
    }
    for (std::uint32_t k = 0; k < 2; ++k) {
      const Vec3 to{x.x - end_[k].x, x.y - end_[k].y, 0};
      const double gap = norm(to);
      // Along the arc the distance falls from this end unless the point lies beyond it.
      const Vec3 radial = end_[k] - centre_;
      const Vec3 on = k == 0 ? Vec3{radial.y, -radial.x, 0} : Vec3{-radial.y, radial.x, 0};
      if (!(gap < reach) || !(dot(to, on) >= -1e-14 * radius_ * radius_)) continue;
      // At the end itself, or so near that its direction is rounding: along the tangent.
      const bool apart = gap > 1e-12 * radius_;
      out.add({apart ? (1 / gap) * to : (1 / radius_) * on, gap, k + 1});
    }
  }
  int max_contacts() const override { return 2; }
  // The ends, and places along the arc over which a side of a polygon can lie.
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override {
    const auto add = [&](const Vec3& at, std::uint32_t feature, std::uint32_t vertex) {
      if (norm(Vec3{x.x - at.x, x.y - at.y, 0}) < reach)
        out.push_back({.x = at, .feature = feature, .vertex = vertex});
    };
    add(end_[0], 1, 0), add(end_[1], 2, 1);
    std::uint32_t vertex = 2;
    for (const CircleDirection& d : circle_directions(radius_, reach)) {
      const Vec3 u{d.cos, d.sin, 0};
      if (dot(u, middle_) > least_) add(centre_ + radius_ * u, 0, vertex);
      ++vertex;
    }
  }
  std::optional<bool> lies_between(const Vec3& a, const Vec3& b) const override {
    const Vec3 from{a.x - centre_.x, a.y - centre_.y, 0}, along{b.x - a.x, b.y - a.y, 0};
    const double qa = norm2(along), qb = dot(from, along), qc = norm2(from) - radius_ * radius_;
    const double square = qb * qb - qa * qc;
    if (!(square >= 0) || !(qa > 0)) return false;
    for (const double sign : {-1.0, 1.0}) {
      const double t = (-qb + sign * std::sqrt(square)) / qa;
      if (t >= 0 && t <= 1 && dot(from + t * along, middle_) >= least_ * radius_) return true;
    }
    return false;
  }
  Bounds bounds() const override {
    Bounds b{{1e300, 1e300, -0.5}, {-1e300, -1e300, 0.5}};
    const auto include = [&b](const Vec3& p) {
      b.lo.x = std::fmin(b.lo.x, p.x), b.lo.y = std::fmin(b.lo.y, p.y);
      b.hi.x = std::fmax(b.hi.x, p.x), b.hi.y = std::fmax(b.hi.y, p.y);
    };
    include(end_[0]), include(end_[1]);
    for (const Vec3& u : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}})
      if (dot(u, middle_) >= least_) include(centre_ + radius_ * u);
    return b;
  }
  bool endless_along(const Vec3& u) const override { return std::abs(u.z) == 1; }
  double area() const override { return radius_ * width_; }
  int side(const Vec3&) const override { return 0; }
  bool encloses(const Vec3& x) const override {
    return norm(Vec3{x.x - centre_.x, x.y - centre_.y, 0}) < radius_;
  }
  bool adjacent(std::uint32_t a, std::uint32_t b) const override {
    return a == b || a == 0 || b == 0;
  }
  WallMesh mesh(const Bounds& view) const override { return drawn_line(line_, false, view); }

 private:
  static Vec3 direction(double angle) {
    const auto [s, c] = exact::sin_cos(angle);
    return {c, s, 0};
  }

  Vec3 centre_;
  double radius_, width_;
  Vec3 middle_, end_[2];
  double least_ = 0;  // cosine of half the width
  std::vector<Vec3> line_;
};

constexpr ParamInfo kArcParams[] = {
    wall_params::centre,
    {.name = "radius",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of the circle"},
    {.name = "from",
     .dim = dim::angle,
     .required = true,
     .doc = "where it begins: angle from x towards y"},
    {.name = "to",
     .dim = dim::angle,
     .required = true,
     .doc = "where it ends, counter-clockwise; a whole circle is a `cylinder`"},
};

Result<std::unique_ptr<WallShape>> make_arc(const ParamSet& p) {
  const double from = p.number("from"), to = p.number("to");
  if (!(to > from) || !(to - from < 2 * std::numbers::pi))
    return Error{"E0469", "an arc goes from `from` to a greater `to`, less than a turn on", "",
                 "from = \"200 deg\", to = \"340 deg\" is the bottom of a bowl",
                 Subject::of_key("to")};
  if (p.vector("centre").z != 0)
    return Error{"E0622", "the `centre` of a wall must have z = 0 in two dimensions", "", "",
                 Subject::of_key("centre")};
  return std::unique_ptr<WallShape>(new Arc(p.vector("centre"), p.number("radius"), from, to));
}

}  // namespace

extern const WallShapeEntry arc_entry;
const WallShapeEntry arc_entry{.info = {"arc", "two dimensions: part of a circle without thickness",
                                        "Schinner 1999", kArcParams},
                               .make = make_arc};

}  // namespace scree::wall_shapes
