// LAMMPS with pair_style gran/hooke/history: data file, script, frames and loop time.
#pragma once

#include <string>
#include <vector>

#include "grains.hpp"
#include "process.hpp"

namespace scree::peers::lammps {

// How neighbours are searched and copies of grains exchanged: one grid for all or one a type; one
// distance for all, one a type, or (reduce) only what each pair of types needs.
enum class Search { bin, multi, multi_comm, multi_reduce };
const char* words(Search search);

struct Job {
  HookeLaw law;
  OpenBox box;
  Vec3 gravity{0, -9.81, 0};
  double turn_rate = 0;  // gravity turns about z, rad/s
  Shake shake;
  std::vector<double> radii;  // size classes: one type each; empty: all of type 1
  double dt = 0;
  long steps = 0;
  long warm_up = 0;      // steps before the timed ones
  long frame_every = 0;  // 0: no frames
  bool count_contacts = false;
  // What may be tuned.
  double skin = 0;
  bool newton = false;
  Search search = Search::bin;
  double limit = 0;  // seconds after which the run is ended; 0: none
};

// Atoms with velocities and spins, 17 digits; the type of an atom is its class of `radii`, and
// `more` types without atoms follow.
void write_data(const std::string& path, const State& state, const OpenBox& box,
                const std::vector<double>& radii = {}, int more = 0);

// The script of a job whose data file is `data`; frames go to frames.txt.
std::string script(const Job& job, const std::string& data);

struct Frame {
  long step = 0;
  State grains;  // radius and density are not filled in
};
std::vector<Frame> read_frames(const std::string& path);

struct Loop {
  bool ok = false;
  double seconds = 0;   // of the last run that makes steps, without set-up
  double kinetic = 0;   // at its end, translation
  double contacts = 0;  // between grains at its end, where they were asked for
  long renewals = 0;    // of its neighbour list
  std::size_t max_bytes = 0;
  std::string why;  // when not ok: the last lines of the output
};

// Runs the job on folder/grains.data with so many processes (2 and more: mpirun). LIGGGHTS prints
// the same lines and knows the same commands for gravity and results, so its runner uses them, too.
Loop run_job(const Job& job, const std::string& folder, int processes = 1);
Loop parse_loop(const Finished& finished);
std::string reason(const Finished& finished);  // of a run without a result, in its own words
std::vector<std::string> launch(const std::string& program, int processes);
std::string gravity_lines(const Job& job);
std::string run_lines(const Job& job);

}  // namespace scree::peers::lammps
