#include "state/hash_sum.hpp"

namespace scree {

// The sums of the tables go through a chain, so that one table cannot make up for another. A table
// without items leaves no trace: one that is new some day changes no hash of states without it.
Hash128 StateSum::finish(std::uint64_t step, double dt) const {
  StateHasher h;
  h.add(step);
  h.add(dt);
  for (std::size_t t = 0; t < kHashedTables; ++t) {
    const HashSum& table = of_[t];
    if (table.count == 0) continue;
    h.add(std::uint64_t{t});
    h.add(table.count), h.add(table.lo), h.add(table.hi);
  }
  return h.finish();
}

}  // namespace scree
