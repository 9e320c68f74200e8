// Figure 16 of Nezami et al. (2006), section 5.2.1: how much faster the fast common plane and the
// shortest link are than the common plane, over the first 1000 steps after two walls of a box full
// of particles were taken away. One pile is run by each method from the same state, in turns; all
// must come to the same bits. Writes figure16.csv and figure16.svg. Uses all cores
// (OMP_NUM_THREADS); a time is that of single queries, whichever thread asked them.
//
//   validate_box_flow FOLDER [STEPS] [COUNT ...]      0 steps: piles only
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "geometry/convex/forms.hpp"
#include "io/plot/svg_plot.hpp"
#include "shapes/polyhedron.hpp"
#include "sim/simulation.hpp"
#include "sim/world/body_spec.hpp"
#include "sim/world/make_wall.hpp"

namespace {

using namespace scree;

constexpr double kThrow = 2;    // m/s
constexpr double kWidth = 0.3;  // m, of the box
constexpr int kMostInBox = 4000;
constexpr double kMean = 0.038, kDeviation = 0.006, kLeast = 0.02, kMost = 0.05;  // D50, sizes
constexpr std::array<const char*, 4> kMethods = {"cp", "fcp", "slm", "gjk"};

[[noreturn]] void stop(const Errors& errors) {
  for (const Error& e : errors) fmt::print(stderr, "{}\n", to_string(e));
  std::exit(1);
}

using Form = std::shared_ptr<const PolyhedronShape>;

// The four of figure 14, in a ball of D50.
std::vector<Form> forms(double rounding) {
  std::vector<Form> out;
  for (const auto& form : {geometry::tetrahedron_form(), geometry::pyramid_form(),
                           geometry::cube_form(), geometry::fourteen_form()}) {
    std::vector<Vec3> points;
    for (const Vec3& c : form.corners()) points.push_back(kMean * (1 - 2 * rounding) * c);
    auto made = PolyhedronShape::make(points, rounding * kMean);
    if (!made) stop(made.errors());
    out.push_back(*made);
  }
  return out;
}

// About normal, by twelve even numbers.
double size_of(const CounterRandom& random, std::uint64_t k) {
  for (std::uint64_t t = 0;; ++t) {
    double sum = -6;
    for (std::uint64_t m = 0; m < 12; ++m) sum += random.uniform(4096 * k + 12 * t + m);
    const double d = kMean + kDeviation * sum;
    if (d > kLeast && d < kMost) return d;
  }
}

Wall flat(const Vec3& point, const Vec3& normal) {
  ParamSet p;
  p.set("point", point);
  p.set("normal", normal);
  auto wall = make_wall("plane", "plane", p);
  if (!wall) stop(wall.errors());
  return std::move(*wall);
}

constexpr double kDensity = 2600;

// Without the two walls where `width` is 0.
World box_of(double width, double density) {
  World w;
  MaterialSpec m;
  m.name = "rock";
  m.density = density;
  m.normal.params.set("stiffness", 130e3);
  m.normal.params.set("restitution", 0.3);
  m.tangential = {"spring", {}};
  m.tangential.params.set("friction", 0.7);  // 35 degrees
  m.tangential.params.set("stiffness_ratio", 102.0 / 130);
  w.materials = {m};
  w.gravity.g = {0, -9.81, 0};
  w.steps_per_contact = 20;
  w.max_start_overlap =
      0.1;  // at the bottom of a pile that came to rest with four times its weight
  w.walls.push_back(flat({}, {0, 1, 0}));
  w.walls.push_back(flat({}, {1, 0, 0}));
  w.walls.push_back(flat({}, {0, 0, 1}));
  if (width > 0) {
    w.walls.push_back(flat({width, 0, 0}, {-1, 0, 0}));
    w.walls.push_back(flat({0, 0, width}, {0, 0, -1}));
  }
  return w;
}

void add(World& w, const BodySpec& spec) {
  if (auto added = add_body(w, spec); !added) stop(added.errors());
}

Simulation simulation_of(World w) {
  auto s = Simulation::create(std::move(w), {.threads = 0});
  if (!s) stop(s.errors());
  return std::move(*s);
}

void advance(Simulation& s, std::uint64_t steps) {
  if (const auto failure = s.run(steps)) {
    fmt::print(stderr, "step {}: {}\n", s.steps(), failure->message);
    std::exit(1);
  }
}

std::shared_ptr<const Shape> form_of(const std::vector<Form>& shapes, int k) {
  const CounterRandom sizes(1, 2);
  const auto n = static_cast<std::uint64_t>(k);
  return shapes[n % shapes.size()]->scaled(size_of(sizes, n) / kMean);
}

// Poses and velocities of the grains of a pile, which may take hours to come to rest: kept in a
// file.
struct Grain {
  Quat q;
  Vec3 x, v, omega;
};

// It comes to rest with grains four times as heavy and thrown down: half of the steps; what is
// measured begins with the true ones.
std::vector<Grain> settled(const std::vector<Form>& shapes, int count) {
  constexpr double width = kWidth, spacing = 1.02 * kMost;
  const int across = static_cast<int>(width / spacing);
  World w = box_of(width, 4 * kDensity);
  const CounterRandom random(1, 1);
  for (int k = 0; k < count; ++k) {
    const auto u = [&](std::uint64_t m) {
      return random.uniform(8 * static_cast<std::uint64_t>(k) + m) - 0.5;
    };
    BodySpec b;
    b.primitives = {{.shape = form_of(shapes, k)}};
    b.x = width / across *
          Vec3{k % across + 0.5, k / (across * across) + 0.5, k / across % across + 0.5};
    b.q = normalized(Quat{u(0), u(1), u(2), u(3) + 1e-3});
    b.v = {0, -kThrow, 0};
    add(w, b);
  }
  Simulation s = simulation_of(std::move(w));
  const double height = spacing * count / (across * across);
  const double until = (std::sqrt(kThrow * kThrow + 2 * 9.81 * height) - kThrow) / 9.81 + 0.4;
  for (double next = 0; s.time() < until;) {
    advance(s, 500);
    if (s.time() < next) continue;
    next += 0.1;
    fmt::print(stderr, "{} particles: t = {:.2f} s of {:.2f} s, overlap {:.2g}\n", count, s.time(),
               until, s.greatest_overlap());
  }
  std::vector<Grain> out;
  for (const Body& b : s.world().bodies.body) {
    const Primitive& p = s.world().bodies.primitive[b.first_primitive];
    out.push_back({normalized(b.q * p.q), b.x + rotate(b.q, p.x), b.v, b.omega});
  }
  return out;
}

std::vector<Grain> read_pile(const std::string& file, int count) {
  std::ifstream in(file);
  std::vector<Grain> out;
  for (Grain g; in >> g.q.w >> g.q.x >> g.q.y >> g.q.z >> g.x.x >> g.x.y >> g.x.z >> g.v.x >>
                g.v.y >> g.v.z >> g.omega.x >> g.omega.y >> g.omega.z;)
    out.push_back(g);
  if (out.size() != static_cast<std::size_t>(count)) out.clear();
  return out;
}

void write_pile(const std::string& file, const std::vector<Grain>& pile) {
  std::string text;
  for (const Grain& g : pile)
    text += fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {}\n", g.q.w, g.q.x, g.q.y, g.q.z,
                        g.x.x, g.x.y, g.x.z, g.v.x, g.v.y, g.v.z, g.omega.x, g.omega.y, g.omega.z);
  std::ofstream(file) << text;
}

