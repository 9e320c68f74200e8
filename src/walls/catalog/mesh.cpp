// A triangle mesh from a file, met from both sides.
#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "base/exact_math.hpp"
#include "walls/frame.hpp"
#include "walls/mesh/mesh_file.hpp"
#include "walls/mesh/mesh_inside.hpp"
#include "walls/mesh/mesh_planes.hpp"
#include "walls/surface/surface.hpp"

namespace scree::wall_shapes {
namespace {

class Mesh final : public WallShape {
 public:
  Mesh(Surface surface, const SurfaceOptions& options)
      : s_(std::move(surface)), options_(options) {}
  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    s_.touch(x, reach, out);
  }
  const WallTouch* nearest(const Vec3& x, double reach, WallTouches& room) const override {
    return s_.nearest(x, reach, room);
  }
  bool is_near(const Vec3& x, double reach) const override { return s_.is_near(x, reach); }
  int max_contacts() const override { return WallTouches::kMax; }
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override {
    s_.tips(x, reach, out);
  }
  void ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const override {
    s_.ridges(x, reach, out);
  }
  void all_touches(const Vec3& x, double reach, WallTouches& out) const override {
    s_.all_touches(x, reach, out);
  }
  void all_tips(const Vec3&, double, std::vector<WallTip>& out) const override { s_.all_tips(out); }
  void all_ridges(const Vec3&, double, std::vector<WallRidge>& out) const override {
    s_.all_ridges(out);
  }
  bool pokes(const WallTip& tip, const Vec3& n) const override { return s_.pokes(tip, n); }
  std::optional<bool> lies_between(const Vec3& a, const Vec3& b) const override {
    return s_.lies_between(a, b);
  }
  Bounds bounds() const override { return {s_.bounds().lo, s_.bounds().hi}; }
  double area() const override { return s_.area(); }
  // A mesh does not tell which of its sides the grains are on.
  int side(const Vec3&) const override { return 0; }
  bool encloses(const Vec3& x) const override { return inside().contains(x); }
  std::optional<std::array<Vec3, 2>> open_edge() const override { return inside().open_edge(); }
  Space space(std::span<const Vec3> centres) const override;
  bool adjacent(std::uint32_t a, std::uint32_t b) const override { return s_.adjacent(a, b); }
  std::vector<std::string> warnings() const override { return s_.warnings(); }
  WallMesh mesh(const Bounds&) const override { return {s_.points(), s_.triangles()}; }
  std::unique_ptr<WallShape> united(std::span<const Vec3> shifts, double weld,
                                    const Keep& keep) const override {
    TriangleSoup soup;
    const auto triangles = s_.triangles();
    const auto add = [&](const Vec3& shift) {
      const auto first = static_cast<std::uint32_t>(soup.points.size());
      for (const Vec3& x : s_.points()) soup.points.push_back(x + shift);
      for (const auto& t : triangles)
        if (keep(soup.points[first + t[0]], soup.points[first + t[1]], soup.points[first + t[2]]))
          soup.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    };
    for (const Vec3& shift : shifts) add(shift);
    SurfaceOptions options = options_;
    options.weld = std::max(options.weld, weld);
    Result<Surface> surface = Surface::build(soup, options);
    if (!surface) return nullptr;
    return std::make_unique<Mesh>(std::move(*surface), options);
  }

 private:
  // Made when a fill asks for it: most meshes hold nothing.
  const MeshInside& inside() const {
    std::call_once(once_, [this] { inside_.emplace(s_.points(), s_.triangles()); });
    return *inside_;
  }

  bool within_bounds(const Vec3& x) const {
    for (int k = 0; k < 3; ++k)
      if (!(x[k] >= s_.bounds().lo[k] && x[k] <= s_.bounds().hi[k])) return false;
    return true;
  }
  const std::optional<std::vector<SpacePart>>& hull_planes() const {
    std::call_once(planes_once_, [this] { planes_ = convex_planes(s_.points(), s_.triangles()); });
    return planes_;
  }

