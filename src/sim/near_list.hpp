// The near list: the pairs that the step works on, with their forces and histories.
//
//   detector --renew (rare)--> candidates --refine (cheap, more often)--> near list --every step-->
//
// Candidates lie within a skin, near pairs within a much thinner one, so that at rest the step sees
// almost nothing but contacts. Both lists carry a certificate (sim/certificate.hpp). Neither
// changes the result: a pair that does not touch adds nothing.
//
// A contact is evaluated from its grain of lower id, the owner, and stored with its lower row: the
// contacts begin[s] .. begin[s+1] are those of row s with higher rows, sorted by the partners' ids.
// So when all rows up to s are done, everything that acts on row s is known (sim/tiles.hpp).
//
// The links of row s, link[link_begin[s] .. link_begin[s+1]), name all its contacts in the order of
// the neighbours' ids, which is the order of every sum: 2 p where s is the owner of the contact
// with record p (sim/tiles.hpp), 2 p + 1 where it is the partner, filled up to a
// multiple of kLinks with the empty record 0. Where few near pairs touch, the step sets a
// bit for each link of a contact that does, and the gather looks for bits.
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
  KeptContacts spare;                     // arrays of the list before: fresh memory is costly
  RawVector<kernel::ContactForce> force;  // for reports: written in the last step of run()
  std::vector<std::uint32_t> link_begin;
  RawVector<std::uint32_t> link;
  // Of a contact: its links at both of its rows; made when a step gathers by hits.
  bool linked_back = false;
  RawVector<kernel::LinkPositions> at;
  std::vector<std::uint8_t> hit;       // a bit per link; all zero between steps
  std::vector<std::uint16_t> hit_row;  // of a byte: its row, modulo 2^16
  // Number of the pair's law, and kernel::kTouched as `last` says; that bit is only kept by steps
  // that use it, and `marked` is false after others.
  RawVector<std::uint16_t> kind;
  bool marked = false;

  std::size_t size() const { return other.size(); }
  bool touching(std::uint32_t contact) const { return last[contact].touching > 0; }
  std::size_t memory_bytes() const;
};

struct NearSettings {
  double reach = 0;             // pairs are kept with a gap below this
  std::span<const float> skin;  // and the skins of both rows
  bool all = false;             // or all: a candidate may have gone away and come back
  int stride = 0;
  std::span<const std::uint16_t> law;  // [material * materials + material]
  int materials = 0;
};

// What a step takes for each row, in nanoseconds or so: its motion, and the pairs that are stored
// with it. For sharing out; a list that is not of these rows counts as empty.
std::vector<float> work_of_rows(const NearList& list, std::size_t rows);

// Makes the touched bits of `kind` what `last` says.
void mark_touched(NearList& list);

// Contacts that touch, in the order of the owners' ids, then of the partners'.
std::vector<std::uint32_t> touching_in_order(const NearList& list, const Particles& p);

// Filters the candidates, whose rows hold partners of higher rows; what was known of pairs in the
// old list is carried over.
// Links are made by link_rows(), sim/tiles.hpp.
void refine(const NeighborList& candidates, const Particles& p, const PeriodicBox& box,
            const NearSettings& settings, NearList& list);

// Follows a re-sorting of the rows of p, done already: row r of now was row order[r] of before.
// Only begin, owner, other, history and last are renewed; call refine() before the next use.
void permute_rows(std::span<const std::uint32_t> order, const Particles& p, int stride,
                  NearList& list);

// Follows a removal of rows: new_row[r] is the row that row r becomes, Particles::kNoRow where it
// goes; the others keep their order. Renews what permute_rows() renews.
void drop_rows(std::span<const std::uint32_t> new_row, std::size_t rows, int stride,
               NearList& list);

}  // namespace scree
