// Pairs from the edges of the regular triangulation of all grains, inflated by half the reach.
//
// The triangulation is kept between calls and follows the grains. It is complete by proof, not by
// sampling: where the proof does not hold for a list, that list comes from a grid, and the notes
// count it. docs/theory/detection.md.
#pragma once

#include <memory>

#include "detect/image_sites.hpp"
#include "detect/meeting_pairs.hpp"
#include "detect/survey.hpp"

namespace scree::detect {

class Triangulated final : public Detector {
 public:
  void find(const DetectInput& in, std::vector<RowPair>& pairs) override;
  std::vector<DetectorNote> notes() const override;

  // Why a list came from the grid.
  enum class Reason : std::uint8_t { positions, period, reach, overlaps, count };
  std::uint64_t handed_over(Reason r) const { return handed_over_[static_cast<int>(r)]; }
  std::uint64_t handed_over() const;
  std::uint64_t from_edges() const { return from_edges_; }  // lists that edges alone gave
  std::uint64_t from_triangles() const { return closed_; }  // ... with triangles closed
  const ImageSites& sites() const { return sites_; }

 private:
  bool try_edges(const DetectInput& in, std::vector<RowPair>& pairs);
  void choose_inflation(double needed, double r_min);
  void list_rows(const DetectInput& in, std::vector<RowPair>& pairs, int threads);
  void hand_over(Reason r);

  ImageSites sites_;
  MeetingPairs meeting_;
  Survey survey_;
  std::unique_ptr<Detector> grid_;
  std::string_view grid_name_;
  double inflation_ = 0;
  Reason reason_ = Reason::positions;
  std::uint64_t from_edges_ = 0, closed_ = 0;
  std::uint64_t handed_over_[static_cast<int>(Reason::count)] = {};
  std::uint32_t pause_ = 0, skip_ = 0;  // lists that the grid makes before the next attempt
};

}  // namespace scree::detect
