// What a world is made of, as plain data in SI. world.hpp takes these parts, with their mistakes.
//
// Whatever has a catalogue (laws, shapes of walls, motions, ends of stages) is a Choice: a name and
// its parameters, as a scene spells them (`scree list laws`). Materials, walls and kinds of bonds
// are named by their names, grains and bodies by their ids.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"

namespace scree::api {

// Stable: never used again, and not changed by sorting, removing or resuming. Ascending in the
// order in which grains were added.
using GrainId = std::uint32_t;
// The id of its first grain plus 1, as in files; 0: no body.
using BodyId = std::uint32_t;

struct Choice {
  std::string name;
  ParamSet params = {};  // those left out have their defaults
};

struct Material {
  std::string name;
  double density = 2500;  // kg/m^3
  Choice normal{"linear"}, tangential{"none"}, rolling{"none"}, twisting{"none"}, cohesion{"none"};
};

// Laws between two materials, instead of what mixing them gives.
struct MaterialPair {
  std::string a, b;
  std::optional<Choice> normal, tangential, rolling, twisting, cohesion;
};

// A ball; in two dimensions a disc.
struct Grain {
  Vec3 position;
  double radius = 0;
  std::string material = {};  // empty: the first of the world
  Vec3 velocity{}, spin{};
  Quat orientation{};
  bool fixed = false;  // it never moves
};

// The form of a grain that is not a ball. Copies share it.
class Shape {
 public:
  // Of the catalogue: "polyhedron" with `vertices`, "polygon", ... E0546: it has no such shape.
  [[nodiscard]] static Result<Shape> make(std::string_view kind, const ParamSet& params);
  // The same with "name=value" as a scene spells them: "rounding=1 mm".
  [[nodiscard]] static Result<Shape> parse(std::string_view kind,
                                           const std::vector<std::string>& params);
  // The hull of points, with everything within `rounding` of it.
  [[nodiscard]] static Result<Shape> polyhedron(const std::vector<Vec3>& vertices,
                                                double rounding = 0);

  std::string_view kind() const;
  double bounding_radius() const;  // of a ball about the origin of its frame that holds it
  double volume() const;           // in two dimensions area

