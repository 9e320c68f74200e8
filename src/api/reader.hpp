// What one may ask of a simulation: by ids, never by rows, and only to read. Arrays are in the
// order of ids, which is the same with any number of threads. Values are those between two steps; a
// Reader is small and may be copied, and holds as long as its simulation.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/parts.hpp"

namespace scree::api {

struct GrainState {
  GrainId id = 0;
  BodyId body = 0;  // rigid body or bonded fragment; 0: none
  std::string material;
  bool fixed = false, is_ball = true;
  double radius = 0;  // of the ball around it
  double mass = 0;    // of a primitive of a body 0: the body has it
  Vec3 position, velocity, spin, force, torque;
  Quat orientation;
};

struct BodyState {
  BodyId id = 0;
  std::vector<GrainId> grains;
  Vec3 position, velocity, spin, force, torque;  // of the centre of mass
  Quat orientation;                              // from the principal frame
  double mass = 0, volume = 0;
  Vec3 inertia;  // principal moments
};

// With a force, each pair once. Contacts of shapes have several points.
struct Contact {
  GrainId i = 0, j = 0;    // i < j; j has a meaning only where wall < 0
  int wall = -1;           // its number in the order of walls()
  Vec3 point, normal;      // unit, from i to the partner
  Vec3 force, tangential;  // on i; the tangential part of force
  double overlap = 0;
};

struct Bond {
  GrainId i = 0, j = 0;
  std::string type;
  bool intact = true;
  double length = 0;  // at rest
  Vec3 force;         // on i
};

struct WallState {
  std::string name;
  Vec3 position, velocity, spin;
  Quat orientation;
  Vec3 force, torque;  // of the grains on it; about its origin
  double work = 0;     // of the wall on the grains since the start
};

struct EnergyTerm {
  std::string_view name, meaning;
  std::string_view side;  // "held", "lost", "removed", "put in"
  double value = 0;       // J
};

// held + lost + removed = start + put in, up to the residual.
struct Energy {
  std::vector<EnergyTerm> terms;
  double start = 0, held = 0, lost = 0, removed = 0, put_in = 0, residual = 0;
  double of(std::string_view name) const;  // 0 where there is no such term
};

struct Column {
  std::string name, unit, meaning;
  bool cumulative = false;  // a sum over the run so far
};

class Reader {
 public:
  double time() const;
  double time_step() const;
  std::uint64_t steps() const;
  std::uint64_t step_at(double time) const;        // the first that reaches it
  std::uint64_t last_step(double duration) const;  // of a run of its scene, stages and all
  // Of all that decides the future, 32 hexadecimal digits: the same with any number of threads, any
  // detector, engine and instruction set.
  std::string state_hash() const;
  // Of a world with stages: the name of the present one, and whether the last is over.
  std::string stage() const;
  bool finished() const;

  std::size_t grain_count() const;
  bool has(GrainId id) const;
  std::optional<GrainState> grain(GrainId id) const;  // nothing: it has left
  std::vector<GrainId> ids() const;
  // One value for each of ids(), as a new array.
  std::vector<Vec3> positions() const;
  std::vector<Vec3> velocities() const;
  std::vector<double> radii() const;
  std::vector<double> masses() const;
  // The same into an array of the caller, and more. False, and nothing is written: it is not as
  // long as ids().
  enum class Vector { position, velocity, spin, force, torque };
  enum class Number { radius, mass };
  enum class Whole { id, body, material, fixed };  // material: its number in World::materials()
  bool copy(Vector what, std::span<Vec3> to) const;
  bool copy(Number what, std::span<double> to) const;
  bool copy(Whole what, std::span<std::uint32_t> to) const;
  bool copy_orientations(std::span<Quat> to) const;
  // Of a field of the world, as many numbers a grain as it is wide; empty: there is none.
  std::vector<double> field(std::string_view name) const;

  std::vector<BodyState> bodies() const;
  std::optional<BodyState> body(BodyId id) const;
  std::vector<Contact> contacts() const;  // by i, then j, walls after grains
  std::size_t contact_count() const;      // that touch now
  std::vector<Bond> bonds() const;
  std::vector<WallState> walls() const;
  std::optional<WallState> wall(std::string_view name) const;
  std::vector<std::string> materials() const;
  Energy energy() const;
  double greatest_overlap() const;  // seen so far, of the smaller radius

  // How it is computed, which never changes the result.
  int threads() const;
  std::string engine() const;
  std::string detector() const;
  std::string instruction_set() const;
  std::size_t memory_bytes() const;
  std::vector<std::string> warnings() const;

 private:
  friend struct Access;
  friend class Simulation;
  Reader() = default;
  struct Source;
  std::shared_ptr<const Source> source_;
};

// A measure of the catalogue (`scree list measures`), from one line as a scene has it:
// "density; area = 1e-3; bottom = 0; height = 0.02".
class Measure {
 public:
  [[nodiscard]] static Result<Measure> make(std::string_view line);
  Measure(Measure&&) noexcept;
  Measure& operator=(Measure&&) noexcept;
  ~Measure();

  std::vector<Column> columns() const;
  // Many rows an instant, else one.
  bool is_table() const;
  // Row by row. The errors of a measure that this simulation cannot answer (a wall that it does
  // not have). A measure with a memory (`flow`, an average) counts the instants it was asked at.
  [[nodiscard]] Result<std::vector<double>> evaluate(const Reader& now);

 private:
  struct Impl;
  explicit Measure(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree::api
