#include "yade.hpp"

#include <fmt/core.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace scree::peers::yade {
namespace {

// YADE puts the springs and the dashpots of two bodies in series, and leaves out one that is 0. So
// a grain is given twice the pair's stiffness and a wall what makes the sum right; dashpots gamma m
// of two grains in series are gamma m_eff, and beside a wall without one gamma m. The mass of a
// grain is known to the script only: a material for each radius.
double of_wall(double pair, double at_wall) {
  const double rest = 1 / at_wall - 1 / (2 * pair);
  return rest > 1e-9 / at_wall ? 1 / rest : 0;
}

std::string materials(const HookeLaw& l) {
  return fmt::format(
      "grains = {{}}\n"
      "def grain(r, density):\n"
      "    if (r, density) not in grains:\n"
      "        m = 4.0 / 3.0 * 3.141592653589793 * r ** 3 * density\n"
      "        grains[r, density] = O.materials.append(ViscElMat(density=density,\n"
      "            frictionAngle={0:.17g}, kn={1:.17g}, ks={2:.17g}, cn={3:.17g} * m,\n"
      "            cs={4:.17g} * m))\n"
      "    return grains[r, density]\n"
      "side = O.materials.append(ViscElMat(density=2500, frictionAngle={0:.17g}, kn={5:.17g},\n"
      "    ks={6:.17g}, cn=0, cs=0))\n",
      std::atan(l.mu), 2 * l.k_n, 2 * l.k_t, l.gamma_n, l.gamma_t, of_wall(l.k_n, l.wall_k_n),
      of_wall(l.k_t, l.wall_k_t));
}

std::string walls(const OpenBox& b) {
  std::string s;
  const auto plane = [&](const char* name, double at, int axis, int sense) {
    s += fmt::format("{} = O.bodies.append(wall({:.17g}, axis={}, sense={}, material=side))\n",
                     name, at, axis, sense);
  };
  plane("x0", 0, 0, 1), plane("x1", b.width, 0, -1);
  plane("z0", 0, 2, 1), plane("z1", b.width, 2, -1);
  plane("floor", 0, 1, 1);
  if (b.height > 0) plane("lid", b.height, 1, -1);
  return s;
}

// What changes with time, before each step.
std::string motion(const lammps::Job& j) {
  std::string s = "from math import sin, cos\ndef move():\n";
  if (j.shake.amplitude > 0) {
    const double rate = 6.283185307179586 * j.shake.frequency;
    s += fmt::format("    O.bodies[floor].state.vel = (0, {:.17g} * sin({:.17g} * O.time), 0)\n",
                     j.shake.amplitude * rate, rate);
  }
  if (j.turn_rate != 0)
    s += fmt::format(
        "    c, s = cos({0:.17g} * O.time), sin({0:.17g} * O.time)\n"
        "    newton.gravity = ({1:.17g} * c - ({2:.17g}) * s, {1:.17g} * s + ({2:.17g}) * c, "
        "{3:.17g})\n",
        j.turn_rate, j.gravity.x, j.gravity.y, j.gravity.z);
  return s;
}

std::string engines(const lammps::Job& j) {
  const bool moves = j.shake.amplitude > 0 || j.turn_rate != 0;
  return (moves ? motion(j) : std::string()) +
         fmt::format(
             "newton = NewtonIntegrator(damping=0, gravity=({:.17g}, {:.17g}, {:.17g}))\n"
             "O.engines = [ForceResetter(),\n"
             "  InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist={:.17g}),\n"
             "  InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],\n"
             "    [Ip2_ViscElMat_ViscElMat_ViscElPhys()], [Law2_ScGeom_ViscElPhys_Basic()]),\n"
             "  {}newton]\n"
             "O.dt = {:.17g}\n",
             j.gravity.x, j.gravity.y, j.gravity.z, j.skin,
             moves ? "PyRunner(command='move()', iterPeriod=1), " : "", j.dt);
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

std::string script(const lammps::Job& j, const std::string& grains) {
  std::string s = "import time\n" + materials(j.law);
  s += fmt::format(
      "ids = []\n"
      "for line in open('{}'):\n"
      "    r = [float(w) for w in line.split()]\n"
      "    b = sphere(r[0:3], r[9], material=grain(r[9], r[10]))\n"
      "    b.state.vel, b.state.angVel = r[3:6], r[6:9]\n"
      "    ids.append(O.bodies.append(b))\n",
      grains);
  s += walls(j.box) + engines(j);
  if (j.warm_up > 0) s += fmt::format("O.run({}, True)\n", j.warm_up);
  s += fmt::format(
      "start = time.time()\nO.run({}, True)\nseconds = time.time() - start\n"
      "kinetic = sum(0.5 * O.bodies[i].state.mass * O.bodies[i].state.vel.squaredNorm() for i in "
      "ids)\n"
      "touching = sum(1 for i in O.interactions if i.isReal and max(i.id1, i.id2) < len(ids))\n"
      "print('LOOP %.6f %.12g %d' % (seconds, kinetic, touching), flush=True)\n",
      j.steps);
  return s;
}

lammps::Loop run_job(const lammps::Job& job, const std::string& folder, int threads) {
  std::ofstream(folder + "/yade.py") << yade::script(job, "grains.txt");
  const Finished f = run({kProgram, fmt::format("-j{}", threads), "-n", "-x", "yade.py"}, folder,
                         "yade.out", {fmt::format("OMP_NUM_THREADS={}", threads)}, job.limit);
  lammps::Loop loop;
  loop.max_bytes = f.max_bytes;
  const std::size_t at = f.output.find("LOOP ");
  if (at == std::string::npos) {
    loop.why = lammps::reason(f);
    return loop;
  }
  std::istringstream(f.output.substr(at + 5)) >> loop.seconds >> loop.kinetic >> loop.contacts;
  loop.ok = loop.seconds > 0;
  return loop;
}

}  // namespace scree::peers::yade
