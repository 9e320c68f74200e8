#include "geometry/triangulation/sites.hpp"

#include <algorithm>
#include <numeric>

#include "geometry/scratch.hpp"

namespace scree::geometry {

Sites::Sites(std::span<const Site> sites, std::span<const std::uint32_t> ids, Ties ties)
    : sites_(sites.begin(), sites.end()),
      ids_(ids.begin(), ids.end()),
      count_(sites.size()),
      ties_(ties) {
  if (ids.empty()) {
    ids_.resize(count_);
    std::iota(ids_.begin(), ids_.end(), 0u);
  }
  for (const std::uint32_t id : ids_) next_id_ = std::max(next_id_, id + 1);
}

Vertex Sites::add(const Site& site, std::uint32_t id) {
  next_id_ = std::max(next_id_, id + 1);
  if (!removed_rows_.empty()) {
    const Vertex v = removed_rows_.back();
    removed_rows_.pop_back();
    sites_[v] = site, ids_[v] = id;
    return v;
  }
  sites_.push_back(site), ids_.push_back(id);
  return static_cast<Vertex>(count_++);
}

Vertex Sites::add_helper(const Vec3& x) {
  sites_.push_back({x, 0}), ids_.push_back(0xffffffffu);
  return static_cast<Vertex>(sites_.size() - 1);
}

// 4 ns per grain and update.
void Sites::move_to_huge_pages() {
  std::vector<Site> sites = long_array<Site>(sites_.size());
  sites.assign(sites_.begin(), sites_.end());
  sites_.swap(sites);
}

std::size_t Sites::memory_bytes() const {
  return capacity_bytes(sites_) + capacity_bytes(ids_) + capacity_bytes(removed_rows_);
}

}  // namespace scree::geometry
