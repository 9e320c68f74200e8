// Dashpots of clumps of balls that are made for a restitution: which part of each the contacts of
// now need.
//
// Such a dashpot is made for the masses of the two bodies, 1/m = 1/m_1 + 1/m_2. But a clump gives
// way by turning, too, and several of its balls may press on one partner at once, so that the mass
// that moves along contact i is another,
//
//   1/m_i = sum over j of n_i . n_j / m + l_1i . I_1^-1 l_1j + l_2i . I_2^-1 l_2j,
//
// where j runs over all contacts of the two bodies, l = arm x n: how fast unit impulses at all of
// them part the surfaces at i. Its dashpot is then sqrt(m_i / m) of the one it was made for, and no
// more than that one; its spring is what it was. docs/theory/bodies.md
//
// A group is all contacts between a clump and one partner: another clump, a ball, a wall. Groups
// are looked for when lists are made; what touches follows from the positions of the step.
//
// A group is looked at just before the contacts of the first tile that stores one of it
// (sim/tiles.hpp): its rows are in the cache then, and none of them has been moved yet. A group
// whose contacts belong to several threads is looked at before all tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engines/engine.hpp"
#include "sim/engines/tiles.hpp"

namespace scree {

class ClumpDamping {
 public:
  // Of one thread.
  struct Scratch;

  ClumpDamping();
  ~ClumpDamping();

  // Rows, bodies, near pairs or wall entries have changed.
  void expire() { planned_ = false; }
  // False where there is nothing to scale: no clump, or all dashpots are given by coefficients.
  // Before the threads of a team call the others.
  bool prepare(const StepState& s, const Tiles& tiles, int threads);
  // The scales for the current positions. First by all threads of a team, each with its number;
  // then for every tile by the thread that goes on with its contacts.
  void begin(const StepState& s, const kernel::ContactArgs& contacts, const WallArgs& walls,
             std::size_t thread);
  void find(std::uint32_t tile, const StepState& s, const kernel::ContactArgs& contacts,
            const WallArgs& walls, std::size_t thread);
  // Bodies of the list have moved on to the next step.
  void follow(const StepState& s, const kernel::Kernels& kernels, const std::uint32_t* list,
              std::size_t count) {
    kernels.respond_clumps(s.world.bodies.body.data(), list, place_.data(), count,
                           response_.data());
  }
  // `followed`: all bodies have, or none moves before the next step.
  void end(bool followed) { poses_known_ = followed; }

  const double* of_pairs() const { return of_pair_.data(); }  // by contact of the near list
  ClumpTouches& at_walls() { return at_walls_; }

 private:
  // Pairs that are done together, or the entries of one group at a wall.
  struct Part {
    std::uint32_t begin, end, stage;  // 0: before all tiles, or the tile plus 1
  };
  // Parts by stage.
  struct Parts {
    std::vector<Part> part;
    std::vector<std::uint32_t> begin;  // of a stage
    void sort(std::size_t stages);
  };

  void plan(const StepState& s, const Tiles& tiles, int threads);
  void number_clumps(const World& w);
  void sort_pairs(const StepState& s, int threads);
  void sort_pairs_of(const StepState& s, std::uint32_t clump);
  void cut_pairs(const Tiles& tiles);
  void find_wall_entries(const StepState& s, const Tiles& tiles);
  std::uint32_t stage_of(const Tiles& tiles, std::uint32_t first_row, std::uint32_t last_row) const;
  void find_pairs(const Part& part, const kernel::ContactArgs& contacts, const WallArgs& walls,
                  Scratch& scratch);
  void find_at_wall(const Part& part, const WallContacts& c, const kernel::ContactArgs& box,
                    const WallArgs& a, Scratch& scratch);
  void add_touches(const WallArgs& a, const WallContacts& c, const kernel::ContactArgs& box,
                   std::uint32_t entry, Scratch& scratch);

  bool planned_ = false, poses_known_ = false;
  std::vector<std::uint32_t> clumps_;            // bodies with balls, in the order of their rows
  std::vector<std::uint32_t> place_;             // of a body: its place among them plus 1
  std::vector<std::uint32_t> clump_of_;          // of a row: that of its body; 0: a plain ball
  std::vector<kernel::ClumpResponse> response_;  // by place
  // Pairs of balls, by the clump that has the lower rows: number k of the pairs is number
  // contact_[k] of the near list.
  std::vector<std::uint32_t> begin_;  // of a clump's pairs
  std::vector<std::uint32_t> contact_, owner_, other_, group_;
  std::vector<std::uint32_t> wall_entry_;  // entries, by group
  std::vector<std::uint32_t> run_of_;      // of a tile
  Parts pair_parts_, wall_parts_;
  std::vector<double> of_pair_;
  ClumpTouches at_walls_;
  std::vector<Scratch> scratch_;
};

}  // namespace scree
