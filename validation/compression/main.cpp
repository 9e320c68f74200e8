// Uniaxial compression of 100 spheres as in Frenning (2015), "DEM simulation": Voronoi volumes of
// all grains at every step, from half-spaces of their contacts, exact now and then and linear in
// between. Writes table1.csv, figure5a.svg, figure5b.svg, errors.csv, pressure.csv and their fits.
//
//   validate_compression FOLDER SCENE [STEPS [EXACT_EVERY [KEY=VALUE ...]]]
//
// EXACT_EVERY (500): volumes are computed exactly at every so many steps only, and their time is
// scaled. Laguerre cells are followed step by step in every 20th thousand of steps, and scaled,
// too.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <numbers>
#include <vector>

#include "geometry/halfspaces/linear.hpp"
#include "io/plot/svg_plot.hpp"
#include "scene/scene.hpp"
#include "sim/reports/live_input.hpp"
#include "sim/simulation.hpp"

namespace {

using scree::Vec3;
using scree::geometry::LinearVolume;
using scree::geometry::VoronoiCell;

// Of the processor: a busy machine does not spoil the comparison.
double seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// The vectors from a grain to the middles of its faces, and who is behind each.
struct Contacts {
  std::vector<Vec3> r;
  std::vector<std::uint32_t> partner;
};

void collect(const scree::Simulation& sim, std::vector<Contacts>& of) {
  for (Contacts& c : of) c.r.clear(), c.partner.clear();
  const scree::Particles& p = sim.particles();
  sim.for_each_contact([&](const scree::ContactView& c) {
    const std::uint32_t i = c.i.value;
    const double ri = p.xr[p.row_of()[i]].r;
    if (c.wall >= 0) {
      of[i].r.push_back((ri - c.overlap) * c.normal);
      of[i].partner.push_back(1000000u + static_cast<std::uint32_t>(c.wall));
      return;
    }
    const std::uint32_t j = c.j.value;
    const Vec3 half = 0.5 * (ri + p.xr[p.row_of()[j]].r - c.overlap) * c.normal;
    of[i].r.push_back(half), of[i].partner.push_back(j);
    of[j].r.push_back(-half), of[j].partner.push_back(i);
  });
}

// Bins over the decades of |dV/V0|, four each.
struct Errors {
  static constexpr int kBins = 40;
  static constexpr double kLeast = 1e-9;
  double sum[kBins] = {}, greatest[kBins] = {}, count[kBins] = {};
  void add(double change, double error) {
    const int bin = static_cast<int>(std::floor(4 * std::log10(std::abs(change) / kLeast)));
    if (bin < 0 || bin >= kBins || !std::isfinite(error)) return;
    sum[bin] += std::abs(error), count[bin] += 1;
    greatest[bin] = std::max(greatest[bin], std::abs(error));
  }
  static double middle(int bin) { return kLeast * std::pow(10, (bin + 0.5) / 4); }
};

// All grains, by the paper's rule.
struct Followed {
  explicit Followed(double epsilon, std::size_t grains) : epsilon(epsilon), cells(grains) {}
  struct Cell {
    LinearVolume linear;
    std::vector<std::uint32_t> partners;
    bool bounded = false;
    double volume = 0;
  };
  double epsilon, time = 0;
  std::uint64_t updates = 0, by_contacts = 0;
  std::vector<Cell> cells;
  Errors errors;

  void step(const std::vector<Contacts>& contacts, double radius, VoronoiCell& exact) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      Cell& c = cells[i];
      const Contacts& now = contacts[i];
      if (now.partner != c.partners) {
        c.partners = now.partner;
        c.bounded = now.r.size() > 3 && exact.is_bounded(now.r);
        if (!c.bounded) continue;
        c.linear.set(now.r, exact);
        c.volume = c.linear.volume_at_start();
        ++updates, ++by_contacts;
        continue;
      }
      if (!c.bounded) continue;
      c.volume = c.linear(now.r);
      if (c.linear.greatest_change(now.r) < epsilon * radius) continue;  // (30)
      const double before = c.linear.volume_at_start(), guess = c.volume;
      c.linear.set(now.r, exact);
      c.volume = c.linear.volume_at_start();
      ++updates;
      const double change = c.volume - before;
      errors.add(change / before, (c.volume - guess) / change);  // (31)
    }
  }
};

struct Line {
  double slope = 0, start = 0;
};
Line fitted(const std::vector<double>& x, const std::vector<double>& y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    sx += x[k], sy += y[k], sxx += x[k] * x[k], sxy += x[k] * y[k];
  const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  return {slope, (sy - slope * sx) / n};
}

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

