// The force of the grains on a wall has come to a value.
#include "sim/simulation.hpp"
#include "sim/world/stage_ends/names.hpp"
#include "walls/frame.hpp"

namespace scree::stage_ends {
namespace {

constexpr ParamInfo kWallForceParams[] = {
    {.name = "wall", .kind = ParamKind::text, .required = true, .doc = "its name"},
    {.name = "direction",
     .kind = ParamKind::vector,
     .fallback = "[0, 1, 0]",
     .doc = "the part of the force along it counts; need not be a unit vector"},
    {.name = "above", .dim = dim::force, .doc = "ends when the force is at least this"},
    {.name = "below", .dim = dim::force, .doc = "ends when the force is at most this"},
};

class WallForceEnd final : public StageEnd {
 public:
  WallForceEnd(std::size_t wall, std::string name, const Vec3& along, const Threshold& limit)
      : wall_(wall), name_(std::move(name)), along_(along), limit_(limit) {}
  bool reached(const Simulation& now, const StageBegin&) const override {
    return limit_.met(dot(now.wall_reports()[wall_].force, along_));
  }
  std::string words() const override {
    return fmt::format("the force on wall `{}` is {} {:.6g} N", name_,
                       limit_.above ? "above" : "below", limit_.value);
  }

 private:
  std::size_t wall_;
  std::string name_;
  Vec3 along_;
  Threshold limit_;
};

Result<std::shared_ptr<const StageEnd>> make_wall_force(const ParamSet& p, const World& w) {
  const Result<std::size_t> wall = find_named(w.walls, p.text("wall"), "wall", "wall");
  if (!wall) return wall.errors();
  const Result<Vec3> along = unit_vector(p, "direction");
  if (!along) return along.errors();
  const Result<Threshold> limit = threshold_of(p);
  if (!limit) return limit.errors();
  return std::shared_ptr<const StageEnd>(new WallForceEnd(*wall, p.text("wall"), *along, *limit));
}

}  // namespace

extern const StageEndEntry wall_force_entry;
const StageEndEntry wall_force_entry{
    .info = {"wall_force", "the force of the grains on a wall crosses a value", "",
             kWallForceParams},
    .make = make_wall_force};

}  // namespace scree::stage_ends
