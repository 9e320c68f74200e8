#include <cmath>

#include "scene/cluster.hpp"

namespace scree::clusters {
namespace {

constexpr std::array<ParamInfo, 2> kCubeOwn{{
    {.name = "side",
     .kind = ParamKind::integer,
     .required = true,
     .range = {1, 46},
     .doc = "balls along an edge; of a face-centred cube: corners and centres of faces"},
    {.name = "arrangement",
     .kind = ParamKind::choice,
     .fallback = "cubic",
     .choices = "cubic|face-centred",
     .doc = "`face-centred`: the densest one, with neighbours along the diagonals of the faces"},
}};
constexpr auto kCubeParams = join(kLatticeBalls, kCubeOwn);

Result<ClusterShape> make_cube(const Branch& b) {
  const ParamSet& p = b.entry_params;
  const LatticeBalls l(p);
  const bool cubic = p.text("arrangement") == "cubic";
  // Every second site of a finer grid: neighbours are sqrt(2) of its steps apart.
  const int n = static_cast<int>(p.integer("side")), sites = cubic ? n : 2 * n - 1;
  const double step = cubic ? l.spacing : l.spacing / std::sqrt(2.0);
  ClusterShape out;
  for (int k = 0; k < sites; ++k)
    for (int j = 0; j < sites; ++j)
      for (int i = 0; i < sites; ++i)
        if (cubic || (i + j + k) % 2 == 0)
          out.balls.push_back({{step * i, step * j, step * k}, l.radius});
  if (out.balls.size() > kMostClusterBalls)
    return too_many_cluster_balls(static_cast<double>(out.balls.size()), "side");
  return out;
}

}  // namespace

extern const ClusterEntry cube_entry;
const ClusterEntry cube_entry{
    .info = {"cube", "balls on a cubic or face-centred grid", "", kCubeParams},
    .tables = nullptr,
    .make = make_cube};

}  // namespace scree::clusters
