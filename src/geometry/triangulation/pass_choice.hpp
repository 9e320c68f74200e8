// How the next update finds out what changed: by certificates, or by testing everything.
//
// Certificates cost a pass over the budgets and costlier tests where budgets are used up; a test of
// everything costs the same whatever moved, and keeps nothing. So certificates pay while few are
// used up. How many will be is estimated from the last update that had them: it grows as the motion
// does. To go back to certificates they must all be made, which costs some ten updates: that many
// must have been lost first; twice as many where the last change did not last.
//
// Counted, never timed: the same motions give the same choices, with any number of threads.
#pragma once

#include <algorithm>
#include <cstddef>

namespace scree::geometry {

class PassChoice {
 public:
  // Facets to look at again, per cell and update, beyond which all are tested.
  static constexpr double most = 0.08;

  // Before an update in which the sites move by `motion` in the mean, in any unit that stays.
  bool test_all(double motion) {
    const double expected = motion_ > 0 ? share_ * (motion / motion_) : share_;
    ++updates_;
    if (!testing_) {
      if (expected > most) switch_to_tests();
    } else {
      lost_ += std::max(0.0, 1 - expected / most);
      if (lost_ > patience_) switch_to_certificates();
    }
    return testing_;
  }
  // After an update by certificates.
  void record(std::size_t facets, std::size_t cells, double motion) {
    share_ = static_cast<double>(facets) / static_cast<double>(std::max<std::size_t>(cells, 1));
    motion_ = motion;
  }

 private:
  static constexpr double least_patience = 12, greatest_patience = 400;

  void switch_to_tests() {
    patience_ =
        updates_ > 2 * patience_ ? least_patience : std::min(2 * patience_, greatest_patience);
    testing_ = true, lost_ = 0, updates_ = 0;
  }
  void switch_to_certificates() { testing_ = false, share_ = 0, motion_ = 0, updates_ = 0; }

  bool testing_ = false;
  double share_ = 0, motion_ = 0;  // of the last update by certificates
  double lost_ = 0, patience_ = least_patience / 2;
  double updates_ = 0;  // since the last change
};

}  // namespace scree::geometry
