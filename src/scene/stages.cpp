#include "scene/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "scene/build.hpp"
#include "scene/build/measure_end.hpp"
#include "scene/build/wall_motions.hpp"
#include "sim/world/stage.hpp"
#include "walls/images.hpp"
#include "walls/placed_motion.hpp"

namespace scree {
namespace {

std::vector<std::string> item_names(const auto& list) {
  std::vector<std::string> names;
  for (const auto& item : list) names.push_back(item.name);
  return names;
}

std::optional<std::size_t> index_of(const std::vector<std::string>& names,
                                    const std::string& name) {
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) return std::nullopt;
  return static_cast<std::size_t>(it - names.begin());
}

// What the first stage that says so says: it is the other way before, and open where none does.
bool open_at_first(std::span<const Branch> stages, std::string_view table, std::string_view key,
                   const std::string& name) {
  for (std::size_t k = 0; k < stages.size(); ++k)
    for (const Branch& b : stages[k].list(table))
      if (b.name == name && b.params.has(key))
        return k == 0 ? b.params.boolean(key) : !b.params.boolean(key);
  return true;
}

}  // namespace

double StageReader::length_of(Branch& b) {
  const bool until = b.spans.contains("until");
  if (b.broken) return 0;
  const auto wrong = [&](std::string_view key, std::string message, std::string hint) {
    messages_.error("E0634", b.where(key), std::move(message), std::move(hint));
    return 0.0;
  };
  const std::string name = fmt::format("stage `{}`", b.params.text("name"));
  if (!until && !b.params.has("duration"))
    return wrong(b.params.has("at_most") ? "at_most" : "name", name + " has no end",
                 b.params.has("at_most")
                     ? "`at_most` limits `until`: duration = ..., or until = ..."
                     : "duration = \"1 s\", or until = \"at_rest\" with at_most");
  if (until && b.params.has("duration"))
    return wrong("duration", name + " has both `duration` and `until`",
                 "with `until` the longest time is called `at_most`");
  if (until && !b.params.has("at_most"))
    return wrong("until", name + " lacks `at_most`",
                 "what is waited for may never come: at_most = \"10 s\"");
  if (!until && b.params.has("at_most"))
    return wrong("at_most", name + " has `at_most` without `until`", "duration alone is enough");
  return b.params.number(until ? "at_most" : "duration");
}

void StageReader::read_duration() {
  if (list().empty()) return;
  std::vector<std::string> names;
  double total = 0;
  for (std::size_t k = 0; k < list().size(); ++k) {
    Branch& b = list()[k];
    if (!b.broken && !b.params.has("name")) b.params.set("name", fmt::format("stage_{}", k + 1));
    total += length_of(b);
    if (b.broken) continue;
    const std::string name = b.params.text("name");
    if (index_of(names, name))
      messages_.error("E0635", b.where("name"), fmt::format("two stages have the name `{}`", name));
    names.push_back(name);
  }
  if (root_.broken || !messages_.ok()) return;
  // A shorter one ends the run before its stages do.
  const double given = root_.spans.contains("duration") ? root_.params.number("duration") : total;
  if (given > total * (1 + 1e-9))
    messages_.error("E0635", root_.where("duration"),
                    fmt::format("`duration` is {:g} s, but the stages last {:g} s", given, total),
                    "leave `duration` out: the stages say how long the run lasts");
  scene_.duration = given < total * (1 - 1e-9) ? given : total;
  root_.params.set("duration", scene_.duration);
}

void StageReader::prepare_world() {
  World& w = scene_.world;
  for (Wall& wall : w.walls) {
    shapes_.push_back(wall.shape);
    if (!open_at_first(list(), "wall", "present", wall.name)) wall.shape = absent_shape(wall.shape);
  }
  if (list().empty() || list().front().broken) return;
  if (const Branch* g = list().front().table("gravity")) w.gravity = read_gravity(*g, messages_);
}

