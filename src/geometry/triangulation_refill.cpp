// A region of cells replaced by the regular triangulation of its sites: removal, local rebuild.
//
// Every facet of the whole regular triangulation whose vertices are among the chosen sites is also
// a facet of the regular triangulation of those sites alone: the sphere that shows it regular is
// empty of fewer sites. So where the border of the region is regular, the small triangulation has
// it, and its cells inside the border are the cells of the whole one. If not, nothing is changed.
#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "geometry/cell_tables.hpp"
#include "geometry/triangulation_flips.hpp"

namespace scree::geometry {
namespace {

using Vertex = Triangulation::Vertex;

// A facet seen from one of its cells: lowest vertex first, the sense kept. The other cell sees the
// two others exchanged.
struct Side {
  std::array<Vertex, 3> v;
  bool operator==(const Side&) const = default;
  Side back() const { return {{v[0], v[2], v[1]}}; }
};

struct SideHash {
  std::size_t operator()(const Side& s) const {
    std::uint64_t h = 0;
    for (const Vertex v : s.v) h = (h ^ v) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
    return h;
  }
};

Side side_of(const std::array<Vertex, 4>& v, int k) {
  const auto& f = facet_slots[k];
  Side s{{v[f[0]], v[f[1]], v[f[2]]}};
  std::rotate(s.v.begin(), std::min_element(s.v.begin(), s.v.end()), s.v.end());
  return s;
}

}  // namespace

bool Triangulation::refill(const std::vector<std::uint32_t>& region,
                           const std::vector<Vertex>& sites) {
  std::vector<Site> small_sites;
  std::vector<std::uint32_t> small_ids;
  for (const Vertex v : sites) small_sites.push_back(all_[v]), small_ids.push_back(ids_[v]);
  const auto built = build(small_sites, ties_, small_ids);
  if (!built.ok() || built->dimension_ < 3) return false;
  const Triangulation& small = *built;
  const auto outer_vertices = [&](std::uint32_t c) {
    auto v = small.cells_[c].v;
    for (Vertex& s : v) s = s == infinite ? infinite : sites[s];
    return v;
  };
  // The border from inside -> the neighbour outside.
  std::unordered_map<Side, std::uint32_t, SideHash> border;
  for (const std::uint32_t c : region) mark_[c] = Mark::conflict;
  for (const std::uint32_t c : region)
    for (int k = 0; k < 4; ++k)
      if (mark_[cells_[c].n[k] >> 2] != Mark::conflict)
        border.emplace(side_of(cells_[c].v, k), cells_[c].n[k]);
  for (const std::uint32_t c : region) mark_[c] = Mark::unknown;
  if (border.empty()) return false;  // the region is everything: nothing would be reached from it
  // The small cells inside: those on the border, then whatever they reach without crossing it.
  std::vector<std::uint32_t> inside;
  std::vector<std::uint32_t> place(small.cells_.size(), none);
  std::size_t met = 0;
  const auto reach = [&](std::uint32_t c) {
    if (place[c] != none) return;
    place[c] = static_cast<std::uint32_t>(inside.size());
    inside.push_back(c);
  };
  for (std::uint32_t c = 0; c < small.cells_.size(); ++c) {
    if (small.mark_[c] == Mark::free) continue;
    const auto v = outer_vertices(c);
    for (int k = 0; k < 4; ++k)
      if (border.count(side_of(v, k))) ++met, reach(c);
  }
  if (met != border.size()) return false;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const auto v = outer_vertices(inside[i]);
    for (int k = 0; k < 4; ++k) {
      const Side s = side_of(v, k);
      if (border.count(s)) continue;
      if (border.count(s.back())) return false;  // it leaks: the border is not that of a region
      reach(small.cells_[inside[i]].n[k] >> 2);
    }
  }
  for (const std::uint32_t c : region) {
    for (const Vertex v : cells_[c].v)
      if (v != infinite) cell_of_[v] = none;
    free_cell(c);
  }
  for (std::uint32_t& c : inside) {
    const auto v = outer_vertices(c);
    place[c] = new_cell();
    enter(place[c], v);
  }
  for (const std::uint32_t c : inside)
    for (int k = 0; k < 4; ++k) {
      const auto at = border.find(side_of(cells_[place[c]].v, k));
      if (at != border.end()) {
        link(place[c], k, at->second);
      } else {
        const std::uint32_t n = small.cells_[c].n[k];
        cells_[place[c]].n[k] = place[n >> 2] << 2 | (n & 3);
      }
    }
  if (!inside.empty()) hint_ = place[inside.front()];
  for (const Vertex v : sites)
    if (cell_of_[v] == none) hidden_rows_.push_back(v);
  return true;
}

