// bench_plane GRAINS [STEPS]: steps of two dimensions, as JSON on standard output.
//
//   discs, octagons   GRAINS of each in a dense moving assembly: grain steps per second on one and
//   on
//                     two threads, contacts per grain
//   numbers           ns per grain and step of octagons against their number, at one density
//   ratios            ns per grain and step of discs against the ratio of the largest to the
//                     smallest, at equal areas of both, with the detector `sweep`
//
// What is compared is run in turns, several rounds, and the best of each counts.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "shapes/polygon.hpp"
#include "sim/body_spec.hpp"
#include "sim/simulation.hpp"

namespace {

using namespace scree;

constexpr double kPi = 3.14159265358979323846;

World empty_plane() {
  World w;
  MaterialSpec m;
  m.name = "disc";
  m.normal.params.set("contact_time", 1e-3);
  m.normal.params.set("restitution", 0.9);
  m.tangential = {"spring", {}};
  m.tangential.params.set("friction", 0.3);
  w.materials = {m};
  w.gravity.g = {0, 0, 0};
  w.particles.set_dimensions(Dimensions::two);
  w.max_start_overlap = 0.2;
  return w;
}

// On a triangular lattice, a little too dense, with a shake: every grain has some six neighbours.
World assembly(std::size_t n, int corners, double spacing) {
  World w = empty_plane();
  const double r = 0.005, d = spacing * 2 * r;
  std::shared_ptr<const PolygonShape> shape;
  if (corners > 0) {
    std::vector<geometry::Vec2> ring;
    for (int k = 0; k < corners; ++k)
      ring.push_back({r * std::cos(2 * kPi * k / corners), r * std::sin(2 * kPi * k / corners)});
    shape = *PolygonShape::make(ring);
  }
  const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
  const double height = std::sqrt(0.75) * d;
  w.box.lo = {0, 0, -0.5};
  w.box.hi = {d * static_cast<double>(side), height * static_cast<double>(side / 2 * 2), 0.5};
  w.box.periodic[0] = w.box.periodic[1] = true;
  const CounterRandom random(1, 1);
  for (std::size_t k = 0; k < side * (side / 2 * 2); ++k) {
    const auto u = [&](std::size_t m) { return random.uniform(4 * k + m) - 0.5; };
    const std::size_t row = k / side;
    const Vec3 x{d * (static_cast<double>(k % side) + (row % 2 ? 0.75 : 0.25)),
                 height * (static_cast<double>(row) + 0.5), 0};
    const Vec3 v{0.1 * u(0), 0.1 * u(1), 0}, spin{0, 0, 20 * u(2)};
    if (!shape) {
      w.particles.add({.x = x, .radius = r, .v = v, .omega = spin}, w.materials[0].density);
      continue;
    }
    const double half = kPi * u(3);
    (void)add_body(w, {.primitives = {{.shape = shape}},
                       .x = x,
                       .q = {std::cos(half), 0, 0, std::sin(half)},
                       .v = v,
                       .omega = spin});
  }
  return w;
}

// Few large discs and many small ones, half of the area each, in a periodic box: the large ones at
// random, the small ones on what a grid leaves between them.
World mixture(std::size_t n, double ratio) {
  World w = empty_plane();
  w.detect.method = "sweep";
  const double small = 0.0005, large = small * ratio, pitch = 2.2 * small;
  const auto larges = std::max<std::size_t>(
      1, static_cast<std::size_t>(static_cast<double>(n) / (1 + ratio * ratio)));
  const double area = static_cast<double>(n - larges) * pitch * pitch +
                      static_cast<double>(larges) * 4 * 1.3 * large * large;
  const auto sites = static_cast<std::size_t>(std::max(std::sqrt(area), 7 * large) / pitch) + 1;
  const double side = pitch * static_cast<double>(sites);
  w.box.lo = {0, 0, -0.5};
  w.box.hi = {side, side, 0.5};
  w.box.periodic[0] = w.box.periodic[1] = true;
  const CounterRandom random(2, 2);
  const Vec3 length = w.box.lengths(), inverse = w.box.inverse_lengths();
  std::uint64_t number = 0;
  const auto add = [&](const Vec3& x, double r) {
    const Vec3 v{0.05 * (random.uniform(number) - 0.5), 0.05 * (random.uniform(number + 1) - 0.5),
                 0};
    number += 2;
    w.particles.add({.x = x, .radius = r, .v = v}, w.materials[0].density);
  };
  const auto clear = [&](const Vec3& x, double r, std::size_t of) {
    for (std::size_t k = 0; k < of; ++k)
      if (norm(nearest_image(w.particles.xr[k].x - x, length, inverse)) < w.particles.xr[k].r + r)
        return false;
    return true;
  };
  if (ratio > 1)
    for (int tries = 0; w.particles.size() < larges && tries < 100000; ++tries) {
      const Vec3 x{side * random.uniform(++number), side * random.uniform(++number), 0};
      if (clear(x, large, w.particles.size())) add(x, large);
    }
  const std::size_t first = w.particles.size();
  for (std::size_t k = 0; k < sites * sites && w.particles.size() < n; ++k) {
    const Vec3 x{pitch * (static_cast<double>(k % sites) + 0.5),
                 pitch * (static_cast<double>(k / sites) + 0.5), 0};
    if (clear(x, small, first)) add(x, small);
  }
  return w;
}

class Timed {
 public:
  Timed(const World& w, int threads) {
    auto made = Simulation::create(w, {.threads = threads});
    if (!made) {
      fmt::print(stderr, "{}\n", to_string(made.errors().front()));
      std::exit(1);
    }
    sim_ = std::make_unique<Simulation>(std::move(*made));
    run(30);
  }
  void round(int steps) {
    const auto from = std::chrono::steady_clock::now();
    run(steps);
    const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
    best_ = std::min(best_, 1e9 * s / steps / static_cast<double>(sim_->particles().size()));
  }
  double ns() const { return best_; }  // per grain and step
  double contacts() const {
    return static_cast<double>(sim_->contact_count()) /
           static_cast<double>(sim_->particles().size());
  }

