#include "sim/engines/compaction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_sum.hpp"
#include "sim/world/wall_space.hpp"

namespace scree {
namespace {

using Vertex = geometry::Triangulation::Vertex;

// Width of the field: the reference, and 1 once it is set.
constexpr std::size_t kWidth = 4;

double solid_of(double r) { return 4 * std::numbers::pi / 3 * (r * r * r); }

// From here on a cell is wide open: a way of the tolerance that every site and wall goes at most
// changes a cell by some three times as much of its volume.
double open_volume(const Compaction& law, double r, double tolerance) {
  return (1 + 4 * tolerance) * solid_of(r) / law.from;
}

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
  if (!find_container(world)) {
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
void CompactionSystem::follow(World& world, int threads) const {
  Particles& p = world.particles;
  std::vector<double>& reference = p.extra().find(kCellReference)->values;
  const auto left = [&](std::size_t s, double share) {
    const Vec3 d = way_from(&reference[kWidth * s], p.xr[s].x, world.box);
    const double farthest = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)});
    return reference[kWidth * s + 3] == 0 || !(farthest < share * tolerance_ * p.xr[s].r);
  };
  bool any = false;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(|| : any)
  for (std::size_t s = 0; s < p.size(); ++s) any = any || left(s, 0.5);
  if (!any) return;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t s = 0; s < p.size(); ++s) {
    if (!left(s, 0.25)) continue;
    double* r = &reference[kWidth * s];
    const Vec3 x = p.xr[s].x;
    r[0] = x.x, r[1] = x.y, r[2] = x.z, r[3] = 1;
  }
}

// Grains in the order of their ids. True: they are others than before.
bool CompactionSystem::number_grains(const Particles& p) {
  if (order_ == p.id) return false;
  order_ = p.id;
  const std::vector<std::uint32_t> before = std::move(ids_);
  ids_.clear(), rows_.clear();
  for (const std::uint32_t row : p.row_of())
    if (row != Particles::kNoRow) rows_.push_back(row), ids_.push_back(p.id[row].value);
  grains_.resize(rows_.size());
  return before != ids_;
}

// The grains at their references. True: some have another one than last time.
bool CompactionSystem::place_grains(const World& world, int threads) {
  const Particles& p = world.particles;
  const std::vector<double>& reference = p.extra().find(kCellReference)->values;
  bool changed = false;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(|| : changed)
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::uint32_t row = rows_[i];
    const double* at = &reference[kWidth * row];
    Vec3 x{at[0], at[1], at[2]};
    for (int k = 0; k < 3; ++k)
      if (world.box.periodic[k])
        x[k] -= world.box.length(k) * std::floor((x[k] - world.box.lo[k]) / world.box.length(k));
    const double r = p.xr[row].r;
    changed = changed || !(x == grains_[i].x) || r != grains_[i].r;
    const Compaction& law = world.materials[p.ws[row].material].compaction;
    const bool acts = law.acts() && p.vm[row].inv_mass != 0;
    grains_[i] = {x, r, acts ? open_volume(law, r, tolerance_) : 0};
  }
  return changed;
}

// Grains, then images of a periodic space, a whole period of them.
void CompactionSystem::find_sites(const World& world) {
  sites_.clear(), of_.clear();
  for (const CellRoom::Grain& g : grains_) {
    of_.push_back(static_cast<std::uint32_t>(sites_.size()));
    sites_.push_back({g.x, g.r * g.r});
  }
  for (int k = 0; k < 3; ++k) {
    if (!world.box.periodic[k]) continue;
    const double length = world.box.length(k);
    const std::size_t before = sites_.size();
    for (std::size_t s = 0; s < before; ++s)
      for (const double shift : {-length, length}) {
        geometry::Site image = sites_[s];
        image.x[k] += shift;
        if (image.x[k] < world.box.lo[k] - length || image.x[k] > world.box.hi[k] + length)
          continue;
        sites_.push_back(image), of_.push_back(of_[s]);
      }
  }
}

void CompactionSystem::find_ways(const World& world, int threads) {
  const Particles& p = world.particles;
  const std::vector<double>& reference = p.extra().find(kCellReference)->values;
  way_.resize(sites_.size());
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t s = 0; s < sites_.size(); ++s) {
    const std::uint32_t row = rows_[of_[s]];
    way_[s] = way_from(&reference[kWidth * row], p.xr[row].x, world.box);
  }
}

// The container as it is and at the references, a function of the walls alone; false where they do
// not close.
bool CompactionSystem::find_container(const World& world) {
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
  if (reference_.planes.empty() || !same_sides(then)) {
    Vec3 middle;
    for (const SpacePart& part : then) middle += part.x / static_cast<double>(then.size());
    auto made = geometry::ConvexContainer::of_planes(then, sides_, to_grid(middle, grid_));
    if (!made) {
      reference_ = {};
      return false;
    }
    reference_ = std::move(*made);
  }
  now_.box = reference_.box;
  return true;
}

// The planes of these parts are those at hand: spares the corners.
bool CompactionSystem::same_sides(const std::vector<SpacePart>& parts) const {
  const std::vector<geometry::UnitPlane>& old = reference_.planes;
  std::size_t at = 0;
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (std::size_t side = 0; side < flat_[k].r.size(); ++side, ++at) {
      const geometry::UnitPlane plane = flat_[k].plane(side, parts[k].x);
      if (at == old.size() || !(old[at].r == plane.r) || old[at].d != plane.d) return false;
    }
  return at == old.size();
}

