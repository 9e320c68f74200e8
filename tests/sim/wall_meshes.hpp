// Meshes written for a test.
#pragma once

#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>

#include "support/folder.hpp"
#include "worlds.hpp"

namespace scree::test {

struct TestMesh {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> triangles;
};

inline std::string written(const TestMesh& m) {
  static std::atomic<int> number{0};
  const std::string path = shared_folder().path("mesh_" + std::to_string(number++) + ".obj");
  std::ofstream out(path);
  out.precision(17);
  for (const Vec3& p : m.points) out << "v " << p.x << " " << p.y << " " << p.z << "\n";
  for (const auto& t : m.triangles)
    out << "f " << t[0] + 1 << " " << t[1] + 1 << " " << t[2] + 1 << "\n";
  return path;
}

inline Wall mesh_wall(const TestMesh& m, const Vec3& at = {}, const std::string& motion = "",
                      const ParamSet& motion_given = {}) {
  ParamSet p;
  p.set("file", written(m));
  p.set("at", at);
  return wall("mesh", p, motion, motion_given);
}

// An irregular tetrahedron about the origin.
inline TestMesh wedge(double length, double height) {
  return {{{-0.5 * length, -0.4 * height, -0.3 * length},
           {0.5 * length, -0.3 * height, -0.2 * length},
           {0.1 * length, -0.4 * height, 0.5 * length},
           {0.05 * length, 0.6 * height, 0}},
          {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
}

// Heights over [x0, x0 + length] x [z0, z0 + length], `cells` squares each way.
inline TestMesh landscape(double x0, double z0, double length, int cells,
                          const std::function<double(double, double)>& height) {
  TestMesh m;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) {
      const double x = x0 + length * i / cells, z = z0 + length * j / cells;
      m.points.push_back({x, height(x, z), z});
    }
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const int a = i * (cells + 1) + j, b = a + cells + 1;
      m.triangles.push_back({a, a + 1, b});
      m.triangles.push_back({b, a + 1, b + 1});
    }
  return m;
}

}  // namespace scree::test
