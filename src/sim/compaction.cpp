#include "sim/compaction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_sum.hpp"
#include "sim/wall_space.hpp"

namespace scree {
namespace {

using Vertex = geometry::Triangulation::Vertex;

// Width of the field: the reference, and 1 once it is set.
constexpr std::size_t kWidth = 4;

double solid_of(double r) { return 4 * std::numbers::pi / 3 * (r * r * r); }

Vec3 way_from(const double* reference, const Vec3& x, const PeriodicBox& box) {
  const Vec3 d = x - Vec3{reference[0], reference[1], reference[2]};
  return nearest_image(d, box.lengths(), box.inverse_lengths());
}

Vec3 to_grid(const Vec3& x, double step) {
  return {step * std::nearbyint(x.x / step), step * std::nearbyint(x.y / step),
          step * std::nearbyint(x.z / step)};
}

bool crosses_period(const SpacePart& part, const PeriodicBox& box) {
  for (int k = 0; k < 3; ++k)
    if (box.periodic[k] && (!part.is_plane() || part.axis[k] != 0)) return true;
  return false;
}

Error unfit(const char* code, const std::string& message, const std::string& hint,
            std::size_t material) {
  return {code, message, "", hint, Subject::material(material)};
}

}  // namespace

Errors CompactionSystem::prepare(World& world) {
  Errors out;
  on_ = false;
  tolerance_ = 1;
  sides_ = 0;
  std::size_t first = 0;
  for (std::size_t k = 0; k < world.materials.size(); ++k) {
    const Compaction& c = world.materials[k].compaction;
    if (!c.acts()) continue;
    if (!on_) first = k;
    on_ = true;
    tolerance_ = std::min(tolerance_, c.tolerance);
    sides_ = std::max(sides_, static_cast<int>(c.sides));
    if (!(c.from > 0 && c.from < 1) || !(c.bulk_modulus > c.least_modulus()))
      out.push_back(unfit("E0594",
                          fmt::format("material `{}`: the bulk modulus of {:.4g} Pa must be above "
                                      "{:.4g} Pa",
                                      world.materials[k].name, c.bulk_modulus, c.least_modulus()),
                          "raise bulk_modulus or lower pressure", k));
  }
  if (!on_) return out;
  if (world.particles.dimensions() == Dimensions::two)
    out.push_back(unfit("E0595", "compaction is for three dimensions", "", first));
  if (world.deforms())
    out.push_back(
        unfit("E0595", "compaction is for a periodic box that keeps its shape", "", first));
  if (!world.bodies.empty())
    out.push_back(
        unfit("E0595", "compaction takes single balls, no clumps or other shapes", "", first));
  if (!world.inlets.empty() || !world.outlets.empty())
    out.push_back(unfit("E0595", "with compaction no grain may enter or leave during the run",
                        "compact what lies there already", first));
  Particles& p = world.particles;
  double smallest = 1e300;
  for (const PositionRadius& g : p.xr) smallest = std::min(smallest, g.r);
  if (p.empty() || !out.empty() || !(smallest > 0 && smallest < 1e300)) {
    on_ = on_ && !p.empty();
    return out;
  }
  grid_ = std::ldexp(1.0, std::ilogb(tolerance_ * smallest));
  if (geometry::ConvexContainer ignored; !find_container(world, ignored)) {
    const WallSpace space = wall_space(world);
    out.push_back(unfit(
        "E0596",
        "compaction needs a closed space around the grains: " +
            (space.why_not.empty() ? std::string("the walls leave an opening") : space.why_not),
        "close it with walls, or make it periodic", first));
    return out;
  }
  if (p.extra().find(kCellReference) == nullptr)
    if (auto field = p.add_field({.name = std::string(kCellReference),
                                  .unit = "m",
                                  .roles = kState,
                                  .about = "where its cell was found, and 1"},
                                 kWidth);
        !field)
      return field.errors();
  return out;
}

// The limits are those of each grain; who is half on the way follows with the first one, so that
// cells are not found for one grain at a time. New grains begin where they are.
void CompactionSystem::follow(World& world) const {
  Particles& p = world.particles;
  std::vector<double>& reference = p.extra().find(kCellReference)->values;
  bool any = false;
  for (std::size_t s = 0; s < p.size() && !any; ++s) {
    const Vec3 d = way_from(&reference[kWidth * s], p.xr[s].x, world.box);
    const double farthest = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)});
    any = reference[kWidth * s + 3] == 0 || !(farthest < 0.5 * tolerance_ * p.xr[s].r);
  }
  if (!any) return;
  for (std::size_t s = 0; s < p.size(); ++s) {
    double* r = &reference[kWidth * s];
    const Vec3 x = p.xr[s].x, d = way_from(r, x, world.box);
    const double farthest = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)});
    if (r[3] != 0 && farthest < 0.25 * tolerance_ * p.xr[s].r) continue;
    r[0] = x.x, r[1] = x.y, r[2] = x.z, r[3] = 1;
  }
}

