// Space cut into boxes or into rings: which part of a ball and of a branch lies in which.
//
// Parts of a ball add up to the ball and parts of a branch to the branch, to rounding, as long as
// the bins fill the space around. In periodic directions every image counts (unfolded.hpp).
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "base/dimensions.hpp"
#include "base/table.hpp"
#include "measure/solids.hpp"
#include "measure/unfolded.hpp"

namespace scree {

// What a row takes up: its ball or disc, or a solid within it.
struct BinnedGrain {
  Vec3 x{};
  double r = 0;
  const PlacedSolid* solid = nullptr;
};
// f(bin, volume inside, centre of the image), the volume in such units that a grain has as much as
// its ball
using BallPart = std::function<void(std::size_t, double, const Vec3&)>;
// f(bin, share of its length, middle of the piece)
using BranchPart = std::function<void(std::size_t, double, const Vec3&)>;

class Bins {
 public:
  virtual ~Bins() = default;
  virtual std::size_t size() const = 0;
  virtual double volume(std::size_t bin) const = 0;
  virtual void ball(const BinnedGrain& g, const BallPart& f) const = 0;
  // The segment from x to x + l.
  virtual void branch(const Vec3& x, const Vec3& l, const BranchPart& f) const = 0;
};

// Cells of a regular grid; layers are a grid of one column of cells.
class BoxBins final : public Bins {
 public:
  // In two dimensions the grid is one cell deep.
  BoxBins(const PeriodicBox& box, const TableGrid& grid, Dimensions d = Dimensions::three);

  std::size_t size() const override { return grid_.rows(); }
  double volume(std::size_t) const override {
    return grid_.spacing.x * grid_.spacing.y * grid_.spacing.z;
  }
  void ball(const BinnedGrain& g, const BallPart& f) const override;
  void branch(const Vec3& x, const Vec3& l, const BranchPart& f) const override;

 private:
  double plane(int axis, double k) const { return grid_.origin[axis] + k * grid_.spacing[axis]; }
  void one_ball(const BinnedGrain& g, const BallPart& f) const;
  void one_branch(const Vec3& x, const Vec3& l, const BranchPart& f) const;

  PeriodicBox box_;
  TableGrid grid_;
  Dimensions dimensions_;
  Vec3 high_;
};

// Rings of equal thickness about an axis through `centre`, between two heights along it.
class RingBins final : public Bins {
 public:
  struct Shape {
    Vec3 centre{};
    int axis = 1;  // x, y or z
    double inner = 0, radius = 0, half_height = 0;
    std::size_t count = 1;
  };
  RingBins(const PeriodicBox& box, const Shape& shape);

  std::size_t size() const override { return shape_.count; }
  double volume(std::size_t bin) const override;
  double middle(std::size_t bin) const {
    return shape_.inner + (static_cast<double>(bin) + 0.5) * thickness_;
  }
  void ball(const BinnedGrain& g, const BallPart& f) const override;
  void branch(const Vec3& x, const Vec3& l, const BranchPart& f) const override;

 private:
  double edge(double k) const { return shape_.inner + k * thickness_; }
  void one_branch(const Vec3& d, const Vec3& l, const BranchPart& f) const;

  PeriodicBox box_;
  Shape shape_;
  Vec3 along_;
  double thickness_;
};

}  // namespace scree
