#include "view/cell_bytes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "geometry/laguerre/container_rows.hpp"
#include "view/frame_bytes.hpp"
#include "view/packed_arrays.hpp"

namespace scree::view {
namespace {

using geometry::ClipBox;
using geometry::ConvexContainer;
using geometry::Triangulation;

constexpr std::uint32_t kWall = 0xffffffffu;
constexpr int kFlatSides = 60;  // of a round wall: as far as the eye can tell

// Sites, each with the row that it is, or is an image of. The first are not images.
struct CellSites {
  std::vector<geometry::Site> sites;
  std::vector<std::uint32_t> row;
  std::size_t own = 0;
};

// Images that lie within half a period of the box.
void add_images(const PeriodicBox& box, CellSites& s) {
  int most[3];
  for (int k = 0; k < 3; ++k) most[k] = box.periodic[k] ? (box.tilted() ? 2 : 1) : 0;
  for (int c = -most[2]; c <= most[2]; ++c)
    for (int b = -most[1]; b <= most[1]; ++b)
      for (int a = -most[0]; a <= most[0]; ++a) {
        if (a == 0 && b == 0 && c == 0) continue;
        const Vec3 shift{a * box.length(0) + b * box.tilt.x + c * box.tilt.y,
                         b * box.length(1) + c * box.tilt.z, c * box.length(2)};
        for (std::size_t k = 0; k < s.own; ++k) {
          const Vec3 x = s.sites[k].x + shift;
          bool near = true;
          for (int d = 0; d < 3; ++d)
            near = near && (!box.periodic[d] || (x[d] > box.lo[d] - 0.5 * box.length(d) &&
                                                 x[d] < box.hi[d] + 0.5 * box.length(d)));
          if (!near) continue;
          s.sites.push_back({x, s.sites[k].w});
          s.row.push_back(s.row[k]);
        }
      }
}

ConvexContainer container_of(const Frame& frame) {
  const FrameBounds b = grain_bounds(frame);
  ConvexContainer out{ClipBox{b.lo, b.hi}, {}};
  if (!frame.box.any() && frame.space)
    if (auto walls = ConvexContainer::within(*frame.space, kFlatSides, 0.5 * (b.lo + b.hi)))
      return std::move(*walls);
  for (int k = 0; k < 3; ++k)
    if (frame.box.periodic[k]) {
      out.box.low[k] = frame.box.lo[k] - 0.5 * frame.box.length(k);
      out.box.high[k] = frame.box.hi[k] + 0.5 * frame.box.length(k);
    }
  return out;
}

}  // namespace

Result<std::string> cell_bytes(const Frame& frame) {
  if (frame.size() > kMostCells)
    return Error{
        "E0698",
        fmt::format("cells are drawn of at most {} grains, here are {}", kMostCells, frame.size()),
        "", "scree tessellate FRAME.vtp --polygons FILE.vtp writes them for ParaView"};
  CellSites s;
  for (std::size_t k = 0; k < frame.size(); ++k)
    if (is_finite(frame.x[k]) && frame.radius[k] > 0) {
      s.sites.push_back({frame.x[k], frame.radius[k] * frame.radius[k]});
      s.row.push_back(static_cast<std::uint32_t>(k));
    }
  s.own = s.sites.size();
  if (frame.box.any()) add_images(frame.box, s);
  if (s.own == 0) return Error{"E0698", "there is no grain that could have a cell", "", ""};
  const auto t = Triangulation::build(s.sites);
  if (!t) return Error{"E0698", t.error().message, "", ""};

  const Vec3 origin = frame_origin(frame);
  const ConvexContainer container = container_of(frame);
  std::vector<float> ends, volume;
  std::vector<std::uint32_t> of, row, faces_of;
  geometry::ContainerRows rows;
  geometry::CellRow cell;
  std::vector<std::vector<Vec3>> faces;
  std::vector<Triangulation::Vertex> behind;
  for (std::uint32_t i = 0; i < s.own; ++i) {
    rows.find(*t, i, container, cell);
    if (!(cell.volume > 0)) continue;
    rows.polygons(*t, i, container, faces, behind);
    row.push_back(s.row[i]);
    volume.push_back(f32(cell.volume));
    faces_of.push_back(static_cast<std::uint32_t>(faces.size()));
    for (std::size_t k = 0; k < faces.size(); ++k) {
      const bool wall = behind[k] >= geometry::LaguerreFace::box_face;
      if (!wall && behind[k] < i) continue;  // the other one has drawn it
      for (std::size_t c = 0; c < faces[k].size(); ++c) {
        push(ends, faces[k][c] - origin);
        push(ends, faces[k][(c + 1) % faces[k].size()] - origin);
        of.insert(of.end(), {s.row[i], wall ? kWall : s.row[behind[k]]});
      }
    }
  }
  PackedArrays arrays;
  arrays.add("cell_ends", 6, ends);
  arrays.add("cell_of", 2, of);
  arrays.add("cell_row", 1, row);
  arrays.add("cell_volume", 1, volume);
  arrays.add("cell_faces", 1, faces_of);
  return arrays.finish({{"step", frame.step}, {"cells", row.size()}});
}

}  // namespace scree::view
