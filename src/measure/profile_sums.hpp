// What the grains and contacts in each bin have together.
#pragma once

#include <array>
#include <vector>

#include "measure/bins.hpp"
#include "measure/measure.hpp"
#include "measure/tensor.hpp"

namespace scree {

struct BinValues {
  double grains = 0;  // parts of bodies count as parts
  double mass = 0, solid = 0;
  double diameter = 0;      // mean by mass, of the balls or of those around shapes
  Vec3 velocity{}, spin{};  // means by mass
  SymTensor fluctuation;    // sum of m (v - mean)(v - mean)
  SymTensor branches;       // sum of -f l over the shares of branches
};

// Directions in which vectors are told at a place: fixed, or radial, about and along an axis.
class LocalFrame {
 public:
  LocalFrame() = default;
  LocalFrame(const Vec3& centre, int axis) : round_(true), centre_(centre) { along_[axis] = 1; }
  // Components of v at x: (x, y, z), or (radial, about the axis, along it).
  Vec3 at(const Vec3& x, const Vec3& v) const;

 private:
  bool round_ = false;
  Vec3 centre_{}, along_{};
};

// The branch of a contact: from the centre of its body i, to that of j or to the point at a wall.
struct Branch3 {
  Vec3 from{}, line{};
  bool known = false;
};
Branch3 branch_of(const MeasureInput& in, const MeasureContact& c);

std::vector<BinValues> bin_values(const MeasureInput& in, const Bins& bins, const LocalFrame& frame,
                                  bool contacts);

}  // namespace scree
