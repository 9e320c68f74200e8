// The parts of contact laws as catalogues of the scene, from the generated lists of types, and
// those of plugins while a LawScope names them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "scene/text/schema.hpp"
#include "sim/world/world.hpp"

namespace scree {

// While it lives, the catalogues of this thread have these laws as well: a scene is read with its
// own plugins and no others. Scopes nest; the inner one counts alone.
class LawScope {
 public:
  explicit LawScope(const ExternalLaws& laws);
  ~LawScope();
  LawScope(const LawScope&) = delete;
  LawScope& operator=(const LawScope&) = delete;

 private:
  const ExternalLaws* outer_;
};

std::vector<CatalogItem> normal_catalog();
std::vector<CatalogItem> tangential_catalog();
std::vector<CatalogItem> rolling_catalog();
std::vector<CatalogItem> twisting_catalog();
std::vector<CatalogItem> cohesion_catalog();

// The kinds of parts, in the order of a material's keys.
struct LawKind {
  std::string_view name;
  PartSpec MaterialSpec::*part;
  std::optional<PartSpec> PairSpec::*pair_part;
  std::vector<CatalogItem> (*catalog)();
};
std::span<const LawKind> law_kinds();
std::string_view kind_name(kernel::PartKind kind);

// Every way to give a part with example values (base/params.hpp: example_text) that it accepts, as
// part of `beside`, whose normal part is given unless this is it.
std::vector<MaterialSpec> example_materials(const LawKind& kind, const CatalogInfo& info,
                                            const MaterialSpec& beside);

// The parts that a [pair.A.B] gives.
PairSpec pair_of(const Branch& pair, MaterialId a, MaterialId b);

// A mistake that only the law itself can see, and the key of the part that has it.
struct PartMistake {
  std::string_view key;  // "normal", ...
  Error error;
};

// Asks each part whether it can be made for two grains of one material, or for an explicit pair
// (whose absent parts are not asked).
std::vector<PartMistake> check_parts(const MaterialSpec& material);
std::vector<PartMistake> check_parts(const PairSpec& pair, const MaterialSpec& a,
                                     const MaterialSpec& b);

}  // namespace scree
