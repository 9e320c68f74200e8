#include "lammps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace scree::peers::lammps {
namespace {

// Room beyond the walls: grains may overlap them, and atoms outside a fixed boundary are lost.
double margin(const State& s) {
  double r = 0;
  for (const GrainState& g : s) r = std::max(r, g.radius);
  return 2 * r;
}

double top(const State& s) {
  double y = 0;
  for (const GrainState& g : s) y = std::max(y, g.x.y + g.radius);
  return y;
}

// With `swing` the floor moves and the lid, if any, does not: two fixes for one pair of planes.
std::string walls(const Job& j) {
  const HookeLaw& l = j.law;
  const std::string model =
      fmt::format("wall/gran hooke/history {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} 1", l.wall_k_n,
                  l.wall_k_t, l.gamma_n, l.gamma_t, l.mu);
  const std::string lid = j.box.height > 0 ? fmt::format("{:.17g}", j.box.height) : "NULL";
  std::string s = fmt::format(
      "fix wx all {0} xplane 0 {1:.17g}\nfix wz all {0} zplane 0 {1:.17g}\n", model, j.box.width);
  if (j.shake.amplitude == 0) return s + fmt::format("fix wy all {} yplane 0 {}\n", model, lid);
  if (j.box.height > 0) s += fmt::format("fix lid all {} yplane NULL {}\n", model, lid);
  return s + fmt::format("fix wy all {} yplane 0 NULL wiggle y {:.17g} {:.17g}\n", model,
                         j.shake.amplitude, 1 / j.shake.frequency);
}

std::string search_lines(const Job& j) {
  std::string s = fmt::format("neighbor {:.17g} {}\nneigh_modify delay 0 every 1 check yes\n",
                              j.skin, j.search == Search::bin ? "bin" : "multi");
  if (j.search == Search::multi_comm || j.search == Search::multi_reduce)
    s += "comm_modify mode multi vel yes\n";
  if (j.search == Search::multi_reduce) s += "comm_modify reduce/multi\n";
  return s;
}

}  // namespace

const char* words(Search search) {
  constexpr const char* names[] = {"bin", "multi", "multi, comm multi", "multi, comm reduce/multi"};
  return names[static_cast<int>(search)];
}

void write_data(const std::string& path, const State& state, const OpenBox& box,
                const std::vector<double>& radii, int more) {
  std::FILE* out = std::fopen(path.c_str(), "w");
  if (out == nullptr) return;
  const double m = margin(state);
  // Tight on top, so that processes get equal shares of the box and of the grains.
  const double high = box.height > 0 ? box.height + m : top(state) + m;
  fmt::print(out, "Scree state\n\n{} atoms\n{} atom types\n\n", state.size(),
             std::max<std::size_t>(1, radii.size()) + static_cast<std::size_t>(more));
  fmt::print(out, "{:.17g} {:.17g} xlo xhi\n", -m, box.width + m);
  fmt::print(out, "{:.17g} {:.17g} ylo yhi\n", -m, high);
  fmt::print(out, "{:.17g} {:.17g} zlo zhi\n\nAtoms\n\n", -m, box.width + m);
  for (std::size_t k = 0; k < state.size(); ++k) {
    const GrainState& g = state[k];
    fmt::print(out, "{} {} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", k + 1,
               class_of(radii, g.radius) + 1, 2 * g.radius, g.density, g.x.x, g.x.y, g.x.z);
  }
  fmt::print(out, "\nVelocities\n\n");
  for (std::size_t k = 0; k < state.size(); ++k) {
    const GrainState& g = state[k];
    fmt::print(out, "{} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", k + 1, g.v.x, g.v.y,
               g.v.z, g.omega.x, g.omega.y, g.omega.z);
  }
  std::fclose(out);
}

std::string gravity_lines(const Job& j) {
  const double g = norm(j.gravity);
  if (!(g > 0)) return {};
  if (j.turn_rate == 0)
    return fmt::format("fix fall all gravity {:.17g} vector {:.17g} {:.17g} {:.17g}\n", g,
                       j.gravity.x, j.gravity.y, j.gravity.z);
  // Rotated about z by rate times time.
  return fmt::format(
      "variable turned equal {:.17g}*step\n"
      "variable gx equal {:.17g}*cos(v_turned)-({:.17g})*sin(v_turned)\n"
      "variable gy equal {:.17g}*sin(v_turned)+({:.17g})*cos(v_turned)\n"
      "fix fall all gravity {:.17g} vector v_gx v_gy {:.17g}\n",
      j.turn_rate * j.dt, j.gravity.x, j.gravity.y, j.gravity.x, j.gravity.y, g, j.gravity.z);
}

