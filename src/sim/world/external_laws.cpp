#include "sim/world/external_laws.hpp"

#include <algorithm>
#include <string>

#include "laws/registry.hpp"
#include "sim/kernel/external_part.hpp"

namespace scree {
namespace {

using kernel::ExternalPart;
using kernel::PartKind;

template <class... Ps>
bool has_name(TypeList<Ps...>, std::string_view name) {
  return ((Ps::info.name == name) || ...);
}

bool in_catalogue(PartKind kind, std::string_view name) {
  switch (kind) {
    case PartKind::normal:
      return has_name(laws::NormalParts{}, name);
    case PartKind::tangential:
      return has_name(laws::TangentialParts{}, name);
    case PartKind::rolling:
      return has_name(laws::RollingParts{}, name);
    case PartKind::twisting:
      return has_name(laws::TwistingParts{}, name);
    case PartKind::cohesion:
      return has_name(laws::CohesionParts{}, name);
  }
  return false;
}

}  // namespace

const ExternalPart* ExternalLaws::find(PartKind kind, std::string_view name) const {
  const auto found = std::find_if(parts_.begin(), parts_.end(), [&](const ExternalPart* p) {
    return p->kind == kind && p->info->name == name;
  });
  return found == parts_.end() ? nullptr : *found;
}

std::optional<Error> ExternalLaws::taken_name() const {
  for (const ExternalPart* p : parts_) {
    const std::string_view name = p->info->name;
    const ExternalPart* first = find(p->kind, name);
    if (!name.empty() && first == p && !in_catalogue(p->kind, name)) continue;
    return Error{"E0304",
                 name.empty() ? "a part of a contact law has no name"
                              : "the name `" + std::string(name) + "` is taken",
                 "laws", "give each part that the program brings a name of its own"};
  }
  return std::nullopt;
}

}  // namespace scree
