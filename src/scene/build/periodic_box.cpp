#include "scene/build/periodic_box.hpp"

#include <fmt/format.h>

#include <cmath>

#include "scene/takeover/other_run.hpp"

namespace scree {
namespace {

// Lower and upper corner and tilt, from the scene or from another run.
bool complete_box(Branch& b, Messages& messages) {
  if (!b.params.has("from")) {
    if (b.params.has("min") && b.params.has("max")) return true;
    messages.error("E0102", b.span, "[box] lacks `min` or `max`",
                   "min = [0, 0, 0] and max = [\"4 cm\", \"4 cm\", \"4 cm\"], or from = "
                   "\"runs/packing-001\"");
    return false;
  }
  for (const char* key : {"min", "max", "tilt"})
    if (b.spans.contains(key)) {
      messages.error("E0104", b.where(key),
                     fmt::format("the box is that of a run (`from`), with its own `{}`", key),
                     "leave one of the two out");
      return false;
    }
  const auto run = take_run(b.params.text("from"), "last");
  if (!run || !run->world.box.any()) {
    messages.error("E0483", b.where("from"),
                   run ? "the run has no periodic box" : run.error().message,
                   run ? "give `min` and `max`" : run.error().hint);
    return false;
  }
  const PeriodicBox& then = run->world.box;
  ParamSet kept;
  for (const auto& [key, value] : b.params.values())
    if (key != "from") kept.set(key, value);
  b.params = std::move(kept);
  b.params.set("min", then.lo);
  b.params.set("max", then.hi);
  b.params.set("tilt", then.tilt);
  return true;
}

// False where the corners contradict each other: nothing more can be said about the box then.
bool read_directions(const Branch& b, bool two_d, PeriodicBox& box, Messages& messages) {
  bool upright = true;
  for (int axis = 0; axis < (two_d ? 2 : 3); ++axis) {
    const char name = static_cast<char>('x' + axis);
    const bool periodic = b.params.text("periodic").find(name) != std::string::npos;
    if (periodic ? box.hi[axis] > box.lo[axis] : box.hi[axis] >= box.lo[axis]) continue;
    messages.error(
        "E0104", b.where("max"),
        fmt::format("`max` must be above `min`, but along {} it is {:g} and `min` is {:g}", name,
                    box.hi[axis], box.lo[axis]),
        box.hi[axis] < box.lo[axis] ? "exchange the two numbers" : "");
    upright = false;
  }
  if (!upright) return false;
  for (const char c : b.params.text("periodic")) {
    const int axis = c - 'x';
    box.periodic[axis] = true;
    if (two_d && axis == 2) {
      // "xyz", the default, is all directions that there are.
      if (b.params.text("periodic") != "xyz")
        messages.error("E0620", b.where("periodic"),
                       "a scene in two dimensions is not periodic along z",
                       "periodic = \"x\", \"y\" or \"xy\"");
      box.periodic[2] = false;
      continue;
    }
  }
  return true;
}

}  // namespace

void read_box(Branch& b, World& world, Messages& messages) {
  if (!complete_box(b, messages)) return;
  const bool two_d = world.particles.dimensions() == Dimensions::two;
  PeriodicBox& box = world.box;
  box.lo = b.params.vector("min");
  box.hi = b.params.vector("max");
  box.tilt = b.params.vector("tilt");
  if (two_d && (box.tilt.y != 0 || box.tilt.z != 0))
    messages.error("E0620", b.where("tilt"), "in two dimensions a cell is tilted by xy alone",
                   "tilt = [xy, 0, 0]");
  if (!read_directions(b, two_d, box, messages)) return;
  const Vec3 half = 0.5 * (box.hi - box.lo);
  if (std::abs(box.tilt.x) > half.x || std::abs(box.tilt.y) > half.x ||
      std::abs(box.tilt.z) > half.y)
    messages.error("E0104", b.where("tilt"), "a `tilt` is at most half of the length along it",
                   "take off whole lengths: the cell is the same");
}

}  // namespace scree
