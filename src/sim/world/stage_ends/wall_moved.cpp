// A wall has gone so far, or turned so much, since the stage began.
#include <algorithm>
#include <cmath>

#include "base/exact_math.hpp"
#include "sim/simulation.hpp"
#include "sim/world/stage_ends/names.hpp"

namespace scree::stage_ends {
namespace {

constexpr ParamInfo kWallMovedParams[] = {
    {.name = "wall", .kind = ParamKind::text, .required = true, .doc = "its name"},
    {.name = "distance",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of its origin from where it was when the stage began"},
    {.name = "angle",
     .dim = dim::angle,
     .range = {0, 3.141592653589793, true, false},
     .doc = "that it has turned by since then, instead; up to half a turn"},
};

class WallMovedEnd final : public StageEnd {
 public:
  WallMovedEnd(std::size_t wall, std::string name, double distance, double angle)
      : wall_(wall),
        name_(std::move(name)),
        distance_(distance),
        angle_(angle),
        cosine_(exact::cos(0.5 * angle)) {}
  bool reached(const Simulation& now, const StageBegin& begin) const override {
    const WallPose &from = begin.walls[wall_], &to = now.world().walls[wall_].pose;
    if (distance_ > 0) return norm(to.x - from.x) >= distance_;
    const Quat turn = to.q * conjugate(from.q);
    return std::abs(turn.w) <= cosine_;
  }
  std::string words() const override {
    return distance_ > 0 ? fmt::format("wall `{}` has gone {:.6g} m", name_, distance_)
                         : fmt::format("wall `{}` has turned by {:.6g} rad", name_, angle_);
  }

 private:
  std::size_t wall_;
  std::string name_;
  double distance_, angle_, cosine_;
};

Result<std::shared_ptr<const StageEnd>> make_wall_moved(const ParamSet& p, const World& w) {
  const Result<std::size_t> wall = find_named(w.walls, p.text("wall"), "wall", "wall");
  if (!wall) return wall.errors();
  if (p.has("distance") == p.has("angle"))
    return Error{"E0638",
                 p.has("distance") ? "`distance` and `angle` are both given"
                                   : "the condition lacks `distance` or `angle`",
                 "", "distance = \"5 mm\""};
  return std::shared_ptr<const StageEnd>(
      new WallMovedEnd(*wall, p.text("wall"), p.number_or("distance", 0), p.number_or("angle", 0)));
}

}  // namespace

extern const StageEndEntry wall_moved_entry;
const StageEndEntry wall_moved_entry{
    .info = {"wall_moved", "a wall has gone or turned so far in this stage", "", kWallMovedParams},
    .make = make_wall_moved};

}  // namespace scree::stage_ends
