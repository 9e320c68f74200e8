#include "scene/build/mesh_balls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "base/exact_math.hpp"
#include "shapes/mesh_mass.hpp"
#include "walls/mesh/weld.hpp"

namespace scree {
namespace {

double square_to_segment(const Vec3& x, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double l2 = norm2(along);
  const double t = l2 > 0 ? std::clamp(dot(x - a, along) / l2, 0.0, 1.0) : 0;
  return norm2(x - a - t * along);
}

double square_to_triangle(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = cross(b - a, c - a);
  const double n2 = norm2(n);
  const bool above = n2 > 0 && dot(cross(b - a, x - a), n) >= 0 &&
                     dot(cross(c - b, x - b), n) >= 0 && dot(cross(a - c, x - c), n) >= 0;
  if (above) {
    const double h = dot(x - a, n);
    return h * h / n2;
  }
  return std::min(
      {square_to_segment(x, a, b), square_to_segment(x, b, c), square_to_segment(x, c, a)});
}

// Points of a grid inside a mesh, each with its distance to the surface.
struct Samples {
  std::vector<Vec3> x;
  std::vector<double> depth;

  explicit Samples(const SolidMesh& mesh) {
    // As many as can be asked for their distances in seconds.
    const double budget = 1e9 / static_cast<double>(mesh.triangles() + 1);
    const double wanted = std::clamp(budget, 1000.0, 8000.0);
    const double step = exact::pow(mesh.mass().mass / wanted, 1.0 / 3.0);
    const Vec3 size = mesh.hi() - mesh.lo();
    const auto count = [&](double length) {
      return std::max(1, static_cast<int>(std::min(length / step, 2000.0)));
    };
    const int nx = count(size.x), ny = count(size.y), nz = count(size.z);
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
          const Vec3 at = mesh.lo() + Vec3{size.x * (i + 0.5) / nx, size.y * (j + 0.5) / ny,
                                           size.z * (k + 0.5) / nz};
          if (!mesh.contains(at)) continue;
          x.push_back(at);
          depth.push_back(mesh.distance(at));
        }
  }
};

}  // namespace

SolidMesh::SolidMesh(std::vector<Vec3> points, std::vector<MeshInside::Triangle> triangles)
    : points_(std::move(points)),
      triangles_(std::move(triangles)),
      inside_(points_, triangles_),
      mass_(mesh_mass(points_, triangles_)) {
  lo_ = hi_ = points_.empty() ? Vec3{} : points_.front();
  for (const Vec3& x : points_)
    for (int a = 0; a < 3; ++a) lo_[a] = std::min(lo_[a], x[a]), hi_[a] = std::max(hi_[a], x[a]);
}

Result<SolidMesh> SolidMesh::of(const TriangleSoup& soup, double scale, double weld) {
  std::vector<Vec3> points = soup.points;
  for (Vec3& x : points) x *= scale;
  const std::vector<std::uint32_t> same = weld_points(points, weld);
  std::vector<MeshInside::Triangle> triangles;
  for (const auto& t : soup.triangles) {
    const MeshInside::Triangle w{same[t[0]], same[t[1]], same[t[2]]};
    if (w[0] != w[1] && w[1] != w[2] && w[2] != w[0]) triangles.push_back(w);
  }
  SolidMesh mesh(std::move(points), std::move(triangles));
  if (const auto& edge = mesh.inside_.open_edge())
    return Error{"E0444",
                 fmt::format("the mesh is open at the edge from ({:.4g}, {:.4g}, {:.4g}) to "
                             "({:.4g}, {:.4g}, {:.4g}) m",
                             (*edge)[0].x, (*edge)[0].y, (*edge)[0].z, (*edge)[1].x, (*edge)[1].y,
                             (*edge)[1].z),
                 "", "close it, or join points that should be one with `weld`",
                 Subject::of_key("file")};
  // Volume by orientation against volume by parity: triangles that are turned over show.
  const Vec3 size = mesh.hi_ - mesh.lo_;
  constexpr int kAcross = 24;
  int inside = 0;
  for (int k = 0; k < kAcross; ++k)
    for (int j = 0; j < kAcross; ++j)
      for (int i = 0; i < kAcross; ++i)
        inside += mesh.contains(mesh.lo_ + Vec3{size.x * (i + 0.5) / kAcross,
                                                size.y * (j + 0.5) / kAcross,
                                                size.z * (k + 0.5) / kAcross});
  const double box = size.x * size.y * size.z;
  const double counted = box * inside / (kAcross * kAcross * kAcross);
  // The grid is off by about one cell of 24 at the surface of a body, less for smooth ones.
  if (!(mesh.mass_.mass > 0) || !(std::abs(mesh.mass_.mass - counted) < 0.05 * box))
    return Error{
        "E0444",
        fmt::format("the triangles of the mesh are not oriented alike: they enclose {:.4g} "
                    "m^3 where {:.4g} m^3 are inside",
                    mesh.mass_.mass, counted),
        "", "turn all of them outwards", Subject::of_key("file")};
  return mesh;
}

double SolidMesh::distance(const Vec3& x) const {
  double least = HUGE_VAL;
  for (const MeshInside::Triangle& t : triangles_)
    least = std::min(least, square_to_triangle(x, points_[t[0]], points_[t[1]], points_[t[2]]));
  return std::sqrt(least);
}

// What a ball adds to the union only shrinks while others are chosen, so a ball that is still the
// best after a second look is the best of all.
std::vector<SolidBall> fitted_balls(const SolidMesh& mesh, const FittedBalls& wanted) {
  const Samples samples(mesh);
  const std::size_t n = samples.x.size();
  std::vector<bool> covered(n, false);
  const auto radius = [&](std::size_t k) { return samples.depth[k] + wanted.overshoot; };
  const auto gain = [&](std::size_t k) {
    const double r2 = radius(k) * radius(k);
    std::size_t more = 0;
    for (std::size_t m = 0; m < n; ++m)
      more += !covered[m] && norm2(samples.x[m] - samples.x[k]) <= r2;
    return more;
  };
  struct Offer {
    std::size_t gain, k;
    bool operator<(const Offer& o) const { return gain != o.gain ? gain < o.gain : k > o.k; }
  };
  std::priority_queue<Offer> offers;
  for (std::size_t k = 0; k < n; ++k) offers.push({gain(k), k});
  std::vector<SolidBall> out;
  std::size_t done = 0;
  while (!offers.empty() && out.size() < wanted.most &&
         static_cast<double>(done) < wanted.coverage * static_cast<double>(n)) {
    const Offer best = offers.top();
    offers.pop();
    const std::size_t now = gain(best.k);
    if (now == 0) continue;
    if (!offers.empty() && Offer{now, best.k} < offers.top()) {
      offers.push({now, best.k});
      continue;
    }
    out.push_back({samples.x[best.k], radius(best.k)});
    for (std::size_t m = 0; m < n; ++m)
      if (!covered[m] && norm2(samples.x[m] - samples.x[best.k]) <= radius(best.k) * radius(best.k))
        covered[m] = true, ++done;
  }
  return out;
}

}  // namespace scree
