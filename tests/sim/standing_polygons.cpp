// A wall of bricks, an arch and a house of cards of two dimensions.
#include "shapes/polygon.hpp"
#include "sim/standing.hpp"

namespace scree::test {
namespace {

using geometry::Vec2;
using FlatBlock = std::shared_ptr<const PolygonShape>;

FlatBlock flat_block(double width, double height) {
  const double x = 0.5 * width, y = 0.5 * height;
  return *PolygonShape::make(std::vector<Vec2>{{-x, -y}, {x, -y}, {x, y}, {-x, y}});
}
Quat flat_turn(double angle) { return {std::cos(0.5 * angle), 0, 0, std::sin(0.5 * angle)}; }

World flat_world() {
  World w = standing_world();
  w.particles.set_dimensions(Dimensions::two);
  return w;
}

World flat_brick_wall(int rows) {
  World w = flat_world();
  const double length = 0.02, height = 0.01;
  const FlatBlock whole = flat_block(length, height), half = flat_block(0.5 * length, height);
  for (int r = 0; r < rows; ++r) {
    const double y = (r + 0.5) * height;
    const bool aside = r % 2 == 1;
    for (int k = 0; k < (aside ? 3 : 4); ++k)
      add(w, {.primitives = {{.shape = whole}}, .x = {(k + (aside ? 1.0 : 0.5)) * length, y, 0}});
    if (!aside) continue;
    for (const double x : {0.25 * length, 3.75 * length})
      add(w, {.primitives = {{.shape = half}}, .x = {x, y, 0}});
  }
  return w;
}

World flat_arch(int stones) {
  World w = flat_world();
  w.walls.clear();
  const double inner = 0.04, outer = 0.06, half = 0.5 * M_PI / stones;
  const double s = std::sin(half), c = std::cos(half);
  const FlatBlock stone = *PolygonShape::make(std::vector<Vec2>{{-inner * s, inner * c},
                                                                {inner * s, inner * c},
                                                                {outer * s, outer * c},
                                                                {-outer * s, outer * c}});
  const Vec3 origin{stone->given_origin().x, stone->given_origin().y, 0};
  for (int k = 0; k < stones; ++k) {
    const Quat q = flat_turn((2 * k + 1) * half - 0.5 * M_PI);
    add(w, {.primitives = {{.shape = stone}}, .x = -rotate(q, origin), .q = q});
  }
  for (const double x : {-0.05, 0.05})
    add(w, {.primitives = {{.shape = flat_block(0.04, 0.02)}}, .x = {x, -0.01, 0}, .fixed = true});
  return w;
}

// As the house of cards of three dimensions.
class FlatCardHouse {
 public:
  explicit FlatCardHouse(double lean) : lean_(lean), w_(flat_world()) {}
  World build() {
    const double apart = reach(-lean_, {1, 0, 0}) + reach(-lean_, {-1, 0, 0}) + 1e-3;
    for (const double x : {-apart, apart}) add_pair(x, 0);
    const double y = reach(-lean_, {0, -1, 0}) + reach(-lean_, {0, 1, 0});
    add(w_, {.primitives = {{.shape = flat_block(2 * apart + 0.02, kThick)}},
             .x = {0, y + 0.5 * kThick, 0}});
    add_pair(0, y + kThick);
    return std::move(w_);
  }

 private:
  static constexpr double kThick = 2e-3, kLength = 0.06;
  double reach(double angle, const Vec3& u) const {
    double most = -HUGE_VAL;
    for (const Vec2& c : card_->pressed_core().corners())
      most = std::max(most, dot(u, rotate(flat_turn(angle), {c.x, c.y, 0})));
    return most + card_->pressed_rounding();
  }
  void add_pair(double x, double floor) {
    const double aside = reach(-lean_, {1, 0, 0}), y = floor + reach(-lean_, {0, -1, 0});
    for (const double side : {-1.0, 1.0})
      add(w_, {.primitives = {{.shape = card_}},
               .x = {x + side * aside, y, 0},
               .q = flat_turn(side * lean_)});
  }

  double lean_;
  World w_;
  FlatBlock card_ = flat_block(kThick, kLength);
};

TEST(PlaneStanding, a_wall_of_bricks) {
  expect_stands(stand(flat_brick_wall(4), standing_seconds()));
}

TEST(PlaneStanding, an_arch_of_nine_stones) {
  expect_stands(stand(flat_arch(9), standing_seconds()));
}

TEST(PlaneStanding, a_house_of_cards) {
  expect_stands(stand(FlatCardHouse(0.26).build(), standing_seconds()));
}

}  // namespace
}  // namespace scree::test
