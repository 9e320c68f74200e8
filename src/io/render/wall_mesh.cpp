#include "io/render/wall_mesh.hpp"

#include <bit>
#include <map>
#include <tuple>

namespace scree::render {
namespace {

constexpr double kCrease = 0.82;  // cosine of 35 degrees: flatter edges are drawn smooth

Vec3 face_normal(const FrameWall& w, const std::array<std::uint32_t, 3>& t) {
  return normalized(scree::cross(w.points[t[1]] - w.points[t[0]], w.points[t[2]] - w.points[t[0]]));
}

// Corners at the same place become one, however often a file repeats them.
std::vector<std::uint32_t> weld(const FrameWall& w) {
  std::map<std::tuple<double, double, double>, std::uint32_t> seen;
  std::vector<std::uint32_t> first(w.points.size());
  for (std::uint32_t k = 0; k < w.points.size(); ++k) {
    const Vec3 p = w.points[k] + Vec3{0, 0, 0};  // -0 becomes 0
    first[k] = seen.emplace(std::tuple(p.x, p.y, p.z), k).first->second;
  }
  return first;
}

bool drawable(const FrameWall& w, const std::array<std::uint32_t, 3>& t) {
  for (const std::uint32_t c : t)
    if (!placeable(w.points[c])) return false;
  return scree::norm(face_normal(w, t)) > 0;
}

class Prepare {
 public:
  Prepare(const Frame& frame, const Camera& camera, const FrameBounds& grains, WallMeshes& out)
      : frame_(frame), camera_(camera), grains_(grains), out_(out) {}

  void operator()(const FrameWall& wall, bool solid) {
    solid_ = solid;
    inner_ = !wall.points.empty() && !grains_.empty();
    for (const Vec3& p : wall.points)
      for (int a = 0; a < 3; ++a) inner_ = inner_ && p[a] > grains_.lo[a] && p[a] < grains_.hi[a];
    const std::vector<std::uint32_t> first = weld(wall);
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<Vec3> normals;
    for (const auto& t : wall.triangles)
      if (drawable(wall, t)) triangles.push_back(t), normals.push_back(face_normal(wall, t));

    std::vector<std::vector<std::uint32_t>> around(wall.points.size());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> sides;
    for (std::uint32_t k = 0; k < triangles.size(); ++k)
      for (int c = 0; c < 3; ++c) {
        const std::uint32_t a = first[triangles[k][c]], b = first[triangles[k][(c + 1) % 3]];
        around[a].push_back(k);
        sides[std::minmax(a, b)].push_back(k);
      }
    for (std::uint32_t k = 0; k < triangles.size(); ++k)
      add_triangle(wall, triangles[k], k, normals, first, around);
    for (const auto& [ends, faces] : sides) add_edge(wall, ends, faces, triangles, normals);
  }

 private:
  void add_triangle(const FrameWall& wall, const std::array<std::uint32_t, 3>& t, std::uint32_t k,
                    const std::vector<Vec3>& normals, const std::vector<std::uint32_t>& first,
                    const std::vector<std::vector<std::uint32_t>>& around) {
    WallTriangle out;
    out.floor = is_floor(frame_, grains_, wall, t);
    out.solid = solid_ && !out.floor;
    for (int c = 0; c < 3; ++c) {
      // Meshes need not be oriented: each neighbour's normal is turned to this side first.
      Vec3 n{};
      for (const std::uint32_t f : around[first[t[c]]]) {
        const double along = scree::dot(normals[f], normals[k]);
        if (std::abs(along) > kCrease) n += (along > 0 ? 1.0 : -1.0) * normals[f];
      }
      out.corner[c] = camera_.place(wall.points[t[c]]);
      out.normal[c] = unit(camera_.turn(n));
    }
    out_.triangles.push_back(out);
  }

  void add_edge(const FrameWall& wall, std::pair<std::uint32_t, std::uint32_t> ends,
                const std::vector<std::uint32_t>& faces,
                const std::vector<std::array<std::uint32_t, 3>>& triangles,
                const std::vector<Vec3>& normals) {
    const bool crease =
        faces.size() == 1 || std::abs(scree::dot(normals[faces[0]], normals[faces[1]])) < kCrease;
    if (!crease) return;
    bool floor = true;
    for (const std::uint32_t f : faces)
      floor = floor && is_floor(frame_, grains_, wall, triangles[f]);
    out_.edges.push_back({camera_.place(wall.points[ends.first]),
                          camera_.place(wall.points[ends.second]), floor, inner_});
  }

  const Frame& frame_;
  const Camera& camera_;
  const FrameBounds& grains_;
  WallMeshes& out_;
  bool solid_ = false, inner_ = false;  // of the wall at work
};

}  // namespace

bool is_floor(const Frame& frame, const FrameBounds& grains, const FrameWall& wall,
              const std::array<std::uint32_t, 3>& t) {
  if (grains.empty()) return false;
  const Vec3 n = face_normal(wall, t);
  if (std::abs(scree::dot(n, frame.up)) < 0.999) return false;
  double lowest = 1e300, highest = -1e300;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p{corner & 1 ? grains.hi.x : grains.lo.x, corner & 2 ? grains.hi.y : grains.lo.y,
                 corner & 4 ? grains.hi.z : grains.lo.z};
    lowest = std::min(lowest, scree::dot(p, frame.up));
    highest = std::max(highest, scree::dot(p, frame.up));
  }
  const double height = scree::dot(wall.points[t[0]], frame.up);
  return height <= lowest + 0.03 * (highest - lowest);
}

WallMeshes prepare_walls(const Frame& frame, const Camera& camera, const std::vector<bool>& solid) {
  WallMeshes out;
  const FrameBounds grains = grain_bounds(frame);
  Prepare prepare(frame, camera, grains, out);
  for (std::size_t k = 0; k < frame.walls.size(); ++k)
    prepare(frame.walls[k], k < solid.size() && solid[k]);
  return out;
}

}  // namespace scree::render