// The cells that are looked at, at the references. False: they cannot be found.
bool CompactionSystem::find_cells(const World& world, int threads) {
  if (cells_ && cells_are_current_) {
    cells_found_ += cells_->find(narrow_, threads);  // a survey may ask for other cells
    return true;
  }
  find_sites(world);
  bool kept = cells_ && cells_->size() == sites_.size();
  if (kept) {
    std::vector<Vec3> x(sites_.size());
    for (std::size_t k = 0; k < sites_.size(); ++k) {
      x[k] = sites_[k].x;
      kept = kept && cells_->triangulation().site(static_cast<Vertex>(k)).w == sites_[k].w;
    }
    kept = kept && cells_->move(x, reference_, threads).ok();
  }
  if (!kept) {
    cells_.reset();
    auto cells = geometry::ReferenceCells::prepare(sites_, reference_);
    if (!cells) return false;
    cells_.emplace(std::move(*cells));
  }
  cells_found_ += cells_->find(narrow_, threads);
  cells_are_current_ = true;
  return true;
}

void CompactionSystem::act(World& world, int threads) {
  const Particles& p = world.particles;
  threads = std::max(threads, 1);
  f_.clear();
  load_.assign(world.walls.size(), {});
  pressure_.clear();
  if (p.empty()) return;
  follow(world, threads);
  if (number_grains(p)) cells_.reset(), surveyed_ = false;
  if (place_grains(world, threads)) cells_are_current_ = false;
  if (!find_container(world)) {
    cells_.reset();  // a wall has left: nothing is pressed
    surveyed_ = false;
    return;
  }
  cells_are_current_ =
      cells_are_current_ && cells_ && same_container(reference_, cells_->container());
  if (room_.survey(grains_, reference_, world.box, !surveyed_, threads) || !surveyed_) {
    narrow_.clear();
    for (std::uint32_t i = 0; i < grains_.size(); ++i)
      if (room_.narrow()[i]) narrow_.push_back(i);
    surveyed_ = true;
  }
  if (narrow_.empty() || !find_cells(world, threads)) return;
  find_ways(world, threads);
  push(world, threads);
}

// A cell that is wide open at the references is not pressed, whatever its linear form says: what
// `narrow` leaves out has no pressure.
double CompactionSystem::pressure_of(const World& world, std::uint32_t site) const {
  const auto v = static_cast<Vertex>(site);
  const geometry::CellRow& row = cells_->row(v);
  if (row.sites.empty() || !(row.volume < grains_[site].volume)) return 0;
  const double solid = solid_of(grains_[site].r);
  const Compaction& law = world.materials[world.particles.ws[rows_[site]].material].compaction;
  return law.pressure_at(cells_->volume(v, way_, now_) / solid);
}

// Each sum runs in the order of the ids, whichever thread adds it up: the cells are cut into runs,
// each run sorts what it pushes by blocks of grains, and the owner of a block takes the runs in
// turn.
void CompactionSystem::push(const World& world, int threads) {
  const Particles& p = world.particles;
  pressure_.resize(narrow_.size());
  bool pressed = false;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(|| : pressed)
  for (std::size_t k = 0; k < narrow_.size(); ++k) {
    pressure_[k] = pressure_of(world, narrow_[k]);
    pressed = pressed || pressure_[k] > 0;
  }
  if (!pressed) return;
  struct Push {
    std::uint32_t grain;
    Vec3 f;
  };
  const auto runs = static_cast<std::size_t>(threads);
  const std::size_t block = (rows_.size() + runs - 1) / runs;
  std::vector<std::vector<Push>> pushes(runs * runs);
  std::vector<Vec3> sum(rows_.size());
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(static, 1)
    for (std::size_t run = 0; run < runs; ++run)
      for (std::size_t k = run * narrow_.size() / runs; k < (run + 1) * narrow_.size() / runs; ++k)
        if (pressure_[k] > 0)
          for (const auto& e : cells_->row(narrow_[k]).sites)
            pushes[run * runs + of_[e.site] / block].push_back(
                {of_[e.site], pressure_[k] * e.slope});
#pragma omp for schedule(static, 1)
    for (std::size_t b = 0; b < runs; ++b)
      for (std::size_t run = 0; run < runs; ++run)
        for (const Push& one : pushes[run * runs + b]) sum[one.grain] += one.f;
  }
  f_.assign(p.size(), {});
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (p.vm[rows_[i]].inv_mass != 0) f_[rows_[i]] = sum[i];
  for (std::size_t k = 0; k < narrow_.size(); ++k) {
    if (!(pressure_[k] > 0)) continue;
    for (const geometry::ContainerSide& side : cells_->row(narrow_[k]).sides) {
      if (side.side < 6 || wall_of_plane_[side.side - 6] >= world.walls.size()) continue;
      const std::uint32_t wall = wall_of_plane_[side.side - 6];
      const Vec3& n = now_.planes[side.side - 6].r;
      load_[wall].force += pressure_[k] * side.area * n;
      load_[wall].torque +=
          pressure_[k] * cross(side.moment - side.area * world.walls[wall].pose.x, n);
    }
  }
}

double CompactionSystem::energy(const World& world) const {
  ExactSum sum;
  for (std::size_t k = 0; k < pressure_.size(); ++k) {
    if (!(pressure_[k] > 0)) continue;
    const std::uint32_t i = narrow_[k];
    const Compaction& law = world.materials[world.particles.ws[rows_[i]].material].compaction;
    const double solid = solid_of(grains_[i].r);
    sum += solid * law.energy_at(cells_->volume(static_cast<Vertex>(i), way_, now_) / solid);
  }
  return sum.value();
}

}  // namespace scree
