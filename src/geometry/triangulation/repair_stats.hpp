#pragma once

#include <cstddef>

namespace scree::geometry {

// What one update did, rung by rung. Sums over updates are meaningful: see +=.
struct RepairStats {
  std::size_t full_tests = 0;     // updates that tested everything, without certificates
  std::size_t cells_flagged = 0;  // whose certificates were used up
  std::size_t facets_tested = 0;  // and certified again, of flagged and of new cells
  std::size_t flips_23 = 0, flips_32 = 0, flips_44 = 0, flips_41 = 0;
  std::size_t newly_hidden = 0, newly_visible = 0;  // sites that became hidden, or visible again
  std::size_t untangled = 0;       // tetrahedra that were inverted and fixed by one flip
  std::size_t held = 0;            // sites that moved in parts: a tetrahedron would be inverted
  std::size_t rounds = 0;          // partial motions, 1 where nothing was held
  std::size_t reinserted = 0;      // sites removed and inserted again
  std::size_t local_rebuilds = 0;  // regions filled again
  std::size_t full_rebuilds = 0;

  std::size_t flips() const { return flips_23 + flips_32 + flips_44 + flips_41; }
  RepairStats& operator+=(const RepairStats& o);
};

inline RepairStats& RepairStats::operator+=(const RepairStats& o) {
  full_tests += o.full_tests;
  cells_flagged += o.cells_flagged;
  facets_tested += o.facets_tested;
  flips_23 += o.flips_23;
  flips_32 += o.flips_32;
  flips_44 += o.flips_44;
  flips_41 += o.flips_41;
  newly_hidden += o.newly_hidden;
  newly_visible += o.newly_visible;
  untangled += o.untangled;
  held += o.held;
  rounds += o.rounds;
  reinserted += o.reinserted;
  local_rebuilds += o.local_rebuilds;
  full_rebuilds += o.full_rebuilds;
  return *this;
}

}  // namespace scree::geometry
