// What the grains are like, as far as it decides which detector is the cheapest. Each detector says
// what it expects to cost there (DetectorEntry::expected).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "detect/detector.hpp"

namespace scree::detect {

struct Situation {
  std::size_t grains = 0;
  double r_min = 0, r_max = 0;  // 0, 0: no grain has a size
  double crowding = 0;          // mean of 1/r^3: how many small grains fit where large ones fit
  double reach = 0;
  double motion = 0;  // mean displacement of a grain since the list before, in radii

  double ratio() const { return r_min > 0 ? r_max / r_min : 1; }
};

// Current grains and sizes; `motion` is left as it is. One pass, about 2 ns per grain.
void look_at(const DetectInput& in, Situation& s);

// What has changed so much between two looks that what was measured before says little; empty: not
// that much. In words, for the summary.
std::string changed_since(const Situation& before, const Situation& now);

// How far grains go from one list to the next, from a sample of them at every eighth list.
class MotionSample {
 public:
  // To be called at every list. Mean displacement in radii since the list before, or `unknown` when
  // this one was not looked at, or rows have been sorted in between.
  double follow(const DetectInput& in, double unknown);

 private:
  void remember(const DetectInput& in);

  struct Sampled {
    std::uint32_t row, id;
    Vec3 x;
  };
  std::vector<Sampled> sample_;
  std::uint64_t calls_ = 0;
};

}  // namespace scree::detect
