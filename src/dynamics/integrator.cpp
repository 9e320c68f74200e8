#include "dynamics/integrator.hpp"

namespace scree {

const IntegratorEntry* find_integrator(std::string_view name) {
  for (const IntegratorEntry* e : integrator_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

Result<std::size_t> add_integrator_state(const IntegratorEntry& integrator, Particles& p) {
  p.extra().remove(FieldOwner::integrator);
  const std::size_t first = p.extra().all().size();
  for (const IntegratorField& field : integrator.state) {
    auto added = p.add_field({.name = field.name,
                              .unit = field.unit,
                              .roles = kState,
                              .about = field.about,
                              .owner = FieldOwner::integrator},
                             3);
    if (!added) return added;
  }
  return first;
}

}  // namespace scree
