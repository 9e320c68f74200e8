// Lists for a cell that deforms, by detectors that know upright boxes only.
//
// The linear map M that takes the current cell to an upright box of fixed size takes grains d apart
// to points at most |M| d apart. So all pairs within reach are among those that a detector finds
// for balls of |M| r in that box with a reach of |M| reach; the others are sorted out by the true
// distance. The upright box stays the same for many lists: detectors that follow the motion of
// grains (sweep, triangulation) see slow grains in a box at rest. A tenth of a length later a new
// one is taken.
//
// Price: a copy of the positions, and |M|^3 pairs per grain to be looked at: 2.1 at the greatest
// tilt of a cube in one plane.
#pragma once

#include <functional>
#include <vector>

#include "detect/detector.hpp"

namespace scree::detect {

class CellMap {
 public:
  using Find = std::function<void(const DetectInput&, std::vector<RowPair>&)>;

  // As Detector::find for in.box, which is periodic in all directions; `find` sees upright boxes.
  void find(const DetectInput& in, const Find& find, std::vector<RowPair>& pairs);

 private:
  PeriodicBox upright_;
  std::vector<PositionRadius> mapped_;
};

}  // namespace scree::detect
