// Four ways to the common plane of two convex polyhedra. All give one answer; they differ in how
// they find it and in how many steps that takes.
//
//   gjk   distance of a growing simplex (Gilbert, Johnson & Keerthi 1988)
//   slm   shortest link: the two ends walk over the surfaces (Nezami et al. 2006, 3.4 to 3.6)
//   fcp   fast common plane: the best of the planes that the nearest corners allow, until none is
//         better (Nezami et al. 2004)
//   cp    common plane by turning it a little to either side (Cundall 1988)
//
// Bodies that overlap have no link. They are moved apart along the normal of the last step, and the
// method finds the pieces of its link there (section 3); where these are proved to make the widest
// plane of the bodies as they are, that is the answer, else all planes are asked.
#pragma once

#include <string_view>

#include "geometry/convex/gap.hpp"

namespace scree::geometry {

enum class GapMethod { gjk, slm, fcp, cp };
inline constexpr std::string_view kGapMethodNames[] = {"gjk", "slm", "fcp", "cp"};

// From the hint's plane and corners if it has any; the hint is renewed. Steps are counted in
// Gap::iterations. Where a method does not come to a link that it can prove (no corner of either
// body lies nearer to the plane than the ends of the link), gjk takes over; `proved_by_own` tells.
struct MethodGap {
  Gap gap;
  bool proved_by_own = true;
};
MethodGap convex_gap_by(GapMethod method, const PlacedBody& a, const PlacedBody& b, GapHint& hint);

// The same for a simulation: whatever the method and the hint, within `reach` the bits are those of
// convex_gap(), because the features that the method ends at are proved and the link is computed
// from them. Apart from gjk no method takes the plane of the last step for an answer: each finds
// its link in every step, as its paper has it. Iterations are those of the method.
Gap convex_gap_by(GapMethod method, const PlacedBody& a, const PlacedBody& b, double reach,
                  GapHint& hint);

// The gap of the plane across n: how far the bodies lie apart along it.
struct PlaneGap {
  double gap = 0;
  std::uint32_t a = 0, b = 0;  // corners nearest to the plane
};
PlaneGap gap_along(const PlacedBody& a, const PlacedBody& b, const Vec3& n, std::uint32_t from_a,
                   std::uint32_t from_b);
// A link is the shortest where the plane across it has its length as gap. Allowed: rounding of the
// coordinates.
bool proves(const PlacedBody& a, const PlacedBody& b, const Gap& link, GapHint& hint);

}  // namespace scree::geometry
