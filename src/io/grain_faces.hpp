// The faces of non-spherical grains: one source for every format that draws them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "io/frame.hpp"

namespace scree {

class GrainFaces {
 public:
  // `scale`: of the grains as they are drawn. The frame must stay.
  explicit GrainFaces(const Frame& frame, double scale = 1)
      : frame_(frame), shapes_(shapes_of(frame)), scale_(scale) {}

  // Grain k is drawn by faces; else it is a ball.
  bool has(std::size_t k) const {
    return !shapes_.empty() && shapes_[k] != nullptr && !shapes_[k]->faces.empty();
  }
  // Number of its shape in Frame::shapes, and how much larger the grain is. Precondition: has(k).
  std::size_t number(std::size_t k) const {
    return static_cast<std::size_t>(shapes_[k] - frame_.shapes.data());
  }
  double size(std::size_t k) const { return scale_ * frame_.radius[k] / shapes_[k]->radius; }
  const FrameShape& shape(std::size_t k) const { return *shapes_[k]; }

  // In the world. Precondition: has(k).
  std::vector<Vec3> points(std::size_t k) const;
  std::span<const std::vector<std::uint32_t>> faces(std::size_t k) const {
    return shapes_[k]->faces;
  }

 private:
  const Frame& frame_;
  std::vector<const FrameShape*> shapes_;
  double scale_;
};

// Faces as fans, for formats that know triangles only.
std::vector<std::array<std::uint32_t, 3>> triangles_of(
    std::span<const std::vector<std::uint32_t>> faces);

}  // namespace scree
