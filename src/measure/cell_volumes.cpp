#include "measure/cell_volumes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "measure/ball_volume.hpp"
#include "measure/catalog_params.hpp"
#include "measure/totals.hpp"

namespace scree {
namespace {

constexpr ParamInfo kSpaceParams[] = {
    {.name = "container",
     .kind = ParamKind::choice,
     .fallback = "auto",
     .choices = "auto|walls|grains|box|cylinder|cone",
     .doc = "the space to divide; auto: what the walls leave where they close, else grains; "
            "grains: their bounding box, in periodic directions the period"},
    measure_params::low,
    measure_params::high,
    measure_params::centre,
    measure_params::direction,
    {.name = "radius",
     .dim = dim::length,
     .range = range::non_negative,
     .doc = "of the cylinder; of a cone where the axis begins"},
    {.name = "far_radius",
     .dim = dim::length,
     .range = range::non_negative,
     .doc = "of a cone where the axis ends"},
    {.name = "height",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of the cylinder or cone, half of it on each side of the centre"},
    {.name = "sides",
     .kind = ParamKind::integer,
     .fallback = "180",
     .range = {3, 10000},
     .doc = "flat sides that stand for the round one, with the same cross-section; its surface is "
            "met within (pi/sides)^2/3 of the radius"},
};

// Images of a site are needed as far as cells reach. In a packing of many grains half a period
// around the box will do. A whole one always does: its own images keep a cell within half a period,
// and no site beyond a whole one is nearest to any point of it.
constexpr std::size_t kFewSites = 2000;
constexpr double kSomeImages = 0.5, kAllImages = 1;

struct Sites {
  std::vector<geometry::Site> all;  // those of `rows` first, then images
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> of;  // of each site the number among the first
};

// With a tolerance at their points of the grid.
Sites sites_of(const MeasureInput& in, double share, double tolerance = 0) {
  Sites out;
  const Particles& p = in.particles;
  out.rows.resize(p.size());
  std::iota(out.rows.begin(), out.rows.end(), 0u);
  std::sort(out.rows.begin(), out.rows.end(),
            [&](std::uint32_t a, std::uint32_t b) { return p.id[a].value < p.id[b].value; });
  for (const std::uint32_t row : out.rows) {
    const PositionRadius& g = p.xr[row];
    Vec3 x = tolerance > 0 ? geometry::rounded(g.x, g.r, tolerance) : g.x;
    for (int k = 0; k < 3; ++k)  // into the box
      if (in.box.periodic[k])
        x[k] -= in.box.length(k) * std::floor((x[k] - in.box.lo[k]) / in.box.length(k));
    out.of.push_back(static_cast<std::uint32_t>(out.all.size()));
    out.all.push_back({x, g.r * g.r});
  }
  for (int k = 0; k < 3; ++k) {
    if (!in.box.periodic[k]) continue;
    const double length = in.box.length(k);
    const double margin = share * length;
    const std::size_t before = out.all.size();
    for (std::size_t s = 0; s < before; ++s)
      for (const double shift : {-length, length}) {
        geometry::Site image = out.all[s];
        image.x[k] += shift;
        if (image.x[k] >= in.box.lo[k] - margin && image.x[k] <= in.box.hi[k] + margin)
          out.all.push_back(image), out.of.push_back(out.of[s]);
      }
  }
  return out;
}

}  // namespace

std::span<const ParamInfo> CellSpace::params() { return kSpaceParams; }

Result<CellSpace> CellSpace::read(const ParamSet& p) {
  CellSpace s;
  const std::string& kind = p.text("container");
  s.sides_ = static_cast<int>(p.integer("sides"));
  s.kind_ = kind == "walls" ? Kind::walls : kind == "grains" ? Kind::grains : Kind::automatic;
  if (kind == "box") {
    for (const char* corner : {"min", "max"})
      if (!p.has(corner))
        return Error{"E0102", "a box needs `min` and `max`, its corners", "", "",
                     Subject::of_key(corner)};
    s.kind_ = Kind::box;
    if (auto wrong = measure_params::wrong_box(p)) return *wrong;
    s.container_.box = {p.vector("min"), p.vector("max")};
  } else if (kind == "cylinder" || kind == "cone") {
    const bool cone = kind == "cone";
    for (const char* name : {"radius", "height", "far_radius"})
      if (!p.has(name) && (cone || std::string_view(name) != "far_radius"))
        return Error{"E0102",
                     cone ? "a cone needs `radius`, `far_radius` and `height`"
                          : "a cylinder needs `radius` and `height`",
                     "", "", Subject::of_key(name)};
    const auto axis = measure_params::unit_vector(p, "axis");
    if (!axis) return axis.errors();
    const double near = p.number("radius"), far = cone ? p.number("far_radius") : near;
    if (!(std::max(near, far) > 0))
      return Error{"E0104", "a container of radius 0 holds nothing", "", "",
                   Subject::of_key("radius")};
    s.kind_ = Kind::round;
    s.container_ = geometry::ConvexContainer::cone(p.vector("centre"), *axis, near, far,
                                                   0.5 * p.number("height"),
                                                   static_cast<int>(p.integer("sides")));
  }
  return s;
}

std::optional<Error> CellSpace::check(const MeasureInput& in) const {
  if (auto tilted = need_upright(in.box)) return tilted;
  if (kind_ == Kind::walls) {
    std::string why_not;
    if (within_walls(in, 0, &why_not)) return std::nullopt;
    return Error{"E0593", "the walls leave no space that can be divided: " + why_not, "",
                 "container = grains divides the bounding box of the grains; or give a box, a "
                 "cylinder or a cone",
                 Subject::of_key("container")};
  }
  if (kind_ == Kind::grains || kind_ == Kind::automatic || !in.box.any()) return std::nullopt;
  return Error{"E0706", "a periodic space is divided as a whole: it has no container of its own",
               "", "leave out `container`", Subject::of_key("container")};
}

namespace {

geometry::ClipBox box_of_grains(const Particles& p) {
  geometry::ClipBox out{};
  bool first = true;
  for (std::size_t s = 0; s < p.size(); ++s) {
    const PositionRadius& g = p.xr[s];
    for (int k = 0; k < 3; ++k) {
      out.low[k] = first ? g.x[k] - g.r : std::min(out.low[k], g.x[k] - g.r);
      out.high[k] = first ? g.x[k] + g.r : std::max(out.high[k], g.x[k] + g.r);
    }
    first = false;
  }
  return out;
}

Vec3 on_grid(const Vec3& x, double step) {
  return {step * std::nearbyint(x.x / step), step * std::nearbyint(x.y / step),
          step * std::nearbyint(x.z / step)};
}

}  // namespace

// Along periodic directions walls must not end: there the cells of images are what bounds.
std::optional<geometry::ConvexContainer> CellSpace::within_walls(const MeasureInput& in,
                                                                 double grid,
                                                                 std::string* why_not) const {
  const MeasureSpace space = in.space ? in.space() : MeasureSpace{};
  const auto refuse = [&](const std::string& why) {
    if (why_not) *why_not = why;
    return std::nullopt;
  };
  if (!space.why_not.empty()) return refuse(space.why_not);
  if (space.parts.empty()) return refuse("no wall bounds the grains");
  std::vector<SpacePart> parts = space.parts;
  for (SpacePart& part : parts) {
    if (grid > 0) part.x = on_grid(part.x, grid);
    for (int k = 0; k < 3; ++k)
      if (in.box.periodic[k] && (!part.is_plane() || part.axis[k] != 0))
        return refuse("a wall crosses a periodic direction");
  }
  for (int k = 0; k < 3; ++k) {
    if (!in.box.periodic[k]) continue;
    const double length = in.box.length(k);
    Vec3 n, lo, hi;
    n[k] = 1, lo[k] = in.box.lo[k] - length, hi[k] = in.box.hi[k] + length;
    parts.push_back({hi, n}), parts.push_back({lo, -n});
  }
  const geometry::ClipBox grains = box_of_grains(in.particles);
  auto out = geometry::ConvexContainer::within(parts, sides_, 0.5 * (grains.low + grains.high));
  if (!out) return refuse("they do not close, or leave nothing");
  return out;
}

geometry::ConvexContainer CellSpace::of(const MeasureInput& in, double grid) const {
  if (kind_ == Kind::box || kind_ == Kind::round) return container_;
  if (kind_ != Kind::grains)
    if (auto walls = within_walls(in, grid, nullptr)) return *walls;
  geometry::ConvexContainer out;
  out.box = box_of_grains(in.particles);
  if (grid > 0) out.box = {on_grid(out.box.low, grid), on_grid(out.box.high, grid)};
  // Cells of a periodic space reach beyond the period; their images make up for it.
  for (int k = 0; k < 3; ++k)
    if (in.box.periodic[k])
      out.box.low[k] = in.box.lo[k] - in.box.length(k),
      out.box.high[k] = in.box.hi[k] + in.box.length(k);
  return out;
}

namespace {

// The volumes of the first sites; none where they cannot be triangulated.
std::vector<double> volumes_of(const Sites& sites, const geometry::ConvexContainer& container,
                               int threads) {
  const auto t = geometry::Triangulation::build(sites.all);
  if (!t) return {};
  std::vector<double> volume =
      geometry::container_volumes(*t, container, {.threads = std::max(threads, 1)});
  volume.resize(sites.rows.size());
  return volume;
}

// Where images are missing cells are too large, never too small: then they hold more than the space
// that there is.
bool fills_the_period(const std::vector<double>& volume, const MeasureInput& in,
                      const geometry::ConvexContainer& container) {
  double space = 1, sum = 0;
  for (int k = 0; k < 3; ++k)
    space *= in.box.periodic[k] ? in.box.length(k) : container.box.high[k] - container.box.low[k];
  for (const double v : volume) sum += v;
  return sum <= space * (1 + 1e-10);
}

}  // namespace

std::vector<GrainCell> grain_cells(const MeasureInput& in, const CellSpace& space) {
  std::vector<GrainCell> out;
  const bool few = in.particles.size() < kFewSites;
  Sites sites = sites_of(in, few ? kAllImages : kSomeImages);
  if (sites.rows.empty()) return out;
  const geometry::ConvexContainer container = space.of(in);
  std::vector<double> volume = volumes_of(sites, container, in.threads);
  if (in.box.any() && !few && !fills_the_period(volume, in, container)) {
    sites = sites_of(in, kAllImages);
    volume = volumes_of(sites, container, in.threads);
  }
  if (volume.empty()) return out;
  for (std::size_t k = 0; k < sites.rows.size(); ++k) {
    const std::uint32_t row = sites.rows[k];
    if (!is_grain(in.particles, row)) continue;
    const double solid = in.solid(row) * ball_volume(in.particles.xr[row].r);
    out.push_back({row, solid, container.holds(sites.all[k].x) ? volume[k] : 0});
  }
  return out;
}

namespace {

// Other grains, or other images of them: all is found again.
bool same_sites(const FollowedCells& kept, const Sites& sites,
                const std::vector<std::uint32_t>& ids) {
  if (!kept.cells || kept.ids != ids || kept.sites.size() != sites.all.size()) return false;
  for (std::size_t k = 0; k < sites.all.size(); ++k)
    if (kept.sites[k].w != sites.all[k].w) return false;
  return true;
}

void count_updates(FollowedCells& kept, const std::vector<std::uint32_t>& ids,
                   const std::vector<Vec3>& reference) {
  std::size_t old = 0;
  for (std::size_t k = 0; k < ids.size(); ++k) {
    while (old < kept.ids.size() && kept.ids[old] < ids[k]) ++old;
    if (old < kept.ids.size() && kept.ids[old] == ids[k])
      kept.updates += kept.reference[old] == reference[k] ? 0 : 1;
  }
}

}  // namespace

std::vector<GrainCell> followed_cells(const MeasureInput& in, const CellSpace& space,
                                      double tolerance, FollowedCells& kept) {
  std::vector<GrainCell> out;
  const Particles& p = in.particles;
  const bool few = p.size() < kFewSites || kept.all_images;
  const Sites sites = sites_of(in, few ? kAllImages : kSomeImages, tolerance);
  if (sites.rows.empty()) return out;
  double smallest = p.xr[0].r;
  for (const PositionRadius& g : p.xr) smallest = std::min(smallest, g.r);
  const double grid = std::ldexp(1.0, std::ilogb(tolerance * smallest));
  const geometry::ConvexContainer now = space.of(in), then = space.of(in, grid);
  std::vector<std::uint32_t> ids;
  std::vector<Vec3> reference, displacement;
  for (const geometry::Site& s : sites.all) reference.push_back(s.x);
  for (const std::uint32_t row : sites.rows) ids.push_back(p.id[row].value);
  for (std::size_t k = 0; k < sites.all.size(); ++k) {
    const PositionRadius& g = p.xr[sites.rows[sites.of[k]]];
    displacement.push_back(g.x - geometry::rounded(g.x, g.r, tolerance));
  }
  const bool same =
      same_sites(kept, sites, ids) && now.planes.size() == kept.cells->container().planes.size();
  if (!same || !kept.cells->update(reference, then, in.threads).ok()) {
    kept.cells.reset();
    auto cells = geometry::ReferenceCells::start(sites.all, then, in.threads);
    if (!cells) return out;
    kept.cells.emplace(std::move(*cells));
  }
  if (in.box.any() && !few) {
    std::vector<double> volume;
    for (std::size_t k = 0; k < sites.rows.size(); ++k)
      volume.push_back(kept.cells->row(static_cast<geometry::Triangulation::Vertex>(k)).volume);
    if (!fills_the_period(volume, in, then)) {
      kept.all_images = true;
      return followed_cells(in, space, tolerance, kept);
    }
  }
  count_updates(kept, ids, reference);
  reference.resize(sites.rows.size());
  kept.ids = std::move(ids), kept.reference = std::move(reference), kept.sites = sites.all;
  for (std::size_t k = 0; k < sites.rows.size(); ++k) {
    const std::uint32_t row = sites.rows[k];
    if (!is_grain(p, row)) continue;
    const auto v = static_cast<geometry::Triangulation::Vertex>(k);
    const bool inside =
        now.holds(sites.all[k].x + displacement[k]) && !kept.cells->row(v).sites.empty();
    out.push_back({row, in.solid(row) * ball_volume(p.xr[row].r),
                   inside ? std::max(kept.cells->volume(v, displacement, now), 0.0) : 0});
  }
  return out;
}

}  // namespace scree
