// Random polyhedra as in Frenning (2015), "Random polyhedra": how far the linear volume (3) is from
// the exact one, and what each costs. Writes results.csv, timing.csv and the figures 3a, 3b and 4.
//
//   validate_random_polyhedra FOLDER [POLYHEDRA] [VARIATIONS]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>

#include "base/random.hpp"
#include "geometry/halfspaces/linear.hpp"
#include "io/plot/svg_plot.hpp"

namespace {

using scree::Vec3;
using scree::geometry::LinearVolume;
using scree::geometry::VoronoiCell;

constexpr int kLeast = 6, kMost = 14;
constexpr std::array kShares = {0.01, 0.02, 0.03, 0.04, 0.05};  // rho / r_0
constexpr double kRadius = 1, kOverlap = 0.2;                   // r_0; delta_max / d_0

class Numbers {
 public:
  explicit Numbers(std::uint64_t stream) : random_(2015, stream) {}
  double between(double a, double b) { return a + (b - a) * random_.uniform(next_++); }

 private:
  scree::CounterRandom random_;
  std::uint64_t next_ = 0;
};

// n directions at least phi_min (28) apart, one after the other; false where no place was found.
bool directions(Numbers& numbers, int n, std::vector<Vec3>& out) {
  const double cosine = 1 - 0.5 * (1 - kOverlap) * (1 - kOverlap);
  out.clear();
  for (int tries = 0; tries < 400 && static_cast<int>(out.size()) < n; ++tries) {
    const Vec3 v{numbers.between(-1, 1), numbers.between(-1, 1), numbers.between(-1, 1)};
    if (!(norm(v) > 0)) continue;
    const Vec3 u = normalized(v);
    const bool free =
        std::all_of(out.begin(), out.end(), [&](const Vec3& o) { return dot(o, u) <= cosine; });
    if (free) out.push_back(u);
  }
  return static_cast<int>(out.size()) == n;
}

// Bounded, and no larger than 3/2 of the grain.
std::vector<Vec3> polyhedron(Numbers& numbers, int n, VoronoiCell& cell) {
  const double limit = 1.5 * 4 * M_PI / 3 * kRadius * kRadius * kRadius;
  std::vector<Vec3> r;
  for (;;) {
    if (!directions(numbers, n, r)) continue;
    for (Vec3& v : r) v = numbers.between(kRadius * (1 - kOverlap), kRadius) * v;
    if (cell.is_bounded(r) && cell.volume(r) <= limit) return r;
  }
}

struct Errors {
  double mean = 0, greatest = 0;
};

Errors errors_of(const std::vector<std::vector<Vec3>>& bodies, double share, int variations,
                 Numbers& numbers, VoronoiCell& cell) {
  Errors out;
  LinearVolume linear;
  std::vector<Vec3> r;
  for (const auto& body : bodies) {
    linear.set(body, cell);
    for (int k = 0; k < variations; ++k) {
      r = body;
      for (Vec3& v : r)
        for (int c = 0; c < 3; ++c) v[c] += kRadius * numbers.between(-share, share);
      const double exact = cell.volume(r), error = std::abs(linear(r) - exact) / exact;  // (29)
      out.mean += error;
      out.greatest = std::max(out.greatest, error);
    }
  }
  out.mean /= static_cast<double>(bodies.size()) * variations;
  return out;
}

// Of the processor: a busy machine does not spoil the comparison.
double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Times {
  double exact = 1e300, full = 1e300, linear = 1e300;  // s per polyhedron
};

// The three in turn over the same bodies, the best of many turns: other work only adds.
Times times_of(const std::vector<std::vector<Vec3>>& bodies, VoronoiCell& cell) {
  Times out;
  std::vector<LinearVolume> linear(bodies.size());
  std::vector<Vec3> gradient(kMost);
  for (std::size_t k = 0; k < bodies.size(); ++k) linear[k].set(bodies[k], cell);
  volatile double sink = 0;
  const auto best = [&](double& time, int repeats, auto&& work) {
    const double start = processor_seconds();
    double sum = 0;
    for (int m = 0; m < repeats; ++m)
      for (std::size_t k = 0; k < bodies.size(); ++k) sum += work(k);
    sink = sink + sum;
    const double taken = processor_seconds() - start;
    time = std::min(time, taken / (repeats * static_cast<double>(bodies.size())));
  };
  for (int turn = 0; turn < 60; ++turn) {
    best(out.exact, 1, [&](std::size_t k) { return cell.volume(bodies[k]); });
    best(out.full, 1, [&](std::size_t k) {
      return cell.volume(bodies[k], std::span(gradient).first(bodies[k].size()));
    });
    best(out.linear, 50, [&](std::size_t k) { return linear[k](bodies[(k * 7) % bodies.size()]); });
  }
  return out;
}

// The slope of log y over log x by least squares.
double exponent(const std::vector<double>& x, const std::vector<double>& y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double a = std::log(x[k]), b = std::log(y[k]);
    sx += a, sy += b, sxx += a * a, sxy += a * b;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::string folder = argv[1];
  const int count = argc > 2 ? std::atoi(argv[2]) : 1000;
  const int variations = argc > 3 ? std::atoi(argv[3]) : 1000;
  VoronoiCell cell;
  std::vector<double> faces;
  std::vector<double> mean[kShares.size()], greatest[kShares.size()];
  std::vector<double> full, linear;
  std::string timing = "faces,exact_us,full_over_exact,exact_over_linear\n";
  for (int n = kLeast; n <= kMost; ++n) {
    Numbers numbers(static_cast<std::uint64_t>(n));
    std::vector<std::vector<Vec3>> bodies;
    for (int k = 0; k < count; ++k) bodies.push_back(polyhedron(numbers, n, cell));
    faces.push_back(n);
    for (std::size_t s = 0; s < kShares.size(); ++s) {
      const Errors e = errors_of(bodies, kShares[s], variations, numbers, cell);
      mean[s].push_back(100 * e.mean), greatest[s].push_back(100 * e.greatest);
    }
    const Times t = times_of(bodies, cell);
    full.push_back(t.full / t.exact), linear.push_back(t.linear / t.exact);
    timing += fmt::format("{},{:.3f},{:.3f},{:.1f}\n", n, 1e6 * t.exact, t.full / t.exact,
                          t.exact / t.linear);
    fmt::print("n = {}: {:.2f} us exact, gradient {:+.0f}%, linear {:.0f} times faster\n", n,
               1e6 * t.exact, 100 * (t.full / t.exact - 1), t.exact / t.linear);
    std::fflush(stdout);
  }

  namespace plot = scree::plot;
  plot::Plot a{.title = "Average error of the linear volume (figure 3a)",
               .x = {.label = "faces n"},
               .y = {.label = "average |error|, %", .log = true},
               .series = {}};
  plot::Plot b{.title = "Greatest error of the linear volume (figure 3b)",
               .x = {.label = "faces n"},
               .y = {.label = "greatest |error|, %", .log = true},
               .series = {}};
  std::string results = "rho_over_r0,faces,mean_percent,greatest_percent,C_percent\n";
  std::vector<double> constants, shares(kShares.begin(), kShares.end());
  for (std::size_t s = 0; s < kShares.size(); ++s) {
    double top = 0, bottom = 0;  // C of C / n^(3/2) by least squares
    for (std::size_t k = 0; k < faces.size(); ++k) {
      const double shape = std::pow(faces[k], -1.5);
      top += shape * mean[s][k], bottom += shape * shape;
    }
    constants.push_back(top / bottom);
    std::vector<double> fit;
    for (const double n : faces) fit.push_back(constants.back() * std::pow(n, -1.5));
    const std::string label = fmt::format("{:.0f}%", 100 * kShares[s]);
    const int color = static_cast<int>(s);
    a.series.push_back({.label = label, .x = faces, .y = mean[s], .color = color});
    a.series.push_back(
        {.label = "", .x = faces, .y = fit, .mark = plot::Mark::line, .color = color});
    b.series.push_back({.label = label, .x = faces, .y = greatest[s], .color = color});
    for (std::size_t k = 0; k < faces.size(); ++k)
      results += fmt::format("{},{},{:.6g},{:.6g},{:.6g}\n", kShares[s], faces[k], mean[s][k],
                             greatest[s][k], constants.back());
    fmt::print("rho/r0 = {}: mean ~ n^{:.2f}, C = {:.3f}%, greatest {:.2f}%\n", kShares[s],
               exponent(faces, mean[s]), constants.back(),
               *std::max_element(greatest[s].begin(), greatest[s].end()));
  }
  fmt::print("C ~ (rho/r0)^{:.3f}\n", exponent(shares, constants));
  const plot::Plot time{.title = "Time relative to the exact volume (figure 4)",
                        .x = {.label = "faces n"},
                        .y = {.label = "time / time of the exact volume", .log = true},
                        .series = {{.label = "volume and gradient", .x = faces, .y = full},
                                   {.label = "linear", .x = faces, .y = linear}}};
  write(folder + "/results.csv", results);
  write(folder + "/timing.csv", timing);
  write(folder + "/figure3a.svg", plot::to_svg(a));
  write(folder + "/figure3b.svg", plot::to_svg(b));
  write(folder + "/figure4.svg", plot::to_svg(time));
  return 0;
}
