// Two spheres: the one place that says where they meet. Detectors, lists, kernels, reports and
// checks all ask here, so that none of them can see a contact that another one does not.
#pragma once

#include "base/vec3.hpp"

namespace scree {

// d: from the centre of the first to the centre of the second (nearest image).
HD bool spheres_within(const Vec3& d, double r1, double r2, double range) {
  const double reach = (r1 + r2) + range;
  return norm2(d) < reach * reach;
}

struct SphereMeeting {
  Vec3 normal;          // u_n of Ferrez (3.2), from the first to the second; x for equal centres
  double distance = 0;  // of the centres
  double overlap = 0;   // d_n (3.1), > 0 while they overlap
};

HD SphereMeeting spheres_meeting(const Vec3& d, double r1, double r2) {
  const double distance = __builtin_sqrt(norm2(d));
  const double inverse = distance > 0 ? 1.0 / distance : 0.0;
  return {{distance > 0 ? inverse * d.x : 1.0, inverse * d.y, inverse * d.z},
          distance,
          (r1 + r2) - distance};
}

}  // namespace scree
