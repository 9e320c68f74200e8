// Meshes that are hard to touch well: irregular, concave, with three triangles at an edge, with
// T-junctions, crossing each other.
#pragma once

#include <cmath>
#include <vector>

#include "make.hpp"
#include "walls/mesh/mesh_file.hpp"

namespace scree::test {

using Sheet = TriangleSoup;

// An irregular sheet of 2 n^2 triangles over [-1, 1]^2: corners shifted, heights at random.
inline Sheet bumpy(int n, double height, std::uint64_t stream) {
  Sheet soup;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) {
      const Vec3 shift = random_point(stream, static_cast<std::uint64_t>(i * 100 + j), 1);
      soup.points.push_back({2.0 * i / n - 1 + 0.5 / n * shift.x, height * shift.y,
                             2.0 * j / n - 1 + 0.5 / n * shift.z});
    }
  const auto at = [n](int i, int j) { return static_cast<std::uint32_t>(i * (n + 1) + j); };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const bool flip = (i * 7 + j * 3) % 2 == 0;
      if (flip) {
        soup.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j)});
        soup.triangles.push_back({at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)});
      } else {
        soup.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
        soup.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      }
    }
  return soup;
}
// Grooves and ridges with turns of 5 to 70 degrees, straight along z.
inline Sheet grooves() {
  Sheet soup;
  const double slopes[] = {-0.6, -0.2, 0.1, 0.2, -0.1, 0.3, 0.9, -0.4, -0.3, 0.2, -0.2, 0.4};
  double y = 0.3;
  for (int i = 0; i <= 12; ++i) {
    const double x = -1 + i / 6.0;
    soup.points.push_back({x, y, -1});
    soup.points.push_back({x + 0.02 * (i % 3), y, 1});
    if (i < 12) y += slopes[i] / 6;
  }
  for (std::uint32_t i = 0; i < 24; i += 2) {
    soup.triangles.push_back({i, i + 1, i + 2});
    soup.triangles.push_back({i + 2, i + 1, i + 3});
  }
  return soup;
}
// The bumpy sheet with a fin on every third edge: three triangles there.
inline Sheet finned() {
  Sheet soup = bumpy(6, 0.06, 21);
  const std::size_t n = soup.triangles.size();
  for (std::size_t t = 0; t < n; t += 3) {
    const auto v = soup.triangles[t];
    const Vec3 middle = 0.5 * (soup.points[v[0]] + soup.points[v[1]]);
    soup.points.push_back(middle + Vec3{0.03, 0.12, -0.02});
    soup.triangles.push_back({v[0], v[1], static_cast<std::uint32_t>(soup.points.size() - 1)});
  }
  return soup;
}
// Two sheets that meet along x = 0 in a bent line; the left one is cut more finely, so that its
// corners lie in the edges of the right one. `conforming`: the right one is cut at them as well.
inline Sheet t_junctions(bool conforming) {
  Sheet soup;
  const auto seam = [](double z) {  // corners at z = -1, -0.25, 0.5, 1
    const double zs[] = {-1, -0.25, 0.5, 1}, ys[] = {0.05, -0.08, 0.07, 0};
    for (int k = 0; k < 3; ++k)
      if (z <= zs[k + 1])
        return Vec3{0, ys[k] + (ys[k + 1] - ys[k]) * (z - zs[k]) / (zs[k + 1] - zs[k]), z};
    return Vec3{0, 0, 1};
  };
  const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto f = static_cast<std::uint32_t>(soup.points.size());
    soup.points.insert(soup.points.end(), {a, b, c});
    soup.triangles.push_back({f, f + 1, f + 2});
  };
  const double corners[] = {-1, -0.25, 0.5, 1};
  const double cuts[] = {-1, -0.7, -0.4, -0.25, 0.1, 0.3, 0.5, 0.8, 1};
  const auto left = [](double z) { return Vec3{-1, 0.1 * std::sin(3 * z), z}; };
  const auto right = [](double z) { return Vec3{1, 0.1 * std::cos(2 * z), z}; };
  for (int k = 0; k < 8; ++k) {
    add(seam(cuts[k]), seam(cuts[k + 1]), left(cuts[k]));
    add(left(cuts[k]), left(cuts[k + 1]), seam(cuts[k + 1]));
  }
  for (int k = 0; k < 3; ++k) {
    const double lo = corners[k], hi = corners[k + 1];
    add(right(lo), right(hi), seam(lo));
    if (!conforming) {
      add(seam(lo), seam(hi), right(hi));
      continue;
    }
    for (int c = 0; c < 8; ++c)
      if (cuts[c] >= lo && cuts[c + 1] <= hi) add(seam(cuts[c]), seam(cuts[c + 1]), right(hi));
  }
  return soup;
}
// Two bumpy sheets through each other: no edge in common.
inline Sheet crossing() {
  Sheet soup = bumpy(5, 0.05, 22);
  const Sheet other = bumpy(4, 0.08, 23);
  const auto first = static_cast<std::uint32_t>(soup.points.size());
  soup.points.insert(soup.points.end(), other.points.begin(), other.points.end());
  for (const auto& t : other.triangles)
    soup.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  return soup;
}
struct Case {
  const char* name;
  Sheet soup;
};
inline std::vector<Case> cases() {
  return {{"bumpy", bumpy(8, 0.06, 20)}, {"steep", bumpy(8, 0.14, 24)},
          {"fine", bumpy(24, 0.02, 25)}, {"reflex", grooves()},
          {"non-manifold", finned()},    {"T-junctions", t_junctions(false)},
          {"crossing", crossing()}};
}

}  // namespace scree::test
