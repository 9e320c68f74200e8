// bench_convex OUTPUT.json [PAIRS [ROUNDS]]: distances of pairs of convex bodies a gap of 1% apart,
// ours, Bullet's and FCL's, on one thread.
//
//   cold   nothing is known of a pair
//   warm   the pair has moved by about 1e-3 of its size since the last query, as in a simulation
//
// Engines take turns over the same poses and the best round of each counts; time is that of the
// thread, so that other programs disturb little. An answer is wrong where it differs from that of
// every corner, edge and face asked in turn by more than a tenth of the gap.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/random.hpp"
#include "convex/reference.hpp"
#include "geometry/convex/forms.hpp"
#include "geometry/convex/gap.hpp"

namespace {

using namespace scree;
using bench::Engine;
using bench::PairPose;
using nlohmann::ordered_json;

constexpr double kGap = 0.01;
constexpr int kSteps = 12;

double thread_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

class Numbers {
 public:
  double next() { return random_.uniform(count_++); }
  Vec3 direction() {
    for (;;) {
      const Vec3 x{2 * next() - 1, 2 * next() - 1, 2 * next() - 1};
      if (norm2(x) < 1 && norm2(x) > 0.01) return normalized(x);
    }
  }
  Quat turn() { return normalized(Quat{next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5}); }

 private:
  CounterRandom random_{1, 77};
  std::uint64_t count_ = 0;
};

struct Scene {
  std::string name;
  std::vector<geometry::Polyhedron> bodies;
  std::vector<std::vector<PairPose>> steps;  // the first is that of cold queries
};

// Bodies at a gap of 1%, then drifting slowly back and forth in every way.
Scene drifting(std::string name, std::vector<geometry::Polyhedron> bodies, std::size_t pairs,
               bool flat) {
  Scene s{std::move(name), std::move(bodies), {}};
  Numbers r;
  std::vector<PairPose> now;
  std::vector<Vec3> v, w;
  const auto about_z = [&] {
    const double c = r.next() - 0.5, d = r.next() - 0.5;
    return normalized(Quat{c, 0, 0, d});
  };
  for (std::size_t k = 0; k < pairs; ++k) {
    PairPose p{k, k % s.bodies.size(), (k * 7 + 3) % s.bodies.size(), {}, {}, {}, {}};
    p.q_a = flat ? about_z() : r.turn();
    p.q_b = flat ? about_z() : r.turn();
    Vec3 along = r.direction();
    if (flat) along = normalized(Vec3{along.x, along.y, 0});
    double near = 0, far = 3;
    for (int m = 0; m < 50; ++m) {
      const double mid = 0.5 * (near + far);
      const geometry::PlacedBody a(s.bodies[p.a], p.x_a, p.q_a);
      const geometry::PlacedBody b(s.bodies[p.b], mid * along, p.q_b);
      (geometry::convex_gap(a, b).distance > kGap ? far : near) = mid;
    }
    p.x_b = far * along;
    now.push_back(p);
    v.push_back(1e-3 *
                (flat ? normalized(Vec3{r.next() - 0.5, r.next() - 0.5, 0}) : r.direction()));
    w.push_back(1e-3 * (flat ? Vec3{0, 0, 1} : r.direction()));
  }
  s.steps.push_back(now);
  for (int step = 1; step <= kSteps; ++step) {
    const double sign = step % 6 < 3 ? 1 : -1;
    for (std::size_t k = 0; k < pairs; ++k) {
      now[k].x_b += sign * v[k];
      now[k].q_b = turned(now[k].q_b, sign * w[k]);
    }
    s.steps.push_back(now);
  }
  return s;
}

std::vector<geometry::Polyhedron> random_bodies(int vertices) {
  std::vector<geometry::Polyhedron> out;
  for (std::uint64_t seed = 0; seed < 32; ++seed) {
    geometry::FormSpec spec;
    spec.vertices = vertices;
    spec.seed = seed;
    out.push_back(*geometry::random_form(spec));
  }
  return out;
}

struct Measured {
  double cold = 1e300, warm = 1e300;  // seconds per query
  double wrong_cold = 0, wrong_warm = 0, worst = 0;
  double iterations_cold = -1, iterations_warm = -1, few = -1;
};

std::vector<Measured> measure(const Scene& s, std::vector<std::unique_ptr<Engine>>& engines,
                              int rounds) {
  const std::size_t pairs = s.steps[0].size();
  std::vector<Measured> out(engines.size());
  std::vector<double> found(pairs), right_first(pairs), right_last(pairs);
  for (std::size_t k = 0; k < pairs; ++k) {
    const PairPose &p = s.steps.front()[k], &q = s.steps.back()[k];
    right_first[k] = bench::brute_distance(s.bodies[p.a], s.bodies[p.b], p);
    right_last[k] = bench::brute_distance(s.bodies[q.a], s.bodies[q.b], q);
  }
  const auto wrong = [&](const std::vector<double>& right, double& worst) {
    double n = 0;
    for (std::size_t k = 0; k < pairs; ++k) {
      const double off = std::abs(found[k] - right[k]);
      worst = std::max(worst, off);
      n += off > 0.1 * kGap;
    }
    return n / double(pairs);
  };
  for (std::size_t e = 0; e < engines.size(); ++e) engines[e]->load(s.bodies, pairs);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t e = 0; e < engines.size(); ++e) {
      Engine& engine = *engines[e];
      Measured& r = out[e];
      double start = thread_seconds();
      engine.run(s.steps[0], false, found.data());
      r.cold = std::min(r.cold, (thread_seconds() - start) / double(pairs));
      r.iterations_cold = engine.iterations();
      r.wrong_cold = wrong(right_first, r.worst);
      engine.forget();
      engine.run(s.steps[0], true, found.data());
      double few = 0, iterations = 0;
      start = thread_seconds();
      for (int step = 1; step <= kSteps; ++step) {
        engine.run(s.steps[static_cast<std::size_t>(step)], true, found.data());
        few += engine.at_most_two() / kSteps;
        iterations += engine.iterations() / kSteps;
      }
      r.warm = std::min(r.warm, (thread_seconds() - start) / double(pairs * kSteps));
      r.iterations_warm = iterations;
      r.few = few;
      r.wrong_warm = wrong(right_last, r.worst);
    }
  return out;
}

