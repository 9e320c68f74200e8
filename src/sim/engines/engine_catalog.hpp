// The engines that a run may name. All give the same bits; they differ in what they are fast on.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// What an engine would have to compute.
struct StepNeeds {
  const World& world;
  const PairLaws& laws;
  const IntegratorEntry& integrator;
};

struct EngineEntry {
  CatalogInfo info;
  std::unique_ptr<Engine> (*make)(const EngineArgs&);
  // Why it cannot run here (E0536) or cannot compute this (E0537). Null: it always can.
  std::optional<Error> (*refuse)(const StepNeeds&) = nullptr;
  // What it found on this machine, in lines. Null: it needs nothing.
  std::vector<std::string> (*found)() = nullptr;
  // Why `auto` does not take it for this, though it could; empty: it takes it. Null: only by name.
  std::string (*not_worth)(const StepNeeds&) = nullptr;
};

std::span<const EngineEntry* const> engine_catalog();

// What lists of engines say of `auto`, which is in no catalogue.
const CatalogInfo& auto_engine_info();

// By its name, `auto` being the one that is taken where nothing is said; null when unknown.
const EngineEntry* find_engine(std::string_view name);

// What `auto` takes for this.
const EngineEntry* fastest_engine(const StepNeeds& needs);
// Those that it would take for other scenes or on other machines, each with the reason why not.
std::vector<std::pair<std::string, std::string>> engines_not_taken(const StepNeeds& needs);

// E0535.
Error unknown_engine(const std::string& name);

}  // namespace scree
