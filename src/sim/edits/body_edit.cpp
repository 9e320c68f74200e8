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

// Of an edit of many grains; more say nothing new.
constexpr std::size_t kMostMistakes = 10;

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

Result<std::vector<std::uint32_t>> Editor::rows_of(Ids ids) const {
  const std::vector<std::uint32_t>& rows = state_.p().row_of();
  std::vector<std::uint32_t> out;
  out.reserve(ids.size());
  Errors wrong;
  for (const ParticleId id : ids) {
    if (id.value < rows.size() && rows[id.value] != Particles::kNoRow)
      out.push_back(rows[id.value]);
    else if (wrong.size() < kMostMistakes)
      wrong.push_back(refused_edit(fmt::format("there is no grain {}", id.value)));
  }
  if (!wrong.empty()) return wrong;
  return out;
}

// These rows, and all rows of bodies that they belong to.
std::vector<bool> Editor::moved_with(std::span<const std::uint32_t> rows) const {
  std::vector<bool> out(state_.p().size(), false);
  for (const std::uint32_t row : rows) {
    out[row] = true;
    if (!(state_.p().ws[row].flags & kMember)) continue;
    if (const Body* b = state_.world.bodies.find(state_.p().ws[row].body))
      for (std::uint32_t k = 0; k < b->count; ++k) out[state_.p().row_of()[b->first_id + k]] = true;
  }
  return out;
}

