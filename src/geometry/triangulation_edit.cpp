// Single sites: insert, remove.
#include <fmt/format.h>

#include <algorithm>

#include "geometry/triangulation.hpp"

namespace scree::geometry {

Result<Triangulation::Vertex> Triangulation::insert(const Site& site,
                                                    std::optional<std::uint32_t> id) {
  if (!in_exact_domain(site))
    return Error{"E0801",
                 fmt::format("({}, {}, {}) with weight {} cannot be triangulated exactly", site.x.x,
                             site.x.y, site.x.z, site.w),
                 "site", ""};
  if (dimension_ < 3) all_.resize(count_), ids_.resize(count_), cell_of_.resize(count_);
  const bool again = !gone_rows_.empty();
  const Vertex v = again ? gone_rows_.back() : static_cast<Vertex>(count_);
  const std::uint32_t new_id = id.value_or(next_id_);
  for (Vertex s = 0; new_id < next_id_ && s < count_; ++s)
    if (!removed(s) && ids_[s] == new_id)
      return Error{"E0802", fmt::format("id {} appears twice", new_id), "id",
                   "ids decide ties and must be distinct"};
  if (new_id >= next_id_) next_id_ = new_id + 1;
  if (again) {
    gone_rows_.pop_back();
    all_[v] = site, ids_[v] = new_id, cell_of_[v] = none;
  } else {
    all_.push_back(site), ids_.push_back(new_id), cell_of_.push_back(none);
    number_.push_back(0);
    ++count_;
    if (certified_) charge_.push_back(0), std::swap(charge_.back(), charge_[v]);
  }
  if (dimension_ < 3) {
    rebuild();
    return v;
  }
  if (insert_row(v) == Entry::lost || (certified_ && !certify_pending())) rebuild();
  return v;
}

Result<bool> Triangulation::remove(Vertex v) {
  if (v >= count_ || removed(v))
    return Error{"E0805", fmt::format("there is no site {}", v), "remove",
                 "rows of removed sites stay empty until an insertion takes them"};
  const bool simple =
      dimension_ == 3 && (hidden(v) || (take_out(v) && (!certified_ || certify_pending())));
  gone_rows_.push_back(v);
  cell_of_[v] = gone;
  if (std::find(core_rows_.begin(), core_rows_.end(), v) != core_rows_.end()) drop_certificates();
  if (!simple) {
    rebuild();
    return true;
  }
  if (!certified_) hidden_rows_ = hidden_sites();
  RepairStats stats;
  if (!revive(stats) || (certified_ && !certify_pending())) rebuild();
  if (!certified_) pending_.clear();
  return true;
}

}  // namespace scree::geometry
