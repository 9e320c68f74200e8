// The thesis' filling (Ferrez 5.2): grains on the sites of a face-centred lattice, in phases from
// the large to the small; a site that is taken, or not in the container, stays empty.
//
// Phase i has grains of radius R_i (+- a variation), the distance D_i between neighbours, a
// greatest filling height H_i and a probability P_i that a site is used. Layers are sqrt(2/3) D_i
// apart, rows sqrt(3)/2 D_i, sites D_i; the stacking is ABC.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/fill.hpp"

namespace scree::fills {
namespace {

constexpr std::array<ParamInfo, 5> kLatticeOwn{{
    {.name = "count",
     .kind = ParamKind::integer,
     .range = {1, 4e9},
     .doc = "stop after so many grains (refused when fewer fit); default: fill the space"},
    {.name = "spacing",
     .dim = dim::length,
     .range = range::positive,
     .doc = "D_i, distance of neighbouring sites; default: the largest diameter"},
    {.name = "height",
     .dim = dim::length,
     .range = range::positive,
     .doc = "H_i, no grain reaches higher above the bottom of the space"},
    {.name = "probability",
     .fallback = "1",
     .range = range::positive_fraction,
     .doc = "P_i, that a site is used"},
    {.name = "fixed",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "the grains never move"},
}};
constexpr auto kLatticeParams = join(join(kSizeParams, kSpaceParams), kLatticeOwn);

constexpr std::array<ParamInfo, 4> kPhaseOwn{kLatticeOwn[0], kLatticeOwn[1], kLatticeOwn[2],
                                             kLatticeOwn[3]};
constexpr auto kPhaseParams = join(kSizeParams, kPhaseOwn);

std::vector<SubTable> tables_of_lattice() {
  static const Section phase{
      .title = "a phase of the lattice",
      .doc = "Grains of one size class; the phase with the largest grains is placed first.",
      .params = kPhaseParams,
      .tables = {size_table()}};
  return {
      size_table(),
      region_table(),
      {"phases", &phase, Repeat::list, "", "several sizes, instead of the keys of a single one"}};
}

struct Phase {
  SizeDistribution sizes;
  double spacing = 0, height = 0, probability = 1;
  std::uint64_t count = 0;  // 0: as many as fit
  const Branch* branch = nullptr;
  bool own_size = false;  // of clusters
};

std::optional<Phase> read_phase(const Branch& b, std::string_view owner, FillContext& context) {
  const auto sizes = context.sizes(b, owner);
  if (!sizes) return std::nullopt;
  const ParamSet& p = b.entry.name.empty() ? b.params : b.entry_params;
  Phase phase;
  phase.sizes = *sizes;
  phase.spacing = p.number_or("spacing", sizes->largest());
  phase.height = p.number_or("height", HUGE_VAL);
  phase.probability = p.number("probability");
  phase.count = p.has("count") ? static_cast<std::uint64_t>(p.integer("count")) : 0;
  phase.branch = &b;
  phase.own_size = context.mix.own_size;
  return phase;
}

std::optional<std::vector<Phase>> read_phases(FillContext& context) {
  const auto list = context.fill.list("phases");
  if (list.empty()) {
    const auto one = read_phase(context.fill, context.name(), context);
    return one ? std::optional(std::vector<Phase>{*one}) : std::nullopt;
  }
  bool good = true;
  const ParamSet& p = context.fill.entry_params;
  const auto misplaced = [&](std::string_view key, bool given) {
    if (!given) return;
    context.fail("E0706", key, fmt::format("`{}` belongs to each of the `phases`", key));
    good = false;
  };
  for (const std::string_view key : {"diameter", "count", "spacing", "height"})
    misplaced(key, p.has(key));
  misplaced("size", context.fill.table("size") != nullptr);
  misplaced("variation", p.number("variation") > 0);
  misplaced("probability", p.number("probability") < 1);
  std::vector<Phase> phases;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const auto phase =
        read_phase(list[k], fmt::format("phase {} of {}", k, context.name()), context);
    good = good && phase;
    if (phase) phases.push_back(*phase);
  }
  if (!good) return std::nullopt;
  std::stable_sort(phases.begin(), phases.end(), [](const Phase& a, const Phase& b) {
    return a.sizes.largest() > b.sizes.largest();
  });
  return phases;
}

// Why sites stayed empty, for the message when too few grains fit.
struct Tally {
  std::uint64_t placed = 0, outside = 0, taken = 0;
  bool gave_up = false;
};

class LatticeFiller {
 public:
  LatticeFiller(FillContext& context, const FillSpace& space, const Phase& phase,
                std::uint64_t number)
      : context_(context),
        space_(space),
        phase_(phase),
        size_random_(context.random(2 * number)),
        site_random_(context.random(2 * number + 1)) {}

