// Loops over grains and contacts, on the threads of the input, in any order: for totals that do not
// depend on it. A measure that needs an order sorts what it keeps by ids.
//
//   struct Momentum {                                  // of one thread, or of all
//     BulkSum x;
//     void operator+=(const Momentum& o) { x += o.x; }
//   };
//   const Momentum m = grain_totals(in, Momentum{}, [&](std::uint32_t s, Momentum& total) {
//     total.x += p.mass(s) * p.vm[s].v.x;
//   });
#pragma once

#include <algorithm>
#include <vector>

#include "base/bulk_sum.hpp"
#include "base/parallel_totals.hpp"
#include "measure/measure.hpp"

namespace scree {

// Balls that belong to walls (kFixed) are not grains.
inline bool is_grain(const Particles& p, std::size_t row) { return !(p.ws[row].flags & kFixed); }

// f(row, totals) for each grain.
template <class Totals, class F>
Totals grain_totals(const MeasureInput& in, const Totals& empty, F&& f) {
  return parallel_totals(in.particles.size(), in.threads, empty,
                         [&](std::size_t first, std::size_t last, Totals& totals) {
                           for (std::size_t s = first; s < last; ++s)
                             if (is_grain(in.particles, s))
                               f(static_cast<std::uint32_t>(s), totals);
                         });
}

// f(contact, totals) for each contact.
template <class Totals, class F>
Totals contact_totals(const MeasureInput& in, const Totals& empty, F&& f) {
  const int threads = std::max(in.threads, 1);
  TotalsPerThread<Totals> totals(threads, empty);
  in.contacts.visit(threads, [&](int thread, std::span<const MeasureContact> block) {
    Totals& mine = totals.of(thread);
    for (const MeasureContact& c : block) f(c, mine);
  });
  return totals.sum();
}

// Many sums at once, one per layer or ring.
struct ColumnSums {
  std::vector<ExactSum> column;

  explicit ColumnSums(std::size_t columns) : column(columns) {}
  void operator+=(const ColumnSums& o) {
    for (std::size_t k = 0; k < column.size(); ++k) column[k] += o.column[k];
  }
  void write(std::span<double> out) const {
    for (std::size_t k = 0; k < column.size(); ++k) out[k] = column[k].value();
  }
};

// Row of a grain; kNoRow for an id that does not exist.
inline std::uint32_t row_of(const Particles& p, ParticleId id) {
  return id.value < p.row_of().size() ? p.row_of()[id.value] : Particles::kNoRow;
}

}  // namespace scree
