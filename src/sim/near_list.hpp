// The near list: the pairs that the step works on, with their forces and histories.
//
//   detector --renew (rare)--> candidates --refine (cheap, more often)--> near list --every step-->
//
// Candidates lie within a skin, near pairs within a much thinner one, so that at rest the step sees
// almost nothing but contacts. Both lists carry a certificate (sim/certificate.hpp). Neither
// changes the result: a pair that does not touch adds nothing.
//
// Row s owns the contacts begin[s] .. begin[s+1] with partners of higher id, sorted by id; those
// that lower ids own and that end at s are in_contact[in_begin[s] ..], sorted by the owner's id and
// filled up to a multiple of four with the number of the empty record.
// So a sum over both, in this order, runs over all neighbours in the order of their ids.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/neighbor_list.hpp"
#include "sim/kernel/kernel.hpp"
#include "state/box.hpp"
#include "state/particles.hpp"

namespace scree {

struct NearList {
  std::vector<std::uint32_t> begin, owner, other;
  std::vector<double> history;                // stride doubles a contact
  std::vector<kernel::ContactRecord> record;  // one more than contacts: the last is always empty
  std::vector<Vec3> rolling;                  // empty when no law has a rolling part
  std::vector<std::uint32_t> in_begin, in_contact;

  std::size_t size() const { return other.size(); }
  std::size_t memory_bytes() const;
};

struct NearSettings {
  double reach = 0;  // pairs with a gap below it are kept
  int stride = 0;
  bool rolling = false;
};

// Filters the candidates; histories of pairs in the old list are carried over.
void refine(const NeighborList& candidates, const Particles& p, const PeriodicBox& box,
            const NearSettings& settings, NearList& list);

// Follows a re-sorting of the rows: row r of now was row order[r] of before. Rows of grains that
// are new (order.size() > old rows is not allowed; append first) have no contacts. Only other and
// begin are renewed in place; call refine() before the next use of the list.
void permute_rows(std::span<const std::uint32_t> order, int stride, NearList& list);

}  // namespace scree
