#include "scene/cluster.hpp"

namespace scree::clusters {
namespace {

constexpr std::array<ParamInfo, 1> kRodOwn{{
    {.name = "balls",
     .kind = ParamKind::integer,
     .required = true,
     .range = {1, 1e5},
     .doc = "in a row, along the own y axis"},
}};
constexpr auto kRodParams = join(kLatticeBalls, kRodOwn);

Result<ClusterShape> make_rod(const Branch& b) {
  const LatticeBalls l(b.entry_params);
  ClusterShape out;
  for (std::int64_t k = 0; k < b.entry_params.integer("balls"); ++k)
    out.balls.push_back({{0, l.spacing * static_cast<double>(k), 0}, l.radius});
  return out;
}

}  // namespace

extern const ClusterEntry rod_entry;
const ClusterEntry rod_entry{.info = {"rod", "balls in a row", "Ferrez 6.4", kRodParams},
                             .tables = nullptr,
                             .make = make_rod};

}  // namespace scree::clusters
