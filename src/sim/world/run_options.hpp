// How a simulation is computed. None of it changes the result.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "detect/selector.hpp"

namespace scree {

class Engine;
struct EngineArgs;

// How the forces on a grain are found: all its near pairs, or the bits of those that touch.
enum class GatherBy { speed, links, hits };

struct RunOptions {
  int threads = 0;        // 0: all
  bool sort_rows = true;  // rows along a space-filling curve; never changes the result
  std::string instruction_set = "auto";  // "plain", "avx2", "avx512": never changes the result
  std::string engine = "auto";           // of sim/engines/catalog: never changes the result
  GatherBy gather_by = GatherBy::speed;  // never changes the result
  // Who makes the lists, for detectors from outside the catalogue; empty: world.detect.method.
  std::function<Selector()> selector = {};
  // An engine from outside the catalogue; empty: `engine`.
  std::function<std::unique_ptr<Engine>(const EngineArgs&)> make_engine = {};
};

}  // namespace scree
