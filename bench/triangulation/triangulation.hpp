// Bench `triangulation`: Scree, CGAL and voro++ on the same grains in one run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/batch.hpp"
#include "geometry/laguerre.hpp"

namespace scree::bench::triangulation {

// Grains at hand: a settled packing, or one made by swelling random points.
struct Grains {
  std::string name;
  std::vector<geometry::Site> sites;  // weights r^2
  std::vector<double> radius;
  geometry::ClipBox box;  // of the balls
};

// One line of the table: seconds for `items` of something, by Scree and by a peer.
struct Line {
  std::string grains, what, peer;
  int threads = 1;
  double items = 0, seconds = 0, peer_seconds = 0;  // peer_seconds 0: no peer does this
  double bar = 0;                                   // how many times faster is asked for; 0: none
  std::string note;
};

// Seconds: time of the processor for work of one thread, so that a busy machine does not spoil the
// comparison; of the clock for more threads.
double now(int threads);
// Least time of `rounds` calls.
template <class Work>
double least_seconds(int rounds, Work work, int threads = 1) {
  double best = 1e300;
  for (int k = 0; k < rounds; ++k) {
    const double start = now(threads);
    work();
    best = std::min(best, now(threads) - start);
  }
  return best;
}

// Motion and repair: lines for displacements of a thousandth and a hundredth of the mean diameter,
// on one thread and on two, beside what a peer needs to build anew.
void measure_updates(const Grains& g, double rebuild_seconds, int rounds, std::vector<Line>& lines);

// The peers, each in a file of its own.
double cgal_build_seconds(const Grains& g, int rounds);
// Seconds for all queries; signs as power_tests gives them.
double cgal_power_seconds(const Grains& g, const std::vector<geometry::PowerQuery>& queries,
                          std::vector<std::int8_t>& signs, int rounds);
// All volumes by container_poly; rows as in g.
double voro_volume_seconds(const Grains& g, std::vector<double>& volume, int rounds);

}  // namespace scree::bench::triangulation
