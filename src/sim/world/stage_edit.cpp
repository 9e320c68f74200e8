// What a stage changes of a world.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/world/stage.hpp"
#include "sim/world/world.hpp"
#include "walls/motion_parts.hpp"
#include "walls/placed_motion.hpp"

namespace scree {
namespace {

class AbsentShape final : public WallShape {
 public:
  explicit AbsentShape(std::shared_ptr<const WallShape> shape) : shape_(std::move(shape)) {}
  void touch(const Vec3&, double, WallTouches&) const override {}
  void touch_shape(const Shape&, const Pose&, double, ShapeTouches&) const override {}
  int max_contacts() const override { return 1; }
  Bounds bounds() const override { return shape_->bounds(); }
  WallExtent extent(const Vec3& u) const override { return shape_->extent(u); }
  bool endless_along(const Vec3& u) const override { return shape_->endless_along(u); }
  double area() const override { return shape_->area(); }
  int side(const Vec3&) const override { return 0; }
  bool encloses(const Vec3&) const override { return false; }
  WallMesh mesh(const Bounds&) const override { return {}; }

 private:
  std::shared_ptr<const WallShape> shape_;
};

void begin_motion(const StageMotion& change, Wall& w, double t) {
  std::unique_ptr<WallMotion> motion = change.motion->clone();
  if (!w.motion || w.motion->group() == 0)
    w.motion = begun_motion(std::move(motion), w.pose, t);
  else
    begin_in_group(*w.motion, std::move(motion), change.of_group, t);
  w.pose = w.motion->advance(t, 0, {.area = w.area});
}

}  // namespace

std::shared_ptr<const WallShape> absent_shape(std::shared_ptr<const WallShape> shape) {
  return std::make_shared<AbsentShape>(std::move(shape));
}

// As a run counts those of its duration: rounding adds no step of nothing at the end.
std::uint64_t stage_steps(double duration, double dt) {
  const double steps = duration > 0 ? std::ceil(duration / dt * (1 - 1e-12)) : 0;
  return static_cast<std::uint64_t>(std::min(steps, 2e15));
}

std::string reason_of(const RunStage& stage, const StageRecord& record) {
  if (record.outcome == StageOutcome::condition && record.condition < stage.until.size())
    return stage.until[record.condition].end->words();
  if (record.outcome == StageOutcome::duration)
    return fmt::format("it reached its {:.6g} s limit", stage.duration);
  std::string wanted;
  for (const StageCondition& c : stage.until)
    wanted += (wanted.empty() ? "" : ", or ") + c.end->words();
  return fmt::format("{:.6g} s passed before {}", stage.duration, wanted);
}

void apply_stage(const RunStage& stage, World& world, double t) {
  const double now = t - 0.5 * world.dt;  // no rounding decides whether this step belongs to it
  for (const StageShape& s : stage.shapes) world.walls[s.wall].shape = s.shape;
  for (const StageMotion& m : stage.motions) begin_motion(m, world.walls[m.wall], t);
  for (const StageSurface& s : stage.surfaces) {
    SurfaceMotion& to = world.walls[s.wall].surface = s.surface;
    to.schedule.start += t;
    to.schedule.stop += t;
    to.now = to.schedule.speed(t);
  }
  for (const StageGate& g : stage.inlets) {
    Inlet& i = world.inlets[g.number];
    if (g.open)
      i.start = t + g.from, i.end = t + g.until, i.base = static_cast<double>(i.placed);
    else
      i.end = now;
  }
  for (const StageGate& g : stage.outlets) {
    Outlet& o = world.outlets[g.number];
    if (g.open)
      o.from = now + g.from, o.until = t + g.until;
    else
      o.until = now;
  }
  if (stage.gravity) {
    world.gravity = *stage.gravity;
    world.gravity.begin = t;
  }
  if (stage.materials) world.materials = *stage.materials;
  if (stage.pairs) world.pairs = *stage.pairs;
}

}  // namespace scree
