// Sort-and-update on the bounding boxes of grains (sweep_boxes.hpp); what it knows is kept from
// call to call, by the stable ids of grains.
//
// A grain has a box of half width r + reach/2. In a periodic direction a box that sticks out of the
// period is there a second time, one period further on:
//
//        |   [ i ]             [ j-|-]
//      [-|j' ]                     |        j' = j - L overlaps i: a pair across the seam
//       lo                         hi
//
// Of two grains that are near each other across the seam at least one sticks out, so that some two
// of their boxes overlap. A grain that crosses the seam does not jump: its image becomes its box.
#pragma once

#include <unordered_map>

#include "detect/survey.hpp"
#include "detect/sweep_boxes.hpp"

namespace scree::detect {

class Sweep final : public Detector {
 public:
  void find(const DetectInput& in, std::vector<RowPair>& pairs) override;

  const SweepBoxes<3>& boxes() const { return sweep_; }

 private:
  static constexpr int kBase = 13;  // image code: (sx + 1) + 3 (sy + 1) + 9 (sz + 1)

  struct Grain {
    Vec3 x;  // from the start of the period
    std::uint32_t row = 0;
    std::uint32_t box = kNone;  // of image kBase
    std::uint32_t round = 0;    // last call that had it
    std::uint32_t id = 0;
    bool images = false;  // may have others in image_box_
  };
  struct Owner {
    std::uint32_t grain = 0;
    int image = kBase;
    std::uint32_t round = 0;  // last call that wanted this box
  };
  // All that the list of pairs asks of a box, in one cache line: of two boxes that overlap, one is
  // read in order, the other from anywhere.
  struct alignas(64) Card {
    PositionRadius ball;
    std::uint32_t row = 0, id = 0, grain = 0;
    bool own = true;  // not an image
    bool fixed = false;
  };
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::uint32_t grain_of(const DetectInput& in, std::uint32_t row);
  void set_boxes(const DetectInput& in, std::uint32_t g);
  void follow_over_the_seam(Grain& grain, std::uint32_t g, const int* jump);
  std::uint32_t box_of(std::uint32_t g, int image);
  void forget_the_gone();
  void list_pairs(const DetectInput& in, std::vector<RowPair>& pairs);
  void test_pairs(const DetectInput& in, std::span<const std::uint64_t> keys,
                  std::vector<RowPair>& own, std::vector<RowPair>& across) const;
  static std::uint64_t image_key(std::uint32_t g, int image) {
    return std::uint64_t{g} * 27 + static_cast<std::uint64_t>(image);
  }

  Survey survey_;
  SweepBoxes<3> sweep_;
  std::uint32_t round_ = 0;

  std::vector<Grain> grains_;
  std::vector<std::uint32_t> free_grains_;
  std::unordered_map<std::uint32_t, std::uint32_t> grain_of_id_;
  std::vector<std::uint32_t> grain_of_row_;  // of the last call: rows seldom change

  std::vector<SweepBox<3>> box_;
  std::vector<Owner> owner_;
  std::vector<Card> card_;
  std::vector<std::uint8_t> alive_;
  std::vector<std::uint32_t> free_boxes_;
  std::unordered_map<std::uint64_t, std::uint32_t> image_box_;

  std::vector<std::vector<RowPair>> buffers_;
  std::vector<RowPair> across_;  // pairs with an image
};

}  // namespace scree::detect
