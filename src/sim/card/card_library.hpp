// Finds the library of a kind of graphics cards and the cards that it knows. Looked for once per
// process: the file that SCREE_CARD names, else libscree_cuda.so beside the program, in
// ../lib/scree of it (of a module of Python likewise), and where the loader looks.
#pragma once

#include <string>
#include <vector>

#include "sim/card/card_plugin.hpp"

namespace scree {

struct CardLibrary {
  const CardPlugin* plugin = nullptr;  // null: why
  std::string file;
  std::vector<CardDescription> cards;
  // Why there is no card: what is missing, and what to do.
  std::string why, hint;

  bool usable() const { return plugin != nullptr && !cards.empty(); }
};

const CardLibrary& card_library();

// A library that is loaded from `file`, for tests; not remembered.
CardLibrary load_card_library(const std::string& file);

// "NVIDIA H200, 139.8 GiB, 139.1 GiB free, driver 13.0"
std::string describe(const CardDescription& card);

}  // namespace scree