// Grains in the order of their ids, then images of a periodic space, a whole period of them.
void CompactionSystem::find_sites(const World& world, std::vector<geometry::Site>& sites) {
  const Particles& p = world.particles;
  const std::vector<double>& reference = p.extra().find(kCellReference)->values;
  ids_.clear(), rows_.clear(), of_.clear(), way_.clear();
  for (const std::uint32_t row : p.row_of()) {
    if (row == Particles::kNoRow) continue;
    const double* r = &reference[kWidth * row];
    Vec3 x{r[0], r[1], r[2]};
    for (int k = 0; k < 3; ++k)
      if (world.box.periodic[k])
        x[k] -= world.box.length(k) * std::floor((x[k] - world.box.lo[k]) / world.box.length(k));
    of_.push_back(static_cast<std::uint32_t>(rows_.size()));
    rows_.push_back(row), ids_.push_back(p.id[row].value);
    way_.push_back(way_from(r, p.xr[row].x, world.box));
    sites.push_back({x, p.xr[row].r * p.xr[row].r});
  }
  for (int k = 0; k < 3; ++k) {
    if (!world.box.periodic[k]) continue;
    const double length = world.box.length(k);
    const std::size_t before = sites.size();
    for (std::size_t s = 0; s < before; ++s)
      for (const double shift : {-length, length}) {
        geometry::Site image = sites[s];
        image.x[k] += shift;
        if (image.x[k] < world.box.lo[k] - length || image.x[k] > world.box.hi[k] + length)
          continue;
        sites.push_back(image), of_.push_back(of_[s]), way_.push_back(way_[s]);
      }
  }
}

// now_ and the container at the references; false where the walls do not close.
bool CompactionSystem::find_container(const World& world, geometry::ConvexContainer& reference) {
  const WallSpace space = wall_space(world);
  if (!space.why_not.empty()) return false;
  std::vector<SpacePart> now = space.parts;
  std::vector<std::uint32_t> wall = space.wall;
  for (const SpacePart& part : now)
    if (crosses_period(part, world.box)) return false;
  for (int k = 0; k < 3; ++k) {
    if (!world.box.periodic[k]) continue;
    const double length = world.box.length(k);
    Vec3 n, lo, hi;
    n[k] = 1, lo[k] = world.box.lo[k] - length, hi[k] = world.box.hi[k] + length;
    now.push_back({hi, n}), now.push_back({lo, -n});
    wall.insert(wall.end(), 2, static_cast<std::uint32_t>(world.walls.size()));
  }
  std::vector<SpacePart> then = now;
  for (SpacePart& part : then) part.x = to_grid(part.x, grid_);
  now_.planes.clear(), wall_of_plane_.clear();
  flat_.resize(now.size());
  for (std::size_t k = 0; k < now.size(); ++k) {
    if (flat_[k].r.empty() || !flat_[k].fit(now[k]))
      flat_[k] = geometry::flat_sides(now[k], sides_);
    for (std::size_t side = 0; side < flat_[k].r.size(); ++side) {
      now_.planes.push_back(flat_[k].plane(side, now[k].x));
      wall_of_plane_.push_back(wall[k]);
    }
  }
  if (cells_ && same_sides(then)) {
    reference = cells_->container();
  } else {
    Vec3 lo{1e300, 1e300, 1e300}, hi = -lo;
    for (const PositionRadius& g : world.particles.xr)
      for (int k = 0; k < 3; ++k) lo[k] = std::min(lo[k], g.x[k]), hi[k] = std::max(hi[k], g.x[k]);
    auto made = geometry::ConvexContainer::of_planes(then, sides_, to_grid(0.5 * (lo + hi), grid_));
    if (!made) return false;
    reference = std::move(*made);
  }
  now_.box = reference.box;
  return true;
}

