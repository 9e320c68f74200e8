// Calibration of the gluing force by a piston (Ferrez 6.4.2): a cylinder of glued spheres between a
// floor and a piston, `lennard-jones` with alpha = 0.2, A = -1500 and beta = 1, 2, 4, 8; how much
// shorter it is when it has come to rest under 10 to 1000 N (table 6.3).
//
//   validate_bond_calibration FOLDER [LAYERS PER_LAYER]
//
// An interrupted run goes on where it was.
//
// The thesis does not say how large the spheres are, and everything depends on it: forces go as
// length^-1.2, so the strain is a function of F length^1.2 alone. Spheres of 1 m are run, and the
// length that fits the thesis best is found afterwards, one number for all twenty values. The gap
// between piston and cylinder, which the thesis mentions and does not give, is the other one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "io/plot/svg_plot.hpp"
#include "piston.hpp"

namespace {

using namespace scree;

constexpr double kBeta[] = {1, 2, 4, 8}, kForce[] = {10, 50, 100, 500, 1000};
constexpr double kThesis[4][5] = {{0.003935, 0.006073, 0.007750, 0.018670, 0.031611},
                                  {0.002726, 0.003337, 0.004183, 0.009463, 0.015267},
                                  {0.002239, 0.002390, 0.002726, 0.005473, 0.008437},
                                  {0.002022, 0.002080, 0.002175, 0.003537, 0.005200}};

// Least squares of log(thesis - gap) against log(ours at F length^1.2), by search; ours is all but
// linear in F, so it is read off between the forces that were run.
struct Fit {
  double length = 0, gap = 0, error = 1e300;
};
double ours_at(const double (&ours)[5], double force) {
  int k = 0;
  while (k < 3 && kForce[k + 1] < force) ++k;
  const double t = (force - kForce[k]) / (kForce[k + 1] - kForce[k]);
  return std::max(ours[k] + t * (ours[k + 1] - ours[k]), 0.0);
}
Fit fit(const double (&ours)[4][5]) {
  Fit best;
  for (double length = 0.3; length < 1.5; length += 0.002)
    for (double gap = 0; gap < 0.0025; gap += 2e-5) {
      double error = 0;
      for (int b = 0; b < 4; ++b)
        for (int f = 0; f < 5; ++f) {
          const double model = gap + ours_at(ours[b], kForce[f] * std::pow(length, 1.2));
          error += std::pow(std::log(kThesis[b][f] / model), 2);
        }
      if (error < best.error) best = {length, gap, error};
    }
  return best;
}

// What an earlier, interrupted run has measured (FOLDER/strains.csv); 0: nothing.
double known_strain(const std::string& folder, const std::string& key) {
  std::ifstream in(folder + "/strains.csv");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(key)) return std::atof(line.c_str() + key.size());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: FOLDER [LAYERS PER_LAYER]\n"), 2;
  const std::string folder = argv[1];
  const int layers = argc > 3 ? std::atoi(argv[2]) : 20;
  const int per_layer = argc > 3 ? std::atoi(argv[3]) : 85;
  const piston::Cylinder c = piston::make_cylinder(layers, per_layer);
  double ours[4][5];
  for (int b = 0; b < 4; ++b)
    for (int f = 0; f < 5; ++f) {
      const std::string key =
          fmt::format("{},{},{:g},{:g},", layers, per_layer, kBeta[b], kForce[f]);
      ours[b][f] = known_strain(folder, key);
      if (!(ours[b][f] > 0)) {
        const auto measured = piston::strain(c, kBeta[b], kForce[f]);
        if (!measured) {
          std::fprintf(stderr, "%s\n", to_string(measured.error()).c_str());
          return 1;
        }
        ours[b][f] = *measured;
        std::ofstream(folder + "/strains.csv", std::ios::app)
            << key << fmt::format("{:.8f}\n", ours[b][f]);
      }
      std::printf("beta %g, %g N: %.6f\n", kBeta[b], kForce[f], ours[b][f]);
      std::fflush(stdout);
    }
  const Fit best = fit(ours);
  std::ofstream csv(folder + "/results.csv");
  csv << fmt::format("# {} spheres in {} layers; length {:.3f} m, gap {:.5f}\n", c.centres.size(),
                     layers, best.length, best.gap)
      << "beta,force_N,thesis,ours,strain_at_1m\n";
  plot::Plot p{.title = "Elasticity curves of a glued cylinder",
               .x = {.label = "force, N", .lo = 0},
               .y = {.label = "strain", .lo = 0},
               .series = {}};
  for (int b = 0; b < 4; ++b) {
    plot::Series mine{.label = fmt::format("Scree, β = {:g}", kBeta[b]),
                      .x = {},
                      .y = {},
                      .mark = plot::Mark::line,
                      .color = b + 1};
    plot::Series thesis{.label = b == 0 ? "Ferrez, table 6.3" : "", .x = {}, .y = {}, .color = 0};
    for (int f = 0; f < 5; ++f) {
      const double model = best.gap + ours_at(ours[b], kForce[f] * std::pow(best.length, 1.2));
      csv << fmt::format("{:g},{:g},{:.6f},{:.6f},{:.8f}\n", kBeta[b], kForce[f], kThesis[b][f],
                         model, ours[b][f]);
      mine.x.push_back(kForce[f]), mine.y.push_back(model);
      thesis.x.push_back(kForce[f]), thesis.y.push_back(kThesis[b][f]);
    }
    p.series.push_back(mine);
    p.series.push_back(thesis);
  }
  std::ofstream(folder + "/elasticity.svg") << plot::to_svg(p);
  return 0;
}
