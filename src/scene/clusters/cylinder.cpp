#include <cmath>

#include "scene/cluster.hpp"

namespace scree::clusters {
namespace {

constexpr std::array<ParamInfo, 2> kCylinderOwn{{
    {.name = "width",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "diameter of the cylinder; no ball reaches beyond it"},
    {.name = "layers",
     .kind = ParamKind::integer,
     .required = true,
     .range = {1, 1e5},
     .doc = "close-packed layers along the own y axis, sqrt(2/3) `spacing` apart"},
}};
constexpr auto kCylinderParams = join(kLatticeBalls, kCylinderOwn);

// Every second layer sits in the hollows of the one below (ABAB): with one axis for all layers the
// cylinder stays as round as its layers.
Result<ClusterShape> make_cylinder_cluster(const Branch& b) {
  const ParamSet& p = b.entry_params;
  const LatticeBalls l(p);
  const double room = 0.5 * p.number("width") - l.radius;
  if (!(room >= 0))
    return Error{"E0440", "the cylinder is narrower than one ball", "", "a larger `width`",
                 Subject::of_key("width")};
  const auto layers = p.integer("layers");
  const double in_layer = 3.63 * (room / l.spacing + 1) * (room / l.spacing + 1);
  const double wanted = in_layer * static_cast<double>(layers);
  if (wanted > 2 * kMostClusterBalls) return too_many_cluster_balls(wanted, "layers");
  const double row = std::sqrt(3.0) / 2 * l.spacing;
  const int rows = static_cast<int>(room / row) + 2, sites = static_cast<int>(room / l.spacing) + 2;
  ClusterShape out;
  for (std::int64_t k = 0; k < layers; ++k)
    for (int j = -rows; j <= rows; ++j)
      for (int i = -sites; i <= sites; ++i) {
        const double shift = k % 2 ? 1 : 0;
        const double x = l.spacing * (i + ((j & 1) != 0 ? 0.5 : 0.0) + 0.5 * shift);
        const double z = row * j + std::sqrt(3.0) / 6 * l.spacing * shift;
        if (x * x + z * z > room * room * (1 + 1e-9)) continue;
        out.balls.push_back(
            {{x, l.spacing * std::sqrt(2.0 / 3.0) * static_cast<double>(k), z}, l.radius});
      }
  if (out.balls.size() > kMostClusterBalls)
    return too_many_cluster_balls(static_cast<double>(out.balls.size()), "layers");
  return out;
}

}  // namespace

extern const ClusterEntry cylinder_entry;
const ClusterEntry cylinder_entry{
    .info = {"cylinder", "close-packed layers of round outline", "Ferrez 6.4.2", kCylinderParams},
    .tables = nullptr,
    .make = make_cylinder_cluster};

}  // namespace scree::clusters
