// Stages: parts of a run that follow one another, each with its own walls, motions, gravity,
// materials, inlets and outlets, and an end of its own: a duration, or something that comes true.
//
// A condition is looked at every so many steps, counted from where the stage began, as a function
// of the state alone. So a stage ends at the same step with any number of threads, any output and
// after any resume. A change is an edit between two steps with the books closed: what it does to
// the energy of the state is booked as work of stages (docs/decisions/0041).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cloned.hpp"
#include "base/params.hpp"
#include "base/result.hpp"
#include "sim/world/gravity.hpp"
#include "walls/wall.hpp"

namespace scree {

class Simulation;
struct World;
struct MaterialSpec;
struct PairSpec;

// What a stage remembers of its beginning.
struct StageBegin {
  std::uint64_t step = 0;
  std::vector<WallPose> walls;
  std::vector<double> poured, left;  // kg of each inlet and outlet until then
};

class StageEnd {
 public:
  virtual ~StageEnd() = default;
  // Reads the state, never changes it.
  virtual bool reached(const Simulation& now, const StageBegin& begin) const = 0;
  // "the grains are at rest": for summaries and messages.
  virtual std::string words() const = 0;
};

struct StageEndEntry {
  CatalogInfo info;
  // The world as it is at the start: for the names of its walls, inlets and outlets.
  Result<std::shared_ptr<const StageEnd>> (*make)(const ParamSet&, const World&);
};
std::span<const StageEndEntry* const> stage_end_catalog();
const StageEndEntry* find_stage_end(std::string_view name);

struct StageCondition {
  std::shared_ptr<const StageEnd> end;
  double hold = 0;  // s that it must stay true
};

// A new motion of a wall, or of the group that it belongs to, from where it is then.
struct StageMotion {
  std::size_t wall = 0;
  bool of_group = false;
  Cloned<WallMotion> motion;
};
// A wall that appears or goes: the shape that it has from then on.
struct StageShape {
  std::size_t wall = 0;
  std::shared_ptr<const WallShape> shape;
  bool present = true;
};
struct StageSurface {
  std::size_t wall = 0;
  SurfaceMotion surface;  // its clock shows 0 when the stage begins
};
// An inlet or outlet that is switched, with its own times from the beginning of the stage.
struct StageGate {
  std::size_t number = 0;
  bool open = true;
  double from = 0, until = 1e300;
};

struct RunStage {
  std::string name;
  double duration = 0;                // s; with conditions, at most
  std::vector<StageCondition> until;  // the first that comes true ends it; empty: the duration
  bool fail_when_late = true;         // the run ends where no condition came true in time
  double check_every = 0;             // s; 0: a thousandth of the duration

  std::vector<StageMotion> motions;
  std::vector<StageShape> shapes;
  std::vector<StageSurface> surfaces;
  std::vector<StageGate> inlets, outlets;
  std::optional<Gravity> gravity;
  // All of the world, with the values of this stage; the same laws. Empty: as before.
  std::shared_ptr<const std::vector<MaterialSpec>> materials;
  std::shared_ptr<const std::vector<PairSpec>> pairs;  // alike

  bool changes_laws() const { return materials != nullptr || pairs != nullptr; }
  bool changes_anything() const {
    return !motions.empty() || !shapes.empty() || !surfaces.empty() || !inlets.empty() ||
           !outlets.empty() || gravity.has_value() || changes_laws();
  }
};

enum class StageOutcome : std::uint32_t {
  duration,   // its time is over
  condition,  // one of its conditions came true
  late,       // none did in time
};

struct StageRecord {
  std::uint64_t begin = 0, end = 0;  // steps
  StageOutcome outcome = StageOutcome::duration;
  std::uint32_t condition = 0;  // which of them
};

// Where a run stands.
struct StageProgress {
  std::size_t now = 0;
  StageBegin begin;
  std::vector<std::uint64_t> held;  // looks in a row at which each condition was true
  std::vector<StageRecord> done;
  bool finished = false;  // the last stage is over, or one was late that must not be
};

// Steps of a duration, as a run counts them.
std::uint64_t stage_steps(double duration, double dt);
// "the grains are at rest", "it reached its 2 s limit".
std::string reason_of(const RunStage& stage, const StageRecord& record);

// A shape that is not there: nothing touches it, nothing is drawn. It keeps the place of `shape`.
std::shared_ptr<const WallShape> absent_shape(std::shared_ptr<const WallShape> shape);

// All changes of a stage that begins at time t, without forces and books.
void apply_stage(const RunStage& stage, World& world, double t);

}  // namespace scree