// Energy in the springs of all contacts of these rows.
double Editor::stored_with(const std::vector<bool>& rows) const {
  ExactSum sum;
  const ContactReader all = state_.contacts();
  all.each([&](const Contact& c) {
    if (rows[c.i] || (!c.at_wall() && rows[c.j])) all.stored(c).add_to(sum);
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

Result<ParticleId> Editor::add_grains(std::span<const Grain> grains) {
  Errors wrong;
  for (std::size_t k = 0; k < grains.size() && wrong.size() < kMostMistakes; ++k) {
    const Grain& grain = grains[k];
    const std::string which = grains.size() > 1 ? fmt::format("grain {} of those to add", k) : "";
    std::optional<Error> error;
    if (!(grain.radius > 0) || !std::isfinite(grain.radius) || !has_usable_position(grain.x) ||
        !is_finite(grain.v) || !is_finite(grain.omega))
      error = refused_edit("a grain needs a size, a position and finite velocities");
    else if (k == 0 || !(grain.material == grains[k - 1].material))
      error = unwelcome(grain.material);
    if (!error) continue;
    error->location = which;
    wrong.push_back(std::move(*error));
  }
  if (!wrong.empty()) return wrong;
  const std::size_t first = state_.p().size();
  const ParticleId first_id{state_.p().next_id()};
  if (grains.empty()) return first_id;
  const Errors unknown = unknown_pairs(state_.world, state_.collisions, true, {});
  if (!unknown.empty()) return unknown;
  for (Grain g : grains) {
    g.body = 0;
    state_.p().add(g, state_.world.materials[g.material.value].density);
  }
  welcome(first);
  return first_id;
}

// Of each, up to the most that is told.
Errors Editor::mistakes_of(std::span<const BodySpec> specs) const {
  Errors wrong;
  for (std::size_t k = 0; k < specs.size() && wrong.size() < kMostMistakes; ++k) {
    const std::string which = specs.size() > 1 ? fmt::format("body {} of those to add", k) : "";
    const std::size_t before = wrong.size();
    const auto note = [&](Error e) {
      if (e.location.empty()) e.location = which;
      wrong.push_back(std::move(e));
    };
    for (const PrimitiveSpec& p : specs[k].primitives)
      if (auto error = unwelcome(p.material)) {
        note(*error);
        break;
      }
    if (!has_usable_position(specs[k].x)) note(refused_edit("a body needs a position"));
    if (wrong.size() > before) continue;
    if (auto error = body_mistake(state_.world, specs[k])) note(*error);
  }
  return wrong;
}

Result<std::vector<std::uint32_t>> Editor::add_bodies(std::span<const BodySpec> specs) {
  std::vector<std::uint32_t> names;
  if (specs.empty()) return names;
  if (!state_.integrator->moves_bodies())
    return refused_edit("the integrator `" + state_.world.integrator + "` moves balls only");
  if (Errors wrong = mistakes_of(specs); !wrong.empty()) return wrong;
  // Balls may come later, too.
  std::vector<PrimitiveSpec> all;
  for (const BodySpec& spec : specs)
    all.insert(all.end(), spec.primitives.begin(), spec.primitives.end());
  const Errors unknown = unknown_pairs(state_.world, state_.collisions, true, all);
  if (!unknown.empty()) return unknown;
  const std::size_t first = state_.p().size();
  for (const BodySpec& spec : specs)
    names.push_back(*scree::add_body(state_.world, spec));  // body_mistake() has looked
  welcome(first);
  return names;
}

Errors Editor::remove(Ids ids) {
  const auto rows = rows_of(ids);
  if (!rows) return rows.errors();
  if (rows->empty()) return {};
  // A number beyond the outlets: of none of them.
  const auto no_outlet = static_cast<std::uint16_t>(state_.world.outlets.size() + 1);
  const std::vector<bool> gone = moved_with(*rows);
  std::vector<std::uint16_t> taken_by(gone.size(), 0);
  std::uint64_t count = 0;
  for (std::size_t s = 0; s < gone.size(); ++s)
    if (gone[s]) taken_by[s] = no_outlet, ++count;
  if (count == gone.size()) return {refused_edit("the last grain cannot be removed")};
  state_.edits.removed += count;
  outflow_.remove_rows(taken_by);
  return {};
}

// The change of kinetic energy.
double Editor::set_velocity(std::uint32_t row, const Vec3& v, const Vec3& omega) {
  double change = 0;
  if (const Body* found = state_.world.bodies.find(state_.p().ws[row].body)) {
    Body& b =
        state_.world.bodies.body[static_cast<std::size_t>(found - state_.world.bodies.body.data())];
    change -= kinetic_energy(b);
    b.v = v;
    b.omega = omega;
    change += kinetic_energy(b);
    put_rows(b, state_.world);
  } else {
    change -= kinetic_energy(state_.p(), row);
    state_.p().vm[row].v = v;
    state_.p().ws[row].omega = omega;
    change += kinetic_energy(state_.p(), row);
  }
  return change;
}

// Without `omega` the spins stay.
Errors Editor::set_velocities(Ids ids, std::span<const Vec3> v, std::span<const Vec3> omega) {
  const auto rows = rows_of(ids);
  if (!rows) return rows.errors();
  if (rows->empty()) return {};
  const auto spin_of = [&](std::size_t k) {
    return omega.empty() ? state_.p().ws[(*rows)[k]].omega : omega[k];
  };
  Errors wrong;
  for (std::size_t k = 0; k < rows->size() && wrong.size() < kMostMistakes; ++k) {
    const unsigned flags = state_.p().ws[(*rows)[k]].flags;
    const std::string place = rows->size() > 1 ? fmt::format("grain {}", ids[k].value) : "";
    const auto refuse = [&](const char* why) { wrong.push_back({"E0544", why, place, ""}); };
    if (!is_finite(v[k]) || !is_finite(spin_of(k)))
      refuse("a velocity must be finite");
    else if (state_.p().vm[(*rows)[k]].inv_mass == 0)
      refuse("a fixed grain cannot be moved");
    else if (free_along(flags, v[k]) != v[k] || free_about(flags, spin_of(k)) != spin_of(k))
      refuse("the grain is locked along, or about, an axis of this velocity");
  }
  if (!wrong.empty()) return wrong;
  // Springs are told at the full step with the current velocities, so what they hold changes, too.
  const std::vector<bool> moved = moved_with(*rows);
  double change = -stored_with(moved);
  for (std::size_t k = 0; k < rows->size(); ++k)
    change += set_velocity((*rows)[k], v[k], spin_of(k));
  change += stored_with(moved);
  state_.books.booked.added += change;
  state_.edited(held::everything);
  ledger_.account_now();
  return {};
}

// Without `torque` there is none.
Errors Editor::set_forces(Ids ids, std::span<const Vec3> force, std::span<const Vec3> torque) {
  const auto rows = rows_of(ids);
  if (!rows) return rows.errors();
  if (rows->empty()) return {};
  const auto torque_of = [&](std::size_t k) { return torque.empty() ? Vec3{} : torque[k]; };
  Errors wrong;
  for (std::size_t k = 0; k < rows->size() && wrong.size() < kMostMistakes; ++k) {
    const std::string place = rows->size() > 1 ? fmt::format("grain {}", ids[k].value) : "";
    if (!is_finite(force[k]) || !is_finite(torque_of(k)))
      wrong.push_back({"E0544", "a force must be finite", place, ""});
    else if (state_.p().vm[(*rows)[k]].inv_mass == 0)
      wrong.push_back({"E0544", "a fixed grain cannot be moved", place, ""});
  }
  if (!wrong.empty()) return wrong;
  if (auto error = allow_applied_forces()) return {*error};
  Vec3* const f = state_.p().extra().find(kAppliedForce)->vectors();
  Vec3* const t = state_.p().extra().find(kAppliedTorque)->vectors();
  for (std::size_t k = 0; k < rows->size(); ++k) {
    const std::uint32_t row = (*rows)[k];
    state_.take_off_force(row, f[row] - force[k], t[row] - torque_of(k));  // felt from now on
    f[row] = force[k];
    t[row] = torque_of(k);
  }
  forces_.act_sources(state_.time());
  state_.edited(held::everything);
  ledger_.account_now();
  return {};
}

}  // namespace scree
