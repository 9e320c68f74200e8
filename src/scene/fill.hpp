// Fills: grains at the start, or inlets that pour them during the run.
//
// One file in src/scene/fills adds one kind. Its parameters and tables are declared with it; it
// receives them checked, in a Branch, and adds grains through the FillContext.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scene/placement.hpp"
#include "scene/schema.hpp"
#include "sim/world.hpp"
#include "walls/images.hpp"

namespace scree {

class FillContext {
 public:
  FillContext(World& world, Placement& placed, Messages& messages, const Branch& fill, int index,
              MaterialId material)
      : world(world),
        placed(placed),
        messages(messages),
        fill(fill),
        index(index),
        material(material) {
    for (const Wall& w : world.walls) wall_images_.emplace_back(w, world.box);
  }

  World& world;  // walls, materials, box, gravity and the grains so far
  Placement& placed;
  Messages& messages;
  const Branch& fill;
  const int index;
  const MaterialId material;

  // Independent random numbers, each a function of (seed, fill, purpose, counter).
  CounterRandom random(std::uint64_t purpose) const {
    return {world.seed, (static_cast<std::uint64_t>(index) + 1) * 64 + purpose};
  }
  // "fill `sand`" or "fill 0".
  std::string name() const;
  void fail(std::string_view code, std::string_view key, std::string message,
            std::string hint = {}) const {
    messages.error(code, fill.where(key), std::move(message), std::move(hint));
  }
  // Adds a grain; its position has been checked.
  void add(const Grain& grain);

  // No wall is touched and every wall has the point on its allowed side.
  bool clear_of_walls(const Vec3& x, double radius) const;

  // Checks a grain whose position is given (csv, grains): overlap with earlier grains, behind or
  // in a wall. True when it is fine; otherwise a message at `at`.
  bool check_given(const Grain& grain, std::string_view what, const TextSpan& at) const;

 private:
  std::vector<WallImages> wall_images_;  // made once, asked for every grain
};

struct FillEntry {
  CatalogInfo info;
  std::vector<SubTable> (*tables)();  // null: none
  void (*make)(FillContext&);
};
std::span<const FillEntry* const> fill_catalog();
const FillEntry* find_fill(std::string_view name);

// Tables of parameters are joined at compile time.
template <std::size_t A, std::size_t B>
constexpr std::array<ParamInfo, A + B> join(const std::array<ParamInfo, A>& a,
                                            const std::array<ParamInfo, B>& b) {
  std::array<ParamInfo, A + B> out{};
  for (std::size_t k = 0; k < A; ++k) out[k] = a[k];
  for (std::size_t k = 0; k < B; ++k) out[A + k] = b[k];
  return out;
}

// Sizes: `diameter` (with `variation`) or the table `size`.
inline constexpr std::array<ParamInfo, 2> kSizeParams{{
    {.name = "diameter",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of every grain; or give `size`"},
    {.name = "variation",
     .fallback = "0",
     .range = {0, 1, false, true},
     .doc =
         "random relative change of the diameter, at most this much up or down (the thesis: 2 %)"},
}};
const Section& size_section();
SubTable size_table();
// The distribution that a branch with kSizeParams and size_table() asks for; mistakes are reported.
std::optional<SizeDistribution> sizes_of(const Branch& branch, std::string_view owner,
                                         Messages& messages);

// Space: `inside`, `bottom`, `top`, and the table `region`.
inline constexpr std::array<ParamInfo, 3> kSpaceParams{{
    {.name = "inside",
     .kind = ParamKind::text,
     .doc = "name of the wall that holds the grains; default: the widest wall that is a container"},
    {.name = "bottom", .dim = dim::length, .doc = "no grain reaches below this height"},
    {.name = "top", .dim = dim::length, .doc = "no grain reaches above this height"},
}};
SubTable region_table();

// Where a fill may put grains: a region or a container, clear of all walls.
class FillSpace {
 public:
  // Of a branch with kSpaceParams and region_table(); a message and nothing when it has no bounds
  // (the top may be infinite).
  static std::optional<FillSpace> of(const FillContext& context);

  const Bounds& bounds() const { return bounds_; }
  // The whole ball lies in the space and touches no wall.
  bool admits(const Vec3& x, double radius) const;
  // Volume that is open to points, estimated with fixed quasi-random points (0.3 % typically).
  double volume() const;

 private:
  explicit FillSpace(const FillContext& context) : context_(&context) {}
  bool in_region(const Vec3& x, double radius) const;

  const FillContext* context_;
  const Branch* region_ = nullptr;
  const Wall* container_ = nullptr;  // where no region is given
  WallImages images_;                // of the container
  Bounds bounds_;
};

}  // namespace scree
