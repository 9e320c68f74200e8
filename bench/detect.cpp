// How long detection takes: every detector of the catalogue (but brute) on dense packings.
//
//   bench_detect [OUTPUT.json [MAX_GRAINS [THREADS [SIZES]]]]
//
// Grains: a face-centred lattice at solid fraction 0.6 with each grain moved at random (mono), or
// random centres with radii from r to 3r at the same solid fraction (1:3). Two more with little
// overlap, as in a packing, where small grains fill the gaps of the large: `poly`, diameters 1:5:35
// with mass shares 10:20:70, and `wide`, 1:100 with as much mass in each size. Rows follow a
// Z-curve, as in a run, or are shuffled; one grain, or half of them, may be a million diameters
// away. Every call finds the grains moved at random by a twentieth of the smallest radius, which is
// what a renewal sees; `slow`: by a tenth of that; `rest`: not at all. Time: the best of several
// calls with warm buffers; detectors are called in turn, so that ratios hold on a busy machine.
#include <fmt/core.h>
#include <omp.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>

#include "base/random.hpp"
#include "detect/detector.hpp"
#include "detect/neighbor_list.hpp"

namespace {

using namespace scree;

constexpr double kSolidFraction = 0.6;
constexpr double kPi = 3.14159265358979323846;

struct Packing {
  std::vector<PositionRadius> xr;
  std::vector<SpinMaterial> ws;
  std::vector<ParticleId> id;
};

enum class Sizes { mono, three, ten, poly, wide };

const char* name(Sizes s) {
  constexpr const char* names[] = {"mono", "1:3", "1:10", "poly", "wide"};
  return names[static_cast<int>(s)];
}

struct Case {
  std::size_t grains;
  Sizes sizes;
  double reach;  // of the smallest radius
  enum Layout { curve, shuffled, slow, rest, one_far, two_clouds } layout;
};

const char* name(Case::Layout layout) {
  constexpr const char* names[] = {"curve", "shuffled", "slow", "rest", "one far", "two clouds"};
  return names[layout];
}

struct Timing {
  std::string detector;
  double ns_per_grain;
  double pairs_per_grain;
  bool handed_over = false;  // at least once: another detector did the work
};

std::vector<PositionRadius> lattice(std::size_t n) {
  // Four grains of radius 1 a cubic cell.
  const double cell = std::cbrt(4 * (4.0 / 3.0) * kPi / kSolidFraction);
  const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(n) / 4)));
  constexpr double base[4][3] = {{0, 0, 0}, {.5, .5, 0}, {.5, 0, .5}, {0, .5, .5}};
  const CounterRandom random(1, 0);
  std::vector<PositionRadius> xr;
  for (std::size_t k = 0; xr.size() < n; ++k) {
    const std::size_t c = k / 4, x = c % side, y = c / side % side, z = c / side / side;
    const auto jitter = [&](int axis) { return 0.3 * (random.uniform(4 * k + axis) - 0.5); };
    xr.push_back({{(static_cast<double>(x) + base[k % 4][0]) * cell + jitter(0),
                   (static_cast<double>(y) + base[k % 4][1]) * cell + jitter(1),
                   (static_cast<double>(z) + base[k % 4][2]) * cell + jitter(2)},
                  1.0});
  }
  return xr;
}

std::vector<PositionRadius> random_sizes(std::size_t n, double ratio) {
  const CounterRandom random(2, 0);
  std::vector<PositionRadius> xr(n);
  double volume = 0;
  for (std::size_t i = 0; i < n; ++i) {
    xr[i].r = 1 + (ratio - 1) * random.uniform(4 * i);
    volume += 4.0 / 3.0 * kPi * xr[i].r * xr[i].r * xr[i].r;
  }
  const double side = std::cbrt(volume / kSolidFraction);
  for (std::size_t i = 0; i < n; ++i)
    xr[i].x = {side * random.uniform(4 * i + 1), side * random.uniform(4 * i + 2),
               side * random.uniform(4 * i + 3)};
  return xr;
}

