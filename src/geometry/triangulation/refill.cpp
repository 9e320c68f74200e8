#include "geometry/triangulation/refill.hpp"

#include <algorithm>
#include <unordered_map>

#include "geometry/cell_tables.hpp"
#include "geometry/triangulation/builder.hpp"
#include "geometry/triangulation/cell_tests.hpp"
#include "geometry/triangulation/certify.hpp"
#include "geometry/triangulation/flips.hpp"

namespace scree::geometry {
namespace {

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

std::vector<Vertex> sites_of(const Mesh& mesh, const std::vector<std::uint32_t>& cells) {
  std::vector<Vertex> sites;
  for (const std::uint32_t c : cells)
    for (const Vertex v : mesh.cells[c].v)
      if (v != infinite_vertex) sites.push_back(v);
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  return sites;
}

bool refill(Mesh& mesh, const std::vector<std::uint32_t>& region,
            const std::vector<Vertex>& sites) {
  std::vector<Site> small_sites;
  std::vector<std::uint32_t> small_ids;
  for (const Vertex v : sites)
    small_sites.push_back(mesh.sites[v]), small_ids.push_back(mesh.sites.id(v));
  Inserter inserter;
  const auto built = build_mesh(small_sites, mesh.sites.ties(), small_ids, inserter);
  if (!built.ok() || built->dimension < 3) return false;
  const Cells& small = built->cells;
  const auto outer_vertices = [&](std::uint32_t c) {
    auto v = small[c].v;
    for (Vertex& s : v) s = s == infinite_vertex ? infinite_vertex : sites[s];
    return v;
  };
  // Facets of the border, seen from inside -> the neighbour outside.
  std::unordered_map<Side, std::uint32_t, SideHash> border;
  for (const std::uint32_t c : region) mesh.cells.set_mark(c, Mark::conflict);
  for (const std::uint32_t c : region)
    for (int k = 0; k < 4; ++k)
      if (mesh.cells.mark(mesh.cells[c].n[k] >> 2) != Mark::conflict)
        border.emplace(side_of(mesh.cells[c].v, k), mesh.cells[c].n[k]);
  for (const std::uint32_t c : region) mesh.cells.set_mark(c, Mark::unknown);
  if (border.empty()) return false;  // the region is everything: nothing to start from
  // The small cells inside: those on the border, then whatever they reach without crossing it.
  std::vector<std::uint32_t> inside;
  std::vector<std::uint32_t> new_index(small.size(), no_cell);
  std::size_t met = 0;
  const auto reach = [&](std::uint32_t c) {
    if (new_index[c] != no_cell) return;
    new_index[c] = static_cast<std::uint32_t>(inside.size());
    inside.push_back(c);
  };
  for (std::uint32_t c = 0; c < small.size(); ++c) {
    if (small.is_free(c)) continue;
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
      if (border.count(s.back())) return false;  // not the border of a region
      reach(small[inside[i]].n[k] >> 2);
    }
  }
  for (const std::uint32_t c : region) {
    for (const Vertex v : mesh.cells[c].v)
      if (v != infinite_vertex) mesh.cells.set_hidden(v);
    mesh.free_cell(c);
  }
  for (std::uint32_t& c : inside) {
    const auto v = outer_vertices(c);
    new_index[c] = mesh.new_cell();
    mesh.enter(new_index[c], v);
  }
  for (const std::uint32_t c : inside)
    for (int k = 0; k < 4; ++k) {
      const auto at = border.find(side_of(mesh.cells[new_index[c]].v, k));
      if (at != border.end()) {
        mesh.link(new_index[c], k, at->second);
      } else {
        const std::uint32_t n = small[c].n[k];
        mesh.cells[new_index[c]].n[k] = new_index[n >> 2] << 2 | (n & 3);
      }
    }
  if (!inside.empty()) mesh.cells.set_hint(new_index[inside.front()]);
  for (const Vertex v : sites)
    if (mesh.cells.hidden(v)) mesh.changes.hidden.push_back(v);
  return true;
}

bool refill_regions(Mesh& mesh, std::span<const std::uint32_t> cells, bool& reached_hull,
                    int threads, RepairStats& stats) {
  const auto sound = [&mesh](std::uint32_t c) {
    if (mesh.cells.is_free(c)) return true;
    if (mesh.orientation(mesh.cells[c].v) <= 0) return false;
    for (int k = 0; k < 4; ++k)
      if (!mesh.certified(c << 2 | static_cast<std::uint32_t>(k)) && !certify_facet(mesh, c, k))
        return false;
    return true;
  };
  for (const std::uint32_t cell : cells) {
    if (sound(cell)) continue;
    std::vector<std::uint32_t> region{cell};
    bool done = false;
    const std::size_t known = mesh.changes.new_cells.size();
    while (!done) {
      const std::size_t before = region.size();
      for (const Vertex v : sites_of(mesh, region)) mesh.append_star(v, region);
      std::sort(region.begin(), region.end());
      region.erase(std::unique(region.begin(), region.end()), region.end());
      if (region.size() == before || region.size() > 1000 + mesh.cells.size() / 4) return false;
      reached_hull |= std::any_of(region.begin(), region.end(), [&mesh](std::uint32_t c) {
        return infinite_slot(mesh.cells[c]) >= 0;
      });
      done = refill(mesh, region, sites_of(mesh, region));
    }
    ++stats.local_rebuilds;
    Flips(mesh, stats).queue_neighbours(known);
    if (!mesh.budgets.on() && !test_new_cells(mesh, known, threads)) return false;
  }
  return true;
}

}  // namespace scree::geometry
