// What every site moved is taken off the budgets of its cells; the cells and facets whose budgets
// are used up are listed, to be looked at again.
//
// Reads sites, cells and the motion. Writes budgets and the lists.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/triangulation/motion.hpp"
#include "geometry/triangulation/recheck.hpp"

namespace scree::geometry {

class Charges {
 public:
  // Of every site. False: a site would leave the exact domain; nothing but the charges has changed.
  bool set_all(const Mesh& mesh, const Motion& motion, int threads);
  // Of the sites that move in the second round; 0 for all others.
  void set_moving(const Mesh& mesh, const Motion& motion);

  // All cells, one list for each of CellRanges::count ranges.
  void charge_cells(Mesh& mesh, std::vector<Recheck>& lists, int threads) const;
  // Some cells, ascending.
  void charge_cells(Mesh& mesh, std::span<const std::uint32_t> cells, Recheck& list) const;

  std::size_t memory_bytes() const { return capacity_bytes(charge_); }

 private:
  std::uint16_t of(Vertex v) const { return charge_[std::min<std::size_t>(v, charge_.size() - 1)]; }
  void charge_range(Mesh& mesh, std::uint32_t first, std::uint32_t stop, Recheck& list) const;

  std::vector<std::uint16_t> charge_;  // of each site; last: of the infinite vertex, the core's
};

}  // namespace scree::geometry
