// Contacts by partner: where two shapes press on each other at several points of one area, or a
// shape stands on a wall with several corners, that is one contact, with the sum of the forces at
// the middle of its points, weighted by their forces.
#pragma once

#include <vector>

#include "measure/totals.hpp"

namespace scree {

// Points of a contact may differ in their normals by a few degrees: corners on a curved wall. More
// than this is another side of the wall.
inline constexpr double kSameSide = 0.98;

// Joins the points of each contact, whatever their order was.
void join_points(std::vector<MeasureContact>& points);

// f(contact, totals) for each contact by partner, as contact_totals() does for each point.
template <class Totals, class F>
Totals partner_totals(const MeasureInput& in, const Totals& empty, F&& f) {
  struct Both {
    Totals totals;
    std::vector<MeasureContact> points;  // of shapes
    void operator+=(Both&& o) {
      totals += std::move(o.totals);
      points.insert(points.end(), o.points.begin(), o.points.end());
    }
  };
  Both all = contact_totals(in, Both{empty, {}}, [&](const MeasureContact& c, Both& mine) {
    if (in.is_shaped(c.i) || (c.wall < 0 && in.is_shaped(c.j)))
      mine.points.push_back(c);
    else
      f(c, mine.totals);
  });
  join_points(all.points);
  for (const MeasureContact& c : all.points) f(c, all.totals);
  return std::move(all.totals);
}

}  // namespace scree
