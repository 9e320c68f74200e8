// The state of a Simulation as plain data: all that decides later bits or is reported, and nothing
// that depends on threads, detector, skins or the order of rows. So one state has one archive.
//
// Everything is in the order of stable ids. What can be derived (lists, certificates, tiles, the
// current gravity) is left out and rebuilt by Simulation::resume.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/vec3.hpp"
#include "sim/world/books.hpp"
#include "sim/world/stage.hpp"
#include "sim/world/timers.hpp"
#include "state/body_fields.hpp"
#include "state/bonds.hpp"
#include "state/contact_fields.hpp"
#include "state/hash.hpp"
#include "state/particles.hpp"
#include "walls/wall.hpp"

namespace scree {

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

// Energies and extremes since the start.
struct ArchivedBooks : EnergyBooks {
  double greatest_overlap = 0;
  double smallest_radius = 0;  // bounds what a grain may move in a step
};

// Rows that came and went, but for those that inlets and outlets count: edits of a program
// (Simulation::add_grain and others), and all rows but one of a body that an outlet took.
struct EditCounts {
  std::uint64_t added = 0, removed = 0;
};

// Only of a world with stages.
struct ArchivedStages {
  bool any = false;
  StageProgress progress;
  std::vector<double> inlet_base;  // Inlet::base
};

struct SimulationArchive {
  std::uint64_t step = 0;
  double dt = 0;
  Hash128 hash;      // state_hash() when it was saved
  Particles grains;  // by id, in all fields that are saved, those of the integrator, too
  std::string integrator;
  ContactRows contacts;                // by (i, j)
  WallContactRows wall_contacts;       // by (id, wall, feature)
  RecordTable<Body> bodies;            // by id
  RecordTable<Primitive> primitives;   // body after body
  std::uint64_t shapes = 0;            // numbers given to shapes so far
  PointRows points;                    // contacts of shapes other than balls
  Bonds bonds;                         // by (i, j)
  RecordTable<BondBreak> bond_breaks;  // in the order of time
  EditCounts edits;
  std::vector<ArchivedWall> walls;
  std::vector<ArchivedInlet> inlets;
  std::vector<ArchivedOutlet> outlets;
  std::vector<double> cell;  // CellSystem::state(); empty: the box stays as it is
  ArchivedStages stages;
  ArchivedBooks books;
  std::uint64_t renewals = 0;  // for the summary, as are the timers
  Timers timers;
};

}  // namespace scree