 private:
  void run(int steps) {
    if (const auto failure = sim_->run(static_cast<std::uint64_t>(steps))) {
      fmt::print(stderr, "{}\n", failure->message);
      std::exit(1);
    }
  }
  std::unique_ptr<Simulation> sim_;
  double best_ = 1e300;
};

}  // namespace

int main(int argc, char** argv) {
  const std::size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100000;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 40;
  constexpr int kRounds = 5;
  {
    const World discs = assembly(n, 0, 0.99), octagons = assembly(n, 8, 0.96);
    Timed d1(discs, 1), d2(discs, 2), o1(octagons, 1), o2(octagons, 2);
    for (int k = 0; k < kRounds; ++k)
      for (Timed* t : {&d1, &d2, &o1, &o2}) t->round(steps);
    fmt::print(
        "{{\"grains\": {}, \"discs_ns\": {:.1f}, \"discs_2_threads_ns\": {:.1f}, "
        "\"disc_contacts\": {:.2f}, \"octagons_ns\": {:.1f}, \"octagons_2_threads_ns\": "
        "{:.1f}, \"octagon_contacts\": {:.2f}, \"octagons_over_discs\": {:.2f}, "
        "\"speed_up_discs\": {:.2f}, \"speed_up_octagons\": {:.2f},\n",
        n, d1.ns(), d2.ns(), d1.contacts(), o1.ns(), o2.ns(), o1.contacts(), o1.ns() / d1.ns(),
        d1.ns() / d2.ns(), o1.ns() / o2.ns());
  }
  fmt::print(" \"numbers\": [");
  {
    std::vector<std::unique_ptr<Timed>> all;
    const std::size_t sizes[] = {n / 64, n / 16, n / 4, n};
    for (const std::size_t m : sizes)
      all.push_back(std::make_unique<Timed>(assembly(m, 8, 0.96), 1));
    for (int k = 0; k < kRounds; ++k)
      for (auto& t : all) t->round(steps);
    for (std::size_t k = 0; k < all.size(); ++k)
      fmt::print("{}[{}, {:.1f}]", k ? ", " : "", sizes[k], all[k]->ns());
  }
  fmt::print("],\n \"ratios\": [");
  {
    std::vector<std::unique_ptr<Timed>> all;
    const double ratios[] = {1, 3, 10, 30, 100};
    for (const double r : ratios) all.push_back(std::make_unique<Timed>(mixture(n / 2, r), 1));
    for (int k = 0; k < kRounds; ++k)
      for (auto& t : all) t->round(steps);
    for (std::size_t k = 0; k < all.size(); ++k)
      fmt::print("{}[{}, {:.1f}]", k ? ", " : "", ratios[k], all[k]->ns());
  }
  fmt::print("]}}\n");
}
