#include "sim/contacts/pair_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

#include "laws/registry.hpp"
#include "sim/contacts/law_of_contact.hpp"
#include "sim/kernel/external_part.hpp"
#include "sim/kernel/part_loops.hpp"

namespace scree {
namespace {

using kernel::PairLaw;
using kernel::PartKind;

struct Made {
  PairLaw::Part part;
  int history = 0;
  double power = 2;
  bool says_holds = false;
  bool takes_liquid = false;
};

template <class P>
constexpr double power_of() {
  if constexpr (requires { P::energy_power; })
    return P::energy_power;
  else
    return 2;
}

template <class P>
Result<Made> make_one(int index, const PairInput& in) {
  static_assert(std::is_trivially_copyable_v<P> && sizeof(P) <= PairLaw::kPartBytes);
  Result<P> part = P::make(in);
  if (!part) return part.errors();
  Made made;
  made.part.index = index;
  made.history = P::history;
  made.power = power_of<P>();
  made.says_holds = kernel::holds_of<P>() != nullptr;
  if constexpr (requires { P::takes_liquid; }) made.takes_liquid = P::takes_liquid;
  std::memcpy(made.part.bytes, &*part, sizeof(P));
  return made;
}

// A part that the program has brought.
Result<Made> make_external(const kernel::ExternalPart& external, const PairInput& in) {
  Made made;
  made.part.external = &external;
  Errors errors = external.make(in, made.part.bytes);
  if (!errors.empty()) return errors;
  made.history = external.history;
  made.power = external.energy_power;
  made.says_holds = external.holds != nullptr;
  return made;
}

template <class... Ps>
Result<Made> make_part(TypeList<Ps...>, const kernel::ExternalPart* external, std::string_view law,
                       const PairInput& in) {
  if (external != nullptr) return make_external(*external, in);
  Result<Made> out = Error{"E0301", "unknown law"};
  int index = 0;
  ((Ps::info.name == law ? (out = make_one<Ps>(index, in), 0) : 0, ++index), ...);
  return out;
}

template <class... Ps>
Result<ParamSet> complete(TypeList<Ps...>, const kernel::ExternalPart* external,
                          std::string_view kind, const PartSpec& spec) {
  if (external != nullptr) return with_defaults(external->info->params, spec.params);
  Result<ParamSet> out = Error{"E0301", "unknown " + std::string(kind) + " law `" + spec.law + "`"};
  std::string known;
  ((known += (known.empty() ? "" : ", ") + std::string(Ps::info.name)), ...);
  bool found = false;
  ((Ps::info.name == spec.law ? (out = with_defaults(Ps::info.params, spec.params), found = true)
                              : false),
   ...);
  if (!found)
    return Error{"E0301", "unknown " + std::string(kind) + " law `" + spec.law + "`", "",
                 "known: " + known, Subject::of_key(std::string(kind))};
  return out;
}

// The spec of one part for a pair: both sides equal for an explicit pair.
struct Sides {
  PartSpec a, b;
  bool explicit_pair = false;
};

// A part that one side lacks is absent from the pair; two different ones need an explicit pair.
Result<Sides> choose(std::string_view kind, const PartSpec& a, const PartSpec& b,
                     const std::optional<PartSpec>& pair) {
  if (pair) return Sides{*pair, *pair, true};
  if (a.law == b.law) return Sides{a, b, false};
  if (a.law == "none") return Sides{a, a, false};
  if (b.law == "none") return Sides{b, b, false};
  return Error{
      "E0302",
      "the " + std::string(kind) + " laws `" + a.law + "` and `" + b.law + "` cannot be mixed", "",
      "write [pair.A.B] with the " + std::string(kind) + " law of this pair",
      Subject::of_key(std::string(kind))};
}

template <class List>
Result<Made> make_kind(List list, kernel::PartKind part, std::string_view kind,
                       const ExternalLaws& own, const Sides& sides, const ParamSet* normal_a,
                       const ParamSet* normal_b, ParamSet& used_a, ParamSet& used_b) {
  const kernel::ExternalPart* external = own.find(part, sides.a.law);
  Result<ParamSet> a = complete(list, external, kind, sides.a);
  if (!a) return a.errors();
  Result<ParamSet> b = complete(list, external, kind, sides.b);
  if (!b) return b.errors();
  used_a = *a;
  used_b = *b;
  return make_part(list, external, sides.a.law,
                   PairInput{used_a, used_b, normal_a ? *normal_a : used_a,
                             normal_b ? *normal_b : used_b, sides.explicit_pair});
}

Result<PairLaw> make_pair(const ExternalLaws& own, const MaterialSpec& a, const MaterialSpec& b,
                          const PairSpec& pair, std::string& name) {
  const Result<Sides> n = choose("normal", a.normal, b.normal, pair.normal);
  if (!n) return n.errors();
  const Result<Sides> t = choose("tangential", a.tangential, b.tangential, pair.tangential);
  if (!t) return t.errors();
  const Result<Sides> r = choose("rolling", a.rolling, b.rolling, pair.rolling);
  if (!r) return r.errors();
  const Result<Sides> w = choose("twisting", a.twisting, b.twisting, pair.twisting);
  if (!w) return w.errors();
  const Result<Sides> c = choose("cohesion", a.cohesion, b.cohesion, pair.cohesion);
  if (!c) return c.errors();

  ParamSet na, nb, ua, ub;
  Result<Made> normal =
      make_kind(laws::NormalParts{}, PartKind::normal, "normal", own, *n, nullptr, nullptr, na, nb);
  if (!normal) return normal.errors();
  Result<Made> tangential = make_kind(laws::TangentialParts{}, PartKind::tangential, "tangential",
                                      own, *t, &na, &nb, ua, ub);
  if (!tangential) return tangential.errors();
  Result<Made> rolling =
      make_kind(laws::RollingParts{}, PartKind::rolling, "rolling", own, *r, &na, &nb, ua, ub);
  if (!rolling) return rolling.errors();
  Result<Made> twisting =
      make_kind(laws::TwistingParts{}, PartKind::twisting, "twisting", own, *w, &na, &nb, ua, ub);
  if (!twisting) return twisting.errors();
  Result<Made> cohesion =
      make_kind(laws::CohesionParts{}, PartKind::cohesion, "cohesion", own, *c, &na, &nb, ua, ub);
  if (!cohesion) return cohesion.errors();

  PairLaw law;
  int offset = 0;
  const auto set = [&offset](PairLaw::Part& to, const Made& made) {
    to = made.part;
    to.history_offset = offset;
    offset += made.history;
  };
  set(law.normal, *normal);
  set(law.tangential, *tangential);
  set(law.rolling, *rolling);
  set(law.twisting, *twisting);
  set(law.cohesion, *cohesion);
  law.history = offset;
  if (cohesion->takes_liquid) law.liquid_at = law.cohesion.history_offset;
  law.power = normal->power;
  law.has_tangential = t->a.law != "none";
  law.has_rolling = r->a.law != "none";
  law.has_twisting = w->a.law != "none";
  law.has_cohesion = c->a.law != "none";
  law.says_holds = normal->says_holds || cohesion->says_holds;
  name = a.name + "-" + b.name + ": " + n->a.law;
  if (law.has_tangential) name += ", " + t->a.law;
  if (law.has_rolling) name += ", rolling " + r->a.law;
  if (law.has_twisting) name += ", twisting " + w->a.law;
  if (law.has_cohesion) name += ", cohesion " + c->a.law;
  if (offset > kernel::kMaxHistory)
    return Error{"E0303", "the parts of this law keep more than " +
                              std::to_string(kernel::kMaxHistory) + " numbers per contact"};
  return law;
}

}  // namespace

Result<PairLaws> make_pair_laws(const World& world, const MaterialUse& use) {
  PairLaws out;
  if (auto error = world.laws.taken_name()) return *error;
  Errors errors;
  out.materials = static_cast<int>(world.materials.size());
  out.index.assign(world.materials.size() * world.materials.size(), PairLaws::kNone);
  const auto add = [&](std::size_t a, std::size_t b) {
    PairSpec pair;
    for (const PairSpec& p : world.pairs)
      if ((p.a.value == a && p.b.value == b) || (p.a.value == b && p.b.value == a)) pair = p;
    std::string name;
    Result<PairLaw> law = make_pair(world.laws, world.materials[a], world.materials[b], pair, name);
    if (!law) {
      for (Error e : law.errors()) {
        e.location =
            a == b ? "material '" + world.materials[a].name + "'"
                   : "pair '" + world.materials[a].name + "'-'" + world.materials[b].name + "'";
        e.subject = Subject::pair(a, b, std::move(e.subject.key));
        errors.push_back(std::move(e));
      }
      return;
    }
    const auto k = static_cast<std::uint16_t>(out.laws.size());
    out.index[a * out.materials + b] = out.index[b * out.materials + a] = k;
    out.laws.push_back(*law);
    out.names.push_back(name);
  };
  const std::size_t n = world.materials.size();
  // Contacts carry the number of their law in 15 bits, the table of pairs in 16.
  const auto grains =
      static_cast<std::size_t>(std::count(use.grain.begin(), use.grain.end(), true));
  const auto walls = static_cast<std::size_t>(std::count(use.wall.begin(), use.wall.end(), true));
  if (grains * (grains + 1) / 2 >= kernel::kTouched ||
      grains * (grains + 1) / 2 + grains * walls >= PairLaws::kNone)
    return Error{
        "E0503",
        fmt::format("grains are of {} materials and walls of {}: too many pairs", grains, walls),
        "material", "at most 255 materials of grains, fewer where walls have many",
        Subject::setting("material")};
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = a; b < n; ++b)
      if (use.grain[a] && use.grain[b]) add(a, b);
  out.grain_laws = static_cast<int>(out.laws.size());
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b)
      if (use.grain[a] && use.wall[b] && !use.grain[b]) add(a, b);  // else made or refused above
  if (!errors.empty()) return errors;
  for (const kernel::PairLaw& law : out.laws) {
    out.stride = std::max(out.stride, law.history);
    out.any_couple = out.any_couple || law.has_couple();
  }
  double largest = 0;
  for (const PositionRadius& g : world.particles.xr) largest = std::max(largest, g.r);
  for (const Inlet& i : world.inlets) largest = std::max(largest, 0.5 * i.sizes.largest());
  widen_ranges(largest, out);
  return out;
}

