#include "sim/checks/step_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/checks/checks.hpp"
#include "sim/world/poured_clusters.hpp"

namespace scree {
namespace {

// Of a mode's time: twelve neighbours make it some 3.5 times as fast (sim/checks/time_step.cpp),
// and twenty steps in half a period distort it by a percent.
constexpr double kStableMode = 0.1, kDerivedMode = 0.05;
// A dashpot C on a mass m by the trapezoid step with predicted velocities is stable for C dt/m < 1.
constexpr double kStableDamping = 0.5, kDerivedDamping = 0.25;

// Twelve contacts all around a grain, each of which takes cos^2 = 1/3 of a push on average, against
// the single one of a mode. Springs and dashpots add up alike, so a mode that is damped well alone
// is damped too much among others for an explicit step (docs/theory/polyhedra.md).
constexpr double kCrowd = 4;
constexpr double kDerivedCrowd = 0.7;

// The shortest of each kind.
class ShortestBound {
 public:
  ShortestBound(std::string name, double stable, double derived)
      : bound_{std::move(name), "", 1e300, 0, 0}, stable_(stable), derived_(derived) {}
  void note(double time, const std::string& by) {
    if (!(time < bound_.time)) return;
    bound_.time = time, bound_.by = by;
    bound_.stable = stable_ * time, bound_.derived = derived_ * time;
  }
  void append_to(std::vector<StepBound>& all) const {
    if (bound_.time < 1e300) all.push_back(bound_);
  }

 private:
  StepBound bound_;
  double stable_, derived_;
};

// Inverse masses of an oscillator: k and c act on the sum of both.
double mode_of(const PlaneRates& r, double inverse_masses) {
  if (r.k == 0 && r.c == 0) return 1e300;
  return mode_time(r.k * inverse_masses, 0.5 * r.c * inverse_masses);
}

// The longest step that an explicit scheme bears with k and c times kCrowd.
double crowded_step(const PlaneRates& r, double inverse_masses) {
  const double w2 = kCrowd * r.k * inverse_masses, g = kCrowd * 0.5 * r.c * inverse_masses;
  return w2 > 0 || g > 0 ? 2 / (std::sqrt(w2 + g * g) + g) : 1e300;
}

double reduced(double a, double b) { return a * b / (a + b); }

// Visits every pair of materials that grains can make, with the smallest grain of `a`; b < 0: a
// wall of that material.
template <class Visit>
void visit_pairs(const World& w, const PairLaws& laws, const GrainSizes& sizes, Visit visit) {
  const std::size_t n = w.materials.size();
  const MaterialUse use = materials_in_use(w);
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) {
      const std::uint16_t index = laws.index[a * n + b];
      if (sizes.smallest[a] == 0 || index == PairLaws::kNone) continue;
      const double ra = sizes.smallest[a],
                   ma = sphere_mass(ra, w.materials[a].density, w.particles.dimensions());
      if (sizes.smallest[b] > 0) {
        const double rb = sizes.smallest[b],
                     mb = sphere_mass(rb, w.materials[b].density, w.particles.dimensions());
        visit(index, reduced(ma, mb), reduced(ra, rb), "");
      }
      if (use.wall[b]) visit(index, ma, ra, " (wall)");
    }
}

// In the contact plane a pair of spheres has 2/7 of its normal mass; against rolling and twisting,
// 2/5 m_eff r_eff^2 is never more than its inertia (laws/catalog/rolling/constant.hpp).
void add_plane_modes(const World& w, const PairLaws& laws, const GrainSizes& sizes,
                     std::vector<StepBound>& all) {
  ShortestBound tangential("tangential spring", kStableMode, kDerivedMode);
  ShortestBound rolling("rolling spring", kStableMode, kDerivedMode);
  ShortestBound twisting("twisting spring", kStableMode, kDerivedMode);
  visit_pairs(
      w, laws, sizes, [&](std::uint16_t index, double m_eff, double r_eff, const char* where) {
        const ContactRates r = contact_rates(laws.laws[index], m_eff, r_eff, w.reference_speed);
        tangential.note(mode_of(r.tangential, 3.5 / m_eff), laws.names[index] + where);
        rolling.note(mode_of(r.rolling, 2.5 / m_eff), laws.names[index] + where);
        twisting.note(mode_of(r.twisting, 2.5 / m_eff), laws.names[index] + where);
      });
  tangential.append_to(all);
  rolling.append_to(all);
  twisting.append_to(all);
}

// Spheres of radius r that fit on a sphere of radius R: 12 of equal ones, then by area.
double neighbours(double R, double r, double there) {
  return std::min(there, 3 * ((R + r) / r) * ((R + r) / r));
}

// A large light grain among small heavy ones has more neighbours than the twelve that every pair
// allows for.
void add_crowded_grains(const World& w, const PairLaws& laws, const GrainSizes& sizes,
                        std::vector<StepBound>& all) {
  ShortestBound crowded("grain with many contacts", kStableMode, kDerivedMode);
  const std::size_t n = w.materials.size();
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) {
      const std::uint16_t index = laws.index[a * n + b];
      if (sizes.largest[a] == 0 || sizes.smallest[b] == 0 || index == PairLaws::kNone) continue;
      const double R = sizes.largest[a], r = sizes.smallest[b];
      const double mass = sphere_mass(R, w.materials[a].density, w.particles.dimensions());
      const double small = sphere_mass(r, w.materials[b].density, w.particles.dimensions());
      const double count = neighbours(R, r, sizes.count[b]) / 12;
      if (count <= 1 || mass >= count * small) continue;  // no faster than a pair of the small
      const ContactRates rates =
          contact_rates(laws.laws[index], reduced(mass, small), reduced(R, r), w.reference_speed);
      crowded.note(mode_of(rates.normal, count / mass + 1 / small),
                   w.materials[a].name + " among " + w.materials[b].name);
    }
  crowded.append_to(all);
}

