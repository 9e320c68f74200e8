// Who may touch. A detector lists every pair of grains whose surfaces are closer than `reach`;
// the list stays complete until some pair's gap can have shrunk by `reach` minus the longest range
// of a contact law, which is the certificate that the step keeps (sim/lists/certificate.hpp).
//
// All detectors answer with the same set of pairs, so any of them may be used at any moment
// without changing a bit of the result.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"
#include "geometry/spheres.hpp"
#include "state/box.hpp"
#include "state/particles.hpp"

namespace scree {

struct DetectInput {
  std::span<const PositionRadius> xr;
  std::span<const SpinMaterial> ws;  // flags: two fixed grains never pair
  std::span<const ParticleId> id;
  PeriodicBox box;
  double reach = 0;                 // pair (i, j) is listed iff |x_i - x_j| < r_i + r_j + reach
  std::uint64_t fixed_version = 0;  // changes when fixed grains (or rows) change: a detector may
                                    // keep what it knows of fixed grains while it stays the same
  std::uint64_t step = 0;           // for reports
  const char* instruction_set = "auto";  // of kernels; never changes the result
};

// Rows of a pair, id of `first` below id of `second`.
struct RowPair {
  std::uint32_t first = 0, second = 0;
  bool operator==(const RowPair&) const = default;
  auto operator<=>(const RowPair&) const = default;
};

// What every detector uses to decide on a pair, so that all agree to the last bit.
HD bool within_reach(const PositionRadius& a, const PositionRadius& b, double reach) {
  return spheres_within(b.x - a.x, a.r, b.r, reach);
}
HD bool within_reach(const PositionRadius& a, const PositionRadius& b, double reach,
                     const Vec3& length, const Vec3& inverse) {
  return spheres_within(nearest_image(b.x - a.x, length, inverse), a.r, b.r, reach);
}

// What a detector did that a user may want to know, and how often since it was made.
struct DetectorNote {
  std::string what;
  std::uint64_t count = 0;
};

class Detector {
 public:
  virtual ~Detector() = default;
  // Replaces `pairs` with all pairs within reach, each once, in any order. May use OpenMP.
  virtual void find(const DetectInput& in, std::vector<RowPair>& pairs) = 0;
  // For the summary of a run: which methods it used, what help it needed.
  virtual std::vector<DetectorNote> notes() const { return {}; }
};

namespace detect {
struct Situation;
}

// What a detector is expected to cost, in ns per grain on one core. Expectations only say what
// `auto` tries first; measurements decide (detect/selector.hpp).
struct DetectorCost {
  double list = 0;   // infinity: out of the question, not even tried
  double first = 0;  // of the first list of a detector that has to get to know the grains

  static DetectorCost never() {
    constexpr double inf = std::numeric_limits<double>::infinity();
    return {inf, inf};
  }
  // Of one that keeps nothing from list to list: buffers are all that is new.
  static DetectorCost without_memory(double list) { return {list, 1.5 * list}; }
};

// One file of src/detect/catalog. `expected` makes it a candidate for `auto`; without it, scenes
// get it only by its name. The situation has at least one grain (detect/situation.hpp).
struct DetectorEntry {
  CatalogInfo info;
  std::unique_ptr<Detector> (*make)();
  DetectorCost (*expected)(const detect::Situation&) = nullptr;
};

std::span<const DetectorEntry* const> detector_catalog();
const DetectorEntry* find_detector(std::string_view name);

}  // namespace scree
