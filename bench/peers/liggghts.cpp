#include "liggghts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>

namespace scree::peers::liggghts {
namespace {

// Types of grains first, that of the walls last.
int wall_type(const lammps::Job& j) {
  return static_cast<int>(std::max<std::size_t>(1, j.radii.size())) + 1;
}

std::string each_type(const char* name, int types, double value) {
  std::string s = fmt::format("fix {0} all property/global {0} peratomtype", name);
  for (int k = 0; k < types; ++k) s += fmt::format(" {:.17g}", value);
  return s + "\n";
}

// One value for two grains, one for a grain at a wall (two walls never meet).
std::string each_pair(const char* name, int types, double grains, double wall) {
  std::string s = fmt::format("fix {0} all property/global {0} peratomtypepair {1}", name, types);
  for (int a = 1; a <= types; ++a)
    for (int b = 1; b <= types; ++b)
      s += fmt::format(" {:.17g}", a < types && b < types ? grains : wall);
  return s + "\n";
}

std::string material(const lammps::Job& j) {
  const HookeLaw& l = j.law;
  const int n = wall_type(j);
  // The moduli are asked for by the model's base class and enter no force.
  return each_type("youngsModulus", n, 1e7) + each_type("poissonsRatio", n, 0.3) +
         each_pair("coefficientFriction", n, l.mu, l.mu) + each_pair("kn", n, l.k_n, l.wall_k_n) +
         each_pair("kt", n, l.k_t, l.wall_k_t) + each_pair("gamman", n, l.gamma_n, l.gamma_n) +
         each_pair("gammat", n, l.gamma_t, l.gamma_t);
}

constexpr const char* kModel = "wall/gran model hooke/stiffness tangential history";

// Planes of LIGGGHTS stand still; what moves is a mesh, here of two triangles (floor.stl).
std::string moving_floor(const lammps::Job& j) {
  constexpr double two_pi = 6.283185307179586;
  const double rate = two_pi * j.shake.frequency;
  return fmt::format(
      "fix floor all mesh/surface file floor.stl type {}\n"
      "fix y0 all {} mesh n_meshes 1 meshes floor\n"
      "variable vx equal 0\nvariable vy equal {:.17g}*sin({:.17g}*step)\nvariable vz equal 0\n"
      "fix swing all move/mesh mesh floor linear/variable v_vx v_vy v_vz\n",
      wall_type(j), kModel, j.shake.amplitude * rate, rate * j.dt);
}

std::string walls(const lammps::Job& j) {
  const auto plane = [&](const char* name, const char* kind, double at) {
    return fmt::format("fix {} all {} primitive type {} {} {:.17g}\n", name, kModel, wall_type(j),
                       kind, at);
  };
  const OpenBox& b = j.box;
  std::string s = plane("x0", "xplane", 0) + plane("x1", "xplane", b.width) +
                  plane("z0", "zplane", 0) + plane("z1", "zplane", b.width);
  s += j.shake.amplitude > 0 ? moving_floor(j) : plane("y0", "yplane", 0);
  if (b.height > 0) s += plane("y1", "yplane", b.height);
  return s;
}

void write_floor(const std::string& path, double width) {
  const double w = width;
  std::ofstream(path) << fmt::format(
      "solid floor\nfacet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 {0:.17g}\n"
      "vertex {0:.17g} 0 {0:.17g}\nendloop\nendfacet\nfacet normal 0 1 0\nouter loop\n"
      "vertex 0 0 0\nvertex {0:.17g} 0 {0:.17g}\nvertex {0:.17g} 0 0\nendloop\nendfacet\n"
      "endsolid floor\n",
      w);
}

}  // namespace

std::string script(const lammps::Job& j, const std::string& data) {
  const bool multi = j.search != lammps::Search::bin;
  std::string s = fmt::format(
      "units si\natom_style granular\natom_modify map array\nboundary f f f\nnewton {}\n"
      "processors * 1 1\ncommunicate {} vel yes\nread_data {}\n",
      j.newton ? "on" : "off", multi ? "multi" : "single", data);
  s += material(j);
  s += "pair_style gran model hooke/stiffness tangential history\npair_coeff * *\n";
  s += fmt::format("neighbor {:.17g} {}\nneigh_modify delay 0 every 1 check yes\n", j.skin,
                   multi ? "multi" : "bin");
  s += fmt::format("timestep {:.17g}\nfix move all nve/sphere\n", j.dt);
  s += lammps::gravity_lines(j);
  if (j.box.width > 0) s += walls(j);
  return s + lammps::run_lines(j);
}

lammps::Loop run_job(const lammps::Job& job, const std::string& folder, int processes) {
  if (job.shake.amplitude > 0) write_floor(folder + "/floor.stl", job.box.width);
  std::ofstream(folder + "/liggghts.in") << liggghts::script(job, "grains2.data");
  std::vector<std::string> command = lammps::launch("liggghts", processes);
  for (const char* word : {"-log", "none", "-in", "liggghts.in"}) command.push_back(word);
  return lammps::parse_loop(run(command, folder, "liggghts.out", {"OMP_NUM_THREADS=1"}, job.limit));
}

}  // namespace scree::peers::liggghts
