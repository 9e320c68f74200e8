// Bench `triangulation`: Scree, CGAL and voro++ on the same grains in one run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/predicates/batch.hpp"
#include "grains/grains.hpp"

namespace scree::bench::triangulation {

// One line of the table: seconds for `items` of something, by Scree and by a peer.
struct Line {
  std::string grains, what, peer;
  int threads = 1;
  double items = 0, seconds = 0, peer_seconds = 0;  // peer_seconds 0: no peer does this
  double bar = 0;                                   // how many times faster is asked for; 0: none
  std::string note;
};

// Motion and repair: lines for displacements of a thousandth and a hundredth of the mean diameter,
// on one thread and on two, beside what a peer needs to build again.
void measure_updates(const Grains& g, double rebuild_seconds, int rounds, std::vector<Line>& lines);

// The peers, each in a file of its own.
double cgal_build_seconds(const Grains& g, int rounds);
// Seconds for all queries; signs as power_tests gives them.
double cgal_power_seconds(const Grains& g, const std::vector<geometry::PowerQuery>& queries,
                          std::vector<std::int8_t>& signs, int rounds);
// All volumes by container_poly; rows as in g.
double voro_volume_seconds(const Grains& g, std::vector<double>& volume, int rounds);

}  // namespace scree::bench::triangulation
