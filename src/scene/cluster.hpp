// Clusters by name: [cluster.NAME] of a scene. One file in src/scene/clusters adds one shape.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/text/schema.hpp"
#include "shapes/cluster.hpp"
#include "sim/world/cluster_mix.hpp"
#include "sim/world/world.hpp"

namespace scree {

// What a shape makes of its parameters, in any frame.
struct ClusterShape {
  std::vector<SolidBall> balls;
  std::optional<MassProperties> solid;  // of density 1; without it the union of the balls
};

struct ClusterEntry {
  CatalogInfo info;
  std::vector<SubTable> (*tables)();  // null: none
  Result<ClusterShape> (*make)(const Branch&);
};
std::span<const ClusterEntry* const> cluster_catalog();
const ClusterEntry* find_cluster_shape(std::string_view name);

const Section& cluster_section();

// By name, those that could be made; mistakes are reported. A shape may have several variants.
using Clusters = std::map<std::string, std::vector<std::shared_ptr<const Cluster>>, std::less<>>;
// One of them, by the keys of its table.
Result<Cluster> cluster_of(const Branch& table, const std::string& name, const World& world);
Clusters read_clusters(const std::vector<Branch>& list, const World& world, Messages& messages);

// What a mixture calls a plain ball.
inline constexpr std::string_view kBallShape = "ball";

// The keys of a fill that place clusters instead of balls.
inline constexpr std::array<ParamInfo, 5> kMixParams{{
    {.name = "shape",
     .kind = ParamKind::text,
     .doc = "name of a [shape.NAME] or [cluster.NAME] to be placed instead of balls, or `ball`; "
            "`diameter` and `size` are then those of the ball around it, and may be left out: it "
            "keeps "
            "its own size"},
    {.name = "cluster", .kind = ParamKind::text, .doc = "the same, for a [cluster.NAME]"},
    {.name = "orientation",
     .kind = ParamKind::choice,
     .fallback = "random",
     .choices = "random|upright|fixed",
     .doc = "of shapes and clusters: `random`: all alike; `upright`: at random about the vertical, "
            "its own y axis; `fixed`: as `rotation` says"},
    {.name = "rotation",
     .kind = ParamKind::vector,
     .dim = dim::angle,
     .fallback = "[0, 0, 0]",
     .doc = "of what is `fixed`, and of what is `upright` before it turns: axis times angle"},
    {.name = "shares",
     .kind = ParamKind::choice,
     .fallback = "number",
     .choices = "number|mass",
     .doc = "what the shares of a `mixture` are shares of"},
}};
SubTable mixture_table();
// What a [[fill]] asks for; nothing where it names a cluster that is not there (reported).
std::optional<ClusterMix> read_mix(const Branch& fill, const Clusters& clusters,
                                   Messages& messages);
// A rotation as a scene gives it: axis times angle.
Quat rotation_of(const Vec3& axis_times_angle);

// Balls on a lattice: `diameter` and `spacing`.
inline constexpr std::array<ParamInfo, 2> kLatticeBalls{{
    {.name = "diameter",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of every ball"},
    {.name = "spacing",
     .dim = dim::length,
     .range = range::positive,
     .doc = "distance of neighbouring balls; default: `diameter`, they touch; less: they overlap"},
}};
struct LatticeBalls {
  double radius = 0, spacing = 0;
  explicit LatticeBalls(const ParamSet& p)
      : radius(0.5 * p.number("diameter")), spacing(p.number_or("spacing", 2 * radius)) {}
};
// The sites of a close-packed (face-centred) lattice between two corners that `inside` accepts.
std::vector<Vec3> close_packed_sites(const Vec3& lo, const Vec3& hi, double spacing,
                                     const std::function<bool(const Vec3&)>& inside);

// More are refused.
inline constexpr std::size_t kMostClusterBalls = 100000;
Error too_many_cluster_balls(double wanted, std::string_view key);

}  // namespace scree
