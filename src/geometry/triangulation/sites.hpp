// The sites of a triangulation, by row: position and weight, id, and how ties are decided.
//
// Helpers stand behind the caller's rows: sites off the plane or line of flat input (builder.hpp).
// A removed row stays empty until add() takes it. Which cell a site belongs to, and whether it is
// hidden or removed, is known to Cells.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/memory.hpp"
#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {

using Vertex = std::uint32_t;  // row of a site
inline constexpr Vertex infinite_vertex = 0xffffffffu;

class Sites {
 public:
  Sites() = default;
  // Row numbers serve as ids where none are given.
  Sites(std::span<const Site> sites, std::span<const std::uint32_t> ids, Ties ties);

  std::size_t count() const { return count_; }        // the caller's rows, removed ones included
  std::size_t size() const { return sites_.size(); }  // helpers included
  Ties ties() const { return ties_; }
  const Site& operator[](Vertex v) const { return sites_[v]; }
  Site& operator[](Vertex v) { return sites_[v]; }
  const Site* data() const { return sites_.data(); }
  std::span<const Site> all() const { return sites_; }
  RankedSite ranked(Vertex v) const { return {sites_[v], ids_[v]}; }
  std::uint32_t id(Vertex v) const { return ids_[v]; }
  std::uint32_t next_id() const { return next_id_; }  // after the highest so far
  std::span<const Vertex> removed_rows() const { return removed_rows_; }

  // The row: that of the site that was removed last, else the next. Precondition: no helpers.
  Vertex add(const Site& site, std::uint32_t id);
  void remove(Vertex v) { removed_rows_.push_back(v); }
  Vertex add_helper(const Vec3& x);
  void drop_helpers() { sites_.resize(count_), ids_.resize(count_); }

  void move_to_huge_pages();
  // Exchanges all positions and weights. Precondition: `other` has as many.
  void swap(std::vector<Site>& other) { sites_.swap(other); }
  std::size_t memory_bytes() const;

 private:
  std::vector<Site> sites_;  // the caller's, then up to three helpers
  std::vector<std::uint32_t> ids_;
  std::size_t count_ = 0;
  std::uint32_t next_id_ = 0;
  Ties ties_ = Ties::by_id;
  std::vector<Vertex> removed_rows_;
};

}  // namespace scree::geometry
