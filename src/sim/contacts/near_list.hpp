// The near list: the pairs that the step works on, with their histories.
//
//   detector --renew (rare)--> candidates --refine (cheap, more often)--> near list --every step-->
//
// Candidates lie within a skin, near pairs within a much thinner one, so that at rest the step sees
// almost nothing but contacts. Both lists carry a certificate (sim/lists/certificate.hpp). Neither
// changes the result: a pair that does not touch adds nothing.
//
// A contact is evaluated from its grain of lower id, the owner, and stored with its lower row: the
// contacts begin[s] .. begin[s+1] are those of row s with higher rows, sorted by the partners' ids.
// So when all rows up to s are done, everything that acts on row s is known
// (sim/engines/tiles.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.hpp"
#include "detect/neighbor_list.hpp"
#include "sim/kernel/kernel.hpp"
#include "state/box.hpp"
#include "state/particles.hpp"

namespace scree {

// What a list hands on to the next.
struct KeptContacts {
  std::vector<std::uint32_t> begin;
  RawVector<std::uint32_t> owner, other;  // rows of the lower and of the higher id
  RawVector<double> history;              // stride doubles per contact
  RawVector<kernel::LastForce> last;

  std::uint32_t partner_of(std::uint32_t row, std::uint32_t contact) const {
    return owner[contact] == row ? other[contact] : owner[contact];
  }
  std::size_t memory_bytes() const;
};

struct NearList : KeptContacts {
  KeptContacts spare;  // arrays of the list before: fresh memory is costly

  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::size_t size() const { return other.size(); }
  // The number of the pair of two rows, which is stored with the lower one; kNone: it is not here.
  std::uint32_t find(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t low = a < b ? a : b, high = a < b ? b : a;
    for (std::uint32_t c = begin[low]; c < begin[low + 1]; ++c)
      if (partner_of(low, c) == high) return c;
    return kNone;
  }
  bool touching(std::uint32_t contact) const { return last[contact].touching > 0; }
  std::size_t memory_bytes() const;
};

struct NearSettings {
  double reach = 0;             // pairs are kept with a gap below this
  std::span<const float> skin;  // and the skins of both rows
  bool all = false;             // or all: a candidate may have gone away and come back
  int stride = 0;
};

// What a step takes for each row, in nanoseconds or so: its motion, and the pairs that are stored
// with it. For sharing out; a list that is not of these rows counts as empty.
std::vector<float> work_of_rows(const NearList& list, std::size_t rows);

// Contacts that touch, in the order of the owners' ids, then of the partners'.
std::vector<std::uint32_t> touching_in_order(const NearList& list, const Particles& p);

// Filters the candidates, whose rows hold partners of higher rows; what was known of pairs in the
// old list is carried over.
void refine(const NeighborList& candidates, const Particles& p, const PeriodicBox& box,
            const NearSettings& settings, NearList& list);

// Follows a re-sorting of the rows of p, done already: new row r was row order[r] of before.
// Only begin, owner, other, history and last are renewed; call refine() before the next use.
void permute_rows(std::span<const std::uint32_t> order, const Particles& p, int stride,
                  NearList& list);

// Follows a removal of rows: new_row[r] is the row that row r becomes, Particles::kNoRow where it
// goes; the others keep their order. Renews what permute_rows() renews. Returns the numbers that
// the contacts which stay had before.
std::vector<std::uint32_t> drop_rows(std::span<const std::uint32_t> new_row, std::size_t rows,
                                     int stride, NearList& list);

}  // namespace scree
