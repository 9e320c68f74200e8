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
     .choices = "grains|box|cylinder",
     .doc = "the space to divide; grains: their bounding box, in periodic directions the period"},
    measure_params::low,
    measure_params::high,
    measure_params::centre,
    measure_params::direction,
    {.name = "radius", .dim = dim::length, .range = range::positive, .doc = "of the cylinder"},
    {.name = "height",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of the cylinder, half of it on each side of the centre"},
    {.name = "sides",
     .kind = ParamKind::integer,
     .fallback = "180",
     .range = {3, 10000},
     .doc = "flat sides that stand for the round one, with the same cross-section; its surface is "
            "met within (pi/sides)^2/3 of the radius"},
};

// Images of a site are needed as far as cells reach. A cell of a dense packing is a few grains
// wide; where there are few grains, all images about the box are taken.
constexpr std::size_t kFewSites = 2000;

struct Sites {
  std::vector<geometry::Site> all;  // those of `rows` first, then images
  std::vector<std::uint32_t> rows;
};

Sites sites_of(const MeasureInput& in) {
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
    const double margin = (out.rows.size() < kFewSites ? 1.0 : 0.5) * length;
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
  } else if (kind == "cylinder") {
    for (const char* name : {"radius", "height"})
      if (!p.has(name))
        return Error{"E0102", "a cylinder needs `radius` and `height`", "", "",
                     Subject::of_key(name)};
    const auto axis = measure_params::unit_vector(p, "axis");
    if (!axis) return axis.errors();
    s.kind_ = Kind::cylinder;
    s.container_ = geometry::ConvexContainer::cylinder(p.vector("centre"), *axis,
                                                       p.number("radius"), 0.5 * p.number("height"),
                                                       static_cast<int>(p.integer("sides")));
  }
  return s;
}

std::optional<Error> CellSpace::check(const MeasureInput& in) const {
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

std::vector<GrainCell> grain_cells(const MeasureInput& in, const CellSpace& space) {
  std::vector<GrainCell> out;
  const Sites sites = sites_of(in);
  if (sites.rows.empty()) return out;
  const auto t = geometry::Triangulation::build(sites.all);
  if (!t) return out;
  const geometry::ConvexContainer container = space.of(in);
  const std::vector<double> volume =
      geometry::container_volumes(*t, container, {.threads = std::max(in.threads, 1)});
  for (std::size_t k = 0; k < sites.rows.size(); ++k) {
    const std::uint32_t row = sites.rows[k];
    if (!is_grain(in.particles, row)) continue;
    const double solid = in.solid(row) * ball_volume(in.particles.xr[row].r);
    out.push_back({row, solid, container.holds(sites.all[k].x) ? volume[k] : 0});
  }
  return out;
}

}  // namespace scree
