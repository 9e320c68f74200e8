// A stored frame as the measures see it.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "io/frame.hpp"
#include "measure/measure.hpp"

namespace scree::run {

// Keeps what a MeasureInput refers to. A measure gets the same bits as while the run lasted.
class StoredInput {
 public:
  // E0753: two grains with one id, or ids that no run gives.
  static Result<StoredInput> of(const Frame& frame);

  // Valid as long as this object stays where it is.
  MeasureInput input();

 private:
  Particles particles_;
  RowShares shares_;
  RowSolids solids_;
  std::vector<MeasureContact> contacts_;
  std::vector<MeasureWall> walls_;
  std::vector<std::string> names_;
  double time_ = 0;
  Vec3 up_{};
  bool weight_ = true;
  PeriodicBox box_{};
  MeasureSpace space_;
  bool contacts_known_ = false;
};

}  // namespace scree::run
