// A silo whose wall is made of fixed, overlapping balls with random radii (Lazarevic, section 4):
// the roughness stands for the geometric part of wall friction, and a random size keeps the grains
// from crystallising along the wall.
//
//     |<--- d_c --->|
//     |             |   h_c   cylinder
//     |             |
//      \           /    h_h   hopper
//       \         /
//        |<-d_h->|            outlet, centre at `position`
//
// Balls sit in rings; neighbouring centres are `spacing` mean diameters apart, below 1 so that they
// overlap. The balls touch the nominal surface from outside: the clear width is what is given.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "scene/fill.hpp"

namespace scree::fills {
namespace {

constexpr std::array<ParamInfo, 6> kWallOfBallsOwn{{
    {.name = "outlet",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "d_h, clear width at the lower end of the hopper"},
    {.name = "hopper_height",
     .dim = dim::length,
     .required = true,
     .range = range::non_negative,
     .doc = "h_h, of the conical part"},
    {.name = "cylinder_diameter",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "d_c, clear width of the upper part"},
    {.name = "cylinder_height",
     .dim = dim::length,
     .required = true,
     .range = range::non_negative,
     .doc = "h_c, of the upper part"},
    {.name = "position",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "centre of the outlet"},
    {.name = "spacing",
     .fallback = "0.7",
     .range = {0.2, 1, false, false},
     .doc = "distance of neighbouring centres in mean diameters"},
}};
constexpr auto kWallOfBallsParams = join(kSizeParams, kWallOfBallsOwn);

std::vector<SubTable> tables_of_wall_of_balls() { return {size_table()}; }

struct Silo {
  double r_h, h_h, r_c, h_c;
  Vec3 base;

  double length() const { return slant() + h_c; }
  double slant() const { return exact::hypot(h_h, r_c - r_h); }
  // Radius, height and outward normal (radial, vertical) of the profile at arc length s.
  void at(double s, double& radius, double& height, double& n_radial, double& n_up) const {
    const double slope = slant();
    if (s <= slope && slope > 0) {
      radius = r_h + (r_c - r_h) * s / slope;
      height = h_h * s / slope;
      n_radial = h_h / slope;
      n_up = -(r_c - r_h) / slope;
    } else {
      radius = r_c;
      height = h_h + (s - slope);
      n_radial = 1;
      n_up = 0;
    }
  }
};

void add_ring(FillContext& context, const SizeDistribution& sizes, const Silo& silo, double s,
              double turn, double distance, std::uint64_t& number) {
  double radius, height, n_radial, n_up;
  silo.at(s, radius, height, n_radial, n_up);
  const double mean = 0.5 * (sizes.smallest() + sizes.largest());
  const double circle = 2 * std::numbers::pi * (radius + 0.5 * mean * n_radial);
  const auto balls =
      std::max<std::uint64_t>(3, static_cast<std::uint64_t>(std::ceil(circle / distance)));
  for (std::uint64_t k = 0; k < balls; ++k) {
    const double r = 0.5 * sizes.sample(context.random(0), number);
    const double angle =
        2 * std::numbers::pi * (static_cast<double>(k) + turn) / static_cast<double>(balls);
    const double across = radius + r * n_radial;
    const Vec3 x =
        silo.base + Vec3{across * exact::cos(angle), height + r * n_up, across * exact::sin(angle)};
    const Grain g{.x = x, .radius = r, .material = context.material, .fixed = true};
    if (!context.check_given(g, fmt::format("ball {} of {}", number, context.name()),
                             context.fill.span))
      return;
    context.add(g);
    ++number;
  }
}

void make_wall_of_balls(FillContext& context) {
  if (context.two_d())
    return context.fail("E0627", "kind", "a silo of fixed balls is one of three dimensions",
                        "in two dimensions put it together from walls of shape `polygon`");
  const auto sizes = sizes_of(context.fill, context.name(), context.messages);
  if (!sizes) return;
  const ParamSet& p = context.fill.entry_params;
  const Silo silo{0.5 * p.number("outlet"), p.number("hopper_height"),
                  0.5 * p.number("cylinder_diameter"), p.number("cylinder_height"),
                  p.vector("position")};
  if (silo.r_h > silo.r_c)
    return context.fail("E0706", "outlet", "`outlet` must not be wider than `cylinder_diameter`");
  if (!(silo.length() > 0))
    return context.fail("E0706", "cylinder_height",
                        "`hopper_height` and `cylinder_height` are both 0");
  const double distance = p.number("spacing") * 0.5 * (sizes->smallest() + sizes->largest());
  const double in_ring = std::max(3.0, 2 * std::numbers::pi * silo.r_c / distance);
  const double expected = silo.length() / distance * in_ring;
  if (expected > 1e8)
    return context.fail("E0701", "diameter",
                        fmt::format("the wall would need {:.3g} balls, too many", expected),
                        "are the units of `diameter` and of the silo right?");
  const auto rings = static_cast<std::int64_t>(std::ceil(silo.length() / distance));
  std::uint64_t number = 0;
  const std::size_t before = context.messages.error_count();
  // Every second ring is turned by half a ball: no straight grooves.
  for (std::int64_t k = 0; k <= rings && context.messages.error_count() == before; ++k)
    add_ring(context, *sizes, silo,
             silo.length() * static_cast<double>(k) / static_cast<double>(rings), k % 2 ? 0.5 : 0.0,
             distance, number);
}

}  // namespace

extern const FillEntry wall_of_balls_entry;
const FillEntry wall_of_balls_entry{
    .info = {"wall_of_balls", "a silo of fixed overlapping balls: hopper and cylinder",
             "Lazarevic, section 4", kWallOfBallsParams},
    .tables = tables_of_wall_of_balls,
    .make = make_wall_of_balls,
    .balls_only = true,
    .look = look_at_sizes};

}  // namespace scree::fills
