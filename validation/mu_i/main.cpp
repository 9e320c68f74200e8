// validate_mu_i FOLDER CASE: steady simple shear of a frictional packing at a constant normal stress
// in a deforming cell. Writes FOLDER/CASE.csv: one line with the inertial number, the effective
// friction and the solid fraction, and what was published. `validate_mu_i count` prints how many
// cases there are.
#include <fmt/core.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>

#include "base/random.hpp"
#include "sim/simulation.hpp"

namespace {

using namespace scree;

struct Case {
  bool plane;  // a layer of grains in one plane
  double inertial;
  std::uint64_t seed;
};

constexpr double kInertial[] = {0.003, 0.01, 0.03, 0.1, 0.2};
constexpr std::uint64_t kSeeds = 2;
constexpr int kCases = 2 * 5 * static_cast<int>(kSeeds);

Case case_of(int k) {
  return {k % 2 == 1, kInertial[k / 2 % 5], static_cast<std::uint64_t>(k / 10) + 1};
}

// Spheres: Jop, Forterre & Pouliquen 2006, glass beads: mu_s = tan 20.9 deg, mu_2 = tan 32.76 deg,
// I_0 = 0.279. Plane: da Cruz et al. 2005, discs with friction 0.4: mu = 0.25 + 1.1 I and the solid
// fraction 0.81 - 0.3 I.
double published_friction(const Case& c) {
  return c.plane ? 0.25 + 1.1 * c.inertial : 0.383 + (0.643 - 0.383) / (1 + 0.279 / c.inertial);
}

struct Parameters {
  double d = 0.01, density = 2500, pressure = 1000;  // pressure of the cell, Pa
  double length = 0, thickness = 0;                  // of the cell at the start
  double mass = 0, time = 0;                         // of a mean grain, and of its inertia
  double stiffness = 0;
};

Parameters parameters(const Case& c) {
  Parameters p;
  p.mass = p.density * std::numbers::pi / 6 * p.d * p.d * p.d;
  if (c.plane) {
    p.length = 30 * 1.15 * p.d, p.thickness = 4.2 * p.d;
    const double force_per_length = p.pressure * p.thickness;
    p.time = std::sqrt(p.mass / force_per_length);  // I = rate sqrt(m/P)
    p.stiffness = 1e4 * force_per_length;           // kappa of da Cruz et al.
  } else {
    p.length = p.thickness = 10 * 1.12 * p.d;
    p.time = p.d * std::sqrt(p.density / p.pressure);  // I = rate d sqrt(density/P)
    p.stiffness = 2e3 * p.pressure * p.d;
  }
  return p;
}

World sheared(const Case& c, const Parameters& p) {
  World w;
  MaterialSpec m;
  m.name = "grains";
  m.density = p.density;
  m.normal = {"linear", {}};
  m.normal.params.set("stiffness", p.stiffness);
  m.normal.params.set("restitution", c.plane ? 0.1 : 0.5);
  m.tangential = {"spring", {}};
  m.tangential.params.set("friction", c.plane ? 0.4 : 0.5);
  m.tangential.params.set("stiffness_ratio", c.plane ? 0.5 : 2.0 / 7);
  w.materials = {m};
  w.gravity.g = {};
  w.steps_per_contact = 30;
  w.box = {{0, 0, 0}, {p.length, p.length, p.thickness}, {true, true, true}};
  const CounterRandom random(c.seed, 7);
  const int across = c.plane ? 30 : 10, layers = c.plane ? 1 : 10;
  const double spread = c.plane ? 0.2 : 0.1, pitch = p.length / across;
  std::uint64_t k = 0;
  for (int z = 0; z < layers; ++z)
    for (int y = 0; y < across; ++y)
      for (int x = 0; x < across; ++x, ++k) {
        const double size = p.d * (1 + spread * (2 * random.uniform(8 * k) - 1));
        const double room = pitch - p.d * (1 + spread);  // may be below 0: then no jitter
        const auto jitter = [&](std::uint64_t n) {
          return std::max(room, 0.0) * (random.uniform(8 * k + n) - 0.5);
        };
        w.particles.add(
            {.x = {(x + 0.5) * pitch + jitter(1), (y + 0.5) * pitch + jitter(2),
                   c.plane ? 0.5 * p.thickness : (z + 0.5) * pitch + jitter(3)},
             .radius = 0.5 * size,
             .v = {0.1 * p.d / p.time * (random.uniform(8 * k + 4) - 0.5),
                   0.1 * p.d / p.time * (random.uniform(8 * k + 5) - 0.5), 0}},
            p.density);
      }
  w.max_start_overlap = 0.15;
  CellPhase squeeze, shear;
  squeeze.duration = 20 * p.time;
  squeeze.max_rate = 0.03 / p.time;
  for (std::size_t a = 0; a < (c.plane ? 2u : 3u); ++a)
    squeeze.of[a] = {CellDrive::stress, p.pressure};
  const double rate = c.inertial / p.time;
  shear.of[1] = {CellDrive::stress, p.pressure};
  shear.of[3] = {CellDrive::rate, rate};
  shear.max_rate = rate;
  shear.gain = 0.3;
  shear.ramp = 0.05 / rate;
  w.cell.phases = {squeeze, shear};
  return w;
}

// Means over the strains from 2 to 6.
struct Means {
  double xx = 0, yy = 0, zz = 0, xy = 0, fraction = 0;
  int count = 0;
};

Result<Means> measured(const Case& c, const Parameters& p) {
  Result<Simulation> sim = Simulation::create(sheared(c, p), {.threads = 1});
  if (!sim) return sim.errors();
  double solid = 0;  // volume of balls, or in a plane area of discs
  for (const PositionRadius& g : sim->particles().xr)
    solid += c.plane ? std::numbers::pi * g.r * g.r : std::numbers::pi / 0.75 * g.r * g.r * g.r;
  const double rate = c.inertial / p.time, begin = 20 * p.time + 2 / rate, end = begin + 4 / rate;
  const auto steps = [&](double t) { return static_cast<std::uint64_t>(t / sim->dt()); };
  Means m;
  if (const auto failure = sim->run(steps(begin)))
    return Error{failure->code, failure->message, "", ""};
  const std::uint64_t every = std::max<std::uint64_t>(steps((end - begin) / 2000), 1);
  while (sim->time() < end) {
    if (const auto failure = sim->run(every))
      return Error{failure->code, failure->message, "", ""};
    const CellReport now = sim->cell();
    const PeriodicBox& box = sim->world().box;
    m.xx += now.stress[0], m.yy += now.stress[1], m.zz += now.stress[2], m.xy += now.stress[3];
    m.fraction += solid / (c.plane ? box.length(0) * box.length(1) : box.volume());
    ++m.count;
  }
  for (double* v : {&m.xx, &m.yy, &m.zz, &m.xy, &m.fraction}) *v /= m.count;
  return m;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "count") return fmt::print("{}\n", kCases), 0;
  if (argc != 3) return fmt::print(stderr, "usage: validate_mu_i FOLDER CASE | count\n"), 2;
  const int number = std::atoi(argv[2]);
  const Case c = case_of(number);
  const Parameters p = parameters(c);
  const auto m = measured(c, p);
  if (!m) return fmt::print(stderr, "{}\n", to_string(m.errors().front())), 1;
  std::FILE* out = std::fopen(fmt::format("{}/{:02}.csv", argv[1], number).c_str(), "w");
  if (out == nullptr) return fmt::print(stderr, "cannot write to {}\n", argv[1]), 1;
  const double published = published_friction(c);
  fmt::print(out, "{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{}\n",
             c.plane ? "plane" : "spheres", c.seed, c.inertial, -m->xy / m->yy, published,
             -m->xy / m->yy - published, m->fraction,
             c.plane ? 0.81 - 0.3 * c.inertial : 0.0, m->yy / p.pressure);
  return std::fclose(out);
}