// A box around all grains and inlets.
Bounds grain_bounds(const World& w) {
  Bounds box{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
  const auto include = [&](const Vec3& x, const Vec3& reach) {
    for (int k = 0; k < 3; ++k) {
      box.lo[k] = std::min(box.lo[k], x[k] - reach[k]);
      box.hi[k] = std::max(box.hi[k], x[k] + reach[k]);
    }
  };
  for (const PositionRadius& g : w.particles.xr) include(g.x, {g.r, g.r, g.r});
  for (const Inlet& i : w.inlets) {
    const double r = i.sizes.largest() + i.thickness;
    for (const Vec3& corner : {i.axis_u + i.axis_v, i.axis_u - i.axis_v})
      include(i.centre, {std::abs(corner.x) + r, std::abs(corner.y) + r, std::abs(corner.z) + r});
  }
  return box;
}

// The area on which grains can lie side by side under a wall that moves along d, or in any
// direction: the shadow of their box.
double shadow(const Bounds& box, const Vec3& d) {
  const Vec3 e = box.hi - box.lo;
  if (d == Vec3{}) return e.y * e.z + e.z * e.x + e.x * e.y;
  return e.y * e.z * std::abs(d.x) + e.z * e.x * std::abs(d.y) + e.x * e.y * std::abs(d.z);
}

// How far from a wall's origin a grain can push it: no farther than the grains are, nor the wall.
double farthest_push(const Bounds& grains, const Wall& wall) {
  double by_grains = 0, by_wall = 0;
  const Bounds b = wall.shape->bounds();
  for (int k = 0; k < 3; ++k) {
    const double g =
        std::max(std::abs(grains.lo[k] - wall.pose.x[k]), std::abs(grains.hi[k] - wall.pose.x[k]));
    const double s = std::max(std::abs(b.lo[k]), std::abs(b.hi[k]));
    by_grains += g * g;
    by_wall += s * s;
  }
  return std::sqrt(std::min(by_grains, by_wall));
}

// A wall of mass M on n grains side by side: n contacts in parallel, k (n/M + 1/m).
void add_free_walls(const World& w, const PairLaws& laws, const GrainSizes& sizes,
                    std::vector<StepBound>& all) {
  ShortestBound free("free wall", kStableMode, kDerivedMode);
  const std::size_t n = w.materials.size();
  const Bounds grains = grain_bounds(w);
  for (const Wall& wall : w.walls) {
    if (!wall.motion || !(wall.motion->mass() > 0)) continue;
    // What a push at its rim feels of a wall that can turn is less than its mass.
    const double mass = wall.motion->least_mass(farthest_push(grains, wall));
    double area = shadow(grains, wall.motion->direction());
    if (wall.area > 0) area = std::min(area, wall.area);
    for (std::size_t a = 0; a < n; ++a) {
      const std::uint16_t index = laws.index[a * n + wall.material.value];
      if (sizes.smallest[a] == 0 || index == PairLaws::kNone) continue;
      for (const double r : {sizes.smallest[a], sizes.largest[a]}) {
        const double m = sphere_mass(r, w.materials[a].density, w.particles.dimensions());
        const double side_by_side = area / (2 * std::numbers::sqrt3 * r * r);  // close-packed
        const double count = std::clamp(side_by_side, 1.0, sizes.count[a]);
        const ContactRates rates =
            contact_rates(laws.laws[index], reduced(m, mass), r, w.reference_speed);
        free.note(mode_of(rates.normal, count / mass + 1 / m),
                  fmt::format("'{}' of {:.4g} kg on {:.0f} grains of {}", wall.name, mass, count,
                              w.materials[a].name));
      }
    }
  }
  free.append_to(all);
}

// (3.23), (3.24)
void add_damping(const World& w, const GrainSizes& sizes, std::vector<StepBound>& all) {
  ShortestBound translation("background damping", kStableDamping, kDerivedDamping);
  ShortestBound rotation("rotational damping", kStableDamping, kDerivedDamping);
  for (std::size_t a = 0; a < w.materials.size(); ++a) {
    const double r = sizes.smallest[a];
    if (r == 0) continue;
    const double m = sphere_mass(r, w.materials[a].density, w.particles.dimensions());
    if (w.damping > 0) translation.note(m / w.damping, "smallest grain of " + w.materials[a].name);
    if (w.rotational_damping > 0)
      rotation.note(inertia_factor(w.particles.dimensions()) * m * r * r / w.rotational_damping,
                    "smallest grain of " + w.materials[a].name);
  }
  translation.append_to(all);
  rotation.append_to(all);
}

// By how much a unit push at the end of the longest lever arm about each principal axis moves the
// body there: 1/m + the greatest l^2/I.
double greatest_response(const World& w, const Body& b) {
  double turn = 0;
  const auto note = [&](const Vec3& x) {
    const Vec3 l2{x.y * x.y + x.z * x.z, x.z * x.z + x.x * x.x, x.x * x.x + x.y * x.y};
    turn = std::max({turn, l2.x / b.inertia.x, l2.y / b.inertia.y, l2.z / b.inertia.z});
  };
  for (std::uint32_t k = 0; k < b.count; ++k) {
    const Primitive& p = w.bodies.primitive[b.first_primitive + k];
    if (p.shape == 0) {
      note(p.x);
      continue;
    }
    for (const Corner& c : w.shapes[p.shape]->corners()) note(p.x + rotate(p.q, c.x));
  }
  return b.inv_mass + turn;
}

// A body that is pushed off its centre gives way by turning, too: a contact there is shorter than
// one of its mass alone.
void note_bodies(const World& w, const PairLaws& laws, ShortestBound& bound,
                 ShortestBound& in_pile) {
  const Body* last = nullptr;
  for (const Body& b : w.bodies.body) {
    if (b.inv_mass == 0) continue;
    const bool twin = last != nullptr && last->inv_mass == b.inv_mass &&
                      last->inertia == b.inertia && last->count == b.count;
    last = &b;
    if (twin) continue;
    const double response = greatest_response(w, b);
    const std::uint32_t s = w.particles.row_of()[b.first_id];
    const std::size_t a = w.particles.ws[s].material;
    for (std::size_t m = 0; m < w.materials.size(); ++m) {
      const std::uint16_t index = laws.index[a * w.materials.size() + m];
      if (index == PairLaws::kNone) continue;
      const ContactRates rates =
          contact_rates(laws.laws[index], b.mass(), w.particles.xr[s].r, w.reference_speed);
      const std::string body = fmt::format("body {} with {:.4g} g", b.name(), 1e3 * b.mass());
      bound.note(mode_of(rates.normal, response), "of " + body + ", which also turns");
      in_pile.note(crowded_step(rates.normal, response), "around " + body);
    }
  }
}

void add_bodies(const World& w, const PairLaws& laws, std::vector<StepBound>& all) {
  ShortestBound bound("off-centre contact", kStableMode, 1 / w.steps_per_contact);
  ShortestBound in_pile(std::string(kDampingInPile), 1, kDerivedCrowd);
  note_bodies(w, laws, bound, in_pile);
  if (const Result<World> to_come = poured_clusters(w)) note_bodies(*to_come, laws, bound, in_pile);
  bound.append_to(all);
  in_pile.append_to(all);
}

// Balls that are lighter than their material says, of bonded clusters that overlap: a contact of
// two of them is shorter than one of two grains of their size.
void note_light_balls(const World& w, const PairLaws& laws, double speed, ShortestBound& bound) {
  const Particles& p = w.particles;
  for (std::size_t s = 0; s < p.size(); ++s) {
    const std::size_t a = p.ws[s].material;
    const double r = p.xr[s].r, mass = p.mass(s);
    if (!(p.ws[s].flags & kBonded) || (p.ws[s].flags & kMember) || !(mass > 0)) continue;
    if (!(mass < 0.999 * sphere_mass(r, w.materials[a].density, w.particles.dimensions())))
      continue;
    if (s > 0 && p.xr[s - 1].r == r && p.mass(s - 1) == mass && p.ws[s - 1].material == a) continue;
    for (std::size_t b = 0; b < w.materials.size(); ++b) {
      const std::uint16_t index = laws.index[a * w.materials.size() + b];
      if (index == PairLaws::kNone) continue;
      const ContactRates rates = contact_rates(laws.laws[index], 0.5 * mass, 0.5 * r, speed);
      bound.note(
          mode_of(rates.normal, 2 / mass),
          fmt::format("{} of {:.4g} kg in a cluster that overlaps", w.materials[a].name, mass));
    }
  }
}

void add_light_balls(const World& w, const PairLaws& laws, std::vector<StepBound>& all) {
  ShortestBound bound("light ball", kStableMode, 1 / w.steps_per_contact);  // it is a contact
  note_light_balls(w, laws, w.reference_speed, bound);
  if (const Result<World> to_come = poured_bonds(w))
    note_light_balls(*to_come, laws, w.reference_speed, bound);
  bound.append_to(all);
}

}  // namespace

