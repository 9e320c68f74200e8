#include "geometry/completeness.hpp"

#include <limits>

namespace scree::geometry {

double greatest_meeting_ratio(const Triangulation& t) {
  for (Triangulation::Vertex v = 0; v < t.sites(); ++v)
    if (t.hidden(v)) return std::numeric_limits<double>::infinity();
  double most = 0;
  t.for_each_edge([&](Triangulation::Vertex i, Triangulation::Vertex j) {
    const Site &a = t.site(i), &b = t.site(j);
    most = std::max(most, (a.w + b.w) / norm2(a.x - b.x));
  });
  return most;
}

double greatest_skin(double least_radius, double greatest_overlap) {
  return 0.41421356237309503 * least_radius - 0.70710678118654757 * greatest_overlap;
}

}  // namespace scree::geometry