ordered_json report(const Scene& s, std::vector<std::unique_ptr<Engine>>& engines,
                    const std::vector<Measured>& results) {
  ordered_json out;
  fmt::print("{}\n", s.name);
  for (std::size_t e = 0; e < engines.size(); ++e) {
    const Measured& r = results[e];
    fmt::print(
        "  {:<26} cold {:6.3f}  warm {:6.3f} million queries/s   wrong {:5.2f}% {:5.2f}%  "
        "worst {:.1e}",
        engines[e]->name(), 1e-6 / r.cold, 1e-6 / r.warm, 100 * r.wrong_cold, 100 * r.wrong_warm,
        r.worst);
    if (r.iterations_cold >= 0)
      fmt::print("   iterations {:.2f} {:.2f}", r.iterations_cold, r.iterations_warm);
    if (r.few >= 0) fmt::print(", at most two {:.1f}%", 100 * r.few);
    fmt::print("\n");
    out[engines[e]->name()] = {{"cold_per_s", 1 / r.cold},
                               {"warm_per_s", 1 / r.warm},
                               {"wrong_cold", r.wrong_cold},
                               {"wrong_warm", r.wrong_warm},
                               {"worst_error", r.worst},
                               {"iterations_cold", r.iterations_cold},
                               {"iterations_warm", r.iterations_warm},
                               {"at_most_two", r.few}};
  }
  std::fflush(stdout);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "bench_convex OUTPUT.json [PAIRS [ROUNDS]]\n");
    return 2;
  }
  const std::size_t pairs = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 4000;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 7;
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(bench::scree_engine());
  engines.push_back(bench::bullet_solver());
  engines.push_back(bench::bullet_detector());
  engines.push_back(bench::fcl_own());
  engines.push_back(bench::fcl_libccd());
  ordered_json out;
  double bar_warm_bullet = 1e300, bar_warm_fcl = 1e300, bar_cold_bullet = 1e300, wrong = 0;
  std::vector<double> warm;
  for (const int vertices : {8, 14, 40}) {
    const Scene s = drifting(fmt::format("random bodies of {} vertices, gap 1%", vertices),
                             random_bodies(vertices), pairs, false);
    const std::vector<Measured> r = measure(s, engines, rounds);
    out[fmt::format("vertices_{}", vertices)] = report(s, engines, r);
    warm.push_back(r[0].warm);
    wrong = std::max({wrong, r[0].wrong_cold, r[0].wrong_warm});
    if (vertices > 14) continue;
    for (const std::size_t k : {1u, 2u}) {
      bar_warm_bullet = std::min(bar_warm_bullet, r[k].warm / r[0].warm);
      bar_cold_bullet = std::min(bar_cold_bullet, r[k].cold / r[0].cold);
    }
    for (const std::size_t k : {3u, 4u})
      bar_warm_fcl = std::min(bar_warm_fcl, r[k].warm / r[0].warm);
  }
  out["warm_over_bullet"] = bar_warm_bullet;
  out["cold_over_bullet"] = bar_cold_bullet;
  out["warm_over_fcl"] = bar_warm_fcl;
  out["wrong"] = wrong;
  out["warm_40_over_14"] = warm[2] / warm[1];
  fmt::print(
      "at 8 and 14 vertices, against the faster solver of each peer: warm {:.1f} times Bullet, "
      "{:.1f} "
      "times FCL; cold {:.1f} times Bullet; 40 vertices cost {:.2f} times 14\n",
      bar_warm_bullet, bar_warm_fcl, bar_cold_bullet, warm[2] / warm[1]);

  // The methods of Nezami et al. 2006 against each other.
  std::vector<std::unique_ptr<Engine>> methods;
  for (int m = 0; m < 4; ++m) methods.push_back(bench::scree_method(m));
  using namespace geometry;
  std::vector<geometry::Polyhedron> prisms;
  for (int n = 3; n < 10; ++n) prisms.push_back(*prism_form(n, 0.5));
  const Scene scenes[] = {
      drifting("the four forms of fig. 14",
               {tetrahedron_form(), pyramid_form(), cube_form(), fourteen_form()}, pairs, false),
      drifting("plane polygons of 3 to 9 sides as prisms (section 5.1)", prisms, pairs, true)};
  for (const Scene& s : scenes) {
    const std::vector<Measured> r = measure(s, methods, std::max(1, rounds / 2));
    ordered_json one = report(s, methods, r);
    for (const std::size_t m : {0u, 1u, 2u}) {
      one[methods[m]->name()]["cold_speed_up_over_cp"] = r[3].cold / r[m].cold;
      one[methods[m]->name()]["warm_speed_up_over_cp"] = r[3].warm / r[m].warm;
      fmt::print("  {} over cp: cold {:.1f}, warm {:.1f}\n", methods[m]->name(),
                 r[3].cold / r[m].cold, r[3].warm / r[m].warm);
    }
    out[s.name] = one;
  }
  std::ofstream(argv[1]) << out.dump(1) << "\n";
  return wrong > 0 ? 1 : 0;
}
