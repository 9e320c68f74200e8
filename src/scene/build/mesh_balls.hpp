// Balls that stand for the solid inside a closed mesh.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "shapes/union_mass.hpp"
#include "walls/mesh/mesh_file.hpp"
#include "walls/mesh/mesh_inside.hpp"

namespace scree {

class SolidMesh {
 public:
  // Points closer than `weld` are one. E0444: it is open, or its triangles are not oriented alike.
  static Result<SolidMesh> of(const TriangleSoup& soup, double scale, double weld);

  const MassProperties& mass() const { return mass_; }  // of density 1
  const Vec3& lo() const { return lo_; }
  const Vec3& hi() const { return hi_; }
  bool contains(const Vec3& x) const { return inside_.contains(x); }
  double distance(const Vec3& x) const;  // to the surface
  std::size_t triangles() const { return triangles_.size(); }

 private:
  SolidMesh(std::vector<Vec3> points, std::vector<MeshInside::Triangle> triangles);

  std::vector<Vec3> points_;
  std::vector<MeshInside::Triangle> triangles_;
  MeshInside inside_;
  MassProperties mass_;
  Vec3 lo_, hi_;
};

// Overlapping balls that touch the surface from inside, each the one that covers most of what is
// left, until so many or so large a share of the volume is covered.
struct FittedBalls {
  std::size_t most = 0;
  double coverage = 1;
  double overshoot = 0;  // length by which they reach beyond the surface
};
std::vector<SolidBall> fitted_balls(const SolidMesh& mesh, const FittedBalls& wanted);

}  // namespace scree
