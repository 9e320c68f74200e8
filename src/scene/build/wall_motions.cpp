#include "scene/build/wall_motions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "walls/frame.hpp"
#include "walls/motion_parts.hpp"
#include "walls/placed_motion.hpp"
#include "walls/schedule.hpp"

namespace scree {
namespace {

void report_motion(const Errors& errors, const Branch& b, Messages& messages) {
  for (const Error& e : errors)
    messages.error(e.code, b.where(e.subject.key),
                   e.location.empty() ? e.message : fmt::format("{}: {}", e.location, e.message),
                   e.hint);
}

std::vector<std::string> group_names(const Branch& scene) {
  std::vector<std::string> names;
  for (const Branch& g : scene.list("group")) names.push_back(g.name);
  return names;
}

// The number of a group from 1, with its table.
std::optional<std::uint32_t> find_group(const std::string& name, const Branch& scene,
                                        const TextSpan& at, Messages& messages) {
  const std::vector<std::string> names = group_names(scene);
  const auto it = std::find(names.begin(), names.end(), name);
  if (it != names.end()) return static_cast<std::uint32_t>(it - names.begin()) + 1;
  const std::string near = nearest_word(name, names);
  messages.error("E0633", at, fmt::format("there is no group `{}`", name),
                 names.empty()  ? fmt::format("define it: [group.{}] with a `motion`", name)
                 : near.empty() ? "known: " + list_words(names)
                                : fmt::format("did you mean `{}`?", near));
  return std::nullopt;
}

}  // namespace

std::optional<std::unique_ptr<WallMotion>> read_motion(std::span<const Branch> list,
                                                       Messages& messages) {
  std::vector<std::unique_ptr<WallMotion>> parts;
  bool good = true;
  for (const Branch& m : list) {
    if (m.broken) return std::nullopt;
    auto motion = find_wall_motion(m.entry.name)->make(m.entry_params);
    if (!motion) {
      report_motion(motion.errors(), m, messages);
      good = false;
    } else if ((*motion)->moves()) {
      parts.push_back(std::move(*motion));
    }
  }
  if (!good) return std::nullopt;
  if (parts.empty()) return nullptr;
  return combined_motion(std::move(parts));
}

std::optional<SurfaceMotion> read_surface(const Branch& b, Messages& messages) {
  if (b.broken) return std::nullopt;
  SurfaceMotion s;
  s.velocity = b.params.vector("velocity");
  s.centre = b.params.vector("centre");
  if (const double rate = b.params.number("angular_velocity"); rate != 0) {
    const Result<Vec3> axis = unit_vector(b.params, "axis");
    if (!axis) {
      report_motion(axis.errors(), b, messages);
      return std::nullopt;
    }
    s.spin = rate * *axis;
  }
  const Result<Schedule> schedule = schedule_of(b.params);
  if (!schedule) {
    report_motion(schedule.errors(), b, messages);
    return std::nullopt;
  }
  s.schedule = *schedule;
  return s;
}

bool read_wall_motion(const Branch& b, const Branch& scene, Wall& w, Messages& messages) {
  if (const Branch* surface = b.table("surface")) {
    const auto belt = read_surface(*surface, messages);
    if (!belt) return false;
    w.surface = *belt;
  }
  auto own = read_motion(b.list("motion"), messages);
  if (!own) return false;
  if (!b.params.has("group")) {
    if (!*own) return true;
    w.motion = placed_motion(std::move(*own), w.pose);
  } else {
    const auto number = find_group(b.params.text("group"), scene, b.where("group"), messages);
    if (!number) return false;
    const Branch& group = scene.list("group")[*number - 1];
    if (group.broken) return false;
    // A second reading reports the same mistakes; one is enough.
    Messages quiet = messages;
    auto motion = read_motion(group.list("motion"), quiet);
    if (!motion) return false;
    if (*motion && (*motion)->needs_area()) return false;  // reported by check_groups
    // A stage may move what stands at first.
    if (!*motion && !scene.list("stage").empty())
      *motion = std::move(*find_wall_motion("fixed")->make({}));
    if (!*motion && !*own) return true;
    w.motion = *motion ? group_motion(std::move(*motion), std::move(*own),
                                      group.params.vector("position"), w.pose, *number)
                       : placed_motion(std::move(*own), w.pose);
  }
  // A motion that began before t = 0 has taken the wall along: grains are checked there.
  w.pose = w.motion->advance(0, 0, {.area = w.area});
  return true;
}

void check_groups(const Branch& scene, Messages& messages) {
  for (const Branch& g : scene.list("group")) {
    if (g.broken) continue;
    const auto motion = read_motion(g.list("motion"), messages);
    if (motion && *motion && (*motion)->needs_area())
      messages.error("E0633", g.where("motion"),
                     fmt::format("group `{}` keeps a pressure, but has no area of its own", g.name),
                     "give `area` of the motion: what the pressure acts on");
    const auto& walls = scene.list("wall");
    if (std::none_of(walls.begin(), walls.end(), [&](const Branch& w) {
          return w.params.has("group") && w.params.text("group") == g.name;
        }))
      messages.error("E0633", g.span, fmt::format("no wall belongs to group `{}`", g.name),
                     fmt::format("group = \"{}\" in each [[wall]] of it", g.name));
  }
}

}  // namespace scree
