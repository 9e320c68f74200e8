// A cluster ball by ball.
#include <fmt/format.h>

#include "scene/cluster.hpp"

namespace scree::clusters {
namespace {

constexpr ParamInfo kOneBall[] = {
    {.name = "position",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .required = true,
     .doc = "of the centre, in the frame of the list"},
    {.name = "diameter", .dim = dim::length, .range = range::positive, .doc = "or give `radius`"},
    {.name = "radius", .dim = dim::length, .range = range::positive, .doc = "or give `diameter`"},
};

std::vector<SubTable> tables_of_balls() {
  static const Section ball{.title = "a ball of a cluster", .doc = "One ball.", .params = kOneBall};
  return {
      {"balls", &ball, Repeat::list, "", "the balls: { position = [x, y, z], diameter = d }, ..."}};
}

Result<ClusterShape> make_balls(const Branch& b) {
  ClusterShape out;
  for (const Branch& one : b.list("balls")) {
    const ParamSet& p = one.params;
    if (p.has("diameter") == p.has("radius"))
      return Error{"E0440",
                   fmt::format("ball {} needs one of `diameter` and `radius`", out.balls.size()),
                   "", "", Subject::of_key("balls")};
    out.balls.push_back(
        {p.vector("position"), p.has("radius") ? p.number("radius") : 0.5 * p.number("diameter")});
  }
  if (out.balls.empty())
    return Error{"E0440", "the cluster has no `balls`", "",
                 "balls = [{ position = [0, 0, 0], diameter = \"4 mm\" }, ...]",
                 Subject::of_key("balls")};
  return out;
}

}  // namespace

extern const ClusterEntry balls_entry;
const ClusterEntry balls_entry{.info = {"balls", "ball by ball in the scene", "", {}},
                               .tables = tables_of_balls,
                               .make = make_balls};

}  // namespace scree::clusters
