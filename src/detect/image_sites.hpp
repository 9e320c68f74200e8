// The sites of a triangulation that follows the grains: each grain at its position in the box, and
// its images beyond periodic faces.
//
// Of two grains within reach across a face, the image of the larger one is enough: an image is
// needed where its centre is within 2 r + reach of the box. Fewer by far than a layer of everything
// that the largest grain could reach.
//
// Grains are known by their ids, so rows may be sorted again, and grains may come and go between
// two calls. A grain that leaves the box through a face changes roles with its image: no site
// jumps.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "detect/detector.hpp"
#include "geometry/triangulation/triangulation.hpp"

namespace scree::detect {

class ImageSites {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  // The triangulation of balls of radius r + inflation. `reach` is that of the images. False: some
  // site cannot be triangulated exactly; nothing is kept. Precondition: positions and radii are
  // finite, every period is longer than 2 r + reach of any grain.
  bool follow(const DetectInput& in, double inflation, double reach, int threads);
  void forget();

  const geometry::Triangulation& triangulation() const { return *triangulation_; }
  bool empty() const { return !triangulation_; }
  std::uint32_t row(std::uint32_t site) const { return site_[site].row; }
  bool is_image(std::uint32_t site) const { return site_[site].image; }
  const geometry::RepairStats& repairs() const { return repairs_; }  // sum over all calls
  std::size_t builds() const { return builds_; }
  std::size_t memory_bytes() const;

 private:
  using Shift = std::array<std::int8_t, 3>;  // in periods, from the position in the box
  struct Label {
    std::uint32_t row = none;
    std::uint32_t next = none;  // another site of the same grain
    Shift shift{};
    bool image = false;  // the shift is not zero
  };
  struct Change {
    std::uint32_t row;
    Shift shift;
  };
  struct Frame;

  bool build(const Frame& f);
  bool find_rows(const Frame& f);
  void place_sites(const Frame& f);
  void place_row(const Frame& f, std::uint32_t row);
  void relabel(const Frame& f, std::uint32_t row, const Vec3& x);
  bool move(const Frame& f);
  bool insert(const Frame& f, const Change& c);
  void drop(std::uint32_t site);
  void adopt(std::uint32_t site, std::uint32_t row, const Shift& shift);

  std::optional<geometry::Triangulation> triangulation_;
  std::vector<ParticleId> id_;        // of the rows, as they were in the last call
  std::vector<std::uint32_t> first_;  // of a row: a site of it
  std::vector<Label> site_;
  PeriodicBox box_;
  geometry::RepairStats repairs_;
  std::size_t builds_ = 0;

  // Scratch of one call.
  std::vector<Vec3> x_;
  std::vector<double> w_;
  bool weights_changed_ = false;
  std::vector<std::uint32_t> row_of_id_;
  std::vector<std::uint32_t> leaving_;
  std::vector<Change> coming_;
};

}  // namespace scree::detect
