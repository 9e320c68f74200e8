// The stages of a scene: [[stage]].
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "scene/scene.hpp"
#include "scene/text/document.hpp"
#include "scene/text/locate.hpp"
#include "scene/text/schema.hpp"

namespace scree {

struct LawKind;

// The table behind [[stage]], for schema.cpp.
const Section& stage_section();

// What `until` may name: the catalogue, and any measure.
std::vector<CatalogItem> stage_end_items();

// [stage.material.NAME] says what differs from the stage before; here the rest is written in.
void apply_stage_variants(Node& document, Messages& messages);

// Reads in two rounds: what decides where grains may be before fills are made, the rest after.
class StageReader {
 public:
  StageReader(Branch& root, Scene& scene, Messages& messages)
      : root_(root), scene_(scene), messages_(messages) {}

  // How long the run lasts; before the output is read.
  void read_duration();
  // Walls that are not there at first lose their shape; gravity of the first stage holds.
  void prepare_world();
  // All stages, once walls, inlets and outlets are known.
  void read(std::span<const FillEnd> fills);

 private:
  std::vector<Branch>& list() { return root_.tables["stage"]; }
  void read_one(Branch& b, std::size_t number, std::span<const FillEnd> fills);
  void read_walls(const Branch& b, RunStage& stage);
  void read_groups(const Branch& b, RunStage& stage);
  void read_gates(const Branch& b, RunStage& stage, std::span<const FillEnd> fills);
  void read_materials(Branch& b, RunStage& stage);
  void read_pairs(Branch& b, RunStage& stage);
  PairSpec& pair_of_now(MaterialId a, MaterialId b);
  std::string law_of_pair(const LawKind& kind, const PairSpec& pair) const;
  void refuse_law(const Branch& at, std::string_view key, const std::string& what,
                  const std::string& name);
  bool two_d() const { return scene_.world.particles.dimensions() == Dimensions::two; }
  void read_until(const Branch& b, RunStage& stage);
  bool sound_motion(const Branch& at, const Wall& wall, const WallMotion& motion);
  void unknown(const Branch& at, std::string_view what, const std::vector<std::string>& names);
  double length_of(Branch& b);

  Branch& root_;
  Scene& scene_;
  Messages& messages_;
  std::vector<std::shared_ptr<const WallShape>> shapes_;  // of all walls, there or not
  std::vector<MaterialSpec> materials_;                   // of the newest stage
  std::vector<PairSpec> pairs_;
  std::vector<const Branch*> material_branches_;
};

}  // namespace scree
