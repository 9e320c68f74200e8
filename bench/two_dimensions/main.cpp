// bench_two_dimensions [GRAINS [STEPS [OUTPUT.json [PART]]]]: steps of two dimensions.
//
//   rates     GRAINS discs and octagons in dense moving assemblies: ns of processor time per grain
//             and step on one thread, contacts per grain
//   threads   the same on 1, 2, 4 ... threads by the clock, and the speed-up
//   numbers   octagons against their number at one density          OUTPUT_numbers.csv and .svg
//   ratios    discs against the ratio of the largest to the smallest at equal areas of both, with
//             the detector `sweep`                                  OUTPUT_ratios.csv and .svg
//   corners   polygons against their number of corners              OUTPUT_corners.csv and .svg
//
//   models    octagons by the contacts `potential` and `depth`, sharp and rounded by 3%, as `rates`
//
// PART names one of them; without it all are run. What is compared is run in turns, several rounds,
// and the best of each counts.
#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "io/atomic_file.hpp"
#include "io/plot/svg_plot.hpp"
#include "shapes/polygon.hpp"
#include "sim/simulation.hpp"
#include "sim/world/body_spec.hpp"

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
struct PolygonModel {
  PolygonContact contact = PolygonContact::potential;
  double rounding = 0;  // of the radius
};
World assembly(std::size_t n, int corners, double spacing, const PolygonModel& model = {}) {
  World w = empty_plane();
  const double r = 0.005, d = spacing * 2 * r;
  std::shared_ptr<const PolygonShape> shape;
  if (corners > 0) {
    std::vector<geometry::Vec2> ring;
    const double reach = r * (1 - model.rounding);
    for (int k = 0; k < corners; ++k)
      ring.push_back(
          {reach * std::cos(2 * kPi * k / corners), reach * std::sin(2 * kPi * k / corners)});
    shape = *PolygonShape::make(ring, r * model.rounding, model.contact);
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

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
double clock_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Timed {
 public:
  Timed(const World& w, int threads) : threads_(threads) {
    auto made = Simulation::create(w, {.threads = threads});
    if (!made) {
      fmt::print(stderr, "{}\n", to_string(made.errors().front()));
      std::exit(1);
    }
    sim_ = std::make_unique<Simulation>(std::move(*made));
    run(30);
  }
  void round(int steps) {
    const double from = now();
    run(steps);
    best_ = std::min(best_,
                     1e9 * (now() - from) / steps / static_cast<double>(sim_->particles().size()));
  }
  double ns() const { return best_; }  // per grain and step
  std::string hash() const { return to_string(sim_->state_hash()); }
  double contacts() const {
    return static_cast<double>(sim_->contact_count()) /
           static_cast<double>(sim_->particles().size());
  }

 private:
  // Of one thread: whatever else the machine does.
  double now() const { return threads_ == 1 ? processor_seconds() : clock_seconds(); }
  void run(int steps) {
    if (const auto failure = sim_->run(static_cast<std::uint64_t>(steps))) {
      fmt::print(stderr, "{}\n", failure->message);
      std::exit(1);
    }
  }
  std::unique_ptr<Simulation> sim_;
  int threads_;
  double best_ = 1e300;
};

constexpr int kRounds = 5;
using Runs = std::vector<std::unique_ptr<Timed>>;

void take_turns(const Runs& runs, int steps) {
  for (int k = 0; k < kRounds; ++k)
    for (const auto& r : runs) r->round(steps);
}

struct Curve {
  std::string name, x, title;
  std::vector<double> at, ns;
};

std::string pairs_of(const Curve& c) {
  std::string out;
  for (std::size_t k = 0; k < c.at.size(); ++k)
    out += fmt::format("{}[{:g}, {:.1f}]", k ? ", " : "", c.at[k], c.ns[k]);
  return fmt::format("\"{}\": [{}]", c.name, out);
}

bool write_curve(const Curve& c, const std::string& stem) {
  std::string csv = fmt::format("{},ns per grain and step\n", c.x);
  for (std::size_t k = 0; k < c.at.size(); ++k)
    csv += fmt::format("{:g},{:.1f}\n", c.at[k], c.ns[k]);
  const plot::Plot figure{
      .title = c.title,
      .x = {.label = c.x, .log = true},
      .y = {.label = "ns per grain and step", .lo = 0.0},
      .series = {{.label = c.name, .x = c.at, .y = c.ns, .mark = plot::Mark::line_and_points}}};
  return write_file(stem + "_" + c.name + ".csv", csv).ok() &&
         write_file(stem + "_" + c.name + ".svg", plot::to_svg(figure)).ok();
}

std::string rates(std::size_t n, int steps) {
  Runs runs;
  runs.push_back(std::make_unique<Timed>(assembly(n, 0, 0.99), 1));
  runs.push_back(std::make_unique<Timed>(assembly(n, 8, 0.96), 1));
  take_turns(runs, steps);
  const Timed &discs = *runs[0], &octagons = *runs[1];
  return fmt::format(
      "\"grains\": {}, \"discs_ns\": {:.1f}, \"disc_contacts\": {:.2f}, \"octagons_ns\": {:.1f}, "
      "\"octagon_contacts\": {:.2f}, \"octagons_over_discs\": {:.2f}",
      n, discs.ns(), discs.contacts(), octagons.ns(), octagons.contacts(),
      octagons.ns() / discs.ns());
}

// The two contacts of polygons, in turns; hashes tell whether two programs step alike.
std::string models(std::size_t n, int steps) {
  Runs runs;
  std::vector<std::string> names;
  for (const double rounding : {0.0, 0.03})
    for (const PolygonContact contact : {PolygonContact::depth, PolygonContact::potential}) {
      names.push_back(fmt::format("{}_{}", name_of(contact), rounding > 0 ? "rounded" : "sharp"));
      runs.push_back(std::make_unique<Timed>(assembly(n, 8, 0.96, {contact, rounding}), 1));
    }
  take_turns(runs, steps);
  std::string out;
  for (std::size_t k = 0; k < runs.size(); ++k)
    out += fmt::format("{}\"{}\": [{:.1f}, {:.2f}, \"{}\"]", k ? ", " : "", names[k], runs[k]->ns(),
                       runs[k]->contacts(), runs[k]->hash());
  return out;
}

// By the clock: a machine that does nothing else.
std::string threads(std::size_t n, int steps) {
  std::string out;
  const int most = omp_get_num_procs();
  for (const int corners : {0, 8}) {
    const World w = assembly(n, corners, corners == 0 ? 0.99 : 0.96);
    Runs runs;
    std::vector<int> counts;
    for (int t = 1; t <= most; t *= 2) {
      counts.push_back(t);
      runs.push_back(std::make_unique<Timed>(w, t));
    }
    take_turns(runs, steps);
    std::string speed_ups;
    for (std::size_t k = 0; k < runs.size(); ++k)
      speed_ups +=
          fmt::format("{}[{}, {:.2f}]", k ? ", " : "", counts[k], runs[0]->ns() / runs[k]->ns());
    out += fmt::format("{}\"speed_up_{}\": [{}]", out.empty() ? "" : ", ",
                       corners == 0 ? "discs" : "octagons", speed_ups);
  }
  return out;
}

template <class Make>
Curve curve(const Curve& of, int steps, const Make& make) {
  Curve c = of;
  Runs runs;
  for (const double x : c.at) runs.push_back(std::make_unique<Timed>(make(x), 1));
  take_turns(runs, steps);
  for (const auto& r : runs) c.ns.push_back(r->ns());
  return c;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100000;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 40;
  const std::string output = argc > 3 ? argv[3] : "plane.json";
  const std::string part = argc > 4 ? argv[4] : "all";
  const std::string stem = output.substr(0, output.rfind('.'));
  const auto wanted = [&part](const char* name) { return part == "all" || part == name; };
  std::vector<std::string> results;
  std::vector<Curve> curves;
  const auto size = static_cast<double>(n);
  if (wanted("rates")) results.push_back(rates(n, steps));
  if (wanted("models")) results.push_back(models(n, steps));
  if (wanted("threads")) results.push_back(threads(n, steps));
  if (wanted("numbers"))
    curves.push_back(
        curve({"numbers",
               "grains",
               "Octagons at one density, one thread",
               {size / 64, size / 16, size / 4, size},
               {}},
              steps, [](double m) { return assembly(static_cast<std::size_t>(m), 8, 0.96); }));
  if (wanted("ratios"))
    curves.push_back(curve({"ratios",
                            "largest / smallest diameter",
                            "Discs of two sizes, equal areas of both, sweep",
                            {1, 3, 10, 30, 100},
                            {}},
                           steps, [n](double r) { return mixture(n / 2, r); }));
  if (wanted("corners"))
    curves.push_back(
        curve({"corners", "corners", "Regular polygons, one thread", {6, 8, 12, 24, 50, 100}, {}},
              steps, [n](double corners) {
                const int c = static_cast<int>(corners);
                // Between the circles around and inside of them, as octagons above.
                const double radius = 0.5 * (1 + std::cos(kPi / c));
                return assembly(n / 4, c, 0.998 * radius);
              }));
  bool written = true;
  for (const Curve& c : curves) {
    results.push_back(pairs_of(c));
    written = written && write_curve(c, stem);
  }
  std::string json = "{";
  for (const std::string& r : results) json += (json.size() > 1 ? ",\n " : "") + r;
  json += "}\n";
  fmt::print("{}", json);
  return written && write_file(output, json).ok() ? 0 : 1;
}
