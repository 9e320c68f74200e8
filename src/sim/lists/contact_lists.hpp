// Who may touch: the candidates of the detector, the near list that a step works on, and the
// certificates that say how long both hold (sim/lists/certificate.hpp, sim/contacts/near_list.hpp).
//
// Reads positions, speeds and materials of the grains; sorts their rows now and then as the engine
// wants them. Nothing here changes a result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/cell_map.hpp"
#include "detect/neighbor_list.hpp"
#include "detect/selector.hpp"
#include "sim/contacts/near_list.hpp"
#include "sim/contacts/pair_laws.hpp"
#include "sim/lists/certificate.hpp"
#include "sim/lists/list_maker.hpp"
#include "sim/world/cell.hpp"
#include "state/bonds.hpp"

namespace scree {

// Thickness of the two skins, tuned during the run.
struct Skins {
  double outer = 0;  // of the candidates, for two grains
  double inner = 0;  // of the near list, for two grains: what every pair has at least
  double horizon =
      80;  // steps for which the skin of a single grain is made (sim/lists/grain_skins.cpp)
  double smallest = 0, largest = 0;  // bounds of the outer one
  bool fixed = false;                // the user gave one
  bool whole = false;                // the near list has all candidates
  std::uint64_t steps_since_renewal = 0, steps_since_refine = 0;
};

// Greatest displacements of one step.
struct StepMotion {
  double grains = 0;     // of a grain, by the predictor
  double corrected = 0;  // of a grain, by the last corrector
  double walls = 0;      // of a wall's surface
  double strain = 0;     // of a cell that deforms: what two grains d apart close is strain * d
};

// What the lists are made from.
struct ListInput {
  Particles& p;
  const PeriodicBox& box;
  const PairLaws& laws;
  double dt = 0;
  std::uint64_t step = 0;
  int threads = 1;
  const char* instruction_set = "auto";
  StepMotion motion;
  bool bodies = false;  // there are bodies of several rows or other shapes
  const Bonds& bonds;
  bool deforming = false;      // the box is a cell that deforms
  double largest_radius = 0;   // of a grain
  ListMaker* maker = nullptr;  // null: the processor makes them
};

class ContactLists {
 public:
  Selector detector{"auto", {}};
  NeighborList candidates;  // two balls, where the processor has found them
  std::size_t candidate_count = 0;
  bool made_elsewhere = false;    // by the ListMaker of an engine
  std::vector<RowPair> shaped;    // other candidates: at least one of both is not a ball
  std::vector<RowPair> internal;  // those of one fragment, which bonds keep from touching
  NearList near;
  Certificate outer, inner;
  Skins skins;
  Vec3 extent_lo{}, extent_hi{};  // box around all grains when note_extent() was called
  std::uint64_t renewals = 0;
  std::size_t touching = 0;  // near pairs that touched in the last step

  // The first skin, from the smallest grain; `given` by the user, or 0.
  void choose_skin(double smallest_radius, double given);
  // Grains came or left, rows have other grains: the next step renews.
  void expire() { outer.grant(-1), ++fixed_version_; }

  // Counts the motion of a step against the certificates.
  void spend(const ListInput& in);
  // Where a sum of greatest displacements is too pessimistic, they are measured.
  bool wants_measure() const {
    const bool near_ends = !skins.whole && !inner.holds();
    return outer.allowance >= 0 && (near_ends || !outer.holds());
  }
  void measure(const ListInput& in);
  void spend_correction(double displacement);
  // The cell has deformed by x -> x + D (x - lo).
  void deform(const CellNumbers& increment);
  bool must_renew() const { return !outer.holds(); }
  bool usable() const { return outer.allowance >= 0; }  // of these rows
  bool must_refine(const ListInput& in) const {
    return skins.whole ? !few_touch(in.step) : !inner.holds();
  }

  // Now and then rows are put into a new order before candidates are looked for: row r becomes the
  // one that was order[r].
  // Where the lists are made elsewhere, the state has to come for it: not while renewals are often.
  bool sorts_rows(std::uint64_t step) const {
    constexpr std::uint64_t kStepsBetween = 5000;
    if (made_elsewhere) return step >= sorted_at_ + kStepsBetween;
    return renewals % 16 == 0;
  }
  void sort_rows(const ListInput& in, std::span<const std::uint32_t> order);
  // New candidates; the near list has to be refined after it. Returns the skin: every pair with a
  // smaller gap is among the candidates.
  double find_candidates(const ListInput& in);
  void note_extent(const Particles& p, int threads);
  // A new near list; what was known of its pairs is carried over.
  void refine(const ListInput& in);

  // A pair that touched a step ago must still be in a list, or nothing would book what its springs
  // held: no skin is thinner than this.
  double parted_in_a_step(const ListInput& in) const {
    const StepMotion& m = in.motion;
    return 1.1 * (2 * (m.grains + m.corrected) + m.walls + closed_by(in, m.strain));
  }  // the tenth is for rounding
  std::size_t memory_bytes() const;

 private:
  bool few_touch(std::uint64_t step) const;
  // How much a strain can close of a gap that the lists are about. Pairs that are farther apart
  // close more, but have more than the skin to lose in proportion.
  double closed_by(const ListInput& in, double strain) const {
    return strain * (2 * in.largest_radius + in.laws.max_range + skins.outer);
  }
  // Displacement of one of two grains that close a gap, the flow of a cell shared by both.
  double displacement(const ListInput& in) const {
    return in.motion.grains + 0.5 * closed_by(in, in.motion.strain);
  }
  NearOrders near_orders(const ListInput& in);
  void choose_grain_skins(const ListInput& in, const NearOrders& orders);
  void find_on_processor(const ListInput& in, double reach);
  ListMotion measured_motion(const ListInput& in) const;
  double beyond_the_flow(const ListInput& in, std::size_t row) const;

  void part_candidates(const ListInput& in);

  std::vector<RowPair> pairs_;
  // When the near list was made: positions, how far each grain may go before the list could miss a
  // contact, and how much gaps can have closed since the candidates were found.
  std::vector<Vec3> listed_at_;
  std::vector<float> grain_skin_;
  double closed_before_ = 0;
  // What a cell has done since: the map of positions, and the sum of strains.
  Vec3 since_diagonal_{1, 1, 1}, since_above_{};
  double since_strain_ = 0;
  detect::CellMap cell_map_;
  std::uint64_t fixed_version_ = 1;
  std::uint64_t sorted_at_ = 0;  // step
};

}  // namespace scree
