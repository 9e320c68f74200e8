// The state of another run as a fill finds it: a checkpoint, with everything, or a frame.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "sim/world/archive.hpp"
#include "sim/world/world.hpp"

namespace scree {

struct TakenRun {
  std::string file;   // that was read
  bool full = false;  // a checkpoint: springs, bonds, shapes, walls; else a frame
  double time = 0;
  // Its scene as far as it matters: materials, pairs, bond types, gravity, box, settings of the
  // step, and the shapes that grains have.
  World world;
  std::vector<std::string> wall_materials;  // names, in the order of state.walls
  SimulationArchive state;                  // of a frame: grains, bodies and bonds alone

  // The shape of a primitive, and the one that it is a copy of in another size; null: a ball.
  std::shared_ptr<const Shape> shape_of(const Primitive& p) const;
  std::shared_ptr<const Shape> form_of(const Primitive& p) const;
};

// `path`: the folder of a run, a checkpoint or a frame. `frame`: "last", a number or a time; only
// for a folder. E0483: not a run, E0484: no such frame, E0485: the frame does not hold all that
// grains are.
Result<TakenRun> take_run(const std::string& path, const std::string& frame);

}  // namespace scree
