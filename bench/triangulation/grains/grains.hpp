// Grains to triangulate and the clock; without any peer, so that bench_triangulation_scaling can be
// carried to a bare machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/laguerre/laguerre.hpp"

namespace scree::bench::triangulation {

// Grains at hand: a settled packing, or one made by swelling random points.
struct Grains {
  std::string name;
  std::vector<geometry::Site> sites;  // weights r^2
  std::vector<double> radius;
  geometry::ClipBox box;  // of the balls
};

void set_box(Grains& g);

// A dense lattice with every grain moved and sized at random, not too far to overlap much: as dense
// as a packing (solid fraction 0.6), at no cost for any number. ratio: largest to smallest radius.
Grains mixed(std::size_t count, double ratio);

// Rows along the curve, as a simulation keeps them.
Grains along_the_curve(const Grains& g);

// Each grain by the same length, in a direction of its own, again at each update.
void move_on(std::vector<Vec3>& x, double length, std::uint64_t update);

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

}  // namespace scree::bench::triangulation
