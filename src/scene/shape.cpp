#include "scene/shape.hpp"

#include <fmt/format.h>

namespace scree {
namespace {

std::vector<CatalogItem> shape_kinds_of_scenes() {
  std::vector<CatalogItem> out;
  for (const ShapeKindEntry* e : shape_kind_catalog())
    out.push_back({e->info, e->tables ? e->tables() : std::vector<SubTable>()});
  return out;
}

const ShapeKindEntry* find_shape_kind(std::string_view name) {
  for (const ShapeKindEntry* e : shape_kind_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

// `ball` among shapes: one ball (or disc), of the size that the fill gives.
std::shared_ptr<const Cluster> plain_ball(Dimensions d) {
  std::vector<SolidBall> one{{{}, 0.5}};
  auto ball = d == Dimensions::two
                  ? make_plane_cluster(std::string(kBallShape), std::move(one))
                  : make_cluster(std::string(kBallShape), std::move(one), std::nullopt);
  if (!ball) return nullptr;
  ball->sized = false;
  return std::make_shared<const Cluster>(std::move(*ball));
}

}  // namespace

const Section& shape_section() {
  static const Section shape{
      .title = "[shape.NAME]",
      .doc =
          "Grains that are not balls. A [[fill]] with `shape = \"NAME\"` places them; mass, "
          "centre and inertia are those of the solid, exact.",
      .selector = "kind",
      .entry_word = "kind of shape",
      .catalog = shape_kinds_of_scenes};
  return shape;
}

void read_shapes(const std::vector<Branch>& list, const World& world, Clusters& to,
                 Messages& messages) {
  for (const Branch& b : list) {
    if (b.broken) {
      to[b.name];  // without variants: what names it is not a second mistake
      continue;
    }
    if (to.contains(b.name)) {
      messages.error("E0453", b.span,
                     fmt::format("there is a cluster and a shape with the name `{}`", b.name),
                     "fills take both by `shape`: rename one of them");
      continue;
    }
    const ShapeKindEntry& kind = *find_shape_kind(b.entry.name);
    if (const Dimensions d = world.particles.dimensions();
        kind.dimensions != d && !kind.any_dimensions) {
      const bool two_d = d == Dimensions::two;
      messages.error("E0624", b.where("kind"),
                     two_d ? fmt::format("`{}` is not a shape of two dimensions", b.entry.name)
                           : fmt::format("`{}` is a shape of two dimensions", b.entry.name),
                     two_d ? "kind = \"polygon\", or leave `dimension` out"
                           : "add `dimension = 2` at the top of the scene");
      to[b.name];
      continue;
    }
    auto made = kind.make_in ? kind.make_in(b, world) : kind.make(b);
    if (!made) {
      for (const Error& e : made.errors())
        messages.error(e.code, b.where(e.subject.key),
                       e.location.empty() ? e.message : e.location + ": " + e.message, e.hint);
      to[b.name];
      continue;
    }
    auto& variants = to[b.name];
    for (Cluster& c : *made) variants.push_back(std::make_shared<const Cluster>(std::move(c)));
  }
  if (to.contains(kBallShape)) return;
  if (auto ball = plain_ball(world.particles.dimensions()))
    to[std::string(kBallShape)] = {std::move(ball)};
}

std::optional<Error> check_ways(const Branch& b, std::string code, const std::string& noun,
                                std::string example) {
  const ParamSet& p = b.entry_params;
  const int ways = p.has("vertices") + p.has("file") + p.has("form") + !b.list("parts").empty();
  if (ways == 1) return {};
  return Error{std::move(code),
               ways == 0 ? noun + " needs `vertices`, `file`, `form` or `parts`"
                         : "`vertices`, `file`, `form` and `parts` exclude each other",
               "", ways == 0 ? std::move(example) : "keep one of them",
               Subject::of_key(p.has("form")   ? "form"
                               : p.has("file") ? "file"
                                               : "vertices")};
}

}  // namespace scree
