// The fill that builds a silo of balls.
#include <cmath>

#include "helpers.hpp"

namespace scree {
namespace {

constexpr std::string_view kSilo = R"([[fill]]
kind = "wall_of_balls"
size = { kind = "uniform", min = "9 mm", max = "10 mm" }
outlet = "60 mm"
hopper_height = "80 mm"
cylinder_diameter = "160 mm"
cylinder_height = "120 mm"
)";

TEST(WallOfBalls, leaves_the_clear_width_and_no_gap) {
  const Scene s = good(kSilo);
  const auto& p = s.world.particles;
  ASSERT_GT(p.size(), 1000u);
  for (std::size_t k = 0; k < p.size(); ++k) {
    EXPECT_EQ(p.vm[k].inv_mass, 0.0);
    EXPECT_TRUE(p.ws[k].flags & kFixed);
  }
  // A grain that fits nowhere between the balls: from every point of the nominal surface the next
  // ball is nearer than the smallest radius of a grain (4.5 mm).
  for (int a = 0; a < 200; ++a)
    for (double y = 0.0; y <= 0.2; y += 0.003) {
      const double r = y < 0.08 ? 0.03 + 0.05 * y / 0.08 : 0.08;
      const Vec3 x{r * std::cos(0.1 * a), y, r * std::sin(0.1 * a)};
      double nearest = 1;
      for (const auto& b : p.xr) nearest = std::min(nearest, norm(b.x - x) - b.r);
      EXPECT_LT(nearest, 2.5e-3);
    }
  // The axis is clear by half the width.
  for (const auto& b : p.xr) {
    const double r = b.x.y < 0.08 ? 0.03 + 0.05 * std::max(0.0, b.x.y) / 0.08 : 0.08;
    EXPECT_GE(std::hypot(b.x.x, b.x.z), r - 1e-12);
  }
}

TEST(WallOfBalls, later_fills_stay_inside) {
  const Scene s =
      good(std::string(kSilo) +
           "[[fill]]\nkind = \"lattice\"\ndiameter = \"10 mm\"\nbottom = 0.1\n"
           "region = { kind = \"cylinder\", diameter = \"160 mm\", height = \"200 mm\" }\n");
  EXPECT_LT(worst_overlap(s.world), 1e-8);  // relative, of sites that touch
}

TEST(WallOfBalls, refuses_a_silo_of_more_rings_than_there_are_numbers) {
  const std::string message = mistakes(R"([[fill]]
kind = "wall_of_balls"
diameter = "1 m"
outlet = 1e-39
hopper_height = 0
cylinder_diameter = 1e-38
cylinder_height = 1e40
)");
  EXPECT_NE(message.find("balls, too many"), std::string::npos) << message;
}

}  // namespace
}  // namespace scree
