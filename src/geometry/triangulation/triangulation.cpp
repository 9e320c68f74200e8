#include "geometry/triangulation/triangulation.hpp"

#include <fmt/format.h>

#include "geometry/triangulation/builder.hpp"
#include "geometry/triangulation/certify.hpp"
#include "geometry/triangulation/check.hpp"

namespace scree::geometry {

Result<Triangulation> Triangulation::build(std::span<const Site> sites, Ties ties,
                                           std::span<const std::uint32_t> ids) {
  Triangulation t;
  auto mesh = build_mesh(sites, ties, ids, t.inserter_);
  if (!mesh.ok()) return mesh.errors();
  t.mesh_ = std::move(*mesh);
  return t;
}

void Triangulation::rebuild() { geometry::rebuild(mesh_, inserter_); }

Result<RepairStats> Triangulation::move_all(std::span<const Vec3> positions,
                                            std::span<const double> weights, int threads) {
  return updater_.move_all(mesh_, inserter_, remover_, positions, weights, threads);
}

Result<Vertex> Triangulation::insert(const Site& site, std::optional<std::uint32_t> id) {
  if (!in_exact_domain(site))
    return Error{"E0801",
                 fmt::format("({}, {}, {}) with weight {} cannot be triangulated exactly", site.x.x,
                             site.x.y, site.x.z, site.w),
                 "site", ""};
  const std::uint32_t new_id = id.value_or(mesh_.sites.next_id());
  for (Vertex s = 0; new_id < mesh_.sites.next_id() && s < sites(); ++s)
    if (!removed(s) && mesh_.sites.id(s) == new_id)
      return Error{"E0802", fmt::format("id {} appears twice", new_id), "id",
                   "ids decide ties and must be distinct"};
  mesh_.sites.drop_helpers();
  const Vertex v = mesh_.sites.add(site, new_id);
  mesh_.cells.resize_rows(mesh_.sites.size());
  mesh_.cells.set_hidden(v);
  // Flat input has no cells to insert into.
  if (dimension() < 3 || inserter_.insert(mesh_, v) == Inserter::Outcome::lost ||
      (mesh_.changes.kept && !certify_new_cells(mesh_, 1)))
    rebuild();
  return v;
}

Result<bool> Triangulation::remove(Vertex v) {
  if (v >= sites() || removed(v))
    return Error{"E0805", fmt::format("there is no site {}", v), "remove",
                 "rows of removed sites stay empty until an insertion takes them"};
  const auto certify = [this] { return !mesh_.changes.kept || certify_new_cells(mesh_, 1); };
  const bool simple = dimension() == 3 && (hidden(v) || (remover_.remove(mesh_, v) && certify()));
  mesh_.sites.remove(v);
  mesh_.cells.set_removed(v);
  const auto& core = mesh_.core.rows;
  if (std::find(core.begin(), core.end(), v) != core.end()) mesh_.stop_keeping_changes();
  if (!simple) {
    rebuild();
    return true;
  }
  if (!mesh_.changes.kept) mesh_.changes.hidden = hidden_sites();
  std::size_t shown = 0;
  if (!inserter_.insert_hidden(mesh_, shown) || !certify()) rebuild();
  return true;
}

std::vector<std::array<Vertex, 4>> Triangulation::tetrahedra() const {
  std::vector<std::array<Vertex, 4>> out;
  for_each_tetrahedron([&](const std::array<Vertex, 4>& v) {
    out.push_back(v);
    std::sort(out.back().begin(), out.back().end());
  });
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::array<Vertex, 2>> Triangulation::edges() const {
  std::vector<std::array<Vertex, 2>> out;
  for (std::uint32_t c = 0; c < cell_slots(); ++c) {
    if (!live(c)) continue;
    const auto& v = vertices_of(c);
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j)  // infinite and helpers have the highest numbers
        if (std::max(v[i], v[j]) < sites())
          out.push_back({std::min(v[i], v[j]), std::max(v[i], v[j])});
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Is the cell the one with the lowest number about its edge (i, j)? Turns until a lower one shows.
bool Triangulation::first_around_edge(std::uint32_t cell, int i, int j) const {
  const Cells& cells = mesh_.cells;
  const Vertex a = cells[cell].v[i], b = cells[cell].v[j];
  int out = 0;
  while (out == i || out == j) ++out;
  std::uint32_t at = cell;
  for (;;) {
    const std::uint32_t across = cells[at].n[out];
    at = across >> 2;
    if (at == cell) return true;
    if (at < cell) return false;
    // Leave opposite the vertex that is neither new nor on the edge's entering facet: the third
    // vertex of that facet stays behind.
    const auto& v = cells[at].v;
    const int in = static_cast<int>(across & 3);
    int next = 0;
    while (next == in || v[next] == a || v[next] == b) ++next;
    // Facets about the edge: opposite `in` (entered) and opposite `next`.
    out = next;
  }
}

std::vector<Vertex> Triangulation::neighbours(Vertex v) const {
  std::vector<Vertex> out;
  for (const std::uint32_t c : mesh_.star(v))
    for (const Vertex w : vertices_of(c))
      if (w != v && w < sites()) out.push_back(w);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::array<Vertex, 4>> Triangulation::cells_around(Vertex v) const {
  std::vector<std::array<Vertex, 4>> out;
  if (dimension() < 3) return out;
  for (const std::uint32_t c : mesh_.star(v)) out.push_back(vertices_of(c));
  return out;
}

std::array<Vertex, 4> Triangulation::locate(const Vec3& x) const {
  if (dimension() < 3) return {infinite, infinite, infinite, infinite};
  const std::uint32_t at = mesh_.walk(x, mesh_.cells.hint());
  if (at == no_cell) return {infinite, infinite, infinite, infinite};
  return vertices_of(at);
}

std::string Triangulation::fault(int level) const { return geometry::fault(mesh_, level); }

std::size_t Triangulation::memory_bytes() const {
  return sizeof(*this) + mesh_.memory_bytes() + inserter_.memory_bytes() + remover_.memory_bytes() +
         updater_.memory_bytes();
}

}  // namespace scree::geometry
