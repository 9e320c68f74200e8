// A contact as a line: between the centres of two grains, or from a centre to the point on a wall.
#pragma once

#include <unordered_map>
#include <utility>

#include "io/frame.hpp"

namespace scree {

class ContactLines {
 public:
  explicit ContactLines(const Frame& frame) : frame_(frame) {
    row_.reserve(frame.size());
    for (std::size_t k = 0; k < frame.size(); ++k) row_.emplace(frame.id[k], k);
  }

  // An end whose grain is not in the frame is the point of contact itself.
  std::pair<Vec3, Vec3> ends(const FrameContact& c) const;

 private:
  const Frame& frame_;
  std::unordered_map<std::uint32_t, std::size_t> row_;
};

}  // namespace scree
