// Shapes and motions by name, as a scene would make them, and the samples that the catalogue tests
// run over.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <utility>

#include "base/random.hpp"
#include "walls/wall.hpp"

namespace scree::test {

using Given = std::initializer_list<std::pair<std::string, ParamSet::Value>>;

inline Result<ParamSet> params(std::span<const ParamInfo> table, const Given& given) {
  ParamSet p;
  for (const auto& [name, value] : given) p.set(name, value);
  return with_defaults(table, std::move(p));
}

inline Result<std::unique_ptr<WallShape>> try_shape(const std::string& name, const Given& given) {
  const WallShapeEntry* e = find_wall_shape(name);
  if (!e) return Error{"", "no shape " + name, "", ""};
  const auto p = params(e->info.params, given);
  if (!p) return p.errors();
  return e->make(*p);
}
inline std::unique_ptr<WallShape> shape(const std::string& name, const Given& given) {
  auto made = try_shape(name, given);
  if (made) return std::move(*made);
  ADD_FAILURE() << to_string(made.error());
  return nullptr;
}

inline Result<std::unique_ptr<WallMotion>> try_motion(const std::string& name, const Given& given) {
  const WallMotionEntry* e = find_wall_motion(name);
  if (!e) return Error{"", "no motion " + name, "", ""};
  const auto p = params(e->info.params, given);
  if (!p) return p.errors();
  return e->make(*p);
}
inline std::unique_ptr<WallMotion> motion(const std::string& name, const Given& given) {
  auto made = try_motion(name, given);
  if (made) return std::move(*made);
  ADD_FAILURE() << to_string(made.error());
  return nullptr;
}

inline WallTouches touches(const WallShape& s, const Vec3& x, double reach) {
  WallTouches t;
  s.touch(x, reach, t);
  return t;
}
inline const WallTouch* deepest(const WallTouches& t) {
  const WallTouch* best = nullptr;
  for (int i = 0; i < t.count; ++i)
    if (!best || t.touch[i].distance < best->distance) best = &t.touch[i];
  return best;
}
inline const WallTouch* of_feature(const WallTouches& t, std::uint32_t feature) {
  for (int i = 0; i < t.count; ++i)
    if (t.touch[i].feature == feature) return &t.touch[i];
  return nullptr;
}

// Uniform in [-size, size]^3; `i` is the counter.
inline Vec3 random_point(std::uint64_t stream, std::uint64_t i, double size) {
  const CounterRandom random(7, stream);
  const auto u = [&](std::uint64_t c, int lane) {
    return size * (2 * random.uniform(c, lane) - 1);
  };
  return {u(2 * i, 0), u(2 * i, 1), u(2 * i + 1, 0)};
}

// A file that lives as long as the test.
class TempFile {
 public:
  TempFile(const std::string& name, const std::string& bytes)
      : path_(std::filesystem::temp_directory_path() /
              ("scree_walls_" + std::to_string(::getpid()) + "_" + name)) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~TempFile() { std::filesystem::remove(path_); }
  TempFile(const TempFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// Triangles as a text STL, with all digits.
inline std::string stl_text(const WallMesh& m) {
  std::string s = "solid s\n";
  char line[128];
  for (const auto& t : m.triangles) {
    s += "facet normal 0 0 0\nouter loop\n";
    for (const std::uint32_t v : t) {
      const Vec3& p = m.points[v];
      std::snprintf(line, sizeof line, "vertex %.17g %.17g %.17g\n", p.x, p.y, p.z);
      s += line;
    }
    s += "endloop\nendfacet\n";
  }
  return s + "endsolid s\n";
}

}  // namespace scree::test
