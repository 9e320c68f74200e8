// Grains that enter during the run through a horizontal opening (sim/world/inlet.hpp).
#include <fmt/format.h>

#include "scene/fill.hpp"

namespace scree::fills {
namespace {

constexpr std::array<ParamInfo, 11> kPourOwn{{
    {.name = "centre",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .required = true,
     .doc = "of the opening; grains appear at its height"},
    {.name = "opening",
     .kind = ParamKind::choice,
     .fallback = "disc",
     .choices = "disc|rectangle",
     .doc = "its form; in two dimensions it is a line"},
    {.name = "width",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "diameter of the disc, or side along x"},
    {.name = "depth",
     .dim = dim::length,
     .range = range::positive,
     .doc = "side of the rectangle along z; default: `width`"},
    {.name = "thickness",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "of the slab in which grains appear"},
    {.name = "rate",
     .dim = dim::frequency,
     .range = range::positive,
     .doc = "grains per second; or `mass_rate`"},
    {.name = "mass_rate", .dim = dim::damping, .range = range::positive, .doc = "kg/s; or `rate`"},
    {.name = "count",
     .kind = ParamKind::integer,
     .range = {1, 4e9},
     .doc = "stop after so many grains"},
    {.name = "mass",
     .dim = dim::mass,
     .range = range::positive,
     .doc = "stop when so much has entered"},
    {.name = "start",
     .dim = dim::time,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "first grain"},
    {.name = "end",
     .dim = dim::time,
     .range = range::positive,
     .doc = "no grain enters after this time"},
}};
constexpr auto kPourParams = join(kSizeParams, kPourOwn);

std::vector<SubTable> tables_of_pour() { return {size_table()}; }

bool opening_fits(const FillContext& context, const SizeDistribution& sizes) {
  const ParamSet& p = context.fill.entry_params;
  const double width = context.two_d()
                           ? p.number("width")
                           : std::min(p.number("width"), p.number_or("depth", p.number("width")));
  if (width >= sizes.largest()) return true;
  context.fail("E0701", "width",
               fmt::format("the opening of {} is narrower than its largest grain ({:.4g} m)",
                           context.name(), sizes.largest()));
  return false;
}

void make_pour(FillContext& context) {
  const ParamSet& p = context.fill.entry_params;
  const auto sizes = context.sizes();
  if (p.has("rate") == p.has("mass_rate")) {
    context.fail("E0706", p.has("rate") ? "mass_rate" : "rate",
                 fmt::format("{} needs one of `rate` and `mass_rate`", context.name()));
    return;
  }
  if (!sizes || !opening_fits(context, *sizes)) return;
  if (p.has("end") && !(p.number("end") > p.number("start"))) {
    context.fail("E0706", "end", "`end` must be later than `start`");
    return;
  }
  Inlet inlet;
  inlet.name = context.name();
  inlet.centre = p.vector("centre");
  inlet.disc = p.text("opening") == "disc";
  // Centres keep clear of the rim, so that no grain sticks out of the opening.
  const double half = 0.5 * (p.number("width") - sizes->largest());
  const double half_depth = 0.5 * (p.number_or("depth", p.number("width")) - sizes->largest());
  inlet.axis_u = {half, 0, 0};
  inlet.axis_v = {0, 0, inlet.disc ? half : half_depth};
  // A line; grains of the width of the opening enter at its middle.
  if (context.two_d()) {
    inlet.disc = false;
    inlet.axis_u = {half > 0 ? half : 1e-9 * p.number("width"), 0, 0};
    inlet.axis_v = {};
  }
  inlet.thickness = p.number("thickness");
  inlet.material = context.material;
  inlet.sizes = *sizes;
  inlet.mix = context.mix;
  inlet.rate = p.number_or("rate", 0);
  inlet.mass_rate = p.number_or("mass_rate", 0);
  inlet.count = p.has("count") ? static_cast<std::uint64_t>(p.integer("count")) : 0;
  inlet.mass = p.number_or("mass", 0);
  inlet.start = p.number("start");
  inlet.end = p.number_or("end", 1e300);
  inlet.velocity = context.fill.params.vector("velocity");
  for (const auto& [key, v] : {std::pair("centre", inlet.centre), {"velocity", inlet.velocity}})
    if (context.two_d() && v.z != 0)
      return context.fail("E0620", key,
                          fmt::format("`{}` must have z = 0 in two dimensions, not {:g}", key, v.z),
                          fmt::format("{} = [x, y]", key));
  inlet.seed = context.world.seed;
  inlet.stream = (static_cast<std::uint64_t>(context.index) + 1) * 64;
  context.world.inlets.push_back(std::move(inlet));
}

}  // namespace

extern const FillEntry pour_entry;
const FillEntry pour_entry{
    .info = {"pour", "poured through an opening during the run, until a number or mass", "",
             kPourParams},
    .tables = tables_of_pour,
    .make = make_pour,
    .look = look_at_sizes};

}  // namespace scree::fills
