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
     .fallback = "grains",
     .choices = "grains|box|cylinder|cone",
     .doc = "the space to divide; grains: their bounding box, in periodic directions the period"},
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
};

Sites sites_of(const MeasureInput& in, double share) {
  Sites out;
  const Particles& p = in.particles;
  out.rows.resize(p.size());
  std::iota(out.rows.begin(), out.rows.end(), 0u);
  std::sort(out.rows.begin(), out.rows.end(),
            [&](std::uint32_t a, std::uint32_t b) { return p.id[a].value < p.id[b].value; });
  for (const std::uint32_t row : out.rows) {
    const PositionRadius& g = p.xr[row];
    Vec3 x = g.x;
    for (int k = 0; k < 3; ++k)  // into the box
      if (in.box.periodic[k])
        x[k] -= in.box.length(k) * std::floor((x[k] - in.box.lo[k]) / in.box.length(k));
    out.all.push_back({x, g.r * g.r});
  }
  for (int k = 0; k < 3; ++k) {
    if (!in.box.periodic[k]) continue;
    const double length = in.box.length(k);
    const double margin = share * length;
    const std::size_t before = out.all.size();
    for (std::size_t s = 0; s < before; ++s)
      for (const double way : {-length, length}) {
        geometry::Site image = out.all[s];
        image.x[k] += way;
        if (image.x[k] >= in.box.lo[k] - margin && image.x[k] <= in.box.hi[k] + margin)
          out.all.push_back(image);
      }
  }
  return out;
}

}  // namespace

std::span<const ParamInfo> CellSpace::params() { return kSpaceParams; }

Result<CellSpace> CellSpace::read(const ParamSet& p) {
  CellSpace s;
  const std::string& kind = p.text("container");
  if (kind == "box") {
    for (const char* corner : {"low", "high"})
      if (!p.has(corner))
        return Error{"E0102", "a box needs `low` and `high`, its corners", "", "",
                     Subject::of_key(corner)};
    s.kind_ = Kind::box;
    s.container_.box = {p.vector("low"), p.vector("high")};
    if (!(s.container_.box.volume() > 0))
      return Error{"E0104", "`low` must be below `high` in every direction", "", "",
                   Subject::of_key("high")};
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
  if (kind_ == Kind::grains || !in.box.any()) return std::nullopt;
  return Error{"E0706", "a periodic space is divided as a whole: it has no container of its own",
               "", "leave out `container`", Subject::of_key("container")};
}

geometry::ConvexContainer CellSpace::of(const MeasureInput& in) const {
  if (kind_ != Kind::grains) return container_;
  const Particles& p = in.particles;
  geometry::ConvexContainer out;
  bool first = true;
  for (std::size_t s = 0; s < p.size(); ++s) {
    const PositionRadius& g = p.xr[s];
    for (int k = 0; k < 3; ++k) {
      out.box.low[k] = first ? g.x[k] - g.r : std::min(out.box.low[k], g.x[k] - g.r);
      out.box.high[k] = first ? g.x[k] + g.r : std::max(out.box.high[k], g.x[k] + g.r);
    }
    first = false;
  }
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

}  // namespace scree
