#include <cmath>

#include "scene/cluster.hpp"

namespace scree::clusters {
namespace {

constexpr std::array<ParamInfo, 1> kTetrahedronOwn{{
    {.name = "layers",
     .kind = ParamKind::integer,
     .fallback = "2",
     .range = {1, 80},
     .doc = "n: n (n + 1) (n + 2) / 6 balls, 4 for 2, 35 for 5"},
}};
constexpr auto kTetrahedronParams = join(kLatticeBalls, kTetrahedronOwn);

// Layer k from the top is a triangle of k (k + 1) / 2 balls. The top points along the own y axis.
Result<ClusterShape> make_tetrahedron(const Branch& b) {
  const LatticeBalls l(b.entry_params);
  const auto n = static_cast<int>(b.entry_params.integer("layers"));
  ClusterShape out;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j <= k; ++j)
      for (int i = 0; i <= j; ++i)
        out.balls.push_back({{l.spacing * (i - 0.5 * j), -l.spacing * std::sqrt(2.0 / 3.0) * k,
                              l.spacing * std::sqrt(3.0) / 2 * (j - 2.0 / 3.0 * k)},
                             l.radius});
  return out;
}

}  // namespace

extern const ClusterEntry tetrahedron_entry;
const ClusterEntry tetrahedron_entry{
    .info = {"tetrahedron", "close-packed layers, each a ball longer", "Ferrez 6.4",
             kTetrahedronParams},
    .tables = nullptr,
    .make = make_tetrahedron};

}  // namespace scree::clusters