  Tally fill() {
    const Bounds b = space_.bounds();
    const double d = phase_.spacing, r = 0.5 * phase_.sizes.largest();
    const Vec3 middle = 0.5 * (b.lo + b.hi);
    const double top = std::min(b.hi.y, b.lo.y + phase_.height);
    // In two dimensions a triangular lattice: layers that are shifted by half a site.
    const bool two_d = context_.two_d();
    const double row = std::sqrt(3.0) / 2 * d, layer = two_d ? row : std::sqrt(2.0 / 3.0) * d;
    const auto rows = two_d ? 0 : half_as_many((b.hi.z - b.lo.z) / row);
    const auto sites = half_as_many((b.hi.x - b.lo.x) / d);
    // Endless space above: stop when several layers in a row took nothing.
    int barren = 0;
    for (std::int64_t k = 0; b.lo.y + r + layer * k + r <= top * (1 + 1e-12) + 1e-12 * r && !done();
         ++k) {
      const std::uint64_t before = tally_.placed;
      const double y = b.lo.y + r + layer * static_cast<double>(k);
      const double shift = static_cast<double>(k % (two_d ? 2 : 3));  // A B C
      for (std::int64_t j = -rows; j <= rows && !done(); ++j)
        for (std::int64_t i = -sites; i <= sites && !done(); ++i) {
          const double odd = (j & 1) != 0 ? 0.5 : 0.0;
          const double x = middle.x + d * (static_cast<double>(i) + odd + 0.5 * shift);
          const double z =
              two_d ? 0 : middle.z + row * static_cast<double>(j) + std::sqrt(3.0) / 6 * d * shift;
          try_site({x, y, z}, top);
        }
      barren = tally_.placed == before ? barren + 1 : 0;
      if (b.hi.y > 1e299 && barren > 100) break;
    }
    tally_.gave_up = done() && tally_.placed < phase_.count;
    return tally_;
  }

 private:
  // Of a space so wide only a corner is ever searched.
  static std::int64_t half_as_many(double rows) {
    return static_cast<std::int64_t>(std::min(0.5 * rows, 1e15)) + 2;
  }
  bool done() const {
    return phase_.count > 0 &&
           (tally_.placed == phase_.count || static_cast<double>(number_) > most_sites());
  }
  // Where so few sites take a grain, the space is of another order of size than the grains: a
  // wrong unit would be searched for hours.
  double most_sites() const {
    return 1e7 + 1000 * static_cast<double>(phase_.count) / phase_.probability;
  }

  void try_site(const Vec3& x, double top) {
    // Every site of the lattice has its own number, used or not.
    const std::uint64_t n = number_++;
    if (phase_.probability < 1 && site_random_.uniform(n) >= phase_.probability) return;
    const Piece piece = context_.piece(n, phase_.sizes.sample(size_random_, n));
    const double r = piece.radius;
    if (x.y + r > top * (1 + 1e-12) + 1e-12 * r || !space_.admits(piece, x)) {
      ++tally_.outside;
      return;
    }
    if (!context_.is_free(piece, x)) {
      ++tally_.taken;
      return;
    }
    context_.add(piece, {.x = x,
                         .radius = r,
                         .material = context_.material,
                         .v = context_.fill.params.vector("velocity"),
                         .fixed = context_.fill.entry_params.boolean("fixed")});
    ++tally_.placed;
  }