void StageReader::unknown(const Branch& at, std::string_view what,
                          const std::vector<std::string>& names) {
  const std::string near = nearest_word(at.name, names);
  messages_.error("E0636", at.span, fmt::format("there is no {} `{}`", what, at.name),
                  names.empty()  ? fmt::format("the scene has no {}", what)
                  : near.empty() ? "known: " + list_words(names)
                                 : fmt::format("did you mean `{}`?", near));
}

// It begins where the wall is, and the wall can do what it asks for.
bool StageReader::sound_motion(const Branch& at, const Wall& wall, const WallMotion& motion) {
  const std::unique_ptr<WallMotion> copy = motion.clone();
  const WallPose p = copy->advance(0, 0, {.area = wall.area});
  if (norm(p.x) > 0 || !(p.q == Quat{})) {
    messages_.error("E0641", at.where("motion"),
                    fmt::format("the motion of `{}` is under way when the stage begins", wall.name),
                    "its times begin with the stage: `start` must not be negative, and a table "
                    "begins at 0");
    return false;
  }
  Wall moved = wall;
  moved.motion = begun_motion(motion.clone(), wall.pose, 0);
  if (motion.needs_area() && !(wall.area > 0)) {
    messages_.error("E0765", at.where("motion"),
                    "the servo keeps a pressure, but the wall has no area: it would never end",
                    "give `area` of the motion: what the pressure acts on");
    return false;
  }
  if (const auto wrong = image_error(moved, scene_.world.box)) {
    messages_.error(wrong->code, at.where("motion"), wrong->message, wrong->hint);
    return false;
  }
  return true;
}

namespace {

// A motion that stands still is one, too: it stops what was before.
std::optional<std::unique_ptr<WallMotion>> motion_or_rest(std::span<const Branch> list,
                                                          Messages& messages) {
  auto motion = read_motion(list, messages);
  if (motion && !*motion) *motion = std::move(*find_wall_motion("fixed")->make({}));
  return motion;
}

}  // namespace

void StageReader::read_walls(const Branch& b, RunStage& stage) {
  const std::vector<std::string> names = item_names(scene_.world.walls);
  for (const Branch& w : b.list("wall")) {
    const auto k = index_of(names, w.name);
    if (!k) {
      unknown(w, "wall", names);
      continue;
    }
    if (w.broken) continue;
    if (w.params.has("present")) {
      const bool present = w.params.boolean("present");
      stage.shapes.push_back({*k, present ? shapes_[*k] : absent_shape(shapes_[*k]), present});
    }
    if (const Branch* surface = w.table("surface"))
      if (const auto belt = read_surface(*surface, messages_))
        stage.surfaces.push_back({*k, *belt});
    if (w.list("motion").empty()) continue;
    auto motion = motion_or_rest(w.list("motion"), messages_);
    if (motion && sound_motion(w, scene_.world.walls[*k], **motion))
      stage.motions.push_back({*k, false, std::move(*motion)});
  }
}

void StageReader::read_groups(const Branch& b, RunStage& stage) {
  const std::vector<std::string> names = item_names(root_.list("group"));
  for (const Branch& g : b.list("group")) {
    const auto number = index_of(names, g.name);
    if (!number) {
      unknown(g, "group", names);
      continue;
    }
    if (g.broken || g.list("motion").empty()) continue;
    auto motion = motion_or_rest(g.list("motion"), messages_);
    if (!motion) continue;
    if ((*motion)->needs_area()) {
      messages_.error(
          "E0633", g.where("motion"),
          fmt::format("group `{}` keeps a pressure, but has no area of its own", g.name),
          "give `area` of the motion: what the pressure acts on");
      continue;
    }
    for (std::size_t k = 0; k < scene_.world.walls.size(); ++k) {
      const Wall& wall = scene_.world.walls[k];
      if (!wall.motion || wall.motion->group() != *number + 1) continue;
      if (!sound_motion(g, wall, **motion)) break;
      stage.motions.push_back({k, true, (*motion)->clone()});
    }
  }
}

