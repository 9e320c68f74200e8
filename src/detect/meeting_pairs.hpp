// All pairs of balls that meet, from the edges of their regular triangulation.
//
// Edges contain every such pair unless balls meet at a right angle or more. Around those pairs,
// called deep, triangles are closed until nothing new shows: if (i, k) is deep, all that k meets is
// tried with i. Then nothing is missed as long as every centre lies in its own Laguerre cell.
// Theorems and proofs: docs/theory/detection.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/pair_filter.hpp"
#include "geometry/triangulation/triangulation.hpp"

namespace scree::detect {

using SitePair = std::array<std::uint32_t, 2>;  // vertices of the triangulation, the lower first

class MeetingPairs {
 public:
  // The balls have radius sqrt(w). False: a site is hidden, or a centre may lie outside its own
  // cell; then pairs() is not complete. The order of the pairs does not depend on the threads.
  bool find(const geometry::Triangulation& t, int threads);

  const std::vector<SitePair>& pairs() const { return pairs_; }
  std::size_t deep() const { return deep_.size(); }  // that meet at a right angle or more
  std::size_t closed() const { return pairs_.size() - edges_; }  // that are not edges

 private:
  void close_triangles(const geometry::Triangulation& t, int threads);
  void list_partners(std::size_t sites);
  void try_triangles(const geometry::Triangulation& t, int threads);

  // Partners of the sites that have a deep pair (anchors), as rows behind an array of starts.
  struct Partners {
    std::vector<std::uint32_t> start, other;
    std::span<const std::uint32_t> of(std::uint32_t number) const {
      return {other.data() + start[number], other.data() + start[number + 1]};
    }
  };

  std::vector<SitePair> pairs_, deep_, fresh_;
  std::size_t edges_ = 0;
  PairFilter filter_;
  std::vector<std::uint8_t> first_;
  std::vector<std::uint32_t> anchor_, number_;     // number_: of an anchor; none for other sites
  Partners all_, far_in_;                          // whom it meets; with whom it is deep
  std::vector<std::vector<std::uint32_t>> marks_;  // per thread, one per site
};

}  // namespace scree::detect
