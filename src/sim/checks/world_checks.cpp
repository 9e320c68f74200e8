// Mistakes of a world that can be seen before the first step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "detect/detector.hpp"
#include "sim/checks/checks.hpp"
#include "sim/checks/free_fall.hpp"
#include "sim/world/freedoms.hpp"

namespace scree {
namespace {

constexpr std::size_t kNamed = 5;  // of each kind of mistake so many are named, the rest counted

std::string place_of(ParticleId id, const Vec3& x) {
  return fmt::format("grain {} at ({:.6g}, {:.6g}, {:.6g}) m", id.value, x.x, x.y, x.z);
}

class Collected {
 public:
  Collected(std::string code, std::string hint) : code_(std::move(code)), hint_(std::move(hint)) {}
  void add(std::string place, std::string message, ParticleId id) {
    if (count_++ < kNamed)
      errors_.push_back(
          {code_, std::move(message), std::move(place), "", Subject::grain(id.value)});
  }
  void append_to(Errors& all) {
    if (errors_.empty()) return;
    std::string hint = hint_;
    if (count_ > kNamed) hint += fmt::format(" ({} such grains or pairs in all)", count_);
    errors_.back().hint = hint;
    all.insert(all.end(), errors_.begin(), errors_.end());
  }

 private:
  std::string code_, hint_;
  Errors errors_;
  std::size_t count_ = 0;
};

void check_grains(const World& w, Errors& all) {
  Collected radius("E0501", "a grain needs a positive, finite radius"),
      number("E0502", "positions, velocities and spins must be finite numbers"),
      material("E0503", "give every grain a material of this world");
  const Particles& p = w.particles;
  for (std::size_t s = 0; s < p.size(); ++s) {
    const std::string place = place_of(p.id[s], p.xr[s].x);
    if (!(p.xr[s].r > 0) || !std::isfinite(p.xr[s].r))
      radius.add(place, fmt::format("the radius is {:g} m", p.xr[s].r), p.id[s]);
    if (!is_finite(p.xr[s].x) || !is_finite(p.vm[s].v) || !is_finite(p.ws[s].omega))
      number.add(place, "position, velocity or spin is not a finite number", p.id[s]);
    else if (!has_usable_position(p.xr[s].x))
      number.add(place,
                 fmt::format("the position is farther than {:g} m from the origin", kFarthest),
                 p.id[s]);
    if (p.ws[s].material >= w.materials.size())
      material.add(place, fmt::format("material number {} does not exist", p.ws[s].material),
                   p.id[s]);
  }
  radius.append_to(all);
  number.append_to(all);
  material.append_to(all);
}

// In two dimensions nothing may lead out of the plane z = 0: then no force ever does.
void check_plane(const World& w, Errors& all) {
  const Particles& p = w.particles;
  if (p.dimensions() != Dimensions::two) return;
  if (w.gravity.g.z != 0 ||
      (!w.gravity.constant() && (w.gravity.axis.x != 0 || w.gravity.axis.y != 0)))
    all.push_back({"E0620", "gravity leads out of the plane z = 0", "", "gravity = [x, y, 0]",
                   Subject::setting("gravity")});
  Collected beside("E0620", "positions and velocities have z = 0, spins and turns only z");
  for (std::size_t s = 0; s < p.size(); ++s)
    if (p.xr[s].x.z != 0 || p.vm[s].v.z != 0 || p.ws[s].omega.x != 0 || p.ws[s].omega.y != 0 ||
        p.q[s].x != 0 || p.q[s].y != 0)
      beside.add(place_of(p.id[s], p.xr[s].x), "the grain is not in the plane, or leaves it",
                 p.id[s]);
  beside.append_to(all);
}

void check_box(const World& w, Errors& all) {
  double largest = 0;
  for (const PositionRadius& g : w.particles.xr) largest = std::max(largest, g.r);
  for (const Inlet& i : w.inlets) largest = std::max(largest, i.largest_radius());
  for (int k = 0; k < 3; ++k) {
    if (!w.box.periodic[k]) continue;
    const double length = w.box.length(k);
    // Three times the reach of a pair: no grain may meet two images of another.
    if (!(length > 6.6 * largest))
      all.push_back({"E0504",
                     fmt::format("the periodic box is {:g} m long in {}, the largest grain has a "
                                 "diameter of {:g} m",
                                 length, "xyz"[k], 2 * largest),
                     "box", "a periodic direction must be longer than 3.3 diameters",
                     Subject::setting("box")});
    for (std::size_t s = 0; s < w.particles.size(); ++s) {
      const double x = w.particles.xr[s].x[k];
      if (x >= w.box.lo[k] && x < w.box.hi[k]) continue;
      all.push_back({"E0505", "the grain lies outside the periodic box",
                     place_of(w.particles.id[s], w.particles.xr[s].x), "",
                     Subject::setting("box")});
      break;
    }
  }
}

// A point well inside the grain: the middle of the ball around a pyramid lies on its base.
Vec3 inside_of(const World& w, std::size_t row) {
  const Particles& p = w.particles;
  if (!(p.ws[row].flags & kShaped)) return p.xr[row].x;
  const Body* b = w.bodies.find(p.ws[row].body);
  if (b == nullptr) return p.xr[row].x;
  const Shape& shape = *w.shapes[w.bodies.primitive_of(*b, p.id[row].value).shape];
  return to_world({p.xr[row].x, p.q[row]}, shape.mass_properties(p.dimensions()).centre);
}

void check_walls(const World& w, Errors& all) {
  Collected outside("E0506",
                    "move the grain or the wall; `side` of the wall decides where grains may be");
  Collected deep("E0507", "start grains clear of walls, or raise max_start_overlap");
  for (std::size_t k = 0; k < w.walls.size(); ++k) {
    const Wall& wall = w.walls[k];
    if (auto error = image_error(wall, w.box)) {
      error->subject = Subject::wall(k);
      all.push_back(std::move(*error));
      continue;
    }
    const WallImages images(wall, w.box);
    if (wall.material.value >= w.materials.size())
      all.push_back({"E0503", "the wall's material does not exist", "wall '" + wall.name + "'", "",
                     Subject::wall(k, "material")});
    if (wall.motion && wall.motion->needs_area() && !(wall.area > 0))
      all.push_back({"E0765",
                     "the servo keeps a pressure, but the wall has no area: it would run for ever",
                     "wall '" + wall.name + "'",
                     "give the area that the pressure acts on: motion.area, or area of the wall",
                     Subject::wall(k)});
    for (std::size_t s = 0; s < w.particles.size(); ++s) {
      if (w.particles.ws[s].flags & kFixed) continue;
      const PositionRadius& g = w.particles.xr[s];
      const std::string place = place_of(w.particles.id[s], g.x);
      if (images.side(wall, inside_of(w, s), g.r) < 0) {
        outside.add(place, "the grain starts on the wrong side of wall '" + wall.name + "'",
                    w.particles.id[s]);
        continue;
      }
      if (w.particles.ws[s].flags & kShaped) continue;  // this is the ball around it
      WallTouches touches;
      images.touch(wall, g.x, g.r, touches);
      for (int m = 0; m < touches.count; ++m) {
        const double overlap = g.r - touches.touch[m].distance;
        if (overlap > w.max_start_overlap * g.r)
          deep.add(place,
                   fmt::format("overlaps wall '{}' by {:.3g} m, {:.1f}% of its radius", wall.name,
                               overlap, 100 * overlap / g.r),
                   w.particles.id[s]);
      }
    }
  }
  outside.append_to(all);
  deep.append_to(all);
}

void check_inlets(const World& w, Errors& all) {
  for (std::size_t k = 0; k < w.inlets.size(); ++k)
    if (const Wall* wall = fixed_wall_around(w, w.inlets[k]))
      all.push_back(
          {"E0771", fmt::format("all its grains start in or behind wall '{}'", wall->name),
           "inlet '" + w.inlets[k].name + "'", "move its opening or the wall", Subject::inlet(k)});
}

void check_overlaps(const World& w, Errors& all) {
  const DetectorEntry* entry = find_detector("levels");
  if (entry == nullptr || w.box.tilted()) entry = find_detector("brute");
  const Particles& p = w.particles;
  std::vector<RowPair> pairs;
  entry->make()->find(
      {.xr = p.xr, .ws = p.ws, .id = p.id, .box = w.box, .reach = 0, .fixed_version = 0}, pairs);
  std::sort(pairs.begin(), pairs.end(), [&](const RowPair& a, const RowPair& b) {
    return std::pair(p.id[a.first], p.id[a.second]) < std::pair(p.id[b.first], p.id[b.second]);
  });
  Collected deep("E0508",
                 "start grains apart, or raise max_start_overlap (share of the smaller radius)");
  for (const RowPair& pair : pairs) {
    const PositionRadius &a = p.xr[pair.first], &b = p.xr[pair.second];
    const SpinMaterial &wa = p.ws[pair.first], &wb = p.ws[pair.second];
    if (internal_pair(p, w.bonds, pair.first, pair.second)) continue;
    if ((wa.flags | wb.flags) & kShaped) continue;  // these are the balls around them
    const Vec3 d = w.box.nearest(b.x - a.x);
    const double overlap = spheres_meeting(d, a.r, b.r).overlap;
    const double smaller = std::min(a.r, b.r);
    if (overlap > w.max_start_overlap * smaller)
      deep.add(place_of(p.id[pair.first], a.x),
               fmt::format("overlaps grain {} by {:.3g} m, {:.1f}% of the smaller radius",
                           p.id[pair.second].value, overlap, 100 * overlap / smaller),
               p.id[pair.first]);
  }
  deep.append_to(all);
  if (!w.bodies.empty()) check_start_of_shapes(w, pairs, all);
}

}  // namespace

Errors check_world(const World& w, std::vector<std::string>& warnings) {
  Errors all;
  if (!check_hand_made(w, all)) return all;
  if (w.particles.empty() && w.inlets.empty())
    all.push_back(
        {"E0500", "the scene has no grains", "", "add a [[fill]]", Subject::setting("fill")});
  if (w.materials.empty()) all.push_back({"E0503", "the world has no material", "", ""});
  if (w.materials.size() > 1000)
    all.push_back({"E0503", "more than 1000 materials", "", "", Subject::material(1000)});
  for (std::size_t k = 0; k < w.materials.size(); ++k) {
    const MaterialSpec& m = w.materials[k];
    if (!(m.density > 0) || !std::isfinite(m.density))
      all.push_back({"E0509", fmt::format("the density is {:g} kg/m^3", m.density),
                     "material '" + m.name + "'", "a density must be positive",
                     Subject::material(k, "density")});
  }
  if (!(w.damping >= 0) || !(w.rotational_damping >= 0))
    all.push_back({"E0510", "background damping must not be negative", "", "",
                   Subject::setting(!(w.damping >= 0) ? "damping" : "rotational_damping")});
  if (!is_finite(w.gravity.g))
    all.push_back({"E0510", "gravity is not a finite vector", "", "", Subject::setting("gravity")});
  for (std::size_t k = 0; k < w.inlets.size(); ++k)
    if (const std::string wrong = w.inlets[k].sizes.valid(); !wrong.empty())
      all.push_back({"E0511", wrong, "inlet '" + w.inlets[k].name + "'", "", Subject::inlet(k)});
  check_grains(w, all);
  if (all.empty()) check_masses(w.particles, all);
  if (all.empty()) check_bodies(w, all);
  if (!all.empty()) return all;
  check_plane(w, all);
  check_locks(w, all);
  check_box(w, all);
  check_cell_world(w, all);
  check_walls(w, all);
  if (all.empty()) check_inlets(w, all);
  check_overlaps(w, all);
  check_outlets(w, all, warnings);
  for (const Wall& wall : w.walls)
    for (const std::string& text : wall.shape->warnings())
      warnings.push_back("wall '" + wall.name + "': " + text);
  return all;
}

MaterialUse materials_in_use(const World& w) {
  MaterialUse use{std::vector<bool>(w.materials.size()), std::vector<bool>(w.materials.size())};
  for (const SpinMaterial& g : w.particles.ws) use.grain[g.material] = true;
  for (const Inlet& i : w.inlets) use.grain[i.material.value] = true;
  for (const Wall& wall : w.walls) use.wall[wall.material.value] = true;
  return use;
}

}  // namespace scree
