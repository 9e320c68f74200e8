// A scene: a TOML file that becomes a World and the settings of a run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "scene/build/measures.hpp"
#include "scene/build/picture.hpp"
#include "scene/build/results.hpp"
#include "scene/build/sieve.hpp"
#include "scene/build/sweep.hpp"
#include "scene/text/locate.hpp"
#include "scene/text/variables.hpp"
#include "sim/world/world.hpp"

namespace scree {

// What a run writes; intervals in seconds of simulated time, 0: never.
struct OutputSettings {
  double frames = 0;
  double series = 0;
  double checkpoint = 0;
  bool contacts = false;  // force network with every frame
  bool picture = true;    // a PNG of the last state
  PictureSettings look;   // of it, and of films
  std::vector<MeasureSpec> measures;
};

// What a run must keep to be believed.
struct VerdictLimits {
  double overlap = 0.05;  // share of the smaller radius: doubtful beyond, noted beyond 2/5 of it
};

struct Scene {
  World world;
  double duration = 0;
  int threads = 0;  // 0: all
  std::string engine = "auto";
  OutputSettings output;
  VerdictLimits verdict;
  std::string source;    // the text as given
  std::string resolved;  // TOML with every default written out
  std::vector<std::string> warnings;
  std::vector<std::string> notes;        // what is good to know: where grains were taken from
  SceneLocations locations;              // for mistakes that are found later
  std::vector<VariableValue> variables;  // of [let]
  std::vector<ResultSpec> results;
  std::vector<SieveRecord> sieves;  // of fills of balls by a sieve curve
  SweepTable sweep;                 // the world is that of the chosen run, else of the first
};

// Reads and checks a scene; `overrides` are "key.path=value" as of --set. All mistakes are returned
// together; each Error's place is "file:line:column" and its message includes the offending line
// with a caret.
Result<Scene> load_scene(const std::string& path, const std::vector<std::string>& overrides = {});
Result<Scene> parse_scene(std::string_view text, const std::string& file_name,
                          const std::vector<std::string>& overrides = {});

// The reference page (Markdown) and the JSON schema (draft 4), from the same tables that parse.
std::string scene_reference();
std::string law_reference();  // the page of contact laws
std::string scene_schema();

}  // namespace scree
