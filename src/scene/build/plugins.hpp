// `plugins = ["mine.so"]`: contact laws of the user's own in a scene.
//
// A plugin is loaded before the rest of the scene is read, so that its laws are words of the scene.
// It runs code: a program that reads scenes of strangers forbids plugins first.
#pragma once

#include <string>
#include <vector>

#include "scene/text/reader.hpp"
#include "sim/world/external_laws.hpp"

namespace scree {

// The table behind `plugins`, for schema.cpp.
const Section& plugin_section();

// For the whole process, before scenes are read; allowed at first. E0343: a scene asks for one.
void allow_plugins(bool yes);
// A plugin for all scenes that this process reads from now on; errors as load_plugin() has them. Of
// laws with the same name the one that came last counts, and a scene's own before all.
Errors use_plugin(const std::string& file);
// The laws of these plugins.
ExternalLaws laws_of_process();

// What a scene is read with.
class ScenePlugins {
 public:
  // Loads those that the document names, and adds those of the process. Mistakes are reported.
  ScenePlugins(const Node& document, ReadContext& context);
  const ExternalLaws& laws() const { return laws_; }
  // Writes those of the process whose laws the scene names into `root`, so that resolved.toml names
  // the plugins.
  void record(Branch& root) const;

 private:
  struct Entry {
    std::string file;
    std::vector<const kernel::ExternalPart*> parts;
  };
  void add(const Node& item, ReadContext& context);
  ExternalLaws laws_;
  std::vector<Entry> of_process_;
};

}  // namespace scree
