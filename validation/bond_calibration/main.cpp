// Calibration of the gluing force by a piston (Ferrez 6.4.2): a cylinder of glued spheres between a
// floor and a piston, `lennard-jones` with alpha = 0.2, A = -1500 and beta = 1, 2, 4, 8; how much
// shorter it is when it has come to rest under 10 to 1000 N (table 6.3).
//
//   validate_bond_calibration FOLDER [LAYERS PER_LAYER]
//
// The thesis does not say how large the spheres are, and everything depends on it: forces go as
// length^-1.2, so the strain is a function of F length^1.2 alone. Spheres of 1 m are run, and the
// length that fits the thesis best is found afterwards, one number for all twenty values. The gap
// between piston and cylinder, which the thesis mentions and does not give, is the other one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "io/plot/svg_plot.hpp"
#include "sim/simulation.hpp"

namespace {

using namespace scree;

constexpr double kAlpha = 0.2, kA = -1500, kSize = 1;  // distance of neighbours, m
constexpr double kBeta[] = {1, 2, 4, 8}, kForce[] = {10, 50, 100, 500, 1000};
constexpr double kThesis[4][5] = {{0.003935, 0.006073, 0.007750, 0.018670, 0.031611},
                                  {0.002726, 0.003337, 0.004183, 0.009463, 0.015267},
                                  {0.002239, 0.002390, 0.002726, 0.005473, 0.008437},
                                  {0.002022, 0.002080, 0.002175, 0.003537, 0.005200}};

struct Cylinder {
  std::vector<Vec3> centres;
  std::vector<int> layer;
};

// Close-packed layers, stacked ABC; each with the sites within one radius about the axis.
Cylinder make_cylinder(int layers, int per_layer) {
  const double area = per_layer * std::sqrt(0.75) * kSize * kSize;
  const double radius2 = area / 3.141592653589793;
  Cylinder c;
  for (int k = 0; k < layers; ++k) {
    const double shift_x = 0.5 * kSize * (k % 3), shift_z = std::sqrt(1.0 / 12) * kSize * (k % 3);
    for (int j = -40; j <= 40; ++j)
      for (int i = -40; i <= 40; ++i) {
        const Vec3 x{kSize * (i + 0.5 * j) + shift_x, k * std::sqrt(2.0 / 3) * kSize,
                     std::sqrt(0.75) * kSize * j + shift_z};
        if (x.x * x.x + x.z * x.z > radius2) continue;
        c.centres.push_back(x), c.layer.push_back(k);
      }
  }
  return c;
}

double stiffness_of(double beta) { return -kAlpha * kA * (beta - kAlpha); }  // at kSize = 1

Wall plane_at(double y, double up) {
  ParamSet p;
  p.set("point", Vec3{0, y, 0});
  p.set("normal", Vec3{0, up, 0});
  Wall w;
  w.name = up > 0 ? "floor" : "piston";
  w.shape = std::shared_ptr<const WallShape>(std::move(
      *find_wall_shape("plane")->make(*with_defaults(find_wall_shape("plane")->info.params, p))));
  return w;
}

// The cylinder under a piston with a force, damped to rest.
World make_world(const Cylinder& c, double beta, double force) {
  World w;
  w.gravity.g = {};
  const double k = stiffness_of(beta), m = 1;
  MaterialSpec material;
  material.name = "sphere";
  material.density = m / (4.0 / 3 * 3.141592653589793 * std::pow(0.5 * kSize, 3));
  material.normal.params.set("stiffness", 8 * k);
  material.normal.params.set("restitution", 0.5);
  w.materials = {material};
  for (const Vec3& x : c.centres)
    w.particles.add({.x = x + Vec3{0, 0.5 * kSize, 0}, .radius = 0.5 * kSize}, material.density);
  BondType glue;
  glue.name = "glue", glue.kind = "lennard-jones";
  glue.params.set("a", kA), glue.params.set("alpha", kAlpha), glue.params.set("beta", beta);
  w.bond_types = {glue};
  for (std::uint32_t i = 0; i < c.centres.size(); ++i)
    for (std::uint32_t j = i + 1; j < c.centres.size(); ++j)
      if (norm(c.centres[i] - c.centres[j]) < 1.01 * kSize)
        w.bonds.add(ParticleId{i}, ParticleId{j}, 0);
  const double top = c.layer.back() * std::sqrt(2.0 / 3) * kSize + kSize;
  w.walls = {plane_at(0, 1), plane_at(top, -1)};
  ParamSet drive;
  const double per_layer =
      static_cast<double>(c.centres.size()) / static_cast<double>(c.layer.back() + 1);
  drive.set("direction", Vec3{0, -1, 0});
  drive.set("mass", 0.5 * per_layer * m);
  drive.set("force", force);
  drive.set("weight", false);
  const WallMotionEntry* free = find_wall_motion("free");
  w.walls[1].motion = std::move(*free->make(*with_defaults(free->info.params, drive)));
  // Critical for the slowest mode of a rod clamped at its foot.
  const double height = top - kSize, rigidity = 1.7 * k * per_layer * std::sqrt(0.75) * kSize;
  const double line_mass = per_layer * m / (std::sqrt(2.0 / 3) * kSize);
  w.damping = 2 * m * 1.5708 / height * std::sqrt(rigidity / line_mass);
  return w;
}

// Mean height of a layer.
double level(const Simulation& s, const Cylinder& c, int layer) {
  double sum = 0, n = 0;
  for (std::size_t id = 0; id < c.layer.size(); ++id)
    if (c.layer[id] == layer) sum += s.particles().xr[s.particles().row_of()[id]].x.y, n += 1;
  return sum / n;
}

// Strain at rest under a force: of the glued body, without what the walls give way.
double strain(const Cylinder& c, double beta, double force) {
  auto s = Simulation::create(make_world(c, beta, force));
  if (!s) {
    std::fprintf(stderr, "%s\n", to_string(s.error()).c_str());
    std::exit(1);
  }
  const double start = level(*s, c, c.layer.back()) - level(*s, c, 0);
  double before = 0, now = 0;
  for (int k = 0; k < 400; ++k) {
    if (const auto failure = s->run(250)) {
      std::fprintf(stderr, "%s\n", failure->message.c_str());
      std::exit(1);
    }
    now = start - (level(*s, c, c.layer.back()) - level(*s, c, 0));
    // The load of the floor is that of the piston, and nothing moves any more.
    const double carried = -s->wall_reports()[0].force.y;
    if (k > 3 && std::abs(carried - force) < 1e-3 * force && std::abs(now - before) < 1e-4 * now)
      break;
    before = now;
  }
  return now / start;
}

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

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: FOLDER [LAYERS PER_LAYER]\n"), 2;
  const std::string folder = argv[1];
  const int layers = argc > 3 ? std::atoi(argv[2]) : 20;
  const int per_layer = argc > 3 ? std::atoi(argv[3]) : 85;
  const Cylinder c = make_cylinder(layers, per_layer);
  double ours[4][5];
  for (int b = 0; b < 4; ++b)
    for (int f = 0; f < 5; ++f) {
      ours[b][f] = strain(c, kBeta[b], kForce[f]);
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
