// Integrals over the part of a unit sphere that several half-spaces leave.
#pragma once

#include <vector>

#include "base/vec3.hpp"
#include "shapes/mass.hpp"

namespace scree {

// Keeps the points n of the unit sphere with n . axis <= height; axis has length 1.
struct SphereCut {
  Vec3 axis;
  double height = 0;
};

// With n the point of the sphere and c a given vector.
struct PatchMoments {
  double area = 0;
  Vec3 first;           // of n
  Tensor second;        // of n n^T
  Tensor third_with_c;  // of n n^T (n . c)
};

// Cuts that leave nothing or take nothing away are fine; so are equal and opposite ones.
PatchMoments patch_moments(std::vector<SphereCut> cuts, const Vec3& c);

}  // namespace scree