std::string run_lines(const Job& j) {
  std::string s = "thermo_style custom step atoms ke\nthermo_modify norm no format float %.12g\n";
  s += fmt::format("thermo {}\n", std::max(1L, j.steps));
  if (j.warm_up > 0) s += fmt::format("run {}\n", j.warm_up);
  if (j.frame_every > 0)
    s += fmt::format(
        "dump frames all custom {} frames.txt id x y z vx vy vz omegax omegay omegaz\n"
        "dump_modify frames sort id format float %.17g\n",
        j.frame_every);
  s += fmt::format("run {}\n", j.steps);
  // After the clock has stopped: the count needs a full list of its own.
  if (j.count_contacts)
    s += "compute touching all contact/atom\ncompute touches all reduce sum c_touching\n"
         "thermo_style custom step atoms ke c_touches\n"
         "thermo_modify norm no format float %.12g\nrun 0\n";
  return s;
}

std::string script(const Job& j, const std::string& data) {
  const HookeLaw& l = j.law;
  std::string s = fmt::format(
      "units si\natom_style sphere\nboundary f f f\nnewton {}\nprocessors * 1 1\n"
      "comm_modify vel yes\nread_data {}\n",
      j.newton ? "on" : "off", data);
  s += fmt::format(
      "pair_style gran/hooke/history {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} 1\n"
      "pair_coeff * *\n",
      l.k_n, l.k_t, l.gamma_n, l.gamma_t, l.mu);
  s += search_lines(j) + fmt::format("timestep {:.17g}\nfix move all nve/sphere\n", j.dt);
  s += gravity_lines(j);
  if (j.box.width > 0) s += walls(j);
  return s + run_lines(j);
}

std::vector<Frame> read_frames(const std::string& path) {
  std::vector<Frame> frames;
  std::ifstream in(path);
  std::size_t atoms = 0;
  for (std::string line; std::getline(in, line);) {
    if (line == "ITEM: TIMESTEP") {
      frames.emplace_back();
      in >> frames.back().step;
    } else if (line == "ITEM: NUMBER OF ATOMS") {
      in >> atoms;
    } else if (line.starts_with("ITEM: ATOMS")) {
      State& s = frames.back().grains;
      s.resize(atoms);
      for (std::size_t k = 0; k < atoms; ++k) {
        std::size_t id = 0;
        GrainState g;
        in >> id;
        for (Vec3* v : {&g.x, &g.v, &g.omega}) in >> v->x >> v->y >> v->z;
        if (id >= 1 && id <= atoms) s[id - 1] = g;
      }
    }
  }
  return frames;
}

std::vector<std::string> launch(const std::string& program, int processes) {
  if (processes == 1) return {program};
  return {"mpirun", "--allow-run-as-root",     "--oversubscribe",
          "-np",    std::to_string(processes), program};
}

std::string reason(const Finished& finished) {
  if (finished.stopped) return fmt::format("ended after {:.0f} s", finished.seconds);
  const std::string& text = finished.output;
  for (const char* word : {"ERROR", "Error", "error"})
    if (const std::size_t at = text.find(word); at != std::string::npos)
      return text.substr(at, std::min<std::size_t>(200, text.find('\n', at) - at));
  return text.substr(text.size() - std::min<std::size_t>(600, text.size()));
}

Loop parse_loop(const Finished& finished) {
  Loop loop{.max_bytes = finished.max_bytes};
  std::istringstream lines(finished.output);
  std::string last;
  bool timed = false;
  for (std::string line; std::getline(lines, line); last = line) {
    long step = 0, atoms = 0, steps = 0;
    int cores = 0;
    double value = 0, touches = 0;
    if (std::sscanf(line.c_str(), "Loop time of %lf on %d procs for %ld steps", &value, &cores,
                    &steps) == 3) {
      const int read =
          std::sscanf(last.c_str(), "%ld %ld %lf %lf", &step, &atoms, &loop.kinetic, &touches);
      loop.ok = read >= 3;
      if (read == 4) loop.contacts = 0.5 * touches;
      timed = steps > 0;
      if (timed) loop.seconds = value;
    }
    if (timed && std::sscanf(line.c_str(), "Neighbor list builds = %ld", &step) == 1)
      loop.renewals = step;
  }
  loop.ok = loop.ok && finished.status == 0;
  if (!loop.ok) loop.why = reason(finished);
  return loop;
}

Loop run_job(const Job& job, const std::string& folder, int processes) {
  std::ofstream(folder + "/lammps.in") << script(job, "grains.data");
  std::vector<std::string> command = launch("lmp", processes);
  for (const char* word : {"-nocite", "-log", "none", "-in", "lammps.in"}) command.push_back(word);
  return parse_loop(run(command, folder, "lammps.out", {"OMP_NUM_THREADS=1"}, job.limit));
}

}  // namespace scree::peers::lammps
