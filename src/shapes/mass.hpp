// Mass properties of a shape of density 1, and of bodies that are made of several.
#pragma once

#include <span>

#include "base/dimensions.hpp"
#include "base/vec3.hpp"

namespace scree {

// A symmetric matrix.
struct Tensor {
  double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;
};

struct MassProperties {
  double mass = 0;  // volume, or area in two dimensions, times the density
  Vec3 centre;
  Tensor inertia;  // about the centre
};

// The same after a scaling of the density.
MassProperties scaled(const MassProperties& m, double density);
// In a frame in which the shape's own frame is at `x`, turned by `q`.
MassProperties moved(const MassProperties& m, const Vec3& x, const Quat& q);
// Of all together, overlaps counted twice.
MassProperties sum(std::span<const MassProperties> parts);

// Principal moments and the frame in which the inertia is diagonal. One answer for one tensor: the
// same operations in the same order (cyclic Jacobi), on any machine.
struct PrincipalInertia {
  Vec3 moments;
  Quat frame;  // from the principal frame to that of the tensor
};
PrincipalInertia principal(const Tensor& inertia);

MassProperties ball_mass(double radius, Dimensions d);

// Of plane shapes: the moment about z for all axes, so that no frame but that of the plane comes in
// and no spin leaves z.
MassProperties flat(const MassProperties& m);

}  // namespace scree
