// Stanford PLY, binary: grains as points with radius, shapes or walls as a mesh (Blender, MeshLab,
// CloudCompare).
#include <bit>
#include <cstring>

#include "io/exporter.hpp"
#include "io/grain_faces.hpp"

namespace scree::exporters {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr ParamInfo kPlyParams[] = {
    {.name = "part",
     .kind = ParamKind::choice,
     .fallback = "grains",
     .choices = "grains|shapes|walls",
     .doc = "grains as points; non-spherical ones as a mesh, with the number of the grain at "
            "each face; or walls as a mesh"},
};

template <class T>
void put(std::string& out, T v) {
  char bytes[sizeof v];
  std::memcpy(bytes, &v, sizeof v);
  out.append(bytes, sizeof v);
}

void put(std::string& out, const Vec3& v) { put(out, v.x), put(out, v.y), put(out, v.z); }

std::string header(std::size_t vertices, const std::string& rest) {
  return "ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(vertices) +
         "\nproperty double x\nproperty double y\nproperty double z\n" + rest + "end_header\n";
}

std::string ply_grains(const Frame& frame) {
  std::string out = header(frame.size(),
                           "property double radius\nproperty double vx\nproperty double vy\n"
                           "property double vz\nproperty uint id\nproperty uint type\n");
  for (std::size_t k = 0; k < frame.size(); ++k) {
    put(out, frame.x[k]), put(out, frame.radius[k]), put(out, frame.v[k]);
    put(out, frame.id[k]), put(out, frame.type[k]);
  }
  return out;
}

std::string ply_shapes(const Frame& frame) {
  const GrainFaces grains(frame);
  std::string points, faces;
  std::uint32_t base = 0, count = 0;
  for (std::size_t k = 0; k < frame.size(); ++k) {
    if (!grains.has(k)) continue;
    const std::vector<Vec3> corners = grains.points(k);
    for (const Vec3& p : corners) put(points, p);
    for (const auto& face : grains.faces(k)) {
      put(faces, static_cast<std::uint32_t>(face.size()));
      for (const std::uint32_t c : face) put(faces, base + c);
      put(faces, frame.id[k]), put(faces, frame.type[k]), put(faces, norm(frame.v[k]));
      ++count;
    }
    base += static_cast<std::uint32_t>(corners.size());
  }
  return header(base, "element face " + std::to_string(count) +
                          "\nproperty list uint uint vertex_indices\nproperty uint id\n"
                          "property uint type\nproperty double speed\n") +
         points + faces;
}

std::string ply_walls(const Frame& frame) {
  std::size_t points = 0, triangles = 0;
  for (const FrameWall& w : frame.walls) points += w.points.size(), triangles += w.triangles.size();
  std::string out = header(points, "element face " + std::to_string(triangles) +
                                       "\nproperty list uchar uint vertex_indices\n"
                                       "property uint wall\n");
  for (const FrameWall& w : frame.walls)
    for (const Vec3& p : w.points) put(out, p);
  std::uint32_t base = 0;
  for (std::uint32_t k = 0; k < frame.walls.size(); ++k) {
    for (const auto& t : frame.walls[k].triangles) {
      put(out, std::uint8_t{3});
      for (const std::uint32_t c : t) put(out, base + c);
      put(out, k);
    }
    base += static_cast<std::uint32_t>(frame.walls[k].points.size());
  }
  return out;
}

Result<std::string> write_ply(const Frame& frame, const ParamSet& params) {
  const std::string& part = params.text("part");
  if (part == "shapes") return ply_shapes(frame);
  return part == "walls" ? ply_walls(frame) : ply_grains(frame);
}

}  // namespace

extern const ExporterEntry ply_entry;
const ExporterEntry ply_entry{
    .info = {"ply", "Stanford PLY, binary: grains as points, shapes or walls as a mesh",
             "Turk 1994", kPlyParams},
    .extension = "ply",
    .write = write_ply};

}  // namespace scree::exporters