 private:
  friend struct Access;
  Shape() = default;
  std::shared_ptr<const void> shape_;
};

// A part of a rigid body: a ball, or a shape.
struct Primitive {
  Vec3 position{};  // in the frame in which the body is described
  Quat orientation{};
  double radius = 0;  // of a ball
  std::optional<Shape> shape = {};
  std::string material = {};
};

struct BodyMass {
  double mass = 0;
  Vec3 centre{};
  std::array<double, 6> inertia{};  // about the centre: xx yy zz xy yz zx
};

struct Body {
  std::vector<Primitive> primitives;
  Vec3 position{};  // of the frame in which it is described
  Quat orientation{};
  Vec3 velocity{}, spin{};  // of the centre of mass
  // Without it: from the densities. Balls that overlap count once, other shapes in full.
  std::optional<BodyMass> mass = {};
  bool fixed = false;
};

// Where a copy of a body is put.
struct BodyPlace {
  Vec3 position{};  // of the frame in which it is described
  Quat orientation{};
  Vec3 velocity{}, spin{};  // of the centre of mass
};

struct Wall {
  std::string name;
  Choice shape;
  std::string material = {};
  // None: it stands still. Several act at once: displacements add up, turns follow one another.
  std::vector<Choice> motions = {};
};

struct BondType {
  std::string name;
  Choice law{"beam"};
};

// Diameters of grains that are poured in.
struct Sizes {
  enum class Kind { fixed, uniform, normal, lognormal };
  Kind kind = Kind::fixed;
  double mean = 0, deviation = 0;  // fixed has no deviation, uniform neither
  double min = 0, max = 0;  // of uniform; where normal and lognormal are cut off, 0: at 3 sigma
};

inline constexpr double kEver = 1e300;  // s

// An opening through which grains enter.
struct Inlet {
  std::string name;
  Vec3 centre{};
  Vec3 axis_u{}, axis_v{};  // half-edges of a rectangle; of a disc the radii
  bool disc = true;
  double thickness = 0;  // of the slab along the normal in which grains appear
  std::string material = {};
  Sizes sizes;
  double rate = 0;          // grains per second, or
  double mass_rate = 0;     // kg/s
  std::uint64_t count = 0;  // at most; 0: no limit
  double mass = 0;          // kg, at most; 0: no limit
  double from = 0, until = kEver;
  Vec3 velocity{};
};

// A part of space that takes grains away.
struct Outlet {
  enum class Meaning {
    outflow,
    lost,
    failure
  };  // lost: the verdict says so; failure: the run ends
  std::string name;
  Choice region;
  bool whole = false;  // all of the grain must be inside, not its centre only
  Meaning meaning = Meaning::outflow;
  double from = 0, until = kEver;
  std::uint64_t check_every = 100;  // steps
};

// A part of a run with changes at its beginning and an end of its own.
struct Stage {
  struct Motion {
    std::string wall;
    std::vector<Choice> motions;  // from where it is then; empty: it stands still
  };
  struct End {
    Choice condition;  // `scree list ends`
    double hold = 0;   // s that it must stay true
  };
  std::string name;
  double duration = 0;          // s; with conditions, at most
  std::vector<End> until = {};  // the first that comes true ends the stage
  bool fail_when_late = true;   // the run ends where none did in time
  std::vector<Motion> motions = {};
  std::optional<Vec3> gravity = {};
};

// What holds for the whole world.
struct Settings {
  std::string title = {};
  int dimensions = 3;  // 2: discs and polygons in the plane z = 0; before the first grain
  Vec3 gravity{0, -9.81, 0};
  double time_step = 0;           // s; 0: derived from the shortest contact
  double steps_per_contact = 50;  // for the derived one
  double reference_speed = 1;     // m/s, for contact times that depend on it
  bool allow_unstable_time_step = false;
  std::string integrator = "verlet";
  std::string detector = "auto";    // never changes the result
  double damping = 0;               // kg/s, of all motion
  double rotational_damping = 0;    // kg m^2/s
  double max_start_overlap = 0.05;  // of the smaller radius; deeper at the start is refused
  std::uint64_t seed = 1;
  // Space closes on itself along these axes, between these corners.
  std::array<bool, 3> periodic{false, false, false};
  Vec3 periodic_min{}, periodic_max{};
};

// A grain as a force of a program's own sees it, at an instant.
struct ForceInput {
  GrainId id = 0;
  double time = 0, time_step = 0;
  Vec3 position, velocity, spin;
  double radius = 0, mass = 0;
};

// A force that is no contact: a field, drag, wind. A value: it keeps nothing from step to step, and
// is asked from several threads at once. Its work is booked as `work_sources`.
class ForceSource {
 public:
  virtual ~ForceSource() = default;
  virtual std::string_view name() const = 0;
  // Adds to the force and torque on one grain.
  virtual void act(const ForceInput& grain, Vec3& force, Vec3& torque) const = 0;
};

// All grains at an instant, in the order of their ids.
struct ForceArrays {
  double time = 0, time_step = 0;
  std::span<const GrainId> id;
  std::span<const Vec3> position, velocity, spin;
  std::span<const double> radius, mass;
};

// The same for all grains at once: asked once for each time that forces are found, on the thread
// that runs the simulation. Price: the arrays are made each time, about 0.1 us a grain.
class ArrayForceSource {
 public:
  virtual ~ArrayForceSource() = default;
  virtual std::string_view name() const = 0;
  // Adds to arrays that are 0 at first.
  virtual void act(const ForceArrays& grains, std::span<Vec3> force,
                   std::span<Vec3> torque) const = 0;
};

// A number, a vector or a quaternion that each grain carries besides: saved, hashed, in frames.
struct Field {
  std::string name, unit = {}, about = {};
  std::size_t width = 1;  // 1, 3 or 4
  double initial = 0;
};

}  // namespace scree::api
