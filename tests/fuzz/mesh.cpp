// Mesh readers: STL, OBJ, PLY. Whatever the bytes, the answer is an error with a code or triangles
// whose corners exist; a mesh that is accepted can be welded and asked for contacts.
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "walls/mesh/mesh_file.hpp"
#include "walls/surface/surface.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();  // libFuzzer keeps the input
}

void check(const scree::Result<scree::TriangleSoup>& soup) {
  if (!soup) {
    require(!soup.errors().empty() && !soup.error().code.empty() && !soup.error().message.empty());
    return;
  }
  for (const scree::Vec3& p : soup->points) require(scree::is_finite(p));
  for (const auto& t : soup->triangles)
    for (const std::uint32_t corner : t) require(corner < soup->points.size());
}

// What was read can be built, or is refused, and answers with numbers.
void use_surface(const scree::TriangleSoup& soup) {
  const auto surface = scree::Surface::build(soup, {.weld = 0, .flat = -1, .merge_angle = 0.1});
  if (!surface) {
    require(!surface.error().code.empty());
    return;
  }
  const scree::Box3& b = surface->bounds();
  const scree::Vec3 middle = 0.5 * b.lo + 0.5 * b.hi;
  scree::WallTouches touches;
  for (const scree::Vec3& x : {middle, b.lo, soup.points.front()}) {
    touches.count = 0;
    surface->touch(x, 1.0, touches);
    for (int k = 0; k < touches.count; ++k) {
      require(!std::isnan(touches.touch[k].distance));
      require(touches.touch[k].feature < surface->features());
    }
  }
}

}  // namespace

// The first byte chooses the reader, so that each gets its share; the rest is the file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  static const char* const names[] = {"m.stl", "m.obj", "m.ply", "m"};
  const auto soup = scree::parse_mesh(bytes, names[data[0] % 4]);
  check(soup);
  if (soup && soup->triangles.size() <= 200) use_surface(*soup);
  return 0;
}
