#include "bed.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.hpp"

namespace scree::bench {
namespace {

Wall plane(const std::string& name, const Vec3& point, const Vec3& normal, MaterialId material) {
  ParamSet p;
  p.set("point", point);
  p.set("normal", normal);
  Wall w;
  w.name = name;
  w.material = material;
  w.shape = std::shared_ptr<const WallShape>(std::move(*find_wall_shape("plane")->make(p)));
  return w;
}

// y = A (1 - cos 2 pi f t).
std::unique_ptr<WallMotion> swing(const peers::Shake& s) {
  const WallMotionEntry* entry = find_wall_motion("sinusoid");
  ParamSet p;
  p.set("amplitude", s.amplitude);
  p.set("frequency", s.frequency);
  p.set("phase", -0.5 * std::numbers::pi);
  Result<ParamSet> full = with_defaults(entry->info.params, p);
  return std::move(*entry->make(*full));
}

PairSpec pair_spec(MaterialId a, MaterialId b, const PairStiffness& s, const peers::HookeLaw& law) {
  PairSpec pair{.a = a, .b = b};
  pair.normal = PartSpec{"linear", {}};
  pair.normal->params.set("stiffness", s.k);
  pair.normal->params.set("damping", s.c);
  pair.tangential = PartSpec{"spring", {}};
  pair.tangential->params.set("friction", law.mu);
  pair.tangential->params.set("stiffness_ratio", law.k_t / law.k_n);
  pair.tangential->params.set("damping_ratio", law.gamma_n > 0 ? law.gamma_t / law.gamma_n : 0.0);
  return pair;
}

struct Kind {
  double radius = 0, mass = 0;
};

std::vector<Kind> kinds_of(const peers::State& grains) {
  std::vector<Kind> kinds;
  for (const double r : peers::size_classes(grains)) kinds.push_back({r, 0});
  for (const peers::GrainState& g : grains) {
    const auto at = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const Kind& k) { return k.radius == g.radius; });
    if (at != kinds.end() && at->mass == 0) at->mass = grain_mass(g);
  }
  return kinds;
}

void add_materials(World& w, const Bed& bed, const PairRule& rule) {
  const std::vector<Kind> kinds = kinds_of(bed.grains);
  const auto n = static_cast<std::uint32_t>(kinds.size());
  for (std::uint32_t a = 0; a < n; ++a) {
    for (std::uint32_t b = a; b < n; ++b) {
      const double m_eff = kinds[a].mass * kinds[b].mass / (kinds[a].mass + kinds[b].mass);
      w.pairs.push_back(pair_spec(MaterialId(a), MaterialId(b), rule(m_eff, false), bed.law));
    }
    w.pairs.push_back(pair_spec(MaterialId(a), MaterialId(n), rule(kinds[a].mass, true), bed.law));
  }
  for (std::uint32_t a = 0; a <= n; ++a) {
    MaterialSpec m;
    m.name = a < n ? fmt::format("size {}", a + 1) : "wall";
    m.normal = *w.pairs.front().normal;  // every pair that can meet has a law of its own
    m.tangential = *w.pairs.front().tangential;
    w.materials.push_back(m);
  }
}

}  // namespace

double grain_mass(const peers::GrainState& g) {
  return 4.0 / 3.0 * std::numbers::pi * g.radius * g.radius * g.radius * g.density;
}

double total_mass(const peers::State& grains) {
  double m = 0;
  for (const peers::GrainState& g : grains) m += grain_mass(g);
  return m;
}

World world_of(const Bed& bed, const PairRule& given, double fixed_above) {
  const PairRule law = [&](double m_eff, bool wall) {
    return PairStiffness{wall ? bed.law.wall_k_n : bed.law.k_n, bed.law.gamma_n * m_eff};
  };
  World w;
  add_materials(w, bed, given ? given : law);
  const std::vector<double> radii = peers::size_classes(bed.grains);
  const MaterialId side(static_cast<std::uint32_t>(radii.size()));
  const double width = bed.box.width;
  w.walls = {plane("floor", {0, 0, 0}, {0, 1, 0}, side), plane("left", {0, 0, 0}, {1, 0, 0}, side),
             plane("right", {width, 0, 0}, {-1, 0, 0}, side),
             plane("front", {0, 0, 0}, {0, 0, 1}, side),
             plane("back", {0, 0, width}, {0, 0, -1}, side)};
  if (bed.shake.amplitude > 0) w.walls.front().motion = swing(bed.shake);
  if (bed.box.height > 0) w.walls.push_back(plane("lid", {0, bed.box.height, 0}, {0, -1, 0}, side));
  w.gravity.g = bed.gravity;
  w.gravity.rate = bed.turn_rate;
  w.dt = bed.dt;
  w.max_start_overlap = 0.9;
  for (const peers::GrainState& g : bed.grains)
    w.particles.add(
        {.x = g.x,
         .radius = g.radius,
         .material = MaterialId(static_cast<std::uint32_t>(peers::class_of(radii, g.radius))),
         .v = g.v,
         .omega = g.omega,
         .fixed = g.radius > fixed_above},
        g.density);
  return w;
}

