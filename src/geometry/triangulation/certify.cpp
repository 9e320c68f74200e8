#include "geometry/triangulation/certify.hpp"

#include <algorithm>

#include "geometry/laguerre/cell_tables.hpp"
#include "geometry/triangulation/cell_tests.hpp"
#include "geometry/triangulation/site_certificate.hpp"

namespace scree::geometry {

// An infinite cell is inverted where its hull facet sees the core from the wrong side.
void certify_width(Mesh& mesh, std::uint32_t cell) {
  const Cell& c = mesh.cells[cell];
  const auto x = [&](int k) -> const Vec3& {
    return c.v[k] == infinite_vertex ? mesh.core.x : mesh.sites[c.v[k]].x;
  };
  mesh.budgets.set_width(cell, mesh.budgets.from_length(half_width(x(0), x(1), x(2), x(3))));
}

bool certify_facet(Mesh& mesh, std::uint32_t cell, int k) {
  const Cell& c = mesh.cells[cell];
  const std::uint32_t across = c.n[k];
  const Cell& d = mesh.cells[across >> 2];
  const Vertex apex = d.v[across & 3];
  const int far = infinite_slot(c);
  std::uint16_t budget = 0;
  if (far < 0 && apex != infinite_vertex) {
    const Margin m = power_margin(mesh.sites[c.v[0]], mesh.sites[c.v[1]], mesh.sites[c.v[2]],
                                  mesh.sites[c.v[3]], mesh.sites[apex]);
    if (m.sign > 0 && m.sign != uncertain) return false;
    if (m.sign == uncertain && mesh.conflicts(cell, apex)) return false;
    budget = mesh.budgets.from_length(m.reach);
  } else if (far < 0 || far == k) {
    // The orientation of the finite cell is all there is to it; its width stands for that.
    if (mesh.orientation(far < 0 ? c.v : d.v) <= 0) return false;
    budget = Budgets::largest;
  } else {
    if (mesh.conflicts(cell, apex)) return false;
    const auto& f = facet_slots[far];
    budget = mesh.budgets.from_length(half_width(mesh.sites[c.v[f[0]]].x, mesh.sites[c.v[f[1]]].x,
                                                 mesh.sites[c.v[f[2]]].x, mesh.sites[apex].x));
  }
  if (mesh.budgets.on())
    mesh.budgets.set_facet(cell << 2 | static_cast<std::uint32_t>(k), across, budget);
  return true;
}

namespace {

// Cell, then neighbour, then sites: each when the one before has arrived. Inlined by force: GCC
// takes a function that only prefetches for one without effects, and drops the calls.
[[gnu::always_inline]] inline void prefetch_ahead(const Mesh& mesh,
                                                  std::span<const std::uint32_t> facets,
                                                  std::size_t i) {
  if (i + 48 >= facets.size()) return;
  const std::uint32_t soon = facets[i + 32], next = facets[i + 16];
  __builtin_prefetch(&mesh.cells[facets[i + 48] >> 2]);
  __builtin_prefetch(&mesh.cells[mesh.cells[soon >> 2].n[soon & 3] >> 2]);
  __builtin_prefetch(mesh.budgets.address(mesh.cells[soon >> 2].n[soon & 3] >> 2), 1);
  for (const Vertex v : mesh.cells[next >> 2].v)
    __builtin_prefetch(&mesh.sites[v == infinite_vertex ? 0 : v]);
  const Vertex apex = mesh.apex_beyond(next);
  __builtin_prefetch(&mesh.sites[apex == infinite_vertex ? 0 : apex]);
}

}  // namespace

// Finite facets eight at a time, the others and those that the filter cannot decide one by one.
void certify_facets(Mesh& mesh, std::span<const std::uint32_t> facets,
                    std::span<std::uint8_t> regular) {
  constexpr int lanes = MarginBatch::lanes;
  MarginBatch batch;
  std::array<std::size_t, lanes> at{};
  int filled = 0;
  const auto evaluate = [&] {
    power_margins(batch);
    for (int i = 0; i < filled; ++i) {
      const std::uint32_t f = facets[at[i]];
      if (batch.det[i] == 0)
        regular[at[i]] = certify_facet(mesh, f >> 2, static_cast<int>(f & 3));
      else if ((regular[at[i]] = batch.det[i] < 0))
        mesh.budgets.set_facet(f, mesh.cells[f >> 2].n[f & 3],
                               mesh.budgets.from_length(batch.reach[i]));
    }
    filled = 0;
  };
  for (std::size_t i = 0; i < facets.size(); ++i) {
    prefetch_ahead(mesh, facets, i);
    const Cell& c = mesh.cells[facets[i] >> 2];
    const std::uint32_t across = c.n[facets[i] & 3];
    const std::array<Vertex, 5> v{c.v[0], c.v[1], c.v[2], c.v[3],
                                  mesh.cells[across >> 2].v[across & 3]};
    if (std::find(v.begin(), v.end(), infinite_vertex) != v.end()) {
      regular[i] = certify_facet(mesh, facets[i] >> 2, static_cast<int>(facets[i] & 3));
      continue;
    }
    for (int s = 0; s < 5; ++s) {
      const Site& site = mesh.sites[v[s]];
      for (int axis = 0; axis < 3; ++axis) batch.x[s][axis][filled] = site.x[axis];
      batch.x[s][3][filled] = site.w;
    }
    at[filled++] = i;
    if (filled == lanes) evaluate();
  }
  if (filled == 0) return;
  for (int i = filled; i < lanes; ++i)
    for (auto& site : batch.x)
      for (auto& values : site) values[i] = values[0];
  evaluate();
}

bool all_certified(const Mesh& mesh) {
  if (!mesh.changes.flip_queue.empty() || !mesh.changes.new_cells.empty()) return false;
  if (!mesh.budgets.on()) return true;
  for (std::uint32_t c = 0; c < mesh.cells.size(); ++c) {
    if (mesh.cells.is_free(c)) continue;
    if (!mesh.has_width(c) && mesh.orientation(mesh.cells[c].v) <= 0) return false;
    for (int k = 0; k < 4; ++k) {
      if (mesh.certified(c << 2 | static_cast<std::uint32_t>(k))) continue;
      const std::uint32_t n = mesh.cells[c].n[k];
      const Vertex apex = mesh.cells[n >> 2].v[n & 3];
      if (mesh.cells[n >> 2].n[n & 3] != (c << 2 | static_cast<std::uint32_t>(k))) return false;
      if (apex != infinite_vertex && mesh.conflicts(c, apex)) return false;
    }
  }
  return true;
}

// Facets between two new cells are listed by the lower one: every budget has one writer.
bool certify_new_cells(Mesh& mesh, int threads) {
  std::vector<std::uint32_t>& fresh = mesh.changes.new_cells;
  std::erase_if(fresh, [&mesh](std::uint32_t c) {
    if (mesh.cells.mark(c) != Mark::unknown) return true;  // freed, or listed twice
    mesh.cells.set_mark(c, Mark::clear);
    return false;
  });
  if (!mesh.budgets.on()) {
    for (const std::uint32_t c : fresh) mesh.cells.set_mark(c, Mark::unknown);
    return test_new_cells(mesh, 0, threads) && mesh.changes.flip_queue.empty();
  }
  constexpr std::size_t block = 512;
  const auto blocks = static_cast<std::int64_t>((fresh.size() + block - 1) / block);
  std::vector<std::vector<std::uint32_t>> broken(fresh.size() / block + 1);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (blocks > 1)
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::size_t begin = b * block, end = std::min(begin + block, fresh.size());
    std::vector<std::uint32_t> facets;
    facets.reserve(4 * block);
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t c = fresh[i];
      certify_width(mesh, c);
      for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t n = mesh.cells[c].n[k] >> 2;
        if (mesh.cells.mark(n) != Mark::clear || n > c) facets.push_back(c << 2 | k);
      }
    }
    std::vector<std::uint8_t> regular(facets.size());
    certify_facets(mesh, facets, regular);
    for (std::size_t i = 0; i < facets.size(); ++i)
      if (!regular[i]) broken[b].push_back(facets[i]);
  }
  for (const std::uint32_t c : fresh) mesh.cells.set_mark(c, Mark::unknown);
  fresh.clear();
  for (const auto& some : broken)
    mesh.changes.flip_queue.insert(mesh.changes.flip_queue.end(), some.begin(), some.end());
  return mesh.changes.flip_queue.empty();
}

void certify_all(Mesh& mesh, int threads) {
  mesh.budgets.switch_on(mesh.cells.size(), mesh.cells.capacity());
  constexpr std::size_t chunk = 1 << 10;
  const auto chunks = static_cast<std::int64_t>((mesh.cells.size() + chunk - 1) / chunk);
#pragma omp parallel for schedule(static, 16) num_threads(threads)
  for (std::int64_t i = 0; i < chunks; ++i) {
    const auto begin = static_cast<std::uint32_t>(i * chunk);
    const auto end = static_cast<std::uint32_t>(std::min((i + 1) * chunk, mesh.cells.size()));
    std::vector<std::uint32_t> facets;
    for (std::uint32_t c = begin; c < end; ++c) {
      if (mesh.cells.is_free(c)) continue;
      certify_width(mesh, c);
      for (std::uint32_t k = 0; k < 4; ++k)
        if (mesh.cells[c].n[k] >> 2 > c) facets.push_back(c << 2 | k);
    }
    std::vector<std::uint8_t> regular(facets.size());
    certify_facets(mesh, facets, regular);
  }
}

}  // namespace scree::geometry