// The pile at rest, without two of its walls; from FOLDER/pile-COUNT-ROUNDING.txt where that is
// there. More than 4000 are piles of 4000 side by side: each was between walls, so that they touch
// nowhere.
World open_pile(const std::string& folder, int count, double rounding) {
  const int in_box = std::min(count, kMostInBox);
  const std::string file = fmt::format("{}/pile-{}-{}.txt", folder, in_box, rounding);
  const auto shapes = forms(rounding);
  std::vector<Grain> pile = read_pile(file, in_box);
  if (pile.empty()) {
    pile = settled(shapes, in_box);
    write_pile(file, pile);
  }
  const int along = static_cast<int>(std::sqrt((count + in_box - 1) / in_box));
  World open = box_of(0, kDensity);
  for (int k = 0; k < count; ++k) {
    const Grain& g = pile[static_cast<std::size_t>(k % in_box)];
    const int copy = k / in_box;
    BodySpec spec;
    spec.primitives = {{.shape = form_of(shapes, k % in_box)}};
    spec.x = g.x + kWidth * Vec3{copy % along * 1.0, 0, copy / along * 1.0};
    spec.q = g.q, spec.v = g.v, spec.omega = g.omega;
    add(open, spec);
  }
  fmt::print("{} particles, rounding {}:\n", count, rounding);
  std::fflush(stdout);
  return open;
}

struct Row {
  int count = 0;
  double rounding = 0;
  std::array<NarrowReport, 4> use;
  std::array<double, 4> ns{};  // a query: the median of the turns
  double speed_up(std::size_t m) const { return ns[0] / ns[m]; }
};

