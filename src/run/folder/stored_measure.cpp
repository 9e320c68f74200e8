#include "run/folder/stored_measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/frame_grains.hpp"
#include "scene/build/measures.hpp"
#include "sim/world/row_solids.hpp"

namespace scree::run {

Result<StoredInput> StoredInput::of(const Frame& frame) {
  // Rows by id are a table as long as the greatest id: a damaged one must not take all memory.
  constexpr std::uint32_t most = 1u << 28;
  StoredInput s;
  Particles& p = s.particles_;
  std::vector<std::uint32_t> ids = frame.id;
  std::sort(ids.begin(), ids.end());
  if (const auto twice = std::adjacent_find(ids.begin(), ids.end()); twice != ids.end())
    return Error{"E0753", fmt::format("grain {} is there twice", *twice), "", ""};
  if (!ids.empty() && ids.back() >= most)
    return Error{"E0753", fmt::format("grain {}: no run gives such an id", ids.back()), "", ""};
  p = grains_of(frame);
  for (std::size_t k = 0; k < frame.size(); ++k) {
    const double r = frame.radius[k], m = frame.mass[k];
    p.inv_inertia[k] = m > 0 && r > 0 ? 1 / (inertia_factor(p.dimensions()) * m * r * r) : 0;
  }
  p.set_next_id(ids.empty() ? 0 : ids.back() + 1);
  p.index_ids();
  s.shares_ = frame_shares(frame, p);
  s.solids_ = frame_solids(frame);
  for (const FrameContact& c : frame.contacts)
    s.contacts_.push_back({.i = ParticleId{c.i},
                           .j = ParticleId{c.j},
                           .wall = c.wall,
                           .point = c.point,
                           .normal = c.normal,
                           .overlap = c.overlap,
                           .force = c.force,
                           .tangential = c.tangential,
                           .friction = c.friction});
  for (const FrameWall& w : frame.walls)
    s.names_.push_back(w.name), s.walls_.push_back({{}, w.force, w.torque});
  if (frame.space)
    s.space_.parts = *frame.space;
  else if (!frame.walls.empty())
    s.space_.why_not = "the frame holds none of its walls";
  s.time_ = frame.time, s.box_ = frame.box;
  // The gravity of the instant: `up` of a frame is the vertical of its picture, which stays. Frames
  // of before it was stored are taken to have weight.
  s.up_ = frame.gravity ? up_of(*frame.gravity) : frame.up;
  s.weight_ = !frame.gravity || norm(*frame.gravity) > 0;
  s.contacts_known_ = frame.contacts_known;
  return s;
}

MeasureInput StoredInput::input() {
  // Short names live inside their strings and move with this object.
  for (std::size_t k = 0; k < walls_.size(); ++k) walls_[k].name = names_[k];
  return {.particles = particles_,
          .contacts = contacts_,
          .walls = walls_,
          .time = time_,
          .up = up_,
          .weight = weight_,
          .box = box_,
          .contacts_known = contacts_known_,
          .shares = shares_.empty() ? nullptr : &shares_,
          .solids = solids_.forms.empty() ? nullptr : &solids_,
          .space = [this] { return space_; }};
}

}  // namespace scree::run
