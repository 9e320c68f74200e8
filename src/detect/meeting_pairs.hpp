// All pairs of balls that meet, from the edges of their regular triangulation.
//
// Edges contain every such pair unless balls meet at a right angle or more. Around those pairs,
// called deep, triangles are closed until nothing new shows: if (i, k) is deep, all that k meets is
// tried with i. Then nothing is missed as long as every centre lies in its own Laguerre cell.
// Theorems and proofs: docs/theory/detection.md.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/triangulation.hpp"

namespace scree::detect {

using SitePair = std::array<std::uint32_t, 2>;  // vertices of the triangulation, the lower first

class MeetingPairs {
 public:
  // The balls have radius sqrt(w). False: a site is hidden, or a centre may lie outside its own
  // cell; then pairs() is not complete. The order of the pairs does not depend on the threads.
  bool find(const geometry::Triangulation& t, int threads);

  const std::vector<SitePair>& pairs() const { return pairs_; }
  std::size_t deep() const { return deep_.size(); }  // that meet at a right angle or more
  std::size_t closed() const { return pairs_.size() - edges_; }  // that are no edges

 private:
  void close_triangles(const geometry::Triangulation& t, int threads);
  void list_partners(std::size_t sites);
  void try_triangles(const geometry::Triangulation& t, int threads);

  std::vector<SitePair> pairs_, deep_;
  std::size_t edges_ = 0;
  // Partners of the sites that have a deep pair, as rows behind an array of starts.
  std::vector<std::uint32_t> number_;  // of such a site; none for the others
  std::vector<std::uint32_t> start_, partner_;
  std::vector<SitePair> fresh_;
};

}  // namespace scree::detect
