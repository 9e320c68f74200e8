// How pairs of polyhedra were searched: what the narrow phase of detection did.
#pragma once

#include <cstdint>
#include <string>

namespace scree {

struct NarrowUse {
  std::uint64_t queries = 0;      // pairs whose balls met, over all steps
  std::uint64_t warm = 0;         // answered from what was known of the step before
  std::uint64_t fallback = 0;     // answered by the careful way, which asks all planes
  std::uint64_t iterations = 0;   // of all others
  std::uint64_t at_most_two = 0;  // of the others those with one or two iterations
  std::uint64_t timed = 0;        // a sample of the queries
  double seconds = 0;             // of those that were timed

  double mean_iterations() const { return share(iterations, queries - fallback); }
  double share_at_most_two() const { return share(at_most_two, queries - fallback); }
  double share_warm() const { return share(warm, queries); }
  double share_fallback() const { return share(fallback, queries); }
  double seconds_per_query() const { return timed > 0 ? seconds / static_cast<double>(timed) : 0; }
  static double share(std::uint64_t part, std::uint64_t all) {
    return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
  }

  void operator+=(const NarrowUse& o) {
    queries += o.queries, warm += o.warm, fallback += o.fallback, iterations += o.iterations;
    at_most_two += o.at_most_two, timed += o.timed, seconds += o.seconds;
  }
};

struct NarrowReport : NarrowUse {
  std::string method;  // gjk, slm, fcp, cp
};

}  // namespace scree
