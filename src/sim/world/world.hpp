// Everything that a simulation starts from, in SI, as plain data. A scene file is turned into a
// World by src/scene; tests and other programs fill one in by hand.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "base/vec3.hpp"
#include "laws/compaction.hpp"
#include "shapes/shape.hpp"
#include "sim/world/cell.hpp"
#include "sim/world/external_laws.hpp"
#include "sim/world/gravity.hpp"
#include "sim/world/inlet.hpp"
#include "sim/world/outlet.hpp"
#include "sim/world/source.hpp"
#include "sim/world/stage.hpp"
#include "state/bodies.hpp"
#include "state/bonds.hpp"
#include "state/box.hpp"
#include "state/particles.hpp"
#include "walls/wall.hpp"

namespace scree {

// One part of a contact law by name, with its parameters in SI.
struct PartSpec {
  std::string law;
  ParamSet params;
};

struct MaterialSpec {
  std::string name;
  double density = 2500;
  PartSpec normal{"linear", {}};
  PartSpec tangential{"none", {}};
  PartSpec rolling{"none", {}};
  PartSpec twisting{"none", {}};
  PartSpec cohesion{"none", {}};
  Compaction compaction{};
};

// Replaces the mixing for one pair of materials, part by part.
struct PairSpec {
  MaterialId a{}, b{};
  std::optional<PartSpec> normal, tangential, rolling, twisting, cohesion;
};

// A kind of bond (laws/catalog/bond) with its parameters in SI. Bonds name it by its number.
class BondLaw;
struct StartState;
struct BondType {
  std::string name;
  std::string kind = "beam";
  ParamSet params;
  std::shared_ptr<const BondLaw> law = nullptr;  // of a program, instead: sim/bonds/bond_laws.hpp
};

// Where the tangential force acts. `contact`: r - d_n/2 on both sides, so that angular momentum is
// conserved; `surface`: the full radius, as (3.3) and (3.16) of Ferrez have it.
enum class LeverArm { contact, surface };

struct DetectSettings {
  std::string method = "auto";
  double skin = 0;  // 0: chosen and tuned during the run (never changes the result)
  int audit = 0;    // every so many steps compare with brute force; 0: never
  // How polyhedra that are near each other are searched (geometry/convex/methods.hpp); never
  // changes the result.
  std::string narrow = "gjk";
};

struct World {
  std::string title;
  Particles particles;
  Bodies bodies;  // add them by add_body(), sim/world/body_spec.hpp
  std::vector<std::shared_ptr<const Shape>> shapes;  // of primitives; the first is null: a ball
  std::vector<CollideEntry> collisions;              // of shapes from outside the catalogue
  std::vector<BondType> bond_types;
  Bonds bonds;  // add them by ids: world.bonds.add(a, b, type); fragments are named at the start
  std::vector<MaterialSpec> materials;
  std::vector<PairSpec> pairs;
  ExternalLaws laws;  // parts of contact laws that the program brings
  std::vector<Wall> walls;
  std::vector<std::shared_ptr<const ForceSource>> sources;  // sim/world/source.hpp
  std::vector<Inlet> inlets;
  std::vector<Outlet> outlets;
  std::vector<RunStage> stages;  // parts of the run; empty: one without an end of its own
  Gravity gravity;
  PeriodicBox box;
  CellSpec cell;  // how the box deforms
  // Springs and more of a run that this one goes on from (sim/world/start_state.hpp); null: none.
  std::shared_ptr<const StartState> start = nullptr;

  double dt = 0;                   // 0: derived from the shortest contact
  double steps_per_contact = 50;   // for the derived dt
  double reference_speed = 1;      // m/s, for laws whose contact time depends on it (Hertz)
  bool allow_unstable_dt = false;  // a dt above the stable one is refused unless this is set
  std::string integrator = "verlet";
  double damping = 0;             // C of (3.23), kg/s
  double rotational_damping = 0;  // C* of (3.24), kg m^2/s
  LeverArm lever = LeverArm::contact;
  DetectSettings detect;
  double max_start_overlap = 0.05;  // of the smaller radius; deeper overlap at the start is refused
  std::uint64_t seed = 1;

  bool deforms() const { return !cell.empty(); }
  // For integrators: grains of a cell that deforms come back into it when it has moved.
  PeriodicBox wrapping_box() const { return deforms() ? PeriodicBox{} : box; }
};

// Puts walls where their motions have them at t = 0.
void place_walls(std::vector<Wall>& walls);

}  // namespace scree
