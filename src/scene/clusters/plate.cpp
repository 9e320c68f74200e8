#include <cmath>

#include "scene/cluster.hpp"

namespace scree::clusters {
namespace {

constexpr std::array<ParamInfo, 3> kPlateOwn{{
    {.name = "columns",
     .kind = ParamKind::integer,
     .required = true,
     .range = {1, 1e4},
     .doc = "balls along the own x axis"},
    {.name = "rows",
     .kind = ParamKind::integer,
     .required = true,
     .range = {1, 1e4},
     .doc = "balls along the own z axis"},
    {.name = "arrangement",
     .kind = ParamKind::choice,
     .fallback = "square",
     .choices = "square|hexagonal",
     .doc = "of neighbours in the plate; in a hexagonal one every second row is shifted"},
}};
constexpr auto kPlateParams = join(kLatticeBalls, kPlateOwn);

Result<ClusterShape> make_plate(const Branch& b) {
  const ParamSet& p = b.entry_params;
  const LatticeBalls l(p);
  const auto columns = p.integer("columns"), rows = p.integer("rows");
  const double wanted = static_cast<double>(columns) * static_cast<double>(rows);
  if (wanted > kMostClusterBalls) return too_many_cluster_balls(wanted, "columns");
  const bool hexagonal = p.text("arrangement") == "hexagonal";
  const double row = hexagonal ? std::sqrt(3.0) / 2 : 1;
  ClusterShape out;
  for (std::int64_t j = 0; j < rows; ++j)
    for (std::int64_t i = 0; i < columns; ++i)
      out.balls.push_back({{l.spacing * (static_cast<double>(i) + (hexagonal && j % 2 ? 0.5 : 0.0)),
                            0, l.spacing * row * static_cast<double>(j)},
                           l.radius});
  return out;
}

}  // namespace

extern const ClusterEntry plate_entry;
const ClusterEntry plate_entry{.info = {"plate", "one layer of balls", "", kPlateParams},
                               .tables = nullptr,
                               .make = make_plate};

}  // namespace scree::clusters
