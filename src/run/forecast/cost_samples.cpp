#include "run/forecast/cost_samples.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>

#include "run/forecast/estimate.hpp"

namespace scree::run {
namespace {

// Of one thread its processor time: other work on the machine does not lengthen it. Several threads
// wait for each other, so only the clock on the wall tells.
double seconds_now(int threads) {
  timespec t{};
  ::clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double contact_seconds(const Timers& t) {
  return t.seconds[static_cast<int>(StepPhase::touch)] +
         t.seconds[static_cast<int>(StepPhase::apply_law)] +
         t.seconds[static_cast<int>(StepPhase::gather)];
}

// The material of most balls, those still to come included, and their mean radius.
struct UsualBall {
  std::uint32_t material = 0;
  double radius = 0;
};

UsualBall usual_ball(const World& w) {
  std::vector<double> count(w.materials.size()), radii(w.materials.size());
  const auto note = [&](std::size_t m, double n, double r) { count[m] += n, radii[m] += n * r; };
  for (std::size_t s = 0; s < w.particles.size(); ++s)
    if ((w.particles.ws[s].flags & (kFixed | kShaped)) == 0)
      note(w.particles.ws[s].material, 1, w.particles.xr[s].r);
  for (const Inlet& i : w.inlets)
    if (!pours_shapes(i))
      note(i.material.value, i.mean_rows() * std::max(1.0, static_cast<double>(i.count)),
           0.5 * (i.smallest_radius() + i.largest_radius()));
  const auto most =
      static_cast<std::size_t>(std::max_element(count.begin(), count.end()) - count.begin());
  return {static_cast<std::uint32_t>(most), count[most] > 0 ? radii[most] / count[most] : 0};
}

World empty_world_like(const World& like, double dt) {
  World w;
  w.particles.set_dimensions(like.particles.dimensions());
  w.materials = like.materials;
  w.pairs = like.pairs;
  w.laws = like.laws;
  w.collisions = like.collisions;
  w.dt = dt;
  w.allow_unstable_dt = true;
  w.integrator = like.integrator;
  w.lever = like.lever;
  w.detect.method = like.detect.method;
  w.detect.narrow = like.detect.narrow;
  w.gravity.g = {0, 0, 0};
  return w;
}

// Three contacts per ball; on a square lattice of two dimensions two per disc.
World touching_block(const World& like, const UsualBall& ball, double wanted) {
  World w = empty_world_like(like, like.dt);
  const bool two_d = like.particles.dimensions() == Dimensions::two;
  const int across = two_d ? std::clamp(static_cast<int>(std::lround(std::sqrt(wanted))), 20, 250)
                           : std::clamp(static_cast<int>(std::lround(std::cbrt(wanted))), 8, 40);
  const double pitch = 2 * ball.radius * (1 - 1e-4), length = across * pitch;
  w.box = {{0, 0, 0}, {length, length, two_d ? 0 : length}, {true, true, !two_d}};
  for (int i = 0; i < across; ++i)
    for (int j = 0; j < across; ++j)
      for (int k = 0; k < (two_d ? 1 : across); ++k)
        w.particles.add({.x = {(i + 0.5) * pitch, (j + 0.5) * pitch, two_d ? 0 : (k + 0.5) * pitch},
                         .radius = ball.radius,
                         .material = MaterialId{ball.material}},
                        w.materials[ball.material].density);
  return w;
}

// As it was described to add_body(), with the mass that it has.
BodySpec spec_of(const World& w, const Body& b) {
  BodySpec spec;
  for (std::uint32_t k = 0; k < b.count; ++k) {
    const Primitive& p = w.bodies.primitive[b.first_primitive + k];
    const std::uint32_t row = w.particles.row_of()[b.first_id + k];
    PrimitiveSpec one{.x = p.x, .q = p.q, .material = MaterialId{w.particles.ws[row].material}};
    one.radius = w.particles.xr[row].r;
    if (p.shape != 0) one.shape = w.shapes[p.shape];
    spec.primitives.push_back(std::move(one));
  }
  spec.mass = MassProperties{b.mass(), {}, {b.inertia.x, b.inertia.y, b.inertia.z, 0, 0, 0}};
  spec.volume = b.volume;
  return spec;
}

// Bodies of the scene and of what it will pour, in the shares in which they will be there.
std::vector<BodySpec> specimens(const World& w, double duration, std::size_t wanted) {
  std::vector<const Body*> there;
  for (const Body& b : w.bodies.body)
    if (b.inv_mass > 0 && w.bodies.primitive[b.first_primitive].shape != 0) there.push_back(&b);
  std::vector<double> poured;
  double all = static_cast<double>(there.size());
  for (const Inlet& i : w.inlets)
    all += poured.emplace_back(pours_shapes(i) ? forecast_pour(i, w, duration).grains : 0);
  std::vector<BodySpec> out;
  for (std::size_t k = 0; k < wanted && all > 0; ++k) {
    double at = all * (static_cast<double>(k) + 0.5) / static_cast<double>(wanted);
    if (at < static_cast<double>(there.size())) {
      out.push_back(spec_of(w, *there[static_cast<std::size_t>(at)]));
      continue;
    }
    at -= static_cast<double>(there.size());
    std::size_t inlet = 0;
    while (inlet + 1 < poured.size() && at >= poured[inlet]) at -= poured[inlet++];
    const Inlet& i = w.inlets[inlet];
    const CounterRandom random(i.seed, i.stream);
    const TurnedCluster one = i.mix.pick(random, k, i.sizes.sample(random, k));
    out.push_back(one.body({}, i.material, w.materials[i.material.value].density));
  }
  return out;
}

double bounding_diameter(const BodySpec& spec) {
  double r = 0;
  for (const PrimitiveSpec& p : spec.primitives)
    r = std::max(r, norm(p.x) + (p.shape ? p.shape->bounding_radius() : p.radius));
  return 2 * r;
}

Quat turned_at_random(std::uint64_t k, Dimensions d) {
  const CounterRandom random(1, 77);
  const auto number = [&](unsigned n) { return random.uniform(4 * k + n) - 0.5; };
  if (d == Dimensions::two) return normalized(Quat{number(0), 0, 0, number(1)});
  return normalized(Quat{number(0), number(1), number(2), number(3)});
}

constexpr double kPitch = 3;  // of diameters, from pair to pair

// The specimens in pairs on a lattice, so far from their partners, in diameters.
Result<Simulation> pairs_at(const World& like, const std::vector<BodySpec>& bodies,
                            const std::vector<double>& distance, double diameter) {
  constexpr double kNothingMoves = 1e-4;  // of the step of the scene
  World w = empty_world_like(like, kNothingMoves * like.dt);
  w.max_start_overlap = 1e9;
  const double pitch = kPitch * diameter;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    BodySpec body = bodies[k];
    body.x = {pitch * static_cast<double>(k / 2), k % 2 ? distance[k / 2] * diameter : 0, 0};
    body.q = turned_at_random(k, like.particles.dimensions());
    if (auto added = add_body(w, body); !added) return added.errors();
  }
  return Simulation::create(std::move(w), {.threads = 1});
}

// Every pair pressed together by a hundredth of a diameter, as bodies are that rest on each other:
// deeper overlaps cost more, and the deepest end a run.
Result<Simulation> touching_pairs_of(const World& like, const std::vector<BodySpec>& bodies,
                                     double diameter) {
  constexpr double kPress = 0.01;
  constexpr int kHalvings = 8;  // to 0.4% of a diameter
  std::vector<double> near(bodies.size() / 2, 0.0), far(near.size(), 1.05), middle(near.size());
  for (int h = 0; h < kHalvings; ++h) {
    for (std::size_t p = 0; p < near.size(); ++p) middle[p] = 0.5 * (near[p] + far[p]);
    const auto sim = pairs_at(like, bodies, middle, diameter);
    if (!sim) return sim.errors();
    std::vector<char> touch(near.size());
    sim->for_each_contact([&](const ContactView& c) {
      touch[static_cast<std::size_t>(std::lround(c.point.x / (kPitch * diameter)))] = 1;
    });
    for (std::size_t p = 0; p < near.size(); ++p) (touch[p] ? near : far)[p] = middle[p];
  }
  for (double& d : near) d = std::max(0.0, d - kPress);
  return pairs_at(like, bodies, near, diameter);
}

}  // namespace

double touching_pairs(const Simulation& sim) {
  return 0.5 * static_cast<double>(sim.count_contacts().partners);
}

StepTime time_steps(Simulation& sim, std::uint64_t most, double budget) {
  const double start = seconds_now(2);
  StepTime out;
  double spent = 0;
  std::uint64_t stretch = 1;
  while (spent < budget && out.steps < most && sim.particles().size() > 0) {
    const std::uint64_t n = std::min(stretch, most - out.steps);
    const Timers before = sim.timers();
    const double began = seconds_now(sim.threads());
    if (sim.run(n) || sim.finished()) break;
    const double took = seconds_now(sim.threads()) - began;
    out.steps += n;
    const double each = took / static_cast<double>(n);
    // Short stretches see no renewal of the lists.
    if (out.seconds_a_step == 0 || n < 64 || each < out.seconds_a_step) {
      const double total = sim.timers().total() - before.total();
      out.seconds_a_step = each;
      out.contact_share =
          total > 0 ? (contact_seconds(sim.timers()) - contact_seconds(before)) / total : 0;
    }
    if (took < 0.02) stretch *= 2;
    spent = seconds_now(2) - start;
  }
  return out;
}

SampleCost ball_cost(const Simulation& sim, double grains, double budget) {
  const UsualBall ball = usual_ball(sim.world());
  SampleCost out;
  if (!(ball.radius > 0)) return out;
  auto block = Simulation::create(touching_block(sim.world(), ball, grains),
                                  {.threads = sim.threads(),
                                   .instruction_set = std::string(sim.instruction_set()),
                                   .engine = std::string(sim.engine())});
  if (!block) return out;
  const StepTime t = time_steps(*block, std::uint64_t{1} << 40, budget);
  out.grains = block->particles().size();
  const double n = static_cast<double>(out.grains);
  out.contact_s = t.seconds_a_step * t.contact_share / std::max(1.0, touching_pairs(*block));
  out.grain_s = t.seconds_a_step * (1 - t.contact_share) / n;
  return out;
}

SampleCost shape_cost(const Simulation& sim, double duration, double budget) {
  const World& w = sim.world();
  const std::vector<BodySpec> bodies = specimens(w, duration, 64);
  SampleCost out;
  if (bodies.empty()) return out;
  double diameter = 0;
  for (const BodySpec& b : bodies) diameter = std::max(diameter, bounding_diameter(b));
  World like = w;  // with the step of the run
  like.dt = sim.dt();
  auto apart = pairs_at(like, bodies, std::vector<double>(bodies.size() / 2, 1.1), diameter);
  auto touching = touching_pairs_of(like, bodies, diameter);
  if (!apart || !touching || !(touching_pairs(*touching) > 0)) return out;
  const double alone = time_steps(*apart, std::uint64_t{1} << 40, 0.3 * budget).seconds_a_step;
  const double together =
      time_steps(*touching, std::uint64_t{1} << 40, 0.7 * budget).seconds_a_step;
  out.grains = bodies.size();
  out.grain_s = alone / static_cast<double>(bodies.size());
  out.contact_s = std::max(0.0, together - alone) / touching_pairs(*touching);
  return out;
}

}  // namespace scree::run
