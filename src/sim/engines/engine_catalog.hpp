// The engines that a run may name. All give the same bits; they differ in what they are fast on.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/params.hpp"
#include "base/result.hpp"
#include "sim/engines/engine.hpp"
#include "sim/world/run_options.hpp"

namespace scree {

struct EngineArgs {
  const kernel::Kernels& kernels;  // of the instruction set that was asked for
  int threads = 1;
  GatherBy gather_by = GatherBy::speed;
  std::size_t laws = 0;  // number of pair laws
};

struct EngineEntry {
  CatalogInfo info;
  std::unique_ptr<Engine> (*make)(const EngineArgs&);
};

std::span<const EngineEntry* const> engine_catalog();

// What lists of engines say of `auto`, which is in no catalogue.
const CatalogInfo& auto_engine_info();

// By its name, `auto` being the one that is taken where nothing is said; null when unknown.
const EngineEntry* find_engine(std::string_view name);

// E0535.
Error unknown_engine(const std::string& name);

}  // namespace scree