namespace {

template <class List>
double range_of_part(List list, const PairLaw::Part& part, double r_eff) {
  if (part.external != nullptr) return part.external->range(part.bytes, r_eff);
  double range = 0;
  with_part(list, part, [&](const auto& p) { range = range_of(p, r_eff); });
  return range;
}

template <class List>
kernel::Holds holds_of_part(List list, const PairLaw::Part& part) {
  if (part.external != nullptr) return part.external->holds;
  kernel::Holds ask = nullptr;
  with_part(list, part, [&]<class P>(const P&) { ask = kernel::holds_of<P>(); });
  return ask;
}

// As find_held() of the kernels.
bool part_holds(kernel::Holds ask, const PairLaw::Part& part, double range, const Touch& touch,
                const double* history) {
  return touch.delta > -range &&
         (ask == nullptr || ask(part.bytes, touch, history + part.history_offset));
}
bool normal_holds(const PairLaw& law, const Touch& touch, const double* history) {
  const kernel::Holds ask = holds_of_part(laws::NormalParts{}, law.normal);
  return ask != nullptr && part_holds(ask, law.normal, law.normal_range, touch, history);
}
bool cohesion_holds(const PairLaw& law, const Touch& touch, const double* history) {
  return law.has_cohesion && part_holds(holds_of_part(laws::CohesionParts{}, law.cohesion),
                                        law.cohesion, law.cohesion_range, touch, history);
}

// A dashpot that is given by its coefficient is the same for all masses; one that is made for a
// restitution is not.
bool has_damping_by_mass(const PairLaw& law) {
  const auto damping = [&law](double m_eff) {
    double h[kernel::kMaxHistory] = {};
    return normal_force(law, {.n = {1, 0, 0}, .delta = 1e-6, .m_eff = m_eff, .r_eff = 1e-3}, h)
        .damping;
  };
  return damping(1e-3) != damping(4e-3);
}

}  // namespace

