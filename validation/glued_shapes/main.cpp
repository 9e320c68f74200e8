// Glued shapes in a vibrated box (Ferrez 6.4.1): what became of every rod or tetrahedron of a run.
//
//   validate_glued_shapes RUN FOLDER NAME
//
// Reads the frames and the series of a run of scenes/rods.toml or scenes/tetrahedra.toml and writes
// FOLDER/NAME.csv, a line per frame: the least and the greatest strain of all bonds, and by how
// much the shapes are smaller or larger than at the start (greatest distance of two centres; radius
// of gyration). Then the verdict: size within 1% in every frame, no bond drifts, the energy closes.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "run/folder/stored_run.hpp"

namespace {

using namespace scree;

constexpr double kSize = 0.01;    // the bar of the issue
constexpr double kDrift = 1e-3;   // of a bond's length, from the second second to the last
constexpr double kEnergy = 0.01;  // residual, as a share of what was turned over

struct Pair {
  std::size_t a, b;  // rows of the frame in the order of ids
  double length;
};
struct Shape {
  std::size_t first = 0, last = 0;
  double extent = 0, gyration = 0;
};
struct Range {
  double lo = 1e300, hi = -1e300;
  void note(double v) { lo = std::min(lo, v), hi = std::max(hi, v); }
  double size() const { return std::max(std::abs(lo), std::abs(hi)); }
};

std::vector<Vec3> centres(const Frame& f) {
  std::map<std::uint32_t, Vec3> by_id;
  for (std::size_t k = 0; k < f.size(); ++k) by_id[f.id[k]] = f.x[k];
  std::vector<Vec3> out;
  for (const auto& [id, x] : by_id) out.push_back(x);
  return out;
}

Shape measured(const std::vector<Vec3>& x, std::size_t first, std::size_t last) {
  Shape s{first, last, 0, 0};
  for (std::size_t a = first; a < last; ++a)
    for (std::size_t b = first; b < a; ++b) {
      const double d2 = norm2(x[a] - x[b]);
      s.extent = std::max(s.extent, std::sqrt(d2));
      s.gyration += d2;
    }
  s.gyration = std::sqrt(s.gyration);
  return s;
}

// Shapes as the fill numbered them, and the pairs that touch at the start: those are bonded.
void first_look(const Frame& f, std::vector<Shape>& shapes, std::vector<Pair>& bonds) {
  std::map<std::uint32_t, std::uint32_t> body;
  for (std::size_t k = 0; k < f.size(); ++k) body[f.id[k]] = f.body[k];
  const std::vector<Vec3> x = centres(f);
  const double touching = 2.02 * f.radius[0];
  std::vector<std::uint32_t> names;
  for (const auto& [id, name] : body) names.push_back(name);
  for (std::size_t first = 0, last = 0; first < x.size(); first = last) {
    while (last < x.size() && names[last] == names[first]) ++last;
    shapes.push_back(measured(x, first, last));
    for (std::size_t a = first; a < last; ++a)
      for (std::size_t b = first; b < a; ++b)
        if (const double d = norm(x[a] - x[b]); d < touching) bonds.push_back({a, b, d});
  }
}

// A column of series.csv, its last value.
double last_of(const std::string& run, const std::string& column) {
  std::ifstream in(run + "/series.csv");
  std::string head, line, newest, cell;
  std::getline(in, head);
  while (std::getline(in, line)) newest = line;
  std::istringstream names(head), values(newest);
  while (std::getline(names, cell, ',')) {
    std::string value;
    std::getline(values, value, ',');
    if (cell == column) return std::atof(value.c_str());
  }
  return std::nan("");
}

// The energy that changed its form: all that was lost.
double turned_over(const std::string& run) {
  double sum = 0;
  for (const char* c :
       {"lost_normal_damping", "lost_tangential_damping", "lost_sliding", "lost_bond_damping"})
    sum += last_of(run, c);
  return sum;
}

int judged(const char* what, double value, double bar) {
  const bool ok = value <= bar;
  fmt::print("{:<34} {:.3g}, at most {:g}: {}\n", what, value, bar, ok ? "ok" : "NO");
  return ok ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return fmt::print(stderr, "usage: validate_glued_shapes RUN FOLDER NAME\n"), 2;
  const std::string folder = argv[1];
  const auto run = run::StoredRun::open(folder);
  if (!run) return fmt::print(stderr, "{}\n", to_string(run.errors().front())), 1;
  std::vector<Shape> shapes;
  std::vector<Pair> bonds;
  std::ofstream csv(fmt::format("{}/{}.csv", argv[2], argv[3]));
  csv << "time,least_strain,greatest_strain,least_extent,greatest_extent,least_gyration,"
         "greatest_gyration\n";
  Range extent, strain;
  std::vector<double> early, late;
  double n_early = 0, n_late = 0, end = 0;
  for (std::size_t k = 0; k < run->size(); ++k) {
    const auto frame = run->frame(k);
    if (!frame) return fmt::print(stderr, "{}\n", to_string(frame.errors().front())), 1;
    if (k == 0) first_look(*frame, shapes, bonds);
    if (k == 0) early.resize(bonds.size()), late.resize(bonds.size());
    const std::vector<Vec3> x = centres(*frame);
    Range s, e, g;
    end = frame->time;
    const bool in_second = end > 0.999 && end<2, in_last = end> 9;
    n_early += in_second, n_late += in_last;
    for (std::size_t b = 0; b < bonds.size(); ++b) {
      const double one = norm(x[bonds[b].a] - x[bonds[b].b]) / bonds[b].length - 1;
      s.note(one);
      early[b] += in_second ? one : 0, late[b] += in_last ? one : 0;
    }
    for (const Shape& shape : shapes) {
      const Shape now = measured(x, shape.first, shape.last);
      e.note(now.extent / shape.extent - 1), g.note(now.gyration / shape.gyration - 1);
    }
    extent.note(e.lo), extent.note(e.hi), strain.note(s.lo), strain.note(s.hi);
    csv << fmt::format("{:.4g},{:.3e},{:.3e},{:.3e},{:.3e},{:.3e},{:.3e}\n", end, s.lo, s.hi, e.lo,
                       e.hi, g.lo, g.hi);
  }
  fmt::print("{} shapes, {} bonds, {} frames up to {:.4g} s\n", shapes.size(), bonds.size(),
             run->size(), end);
  Range drift;
  for (std::size_t b = 0; b < bonds.size() && n_early > 0 && n_late > 0; ++b)
    drift.note(late[b] / n_late - early[b] / n_early);
  int wrong = judged("change of size", extent.size(), kSize);
  fmt::print("{:<34} {:.3g}\n", "strain of a bond", strain.size());
  if (n_late > 0) wrong += judged("drift of a bond, 1-2 s to 9-10 s", drift.size(), kDrift);
  wrong += judged("broken bonds", last_of(folder, "broken_bonds"), 0);
  wrong += judged("energy residual / losses",
                  std::abs(last_of(folder, "residual")) / turned_over(folder), kEnergy);
  if (n_late == 0) fmt::print("the run has not reached its end\n");
  return wrong == 0 && n_late > 0 ? 0 : 1;
}
