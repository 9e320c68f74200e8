// Inside of a Simulation: the state between stages. Private to src/sim.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/exact_sum.hpp"
#include "detect/neighbor_list.hpp"
#include "detect/selector.hpp"
#include "dynamics/integrator.hpp"
#include "sim/certificate.hpp"
#include "sim/near_list.hpp"
#include "sim/pair_laws.hpp"
#include "sim/simulation.hpp"
#include "sim/tiles.hpp"
#include "sim/wall_contacts.hpp"

namespace scree {

// A place that geometry can be done with: the square of a distance between two such is finite.
inline constexpr double kFarthest = 1e100;
inline bool has_place(const Vec3& x) {
  return std::abs(x.x) <= kFarthest && std::abs(x.y) <= kFarthest && std::abs(x.z) <= kFarthest;
}

// Thickness of the two skins, tuned during the run; never changes the result.
struct Skins {
  double outer = 0;     // of the candidates, for two grains
  double inner = 0;     // of the near list, for two grains: what every pair has at least
  double horizon = 80;  // steps for which a grain's own skin is made (sim/own_skins.cpp)
  double smallest = 0, largest = 0;  // bounds of the outer one
  bool fixed = false;                // the user gave one
  bool whole = false;                // the near list has all candidates, the outer skin is its own
  std::uint64_t steps_since_renewal = 0, steps_since_refine = 0;
};

// Rows that stay in the first-level cache from the gather to the predictor.
inline constexpr std::uint32_t kSlice = 64;

struct TileOrders {
  double dt = 0;              // 0: forces of the start, nothing is remembered
  bool predict_next = false;  // go on with stage 1 of the next step
  bool keep_only = false;     // keep the forces, correct nothing
};

struct Simulation::Impl {
  World world;
  RunOptions options;
  int threads = 1;
  const kernel::Kernels* kernels = nullptr;
  const IntegratorEntry* integrator = nullptr;
  std::vector<std::vector<Vec3>> own;  // arrays of the integrator
  PairLaws laws;
  TimeStepReport time_step;
  std::vector<std::string> warnings;

  // Who may touch.
  Selector detector{"auto", {}};
  std::vector<SlotPair> pairs;
  NeighborList candidates;
  NearList near;
  Tiles tiles;
  std::vector<kernel::ContactRecord> records;  // at the places of sim/tiles.hpp
  std::vector<Vec3> rolling;                   // the same; empty when no law has a rolling part
  std::vector<WallImages> wall_images;         // of each wall
  WallContacts wall_contacts;
  Certificate outer, inner, at_walls;
  // When the near list was made: positions, how far each grain may go before the list could miss a
  // contact, and how much gaps can have closed since the candidates were found.
  std::vector<Vec3> listed_at;
  std::vector<float> own_skin;
  double closed_before = 0;
  Skins skins;
  Vec3 extent_lo{}, extent_hi{};  // box around all grains when the candidates were found
  std::uint64_t renewals = 0, fixed_version = 1;

  // Progress.
  std::uint64_t step = 0;
  double wall_way = 0;  // how far a wall's surface went in this step
  Vec3 gravity{};
  Timers timers;

  // Diagnostics.
  std::array<ExactSum, static_cast<int>(Loss::count)> lost{};
  double deepest = 0;
  double deepest_now = 0;
  bool forces_kept = false;        // near.force holds the last step
  std::size_t touching_pairs = 0;  // grain-grain, in the last step
  bool by_hits = false;            // the gather looks for contacts that touch
  double work_gravity = 0, gravity_power = 0;
  double tile_power = 0;  // of gravity, as the tiles of the last step have summed it
  double added_energy = 0;
  std::vector<Arrival> arrivals;  // of the last run(); no part of the state
  ArchivedRemovals removed;
  double start_energy = 0;
  std::vector<double> wall_work, wall_power;
  double largest_mass = 0;  // of the grains of now
  double smallest_radius = 0;
  double longest_way = 0;    // of a grain in this step
  double corrected_way = 0;  // of a grain in the last correction