void draw(const std::string& path, const std::string& title, const Errors& e) {
  std::vector<double> x, mean, most;
  for (int k = 0; k < Errors::kBins; ++k) {
    if (e.count[k] == 0) continue;
    x.push_back(Errors::middle(k)), mean.push_back(e.sum[k] / e.count[k]);
    most.push_back(e.greatest[k]);
  }
  namespace plot = scree::plot;
  const plot::Plot p{.title = title,
                     .x = {.label = "|change of volume / V0|", .log = true},
                     .y = {.label = "|error of the change|", .log = true},
                     .series = {{.label = "average", .x = x, .y = mean},
                                {.label = "greatest", .x = x, .y = most}}};
  write(path, plot::to_svg(p));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::string folder = argv[1];
  std::vector<std::string> overrides;
  for (int k = 5; k < argc; ++k) overrides.emplace_back(argv[k]);
  const auto scene = scree::load_scene(argv[2], overrides);
  if (!scene) {
    for (const scree::Error& e : scene.errors()) fmt::print("{}\n", scree::to_string(e));
    return 2;
  }
  auto sim = scree::Simulation::create(scene->world, {.threads = 1});
  if (!sim) {
    for (const scree::Error& e : sim.errors()) fmt::print("{}\n", scree::to_string(e));
    return 2;
  }
  const std::size_t grains = sim->particles().size();
  const double radius = sim->particles().xr[0].r, area = std::numbers::pi * 2.5e-3 * 2.5e-3;
  double solid = 0;
  for (const auto& g : sim->particles().xr) solid += 4 * std::numbers::pi / 3 * g.r * g.r * g.r;
  const auto all = static_cast<std::uint64_t>(scene->duration / sim->dt());
  const std::uint64_t steps =
      argc > 3 ? std::min<std::uint64_t>(all, std::strtoull(argv[3], nullptr, 10)) : all;
  const std::uint64_t every = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 500;

  VoronoiCell exact;
  std::vector<Contacts> contacts(grains);
  Followed fine(0.001, grains), coarse(0.01, grains);
  // Ours: Laguerre cells of all neighbours within die and punch.
  auto ours = scree::make_measure("voronoi; tolerance = 0.01; sides = 60");
  auto ours_exact = scree::make_measure("voronoi; sides = 60");
  if (!ours || !ours_exact) return 2;
  std::vector<double> values((*ours)->columns().size()), truth((*ours_exact)->columns().size());
  double followed = 0, followed_updates = 0;
  double dem = 0, whole = 0, laguerre = 0, laguerre_exact = 0, worst = 0;
  std::uint64_t samples = 0;
  std::string table = "height_m,density,pressure_Pa,greatest_local_density\n";
  std::vector<double> density, pressure;
  for (std::uint64_t k = 0; k < steps; ++k) {
    double t0 = seconds();
    if (const auto failure = sim->run(1)) {
      fmt::print("{}\n", failure->message);
      break;
    }
    collect(*sim, contacts);
    double t1 = seconds();
    dem += t1 - t0;
    fine.step(contacts, radius, exact);
    t0 = seconds(), fine.time += t0 - t1;
    coarse.step(contacts, radius, exact);
    t1 = seconds(), coarse.time += t1 - t0;
    scree::LiveInput live;
    const scree::MeasureInput in = live.at(*sim, {});
    if (k / 1000 % 20 == 0) {
      const double before = values.back();
      t0 = seconds();
      (*ours)->evaluate(in, values);
      t1 = seconds();
      if (k % 1000 > 0) laguerre += t1 - t0, followed_updates += values.back() - before, ++followed;
    }
    if (k % every != 0) continue;
    ++samples;
    t0 = seconds();
    double sum = 0;
    for (std::size_t i = 0; i < grains; ++i)
      if (coarse.cells[i].bounded) sum += exact.volume(contacts[i].r);
    t1 = seconds(), whole += t1 - t0;
    (*ours_exact)->evaluate(in, truth);
    t0 = seconds(), laguerre_exact += t0 - t1;
    if (k / 1000 % 20 == 0) worst = std::max(worst, std::abs(values[0] / truth[0] - 1));
    if (k % (every * 10) != 0) continue;
    const auto walls = sim->wall_reports();
    const double height = sim->world().walls[1].pose.x.y;
    density.push_back(solid / (area * height)), pressure.push_back(walls[1].force.y / area);
    table += fmt::format("{:.9g},{:.9g},{:.9g},{:.9g}\n", height, density.back(), pressure.back(),
                         truth[3]);
    if (k % (every * 200) == 0)
      fmt::print("{} steps, density {:.3f}, {} and {} updates\n", k, density.back(), fine.updates,
                 coarse.updates),
          std::fflush(stdout);
  }
  const auto scale = static_cast<double>(steps) / static_cast<double>(samples);
  whole *= scale, laguerre_exact *= scale;
  laguerre *= static_cast<double>(steps) / followed;
  followed_updates *= static_cast<double>(steps) / followed;
  std::string out = "method,epsilon_percent,updates,by_contacts,seconds,with_dem_over_exact\n";
  const auto line = [&](const char* name, double epsilon, std::uint64_t updates,
                        std::uint64_t by_contacts, double time, double base) {
    out += fmt::format("{},{},{},{},{:.1f},{:.4f}\n", name, epsilon, updates, by_contacts, time,
                       (dem + time) / (dem + base));
  };
  line("dem", 0, 0, 0, dem, 0);
  line("contacts exact", 0, steps * grains, 0, whole, whole);
  line("contacts followed", 0.1, fine.updates, fine.by_contacts, fine.time, whole);
  line("contacts followed", 1, coarse.updates, coarse.by_contacts, coarse.time, whole);
  line("laguerre exact", 0, steps * grains, 0, laguerre_exact, laguerre_exact);
  line("laguerre followed", 1, static_cast<std::uint64_t>(followed_updates), 0, laguerre,
       laguerre_exact);
  fmt::print("{}mean fraction within {:.2e} of the exact one\n", out, worst);
  write(folder + "/table1.csv", out);
  std::string bins = "epsilon_percent,change,average,greatest,count\n";
  for (const Followed* f : {&fine, &coarse})
    for (int k = 0; k < Errors::kBins; ++k)
      if (f->errors.count[k] > 0)
        bins += fmt::format("{},{:.4g},{:.4g},{:.4g},{}\n", 100 * f->epsilon, Errors::middle(k),
                            f->errors.sum[k] / f->errors.count[k], f->errors.greatest[k],
                            f->errors.count[k]);
  write(folder + "/errors.csv", bins);
  write(folder + "/pressure.csv", table);
  draw(folder + "/figure5a.svg", "Error of volume changes, epsilon = 0.1% (figure 5a)",
       fine.errors);
  draw(folder + "/figure5b.svg", "Error of volume changes, epsilon = 1% (figure 5b)",
       coarse.errors);

  // Heckel: ln(1/(1 - D)) = k P + A. Kawakita: P/C = P/a + 1/(ab), C = 1 - V/V0.
  std::vector<double> p, heckel, kawakita, drawn;
  for (std::size_t k = 0; k < density.size(); ++k) {
    if (!(density[k] > 0.62 && density[k] < 0.9) || !(pressure[k] > 0)) continue;
    p.push_back(pressure[k]), heckel.push_back(-std::log(1 - density[k]));
    kawakita.push_back(pressure[k] / (1 - density.front() / density[k]));
    drawn.push_back(density[k]);
  }
  if (p.size() < 3) return 0;
  const Line h = fitted(p, heckel), w = fitted(p, kawakita);
  std::vector<double> by_heckel, by_kawakita;
  for (const double x : p) {
    by_heckel.push_back(1 - std::exp(-h.slope * x - h.start));
    by_kawakita.push_back(density.front() / (1 - x / (w.slope * x + w.start)));
  }
  double off_h = 0, off_k = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    off_h = std::max(off_h, std::abs(by_heckel[k] - drawn[k]));
    off_k = std::max(off_k, std::abs(by_kawakita[k] - drawn[k]));
  }
  const std::string fits = fmt::format(
      "Heckel: ln(1/(1-D)) = {:.4g} /MPa P + {:.4g}, yield pressure {:.4g} MPa, density within "
      "{:.3f}\nKawakita: a = {:.4g}, 1/b = {:.4g} MPa, density within {:.3f}\n",
      1e6 * h.slope, h.start, 1e-6 / h.slope, off_h, 1 / w.slope, 1e-6 * w.start / w.slope, off_k);
  fmt::print("{}", fits);
  write(folder + "/fits.txt", fits);
  std::vector<double> mega;
  for (const double x : p) mega.push_back(1e-6 * x);
  namespace plot = scree::plot;
  const plot::Plot curve{
      .title = "Density under the punch",
      .x = {.label = "pressure, MPa", .log = true},
      .y = {.label = "relative density"},
      .series = {{.label = "simulation", .x = mega, .y = drawn},
                 {.label = "Heckel", .x = mega, .y = by_heckel, .mark = plot::Mark::line},
                 {.label = "Kawakita", .x = mega, .y = by_kawakita, .mark = plot::Mark::line}}};
  write(folder + "/pressure.svg", plot::to_svg(curve));
  return 0;
}
