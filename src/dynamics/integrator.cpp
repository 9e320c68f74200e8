#include "dynamics/integrator.hpp"

namespace scree {

const IntegratorEntry* find_integrator(std::string_view name) {
  for (const IntegratorEntry* e : integrator_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

}  // namespace scree
