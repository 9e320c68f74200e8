// Mistakes in the bodies of a world that can be seen before the first step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "shapes/sphere.hpp"
#include "sim/bonds/bond_laws.hpp"
#include "sim/checks/checks.hpp"
#include "sim/world/poured_clusters.hpp"

namespace scree {
namespace {

Error inconsistent(const std::string& what, const std::string& hint = {}) {
  return {"E0541", what, "", hint};
}

// Bodies and rows name each other.
std::optional<Error> check_body_rows(const World& w) {
  const Particles& p = w.particles;
  std::size_t members = 0;
  for (const SpinMaterial& ws : p.ws) members += (ws.flags & kMember) != 0;
  std::uint64_t next = 0;
  for (const Body& b : w.bodies.body) {
    if (b.first_id < next || b.count == 0 ||
        std::size_t{b.first_primitive} + b.count > w.bodies.primitive.size())
      return inconsistent("bodies are not in the order of their primitives",
                          "add bodies with add_body()");
    next = std::uint64_t{b.first_id} + b.count;
    for (std::uint64_t id = b.first_id; id < next; ++id) {
      const std::uint32_t s = id < p.row_of().size() ? p.row_of()[id] : Particles::kNoRow;
      if (s == Particles::kNoRow || !(p.ws[s].flags & kMember) || p.ws[s].body != b.name())
        return inconsistent(fmt::format("body {} lacks its primitive {}", b.name(), id),
                            "add bodies with add_body()");
      const std::uint32_t shape = w.bodies.primitive_of(b, static_cast<std::uint32_t>(id)).shape;
      if (shape >= std::max<std::size_t>(w.shapes.size(), 1) || (shape > 0 && !w.shapes[shape]) ||
          (shape > 0) != ((p.ws[s].flags & kShaped) != 0))
        return inconsistent(fmt::format("primitive {} has a shape that is not there", id));
    }
    members -= b.count;
    const Vec3& i = b.inertia;
    if (!(b.inv_mass >= 0) || !std::isfinite(b.inv_mass) || !(i.x > 0 && i.y > 0 && i.z > 0) ||
        !is_finite(i) || !(b.volume > 0) || !is_finite(b.x) || !is_finite(b.v) ||
        !is_finite(b.omega))
      return inconsistent(
          fmt::format("body {} has a mass, inertia or motion that is not possible", b.name()));
  }
  if (members != 0) return inconsistent("a grain is said to belong to a body that is not there");
  return std::nullopt;
}

// A body that reaches around a periodic box would meet itself, and rows of one body never touch.
void check_body_lengths(const World& w, const World& of, Errors& all) {
  for (const Body& b : of.bodies.body) {
    double reach = 0;
    for (std::uint32_t k = 0; k < b.count; ++k) {
      const std::uint32_t s = of.particles.row_of()[b.first_id + k];
      reach = std::max(reach,
                       norm(of.bodies.primitive[b.first_primitive + k].x) + of.particles.xr[s].r);
    }
    for (int a = 0; a < 3; ++a) {
      if (!w.box.periodic[a] || 2 * reach < w.box.length(a)) continue;
      all.push_back(
          {"E0561",
           fmt::format("a body of {} balls reaches {:.4g} m from its centre, the periodic "
                       "box is {:.4g} m long in {}",
                       b.count, reach, w.box.length(a), "xyz"[a]),
           "", "a periodic direction must be longer than twice that", Subject::setting("box")});
      return;
    }
  }
}

// Every two shapes that could meet are in the table.
void check_shape_pairs(const World& w, Errors& all) {
  const bool balls = !w.inlets.empty() ||
                     std::any_of(w.particles.ws.begin(), w.particles.ws.end(),
                                 [](const SpinMaterial& ws) { return !(ws.flags & kShaped); });
  const Errors found = unknown_pairs(w, CollideTable::with(w.collisions), balls, {});
  all.insert(all.end(), found.begin(), found.end());
}

// Points of two primitives or of one and a wall that are too deep at the start.
class DeepPoints {
 public:
  DeepPoints(const World& w, Errors& all) : w_(w), all_(all) {}
  void note(std::uint32_t row, const std::string& partner, double depth, double smaller) {
    if (depth <= w_.max_start_overlap * smaller || ++found_ > 3) return;
    const Particles& p = w_.particles;
    all_.push_back({"E0508",
                    fmt::format("overlaps {} by {:.3g} m, {:.1f}% of the smaller radius", partner,
                                depth, 100 * depth / smaller),
                    fmt::format("grain {} of body {}", p.id[row].value, p.ws[row].body),
                    "start bodies apart, or raise max_start_overlap"});
  }

