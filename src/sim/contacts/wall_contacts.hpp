// Contacts of grains with walls: who is near which wall, and where they touch now.
//
// An entry is a (grain, wall) pair within the skin; it has as many contact points as the shape can
// touch a ball at once. Points are kept sorted by feature, so that every sum has one order.
//
// An entry that does not touch is quiet: grain and wall have to come nearer by their distance
// first, and no grain and no wall goes farther in a step than the certificate counts
// (sim/lists/certificate.hpp). Until it counts so much the entry is passed over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/contacts/pair_laws.hpp"
#include "sim/kernel/kernel.hpp"
#include "state/particles.hpp"
#include "walls/images.hpp"

namespace scree {

struct WallPoint {
  Vec3 force;   // on the grain
  Vec3 torque;  // on the grain
  Vec3 point;   // where it acts, on the wall itself: the grain may be at an image of it
  Vec3 normal;  // from the grain to the wall
  Vec3 tangential;
  Vec3 couple;  // rolling and twisting torque on the grain, part of torque
  double overlap = 0;
  double slope = 1;  // as in WallTouch
  std::uint32_t feature = 0;
};

struct WallEntry {
  std::uint32_t row = 0;
  std::uint16_t wall = 0;
  std::uint16_t touching = 0;  // points in use
  std::uint32_t first = 0;     // of its points
  float quiet = -1;            // no contact is possible while the approach is less than this
};

struct WallContacts {
  std::vector<WallEntry> entries;    // sorted by (row, wall)
  std::vector<std::uint32_t> by_id;  // entries in the order of (particle id, wall)
  std::vector<WallPoint> points;
  std::vector<double> history;  // stride doubles per point

  std::size_t memory_bytes() const;
};

// What is known of the contacts of clumps before the law acts (sim/engines/clump_damping.hpp).
struct ClumpTouches {
  static constexpr std::uint16_t kNotLooked = 0xffff;
  std::vector<std::uint16_t> count;  // of an entry: its touches
  std::vector<WallTouch> touch;      // where its points are
  std::vector<double> damping;       // of a point: scale of the normal part's dashpot
};

struct WallArgs {
  const Particles& p;
  std::span<const Wall> walls;
  std::span<const WallImages> images;  // of each wall
  const PairLaws& laws;
  const kernel::Kernels& kernels;
  double lever = 0.5;
  double dt = 0;
  double approach =
      0;  // that grain and wall can have gone towards each other since the entries are new
  double left = 0;                 // that they may still go
  ClumpTouches* clumps = nullptr;  // null: there are none, or their dashpots need no scale
  std::span<const std::uint8_t> others = {};  // by entry, 1: computed elsewhere; empty: none is

  bool elsewhere(std::size_t entry) const { return !others.empty() && others[entry] != 0; }
};

HD bool is_quiet(const WallEntry& entry, double approach) {
  return approach < static_cast<double>(entry.quiet) && entry.touching == 0;
}

// New entries within `reach` of each grain's surface; what was known is carried over. Rows may have
// been re-sorted: `id_of_old_row` tells whose the old entries were.
void renew_entries(const Particles& p, std::span<const Wall> walls,
                   std::span<const WallImages> images, double reach, int stride,
                   std::span<const ParticleId> id_of_old_row, int threads, WallContacts& contacts);

// Follows a removal of rows: new_row[r] is the row that row r becomes, Particles::kNoRow where it
// goes; the others keep their order.
void drop_rows(std::span<const std::uint32_t> new_row, WallContacts& contacts);

// Touch and law for the entries of rows [first, last). Scratch: one block and count a law, counts
// are 0 before and after.
void touch_walls(const WallArgs& args, std::uint32_t first, std::uint32_t last,
                 WallContacts& contacts, std::vector<kernel::Block>& blocks,
                 std::vector<int>& counts, kernel::LossSum& losses);

// The first entry of this row or a later one.
std::size_t first_entry(const WallContacts& contacts, std::uint32_t row);

// Adds the wall forces on rows [first, last) to f and tq (offset by first). `entry` is the first of
// these rows, and becomes the first of those behind them.
void gather_walls(const WallContacts& contacts, std::size_t& entry, std::uint32_t first,
                  std::uint32_t last, Vec3* f, Vec3* tq);

// Force and torque (about the wall's origin) of the grains on one wall: exact sums.
struct WallReaction {
  Vec3 force, torque;
  double belt_power = 0;  // of a moving surface on the grains, W
};
}  // namespace scree
