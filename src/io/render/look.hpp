// What a picture or a 3D scene shows of a frame, and how it is coloured: the same parameters and
// the same choice in every format (png, pov, x3d, vrml).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "io/frame.hpp"
#include "io/render/camera.hpp"
#include "io/render/color.hpp"

namespace scree::render {

// Everything on the side of the normal is removed; grains on the plane are cut open.
struct ClipPlane {
  Vec3 point{}, normal{1, 0, 0};

  // How far a point lies on the removed side, in units of length.
  double beyond(const Vec3& p) const { return scree::dot(p - point, normalized(normal)); }
};

struct Look {
  std::string color = "speed";
  Map map = Map::lagoon;
  std::optional<double> lo, hi;  // ends of the colour scale
  std::optional<ClipPlane> clip;
  bool walls = true;
  bool grains = true;
  double grain_scale = 1;              // of the radii as drawn
  std::optional<double> wall_opacity;  // without: like glass
  std::string wall_color = "#8c98a8";  // of walls with an opacity
  std::string wall_names;              // those that have it; empty: all
  bool hidden_edges = true;            // of walls among the grains, faint
  bool contacts = false;               // the force network, as rods
  std::optional<double> force_hi, force_radius;
  View view;

  // For films: scales that hold for all frames. They stand above lo, hi and force_hi.
  std::optional<ColorRange> range;
};

namespace look_params {
inline constexpr ParamInfo color{
    .name = "color",
    .kind = ParamKind::text,
    .fallback = "\"speed\"",
    .doc = "speed, spin, radius, diameter, mass, id, type, body, force, height, a field, or none"};
inline constexpr ParamInfo map{.name = "map",
                               .kind = ParamKind::choice,
                               .fallback = "lagoon",
                               .choices = "lagoon|heat|grey",
                               .doc = "colours of the scale"};
inline constexpr ParamInfo lo{
    .name = "lo", .kind = ParamKind::number, .doc = "lower end of the colour scale, SI"};
inline constexpr ParamInfo hi{
    .name = "hi", .kind = ParamKind::number, .doc = "upper end of the colour scale, SI"};
inline constexpr ParamInfo azimuth{.name = "azimuth",
                                   .kind = ParamKind::number,
                                   .fallback = "32",
                                   .doc = "degrees about the vertical"};
inline constexpr ParamInfo elevation{.name = "elevation",
                                     .kind = ParamKind::number,
                                     .fallback = "20",
                                     .range = {-89, 89},
                                     .doc = "degrees above the horizon"};
inline constexpr ParamInfo zoom{.name = "zoom",
                                .kind = ParamKind::number,
                                .fallback = "1",
                                .range = range::positive,
                                .doc = "1 fits the scene"};
inline constexpr ParamInfo fit{.name = "fit",
                               .kind = ParamKind::choice,
                               .fallback = "all",
                               .choices = "all|grains",
                               .doc =
                                   "what fills the picture: grains and walls around them, or "
                                   "the grains alone"};
inline constexpr ParamInfo look_at{.name = "look_at",
                                   .kind = ParamKind::vector,
                                   .dim = dim::length,
                                   .doc = "the point in the middle of the picture"};
inline constexpr ParamInfo span{
    .name = "span",
    .kind = ParamKind::number,
    .dim = dim::length,
    .range = range::positive,
    .doc = "height of what is seen at `look_at`, or at the middle of the grains"};
inline constexpr ParamInfo wall_opacity{.name = "wall_opacity",
                                        .kind = ParamKind::number,
                                        .range = range::fraction,
                                        .doc =
                                            "of the walls, 1: solid; without it they are like "
                                            "glass"};
inline constexpr ParamInfo wall_color{.name = "wall_color",
                                      .kind = ParamKind::text,
                                      .fallback = "\"#8c98a8\"",
                                      .doc = "of walls with an opacity: #rrggbb"};
inline constexpr ParamInfo wall_names{
    .name = "wall_names",
    .kind = ParamKind::text,
    .doc = "walls that have this opacity and colour, with commas between; without it all"};
inline constexpr ParamInfo hidden_edges{
    .name = "hidden_edges",
    .kind = ParamKind::boolean,
    .fallback = "true",
    .doc = "show edges of walls that lie among the grains (blades) through them, faintly"};
inline constexpr ParamInfo clip_point{.name = "clip_point",
                                      .kind = ParamKind::vector,
                                      .dim = dim::length,
                                      .doc = "a point of the clip plane",
                                      .older_names = "cut_point"};
inline constexpr ParamInfo clip_normal{.name = "clip_normal",
                                       .kind = ParamKind::vector,
                                       .doc = "what lies on this side of the clip plane is removed",
                                       .older_names = "cut_normal"};
inline constexpr ParamInfo walls{
    .name = "walls", .kind = ParamKind::boolean, .fallback = "true", .doc = "draw the walls"};
inline constexpr ParamInfo grains{
    .name = "grains", .kind = ParamKind::boolean, .fallback = "true", .doc = "draw the grains"};
inline constexpr ParamInfo grain_scale{.name = "grain_scale",
                                       .kind = ParamKind::number,
                                       .fallback = "1",
                                       .range = range::positive_fraction,
                                       .doc = "share of their radius with which grains are drawn"};
inline constexpr ParamInfo contacts{
    .name = "contacts",
    .kind = ParamKind::boolean,
    .fallback = "false",
    .doc = "draw the force network: a rod per contact, its cross-section as its force"};
inline constexpr ParamInfo force_hi{
    .name = "force_hi",
    .kind = ParamKind::number,
    .dim = dim::force,
    .range = range::positive,
    .doc = "force of the thickest rods and upper end of their colour scale"};
inline constexpr ParamInfo force_radius{
    .name = "force_radius",
    .kind = ParamKind::number,
    .dim = dim::length,
    .range = range::positive,
    .doc = "radius of the thickest rods; without it 0.45 of the median grain"};
inline constexpr ParamInfo legend{
    .name = "legend", .kind = ParamKind::boolean, .fallback = "true", .doc = "draw the scale"};
}  // namespace look_params

Look look_of(const ParamSet& p);

// A contact as it is drawn.
struct Rod {
  Vec3 a, b;
  double radius = 0;
};

// What is left of a frame when the look has chosen, in space units.
struct Shown {
  Coloring color;                    // of the grains, by row of the frame
  std::vector<std::uint32_t> balls;  // rows of the frame, with a finite place and size
  std::vector<Rod> rods;
  Coloring force;                // of the rods
  std::vector<FrameWall> walls;  // clipped

  // The scale that the legend explains; null: none.
  const Coloring* legend(const Look& look) const;
};

// The walls that an opacity is for. E0681: not a colour, or no wall of that name.
struct SolidWalls {
  std::vector<bool> solid;  // by wall of the frame
  Vec color{};              // linear light
  float opacity = 1;
};
Result<SolidWalls> solid_walls(const Frame& frame, const Look& look);

// E0721: unknown colour; E0723: the force network of a frame whose contacts are not known.
Result<Shown> shown(const Frame& frame, const Look& look);

}  // namespace scree::render
