// A world that steps.
//
//   auto sim = Simulation::create(std::move(world), {.threads = 4});
//   if (!sim) for (const Error& e : sim.errors()) ...
//   sim->every(1e-3, [](Simulation& s) { ...; return true; });
//   const Outcome end = sim->run(1000);
//   if (end.failure) ...
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "api/reader.hpp"
#include "api/world.hpp"

namespace scree::api {

// How it is computed. None of it changes the result.
struct Options {
  int threads = 0;                       // 0: as many as there are cores and work for
  std::string engine = "auto";           // `scree list engines`
  std::string instruction_set = "auto";  // "plain", "avx2", "avx512"
  bool sort_rows = true;
};

// Why a simulation cannot go on.
struct Failure {
  std::string code, message;
  std::uint64_t step = 0;
  std::optional<GrainId> grain;
};

struct Outcome {
  std::uint64_t steps = 0;         // that were made
  std::optional<Failure> failure;  // it ended before its time
  bool stopped = false;            // a callback said so
  bool ok() const { return !failure.has_value(); }
};

// All that decides later bits, and what is reported since the start. A simulation that is resumed
// goes on with the same bits, with any threads, engine or instruction set.
class Checkpoint {
 public:
  // E0911 to E0915: what is wrong with the bytes or the file.
  [[nodiscard]] static Result<Checkpoint> decode(std::string_view bytes);
  [[nodiscard]] static Result<Checkpoint> read(const std::string& path);
  [[nodiscard]] Result<std::string> encode() const;
  // The file is whole or as it was.
  [[nodiscard]] Errors write(const std::string& path) const;

  std::uint64_t step() const;
  std::string state_hash() const;

 private:
  friend class Simulation;
  friend struct Access;
  Checkpoint() = default;
  std::shared_ptr<const void> archive_;
};

// One simulation must not be used by two threads at once; several share nothing.
class Simulation : public Reader {
 public:
  // All mistakes together. The world is looked at as a whole.
  [[nodiscard]] static Result<Simulation> create(World world, const Options& options = {});
  // `world`: the one that the saved simulation was created from. E0915, E0916: they do not belong
  // together.
  [[nodiscard]] static Result<Simulation> resume(World world, const Checkpoint& from,
                                                 const Options& options = {});
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  Outcome run(std::uint64_t steps);
  Outcome run_until(double time);  // the last step is the first that reaches it
  [[nodiscard]] Checkpoint save() const;

  // Called between steps, at all multiples of an interval of simulated time (s) or of a number of
  // steps that come after now. It may read, edit and ask for more callbacks, but not run. false:
  // run() returns. What it throws comes out of run(), between two steps. A number to forget() it
  // by.
  using Callback = std::function<bool(Simulation&)>;
  std::size_t every(double interval, Callback call);
  std::size_t every_steps(std::uint64_t steps, Callback call);
  void forget(std::size_t callback);

  // Edits between steps. The books are kept: what a newcomer brings and a change of speed is booked
  // as `added`, what leaves as `removed`, the work of forces as `work_sources`. Checkpoints have
  // them. E0544, E0550 to E0553: what cannot be. A grain that belongs to a body stands for it.
  [[nodiscard]] Result<GrainId> add(const Grain& grain);
  [[nodiscard]] Result<BodyId> add(const Body& body);
  [[nodiscard]] Errors remove(GrainId id);
  [[nodiscard]] Errors set_velocity(GrainId id, const Vec3& velocity, const Vec3& spin = {});
  // Acts on the grain until it is set again.
  [[nodiscard]] Errors set_force(GrainId id, const Vec3& force, const Vec3& torque = {});
  [[nodiscard]] Errors bond(GrainId a, GrainId b, const std::string& type);
  [[nodiscard]] Errors break_bond(GrainId a, GrainId b);
  // The same for many: all are changed, or none where one cannot be, with up to ten mistakes. All
  // contacts are looked at once, most of the price of a single edit. As many vectors as ids, E0548
  // if not.
  using Pair = std::pair<GrainId, GrainId>;
  [[nodiscard]] Result<GrainId> add(std::span<const Grain> grains);  // ids follow the first
  // Copies of a body, each at a place instead of its own; its mass is found once.
  [[nodiscard]] Result<std::vector<BodyId>> add(const Body& body,
                                                std::span<const BodyPlace> places);
  [[nodiscard]] Errors remove(std::span<const GrainId> ids);
  [[nodiscard]] Errors set_velocities(std::span<const GrainId> ids,
                                      std::span<const Vec3> velocities,
                                      std::span<const Vec3> spins = {});  // none: they stay
  [[nodiscard]] Errors set_forces(std::span<const GrainId> ids, std::span<const Vec3> forces,
                                  std::span<const Vec3> torques = {});  // none: 0
  [[nodiscard]] Errors bond(std::span<const Pair> pairs, const std::string& type);
  [[nodiscard]] Errors break_bonds(std::span<const Pair> pairs);

 private:
  friend struct Access;
  struct Impl;
  explicit Simulation(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

// Of the library.
std::string version();

}  // namespace scree::api
