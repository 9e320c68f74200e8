#include "scene/build/parts.hpp"

#include "laws/registry.hpp"
#include "sim/kernel/external_part.hpp"
#include "sim/plugins/part_probe.hpp"

namespace scree {
namespace {

using kernel::PartKind;

thread_local const ExternalLaws* laws_in_scope = nullptr;

template <class... Parts>
std::vector<CatalogItem> items(TypeList<Parts...>, PartKind kind) {
  std::vector<CatalogItem> out{CatalogItem{Parts::info}...};
  if (laws_in_scope != nullptr)
    for (const kernel::ExternalPart* p : laws_in_scope->all())
      if (p->kind == kind) out.push_back({*p->info});
  return out;
}

template <class Part>
bool try_make(const std::string& law, const PairInput& in, std::optional<Error>& mistake) {
  if (Part::info.name != law) return false;
  const auto made = Part::make(in);
  if (!made) mistake = made.error();
  return true;
}

template <class... Parts>
std::optional<Error> mistake_of(TypeList<Parts...>, PartKind kind, const PartSpec& part,
                                const PartSpec& normal_a, const PartSpec& normal_b,
                                bool explicit_pair) {
  const PairInput in{part.params, part.params, normal_a.params, normal_b.params, explicit_pair};
  if (laws_in_scope != nullptr)
    if (const kernel::ExternalPart* own = laws_in_scope->find(kind, part.law))
      return mistake_of_part(*own, in);
  std::optional<Error> mistake;
  (void)(try_make<Parts>(part.law, in, mistake) || ...);
  return mistake;
}

}  // namespace

LawScope::LawScope(const ExternalLaws& laws) : outer_(laws_in_scope) { laws_in_scope = &laws; }
LawScope::~LawScope() { laws_in_scope = outer_; }

std::vector<CatalogItem> normal_catalog() { return items(laws::NormalParts{}, PartKind::normal); }
std::vector<CatalogItem> tangential_catalog() {
  return items(laws::TangentialParts{}, PartKind::tangential);
}
std::vector<CatalogItem> rolling_catalog() {
  return items(laws::RollingParts{}, PartKind::rolling);
}
std::vector<CatalogItem> twisting_catalog() {
  return items(laws::TwistingParts{}, PartKind::twisting);
}
std::vector<CatalogItem> cohesion_catalog() {
  return items(laws::CohesionParts{}, PartKind::cohesion);
}

std::span<const LawKind> law_kinds() {
  static constexpr LawKind kinds[] = {
      {"normal", &MaterialSpec::normal, &PairSpec::normal, normal_catalog},
      {"tangential", &MaterialSpec::tangential, &PairSpec::tangential, tangential_catalog},
      {"rolling", &MaterialSpec::rolling, &PairSpec::rolling, rolling_catalog},
      {"twisting", &MaterialSpec::twisting, &PairSpec::twisting, twisting_catalog},
      {"cohesion", &MaterialSpec::cohesion, &PairSpec::cohesion, cohesion_catalog},
  };
  return kinds;
}

std::string_view kind_name(PartKind kind) {
  return law_kinds()[static_cast<std::size_t>(kind)].name;
}

PairSpec pair_of(const Branch& pair, MaterialId a, MaterialId b) {
  PairSpec out{a, b, {}, {}, {}, {}, {}};
  for (const LawKind& kind : law_kinds())
    if (const Branch* t = pair.table(kind.name))
      out.*kind.pair_part = PartSpec{std::string(t->entry.name), t->entry_params};
  return out;
}

std::vector<PartMistake> check_parts(const MaterialSpec& m) {
  std::vector<PartMistake> out;
  const auto note = [&out](std::string_view key, std::optional<Error> e) {
    if (e) out.push_back({key, std::move(*e)});
  };
  note("normal",
       mistake_of(laws::NormalParts{}, PartKind::normal, m.normal, m.normal, m.normal, false));
  // The other parts build on the normal one.
  if (!out.empty()) return out;
  note("tangential", mistake_of(laws::TangentialParts{}, PartKind::tangential, m.tangential,
                                m.normal, m.normal, false));
  note("rolling",
       mistake_of(laws::RollingParts{}, PartKind::rolling, m.rolling, m.normal, m.normal, false));
  note("twisting", mistake_of(laws::TwistingParts{}, PartKind::twisting, m.twisting, m.normal,
                              m.normal, false));
  note("cohesion", mistake_of(laws::CohesionParts{}, PartKind::cohesion, m.cohesion, m.normal,
                              m.normal, false));
  return out;
}

std::vector<PartMistake> check_parts(const PairSpec& p, const MaterialSpec& a,
                                     const MaterialSpec& b) {
  std::vector<PartMistake> out;
  const auto note = [&out](std::string_view key, std::optional<Error> e) {
    if (e) out.push_back({key, std::move(*e)});
  };
  const PartSpec& normal_a = p.normal ? *p.normal : a.normal;
  const PartSpec& normal_b = p.normal ? *p.normal : b.normal;
  if (p.normal)
    note("normal",
         mistake_of(laws::NormalParts{}, PartKind::normal, *p.normal, normal_a, normal_b, true));
  if (!out.empty()) return out;
  if (p.tangential)
    note("tangential", mistake_of(laws::TangentialParts{}, PartKind::tangential, *p.tangential,
                                  normal_a, normal_b, true));
  if (p.rolling)
    note("rolling",
         mistake_of(laws::RollingParts{}, PartKind::rolling, *p.rolling, normal_a, normal_b, true));
  if (p.twisting)
    note("twisting", mistake_of(laws::TwistingParts{}, PartKind::twisting, *p.twisting, normal_a,
                                normal_b, true));
  if (p.cohesion)
    note("cohesion", mistake_of(laws::CohesionParts{}, PartKind::cohesion, *p.cohesion, normal_a,
                                normal_b, true));
  return out;
}

std::vector<MaterialSpec> example_materials(const LawKind& kind, const CatalogInfo& info,
                                            const MaterialSpec& beside) {
  std::vector<const ParamInfo*> optional;
  ParamSet always;
  for (const ParamInfo& p : info.params) {
    if (!p.required && p.fallback.empty())
      optional.push_back(&p);
    else if (auto v = parse_param(p, example_text(p)))
      always.set(p.name, std::move(*v));
  }
  std::vector<MaterialSpec> out;
  for (unsigned mask = 0; mask < 1u << optional.size(); ++mask) {
    MaterialSpec m = beside;
    PartSpec& part = m.*kind.part;
    part = {std::string(info.name), always};
    for (std::size_t k = 0; k < optional.size(); ++k)
      if ((mask >> k) & 1u)
        if (auto v = parse_param(*optional[k], example_text(*optional[k])))
          part.params.set(optional[k]->name, std::move(*v));
    if (check_parts(m).empty()) out.push_back(std::move(m));
  }
  return out;
}

}  // namespace scree
