// Fills: grains at the start, or inlets that pour them during the run.
//
// One file in src/scene/fills adds one kind. Its parameters and tables are declared with it; it
// receives them checked, in a Branch, and adds grains through the FillContext.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scene/build/placement.hpp"
#include "scene/cluster.hpp"
#include "scene/text/schema.hpp"
#include "sim/world/world.hpp"
#include "walls/images.hpp"

namespace scree {

// What a fill puts at a point: a ball, or a cluster or shape of that size, turned.
struct Piece {
  double radius = 0;  // of the ball, or of the ball around the cluster
  std::optional<TurnedCluster> cluster = {};
  double density = 0;  // of a ball; 0: that of its material
  Dimensions dimensions = Dimensions::three;

  double volume() const;  // of a disc its area
  bool solid() const { return cluster && !cluster->cluster->solids.empty(); }
  // Its own shapes at their sizes; empty for balls.
  std::vector<std::pair<std::shared_ptr<const Shape>, Pose>> solids(const Vec3& x) const;
  // Calls visit(ball) for every ball until it says false; false then. Of shapes: their corners.
  template <class Visit>
  bool all_balls(const Vec3& x, Visit&& visit) const {
    if (!cluster) return visit(SolidBall{x, radius});
    for (std::size_t k = 0; k < cluster->cluster->solids.size(); ++k) {
      const Pose at = cluster->solid_pose(k, x);
      for (const Corner& c : cluster->solid(k).corners())
        if (!visit(SolidBall{to_world(at, cluster->scale * c.x), cluster->scale * c.radius}))
          return false;
    }
    for (std::size_t k = 0; k < cluster->cluster->balls.size(); ++k)
      if (!visit(cluster->ball(k, x))) return false;
    return true;
  }
};

class FillContext {
 public:
  FillContext(World& world, Placement& placed, Messages& messages, const Branch& fill, int index,
              MaterialId material, ClusterMix mix)
      : world(world),
        placed(placed),
        messages(messages),
        fill(fill),
        index(index),
        material(material),
        mix(std::move(mix)) {
    for (const Wall& w : world.walls) wall_images_.emplace_back(w, world.box);
  }

  World& world;  // walls, materials, box, gravity and the grains so far
  Placement& placed;
  Messages& messages;
  const Branch& fill;
  const int index;
  const MaterialId material;
  ClusterMix mix;  // empty: balls
  // Values that only the fill itself could find, for the resolved scene: which file it read.
  std::map<std::string, std::string> settled;

  bool two_d() const { return world.particles.dimensions() == Dimensions::two; }

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
  // The sizes that this fill, or a table in it, asks for; mistakes are reported. Clusters that
  // are given none keep their own (mix.own_size).
  std::optional<SizeDistribution> sizes() { return sizes(fill, name()); }
  std::optional<SizeDistribution> sizes(const Branch& branch, std::string_view owner);
  // Everything that keeps its own size has one; else a message for `owner` at `at`.
  bool has_own_sizes(std::string_view owner, const TextSpan& at) const;
  // A grain of this size is wider than the space; then a message says so.
  bool is_larger_than(const Bounds& space, double diameter) const;
  double mean_volume(const SizeDistribution& sizes) const {
    return mix.empty() ? sizes.mean_volume() : mix.mean_volume(sizes);
  }

  // What is placed under a number: the same for the same seed, fill and number.
  Piece piece(std::uint64_t number, double diameter) const;
  bool is_free(const Piece& piece, const Vec3& x, double gap = 0) const;
  // Adds it with the centre, velocities and `fixed` of the grain; its position has been checked.
  void add(const Piece& piece, const Grain& grain);
  void add(const Grain& grain) { add({grain.radius, {}}, grain); }
  void add_clump(const BodySpec& spec);
  void add_bonded(const TurnedCluster& cluster, const Grain& grain);

  // No wall is touched and every wall has the point on its allowed side.
  bool clear_of_walls(const Vec3& x, double radius) const;
  bool clear_of_walls(const Shape& shape, const Pose& at) const;

  // Checks a grain whose position is given (csv, grains): overlap with earlier grains, behind or
  // in a wall. True when it is fine; otherwise a message at `at`.
  bool check_given(const Piece& piece, const Grain& grain, std::string_view what,
                   const TextSpan& at) const;
  bool check_given(const Grain& grain, std::string_view what, const TextSpan& at) const;

 private:
  std::uint32_t shape_number(std::uint32_t row) const;  // 0: a ball
  // How deep a shape is in the grain of a row, or 0.
  double depth_in(const Shape& shape, const Pose& at, std::uint32_t row, double gap) const;
  bool check_solid(const Shape& shape, const Pose& at, bool fixed, std::string_view what,
                   const TextSpan& span) const;
  double depth_in_wall(std::size_t wall, const Shape& shape, const Pose& at) const;
  // The surface of the wall goes through the shape.
  bool is_pierced(std::size_t wall, const Shape& shape, const Pose& at) const;
  Vec3 wrapped(Vec3 x) const;  // into the periodic box

  std::vector<WallImages> wall_images_;  // made once, asked for every grain
  CollideTable collisions_ = CollideTable::with({});
};

struct FillEntry {
  CatalogInfo info;
  std::vector<SubTable> (*tables)();  // null: none
  void (*make)(FillContext&);
  bool balls_only = false;     // places no clusters
  bool own_materials = false;  // grains may bring their materials: `material` may be left out
  // Reports mistakes of the table alone, where others in the scene keep make() from being called.
  void (*look)(FillContext&) = nullptr;
};
inline void look_at_sizes(FillContext& context) { static_cast<void>(context.sizes()); }
std::span<const FillEntry* const> fill_catalog();
const FillEntry* find_fill(std::string_view name);

// Sizes: `diameter` (with `variation`) or the table `size`.
inline constexpr std::array<ParamInfo, 2> kSizeParams{{
    {.name = "diameter",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of every grain; or give `size`"},
    {.name = "variation",
     .fallback = "0",
     .range = {0, 1, false, true},
     .doc = "random relative change of the diameter, at most this much up or down"},
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
// A point lies in the region that a branch of region_table() describes.
bool region_holds(const Branch& region, const Vec3& x);

// Where a fill may put grains: a region or a container, clear of all walls.
class FillSpace {
 public:
  // Of a branch with kSpaceParams and region_table(); a message and nothing when it has no bounds
  // (the top may be infinite).
  static std::optional<FillSpace> of(const FillContext& context);

  const Bounds& bounds() const { return bounds_; }
  bool two_d() const { return context_->two_d(); }
  // The whole ball lies in the space and touches no wall.
  bool admits(const Vec3& x, double radius) const;
  bool admits(const Piece& piece, const Vec3& x) const;
  // The wall that leaves nothing of the space on its allowed side; empty: none.
  std::string forbidden_by() const;
  // Volume (in two dimensions area) that is open to points, estimated with fixed quasi-random
  // points (0.3 % typically).
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