Row compare(const std::string& folder, int count, double rounding, std::uint64_t steps) {
  const World open = open_pile(folder, count, rounding);
  if (steps == 0) return {};
  std::vector<Simulation> run;
  for (const char* method : kMethods) {
    World w = open;
    w.detect.narrow = method;
    run.push_back(simulation_of(std::move(w)));
  }
  // A step of each in turn, and the median of all turns: what else the machine does interrupts few.
  std::array<std::vector<double>, 4> ns;
  for (std::uint64_t step = 0; step < steps; ++step)
    for (std::size_t m = 0; m < run.size(); ++m) {
      const NarrowReport before = run[m].narrow();
      advance(run[m], 1);
      const NarrowReport now = run[m].narrow();
      if (now.timed > before.timed)
        ns[m].push_back(1e9 * (now.seconds - before.seconds) /
                        static_cast<double>(now.timed - before.timed));
    }
  Row row{.count = count, .rounding = rounding, .use = {}};
  for (std::size_t m = 0; m < run.size(); ++m) {
    if (run[m].state_hash() != run[0].state_hash()) {
      fmt::print(stderr, "{} came to other bits than cp\n", kMethods[m]);
      std::exit(1);
    }
    row.use[m] = run[m].narrow();
    std::sort(ns[m].begin(), ns[m].end());
    row.ns[m] = ns[m].empty() ? 0 : ns[m][ns[m].size() / 2];
    fmt::print(
        "  {:4}: {:6.0f} ns, {:5.2f} times cp, {:5.2f} iterations, at most two {:.3f}, "
        "fallback {:.3f}\n",
        kMethods[m], row.ns[m], row.speed_up(m), row.use[m].mean_iterations(),
        row.use[m].share_at_most_two(), row.use[m].share_fallback());
  }
  std::fflush(stdout);
  return row;
}

void write_figure(const std::string& folder, const std::vector<Row>& rows) {
  std::string csv =
      "particles,rounding_over_diameter,method,queries,ns_per_query,speed_up_over_cp,iterations,"
      "at_most_two,warm,fallback\n";
  for (const Row& r : rows)
    for (std::size_t m = 0; m < kMethods.size(); ++m)
      csv += fmt::format("{},{},{},{},{:.0f},{:.2f},{:.3f},{:.4f},{:.4f},{:.4f}\n", r.count,
                         r.rounding, kMethods[m], r.use[m].queries, r.ns[m], r.speed_up(m),
                         r.use[m].mean_iterations(), r.use[m].share_at_most_two(),
                         r.use[m].share_warm(), r.use[m].share_fallback());
  std::ofstream(folder + "/figure16.csv") << csv;
  plot::Plot p{.title = "Speed-up over the common plane (figure 16)",
               .x = {.label = "particles", .log = true},
               .y = {.label = "time of cp / time of the method", .lo = 0.0},
               .series = {}};
  for (const double rounding : {0.02, 0.0})
    for (const std::size_t m : {2u, 1u}) {
      plot::Series s{
          .label = fmt::format("{}, {}", kMethods[m], rounding > 0 ? "rounded" : "sharp"),
          .x = {},
          .y = {},
          .mark = plot::Mark::line_and_points};
      for (const Row& r : rows)
        if (r.rounding == rounding) s.x.push_back(r.count), s.y.push_back(r.speed_up(m));
      if (!s.x.empty()) p.series.push_back(s);
    }
  p.series.push_back(
      {.label = "paper: SLM", .x = {500, 45000}, .y = {21, 17}, .mark = plot::Mark::dashed});
  p.series.push_back(
      {.label = "paper: FCP", .x = {500, 45000}, .y = {13, 10}, .mark = plot::Mark::dashed});
  std::ofstream(folder + "/figure16.svg") << plot::to_svg(p);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "validate_box_flow FOLDER [STEPS] [COUNT ...]\n");
    return 2;
  }
  const auto steps = static_cast<std::uint64_t>(argc > 2 ? std::atoi(argv[2]) : 1000);
  std::vector<int> counts;
  for (int k = 3; k < argc; ++k) counts.push_back(std::atoi(argv[k]));
  if (counts.empty()) counts = {500, 4000, 16000, 48000};
  std::vector<Row> rows;
  for (const int count : counts)
    for (const double rounding : {0.02, 0.0}) {
      if (rounding == 0 && count > 500) continue;  // large piles of sharp ones rest late
      const Row row = compare(argv[1], count, rounding, steps);
      if (steps == 0) continue;  // only the piles
      rows.push_back(row);
      write_figure(argv[1], rows);  // so far: the larger ones take long
    }
  return 0;
}
