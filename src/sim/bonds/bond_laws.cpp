#include "sim/bonds/bond_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "laws/bond_registry.hpp"
#include "sim/bonds/bond_joint.hpp"

namespace scree {
namespace {

template <class... Ks>
std::vector<const CatalogInfo*> infos_of(TypeList<Ks...>) {
  static_assert((BondKind<Ks> && ...));
  return {&Ks::info...};
}

template <class Kind>
Result<std::shared_ptr<const BondLaw>> make_law(const BondType& type) {
  Result<ParamSet> params = with_defaults(Kind::params, type.params);
  if (!params) return params.errors();
  Result<Kind> kind = Kind::make(*params);
  if (!kind) return kind.errors();
  return bond_law(*kind, params->boolean("self_contact"));
}

template <class... Ks>
Result<std::shared_ptr<const BondLaw>> make_of(TypeList<Ks...>, const BondType& type) {
  Result<std::shared_ptr<const BondLaw>> made = Error{"E0550", "", "", ""};
  const bool known =
      ((type.kind == Ks::info.name ? (made = make_law<Ks>(type), true) : false) || ...);
  if (known) return made;
  std::string names;
  for (const CatalogInfo* info : bond_catalog())
    names += (names.empty() ? "" : ", ") + std::string(info->name);
  return Error{"E0550", "unknown kind of bond `" + type.kind + "`", "", "known: " + names};
}

Result<std::shared_ptr<const BondLaw>> law_of(const BondType& type) {
  if (type.law) return type.law;
  auto made = make_of(laws::BondKinds{}, type);
  if (made) return made;
  Error error = made.errors().front();
  error.code = "E0550";
  error.location =
      "bond '" + type.name + "'" + (error.location.empty() ? "" : ": " + error.location);
  return error;
}

std::string pair_text(const BondData& b) {
  return fmt::format("bond of grains {} and {}", b.i, b.j);
}

}  // namespace

std::vector<const CatalogInfo*> bond_catalog() { return infos_of(laws::BondKinds{}); }

std::optional<Error> wrong_bond_type(const BondType& type) {
  const auto made = law_of(type);
  if (made) return std::nullopt;
  return made.errors().front();
}

Result<BondLaws> make_bond_laws(std::span<const BondType> types) {
  BondLaws out;
  Errors errors;
  for (const BondType& type : types) {
    auto made = law_of(type);
    if (made)
      out.push_back(*made);
    else
      errors.push_back(made.errors().front());
  }
  if (!errors.empty()) return errors;
  return out;
}

std::optional<Error> wrong_bond(const World& w, const BondData& b) {
  const Particles& p = w.particles;
  const auto refuse = [&](const char* code, std::string what, std::string hint = {}) {
    return Error{code, std::move(what), pair_text(b), std::move(hint), Subject::grain(b.i)};
  };
  const auto row = [&](std::uint32_t id) {
    return id < p.row_of().size() ? p.row_of()[id] : Particles::kNoRow;
  };
  if (b.type >= w.bond_types.size())
    return refuse("E0551", fmt::format("bond type number {} does not exist", b.type));
  const std::uint32_t i = row(b.i), j = row(b.j);
  if (i == Particles::kNoRow || j == Particles::kNoRow)
    return refuse("E0551", fmt::format("there is no grain {}", i == Particles::kNoRow ? b.i : b.j));
  if (b.i >= b.j) return refuse("E0551", "a bond joins two grains");
  if (same_body(p.ws[i], p.ws[j]))
    return refuse("E0552", "both grains belong to one rigid body: the bond would hold nothing",
                  "bond grains of two bodies");
  if (p.ws[i].flags & p.ws[j].flags & kFixed)
    return refuse("E0552", "both grains are fixed: the bond would hold nothing");
  const Vec3 d = nearest_image(p.xr[j].x - p.xr[i].x, w.box.lengths(), w.box.inverse_lengths());
  const double x = norm(d);
  if (!(x > 0) || !std::isfinite(x) || !(b.length >= 0) || !std::isfinite(b.length))
    return refuse("E0552", "the centres coincide, or the length is not a usable number");
  if (has_joint(p, i, j) && !b.started && !measure_joint(w, CollideTable::with(w.collisions), i, j))
    return refuse("E0552", "the two overlap so deeply that no face between them can be seen",
                  "let them touch, or bond them a little apart");
  for (int k = 0; k < 3; ++k)
    if (w.box.periodic[k] && 3 * std::max(x, b.length) > w.box.length(k))
      return refuse("E0553",
                    fmt::format("the bond is {:g} m long, the periodic box {:g} m in {}",
                                std::max(x, b.length), w.box.length(k), "xyz"[k]),
                    "a periodic direction must be three times as long as any bond");
  return std::nullopt;
}

namespace {

// How a row gives way where a bond holds it, by its body. Upper bounds over all directions: what
// follows from them, dashpots and time steps, errs to the safe side.
struct Holding {
  Quat q;
  double inv_mass, inv_inertia;
};

Holding holding_of(const World& w, std::uint32_t row, const Vec3& end) {
  const Particles& p = w.particles;
  if (!(p.ws[row].flags & kMember)) return {p.q[row], p.vm[row].inv_mass, p.inv_inertia[row]};
  const Body& b = *w.bodies.find(p.ws[row].body);
  const Primitive& on = w.bodies.primitive_of(b, p.id[row].value);
  if (b.inv_mass == 0) return {b.q * on.q, 0, 0};
  const bool two_d = p.dimensions() == Dimensions::two;
  const double least =
      two_d ? b.inertia.z : std::min(b.inertia.x, std::min(b.inertia.y, b.inertia.z));
  const Vec3 arm = on.x + rotate(on.q, end);  // from the centre of mass
  return {b.q * on.q, b.inv_mass + norm2(arm) / least, 1 / least};
}

}  // namespace

BondTouch bond_touch(const World& w, std::size_t k, double dt, BondArms* arms) {
  const Particles& p = w.particles;
  const BondData& bond = w.bonds[k];
  const std::uint32_t i = p.row_of()[bond.i], j = p.row_of()[bond.j];
  const BondJoint joint = w.bonds.joint(k);
  const Holding first = holding_of(w, i, joint.end1), second = holding_of(w, j, joint.end2);
  Vec3 d = nearest_image(p.xr[j].x - p.xr[i].x, w.box.lengths(), w.box.inverse_lengths());
  Vec3 v = p.vm[j].v - p.vm[i].v;
  if (joint.there()) {
    const Vec3 arm1 = rotate(first.q, joint.end1), arm2 = rotate(second.q, joint.end2);
    d += arm2 - arm1;
    v += cross(p.ws[j].omega, arm2) - cross(p.ws[i].omega, arm1);
    if (arms != nullptr) arms->arm1 = arm1, arms->arm2 = arm2;
  }
  if (arms != nullptr) arms->line = d;
  const double x = norm(d);
  return {.e = x > 0 ? d / x : Vec3{},
          .x = x,
          .length = bond.length,
          .v = v,
          .omega1 = p.ws[i].omega,
          .omega2 = p.ws[j].omega,
          .q1 = first.q,
          .q2 = second.q,
          .r1 = joint.there() ? joint.r1 : p.xr[i].r,
          .r2 = joint.there() ? joint.r2 : p.xr[j].r,
          .inv_mass = first.inv_mass + second.inv_mass,
          .inv_inertia = first.inv_inertia + second.inv_inertia,
          .dt = dt,
          .area = joint.area,
          .inertia = joint.inertia,
          .half = joint.half,
          .two_d = p.dimensions() == Dimensions::two};
}

Errors start_bonds(World& w) {
  Errors errors;
  const Result<BondLaws> laws = make_bond_laws(w.bond_types);
  if (!laws) return laws.errors();
  if (w.bonds.empty()) return {};
  constexpr std::size_t kNamed = 5;
  const auto note = [&errors](const Error& e) {
    if (errors.size() < kNamed) errors.push_back(e);
  };
  for (const BondData& b : w.bonds)
    if (const auto error = wrong_bond(w, b)) note(*error);
  if (!errors.empty()) return errors;
  w.bonds.sort();
  for (std::size_t k = 1; k < w.bonds.size(); ++k)
    if (w.bonds[k].i == w.bonds[k - 1].i && w.bonds[k].j == w.bonds[k - 1].j)
      note({"E0551", "two bonds between the same grains", pair_text(w.bonds[k]), "",
            Subject::grain(w.bonds[k].i)});
  if (!errors.empty()) return errors;
  start_new_bonds(w, *laws);
  std::vector<bool> touches_itself;
  for (const auto& law : *laws) touches_itself.push_back(law->touches_itself);
  name_fragments(w.bonds, touches_itself, w.bodies, w.particles);
  return {};
}

void start_new_bonds(World& w, const BondLaws& laws) {
  w.bonds.sort();
  std::size_t memory = w.bonds.memory_size();
  for (const auto& law : laws) memory = std::max(memory, law->history());
  w.bonds.set_stride(w.bonds.joint_size + memory);
  const std::vector<std::uint32_t>& row = w.particles.row_of();
  const CollideTable table = CollideTable::with(w.collisions);
  for (std::size_t k = 0; k < w.bonds.size(); ++k) {
    BondData& b = w.bonds[k];
    if (has_joint(w.particles, row[b.i], row[b.j]) && !w.bonds.joint(k).there())
      if (const auto joint = measure_joint(w, table, row[b.i], row[b.j]))
        w.bonds.set_joint(k, *joint);
    if (b.started) continue;
    const BondLaw& law = *laws[b.type];
    if (b.length == 0) b.length = law.rest_length(bond_touch(w, k, 0));
    law.start(bond_touch(w, k, 0), w.bonds.memory(k));
    b.started = 1;
  }
}

}  // namespace scree
