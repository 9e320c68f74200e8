// LAMMPS with pair_style gran/hooke/history: data file, script, frames and loop time.
#pragma once

#include <string>
#include <vector>

#include "grains.hpp"
#include "process.hpp"

namespace scree::peers::lammps {

struct Job {
  HookeLaw law;
  OpenBox box;
  Vec3 gravity{0, -9.81, 0};
  double dt = 0;
  long steps = 0;
  long warm_up = 0;      // steps before the timed ones
  long frame_every = 0;  // 0: no frames
  double skin = 0;
  bool newton = false;
};

// Atoms with velocities and spins, 17 digits. All of type 1, of `types` that the file announces.
void write_data(const std::string& path, const State& state, const OpenBox& box, int types = 1);

// The script of a job whose data file is `data`; frames go to frames.txt.
std::string script(const Job& job, const std::string& data);

struct Frame {
  long step = 0;
  State grains;  // radius and density are not filled in
};
std::vector<Frame> read_frames(const std::string& path);

struct Loop {
  bool ok = false;
  double seconds = 0;  // of the last run, without set-up
  double kinetic = 0;  // at its end, translation
  long renewals = 0;   // of its neighbour list
  std::size_t max_bytes = 0;
  std::string why;  // when not ok: the last lines of the output
};

// Runs the job on folder/grains.data with so many processes (2 and more: mpirun). LIGGGHTS prints
// the same lines, so its runner uses parse_loop, too.
Loop run_job(const Job& job, const std::string& folder, int processes = 1);
Loop parse_loop(const Finished& finished);
std::vector<std::string> launch(const std::string& program, int processes);

}  // namespace scree::peers::lammps
