#include "liggghts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>

namespace scree::peers::liggghts {
namespace {

// One value for two grains, one for a grain at a wall (two walls never meet).
std::string pair_table(const char* name, double grains, double wall) {
  return fmt::format(
      "fix {0} all property/global {0} peratomtypepair 2 {1:.17g} {2:.17g} {2:.17g} {2:.17g}\n",
      name, grains, wall);
}

std::string material(const HookeLaw& l) {
  // The moduli are asked for by the model's base class and enter no force.
  return "fix m1 all property/global youngsModulus peratomtype 1e7 1e7\n"
         "fix m2 all property/global poissonsRatio peratomtype 0.3 0.3\n" +
         pair_table("coefficientFriction", l.mu, l.mu) + pair_table("kn", l.k_n, l.wall_k_n) +
         pair_table("kt", l.k_t, l.wall_k_t) + pair_table("gamman", l.gamma_n, l.gamma_n) +
         pair_table("gammat", l.gamma_t, l.gamma_t);
}

std::string walls(const OpenBox& b) {
  const auto plane = [](const char* name, const char* kind, double at) {
    return fmt::format(
        "fix {} all wall/gran model hooke/stiffness tangential history primitive type 2 {} "
        "{:.17g}\n",
        name, kind, at);
  };
  std::string s = plane("x0", "xplane", 0) + plane("x1", "xplane", b.width) +
                  plane("z0", "zplane", 0) + plane("z1", "zplane", b.width) +
                  plane("y0", "yplane", 0);
  if (b.height > 0) s += plane("y1", "yplane", b.height);
  return s;
}

}  // namespace

std::string script(const lammps::Job& j, const std::string& data) {
  const double g = norm(j.gravity);
  std::string s = fmt::format(
      "units si\natom_style granular\natom_modify map array\nboundary f f f\nnewton {}\n"
      "processors * 1 1\ncommunicate single vel yes\nread_data {}\n",
      j.newton ? "on" : "off", data);
  s += material(j.law);
  s += "pair_style gran model hooke/stiffness tangential history\npair_coeff * *\n";
  s += fmt::format("neighbor {:.17g} bin\nneigh_modify delay 0 every 1 check yes\n", j.skin);
  s += fmt::format("timestep {:.17g}\nfix move all nve/sphere\n", j.dt);
  if (g > 0)
    s += fmt::format("fix fall all gravity {:.17g} vector {:.17g} {:.17g} {:.17g}\n", g,
                     j.gravity.x, j.gravity.y, j.gravity.z);
  if (j.box.width > 0) s += walls(j.box);
  s += "thermo_style custom step atoms ke\nthermo_modify norm no format float %.12g\n";
  s += fmt::format("thermo {}\n", std::max(1L, j.steps));
  if (j.warm_up > 0) s += fmt::format("run {}\n", j.warm_up);
  return s + fmt::format("run {}\n", j.steps);
}

lammps::Loop run_job(const lammps::Job& job, const std::string& folder, int processes) {
  std::ofstream(folder + "/liggghts.in") << liggghts::script(job, "grains2.data");
  std::vector<std::string> command = lammps::launch("liggghts", processes);
  for (const char* word : {"-log", "none", "-in", "liggghts.in"}) command.push_back(word);
  return lammps::parse_loop(run(command, folder, "liggghts.out", {"OMP_NUM_THREADS=1"}));
}

}  // namespace scree::peers::liggghts
