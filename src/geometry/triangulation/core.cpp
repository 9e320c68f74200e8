#include "geometry/triangulation/core.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "geometry/laguerre/cell_tables.hpp"
#include "geometry/triangulation/site_certificate.hpp"

namespace scree::geometry {
namespace {

Vec3 middle_of(const Mesh& mesh, const std::array<Vertex, 4>& rows) {
  return 0.25 * ((mesh.sites[rows[0]].x + mesh.sites[rows[1]].x) +
                 (mesh.sites[rows[2]].x + mesh.sites[rows[3]].x));
}

}  // namespace

std::optional<Core> find_core(const Mesh& mesh) {
  const auto holds_middle = [&mesh](const std::array<Vertex, 4>& v) {
    const Vec3 middle = middle_of(mesh, v);
    const auto x = [&](int i, int k) { return i == k ? middle : mesh.sites[v[i]].x; };
    for (int k = 0; k < 4; ++k)
      if (orient3d(x(0, k), x(1, k), x(2, k), x(3, k)) <= 0) return false;
    return true;
  };
  Vec3 mean{};
  for (const Site& s : mesh.sites.all()) mean += s.x / static_cast<double>(mesh.sites.size());
  const std::uint32_t at = mesh.walk(mean, mesh.cells.hint());
  if (at == no_cell) return {};
  const Cell& c = mesh.cells[at];
  if (infinite_slot(c) < 0 && holds_middle(c.v)) return Core{c.v, middle_of(mesh, c.v)};
  double widest = 0;
  std::optional<Core> best;
  const std::size_t step = std::max<std::size_t>(1, mesh.cells.size() / 4096);
  for (std::size_t i = 0; i < mesh.cells.size(); i += step) {
    const auto& v = mesh.cells[i].v;
    if (mesh.cells.is_free(i) || infinite_slot(mesh.cells[i]) >= 0) continue;
    const double width =
        half_width(mesh.sites[v[0]].x, mesh.sites[v[1]].x, mesh.sites[v[2]].x, mesh.sites[v[3]].x);
    if (width > widest && holds_middle(v)) widest = width, best = Core{v, middle_of(mesh, v)};
  }
  return best;
}

bool wraps_once(const Mesh& mesh, const Vec3& core) {
  std::vector<std::array<Vertex, 3>> hull;
  for (std::uint32_t c = 0; c < mesh.cells.size(); ++c) {
    const int k = mesh.cells.is_free(c) ? -1 : infinite_slot(mesh.cells[c]);
    if (k < 0) continue;
    const auto& v = mesh.cells[c].v;
    const auto& f = facet_slots[k];
    hull.push_back({v[f[0]], v[f[1]], v[f[2]]});
    if (orient3d(mesh.sites[v[f[0]]].x, mesh.sites[v[f[1]]].x, mesh.sites[v[f[2]]].x, core) >= 0)
      return false;
  }
  // A ray that meets an edge proves nothing: another one.
  const CounterRandom random(1, hull.size());
  const double size = hull.empty() ? 1 : norm(mesh.sites[hull[0][0]].x - core);
  for (std::uint64_t attempt = 0; attempt < 16; ++attempt) {
    Vec3 far = core;
    for (int axis = 0; axis < 3; ++axis)
      far[axis] += size * (random.uniform(3 * attempt + axis) - 0.5);
    std::size_t crossed = 0;
    bool clean = !(far == core);
    for (const auto& f : hull) {
      int least = 1;
      for (int i = 0; i < 3 && least >= 0; ++i)
        least =
            std::min(least, orient3d(mesh.sites[f[i]].x, mesh.sites[f[(i + 1) % 3]].x, core, far));
      crossed += least > 0;
      clean &= least != 0;
    }
    if (clean) return crossed == 1;
  }
  return false;
}

}  // namespace scree::geometry
