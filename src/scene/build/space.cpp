// Where a fill may put grains.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/region_params.hpp"
#include "base/words.hpp"
#include "dynamics/integrator.hpp"
#include "scene/fill.hpp"
#include "walls/images.hpp"

namespace scree {
namespace {

constexpr ParamInfo kBoxParams[] = {region_params::kLowerCorner, region_params::kUpperCorner};
constexpr ParamInfo kCylinderParams[] = {
    region_params::origin("base", "centre of the lower end"),
    region_params::length("diameter", "of the cylinder"),
    region_params::length("height", "along y, the vertical"),
};

std::vector<CatalogItem> regions() {
  return {{{"box", "a box along the axes", "", kBoxParams}},
          {{"cylinder", "an upright cylinder", "", kCylinderParams}},
          {{"sphere", "a ball", "", region_params::kSphere}}};
}

constexpr double kInfinite = 1e299;  // Bounds are infinite at 1e300

Bounds region_bounds(const Branch& region) {
  const ParamSet& p = region.entry_params;
  if (region.entry.name == "box") return {p.vector("min"), p.vector("max")};
  const double r = 0.5 * p.number("diameter");
  if (region.entry.name == "sphere") {
    const Vec3 c = p.vector("centre");
    return {c - Vec3{r, r, r}, c + Vec3{r, r, r}};
  }
  const Vec3 b = p.vector("base");
  return {{b.x - r, b.y, b.z - r}, {b.x + r, b.y + p.number("height"), b.z + r}};
}

// The bounds of a wall in the world: of the turned corners of its box.
Bounds world_bounds(const Wall& w) {
  const Bounds b = w.shape->bounds();
  const Quat identity{};
  const bool turned = !(w.pose.q == identity);
  const bool finite = b.lo.x > -kInfinite && b.lo.y > -kInfinite && b.lo.z > -kInfinite &&
                      b.hi.x < kInfinite && b.hi.y < kInfinite && b.hi.z < kInfinite;
  if (turned && !finite) return {};
  if (!turned) return {b.lo + w.pose.x, b.hi + w.pose.x};
  Bounds out{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 c{corner & 1 ? b.hi.x : b.lo.x, corner & 2 ? b.hi.y : b.lo.y,
                 corner & 4 ? b.hi.z : b.lo.z};
    const Vec3 x = w.pose.x + rotate(w.pose.q, c);
    for (int a = 0; a < 3; ++a) {
      out.lo[a] = std::min(out.lo[a], x[a]);
      out.hi[a] = std::max(out.hi[a], x[a]);
    }
  }
  return out;
}

// A container has width, a finite bottom and some height.
bool can_hold(const Bounds& b, bool two_d) {
  const bool deep = two_d || (b.lo.z > -kInfinite && b.hi.z < kInfinite && b.hi.z > b.lo.z);
  return b.lo.x > -kInfinite && b.hi.x < kInfinite && deep && b.lo.y > -kInfinite &&
         b.hi.x > b.lo.x && b.hi.y > b.lo.y;
}

// Why the wall holds no grains, though its bounds have room for them; empty when it can.
std::string why_it_holds_nothing(const Wall& w) {
  const Bounds b = w.shape->bounds();
  for (int a = 0; a < 3; ++a)
    if (!(b.hi[a] > b.lo[a])) return "it is flat";
  if (const auto edge = w.shape->open_edge()) {
    const Vec3 from = w.pose.x + rotate(w.pose.q, (*edge)[0]),
               to = w.pose.x + rotate(w.pose.q, (*edge)[1]);
    return fmt::format(
        "its mesh is open at the edge from ({:.4g}, {:.4g}, {:.4g}) to ({:.4g}, {:.4g}, {:.4g}) m",
        from.x, from.y, from.z, to.x, to.y, to.z);
  }
  const bool finite = norm(b.lo) < 1e100 && norm(b.hi) < 1e100;
  if (finite && w.shape->side(0.5 * (b.lo + b.hi)) < 0) return "it is solid: grains stay outside";
  return {};
}

void refuse_container(const FillContext& context, const Wall& wall, const std::string& why) {
  context.fail(
      "E0772", "inside",
      fmt::format("{} cannot fill wall `{}`: {}", context.name(), wall.name, why),
      wall.shape->open_edge()
          ? "give `region` (walls in it are respected), close the mesh, or join points that "
            "should be one with `weld`"
          : "name a wall that is a container, or give `region`");
}

const Wall* widest_container(const World& world) {
  const Wall* best = nullptr;
  double area = 0;
  const bool two_d = world.particles.dimensions() == Dimensions::two;
  for (const Wall& w : world.walls) {
    const Bounds b = world_bounds(w);
    if (can_hold(b, two_d) && !why_it_holds_nothing(w).empty()) continue;
    const double a = can_hold(b, two_d) ? (b.hi.x - b.lo.x) * (two_d ? 1 : b.hi.z - b.lo.z) : 0;
    if (a > area) {
      area = a;
      best = &w;
    }
  }
  return best;
}

const Wall* named_wall(const FillContext& context) {
  const std::string& name = context.fill.entry_params.text("inside");
  std::vector<std::string> names;
  for (const Wall& w : context.world.walls) {
    if (w.name == name) return &w;
    names.push_back(w.name);
  }
  const std::string near = nearest_word(name, names);
  context.fail("E0202", "inside", fmt::format("there is no wall `{}`", name),
               names.empty()  ? "the scene has no walls"
               : near.empty() ? "known: " + list_words(names)
                              : fmt::format("did you mean `{}`?", near));
  return nullptr;
}

// The low-discrepancy sequence of van der Corput in base b, for the estimate of a volume.
double corput(std::uint32_t n, std::uint32_t b) {
  double v = 0, scale = 1.0 / b;
  for (; n > 0; n /= b, scale /= b) v += scale * (n % b);
  return v;
}

}  // namespace

const Section& region_section() {
  static const Section region{
      .title = "`region`",
      .doc = "A part of space for grains; the walls inside it are respected too.",
      .selector = "kind",
      .entry_word = "region",
      .catalog = regions};
  return region;
}
SubTable region_table() {
  return {"region", &region_section(), Repeat::one, "",
          "part of space for the grains; or `inside`"};
}

bool region_holds(const Branch& region, const Vec3& x) {
  const Bounds b = region_bounds(region);
  for (int a = 0; a < 3; ++a)
    if (!(x[a] >= b.lo[a] && x[a] <= b.hi[a])) return false;
  if (region.entry.name == "box") return true;
  const ParamSet& p = region.entry_params;
  const double r = 0.5 * p.number("diameter");
  const bool sphere = region.entry.name == "sphere";
  const Vec3 d = x - p.vector(sphere ? "centre" : "base");
  return d.x * d.x + d.z * d.z + (sphere ? d.y * d.y : 0) <= r * r;
}

std::optional<FillSpace> FillSpace::of(const FillContext& context) {
  FillSpace space(context);
  const ParamSet& p = context.fill.entry_params;
  const PeriodicBox& box = context.world.box;
  if (const Branch* region = context.fill.table("region")) {
    if (context.two_d() && region->entry.name == "cylinder")
      return context.fail("E0627", "region", "in two dimensions a region is a box or a sphere",
                          "a circle is region = { kind = \"sphere\", centre = [x, y], diameter = "
                          "... }"),
             std::nullopt;
    space.region_ = region;
    space.bounds_ = region_bounds(*region);
  } else {
    const Wall* wall = p.has("inside") ? named_wall(context) : widest_container(context.world);
    if (p.has("inside") && !wall) return std::nullopt;
    if (wall)
      if (const std::string why = why_it_holds_nothing(*wall); !why.empty())
        return refuse_container(context, *wall, why), std::nullopt;
    if (wall) space.bounds_ = world_bounds(*wall);
    space.container_ = wall;
    if (wall) space.images_ = WallImages(*wall, box);
  }
  for (int a = 0; a < 3; ++a) {
    if (!box.periodic[a]) continue;
    space.bounds_.lo[a] = std::max(space.bounds_.lo[a], box.lo[a]);
    space.bounds_.hi[a] = std::min(space.bounds_.hi[a], box.hi[a]);
  }
  if (p.has("bottom")) space.bounds_.lo.y = std::max(space.bounds_.lo.y, p.number("bottom"));
  if (p.has("top")) space.bounds_.hi.y = std::min(space.bounds_.hi.y, p.number("top"));
  if (context.two_d()) space.bounds_.lo.z = -0.5, space.bounds_.hi.z = 0.5;
  if (!can_hold(space.bounds_, context.two_d())) {
    // The wall that was meant, most likely: an open mesh.
    if (!space.region_ && !p.has("inside"))
      for (const Wall& w : context.world.walls)
        if (w.shape->open_edge())
          return refuse_container(context, w, why_it_holds_nothing(w)), std::nullopt;
    context.fail(
        "E0704", "region", fmt::format("{} has no bounded space to fill", context.name()),
        "give `region = { kind = \"box\", min = [...], max = [...] }`, or a wall that is a "
        "container");
    return std::nullopt;
  }
  return space;
}

bool FillSpace::in_region(const Vec3& x, double r) const {
  // Periodic directions have no end: a ball may reach through.
  for (int a = 0; a < (context_->two_d() ? 2 : 3); ++a) {
    const bool periodic = context_->world.box.periodic[a];
    if (periodic && !(x[a] >= context_->world.box.lo[a] && x[a] < context_->world.box.hi[a]))
      return false;
    const double reach = periodic && !region_ ? 0 : r * (1 - 1e-9);
    if (x[a] - reach < bounds_.lo[a] || x[a] + reach > bounds_.hi[a]) return false;
  }
  if (!region_ || region_->entry.name == "box") return true;
  const ParamSet& p = region_->entry_params;
  const double room = 0.5 * p.number("diameter") - r * (1 - 1e-9);
  const bool sphere = region_->entry.name == "sphere";
  const Vec3 d = x - p.vector(sphere ? "centre" : "base");
  return room >= 0 && d.x * d.x + d.z * d.z + (sphere ? d.y * d.y : 0) <= room * room;
}

bool FillSpace::admits(const Vec3& x, double radius) const {
  if (!in_region(x, radius)) return false;
  if (container_ && !images_.encloses(*container_, x)) return false;
  return context_->clear_of_walls(x, radius);
}

bool FillSpace::admits(const Piece& piece, const Vec3& x) const {
  if (piece.solid()) {
    for (const auto& [shape, at] : piece.solids(x))
      if (!context_->clear_of_walls(*shape, at)) return false;
    if (!admits(x, 0)) return false;
    // Corners may reach through a periodic side of the space.
    return piece.all_balls(x, [&](const SolidBall& b) {
      Vec3 at = b.x;
      if (context_->world.box.any()) wrap(at, context_->world.box);
      return in_region(at, b.r) && (!container_ || images_.encloses(*container_, at));
    });
  }
  return piece.all_balls(x, [&](const SolidBall& b) {
    Vec3 at = b.x;
    if (piece.cluster && context_->world.box.any()) wrap(at, context_->world.box);
    return admits(at, b.r);
  });
}

std::string FillSpace::forbidden_by() const {
  constexpr std::uint32_t kPoints = 500;
  const Vec3 size = bounds_.hi - bounds_.lo;
  for (const Wall& w : context_->world.walls) {
    const WallImages images(w, context_->world.box);
    std::uint32_t looked_at = 0, forbidden = 0;
    for (std::uint32_t n = 1; n <= kPoints; ++n) {
      const Vec3 x =
          bounds_.lo + Vec3{size.x * corput(n, 2), size.y * corput(n, 3), size.z * corput(n, 5)};
      if (!in_region(x, 0) || (container_ && !images_.encloses(*container_, x))) continue;
      ++looked_at;
      forbidden += images.side(w, x, 0) < 0;
    }
    if (looked_at > 0 && forbidden == looked_at) return w.name;
  }
  return {};
}

double FillSpace::volume() const {
  constexpr std::uint32_t kPoints = 200000;
  const Vec3 size = bounds_.hi - bounds_.lo;
  std::uint32_t inside = 0;
  for (std::uint32_t n = 1; n <= kPoints; ++n) {
    Vec3 x = bounds_.lo + Vec3{size.x * corput(n, 2), size.y * corput(n, 3), size.z * corput(n, 5)};
    if (context_->two_d()) x.z = 0;
    inside += admits(x, 0);
  }
  return size.x * size.y * (context_->two_d() ? 1 : size.z) * inside / kPoints;
}

}  // namespace scree
