#include "run/stored_measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/measures.hpp"

namespace scree::run {

double inverse_mass(double mass) {
  if (!(mass > 0)) return 0;
  const double near = 1 / mass;
  // 1/(1/x) may be off by the last bit; one of the neighbours is then right.
  for (const double candidate : {near, std::nextafter(near, 0.0), std::nextafter(near, 2 * near)})
    if (1 / candidate == mass) return candidate;
  return near;
}

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
  for (std::size_t k = 0; k < frame.size(); ++k) {
    const double r = frame.radius[k], m = frame.mass[k];
    SpinMaterial spin{frame.omega[k]};
    spin.material = static_cast<std::uint16_t>(frame.type[k]);
    spin.flags = frame.fixed[k] ? kFixed : 0;
    spin.body = frame.body[k];
    p.xr.push_back({frame.x[k], r});
    p.vm.push_back({frame.v[k], inverse_mass(m)});
    p.ws.push_back(spin);
    p.q.push_back(frame.q[k]);
    p.f.push_back(frame.f[k]), p.tq.push_back(frame.tq[k]);
    p.inv_inertia.push_back(m > 0 && r > 0 ? 1 / (0.4 * m * r * r) : 0);
    p.id.push_back(ParticleId{frame.id[k]});
  }
  p.set_next_id(ids.empty() ? 0 : ids.back() + 1);
  p.index_ids();
  for (const FrameContact& c : frame.contacts)
    s.contacts_.push_back({ParticleId{c.i}, ParticleId{c.j}, c.wall, c.point, c.normal, c.overlap,
                           c.force, c.tangential, c.friction});
  for (const FrameWall& w : frame.walls)
    s.names_.push_back(w.name), s.walls_.push_back({{}, w.force, w.torque});
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
          .contacts_known = contacts_known_};
}

}  // namespace scree::run