 private:
  const World& w_;
  Errors& all_;
  int found_ = 0;
};

}  // namespace

Errors unknown_pairs(const World& w, const CollideTable& table, bool balls,
                     std::span<const PrimitiveSpec> newcomers) {
  std::set<std::string_view> kinds;
  for (const auto& shape : w.shapes)
    if (shape) kinds.insert(shape->kind());
  for (const PrimitiveSpec& p : newcomers)
    if (p.shape)
      kinds.insert(p.shape->kind());
    else
      balls = true;
  std::set<std::string_view> partners = kinds;
  if (balls) partners.insert(kSphereKind);
  Errors all;
  for (const std::string_view a : kinds)
    for (const std::string_view b : partners)
      if ((a <= b || !kinds.contains(b)) && !table.knows(a, b))
        all.push_back({"E0542",
                       fmt::format("contacts between a {} and a {} are not supported", a, b), "",
                       "known pairs: " + table.known() + "; World::collisions adds others"});
  return all;
}

namespace {

double inner_radius(const World& w, std::uint32_t row) {
  const Shape* shape = shape_of_row(w, row);
  return shape ? shape->inner_radius() : w.particles.xr[row].r;
}

// Bodies in a wall, and walls in a body.
void check_start_at_walls(const World& w, DeepPoints& deep, Errors& all) {
  const Particles& p = w.particles;
  std::size_t pierced = 0;
  for (const Wall& wall : w.walls) {
    const WallImages images(wall, w.box);
    for (std::uint32_t s = 0; s < p.size(); ++s) {
      const Shape* shape = shape_of_row(w, s);
      const std::optional<RoundedCore> core = shape ? shape->rounded_core() : std::nullopt;
      if (!core || (p.ws[s].flags & kFixed)) continue;
      if (!images.is_near(wall, p.xr[s].x, p.xr[s].r)) continue;
      const Pose at{p.xr[s].x, p.q[s]};
      if (images.pierces(wall, *core, at, p.xr[s].r)) {
        if (++pierced <= 3)
          all.push_back({"E0508", fmt::format("wall '{}' goes through it", wall.name),
                         fmt::format("grain {} of body {}", p.id[s].value, p.ws[s].body),
                         "start bodies clear of walls"});
        continue;
      }
      ContactPoints points;
      images.press(wall, *core, at, p.xr[s].r, 0, points);
      if (points.count > 0)
        deep.note(s, fmt::format("wall '{}'", wall.name), points.point[0].depth,
                  shape->inner_radius());
    }
  }
}

}  // namespace

void check_start_of_shapes(const World& w, std::span<const RowPair> pairs, Errors& all) {
  const CollideTable table = CollideTable::with(w.collisions);
  const Particles& p = w.particles;
  DeepPoints deep(w, all);
  for (const RowPair& pair : pairs) {
    const auto [a, b] = std::minmax(pair.first, pair.second);
    if (!((p.ws[a].flags | p.ws[b].flags) & kShaped)) continue;
    if (internal_pair(p, w.bonds, a, b)) continue;
    ContactPoints points;
    collide_rows(w, table, a, b, 0, points);
    for (int k = 0; k < points.count; ++k)
      deep.note(a, fmt::format("grain {}", p.id[b].value),
                points.point[static_cast<std::size_t>(k)].depth,
                std::min(inner_radius(w, a), inner_radius(w, b)));
  }
  check_start_at_walls(w, deep, all);
}

void check_bodies(const World& w, Errors& all) {
  for (const auto& source : w.sources)
    if (!source) all.push_back(inconsistent("a force source is null"));
  if (auto error = check_body_rows(w)) {
    all.push_back(*error);
    return;
  }
  const Result<World> to_come = poured_clusters(w);
  if (!to_come) {
    all.insert(all.end(), to_come.errors().begin(), to_come.errors().end());
    return;
  }
  // Types that cannot be are told by start_bonds().
  if (const auto bonds = poured_bonds(w); !bonds && make_bond_laws(w.bond_types))
    all.insert(all.end(), bonds.errors().begin(), bonds.errors().end());
  if (w.bodies.empty() && to_come->bodies.empty()) return;
  check_shape_pairs(w, all);
  check_body_lengths(w, w, all);
  check_body_lengths(w, *to_come, all);
  if (const IntegratorEntry* e = find_integrator(w.integrator); e && !e->moves_bodies())
    all.push_back({"E0543", "the integrator `" + w.integrator + "` moves balls only", "",
                   "take another one for bodies, such as \"verlet\"",
                   Subject::setting("integrator")});
}

}  // namespace scree
