#include "run/forecast/servo_area.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/folder/quantity_text.hpp"

namespace scree::run {
namespace {

// Of a wall that the grains move: a unit vector along which it can go. Else its greatest velocity.
Vec3 motion_along(const Wall& w, double duration) {
  if (!w.motion || !w.motion->moves()) return {};
  if (const Vec3 d = w.motion->direction(); norm(d) > 0) return d;
  if (w.motion->needs_load()) return {};
  Vec3 greatest{};
  constexpr int kLooks = 16;
  const auto motion = w.motion->clone();
  for (int k = 0; k <= kLooks; ++k) {
    const Vec3 v = motion->advance(duration * k / kLooks, 0, {}).v;
    if (norm(v) > norm(greatest)) greatest = v;
  }
  return greatest;
}

bool moves_with_another(const World& w, std::size_t wall, const std::vector<Vec3>& along) {
  if (w.walls[wall].motion->needs_load()) return false;
  for (std::size_t k = 0; k < along.size(); ++k)
    if (k != wall && norm(along[k] - along[wall]) <= 1e-9 * norm(along[wall])) return true;
  return false;
}

std::string wall_name(const Wall& w) { return w.name.empty() ? "a wall" : "wall `" + w.name + "`"; }

}  // namespace

std::vector<CrossedServo> crossed_servos(const World& w, double duration) {
  std::vector<Vec3> along;
  for (const Wall& wall : w.walls) along.push_back(motion_along(wall, duration));
  std::vector<CrossedServo> out;
  for (std::size_t a = 0; a < w.walls.size(); ++a) {
    const Wall& servo = w.walls[a];
    const WallDrive drive = servo.motion ? servo.motion->drive({}) : WallDrive{};
    const double area = drive.area > 0 ? drive.area : servo.area;
    if (!(drive.pressure > 0) || !(area > 0)) continue;
    for (std::size_t b = 0; b < w.walls.size(); ++b) {
      if (a == b || !(norm(along[b]) > 0) || moves_with_another(w, b, along)) continue;
      const std::uint32_t group = servo.motion->group();
      if (group != 0 && group == w.walls[b].motion->group()) continue;
      const Vec3 u = normalized(along[b]);
      if (std::abs(dot(u, servo.motion->direction())) > 0.5) continue;  // against it, not across
      out.push_back({a, b, u, drive.pressure, area});
    }
  }
  return out;
}

double changed_share(const CrossedServo& c, const World& w, const std::vector<Vec3>& start) {
  if (c.other >= start.size()) return 0;
  const bool two_d = w.particles.dimensions() == Dimensions::two;
  const double length = two_d ? c.area : std::sqrt(c.area);
  return std::abs(dot(w.walls[c.other].pose.x - start[c.other], c.along)) / length;
}

std::string crossed_text(const CrossedServo& c, const World& w) {
  const bool two_d = w.particles.dimensions() == Dimensions::two;
  return fmt::format("{} keeps {} on {:.4g} {}, also while {} moves across it",
                     wall_name(w.walls[c.servo]), quantity_text(c.pressure, "Pa"), c.area,
                     two_d ? "m" : "m^2", wall_name(w.walls[c.other]));
}

}  // namespace scree::run