// Diameters of `poly` or `wide` in descending order.
std::vector<double> mixed_radii(std::size_t n, Sizes sizes) {
  std::vector<double> radius, weight;  // weight: share of the number
  if (sizes == Sizes::poly) {
    radius = {35, 5, 1};
    weight = {0.7 / (35.0 * 35 * 35), 0.2 / (5.0 * 5 * 5), 0.1};
  } else {
    for (double r = 100; r > 0.99; r *= std::pow(100.0, -0.125)) {
      radius.push_back(r);
      weight.push_back(1 / (r * r * r));
    }
  }
  double sum = 0;
  for (const double w : weight) sum += w;
  std::vector<double> all;
  for (std::size_t k = 0; k < radius.size(); ++k)
    all.insert(all.end(),
               std::max<std::size_t>(
                   1, static_cast<std::size_t>(weight[k] / sum * static_cast<double>(n))),
               radius[k]);
  all.resize(n, radius.back());
  return all;
}

// Grains placed one after the other, the largest first, at random but off all that are there
// already (touching ones may overlap by kOverlap, else random places end at 38% solid).
constexpr double kOverlap = 0.15, kMixedFraction = 0.7;

class Placer {
 public:
  explicit Placer(double side) : side_(side) {}
  bool free(const PositionRadius& g) const {
    for (const Level& l : levels_) {
      const double d = g.r + l.r;
      const auto lo = [&](double x) { return static_cast<std::int64_t>((x - d) / l.width); };
      const auto hi = [&](double x) { return static_cast<std::int64_t>((x + d) / l.width); };
      for (std::int64_t x = lo(g.x.x); x <= hi(g.x.x); ++x)
        for (std::int64_t y = lo(g.x.y); y <= hi(g.x.y); ++y)
          for (std::int64_t z = lo(g.x.z); z <= hi(g.x.z); ++z) {
            const auto cell = l.cells.find((x * 2097152 + y) * 2097152 + z);
            if (cell == l.cells.end()) continue;
            for (const PositionRadius& o : cell->second)
              if (within_reach(g, o, -kOverlap * (g.r + o.r))) return false;
          }
    }
    return true;
  }
  void add(const PositionRadius& g) {
    if (levels_.empty() || levels_.back().r != g.r) levels_.push_back({g.r, 2 * g.r, {}});
    Level& l = levels_.back();
    const auto at = [&](double x) { return static_cast<std::int64_t>(x / l.width); };
    l.cells[(at(g.x.x) * 2097152 + at(g.x.y)) * 2097152 + at(g.x.z)].push_back(g);
  }
  double side() const { return side_; }

 private:
  struct Level {
    double r, width;
    std::unordered_map<std::int64_t, std::vector<PositionRadius>> cells;
  };
  double side_;
  std::vector<Level> levels_;
};

std::vector<PositionRadius> mixture(std::size_t n, Sizes sizes) {
  const std::vector<double> radii = mixed_radii(n, sizes);
  double volume = 0;
  for (const double r : radii) volume += 4.0 / 3.0 * kPi * r * r * r;
  Placer placer(std::cbrt(volume / kMixedFraction));
  const CounterRandom random(4, 0);
  std::vector<PositionRadius> xr;
  std::uint64_t attempt = 0;
  for (const double r : radii) {
    PositionRadius g{{}, r};
    for (int tries = 0; tries < 2000; ++tries, ++attempt) {
      for (int k = 0; k < 3; ++k)
        g.x[k] = 1000 + placer.side() * random.uniform(4 * attempt + static_cast<unsigned>(k));
      if (placer.free(g)) break;
    }
    placer.add(g);
    xr.push_back(g);
  }
  for (PositionRadius& g : xr) g.x = g.x - Vec3{1000, 1000, 1000};
  return xr;
}

