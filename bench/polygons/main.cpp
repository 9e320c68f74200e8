// bench_polygons OUTPUT.json [ROUNDS]: what one call of the closest-feature algorithm costs against
// the number of corners (Schinner 1999, figure 11), and the curve as OUTPUT.svg.
//
// A moving assembly: regular polygons of one area on a triangular lattice, each with a spin of its
// own and on a small circle about its place. Those of many corners overlap by up to 1% of their
// radius, those of few corners where a corner meets a side by more; in the other curve the circles
// around them are 10% apart. Every pair keeps its hint from instant to instant, a turn of 0.1
// degrees between them. Numbers of corners take turns, several rounds, the best of each counts, so
// that a disturbance hits all alike.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "geometry/polygon/gap.hpp"
#include "io/atomic_file.hpp"
#include "io/plot/svg_plot.hpp"

namespace {

using namespace scree;
using namespace scree::geometry;

constexpr double kPi = 3.14159265358979323846;

// Of the area of a disc of radius 1.
Polygon regular(int corners) {
  const double turn = 2 * kPi / corners;
  const double radius = std::sqrt(kPi / (0.5 * corners * std::sin(turn)));
  std::vector<Vec2> ring;
  for (int k = 0; k < corners; ++k)
    ring.push_back({radius * std::cos(turn * k), radius * std::sin(turn * k)});
  return *Polygon::make(ring);
}

struct Neighbours {
  std::size_t a, b;
  FeatureHint hint;
};

class Assembly {
 public:
  static constexpr std::size_t kSide = 12;

  Assembly(const Polygon& polygon, double spacing) : polygon_(polygon) {
    const CounterRandom random(1, 3);
    for (std::size_t k = 0; k < kSide * kSide; ++k) {
      const double i = static_cast<double>(k % kSide), j = static_cast<double>(k / kSide);
      x_.push_back({spacing * (i + 0.5 * std::fmod(j, 2)), spacing * std::sqrt(0.75) * j});
      phase_.push_back({2 * kPi * random.uniform(2 * k), 2 * random.uniform(2 * k + 1) - 1});
    }
    for (std::size_t a = 0; a < x_.size(); ++a)
      for (std::size_t b = a + 1; b < x_.size(); ++b)
        if (norm(x_[b] - x_[a]) < 1.1 * spacing) pairs_.push_back({a, b, {}});
    placed_.resize(x_.size());
  }

  // Nanoseconds per call at an instant; what the calls found.
  double call(double t) {
    for (std::size_t k = 0; k < x_.size(); ++k) {
      const double angle = phase_[k].x + phase_[k].y * t, way = 2 * phase_[k].x + t;
      const Vec2 about{0.003 * std::cos(way), 0.003 * std::sin(way)};
      placed_[k] = {&polygon_, x_[k] + about, {std::cos(angle), std::sin(angle)}};
    }
    const auto begin = std::chrono::steady_clock::now();
    for (Neighbours& n : pairs_) {
      const PolygonGap g = polygon_gap(placed_[n.a], placed_[n.b], n.hint);
      overlaps += g.overlap;
      steps += g.iterations;
    }
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
    calls += static_cast<long>(pairs_.size());
    return spent.count() / static_cast<double>(pairs_.size());
  }
  long calls = 0, overlaps = 0, steps = 0;

 private:
  const Polygon& polygon_;
  std::vector<Vec2> x_, phase_;
  std::vector<PlacedPolygon> placed_;
  std::vector<Neighbours> pairs_;
};

constexpr int kCorners[] = {3, 4, 5, 6, 8, 12, 20, 35, 50, 75, 100, 150, 200, 350, 500, 1000};

struct Curve {
  std::string name;
  double spacing;        // in radii of a disc of the same area,
  bool of_circumcircle;  // or of the circle around the polygon
  std::vector<double> ns, steps, overlaps;
};

void measure(Curve& curve, int rounds) {
  std::vector<Polygon> polygons;
  for (const int n : kCorners) polygons.push_back(regular(n));
  curve.ns.assign(std::size(kCorners), 1e300);
  std::vector<Assembly> assemblies;
  for (const Polygon& p : polygons)
    assemblies.emplace_back(p, curve.spacing * (curve.of_circumcircle ? p.radius() : 1));
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < assemblies.size(); ++k) {
      const double ns = assemblies[k].call(0.0017 * round);
      if (round > 0) curve.ns[k] = std::min(curve.ns[k], ns);
    }
  }
  for (const Assembly& a : assemblies) {
    curve.steps.push_back(static_cast<double>(a.steps) / static_cast<double>(a.calls));
    curve.overlaps.push_back(static_cast<double>(a.overlaps) / static_cast<double>(a.calls));
  }
}

std::string json_of(const Curve& c) {
  std::string out;
  for (std::size_t k = 0; k < c.ns.size(); ++k)
    out += fmt::format(
        "{}    {{\"case\": \"{}\", \"corners\": {}, \"ns_per_call\": {:.1f}, \"steps_per_call\": "
        "{:.2f}, \"overlapping\": {:.3f}}}",
        k == 0 ? "" : ",\n", c.name, kCorners[k], c.ns[k], c.steps[k], c.overlaps[k]);
  return out;
}

double at(const Curve& c, int corners) {
  return c.ns[static_cast<std::size_t>(
      std::find(std::begin(kCorners), std::end(kCorners), corners) - std::begin(kCorners))];
}

}  // namespace

int main(int argc, char** argv) {
  const std::string output = argc > 1 ? argv[1] : "polygons.json";
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 600;
  Curve curves[] = {{"in contact", 1.998, false, {}, {}, {}}, {"apart", 2.2, true, {}, {}, {}}};
  plot::Plot figure{.title = "One call of the closest-feature algorithm in a moving assembly",
                    .x = {.label = "corners", .log = true},
                    .y = {.label = "ns per call", .lo = 0.0},
                    .series = {}};
  std::string rows;
  for (Curve& c : curves) {
    measure(c, rounds);
    rows += (rows.empty() ? "" : ",\n") + json_of(c);
    plot::Series s{.label = c.name, .x = {}, .y = c.ns, .mark = plot::Mark::line_and_points};
    for (const int n : kCorners) s.x.push_back(n);
    figure.series.push_back(s);
    for (std::size_t k = 0; k < c.ns.size(); ++k)
      fmt::print("{:<11} {:>5} corners {:>7.1f} ns {:>6.2f} steps, {:.0f}% overlapping\n", c.name,
                 kCorners[k], c.ns[k], c.steps[k], 100 * c.overlaps[k]);
    fmt::print("{:<11} 100 corners take {:.2f} times as long as 6\n", c.name,
               at(c, 100) / at(c, 6));
  }
  const std::string json =
      fmt::format("{{\n  \"ratio_100_to_6\": {:.3f},\n  \"rows\": [\n{}\n  ]\n}}\n",
                  at(curves[0], 100) / at(curves[0], 6), rows);
  const std::string svg = output.substr(0, output.rfind('.')) + ".svg";
  const bool written = write_file(output, json).ok() && write_file(svg, plot::to_svg(figure)).ok();
  return written ? 0 : 1;
}
