#include "yade.hpp"

#include <fmt/core.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace scree::peers::yade {
namespace {

// YADE puts the springs (and dashpots) of two bodies in series, and leaves out one that is 0: a
// grain is given twice the pair's value, a wall what makes the sum right.
double of_grain(double pair) { return 2 * pair; }
double of_wall(double pair, double at_wall) {
  const double rest = 1 / at_wall - 1 / of_grain(pair);
  return rest > 1e-9 / at_wall ? 1 / rest : 0;
}

// Dashpots are m_eff gamma: here for a mass of 1, the script multiplies them by that of a grain.
std::string material(const lammps::Job& j, double density) {
  const HookeLaw& l = j.law;
  const double c_n = 0.5 * l.gamma_n, c_t = 0.5 * l.gamma_t;
  const auto line = [&](const char* name, double kn, double ks, double cn, double cs) {
    return fmt::format(
        "{} = O.materials.append(ViscElMat(density={:.17g}, frictionAngle={:.17g}, kn={:.17g}, "
        "ks={:.17g}, cn={:.17g}, cs={:.17g}))\n",
        name, density, std::atan(l.mu), kn, ks, cn, cs);
  };
  return line("grain", of_grain(l.k_n), of_grain(l.k_t), of_grain(c_n), of_grain(c_t)) +
         line("side", of_wall(l.k_n, l.wall_k_n), of_wall(l.k_t, l.wall_k_t), of_wall(c_n, 2 * c_n),
              of_wall(c_t, 2 * c_t));
}

std::string walls(const OpenBox& b) {
  std::string s;
  const auto plane = [&](double at, int axis, int sense) {
    s += fmt::format("O.bodies.append(wall({:.17g}, axis={}, sense={}, material=side))\n", at, axis,
                     sense);
  };
  plane(0, 0, 1), plane(b.width, 0, -1);
  plane(0, 2, 1), plane(b.width, 2, -1);
  plane(0, 1, 1);
  if (b.height > 0) plane(b.height, 1, -1);
  return s;
}

}  // namespace

void write_grains(const std::string& path, const State& state) {
  std::ofstream out(path);
  for (const GrainState& g : state)
    out << fmt::format(
        "{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} "
        "{:.17g}\n",
        g.x.x, g.x.y, g.x.z, g.v.x, g.v.y, g.v.z, g.omega.x, g.omega.y, g.omega.z, g.radius,
        g.density);
}

std::string script(const lammps::Job& j, const std::string& grains, double density) {
  std::string s = "import time\n";
  s += fmt::format("rows = [[float(w) for w in line.split()] for line in open('{}')]\n", grains);
  s += "mass = 4.0 / 3.0 * 3.141592653589793 * rows[0][9] ** 3 * rows[0][10]\n";
  s += material(j, density);
  s += "for m in O.materials: m.cn *= mass; m.cs *= mass\n";
  s += "ids = []\n"
       "for r in rows:\n"
       "    b = sphere(r[0:3], r[9], material=grain)\n"
       "    b.state.vel, b.state.angVel = r[3:6], r[6:9]\n"
       "    ids.append(O.bodies.append(b))\n"
       "del rows\n";
  s += walls(j.box);
  s += fmt::format(
      "O.engines = [ForceResetter(),\n"
      "  InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist={:.17g}),\n"
      "  InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],\n"
      "    [Ip2_ViscElMat_ViscElMat_ViscElPhys()], [Law2_ScGeom_ViscElPhys_Basic()]),\n"
      "  NewtonIntegrator(damping=0, gravity=({:.17g}, {:.17g}, {:.17g}))]\n"
      "O.dt = {:.17g}\n",
      j.skin, j.gravity.x, j.gravity.y, j.gravity.z, j.dt);
  if (j.warm_up > 0) s += fmt::format("O.run({}, True)\n", j.warm_up);
  s += fmt::format(
      "start = time.time()\nO.run({}, True)\nseconds = time.time() - start\n"
      "kinetic = sum(0.5 * O.bodies[i].state.mass * O.bodies[i].state.vel.squaredNorm() for i in "
      "ids)\n"
      "print('LOOP %.6f %.12g' % (seconds, kinetic), flush=True)\n",
      j.steps);
  return s;
}

lammps::Loop run_job(const lammps::Job& job, const std::string& folder, int threads) {
  double density = 0;
  {
    std::ifstream in(folder + "/grains.txt");
    for (int k = 0; k < 11; ++k) in >> density;
  }
  std::ofstream(folder + "/yade.py") << script(job, "grains.txt", density);
  const Finished f = run({kProgram, fmt::format("-j{}", threads), "-n", "-x", "yade.py"}, folder,
                         "yade.out", {fmt::format("OMP_NUM_THREADS={}", threads)});
  lammps::Loop loop;
  loop.max_bytes = f.max_bytes;
  const std::size_t at = f.output.find("LOOP ");
  if (at == std::string::npos) {
    loop.why = f.output.substr(f.output.size() > 600 ? f.output.size() - 600 : 0);
    return loop;
  }
  std::istringstream(f.output.substr(at + 5)) >> loop.seconds >> loop.kinetic;
  loop.ok = loop.seconds > 0;
  return loop;
}

}  // namespace scree::peers::yade
