// The state of a Simulation as plain data: all that decides later bits or is reported, and nothing
// that depends on threads, detector, skins or the order of rows. So one state has one archive.
//
// Everything is in the order of stable ids. What can be derived (lists, certificates, tiles, the
// gravity of now) is left out and made anew by Simulation::restore.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/vec3.hpp"
#include "sim/books.hpp"
#include "sim/timers.hpp"
#include "state/hash.hpp"
#include "walls/wall.hpp"

namespace scree {

// Two grains that touch, i < j. `force` and `moment` are those on i, as the last step left them:
// the next step books its losses with the force of this one.
struct ArchivedContact {
  std::uint32_t i = 0, j = 0;
  Vec3 force;
  Vec3 moment;  // n x F^t
};

struct ArchivedWallContact {
  std::uint32_t id = 0, wall = 0, feature = 0;
  Vec3 force, torque, point, normal, tangential, couple;
  double overlap = 0;
};

struct ArchivedWall {
  std::string name;
  WallPose pose;
  std::vector<double> motion;  // WallMotion::state()
  double work = 0, power = 0;  // on the grains: so far, and of the last step
};

struct ArchivedInlet {
  std::uint64_t placed = 0, tries = 0;
  double placed_mass = 0;
};

struct ArchivedOutlet {
  std::uint64_t grains = 0;
  double mass = 0;
};

struct ArchivedGrains {
  std::uint32_t next_id = 0;
  std::vector<std::uint32_t> id, material, flags, body;
  std::vector<double> radius, inv_mass, inv_inertia;
  std::vector<Vec3> x, v, omega, f, tq;
  std::vector<Quat> q;
};

// Energies and extremes since the start.
struct ArchivedBooks : EnergyBooks {
  double greatest_overlap = 0;
  double smallest_radius = 0;  // bounds what a grain may move in a step
};

struct SimulationArchive {
  std::uint64_t step = 0;
  double dt = 0;
  Hash128 hash;  // state_hash() when it was saved
  ArchivedGrains grains;
  std::string integrator;
  std::vector<std::vector<Vec3>> own;              // arrays of the integrator
  std::uint64_t stride = 0;                        // doubles of history a contact
  std::vector<ArchivedContact> contacts;           // by (i, j)
  std::vector<double> history;                     // stride a contact
  std::vector<ArchivedWallContact> wall_contacts;  // by (id, wall, feature)
  std::vector<double> wall_history;                // stride a wall contact
  std::vector<ArchivedWall> walls;
  std::vector<ArchivedInlet> inlets;
  std::vector<ArchivedOutlet> outlets;
  ArchivedBooks books;
  std::uint64_t renewals = 0;  // for the summary, as are the timers
  Timers timers;
};

}  // namespace scree
