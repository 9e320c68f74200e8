// Random positions without overlap: random sequential addition, the large grains first. Grain n
// takes the first of its own sequence of positions that is free, so the result depends on the seed
// alone. Equal spheres jam near a solid fraction of 0.38; the fill says how far it came.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scene/fill.hpp"

namespace scree::fills {
namespace {

constexpr std::array<ParamInfo, 5> kRandomOwn{{
    {.name = "count",
     .kind = ParamKind::integer,
     .range = {1, 4e9},
     .doc = "of grains; or give `fraction`"},
    {.name = "fraction",
     .range = {0, 0.74, true, false},
     .doc = "share of the space that grains take; or give `count`"},
    {.name = "gap",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "smallest distance between the surfaces of grains"},
    {.name = "tries",
     .kind = ParamKind::integer,
     .fallback = "20000",
     .range = {1, 1e9},
     .doc = "positions tried for one grain before giving up"},
    {.name = "fixed",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "the grains never move"},
}};
constexpr auto kRandomParams = join(join(kSizeParams, kSpaceParams), kRandomOwn);

std::vector<SubTable> tables_of_random() { return {size_table(), region_table()}; }

// All grains, by number or until their volume is reached, largest first.
std::vector<Piece> pieces(const FillContext& context, const SizeDistribution& sizes,
                          double volume) {
  const ParamSet& p = context.fill.entry_params;
  const CounterRandom random = context.random(0);
  std::vector<Piece> out;
  if (p.has("count")) {
    const auto n = static_cast<std::uint64_t>(p.integer("count"));
    for (std::uint64_t k = 0; k < n; ++k) out.push_back(context.piece(k, sizes.sample(random, k)));
  } else {
    double left = p.number("fraction") * volume;
    for (std::uint64_t k = 0;; ++k) {
      const Piece one = context.piece(k, sizes.sample(random, k));
      left -= one.volume();
      if (left < 0) break;
      out.push_back(one);
    }
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Piece& a, const Piece& b) { return a.radius > b.radius; });
  return out;
}

bool add_one(FillContext& context, const FillSpace& space, std::uint64_t n, const Piece& piece) {
  const ParamSet& p = context.fill.entry_params;
  const CounterRandom random = context.random(1);
  const Bounds& b = space.bounds();
  const double gap = p.number("gap");
  // A ball's centre keeps its radius from the bounds, except through periodic faces.
  Vec3 lo = b.lo, size;
  if (context.two_d()) lo.z = 0;
  for (int a = 0; a < (context.two_d() ? 2 : 3); ++a) {
    // A long cluster may fit where the ball around it does not.
    const double margin = context.world.box.periodic[a] || piece.cluster ? 0 : piece.radius;
    lo[a] += margin;
    size[a] = b.hi[a] - margin - lo[a];
    if (size[a] < 0) return false;
  }
  const auto tries = static_cast<std::uint64_t>(p.integer("tries"));
  for (std::uint64_t t = 0; t < tries; ++t) {
    const std::uint64_t counter = 2 * ((n << 30) + t);
    const Vec3 x =
        lo + Vec3{size.x * random.uniform(counter, 0), size.y * random.uniform(counter, 1),
                  size.z * random.uniform(counter + 1, 0)};
    if (!context.is_free(piece, x, gap) || !space.admits(piece, x)) continue;
    context.add(piece, {.x = x,
                        .radius = piece.radius,
                        .material = context.material,
                        .v = context.fill.params.vector("velocity"),
                        .fixed = p.boolean("fixed")});
    return true;
  }
  return false;
}

void make_random(FillContext& context) {
  const auto sizes = context.sizes();
  const auto space = FillSpace::of(context);
  const ParamSet& p = context.fill.entry_params;
  if (p.has("count") == p.has("fraction")) {
    context.fail("E0706", p.has("count") ? "fraction" : "count",
                 fmt::format("{} needs one of `count` and `fraction`", context.name()));
    return;
  }
  if (!sizes || !space) return;
  if (space->bounds().hi.y > 1e299) {
    context.fail("E0704", "top", fmt::format("{}: the space has no top", context.name()),
                 "give `top` or `region`");
    return;
  }
  if (!context.mix.own_size || context.mix.empty())
    if (context.is_larger_than(space->bounds(), sizes->smallest())) return;
  const double volume = space->volume();
  if (const std::string wall = volume > 0 ? "" : space->forbidden_by(); !wall.empty())
    return context.fail(
        "E0701", "inside",
        fmt::format("{} has no room: all of its space is on the wrong side of wall `{}`",
                    context.name(), wall),
        "turn the wall round (`normal`), move it, or set its `side`");
  const double wanted = p.has("count")
                            ? static_cast<double>(p.integer("count"))
                            : p.number("fraction") * volume / context.mean_volume(*sizes);
  // More than the densest packing of equal spheres by a wide margin, or too many for the ids.
  const bool hopeless = wanted * context.mean_volume(*sizes) > 0.9 * volume || wanted > 4e9;
  if (hopeless && !(volume > 0 && wanted <= 1)) {
    context.fail(
        "E0701", p.has("count") ? "count" : "fraction",
        fmt::format("{:.4g} grains cannot fit in {}: they would fill {:.3g} % of the space", wanted,
                    context.name(),
                    volume > 0 ? 100 * wanted * context.mean_volume(*sizes) / volume : 0.0),
        "random positions without overlap reach about 35 % (discs 50 %); use `lattice` for more");
    return;
  }
  const std::vector<Piece> all = pieces(context, *sizes, volume);
  double solid = 0;
  for (std::uint64_t n = 0; n < all.size(); ++n) {
    if (!add_one(context, *space, n, all[n])) {
      context.fail(
          "E0701", p.has("count") ? "count" : "fraction",
          fmt::format("only {} of {} grains fit in {}, {:.3g} % of the space", n, all.size(),
                      context.name(), 100 * solid / volume),
          "random positions without overlap reach about 35 %; use `lattice` for more, or a "
          "larger space");
      return;
    }
    solid += all[n].volume();
  }
}

}  // namespace

extern const FillEntry random_entry;
const FillEntry random_entry{
    .info = {"random", "random positions without overlap, by number or solid fraction", "",
             kRandomParams},
    .tables = tables_of_random,
    .make = make_random,
    .look = look_at_sizes};

}  // namespace scree::fills
