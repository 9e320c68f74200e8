// Bodies edited between steps by the program that runs the simulation, with the books kept.
#include <fmt/format.h>

#include <cmath>

#include "sim/checks/checks.hpp"
#include "sim/edits/editor.hpp"
#include "sim/engines/body_system.hpp"
#include "sim/reports/body_reports.hpp"
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
std::optional<Error> Editor::allow_applied_forces() {
  for (const auto& [name, unit] :
       {std::pair(kAppliedForce, "N"), std::pair(kAppliedTorque, "N m")}) {
    if (state_.p().extra().find(name) != nullptr) continue;
    const Result<std::size_t> made = state_.p().add_field(
        {.name = std::string(name), .unit = unit, .about = "set by a program"}, 3);
    if (!made) return made.errors().front();
  }
  for (const auto& source : state_.world.sources)
    if (source->name() == AppliedForce().name()) return std::nullopt;
  state_.world.sources.push_back(std::make_shared<AppliedForce>());
  return std::nullopt;
}

bool has_applied_forces(const Particles& p) { return p.extra().find(kAppliedForce) != nullptr; }

Result<std::uint32_t> Editor::row_of(ParticleId id) const {
  const std::vector<std::uint32_t>& rows = state_.p().row_of();
  if (id.value >= rows.size() || rows[id.value] == Particles::kNoRow)
    return refused_edit(fmt::format("there is no grain {}", id.value));
  return rows[id.value];
}

// Energy in the springs of all contacts of a row, or of all rows of a body (0: none).
double Editor::stored_with(std::uint32_t row, std::uint32_t body) const {
  const auto meant = [&](std::uint32_t s) {
    return s == row ||
           (body != 0 && (state_.p().ws[s].flags & kMember) && state_.p().ws[s].body == body);
  };
  ExactSum sum;
  const ContactReader all = state_.contacts();
  all.each([&](const Contact& c) {
    if (meant(c.i) || (!c.at_wall() && meant(c.j))) all.stored(c).add_to(sum);
  });
  return sum.value();
}

// After rows have been appended: what they bring along is booked, and the lists are told.
void Editor::welcome(std::size_t first_row) {
  const bool potential = !state_.books_gravity_as_work();
  ExactSum brought;
  for (std::size_t s = first_row; s < state_.p().size(); ++s) {
    if (state_.p().vm[s].inv_mass == 0 || (state_.p().ws[s].flags & kMember)) continue;
    const Vec3 weight = free_along(state_.p().ws[s].flags, state_.gravity);
    state_.p().f[s] = state_.p().mass(s) * weight;
    state_.integrator->enter(
        {state_.p(), state_.world.box, state_.world.dt, state_.integrator_state}, s, weight);
    brought.add(kinetic_energy(state_.p(), s));
    if (potential) brought.add(-state_.p().mass(s) * dot(state_.gravity, state_.p().xr[s].x));
  }
  for (Body& b : state_.world.bodies.body) {
    if (state_.p().row_of()[b.first_id] < first_row || b.inv_mass == 0) continue;
    b.f = free_along(b.locked, b.mass() * state_.gravity);
    state_.integrator->start_body(
        {state_.p(), state_.world.box, state_.world.dt, state_.integrator_state}, b,
        state_.p().row_of()[b.first_id]);
    brought.add(kinetic_energy(b));
    if (potential) brought.add(-b.mass() * dot(state_.gravity, b.x));
  }
  state_.books.booked.added += brought.value();
  state_.edits.added += state_.p().size() - first_row;
  wet_rows(first_row, state_.world);
  state_.note_sizes();
  for (std::size_t s = first_row; s < state_.p().size(); ++s)
    state_.extremes.smallest_radius = std::min(state_.extremes.smallest_radius, state_.p().xr[s].r);
  state_.edited(held::everything);
  ledger_.account_now();
  state_.lists.expire();
}

std::optional<Error> Editor::unwelcome(MaterialId material) const {
  if (material.value >= state_.world.materials.size())
    return refused_edit(fmt::format("there is no material {}", material.value));
  for (const SpinMaterial& g : state_.p().ws)
    if (state_.laws.index[material.value * static_cast<std::uint32_t>(state_.laws.materials) +
                          g.material] == PairLaws::kNone)
      return refused_edit(
          "grains of material '" + state_.world.materials[material.value].name +
              "' have no contact law here",
          "a material that comes later must be that of a grain or inlet at the start");
  return std::nullopt;
}

