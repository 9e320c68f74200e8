// Every engine that must give the one answer: those of the catalogue, and that of a graphics card
// on one that is not there (tests/card/fake_card.cpp).
#pragma once

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "sim/card/card_engine.hpp"
#include "sim/card/card_library.hpp"
#include "sim/card/plugin_card.hpp"
#include "sim/engines/engine_catalog.hpp"
#include "sim/world/run_options.hpp"

namespace scree::test {

// Behind the table of a library, as a real card; SCREE_TEST_CARD is the library of one
// (tools/gpu_check).
inline RunOptions on_card(RunOptions options) {
  options.make_engine = [](const EngineArgs& a) -> std::unique_ptr<Engine> {
    const char* real = std::getenv("SCREE_TEST_CARD");
    static const CardLibrary library =
        load_card_library(real != nullptr ? real : SCREE_FAKE_CARD_FILE);
    return std::make_unique<CardEngine<PluginCard>>(PluginCard(*library.plugin, 0), a.kernels,
                                                    a.threads);
  };
  return options;
}

// [(name, options)]; the card where there are several threads.
inline std::vector<std::pair<std::string, RunOptions>> all_engines(const World& w, int threads) {
  std::vector<std::pair<std::string, RunOptions>> out;
  for (const EngineEntry* e : engine_catalog())
    if (e->refuse == nullptr)  // it runs on every machine
      out.emplace_back(e->info.name,
                       RunOptions{.threads = threads, .engine = std::string(e->info.name)});
  if (threads > 1 && CardEngine<PluginCard>::moves(*find_integrator(w.integrator)))
    out.emplace_back("card", on_card({.threads = threads}));
  return out;
}

}  // namespace scree::test
