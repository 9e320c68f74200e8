// What pairs of shapes need of their rows: looked up once per list instead of once per pair and
// step, and how far each row has moved.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shapes/shape.hpp"
#include "sim/world/world.hpp"

namespace scree {

// Two cache lines; a pair that sleeps needs the path alone, which lies elsewhere.
struct alignas(64) ShapeRow {
  const Shape* shape = nullptr;  // null: a ball
  std::uint32_t body = kNoBody;  // place in Bodies
  Vec3 on_body{};                // the row's origin in the body's frame
  Vec3 offset{};                 // from the body's centre of mass to the row
  Vec3 x{};                      // as of the last step
  Quat q{};

  static constexpr std::uint32_t kNoBody = 0xffffffffu;
};
static_assert(sizeof(ShapeRow) == 128);

class ShapeRows {
 public:
  // Rows have changed: those that are in a pair are looked up, their paths begin at 0. The pairs of
  // row s are link_begin[s] to link_begin[s + 1].
  void look_up(const World& world, std::span<const std::uint32_t> link_begin);
  // Rows have left: they are looked up again before the next step.
  void expire() { expired_ = true; }
  bool expired() const { return expired_; }
  // Before the pairs of a step are touched.
  void follow(const World& world, int threads);

  const ShapeRow& operator[](std::uint32_t row) const { return row_[row]; }
  // Of the ball that the shape of the row holds.
  double inner_radius(std::uint32_t row) const { return inner_radius_[row]; }
  // No point of the row has moved farther since the rows were looked up.
  double path(std::uint32_t row) const { return path_[row]; }
  const Body* body(const World& world, std::uint32_t row) const {
    const std::uint32_t b = row_[row].body;
    return b == ShapeRow::kNoBody ? nullptr : &world.bodies.body[b];
  }

 private:
  void place(const World& world, std::size_t row, bool first);
  std::vector<ShapeRow> row_;
  std::vector<double> path_, inner_radius_;
  std::vector<std::uint32_t> used_;  // rows that are in a pair
  bool expired_ = false;
};

}  // namespace scree