  Surface s_;
  SurfaceOptions options_;
  mutable std::once_flag planes_once_;
  mutable std::optional<std::vector<SpacePart>> planes_;
  mutable std::once_flag once_;
  mutable std::optional<MeshInside> inside_;
};

// A convex mesh, open or closed, holds the grains that are inside all its planes; another one those
// that it encloses.
WallShape::Space Mesh::space(std::span<const Vec3> centres) const {
  const auto& planes = hull_planes();
  if (!planes) {
    const bool holds = inside().open_edge()
                           ? most(centres, [&](const Vec3& x) { return within_bounds(x); })
                           : most(centres, [&](const Vec3& x) { return encloses(x); });
    return {holds ? Space::Kind::not_convex : Space::Kind::beside, {}};
  }
  const auto behind_all = [&](const Vec3& x) {
    return std::all_of(planes->begin(), planes->end(),
                       [&](const SpacePart& p) { return dot(p.axis, x - p.x) <= 0; });
  };
  if (!most(centres, behind_all)) return {};
  return {Space::Kind::parts, *planes};
}

constexpr ParamInfo kMeshParams[] = {
    {.name = "file", .kind = ParamKind::path, .required = true, .doc = "STL, OBJ or PLY"},
    {.name = "scale",
     .fallback = "1",
     .range = range::positive,
     .doc = "metres for one unit of the file: 0.001 for millimetres"},
    {.name = "angle", .fallback = "0", .doc = "of a turn about `axis` through the file's origin"},
    {.name = "axis",
     .kind = ParamKind::vector,
     .fallback = "[0, 1, 0]",
     .doc = "of that turn; need not be a unit vector"},
    {.name = "at",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "where the file's origin is placed"},
    {.name = "weld",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "points closer than this (after scaling) are one; equal points always are"},
    {.name = "merge_angle",
     .fallback = "10 deg",
     .range = {0, 0.7854, false, false},
     .doc = "facets that turn by less at their edge stand for a smooth surface and press as one"},
};

// Scaled, turned, moved; an identity changes no bit.
void transform(std::vector<Vec3>& points, const ParamSet& p, const Vec3& axis) {
  const double scale = p.number("scale"), half = 0.5 * p.number("angle");
  const Vec3 at = p.vector("at");
  const auto [s, c] = exact::sin_cos(half);
  const Quat q{c, s * axis.x, s * axis.y, s * axis.z};
  for (Vec3& x : points) {
    x *= scale;
    if (half != 0) x = rotate(q, x);
    x += at;
  }
}

Result<std::unique_ptr<WallShape>> make_mesh(const ParamSet& p) {
  const Result<Vec3> axis = unit_vector(p, "axis");
  if (!axis) return axis.errors();
  const std::string& file = p.text("file");
  Result<TriangleSoup> soup = read_mesh_file(file);
  if (!soup) return soup.errors();
  // The file's own coordinates decide how flat its planes can be.
  double size = 0;
  for (const Vec3& x : soup->points)
    size = std::max({size, std::abs(x.x), std::abs(x.y), std::abs(x.z)});
  transform(soup->points, p, *axis);
  SurfaceOptions options;
  options.weld = p.number("weld");
  options.merge_angle = p.number("merge_angle");
  options.flat = 4e-7 * size * p.number("scale");
  Result<Surface> surface = Surface::build(*soup, options);
  if (!surface) {
    Error e = surface.error();
    e.location = file;
    return e;
  }
  return std::unique_ptr<WallShape>(new Mesh(std::move(*surface), options));
}

}  // namespace

extern const WallShapeEntry mesh_entry;
const WallShapeEntry mesh_entry{
    .info = {"mesh", "triangle mesh from an STL, OBJ or PLY file, met from both sides", "",
             kMeshParams},
    .make = make_mesh};

}  // namespace scree::wall_shapes
