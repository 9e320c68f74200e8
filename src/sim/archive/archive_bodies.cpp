#include "sim/archive/archive_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

PointRecord record_of(const PointData& d) {
  return {.at = {.normal = d.normal,
                 .point = d.point,
                 .depth = d.depth,
                 .r_eff = d.r_eff,
                 .feature = d.feature,
                 .shift = d.shift,
                 .share = d.share,
                 .energy_share = d.energy_share},
          .arm1 = d.arm1,
          .arm2 = d.arm2,
          .force = d.force,
          .tangential = d.tangential,
          .couple = d.couple,
          .m_eff = d.m_eff};
}

// Grains of an archive are in the order of their ids.
std::optional<std::size_t> find_row(const Particles& p, std::uint64_t id) {
  const auto at = std::lower_bound(p.id.begin(), p.id.end(), id,
                                   [](ParticleId a, std::uint64_t b) { return a.value < b; });
  if (at == p.id.end() || at->value != id) return std::nullopt;
  return static_cast<std::size_t>(at - p.id.begin());
}

}  // namespace

void save_bodies(const SimState& s, SimulationArchive& out) {
  out.bodies.records = s.world.bodies.body;
  out.shapes = s.world.shapes.size();
  for (const Body& b : out.bodies.records) {
    const auto from = s.world.bodies.primitive.begin() + b.first_primitive;
    out.primitives.records.insert(out.primitives.records.end(), from, from + b.count);
  }
}

std::optional<std::string> wrong_bodies(const SimulationArchive& a, const World& world) {
  std::uint64_t next = 0;
  std::size_t primitives = 0;
  for (const Body& b : a.bodies.records) {
    if (b.count == 0 || b.first_id < next) return "bodies are not in the order of their ids";
    next = std::uint64_t{b.first_id} + b.count;
    primitives += b.count;
    for (std::uint64_t id = b.first_id; id < next; ++id) {
      const auto row = find_row(a.grains, id);
      if (!row || a.grains.ws[*row].body != b.name())
        return "a body has primitives that are not there";
    }
    if (!(b.inertia.x > 0 && b.inertia.y > 0 && b.inertia.z > 0) || !(b.inv_mass >= 0) ||
        !is_finite(b.inertia) || !std::isfinite(b.inv_mass) || !is_finite(b.x))
      return fmt::format("body {} has a mass or position that is not possible", b.name());
  }
  if (primitives != a.primitives.records.size()) return "bodies and primitives differ in number";
  std::size_t members = 0;
  for (const SpinMaterial& ws : a.grains.ws) members += (ws.flags & kMember) != 0;
  if (members != primitives) return "grains and primitives of bodies differ in number";
  const auto known = [&world](std::uint32_t shape) {
    return shape < world.shapes.size() && world.shapes[shape];
  };
  for (const Primitive& p : a.primitives.records) {
    if (p.shape == 0 || known(p.shape)) continue;
    if (p.shape >= a.shapes || p.form == 0 || !known(p.form) || !(p.size > 0) ||
        !std::isfinite(p.size) || !world.shapes[p.form]->scaled(p.size))
      return fmt::format("a primitive has shape {}, which this world does not have", p.shape);
  }
  if (a.points.history.size() != a.points.size() * a.points.stride)
    return "contact points and histories differ in number";
  for (const PointData& p : a.points) {
    const bool wall = p.wall != PointPair::kNoWall;
    if (!find_row(a.grains, p.i) ||
        (wall ? p.wall >= world.walls.size() : !(p.i < p.j) || !find_row(a.grains, p.j)))
      return fmt::format("a contact point of grains {} and {}", p.i, p.j);
  }
  return std::nullopt;
}

void put_bodies(const SimulationArchive& a, World& world) {
  world.bodies.body = a.bodies.records;
  world.bodies.primitive = a.primitives.records;
  // Shapes of what was poured in; those of bodies that have left stay empty.
  if (world.shapes.size() < a.shapes) world.shapes.resize(a.shapes);
  for (const Primitive& p : world.bodies.primitive)
    if (p.shape > 0 && !world.shapes[p.shape])
      world.shapes[p.shape] = world.shapes[p.form]->scaled(p.size);
  std::uint32_t first = 0;
  for (Body& b : world.bodies.body) {
    b.first_primitive = first;
    first += b.count;
  }
}

bool put_points(SimState& s, const SimulationArchive& from, Missing missing) {
  const std::vector<std::uint32_t>& row_of = s.world.particles.row_of();
  const std::size_t stride = from.points.stride;
  for (std::size_t k = 0; k < from.points.size(); ++k) {
    const PointData& d = from.points[k];
    const std::uint32_t j = d.wall == PointPair::kNoWall ? row_of[d.j] : 0;
    if (!s.points.put(row_of[d.i], j, d.wall, record_of(d),
                      {from.points.history.data() + k * stride, stride}) &&
        missing == Missing::refused)
      return false;
  }
  return true;
}

}  // namespace scree
