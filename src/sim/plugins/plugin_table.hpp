// What the program and a plugin say to each other: a shared library with contact laws that a user
// has compiled (`scree plugin build`, api/plugin.hpp). A table of plain functions and of parts.
//
// Tables go over as bytes, texts and lists as objects of the standard library. Both sides are
// therefore built from the same headers: `layout`, `version` and `revision` tell, and these three
// stay where they are in every version of Scree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/params.hpp"
#include "base/version.hpp"
#include "laws/part.hpp"
#include "sim/kernel/block.hpp"
#include "sim/kernel/external_part.hpp"

namespace scree {

// Functions of the library that a law may call. A plugin has no other symbol of the program.
struct PluginHost {
  std::optional<Error> (*unusable)(std::span<const ParamInfo>, const PairInput&);
  // base/exact_math.hpp
  double (*sin)(double), (*cos)(double), (*tan)(double);
  double (*exp)(double), (*log)(double), (*log1p)(double);
  double (*pow)(double, double), (*hypot)(double, double), (*atan2)(double, double);
};

struct Plugin {
  std::uint64_t layout;  // kPluginLayout
  const char* version;   // kVersion
  const char* revision;  // kRevision
  const kernel::ExternalPart* const* parts;
  std::size_t part_count;
};

// Changes when the bytes of what goes over change.
template <class... Ts>
constexpr std::uint64_t plugin_layout() {
  std::uint64_t h = 1;
  const auto mix = [&](std::uint64_t v) { h = (h ^ v) * 0x100000001b3ULL; };
  (mix(sizeof(Ts)), ...);
  mix(kernel::kBlock), mix(kernel::kMaxHistory), mix(kernel::kPartBytes), mix(kernel::kLosses);
  mix(offsetof(kernel::Block, history)), mix(offsetof(kernel::Block, force_n));
#ifdef _GLIBCXX_USE_CXX11_ABI
  mix(_GLIBCXX_USE_CXX11_ABI);
#endif
  return h;
}
inline constexpr std::uint64_t kPluginLayout =
    plugin_layout<PluginHost, Plugin, kernel::ExternalPart, kernel::Block, Touch, NormalForce,
                  TangentialForce, RollingTorque, TwistingTorque, CohesionForce, PlaneRates,
                  PairInput, ParamInfo, ParamSet, CatalogInfo, Error, Errors, std::string, void*>();

// The one symbol of such a library.
using PluginFunction = const Plugin* (*)(const PluginHost*);
inline constexpr char kPluginSymbol[] = "scree_plugin";

}  // namespace scree