// At a wall r_eff is the radius, between grains less.
void widen_ranges(double largest_radius, PairLaws& laws) {
  for (PairLaw& law : laws.laws) {
    law.damping_by_mass = has_damping_by_mass(law);
    const double normal = range_of_part(laws::NormalParts{}, law.normal, largest_radius);
    const double cohesion = range_of_part(laws::CohesionParts{}, law.cohesion, largest_radius);
    law.normal_range = std::max(law.normal_range, normal);
    law.cohesion_range = std::max(law.cohesion_range, cohesion);
    law.range = std::max(law.normal_range, law.cohesion_range);
    laws.max_range = std::max(laws.max_range, law.range);
  }
}

bool holds(const PairLaw& law, const Touch& touch, const double* history) {
  return normal_holds(law, touch, history) || cohesion_holds(law, touch, history);
}

double contact_time(const PairLaw& law, double m_eff, double r_eff, double speed) {
  if (const auto* own = law.normal.external)
    return own->contact_time(law.normal.bytes, m_eff, r_eff, speed);
  double t = 0;
  with_part(laws::NormalParts{}, law.normal,
            [&](const auto& part) { t = part.contact_time(m_eff, r_eff, speed); });
  return t;
}

NormalForce normal_force(const PairLaw& law, const Touch& touch, double* history) {
  if (const auto* own = law.normal.external) return own->normal(law.normal.bytes, touch, history);
  NormalForce n;
  with_part(laws::NormalParts{}, law.normal, [&](const auto& part) { n = part(touch, history); });
  return n;
}

