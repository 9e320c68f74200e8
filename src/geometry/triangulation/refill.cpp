#include "geometry/triangulation/refill.hpp"

#include <algorithm>
#include <unordered_map>

#include "geometry/laguerre/cell_tables.hpp"
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

using Border = std::unordered_map<Side, std::uint32_t, SideHash>;

// Facets of the region's border, seen from inside -> the neighbour outside.
Border border_of(Mesh& mesh, const std::vector<std::uint32_t>& region) {
  Border border;
  for (const std::uint32_t c : region) mesh.cells.set_mark(c, Mark::conflict);
  for (const std::uint32_t c : region)
    for (int k = 0; k < 4; ++k)
      if (mesh.cells.mark(mesh.cells[c].n[k] >> 2) != Mark::conflict)
        border.emplace(side_of(mesh.cells[c].v, k), mesh.cells[c].n[k]);
  for (const std::uint32_t c : region) mesh.cells.set_mark(c, Mark::unknown);
  return border;
}

// The vertices of a cell of the small triangulation as rows of the whole one.
std::array<Vertex, 4> rows_of(const Cell& c, const std::vector<Vertex>& sites) {
  std::array<Vertex, 4> v = c.v;
  for (Vertex& s : v) s = s == infinite_vertex ? infinite_vertex : sites[s];
  return v;
}

// The cells of the small triangulation that have a facet of the border, then whatever they reach
// without crossing it. None: the small one does not have the whole border, or it has two sides.
std::vector<std::uint32_t> cells_inside(const Cells& small, const std::vector<Vertex>& sites,
                                        const Border& border) {
  std::vector<std::uint32_t> inside;
  std::vector<bool> reached(small.size(), false);
  const auto reach = [&](std::uint32_t c) {
    if (!reached[c]) inside.push_back(c);
    reached[c] = true;
  };
  std::size_t met = 0;
  for (std::uint32_t c = 0; c < small.size(); ++c) {
    if (small.is_free(c)) continue;
    const auto v = rows_of(small[c], sites);
    for (int k = 0; k < 4; ++k)
      if (border.count(side_of(v, k))) ++met, reach(c);
  }
  if (met != border.size()) return {};
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const auto v = rows_of(small[inside[i]], sites);
    for (int k = 0; k < 4; ++k) {
      const Side s = side_of(v, k);
      if (border.count(s)) continue;
      if (border.count(s.back())) return {};
      reach(small[inside[i]].n[k] >> 2);
    }
  }
  return inside;
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
  const Border border = border_of(mesh, region);
  if (border.empty()) return false;  // the region is everything: nothing to start from
  const std::vector<std::uint32_t> inside = cells_inside(small, sites, border);
  if (inside.empty()) return false;
  for (const std::uint32_t c : region) {
    for (const Vertex v : mesh.cells[c].v)
      if (v != infinite_vertex) mesh.cells.set_hidden(v);
    mesh.free_cell(c);
  }
  std::vector<std::uint32_t> new_index(small.size(), no_cell);
  for (const std::uint32_t c : inside) {
    new_index[c] = mesh.new_cell();
    mesh.enter(new_index[c], rows_of(small[c], sites));
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
  mesh.cells.set_hint(new_index[inside.front()]);
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
