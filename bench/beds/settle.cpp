#include "settle.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "place.hpp"

namespace scree::bench {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kGravity = 9.81;

double sphere_mass(double d, double density) { return density * kPi / 6 * d * d * d; }

// Stiffness of a softened bed: the real one, or what lets a contact last `t_c` where that is less:
// fewer steps for a fall. `damping` is a share of the critical one; 0: the dashpots of the law.
PairRule softened(const peers::HookeLaw& law, double t_c, double damping) {
  return [=](double m_eff, bool wall) {
    const double real = wall ? law.wall_k_n : law.k_n;
    const double k = std::min(real, m_eff * kPi * kPi / (t_c * t_c));
    return PairStiffness{k, damping > 0 ? 2 * damping * std::sqrt(k * m_eff) : law.gamma_n * m_eff};
  };
}

struct Stage {
  PairRule rule = {};
  double dt = 0;    // 0: the bed's
  double drag = 0;  // kg/s
  double fixed_above = 1e300;
  std::uint64_t steps = 0;
  double rest = 0;  // ends early when the kinetic energy falls below that, in M g d
};

// Fixed grains have no mass in a simulation: theirs, and all sizes, are kept.
void take_motion(peers::State& grains, const Particles& p) {
  for (std::size_t row = 0; row < p.size(); ++row) {
    peers::GrainState& g = grains[p.id[row].value];
    g.x = p.xr[row].x, g.v = p.vm[row].v, g.omega = p.ws[row].omega;
  }
}

Result<BedReport> run_stage(Bed& bed, const Stage& stage, int threads, const Say& say) {
  World world = world_of(bed, stage.rule, stage.fixed_above);
  if (stage.dt > 0) world.dt = stage.dt;
  world.damping = stage.drag;
  // The same rate for spins of the smallest: without it grains roll on and on.
  const double d = 2 * peers::size_classes(bed.grains).front();
  world.rotational_damping = 0.1 * d * d * stage.drag;
  const double dt = world.dt;
  Result<Simulation> sim = Simulation::create(std::move(world), {.threads = threads});
  if (!sim) return sim.errors();
  constexpr std::uint64_t kChunk = 250;
  BedReport now;
  while (sim->steps() < stage.steps) {
    const std::uint64_t left = stage.steps - sim->steps();
    if (const auto failure = sim->run(std::min(kChunk, left)))
      return Error{failure->code, failure->message, "", ""};
    if (stage.rest <= 0) continue;
    now = report(*sim);
    if (now.kinetic < stage.rest) break;
  }
  now = report(*sim);
  take_motion(bed.grains, sim->particles());
  say(fmt::format("{} grains, step {:.1e} s, {} steps: {}", bed.grains.size(), dt, sim->steps(),
                  to_string(now)));
  return now;
}

double contact_time(const Mixture& m) {
  const double m_eff = 0.5 * sphere_mass(m.diameters.back(), m.density);
  return kPi * std::sqrt(m_eff / m.stiffness);
}

peers::HookeLaw law_of(const Mixture& m) {
  constexpr double ratio = 2.0 / 7.0;
  const double m_eff = 0.5 * sphere_mass(m.diameters.back(), m.density);
  const double ln_e = std::log(m.restitution);
  // From k_n, m_eff and e. One gamma for all sizes is what LAMMPS has: two large grains are then
  // damped beyond the critical value.
  const double gamma = -2 * ln_e * std::sqrt(m.stiffness / m_eff / (kPi * kPi + ln_e * ln_e));
  return {.k_n = m.stiffness,
          .k_t = ratio * m.stiffness,
          .wall_k_n = 2 * m.stiffness,
          .wall_k_t = 2 * ratio * m.stiffness,
          .gamma_n = gamma,
          .gamma_t = ratio * gamma,
          .mu = m.friction};
}

// Solid fraction that the width of the box is made for: of the mixture as a whole, when small
// grains have filled gaps of the large.
constexpr double kDense = 0.72;
// Share of the gaps that a size takes when it is placed in them.
constexpr double kLoose = 0.3;

double volume(double d) { return kPi / 6 * d * d * d; }

double top_of(const peers::State& grains) {
  double top = 0;
  for (const peers::GrainState& g : grains) top = std::max(top, g.x.y + g.radius);
  return top;
}

Bed empty_bed(const Mixture& m, const std::vector<std::size_t>& numbers) {
  double solid = 0;
  for (std::size_t k = 0; k < numbers.size(); ++k)
    solid += static_cast<double>(numbers[k]) * volume(m.diameters[k]);
  Bed bed;
  bed.law = law_of(m);
  bed.dt = contact_time(m) / m.steps_per_contact;
  bed.box.width = std::max(std::cbrt(solid / kDense), 1.02 * m.diameters.front());
  return bed;
}

constexpr double kStepsPerContact = 20;  // while settling

// One size falls into the gaps of those that are there, which stand still. Contacts are so soft
// that the weight of a bed of this size alone presses them by a twentieth of a diameter (a layer
// weighs m g a grain, n layers press by n g t_c^2 / pi^2). First the fall, then a drag that brings
// them to rest, then contacts half as long again and again until they have the law's stiffness. The
// larger ones are let go on the way: late enough not to crush the new ones, early enough to find
// the places that their new load asks for.
Result<BedReport> settle_size(Bed& bed, double d, double density, int threads, const Say& say) {
  const double high = top_of(bed.grains), mass = sphere_mass(d, density);
  const double real = kPi * std::sqrt(0.5 * mass / bed.law.k_n);
  const double soft = std::max(real, kPi * std::sqrt(0.05 * d * d / (high * kGravity)));
  const double fall = std::sqrt(2 * high / kGravity);
  const double let_go = std::max(real, 0.25 * soft);
  const auto stage = [&](double t_c, double rate, double seconds) {
    const double dt = t_c / kStepsPerContact;
    return run_stage(bed,
                     {.rule = softened(bed.law, t_c, 1),
                      .dt = dt,
                      .drag = rate * mass,
                      .fixed_above = t_c > let_go ? 0.501 * d : 1e300,
                      .steps = static_cast<std::uint64_t>(std::ceil(seconds / dt)),
                      .rest = 1e-6},
                     threads, say);
  };
  Result<BedReport> done = stage(soft, 1 / fall, 1.2 * fall);
  // Few grains cost little: they get time to roll to the last place.
  const double patience = bed.grains.size() < 3000 ? 5 : 1;
  for (double t_c = soft; done; t_c = std::max(real, 0.5 * t_c)) {
    const double contacts = t_c == soft ? 150 : t_c == let_go ? 600 : 60;
    done = stage(t_c, 0.2 / t_c, patience * contacts * t_c);
    if (t_c <= real) break;
  }
  return done;
}

// Tangential springs are not part of a bed: each run begins without, and grains held by them slip.
// Some such beginnings with a drag leave a bed that holds without them; then its own law.
std::optional<Errors> forget_springs(Bed& bed, const Mixture& m, int threads, const Say& say) {
  const double t_c = contact_time(m), mass = sphere_mass(m.diameters.back(), m.density);
  for (int k = 0; k < 5; ++k) {
    const bool last = k == 4;
    const Result<BedReport> done = run_stage(
        bed, {.drag = last ? 0 : 0.2 / t_c * mass, .steps = last ? 2000u : 1000u, .rest = 1e-9},
        threads, say);
    if (!done) return done.errors();
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::size_t> mixed_numbers(const Mixture& m) {
  std::vector<double> weight;
  double sum = 0;
  for (std::size_t k = 0; k < m.diameters.size(); ++k) {
    weight.push_back(m.shares[k] / std::pow(m.diameters[k], 3));
    sum += weight.back();
  }
  std::vector<std::size_t> numbers;
  std::size_t used = 0;
  for (const double w : weight) {
    const double wanted = std::round(w / sum * static_cast<double>(m.grains));
    numbers.push_back(static_cast<std::size_t>(std::max(1.0, wanted)));
    used += numbers.back();
  }
  // Rounding is the smallest size's; it always has grains to spare.
  numbers.back() = numbers.back() + m.grains - used;
  return numbers;
}

Result<Bed> settled_mixture(const Mixture& m, int threads, const Say& say) {
  const std::vector<std::size_t> numbers = mixed_numbers(m);
  Bed bed = empty_bed(m, numbers);
  const double base = bed.box.width * bed.box.width;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const double d = m.diameters[k];
    double solid = static_cast<double>(numbers[k]) * volume(d);
    for (const peers::GrainState& g : bed.grains) solid += kLoose * volume(2 * g.radius);
    bed.grains = place_at_random(std::move(bed.grains), std::vector<double>(numbers[k], d),
                                 {.width = bed.box.width,
                                  .height = solid / kLoose / base,
                                  .density = m.density,
                                  .seed = k + 1});
    const Result<BedReport> done = settle_size(bed, d, m.density, threads, say);
    if (!done) return done.errors();
  }
  if (const auto failed = forget_springs(bed, m, threads, say)) return *failed;
  return bed;
}

void weaken_dashpots(Bed& bed) {
  double m = 0;
  for (const peers::GrainState& g : bed.grains) m = std::max(m, grain_mass(g));
  bed.law.gamma_n = std::sqrt(bed.law.k_n / (0.5 * m));
  bed.law.gamma_t = bed.law.k_t / bed.law.k_n * bed.law.gamma_n;
}

Result<BedReport> relax(Bed& bed, std::uint64_t steps, int threads, const Say& say) {
  return run_stage(bed, {.steps = steps}, threads, say);
}

Result<BedReport> agitate(Bed& bed, int periods, int threads, const Say& say) {
  const double steps = periods / (bed.shake.frequency * bed.dt);
  return run_stage(bed, {.steps = static_cast<std::uint64_t>(std::lround(steps))}, threads, say);
}

Result<BedReport> tumble(Bed& bed, double angle, double seconds, int threads, const Say& say) {
  const double g = norm(bed.gravity);
  bed.gravity = {g * std::sin(angle), -g * std::cos(angle), 0};
  constexpr double softer = 3;
  const Result<BedReport> soft =
      run_stage(bed,
                {.rule = softened(bed.law, softer * 30 * bed.dt, 0),
                 .dt = softer * bed.dt,
                 .steps = static_cast<std::uint64_t>(seconds / (softer * bed.dt))},
                threads, say);
  if (!soft) return soft;
  // The springs stiffen by softer^2: what that frees is lost in a few dozen contacts.
  return run_stage(bed, {.steps = 1500}, threads, say);
}

}  // namespace scree::bench