peers::lammps::Job job_of(const Bed& bed) {
  return {.law = bed.law,
          .box = bed.box,
          .gravity = bed.gravity,
          .turn_rate = bed.turn_rate,
          .shake = bed.shake,
          .radii = peers::size_classes(bed.grains),
          .dt = bed.dt};
}

std::size_t grain_contacts(const Simulation& sim) {
  std::size_t count = 0;
  sim.for_each_contact([&](const ContactView& c) { count += c.wall < 0; });
  return count;
}

BedReport report(const Simulation& sim) {
  const Particles& p = sim.particles();
  BedReport r{.smallest = 1e300};
  double mass = 0, squares = 0;
  for (std::size_t row = 0; row < p.size(); ++row) {
    mass += p.mass(row);
    squares += norm2(p.vm[row].v);
    r.smallest = std::min(r.smallest, 2 * p.xr[row].r);
    r.largest = std::max(r.largest, 2 * p.xr[row].r);
  }
  std::vector<std::uint8_t> held(p.next_id(), 0);
  std::vector<double> radius(p.next_id(), 0);
  for (std::size_t row = 0; row < p.size(); ++row) radius[p.id[row].value] = p.xr[row].r;
  std::size_t pairs = 0;
  sim.for_each_contact([&](const ContactView& c) {
    held[c.i.value] = 1;
    double smaller = radius[c.i.value];
    if (c.wall < 0) {
      ++pairs;
      held[c.j.value] = 1;
      smaller = std::min(smaller, radius[c.j.value]);
    }
    r.deepest = std::max(r.deepest, c.overlap / smaller);
  });
  const auto n = static_cast<double>(p.size());
  const EnergyReport e = sim.energy();
  r.kinetic = (e.kinetic + e.rotational) / (mass * 9.81 * r.smallest);
  r.speed = std::sqrt(squares / n);
  r.contacts = static_cast<double>(pairs) / n;
  r.rattlers = 1 - static_cast<double>(std::count(held.begin(), held.end(), 1)) / n;
  return r;
}

std::string to_string(const BedReport& r) {
  return fmt::format(
      "{:.2f} contacts per grain ({:.1f}% touch nothing), deepest {:.1e} r, speed {:.1e} m/s, "
      "kinetic {:.1e} M g d",
      r.contacts, 100 * r.rattlers, r.deepest, r.speed, r.kinetic);
}

Bed mirrored(Bed bed, int doublings) {
  for (int k = 0; k < doublings; ++k) {
    const bool in_x = k % 2 == 0;
    const std::size_t n = bed.grains.size();
    // The box stays square only after an even number: its width is that along x until then.
    const double width = bed.box.width;
    bed.grains.reserve(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
      peers::GrainState g = bed.grains[i];
      (in_x ? g.x.x : g.x.z) = 2 * width - (in_x ? g.x.x : g.x.z);
      (in_x ? g.v.x : g.v.z) *= -1;
      // Spin is an axial vector: what lies in the mirror turns round.
      if (in_x)
        g.omega = {g.omega.x, -g.omega.y, -g.omega.z};
      else
        g.omega = {-g.omega.x, -g.omega.y, g.omega.z};
      bed.grains.push_back(g);
    }
    if (!in_x) bed.box.width *= 2;
  }
  // No two grains at mirrored places to the last bit: exact ties are not what is measured.
  const CounterRandom random(11, 0);
  for (std::size_t i = 0; i < bed.grains.size(); ++i)
    for (int k = 0; k < 3; ++k)
      bed.grains[i].x[k] +=
          1e-6 * bed.grains[i].radius * (random.uniform(4 * i + static_cast<unsigned>(k)) - 0.5);
  return bed;
}

}  // namespace scree::bench