double sphere_mass(double r, double density, Dimensions d) {
  if (d == Dimensions::two) return density * ball_measure(r, d);
  return density * (4.0 / 3.0 * std::numbers::pi) * r * r * r;
}

double mode_time(double w2, double g) {
  const double borne = 4 * std::numbers::pi / (std::sqrt(w2 + g * g) + g);
  return w2 > g * g ? std::min(borne, std::numbers::pi / std::sqrt(w2 - g * g)) : borne;
}

GrainSizes grain_sizes(const World& w) {
  const std::size_t n = w.materials.size();
  GrainSizes out{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  const auto note = [&out](std::size_t m, double small, double large, double count) {
    out.smallest[m] = out.smallest[m] == 0 ? small : std::min(out.smallest[m], small);
    out.largest[m] = std::max(out.largest[m], large);
    out.count[m] += count;
  };
  for (std::size_t s = 0; s < w.particles.size(); ++s)
    note(w.particles.ws[s].material, w.particles.xr[s].r, w.particles.xr[s].r, 1);
  for (const Inlet& i : w.inlets)
    note(i.material.value, i.smallest_radius(), i.largest_radius(),
         i.count > 0 ? i.mean_rows() * static_cast<double>(i.count) : 1e9);
  return out;
}

std::vector<StepBound> further_bounds(const World& world, const PairLaws& laws,
                                      const GrainSizes& sizes) {
  std::vector<StepBound> all;
  add_plane_modes(world, laws, sizes, all);
  add_crowded_grains(world, laws, sizes, all);
  add_free_walls(world, laws, sizes, all);
  add_bodies(world, laws, all);
  add_light_balls(world, laws, all);
  add_damping(world, sizes, all);
  if (const auto bond = shortest_bond(world)) {
    ShortestBound bound("bond", kStableMode, kDerivedMode);
    bound.note(bond->time, bond->by);
    bound.append_to(all);
  }
  return all;
}

}  // namespace scree
