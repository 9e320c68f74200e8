// What the grains are like, as far as it decides which detector is the cheapest, and what each
// detector is expected to cost there. Expectations only say what to try first; measurements decide
// (detect/selector.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "detect/detector.hpp"

namespace scree::detect {

struct Situation {
  std::size_t grains = 0;
  double r_min = 0, r_max = 0;  // 0, 0: no grain has a size
  double crowding = 0;          // mean of 1/r^3: how many small grains fit where large ones fit
  double reach = 0;
  double motion = 0;  // mean way of a grain since the list before, in radii

  double ratio() const { return r_min > 0 ? r_max / r_min : 1; }
};

// Grains and sizes of now; `motion` is left as it is. One pass, about 2 ns a grain.
void look_at(const DetectInput& in, Situation& s);

// What has changed so much between two looks that what was measured before says little; empty: not
// that much. In words, for the summary.
std::string changed_since(const Situation& before, const Situation& now);

// How far grains go from one list to the next, from a sample of them at every eighth list.
class MotionSample {
 public:
  // To be called at every list. Mean way in radii since the list before, or `unknown` when this one
  // was not looked at, or rows have been sorted in between.
  double follow(const DetectInput& in, double unknown);

 private:
  void remember(const DetectInput& in);

  struct Spot {
    std::uint32_t row, id;
    Vec3 x;
  };
  std::vector<Spot> spots_;
  std::uint64_t calls_ = 0;
};

// ns a grain of a list on one core, and of the first list of a detector that keeps what it knows.
// Infinity where a detector is out of the question.
double expected_ns(const std::string& detector, const Situation& s);
double expected_first_ns(const std::string& detector, const Situation& s);

// The detectors that `auto` chooses from.
std::span<const char* const> detectors_of_auto();

}  // namespace scree::detect
