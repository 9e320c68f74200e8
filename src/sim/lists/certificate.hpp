// How far grains may move before a candidate list could miss a contact.
//
// A list that holds every pair with a gap below `allowance` stays complete while no gap can have
// shrunk by more: two grains that each went w can close 2 w. The bound is the sum of the longest
// steps; when it runs out, the real displacements are measured, and only if those are too long as
// well is the list renewed. (The near list counts the displacement of each grain:
// sim/lists/grain_skins.cpp.)
#pragma once

namespace scree {

struct Certificate {
  double allowance = -1;  // < 0: no list yet
  double spent = 0;       // upper bound of how much any gap has shrunk since the list was made

  void grant(double a) { allowance = a, spent = 0; }
  void spend(double closing) { spent += closing; }
  bool holds() const { return spent <= allowance; }
  // The bound is replaced by a measured value.
  void measured(double closing) { spent = closing; }
};

}  // namespace scree
