// Bodies edited between steps by the program that runs the simulation, with the books kept.
#include <fmt/format.h>

#include <cmath>

#include "sim/body_reports.hpp"
#include "sim/body_system.hpp"
#include "sim/impl.hpp"
#include "state/freedoms.hpp"

namespace scree {
namespace {

constexpr std::string_view kAppliedForce = "applied_force", kAppliedTorque = "applied_torque";

Error refused_edit(const std::string& what, const std::string& hint = {}) {
  return {"E0544", what, "", hint};
}

// Forces that a program has set on grains: fields of the state, so that a resumed run has them.
class AppliedForce final : public ForceSource {
 public:
  std::string_view name() const override { return "applied"; }
  void act(const SourceView& v, std::uint32_t s, Vec3& force, Vec3& torque) const override {
    const ExtraField* f = v.p.extra().find(kAppliedForce);
    const ExtraField* t = v.p.extra().find(kAppliedTorque);
    if (f != nullptr && f->width == 3) force += f->vectors()[s];
    if (t != nullptr && t->width == 3) torque += t->vectors()[s];
  }
};

}  // namespace

// Fields and source of applied forces, where they are not there yet.
std::optional<Error> Simulation::Impl::allow_applied_forces() {
  for (const auto& [name, unit] :
       {std::pair(kAppliedForce, "N"), std::pair(kAppliedTorque, "N m")}) {
    if (p().extra().find(name) != nullptr) continue;
    const Result<std::size_t> made =
        p().add_field({.name = std::string(name), .unit = unit, .about = "set by a program"}, 3);
    if (!made) return made.errors().front();
  }
  for (const auto& source : world.sources)
    if (source->name() == AppliedForce().name()) return std::nullopt;
  world.sources.push_back(std::make_shared<AppliedForce>());
  return std::nullopt;
}

bool has_applied_forces(const Particles& p) { return p.extra().find(kAppliedForce) != nullptr; }

Result<std::uint32_t> Simulation::Impl::row_of(ParticleId id) const {
  const std::vector<std::uint32_t>& rows = p().row_of();
  if (id.value >= rows.size() || rows[id.value] == Particles::kNoRow)
    return refused_edit(fmt::format("there is no grain {}", id.value));
  return rows[id.value];
}

// Energy in the springs of all contacts of a row, or of all rows of a body (0: none).
double Simulation::Impl::stored_with(std::uint32_t row, std::uint32_t body) const {
  const auto meant = [&](std::uint32_t s) {
    return s == row || (body != 0 && (p().ws[s].flags & kMember) && p().ws[s].body == body);
  };
  ExactSum sum;
  const auto add = [&sum](const StoredEnergy& e) { e.add_to(sum); };
  for (std::uint32_t c = 0; c < lists.near.size(); ++c)
    if (lists.near.touching(c) && (meant(lists.near.owner[c]) || meant(lists.near.other[c])))
      add(stored_in(c));
  for (const WallEntry& e : walls.contacts.entries)
    for (std::uint32_t m = 0; m < e.touching && meant(e.row); ++m) add(stored_in(e, m));
  for (std::size_t k = 0; k < points.pairs().size(); ++k) {
    const PointPair& pair = points.pairs()[k];
    if (!meant(pair.i) && (pair.at_wall() || !meant(pair.j))) continue;
    for (std::size_t m = 0; m < pair.touching; ++m)
      add(scree::stored_in(*this, pair, points.points(k)[m], points.history(k, m)));
  }
  return sum.value();
}

// After rows have been appended: what they bring along is booked, and the lists are told.
void Simulation::Impl::welcome(std::size_t first_row) {
  const bool potential = !books_gravity_as_work();
  ExactSum brought;
  for (std::size_t s = first_row; s < p().size(); ++s) {
    if (p().vm[s].inv_mass == 0 || (p().ws[s].flags & kMember)) continue;
    const Vec3 weight = free_along(p().ws[s].flags, gravity);
    p().f[s] = p().mass(s) * weight;
    integrator->enter({p(), world.box, world.dt, integrator_state}, s, weight);
    brought.add(kinetic_energy(p(), s));
    if (potential) brought.add(-p().mass(s) * dot(gravity, p().xr[s].x));
  }
  for (Body& b : world.bodies.body) {
    if (p().row_of()[b.first_id] < first_row || b.inv_mass == 0) continue;
    b.f = free_along(b.locked, b.mass() * gravity);
    integrator->start_body({p(), world.box, world.dt, integrator_state}, b,
                           p().row_of()[b.first_id]);
    brought.add(kinetic_energy(b));
    if (potential) brought.add(-b.mass() * dot(gravity, b.x));
  }
  books.added += brought.value();
  edits.added += p().size() - first_row;
  wet_rows(first_row, world);
  note_sizes();
  for (std::size_t s = first_row; s < p().size(); ++s)
    extremes.smallest_radius = std::min(extremes.smallest_radius, p().xr[s].r);
  account(0, gravity_power_now());
  lists.expire();
}

std::optional<Error> Simulation::Impl::unwelcome(MaterialId material) const {
  if (material.value >= world.materials.size())
    return refused_edit(fmt::format("there is no material {}", material.value));
  for (const SpinMaterial& g : p().ws)
    if (laws.index[material.value * static_cast<std::uint32_t>(laws.materials) + g.material] ==
        PairLaws::kNone)
      return refused_edit(
          "grains of material '" + world.materials[material.value].name +
              "' have no contact law here",
          "a material that comes later must be that of a grain or inlet at the start");
  return std::nullopt;
}

Result<ParticleId> Simulation::add_grain(const Grain& grain) {
  Impl& s = *impl_;
  if (!(grain.radius > 0) || !std::isfinite(grain.radius) || !has_usable_position(grain.x) ||
      !is_finite(grain.v) || !is_finite(grain.omega))
    return refused_edit("a grain needs a size, a position and finite velocities");
  if (auto error = s.unwelcome(grain.material)) return *error;
  const Errors unknown = unknown_pairs(s.world, s.collisions, true, {});
  if (!unknown.empty()) return unknown;
  const std::size_t first = s.p().size();
  Grain g = grain;
  g.body = 0;
  const ParticleId id = s.p().add(g, s.world.materials[grain.material.value].density);
  s.welcome(first);
  return id;
}

Result<std::uint32_t> Simulation::add_body(const BodySpec& spec) {
  Impl& s = *impl_;
  for (const PrimitiveSpec& p : spec.primitives)
    if (auto error = s.unwelcome(p.material)) return *error;
  if (!s.integrator->moves_bodies())
    return refused_edit("the integrator `" + s.world.integrator + "` moves balls only");
  // Balls may come later, too.
  const Errors unknown = unknown_pairs(s.world, s.collisions, true, spec.primitives);
  if (!unknown.empty()) return unknown;
  const std::size_t first = s.p().size();
  Result<std::uint32_t> name = scree::add_body(s.world, spec);
  if (name) s.welcome(first);
  return name;
}

std::optional<Error> Simulation::remove(ParticleId id) {
  Impl& s = *impl_;
  const Result<std::uint32_t> row = s.row_of(id);
  if (!row) return row.errors().front();
  if (s.p().size() == 1) return refused_edit("the last grain cannot be removed");
  // A taker beyond the outlets: nobody's.
  const auto nobody = static_cast<std::uint16_t>(s.world.outlets.size() + 1);
  std::vector<std::uint16_t> taker(s.p().size(), 0);
  taker[*row] = nobody;
  if (const Body* b = s.world.bodies.find(s.p().ws[*row].body))
    for (std::uint32_t k = 0; k < b->count; ++k) taker[s.p().row_of()[b->first_id + k]] = nobody;
  for (const std::uint16_t t : taker) s.edits.removed += t != 0;
  s.remove_rows(taker);
  return std::nullopt;
}

std::optional<Error> Simulation::set_velocity(ParticleId id, const Vec3& v, const Vec3& omega) {
  Impl& s = *impl_;
  const Result<std::uint32_t> row = s.row_of(id);
  if (!row) return row.errors().front();
  if (!is_finite(v) || !is_finite(omega)) return refused_edit("a velocity must be finite");
  if (s.p().vm[*row].inv_mass == 0) return refused_edit("a fixed grain cannot be moved");
  const unsigned flags = s.p().ws[*row].flags;
  if (free_along(flags, v) != v || free_about(flags, omega) != omega)
    return refused_edit("the grain is locked along, or about, an axis of this velocity");
  // Springs are told at the full step with the velocities of now, so what they hold changes, too.
  const std::uint32_t body = s.p().ws[*row].flags & kMember ? s.p().ws[*row].body : 0;
  double change = -s.stored_with(*row, body);
  if (const Body* found = s.world.bodies.find(s.p().ws[*row].body)) {
    Body& b = s.world.bodies.body[static_cast<std::size_t>(found - s.world.bodies.body.data())];
    change -= kinetic_energy(b);
    b.v = v;
    b.omega = omega;
    change += kinetic_energy(b);
    put_rows(b, s.world);
  } else {
    change -= kinetic_energy(s.p(), *row);
    s.p().vm[*row].v = v;
    s.p().ws[*row].omega = omega;
    change += kinetic_energy(s.p(), *row);
  }
  change += s.stored_with(*row, body);
  s.books.added += change;
  s.account(0, s.gravity_power_now());
  return std::nullopt;
}

std::optional<Error> Simulation::set_force(ParticleId id, const Vec3& force, const Vec3& torque) {
  Impl& s = *impl_;
  const Result<std::uint32_t> row = s.row_of(id);
  if (!row) return row.errors().front();
  if (!is_finite(force) || !is_finite(torque)) return refused_edit("a force must be finite");
  if (s.p().vm[*row].inv_mass == 0) return refused_edit("a fixed grain cannot be moved");
  if (auto error = s.allow_applied_forces()) return error;
  Vec3& f = s.p().extra().find(kAppliedForce)->vectors()[*row];
  Vec3& t = s.p().extra().find(kAppliedTorque)->vectors()[*row];
  s.relieve(*row, f - force, t - torque);  // felt from this instant on
  f = force;
  t = torque;
  s.act_sources(s.time());
  s.account(0, s.gravity_power_now());
  return std::nullopt;
}

}  // namespace scree