ContactRates contact_rates(const PairLaw& law, double m_eff, double r_eff, double speed) {
  // An impact goes as deep as v t_c/pi with a linear spring, v t_c/2.94 with Hertz'.
  const Touch touch{.n = {1, 0, 0},
                    .delta = speed * contact_time(law, m_eff, r_eff, speed) / 3,
                    .m_eff = m_eff,
                    .r_eff = r_eff};
  ContactRates out;
  double h[kernel::kMaxHistory] = {};
  const NormalForce n = normal_force(law, touch, h);
  out.normal = {n.stiffness, n.damping};
  const auto note = [&n](const auto list, const PairLaw::Part& from, PlaneRates& to) {
    if (from.external != nullptr) return void(to = from.external->rates(from.bytes, n));
    with_part(list, from, [&](const auto& part) {
      if constexpr (requires { part.rates(n); }) to = part.rates(n);
    });
  };
  note(laws::TangentialParts{}, law.tangential, out.tangential);
  note(laws::RollingParts{}, law.rolling, out.rolling);
  note(laws::TwistingParts{}, law.twisting, out.twisting);
  return out;
}

bool has_friction(const PairLaw& law) {
  bool friction = law.has_tangential;
  if (const auto* own = law.tangential.external) return own->has_friction(law.tangential.bytes);
  with_part(laws::TangentialParts{}, law.tangential, [&](const auto& part) {
    if constexpr (requires { part.mu; }) friction = friction && part.mu > 0;
  });
  return friction;
}

FrictionOf friction_of(const PairLaw& law) {
  FrictionOf out;
  const auto ask = [](const auto list, const PairLaw::Part& from, double& mu) {
    if (from.external != nullptr) return void(mu = from.external->mu(from.bytes));
    with_part(list, from, [&](const auto& part) {
      if constexpr (requires { part.mu; }) mu = part.mu;
    });
  };
  ask(laws::TangentialParts{}, law.tangential, out.sliding);
  ask(laws::RollingParts{}, law.rolling, out.rolling);
  ask(laws::TwistingParts{}, law.twisting, out.twisting);
  return out;
}

StoredEnergy stored_energy(const PairLaw& law, const Touch& touch, const double* history) {
  StoredEnergy e;
  const bool held = touch.delta > 0 || normal_holds(law, touch, history);
  const bool linked = law.has_cohesion && (touch.delta > 0 || cohesion_holds(law, touch, history));
  if (!held && !linked) return e;
  double kept[kernel::kMaxHistory];
  std::copy_n(history, law.history, kept);
  NormalForce n = normal_force(law, touch, kept + law.normal.history_offset);
  const auto stored = [&](const auto list, const PairLaw::Part& from) {
    const double* h = history + from.history_offset;
    if (from.external != nullptr) return from.external->stored(from.bytes, touch, n, h);
    double out = 0;
    with_part(list, from, [&](const auto& part) { out = part.stored(touch, n, h); });
    return out;
  };
  if (held) {
    e.normal = stored(laws::NormalParts{}, law.normal);
    e.tangential = stored(laws::TangentialParts{}, law.tangential);
    e.rolling = stored(laws::RollingParts{}, law.rolling);
    e.twisting = stored(laws::TwistingParts{}, law.twisting);
  } else {
    n.force = n.load = n.damping = 0;
  }
  if (linked) e.cohesion = stored(laws::CohesionParts{}, law.cohesion);
  return e;
}

}  // namespace scree