// Precondition: regular. False: the other sites around v do not span the space.
bool Triangulation::take_out(Vertex v) {
  constexpr std::size_t few = 64;  // beyond, the square of the number costs more than a build
  std::vector<std::uint32_t> region;
  append_star(v, region);
  std::vector<Vertex> sites;
  for (const std::uint32_t c : region)
    for (const Vertex s : cells_[c].v)
      if (s != v && s != infinite) sites.push_back(s);
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  if (!certified_ || sites.size() > few || !close_hole(region, sites))
    if (!refill(region, sites)) return false;
  cell_of_[v] = none;
  return true;
}

// Around each cell that is turned over, or has a facet that no flip mends: its sites' cells, then
// those of the next sites, ... until the border is regular. hull: set where a region reaches it.
// False: too much would have to go.
bool Triangulation::mend_regions(std::span<const std::uint32_t> cells, bool& hull,
                                 RepairStats& stats) {
  const auto sound = [this](std::uint32_t c) {
    if (mark_[c] == Mark::free) return true;
    if (orientation(cells_[c].v) <= 0) return false;
    for (int k = 0; k < 4; ++k)
      if (!certified(c << 2 | static_cast<std::uint32_t>(k)) && !certify_facet(c, k)) return false;
    return true;
  };
  const auto sites_of = [this](const std::vector<std::uint32_t>& region) {
    std::vector<Vertex> sites;
    for (const std::uint32_t c : region)
      for (const Vertex v : cells_[c].v)
        if (v != infinite) sites.push_back(v);
    std::sort(sites.begin(), sites.end());
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    return sites;
  };
  for (const std::uint32_t cell : cells) {
    if (sound(cell)) continue;
    std::vector<std::uint32_t> region{cell};
    bool done = false;
    const std::size_t known = pending_.size();
    while (!done) {
      const std::size_t before = region.size();
      for (const Vertex v : sites_of(region)) append_star(v, region);
      std::sort(region.begin(), region.end());
      region.erase(std::unique(region.begin(), region.end()), region.end());
      if (region.size() == before || region.size() > 1000 + cells_.size() / 4) return false;
      hull |= std::any_of(region.begin(), region.end(),
                          [this](std::uint32_t c) { return infinite_slot(cells_[c]) >= 0; });
      done = refill(region, sites_of(region));
    }
    ++stats.local_rebuilds;
    Flips(*this, stats).queue_border(known);
    if (!budgets_ && !test_pending(known)) return false;
  }
  return true;
}

// Precondition: regular. Hidden sites that have a cell again enter; those that the newcomers
// swallow are tried, too, and stay hidden. False: not regular.
bool Triangulation::revive(RepairStats& stats) {
  std::vector<Vertex> rows;
  rows.swap(hidden_rows_);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const Vertex v : rows) {
    if (!hidden(v)) continue;
    const Entry entry = insert_row(v);
    if (entry == Entry::lost) return false;
    stats.revived += entry == Entry::visible;
  }
  std::sort(hidden_rows_.begin(), hidden_rows_.end());
  hidden_rows_.erase(std::unique(hidden_rows_.begin(), hidden_rows_.end()), hidden_rows_.end());
  std::erase_if(hidden_rows_, [this](Vertex v) { return !hidden(v); });
  return true;
}

}  // namespace scree::geometry
