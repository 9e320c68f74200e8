// The force sources of a world at work (sim/world/source.hpp).
#pragma once

#include <span>
#include <vector>

#include "base/exact_sum.hpp"
#include "sim/contacts/near_list.hpp"
#include "sim/contacts/point_contacts.hpp"
#include "sim/world/source.hpp"
#include "sim/world/world.hpp"

namespace scree {

class SourceList {
 public:
  // The longest range of all sources; 0 without.
  static double range(const World& world);

  // The near list or the rows have changed.
  void plan(const World& world, const NearList& near, const PointContacts& points);
  // All passes, then the forces on every row.
  void act(const World& world, double time, int threads);
  // Further forces on all rows, or none, after act().
  void add(const World& world, std::span<const Vec3> forces, int threads);
  bool acts() const { return !f_.empty(); }
  // Only these rows are left, in this order; what acts on them stays until act().
  void keep_rows(std::span<const std::uint32_t> keep);
  // Adds what acts on rows [first, last) to f and tq (offset by first).
  void gather(std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq) const;
  // Of all forces, with the current velocities.
  double power(const Particles& p, int threads) const;

 private:
  std::vector<Vec3> f_, tq_;  // of each row; empty without sources
  std::vector<double> values_, next_;
  std::vector<std::uint32_t> neighbour_begin_, neighbour_;
};

}  // namespace scree
