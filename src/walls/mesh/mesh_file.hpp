// Triangles from files: STL (text and binary), OBJ, PLY (text, binary of either byte order).
//
// A file is refused when it is truncated, empty, not finite or points outside itself; the error's
// place is file:line for text and the byte offset for binary files. Degenerate triangles are not
// looked for here: see surface.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/vec3.hpp"

namespace scree {

struct TriangleSoup {
  std::vector<Vec3> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

// The format is chosen by the end of the name (.stl .obj .ply), otherwise by the content.
Result<TriangleSoup> read_mesh_file(const std::string& path);
Result<TriangleSoup> parse_mesh(std::string_view bytes, const std::string& name);

Result<TriangleSoup> parse_stl(std::string_view bytes, const std::string& name);
Result<TriangleSoup> parse_obj(std::string_view bytes, const std::string& name);
Result<TriangleSoup> parse_ply(std::string_view bytes, const std::string& name);

// A planar polygon cut into triangles by ear clipping, so that faces with a reflex corner cover
// what they should. False: too many corners (the cost is quadratic).
inline constexpr std::size_t kMaxCorners = 4096;
bool add_polygon(TriangleSoup& soup, const std::vector<std::uint32_t>& corners);

}  // namespace scree