  FillContext& context_;
  const FillSpace& space_;
  const Phase& phase_;
  CounterRandom size_random_, site_random_;
  std::uint64_t number_ = 0;
  Tally tally_;
};

// Sites that the lattice would have to visit, to refuse an absurd number before it starts.
double sites_in(const FillSpace& space, const Phase& p) {
  const Vec3 size = space.bounds().hi - space.bounds().lo;
  const bool two_d = space.two_d();
  const double d = p.spacing,
               cell = two_d ? std::sqrt(3.0) / 2 * d * d : d * d * d / std::sqrt(2.0);
  const double height = std::min(size.y, p.height);
  const double all = size.x * (two_d ? 1 : size.z) * height / cell;
  return p.count > 0 ? std::min(all, 100.0 * static_cast<double>(p.count) / p.probability) : all;
}

bool possible(FillContext& context, const FillSpace& space, const Phase& p) {
  const bool endless = space.bounds().hi.y > 1e299 && !(p.height < 1e299);
  if (endless && p.count == 0) {
    context.messages.error("E0704", p.branch->span,
                           fmt::format("{} would never end: the space has no top", context.name()),
                           "give `count`, `height` or `top`");
    return false;
  }
  if (sites_in(space, p) < 4e9) return true;
  context.messages.error(
      "E0701", p.branch->where("diameter"),
      fmt::format("{} has {:.3g} sites, too many", context.name(), sites_in(space, p)),
      "are the units of `diameter` and of the space right?");
  return false;
}

void make_lattice(FillContext& context) {
  const auto phases = read_phases(context);
  const auto space = FillSpace::of(context);
  if (!phases || !space) return;
  for (std::size_t k = 0; k < phases->size(); ++k) {
    const Phase& p = (*phases)[k];
    if (!possible(context, *space, p) ||
        (!p.own_size && context.is_larger_than(space->bounds(), p.sizes.smallest())))
      return;
    context.mix.own_size = p.own_size;
    const Tally t = LatticeFiller(context, *space, p, k).fill();
    if (const std::string wall = t.placed > 0 ? "" : space->forbidden_by(); !wall.empty()) {
      context.messages.error(
          "E0701", p.branch->span,
          fmt::format("{} has no room: all of its space is on the wrong side of wall `{}`",
                      context.name(), wall),
          "turn the wall round (`normal`), move it, or set its `side`");
    } else if (p.count > 0 && t.placed < p.count) {
      context.messages.error(
          "E0701", p.branch->where("count"),
          fmt::format("only {} of {} grains fit in {}", t.placed, p.count, context.name()),
          fmt::format("{} sites were outside the space or in a wall, {} taken by other grains{}",
                      t.outside, t.taken,
                      t.gave_up ? "; there the search ended: are the units right?" : ""));
    } else if (t.placed == 0) {
      context.messages.error(
          "E0701", p.branch->span, fmt::format("no grain fits in {}", context.name()),
          fmt::format("{} sites were outside the space or in a wall, {} taken by other grains",
                      t.outside, t.taken));
    }
  }
}

}  // namespace

extern const FillEntry lattice_entry;
const FillEntry lattice_entry{
    .info = {"lattice", "face-centred lattice, in phases from large to small", "Ferrez 5.2",
             kLatticeParams},
    .tables = tables_of_lattice,
    .make = make_lattice,
    .look = [](FillContext& context) {
      if (context.fill.list("phases").empty()) look_at_sizes(context);
    }};

}  // namespace scree::fills
