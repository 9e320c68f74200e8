#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Regular_triangulation_3.h>

#include <algorithm>

#include "triangulation.hpp"

namespace scree::bench::triangulation {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Regular = CGAL::Regular_triangulation_3<Kernel>;
using Point = Regular::Weighted_point;

std::vector<Point> points(const Grains& g) {
  std::vector<Point> out;
  for (const geometry::Site& s : g.sites)
    out.emplace_back(Regular::Bare_point(s.x.x, s.x.y, s.x.z), s.w);
  return out;
}

}  // namespace

double cgal_build_seconds(const Grains& g, int rounds) {
  const std::vector<Point> p = points(g);
  return least_seconds(rounds, [&] { const Regular t(p.begin(), p.end()); });
}

double cgal_power_seconds(const Grains& g, const std::vector<geometry::PowerQuery>& queries,
                          std::vector<std::int8_t>& signs, int rounds) {
  const std::vector<Point> p = points(g);
  const auto test = Kernel().power_side_of_oriented_power_sphere_3_object();
  signs.resize(queries.size());
  return least_seconds(rounds, [&] {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const auto& q = queries[i];
      signs[i] = static_cast<std::int8_t>(test(p[q[0]], p[q[1]], p[q[2]], p[q[3]], p[q[4]]));
    }
  });
}

}  // namespace scree::bench::triangulation
