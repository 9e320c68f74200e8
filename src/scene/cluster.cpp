#include "scene/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/exact_math.hpp"
#include "base/words.hpp"

namespace scree {
namespace {

constexpr ParamInfo kCluster[] = {
    {.name = "kind",
     .kind = ParamKind::choice,
     .fallback = "rigid",
     .choices = "rigid|bonded",
     .doc = "`rigid`: the balls move as one body; `bonded`: they are grains that `bond` holds "
            "together, and may break apart"},
    {.name = "bond",
     .kind = ParamKind::text,
     .doc = "name of the [bond.NAME] that holds the balls of a bonded cluster"},
    {.name = "bond_gap",
     .fallback = "0.01",
     .range = range::non_negative,
     .doc = "balls of a bonded cluster are held where their surfaces are nearer than this, as a "
            "share of the smaller radius"},
};

std::vector<CatalogItem> cluster_shapes() {
  std::vector<CatalogItem> out;
  for (const ClusterEntry* e : cluster_catalog())
    out.push_back({e->info, e->tables ? e->tables() : std::vector<SubTable>()});
  return out;
}

std::vector<std::string> names_of(const Clusters& clusters) {
  std::vector<std::string> out;
  for (const auto& [name, cluster] : clusters)
    if (name != kBallShape) out.push_back(name);
  return out;
}

// `word`: shape or cluster, as the key is called.
std::span<const std::shared_ptr<const Cluster>> named_cluster(const std::string& name,
                                                              std::string_view word,
                                                              const TextSpan& at,
                                                              const Clusters& clusters,
                                                              Messages& messages) {
  if (const auto it = clusters.find(name); it != clusters.end()) return it->second;
  const auto names = names_of(clusters);
  const std::string near = nearest_word(name, names);
  messages.error(word == "shape" ? "E0452" : "E0442", at,
                 fmt::format("unknown {} `{}`", word, name),
                 names.empty()  ? fmt::format("define it: [{}.{}]", word, name)
                 : near.empty() ? "known: " + list_words(names)
                                : fmt::format("did you mean `{}`?", near));
  return {};
}

// Which bonds hold the cluster, as its table says.
std::optional<Error> bond_cluster(const Branch& b, const World& world, Cluster& cluster) {
  if (b.params.text("kind") == "rigid") {
    if (!b.params.has("bond")) return std::nullopt;
    return Error{"E0440", "a rigid cluster has no `bond`", "", "kind = \"bonded\"",
                 Subject::of_key("bond")};
  }
  std::vector<std::string> names;
  for (const BondType& t : world.bond_types) names.push_back(t.name);
  const auto found = b.params.has("bond")
                         ? std::find(names.begin(), names.end(), b.params.text("bond"))
                         : names.end();
  if (found == names.end())
    return Error{
        "E0445",
        b.params.has("bond") ? fmt::format("there is no bond `{}`", b.params.text("bond"))
                             : std::string("a bonded cluster needs a `bond`"),
        "", names.empty() ? std::string("define one: [bond.NAME]") : "choose " + list_words(names),
        Subject::of_key("bond")};
  cluster.bonded = true;
  cluster.bond_type = static_cast<std::uint32_t>(found - names.begin());
  cluster.bonds = near_pairs(cluster.balls, b.params.number("bond_gap"));
  if (hang_together(cluster.balls.size(), cluster.bonds)) return std::nullopt;
  return Error{"E0445", "the balls of the cluster do not all hang together", "",
               "a smaller `spacing`, or a larger `bond_gap`", Subject::of_key("bond_gap")};
}

constexpr ParamInfo kMixtureItem[] = {
    {.name = "shape",
     .kind = ParamKind::text,
     .doc = "name of a [shape.NAME] or [cluster.NAME], or `ball`"},
    {.name = "cluster", .kind = ParamKind::text, .doc = "the same, for a [cluster.NAME]"},
    {.name = "share",
     .fallback = "1",
     .range = range::non_negative,
     .doc = "by number or mass, as `shares` says; shares need not add up to 1"},
};

}  // namespace

const ClusterEntry* find_cluster_shape(std::string_view name) {
  for (const ClusterEntry* e : cluster_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

const Section& cluster_section() {
  static const Section cluster{
      .title = "[cluster.NAME]",
      .doc =
          "Balls that move as one, rigid or held by bonds. A [[fill]] with `cluster = \"NAME\"` "
          "places them instead of balls. Mass, centre and inertia of a rigid cluster are those of "
          "the union of its balls; the balls of a bonded one share that mass by their volumes.",
      .params = kCluster,
      .selector = "shape",
      .entry_word = "cluster shape",
      .catalog = cluster_shapes};
  return cluster;
}

SubTable mixture_table() {
  static const Section item{.title = "a part of a mixture of shapes",
                            .doc = "One shape or cluster of several.",
                            .params = kMixtureItem};
  return {"mixture", &item, Repeat::list, "", "several shapes or clusters, instead of `shape`"};
}

Result<Cluster> cluster_of(const Branch& b, const std::string& name, const World& world) {
  auto shape = find_cluster_shape(b.entry.name)->make(b);
  if (!shape) return shape.errors();
  auto cluster = world.particles.dimensions() == Dimensions::two
                     ? make_plane_cluster(name, std::move(shape->balls))
                     : make_cluster(name, std::move(shape->balls), std::move(shape->solid));
  if (!cluster) return cluster.errors();
  if (const auto wrong = bond_cluster(b, world, *cluster)) return *wrong;
  return std::move(*cluster);
}

Clusters read_clusters(const std::vector<Branch>& list, const World& world, Messages& messages) {
  Clusters out;
  for (const Branch& b : list) {
    if (b.broken) continue;
    auto cluster = cluster_of(b, b.name, world);
    if (!cluster) {
      for (const Error& e : cluster.errors())
        messages.error(e.code, b.where(e.subject.key),
                       e.location.empty() ? e.message : e.location + ": " + e.message, e.hint);
      out[b.name];  // without variants: what names it is not a second mistake
      continue;
    }
    out[b.name] = {std::make_shared<const Cluster>(std::move(*cluster))};
  }
  return out;
}

Quat rotation_of(const Vec3& rotation) {
  const double angle = norm(rotation);
  if (!(angle > 0)) return {};
  const auto [s, c] = exact::sin_cos(0.5 * angle);
  const Vec3 u = s / angle * rotation;
  return {c, u.x, u.y, u.z};
}

std::optional<ClusterMix> read_mix(const Branch& fill, const Clusters& clusters,
                                   Messages& messages) {
  ClusterMix mix;
  const auto list = fill.list("mixture");
  const int ways = fill.params.has("shape") + fill.params.has("cluster") + !list.empty();
  if (ways > 1) {
    messages.error("E0443", fill.where(fill.params.has("shape") ? "shape" : "cluster"),
                   "`shape`, `cluster` and `mixture` exclude each other", "keep one of them");
    return std::nullopt;
  }
  bool good = true;
  double shares = 0;
  // The shares of variants are equal.
  const auto add = [&](const Branch& b, std::string_view key, double share) {
    const auto found = named_cluster(b.params.text(key), key, b.where(key), clusters, messages);
    for (const auto& c : found) mix.parts.push_back({c, share / static_cast<double>(found.size())});
    good = good && !found.empty();
    shares += share;
  };
  for (const std::string_view key : {"shape", "cluster"})
    if (fill.params.has(key)) add(fill, key, 1);
  for (const Branch& b : list) {
    if (b.params.has("shape") == b.params.has("cluster")) {
      messages.error("E0443", b.span, "a part of a mixture needs one of `shape` and `cluster`");
      good = false;
      continue;
    }
    add(b, b.params.has("shape") ? "shape" : "cluster", b.params.number("share"));
  }
  mix.by_mass = fill.params.text("shares") == "mass";
  if (!good) return std::nullopt;
  if (!mix.empty() && !(shares > 0)) {
    messages.error("E0443", fill.where("mixture"), "all shares of the mixture are 0");
    return std::nullopt;
  }
  const std::string& turn = fill.params.text("orientation");
  mix.turn = turn == "random"    ? ClusterMix::Turn::random
             : turn == "upright" ? ClusterMix::Turn::upright
                                 : ClusterMix::Turn::fixed;
  mix.rotation = rotation_of(fill.params.vector("rotation"));
  return mix;
}

Error too_many_cluster_balls(double wanted, std::string_view key) {
  return {"E0440",
          fmt::format("the cluster would have {:.3g} balls; at most {} are possible", wanted,
                      kMostClusterBalls),
          "", "are the units right?", Subject::of_key(std::string(key))};
}

// Layers sqrt(2/3) apart along y, rows sqrt(3)/2 along z, stacked ABC; one site is in the middle.
std::vector<Vec3> close_packed_sites(const Vec3& lo, const Vec3& hi, double d,
                                     const std::function<bool(const Vec3&)>& inside) {
  const Vec3 middle = 0.5 * (lo + hi);
  const double layer = std::sqrt(2.0 / 3.0) * d, row = std::sqrt(3.0) / 2 * d;
  const auto half = [](double length, double step) {
    return static_cast<int>(std::min(0.5 * length / step, 1e6)) + 2;
  };
  const int layers = half(hi.y - lo.y, layer), rows = half(hi.z - lo.z, row),
            sites = half(hi.x - lo.x, d);
  std::vector<Vec3> out;
  for (int k = -layers; k <= layers; ++k)
    for (int j = -rows; j <= rows; ++j)
      for (int i = -sites - 1; i <= sites; ++i) {
        const double shift = ((k % 3) + 3) % 3;
        const double odd = (j & 1) != 0 ? 0.5 : 0.0;
        const Vec3 x = middle + Vec3{d * (i + odd + 0.5 * shift), layer * k,
                                     row * j + std::sqrt(3.0) / 6 * d * shift};
        if (x.x < lo.x || x.x > hi.x || x.y < lo.y || x.y > hi.y || x.z < lo.z || x.z > hi.z)
          continue;
        if (inside(x)) out.push_back(x);
        if (out.size() > kMostClusterBalls) return out;
      }
  return out;
}

}  // namespace scree
