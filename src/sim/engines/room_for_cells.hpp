// Grains whose cells surely have room, found without finding the cells.
//
// The Laguerre cell of grain i holds at least what its neighbours' planes and the walls leave of
// any ball about its centre. With planes at the distances h_k < rho from it,
//
//   V >= 4 pi/3 rho^3 - sum_k pi/3 (rho - h_k)^2 (2 rho + h_k)
//
// the ball without all caps; caps that overlap count twice, so this is a lower bound. Twelve
// touching balls of one size leave 1.23 of the volume of the ball in the middle, with rho = 1.1 r.
//
// A cap depends on the distance of the two sites alone. So a survey of all grains that takes each
// pair nearer by what both may move holds until one of them has moved by more: a loose bed is
// looked at every few hundred steps. The survey decides which cells are not worth finding, and
// nothing else: no bit of a result depends on when it was made.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/laguerre/container.hpp"
#include "state/box.hpp"

namespace scree {

class CellRoom {
 public:
  struct Grain {
    Vec3 x;  // where its cell is found, within the periodic box
    double r = 0;
    double volume = 0;  // with so much room its cell is of no interest
  };
  // 1 for each grain whose cell may be smaller than its `volume`; those without interest
  // (volume = 0) and those that certainly have room: 0. Grains in the same order as last time, or
  // `renew`. True: this differs from the last answer.
  bool survey(std::span<const Grain> grains, const geometry::ConvexContainer& container,
              const PeriodicBox& box, bool renew, int threads);
  const std::vector<std::uint8_t>& narrow() const { return narrow_; }
  std::uint64_t surveys() const { return surveys_; }

 private:
  bool holds(std::span<const Grain> grains, const geometry::ConvexContainer& container,
             const PeriodicBox& box, int threads) const;

  std::vector<std::uint8_t> narrow_;
  std::vector<Vec3> then_;                   // of the grains
  std::vector<double> asked_;                // their volumes
  std::vector<geometry::UnitPlane> planes_;  // of the container
  double wall_margin_ = 0;
  std::uint64_t surveys_ = 0;
};

// A lower bound of the volume that planes at the distances `h` leave of a ball of radius `rho`
// about the origin. Distances of rho and more count for nothing.
double room_in_ball(double rho, std::span<const double> h);

}  // namespace scree