// The lattice, with large grains in it on a cubic one of their own: whom they would overlap makes
// room. None overlap deeply, unlike in `poly` and `wide`, where the triangulation hands over.
std::vector<PositionRadius> embedded(std::size_t n, double ratio) {
  const double spacing = 2.3 * ratio;
  const auto from_large = [&](const Vec3& x) {
    Vec3 d;
    for (int k = 0; k < 3; ++k) d[k] = x[k] - spacing * (std::floor(x[k] / spacing) + 0.5);
    return norm(d);
  };
  std::vector<PositionRadius> xr;
  Vec3 top{};
  for (const PositionRadius& g : lattice(2 * n + 100)) {
    if (from_large(g.x) > ratio + g.r) xr.push_back(g);
    for (int k = 0; k < 3; ++k) top[k] = std::max(top[k], g.x[k]);
  }
  xr.resize(n);  // more than half were left
  std::size_t large = 0;
  for (double x = 0.5 * spacing; x < top.x; x += spacing)
    for (double y = 0.5 * spacing; y < top.y; y += spacing)
      for (double z = 0.5 * spacing; z < top.z && large < n; z += spacing)
        xr[large++] = {{x, y, z}, ratio};
  return xr;
}

std::uint64_t z_order(const Vec3& x) {
  std::uint64_t key = 0;
  for (int bit = 20; bit >= 0; --bit)
    for (int k = 0; k < 3; ++k) key = 2 * key + (static_cast<std::uint64_t>(x[k] + 1) >> bit & 1);
  return key;
}

Packing pack(const Case& c) {
  Packing p;
  p.xr = c.sizes == Sizes::mono    ? lattice(c.grains)
         : c.sizes == Sizes::three ? random_sizes(c.grains, 3)
         : c.sizes == Sizes::ten   ? embedded(c.grains, 10)
                                   : mixture(c.grains, c.sizes);
  const CounterRandom random(3, 0);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order(c.grains);
  for (std::uint32_t i = 0; i < c.grains; ++i)
    order[i] = {c.layout == Case::shuffled ? random.words(i)[0] : z_order(p.xr[i].x), i};
  std::sort(order.begin(), order.end());
  const auto xr = p.xr;
  p.ws.resize(c.grains);
  for (std::uint32_t i = 0; i < c.grains; ++i) {
    p.xr[i] = xr[order[i].second];
    p.id.emplace_back(order[i].second);  // ids as made, rows as sorted
  }
  const Vec3 far{2e6, -2e6, 2e6};
  if (c.layout == Case::one_far) p.xr[0].x += far;
  if (c.layout == Case::two_clouds)
    for (std::size_t i = 0; i < c.grains / 2; ++i) p.xr[i].x += far;
  return p;
}