  // Scratch, per thread.
  std::vector<std::vector<kernel::Block>> blocks;
  std::vector<std::vector<int>> block_counts;
  std::vector<std::vector<kernel::Waiting>> waiting;

  double time() const { return static_cast<double>(step) * world.dt; }
  double lever() const { return world.lever == LeverArm::contact ? 0.5 : 0.0; }
  Particles& p() { return world.particles; }
  const Particles& p() const { return world.particles; }

  // The stages of one step (docs/architecture.md), in sim/step.cpp and sim/lists.cpp.
  std::optional<Failure> remove_grains();
  void insert_grains();
  void predict();
  void move_walls();
  void detect();
  // 4 to 7, and 1 of the next step if ordered; returns the longest way of that.
  double step_tiles(const TileOrders& orders);
  bool may_look_ahead() const;
  bool outlets_look(std::uint64_t at_step) const;
  kernel::ContactArgs contact_args(double dt);
  // `wall_entry`: of the first row; moves on to that of the last.
  void gather_rows(std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq,
                   std::size_t& wall_entry, ExactSum& background);
  void damp_rows(std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq,
                 ExactSum& background) const;
  double correct_rows(std::uint32_t first, std::uint32_t last, const Vec3* f, const Vec3* tq);
  double predict_rows(std::uint32_t first, std::uint32_t last);
  void keep_forces(std::uint32_t first, std::uint32_t last, const Vec3* f, const Vec3* tq);
  void account(double dt);

  void prepare_scratch();
  void renew();
  void refine_near();
  bool few_touch() const;
  void sort_rows();
  struct Motion {
    double way = 0;    // the longest way of a grain since the near list was made
    double slack = 0;  // how far every grain may still go before it leaves its skin
  };
  Motion measured_motion() const;
  void look_at_motion();
  void choose_own_skins();
  double parted_in_a_step() const;
  double greatest_shift(const WallPose& before, std::size_t wall) const;
  double farthest_from(std::size_t wall) const;
  bool books_gravity_as_work() const;
  double gravity_power_now() const;
  std::array<double, 3> loss_magic() const;
  void note_masses();
  void note_sizes();
  void first_forces();
  std::optional<Failure> check_step() const;
  std::optional<Failure> check_finite() const;
  bool has_finite_motion(std::uint32_t row) const;
  Failure blow_up(const std::string& what) const;
  // sim/audit.cpp
  std::optional<Failure> audit() const;
  std::optional<Failure> audit_walls() const;
  Failure missed(const SlotPair& pair) const;
  Failure missed(std::uint32_t row, const Wall& wall, const WallTouches& found) const;
  EnergyReport energy() const;
  StoredEnergy stored_in(std::uint32_t contact) const;
  StoredEnergy stored_in(const WallEntry& entry, std::uint32_t place) const;
  // Outlets, in sim/remove.cpp.
  std::vector<std::uint16_t> takers() const;
  void book_grains(std::span<const std::uint16_t> taker);
  void relieve(std::uint32_t row, const Vec3& force, const Vec3& torque);
  void end_contacts(std::span<const std::uint16_t> taker);
  void drop_rows(std::span<const std::uint16_t> taker);
  Failure strayed(std::uint32_t row, const Outlet& outlet) const;
};

// sim/checks.cpp: mistakes of a world that can be seen before the first step.
Errors check_world(const World& world, std::vector<std::string>& warnings);
// sim/hand_made.cpp. The first is false where the rows of the grains cannot be read at all; the
// second wants grains without other mistakes.
bool check_hand_made(const World& world, Errors& all);
void check_masses(const Particles& p, Errors& all);
// sim/outlet_checks.cpp
void check_outlets(const World& world, Errors& all, std::vector<std::string>& warnings);
void warn_of_thin_outlets(const World& world, double smallest_radius,
                          std::vector<std::string>& warnings);
// sim/time_step.cpp: what limits dt; sets world.dt when it is 0.
Result<TimeStepReport> derive_time_step(World& world, const PairLaws& laws);
MaterialUse materials_in_use(const World& world);

}  // namespace scree