// The planes of these parts are those of the cells at hand: spares the corners.
bool CompactionSystem::same_sides(const std::vector<SpacePart>& parts) const {
  const std::vector<geometry::UnitPlane>& old = cells_->container().planes;
  std::size_t at = 0;
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (std::size_t side = 0; side < flat_[k].r.size(); ++side, ++at) {
      const geometry::UnitPlane plane = flat_[k].plane(side, parts[k].x);
      if (at == old.size() || !(old[at].r == plane.r) || old[at].d != plane.d) return false;
    }
  return at == old.size();
}

void CompactionSystem::act(World& world, int threads) {
  const Particles& p = world.particles;
  f_.assign(p.size(), {});
  load_.assign(world.walls.size(), {});
  if (p.empty()) return;
  follow(world);
  std::vector<geometry::Site> sites;
  const std::vector<std::uint32_t> before = ids_;
  find_sites(world, sites);
  geometry::ConvexContainer reference;
  if (!find_container(world, reference)) {
    cells_.reset();  // a wall has left: nothing is pressed
    return;
  }
  bool kept = cells_ && before == ids_ && cells_->size() == sites.size();
  if (kept) {
    std::vector<Vec3> x;
    for (std::size_t k = 0; k < sites.size(); ++k) {
      x.push_back(sites[k].x);
      kept = kept && cells_->triangulation().site(static_cast<Vertex>(k)).w == sites[k].w;
    }
    kept = kept && cells_->update(x, reference, threads).ok();
  }
  if (!kept) {
    cells_.reset();
    auto cells = geometry::ReferenceCells::start(sites, reference, threads);
    if (!cells) return;
    cells_.emplace(std::move(*cells));
  }
  push(world);
}

// In the order of the ids: each sum has one order.
void CompactionSystem::push(const World& world) {
  const Particles& p = world.particles;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::uint32_t row = rows_[i];
    const Compaction& law = world.materials[p.ws[row].material].compaction;
    const auto v = static_cast<Vertex>(i);
    if (!law.acts() || p.vm[row].inv_mass == 0 || cells_->row(v).sites.empty()) continue;
    const double solid = solid_of(p.xr[row].r);
    const double pressure = law.pressure_at(cells_->volume(v, way_, now_) / solid);
    if (!(pressure > 0)) continue;
    for (const auto& e : cells_->row(v).sites) f_[rows_[of_[e.site]]] += pressure * e.slope;
    for (const geometry::ContainerSide& side : cells_->row(v).sides) {
      if (side.side < 6 || wall_of_plane_[side.side - 6] >= world.walls.size()) continue;
      const std::uint32_t wall = wall_of_plane_[side.side - 6];
      const Vec3& n = now_.planes[side.side - 6].r;
      load_[wall].force += pressure * side.area * n;
      load_[wall].torque += pressure * cross(side.moment - side.area * world.walls[wall].pose.x, n);
    }
  }
  for (std::size_t s = 0; s < f_.size(); ++s)
    if (p.vm[s].inv_mass == 0) f_[s] = {};
}

double CompactionSystem::energy(const World& world) const {
  if (!cells_) return 0;
  const Particles& p = world.particles;
  ExactSum sum;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::uint32_t row = rows_[i];
    const Compaction& law = world.materials[p.ws[row].material].compaction;
    const auto v = static_cast<Vertex>(i);
    if (!law.acts() || p.vm[row].inv_mass == 0 || cells_->row(v).sites.empty()) continue;
    const double solid = solid_of(p.xr[row].r);
    sum += solid * law.energy_at(cells_->volume(v, way_, now_) / solid);
  }
  return sum.value();
}

}  // namespace scree