// One thread: its own time on the core, so that a busy machine does not count; else wall time.
double seconds() {
  timespec t{};
  clock_gettime(omp_get_max_threads() == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

std::vector<Timing> measure(const Case& c) {
  Packing p = pack(c);
  const std::vector<PositionRadius> home = p.xr;
  const DetectInput in{p.xr, p.ws, p.id, {}, c.reach, 0};
  const auto n = static_cast<double>(c.grains);
  std::vector<Timing> results;
  std::vector<std::unique_ptr<Detector>> detectors;
  for (const DetectorEntry* e : detector_catalog()) {
    if (e->info.name == "brute") continue;
    results.push_back({std::string(e->info.name), 1e300, 0});
    detectors.push_back(e->make());
  }
  results.push_back({"(neighbour rows)", 1e300, 0});
  std::vector<RowPair> pairs;
  NeighborList rows;
  const int rounds = c.grains > 300000 ? 4 : (c.grains > 30000 ? 8 : 40);
  const double way = c.layout == Case::rest ? 0 : c.layout == Case::slow ? 0.01 : 0.1;
  for (int round = 0; round < rounds; ++round) {
    const CounterRandom random(5, static_cast<std::uint64_t>(round));
    for (std::size_t i = 0; i < home.size(); ++i)
      for (int k = 0; k < 3; ++k)
        p.xr[i].x[k] =
            home[i].x[k] + way * (random.uniform(4 * i + static_cast<unsigned>(k)) - 0.5);
    for (std::size_t d = 0; d <= detectors.size(); ++d) {
      if (round > 1 && results[d].ns_per_grain > 20000) continue;  // hopeless: two rounds will do
      const double start = seconds();
      if (d < detectors.size())
        detectors[d]->find(in, pairs);
      else
        build(pairs, p.id, rows);
      results[d].ns_per_grain = std::min(results[d].ns_per_grain, (seconds() - start) * 1e9 / n);
      results[d].pairs_per_grain = static_cast<double>(pairs.size()) / n;
    }
  }
  for (std::size_t d = 0; d < detectors.size(); ++d)
    for (const DetectorNote& note : detectors[d]->notes())
      results[d].handed_over |= note.what.find("handed over") != std::string::npos;
  return results;
}

std::string to_json(const Case& c, const std::vector<Timing>& results) {
  std::string text;
  for (const Timing& r : results)
    text += fmt::format(
        "{}{{\"grains\": {}, \"sizes\": \"{}\", \"reach\": {}, \"layout\": \"{}\", \"detector\": "
        "\"{}\", \"ns_per_grain\": {:.2f}, \"pairs_per_grain\": {:.3f}, \"relative_to_first\": "
        "{:.3f}, \"handed_over\": {}}}",
        text.empty() ? "    " : ",\n    ", c.grains, name(c.sizes), c.reach, name(c.layout),
        r.detector, r.ns_per_grain, r.pairs_per_grain,
        r.ns_per_grain / results.front().ns_per_grain, r.handed_over);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t limit = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000000;
  omp_set_num_threads(argc > 3 ? std::atoi(argv[3]) : 1);
  const char* const only = argc > 4 ? argv[4] : nullptr;
  std::string json;
  fmt::print("{:>8} {:>5} {:>6} {:>11}  ns per grain (pairs a grain)\n", "grains", "sizes", "reach",
             "layout");
  for (const std::size_t grains : {10000u, 100000u, 1000000u}) {
    if (grains > limit) continue;
    for (const Sizes sizes : {Sizes::mono, Sizes::three, Sizes::ten, Sizes::poly, Sizes::wide}) {
      if (only != nullptr && std::string(only) != name(sizes)) continue;
      for (const auto& [reach, layout] : {std::pair{0.05, Case::curve},
                                          {0.1, Case::curve},
                                          {0.3, Case::curve},
                                          {0.1, Case::shuffled},
                                          {0.1, Case::slow},
                                          {0.1, Case::rest},
                                          {0.1, Case::one_far},
                                          {0.1, Case::two_clouds}}) {
        const bool mixed = sizes == Sizes::ten || sizes == Sizes::poly || sizes == Sizes::wide;
        if (mixed && (reach != 0.1 || layout > Case::rest)) continue;
        const Case c{grains, sizes, reach, layout};
        const auto results = measure(c);
        fmt::print("{:>8} {:>5} {:>6} {:>11}", grains, name(sizes), reach, name(layout));
        for (const Timing& r : results)
          fmt::print("  {} {:.1f} ({:.2f}){}", r.detector, r.ns_per_grain, r.pairs_per_grain,
                     r.handed_over ? " handed over" : "");
        fmt::print("\n");
        std::fflush(stdout);
        json += (json.empty() ? "" : ",\n") + to_json(c, results);
      }
    }
  }
  if (argc < 2) return 0;
  std::FILE* out = std::fopen(argv[1], "w");
  if (!out) {
    fmt::print(stderr, "cannot write {}\n", argv[1]);
    return 1;
  }
  fmt::print(out,
             "{{\n  \"bench\": \"detect\",\n  \"threads\": {},\n  \"results\": [\n{}\n  ]\n}}\n",
             omp_get_max_threads(), json);
  return std::fclose(out) == 0 ? 0 : 1;
}