void StageReader::read_gates(const Branch& b, RunStage& stage, std::span<const FillEnd> fills) {
  const auto& list = root_.list("fill");
  std::vector<std::string> pours;
  std::vector<std::size_t> inlet;
  for (std::size_t k = 0; k < list.size() && k < fills.size(); ++k) {
    if (fills[k].inlets == (k > 0 ? fills[k - 1].inlets : 0)) continue;
    pours.push_back(list[k].params.has("name") ? list[k].params.text("name") : std::to_string(k));
    inlet.push_back(fills[k].inlets - 1);
  }
  for (const Branch& f : b.list("fill")) {
    const auto k = index_of(pours, f.name);
    if (!k) {
      unknown(f, "fill that pours", pours);
      continue;
    }
    if (f.broken) continue;
    const Inlet& i = scene_.world.inlets[inlet[*k]];
    stage.inlets.push_back({inlet[*k], f.params.boolean("pours"), i.start, i.end});
  }
  const std::vector<std::string> outlets = item_names(scene_.world.outlets);
  for (const Branch& o : b.list("outlet")) {
    const auto k = index_of(outlets, o.name);
    if (!k) {
      unknown(o, "outlet", outlets);
      continue;
    }
    if (!o.broken)
      stage.outlets.push_back({*k, o.params.boolean("open"), scene_.world.outlets[*k].from,
                               scene_.world.outlets[*k].until});
  }
}

void StageReader::read_until(const Branch& b, RunStage& stage) {
  for (const Branch& u : b.list("until")) {
    if (u.broken) continue;
    Result<std::shared_ptr<const StageEnd>> end =
        Error{"E0638", "the condition lacks `measure`", "", "measure = \"energy\""};
    if (const StageEndEntry* entry = find_stage_end(u.entry.name)) {
      end = entry->make(u.entry_params, scene_.world);
    } else if (const Branch* m = u.table("measure")) {
      if (m->broken) continue;
      MeasureSpec spec;
      spec.name = spec.kind = m->entry.name;
      spec.params = m->entry_params;
      spec.average = m->params.number_or("average", 0);
      end = measure_end(spec, u.entry_params, scene_.world);
    }
    if (!end)
      for (const Error& e : end.errors())
        messages_.error(e.code, u.where(e.subject.key), e.message, e.hint);
    else
      stage.until.push_back({*end, u.params.number("hold")});
  }
}

void StageReader::read_one(Branch& b, std::size_t number, std::span<const FillEnd> fills) {
  RunStage stage;
  stage.name = b.params.has("name") ? b.params.text("name") : fmt::format("stage_{}", number + 1);
  read_walls(b, stage);
  read_groups(b, stage);
  read_gates(b, stage, fills);
  read_materials(b, stage);
  read_pairs(b, stage);
  if (b.broken) return;
  stage.duration = b.params.number(b.spans.contains("until") ? "at_most" : "duration");
  stage.fail_when_late = b.params.text("otherwise") == "fail";
  stage.check_every = b.params.number_or("check_every", 0);
  if (const Branch* g = b.table("gravity")) stage.gravity = read_gravity(*g, messages_);
  read_until(b, stage);
  scene_.world.stages.push_back(std::move(stage));
}

void StageReader::read(std::span<const FillEnd> fills) {
  if (list().empty() || !messages_.ok()) return;
  materials_ = scene_.world.materials;
  pairs_ = scene_.world.pairs;
  material_branches_.clear();
  for (const Branch& m : root_.list("material")) material_branches_.push_back(&m);
  for (std::size_t k = 0; k < list().size(); ++k) read_one(list()[k], k, fills);
  if (!messages_.ok()) return;
  // What a later stage opens is closed until then.
  World& w = scene_.world;
  std::vector<bool> seen_inlet(w.inlets.size()), seen_outlet(w.outlets.size());
  for (std::size_t k = 0; k < w.stages.size(); ++k) {
    for (const StageGate& g : w.stages[k].inlets)
      if (!seen_inlet[g.number] && (seen_inlet[g.number] = true) && g.open && k > 0)
        w.inlets[g.number].start = 1e300;
    for (const StageGate& g : w.stages[k].outlets)
      if (!seen_outlet[g.number] && (seen_outlet[g.number] = true) && g.open && k > 0)
        w.outlets[g.number].from = w.outlets[g.number].until = 1e300;
  }
}

}  // namespace scree
