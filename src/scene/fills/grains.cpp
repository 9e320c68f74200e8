// Grains written one by one in the scene: for tests, tiny scenes and the large ones of a packing.
#include <fmt/format.h>

#include "scene/fill.hpp"

namespace scree::fills {
namespace {

constexpr ParamInfo kGrain[] = {
    {.name = "position",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .required = true,
     .doc = "of the centre"},
    {.name = "diameter", .dim = dim::length, .range = range::positive, .doc = "or give `radius`"},
    {.name = "radius", .dim = dim::length, .range = range::positive, .doc = "or give `diameter`"},
    {.name = "velocity",
     .kind = ParamKind::vector,
     .dim = dim::velocity,
     .doc = "default: that of the fill"},
    {.name = "spin",
     .kind = ParamKind::vector,
     .dim = dim::angular_velocity,
     .fallback = "[0, 0, 0]",
     .doc = "angular velocity"},
    {.name = "rotation",
     .kind = ParamKind::vector,
     .dim = dim::angle,
     .doc = "of a cluster: axis times angle; default: as the fill says"},
    {.name = "fixed", .kind = ParamKind::boolean, .fallback = "false", .doc = "never moves"},
};

std::vector<SubTable> tables_of_grains() {
  static const Section grain{.title = "a grain", .doc = "One grain.", .params = kGrain};
  return {{"grains", &grain, Repeat::list, "",
           "the grains: { position = [x, y, z], diameter = d }, ..."}};
}

bool has_grains(FillContext& context) {
  if (!context.fill.list("grains").empty()) return true;
  context.fail("E0102", "grains", fmt::format("{} has no `grains`", context.name()));
  return false;
}

void make_grains(FillContext& context) {
  if (!has_grains(context)) return;
  const auto list = context.fill.list("grains");
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Branch& b = list[k];
    const ParamSet& p = b.params;
    const bool own_size = !context.mix.empty() && !p.has("diameter") && !p.has("radius");
    if (!own_size && p.has("diameter") == p.has("radius")) {
      context.messages.error("E0706", b.span,
                             fmt::format("grain {} needs one of `diameter` and `radius`", k));
      continue;
    }
    const double r = own_size          ? 0
                     : p.has("radius") ? p.number("radius")
                                       : 0.5 * p.number("diameter");
    context.mix.own_size = own_size;
    if (own_size &&
        !context.has_own_sizes(fmt::format("grain {} of {}", k, context.name()), b.span))
      return;
    Piece piece = context.piece(k, 2 * r);
    if (piece.cluster && p.has("rotation")) piece.cluster->q = rotation_of(p.vector("rotation"));
    const Vec3 v =
        p.has("velocity") ? p.vector("velocity") : context.fill.params.vector("velocity");
    const Grain g{.x = p.vector("position"),
                  .radius = piece.radius,
                  .material = context.material,
                  .v = v,
                  .omega = p.vector("spin"),
                  .fixed = p.boolean("fixed")};
    if (context.check_given(piece, g, fmt::format("grain {} of {}", k, context.name()), b.span))
      context.add(piece, g);
  }
}

}  // namespace

extern const FillEntry grains_entry;
const FillEntry grains_entry{.info = {"grains", "written one by one in the scene", "", {}},
                             .tables = tables_of_grains,
                             .make = make_grains,
                             .look = [](FillContext& context) { has_grains(context); }};

}  // namespace scree::fills
