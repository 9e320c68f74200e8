#include "geometry/laguerre/laguerre.hpp"

#include <omp.h>

#include <algorithm>
#include <numeric>

#include "geometry/laguerre/cell_clipper.hpp"

namespace scree::geometry {
namespace {

using Vertex = Triangulation::Vertex;

int thread_count(int wanted) { return wanted > 0 ? wanted : omp_get_max_threads(); }

// Takes out faces that are too small to be told from none, with their polygons.
void drop_slight_faces(std::vector<LaguerreFace>& faces, std::vector<std::vector<Vec3>>* polygons) {
  double surface = 0;
  for (const LaguerreFace& f : faces) surface += f.area;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < faces.size(); ++k) {
    if (!(faces[k].area > least_face * surface)) continue;
    if (polygons != nullptr && kept != k) (*polygons)[kept] = std::move((*polygons)[k]);
    faces[kept++] = faces[k];
  }
  faces.resize(kept);
  if (polygons != nullptr) polygons->resize(kept);
}

}  // namespace

LaguerreCell laguerre_cell(const Triangulation& t, Vertex v, const ClipBox& box, bool polygons) {
  LaguerreCell cell;
  cell.hidden = t.hidden(v);
  if (cell.hidden || !(box.volume() > 0)) return cell;
  CellClipper clipper;
  cell.volume = clipper.clip(t, v, box, &cell.faces, polygons ? &cell.polygons : nullptr);
  drop_slight_faces(cell.faces, polygons ? &cell.polygons : nullptr);
  return cell;
}

// Rows in blocks; the faces of a block wait until the blocks before it are known.
LaguerreCells laguerre_cells(const Triangulation& t, const ClipBox& box, int threads) {
  const std::size_t n = t.sites();
  constexpr std::size_t rows = 256;
  const auto blocks = static_cast<std::int64_t>((n + rows - 1) / rows);
  LaguerreCells out{std::vector<double>(n, 0.0), std::vector<std::uint32_t>(n + 1, 0), {}};
  if (!(box.volume() > 0)) return out;
  std::vector<std::vector<LaguerreFace>> found(static_cast<std::size_t>(blocks));
#pragma omp parallel num_threads(thread_count(threads))
  {
    CellClipper clipper;
    std::vector<LaguerreFace> faces;
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t b = 0; b < blocks; ++b) {
      const std::size_t first = static_cast<std::size_t>(b) * rows;
      for (std::size_t i = first; i < std::min(n, first + rows); ++i) {
        if (t.hidden(static_cast<Vertex>(i))) continue;
        faces.clear();
        out.volume[i] = clipper.clip(t, static_cast<Vertex>(i), box, &faces);
        drop_slight_faces(faces, nullptr);
        out.begin[i + 1] = static_cast<std::uint32_t>(faces.size());
        auto& block = found[static_cast<std::size_t>(b)];
        block.insert(block.end(), faces.begin(), faces.end());
      }
    }
  }
  std::partial_sum(out.begin.begin(), out.begin.end(), out.begin.begin());
  out.faces.reserve(out.begin.back());
  for (const auto& block : found) out.faces.insert(out.faces.end(), block.begin(), block.end());
  return out;
}

}  // namespace scree::geometry
