// Cooling of a gas of inelastic spheres.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

using std::numbers::pi;
constexpr double kFraction = 0.1, kDiameter = 0.01, kSpeed = 1;  // kSpeed: a component's deviation

double per_volume() { return kFraction / (pi / 6 * std::pow(kDiameter, 3)); }

// Collisions a grain and second at the deviation v of a velocity's component (Enskog; pair
// correlation at contact after Carnahan & Starling).
double collision_rate(double v) {
  const double chi = (1 - 0.5 * kFraction) / std::pow(1 - kFraction, 3);
  return 4 * per_volume() * kDiameter * kDiameter * chi * std::sqrt(pi) * v;
}

// On a lattice, with velocities of a normal distribution (Box & Muller) without total momentum.
World gas(int across, double e) {
  const double t_c = 0.01 / collision_rate(kSpeed);  // collisions of three stay rare
  World w = empty_world(linear_material(t_c, e, 0));
  const double spacing = std::cbrt(1 / per_volume()), length = across * spacing;
  w.box = {{0, 0, 0}, {length, length, length}, {true, true, true}};
  w.steps_per_contact = 40;
  const CounterRandom random(7, 3);
  const auto n = static_cast<std::uint64_t>(across * across * across);
  std::vector<Vec3> v(n);
  Vec3 mean{};
  for (std::uint64_t k = 0; k < n; ++k) {
    for (int a = 0; a < 3; ++a) {
      const std::uint64_t c = 3 * k + static_cast<std::uint64_t>(a);
      v[k][a] = kSpeed * std::sqrt(-2 * std::log(1 - random.uniform(c, 0))) *
                std::cos(2 * pi * random.uniform(c, 1));
    }
    mean += v[k] / static_cast<double>(n);
  }
  for (std::uint64_t k = 0; k < n; ++k) {
    const auto a = static_cast<std::uint64_t>(across);
    const Vec3 at{static_cast<double>(k % a), static_cast<double>(k / a % a),
                  static_cast<double>(k / a / a)};
    w.particles.add(
        {.x = spacing * (at + Vec3{0.5, 0.5, 0.5}), .radius = 0.5 * kDiameter, .v = v[k] - mean},
        w.materials[0].density);
  }
  return w;
}

// m (deviation of a component)^2, with what is stored in contacts, of the energy at kSpeed.
double temperature(const Simulation& s) {
  double mass = 0;
  for (std::size_t k = 0; k < s.particles().size(); ++k) mass += s.particles().mass(k);
  return s.energy().total() / (1.5 * mass * kSpeed * kSpeed);
}

void run_cooling_gas(VerifyRun& v) {
  const double e = 0.9;
  Simulation s = v.start(gas(v.quick() ? 8 : 12, e));
  const double rate = collision_rate(kSpeed);
  // The lattice is forgotten after some collisions.
  VerifyRun::advance(s, static_cast<std::uint64_t>(3 / rate / s.dt()));
  const double t_0 = s.time(), start = temperature(s);
  const double decay = collision_rate(kSpeed * std::sqrt(start)) * (1 - e * e) / 6;
  const auto theory = [&](double t) { return start / std::pow(1 + (t - t_0) * decay, 2); };
  plot::Series line{
      .label = "Haff's law with Enskog's rate", .x = {}, .y = {}, .mark = plot::Mark::line},
      ours{.label = "Scree", .x = {}, .y = {}};
  const int parts = v.quick() ? 12 : 24;
  for (int k = 0; k <= parts; ++k) {
    if (k > 0) VerifyRun::advance(s, static_cast<std::uint64_t>(0.5 / rate / s.dt()));
    line.x.push_back(s.time() * rate), line.y.push_back(theory(s.time()));
    ours.x.push_back(s.time() * rate), ours.y.push_back(temperature(s));
    if (k > 0 && k % (parts / 4) == 0) {
      const double expected = theory(s.time());
      v.near(fmt::format("temperature after {:.3g} collision times", s.time() * rate),
             temperature(s), expected, 0.03 * expected, "of the start",
             "1 % of contacts last while a third comes; 1 % of kinetic theory; 1 % of chance");
    }
  }
  v.add_plot("cooling_gas", "Cooling of an inelastic gas",
             {.label = "time / first time between collisions"},
             {.label = "temperature / first temperature", .log = true})
      .series = {line, ours};
}

}  // namespace

extern const VerifyCase cooling_gas_entry;
const VerifyCase cooling_gas_entry{
    "cooling-gas", "many grains",
    "Smooth inelastic spheres (e = 0.9, a tenth of the space) fly about in a periodic box and cool "
    "as "
    "Haff's law says, with the collision rate of kinetic theory. It tells a detector that misses "
    "contacts, or a restitution that depends on the impact.",
    "Haff 1983; Enskog; Carnahan & Starling 1969", run_cooling_gas};

}  // namespace scree::app::cases