Result<ParticleId> Editor::add_grain(const Grain& grain) {
  if (!(grain.radius > 0) || !std::isfinite(grain.radius) || !has_usable_position(grain.x) ||
      !is_finite(grain.v) || !is_finite(grain.omega))
    return refused_edit("a grain needs a size, a position and finite velocities");
  if (auto error = unwelcome(grain.material)) return *error;
  const Errors unknown = unknown_pairs(state_.world, state_.collisions, true, {});
  if (!unknown.empty()) return unknown;
  const std::size_t first = state_.p().size();
  Grain g = grain;
  g.body = 0;
  const ParticleId id = state_.p().add(g, state_.world.materials[grain.material.value].density);
  welcome(first);
  return id;
}

Result<std::uint32_t> Editor::add_body(const BodySpec& spec) {
  for (const PrimitiveSpec& p : spec.primitives)
    if (auto error = unwelcome(p.material)) return *error;
  if (!state_.integrator->moves_bodies())
    return refused_edit("the integrator `" + state_.world.integrator + "` moves balls only");
  // Balls may come later, too.
  const Errors unknown = unknown_pairs(state_.world, state_.collisions, true, spec.primitives);
  if (!unknown.empty()) return unknown;
  const std::size_t first = state_.p().size();
  Result<std::uint32_t> name = scree::add_body(state_.world, spec);
  if (name) welcome(first);
  return name;
}

std::optional<Error> Editor::remove(ParticleId id) {
  const Result<std::uint32_t> row = row_of(id);
  if (!row) return row.errors().front();
  if (state_.p().size() == 1) return refused_edit("the last grain cannot be removed");
  // A number beyond the outlets: of none of them.
  const auto no_outlet = static_cast<std::uint16_t>(state_.world.outlets.size() + 1);
  std::vector<std::uint16_t> taken_by(state_.p().size(), 0);
  taken_by[*row] = no_outlet;
  if (const Body* b = state_.world.bodies.find(state_.p().ws[*row].body))
    for (std::uint32_t k = 0; k < b->count; ++k)
      taken_by[state_.p().row_of()[b->first_id + k]] = no_outlet;
  for (const std::uint16_t t : taken_by) state_.edits.removed += t != 0;
  outflow_.remove_rows(taken_by);
  return std::nullopt;
}

std::optional<Error> Editor::set_velocity(ParticleId id, const Vec3& v, const Vec3& omega) {
  const Result<std::uint32_t> row = row_of(id);
  if (!row) return row.errors().front();
  if (!is_finite(v) || !is_finite(omega)) return refused_edit("a velocity must be finite");
  if (state_.p().vm[*row].inv_mass == 0) return refused_edit("a fixed grain cannot be moved");
  const unsigned flags = state_.p().ws[*row].flags;
  if (free_along(flags, v) != v || free_about(flags, omega) != omega)
    return refused_edit("the grain is locked along, or about, an axis of this velocity");
  // Springs are told at the full step with the current velocities, so what they hold changes, too.
  const std::uint32_t body = state_.p().ws[*row].flags & kMember ? state_.p().ws[*row].body : 0;
  double change = -stored_with(*row, body);
  if (const Body* found = state_.world.bodies.find(state_.p().ws[*row].body)) {
    Body& b =
        state_.world.bodies.body[static_cast<std::size_t>(found - state_.world.bodies.body.data())];
    change -= kinetic_energy(b);
    b.v = v;
    b.omega = omega;
    change += kinetic_energy(b);
    put_rows(b, state_.world);
  } else {
    change -= kinetic_energy(state_.p(), *row);
    state_.p().vm[*row].v = v;
    state_.p().ws[*row].omega = omega;
    change += kinetic_energy(state_.p(), *row);
  }
  change += stored_with(*row, body);
  state_.books.booked.added += change;
  state_.edited(held::everything);
  ledger_.account_now();
  return std::nullopt;
}

std::optional<Error> Editor::set_force(ParticleId id, const Vec3& force, const Vec3& torque) {
  const Result<std::uint32_t> row = row_of(id);
  if (!row) return row.errors().front();
  if (!is_finite(force) || !is_finite(torque)) return refused_edit("a force must be finite");
  if (state_.p().vm[*row].inv_mass == 0) return refused_edit("a fixed grain cannot be moved");
  if (auto error = allow_applied_forces()) return error;
  Vec3& f = state_.p().extra().find(kAppliedForce)->vectors()[*row];
  Vec3& t = state_.p().extra().find(kAppliedTorque)->vectors()[*row];
  state_.take_off_force(*row, f - force, t - torque);  // felt from this instant on
  f = force;
  t = torque;
  forces_.act_sources(state_.time());
  state_.edited(held::everything);
  ledger_.account_now();
  return std::nullopt;
}

}  // namespace scree
