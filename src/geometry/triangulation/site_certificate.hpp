// How far sites may move before a predicate can change its answer.
//
// A margin comes with the sign: the test and its certificate are one computation. Both hold for
// motions of each site on its own, and after any rigid motion of all of them together. Derivation:
// docs/theory/triangulation.md.
#pragma once

#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {

struct Margin {
  int sign = uncertain;  // of power_test, or uncertain where the filter cannot tell
  double reach = 0;      // the sign stays while no site moves as far as this
};

// Weights stay. a, b, c, d positive in orient3d, as for power_test.
Margin power_margin(const Site& a, const Site& b, const Site& c, const Site& d, const Site& p);

// The same for eight at a time: x[site][x, y, z, w][lane], sites in the order a, b, c, d, p. det:
// its sign is certain, or it is 0. The same bits as one by one.
struct MarginBatch {
  static constexpr int lanes = 8;
  alignas(64) double x[5][4][lanes];
  alignas(64) double det[lanes];
  alignas(64) double reach[lanes];
};
void power_margins(MarginBatch& batch);

// Half the least width of a tetrahedron: it is not flat while no vertex has moved as far. 0 where
// the filter cannot tell it from a flat one.
double half_width(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace scree::geometry
