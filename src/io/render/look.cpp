#include "io/render/look.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "io/contact_lines.hpp"

namespace scree::render {

Look look_of(const ParamSet& p) {
  Look l;
  l.color = p.text("color");
  l.map = find_map(p.text("map")).value_or(Map::lagoon);
  if (p.has("lo")) l.lo = p.number("lo");
  if (p.has("hi")) l.hi = p.number("hi");
  l.view.azimuth = p.number("azimuth");
  l.view.elevation = p.number("elevation");
  l.view.zoom = p.number("zoom");
  if (p.has("clip_normal"))
    l.clip =
        ClipPlane{p.has("clip_point") ? p.vector("clip_point") : Vec3{}, p.vector("clip_normal")};
  if (p.has("fit")) l.view.fit_walls = p.text("fit") == "all";
  if (p.has("look_at")) l.view.look_at = p.vector("look_at");
  if (p.has("span")) l.view.span = p.number("span");
  if (p.has("wall_opacity")) l.wall_opacity = p.number("wall_opacity");
  if (p.has("wall_color")) l.wall_color = p.text("wall_color");
  if (p.has("wall_names")) l.wall_names = p.text("wall_names");
  if (p.has("hidden_edges")) l.hidden_edges = p.boolean("hidden_edges");
  l.walls = p.boolean("walls");
  l.grains = p.boolean("grains");
  l.grain_scale = p.number("grain_scale");
  l.contacts = p.boolean("contacts");
  if (p.has("force_hi")) l.force_hi = p.number("force_hi");
  if (p.has("force_radius")) l.force_radius = p.number("force_radius");
  return l;
}

namespace {

double median_radius(const Frame& frame) {
  std::vector<double> r;
  for (std::size_t k = 0; k < frame.size(); ++k)
    if (!frame.fixed[k] && frame.radius[k] > 0 && frame.radius[k] < 1e100)
      r.push_back(frame.radius[k]);
  if (r.empty()) return 0;
  const auto middle = r.begin() + static_cast<std::ptrdiff_t>(r.size() / 2);
  std::nth_element(r.begin(), middle, r.end());
  return *middle;
}

bool removed(const Look& look, const Vec3& p) {
  return look.clip && scree::norm(look.clip->normal) > 0 && look.clip->beyond(p) > 0;
}

// The cross-section grows with the force: a rod of four times the force is twice as thick.
void add_rods(const Frame& frame, const Look& look, Shown& out) {
  const ContactLines lines(frame);
  std::vector<double> force;
  for (const FrameContact& c : frame.contacts) {
    const double f = scree::norm(c.force);
    const auto [a, b] = lines.ends(c);
    if (!(f > 0) || !(f < 1e100) || !placeable(a) || !placeable(b)) continue;
    if (removed(look, 0.5 * (a + b))) continue;
    out.rods.push_back({a, b, 0});
    force.push_back(f);
  }
  out.force = coloring_of("contact force", "N", std::move(force), Map::heat, 0.0, look.force_hi);
  const double thickest = look.force_radius.value_or(0.45 * median_radius(frame));
  for (std::size_t k = 0; k < out.rods.size(); ++k)
    out.rods[k].radius =
        out.force.hi > 0 ? thickest * std::sqrt(std::min(out.force.values[k] / out.force.hi, 1.0))
                         : 0;
}

// The part of a triangle that the plane leaves, as a fan (Sutherland and Hodgman).
void add_clipped_triangle(const FrameWall& wall, const std::array<std::uint32_t, 3>& t,
                          const ClipPlane& plane, FrameWall& out) {
  std::vector<Vec3> left;
  for (int c = 0; c < 3; ++c) {
    const Vec3 &a = wall.points[t[c]], &b = wall.points[t[(c + 1) % 3]];
    const double da = plane.beyond(a), db = plane.beyond(b);
    if (da <= 0) left.push_back(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) left.push_back(a + (da / (da - db)) * (b - a));
  }
  const auto base = static_cast<std::uint32_t>(out.points.size());
  out.points.insert(out.points.end(), left.begin(), left.end());
  for (std::uint32_t k = 2; k < left.size(); ++k)
    out.triangles.push_back({base, base + k - 1, base + k});
}

FrameWall drawable_wall(const FrameWall& wall, const Look& look) {
  FrameWall out{wall.name, {}, {}};
  const bool clipped = look.clip && scree::norm(look.clip->normal) > 0;
  if (!clipped) out.points = wall.points;
  for (const auto& t : wall.triangles) {
    const Vec3 &a = wall.points[t[0]], &b = wall.points[t[1]], &c = wall.points[t[2]];
    if (!placeable(a) || !placeable(b) || !placeable(c)) continue;
    if (!(scree::norm(scree::cross(b - a, c - a)) > 0)) continue;
    if (clipped)
      add_clipped_triangle(wall, t, *look.clip, out);
    else
      out.triangles.push_back(t);
  }
  return out;
}

}  // namespace

Result<SolidWalls> solid_walls(const Frame& frame, const Look& look) {
  SolidWalls out;
  out.solid.assign(frame.walls.size(), false);
  if (!look.wall_opacity) return out;
  out.opacity = static_cast<float>(*look.wall_opacity);
  const std::string& c = look.wall_color;
  if (c.size() != 7 || c[0] != '#' ||
      c.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos)
    return Error{"E0681", fmt::format("`{}` is not a colour", c), "wall_color",
                 "six digits, two each for red, green and blue: #8c98a8"};
  const auto part = [&c](std::size_t at) {
    return static_cast<float>(std::stoi(c.substr(at, 2), nullptr, 16)) / 255;
  };
  out.color = linear(part(1), part(3), part(5));
  if (trimmed(look.wall_names).empty()) {
    out.solid.assign(frame.walls.size(), true);
    return out;
  }
  std::string_view rest = look.wall_names;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string name(trimmed(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    bool found = name.empty();
    std::vector<std::string> known;
    for (std::size_t k = 0; k < frame.walls.size(); ++k) {
      known.push_back(frame.walls[k].name);
      if (frame.walls[k].name == name) out.solid[k] = found = true;
    }
    if (found) continue;
    const std::string near = nearest_word(name, known);
    return Error{
        "E0681", fmt::format("there is no wall `{}`", name), "wall_names",
        near.empty() ? "known: " + list_words(known, 20) : fmt::format("did you mean `{}`?", near)};
  }
  return out;
}

const Coloring* Shown::legend(const Look& look) const {
  if (look.contacts) return rods.empty() ? nullptr : &force;
  return look.grains && !balls.empty() && !color.label.empty() ? &color : nullptr;
}

Result<Shown> shown(const Frame& frame, const Look& look) {
  Result<Coloring> color = coloring(frame, look.color, look.lo, look.hi);
  if (!color) return color.errors();
  if (look.contacts && !frame.contacts_known && frame.contacts.empty())
    return Error{"E0723", "the force network is not known: the contacts were not stored", "",
                 "run with output.contacts = true"};
  Shown out;
  out.color = std::move(*color);
  out.color.map = look.map;
  if (look.range) static_cast<ColorRange&>(out.color) = *look.range;
  if (look.contacts) add_rods(frame, look, out);
  if (look.walls)
    for (const FrameWall& wall : frame.walls) out.walls.push_back(drawable_wall(wall, look));
  for (std::uint32_t k = 0; look.grains && k < frame.size(); ++k) {
    const double r = look.grain_scale * frame.radius[k];
    if (!placeable(frame.x[k]) || !(r > 0) || !(r < 1e100)) continue;
    if (look.clip && scree::norm(look.clip->normal) > 0 && look.clip->beyond(frame.x[k]) > r)
      continue;
    out.balls.push_back(k);
  }
  return out;
}

}  // namespace scree::render
