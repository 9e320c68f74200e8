#include "scene/build/picture.hpp"

#include <algorithm>

#include "io/exporter.hpp"
#include "io/render/look.hpp"
#include "scene/text/document.hpp"
#include "scene/text/reader.hpp"
#include "sim/world/world.hpp"

namespace scree {
namespace {

constexpr ParamInfo kOrbit{.name = "orbit",
                           .fallback = "0",
                           .range = {-3600, 3600},
                           .doc =
                               "degrees by which the camera of `scree film` turns about the "
                               "grains"};

// Without defaults: what the scene does not give is left to the picture.
std::span<const ParamInfo> picture_params() {
  static const std::vector<ParamInfo> all = [] {
    std::vector<ParamInfo> out;
    for (ParamInfo p : find_exporter("png")->info.params) {
      p.fallback = {};
      out.push_back(p);
    }
    out.push_back(kOrbit);
    return out;
  }();
  return all;
}

PictureSettings settings_of(const ParamSet& params) {
  PictureSettings out;
  for (const auto& [key, value] : params.values())
    if (key != kOrbit.name) out.look.set(key, value);
  out.orbit = params.number_or(kOrbit.name, 0);
  return out;
}

}  // namespace

const Section& picture_section() {
  static const Section picture{
      .title = "[picture]",
      .doc =
          "How pictures and films of the run look: the parameters of the exporter `png` "
          "([exporters.md](exporters.md) has their defaults). `--color` and `--param` of a command "
          "come first.",
      .params = picture_params()};
  return picture;
}

PictureSettings read_picture(const Branch& picture, const World& world, Messages& messages) {
  if (picture.broken) return {};
  PictureSettings out = settings_of(picture.params);
  Frame frame;
  frame.fields.push_back({"start height", "m", {}});
  for (const Wall& w : world.walls) frame.walls.push_back({w.name, {}, {}});
  const auto report = [&](const Error& e, std::string_view key) {
    messages.error(e.code, picture.where(key), e.message, e.hint);
  };
  if (out.look.has("color"))
    if (const auto known = render::coloring(frame, out.look.text("color")); !known)
      report(known.error(), "color");
  render::Look look;
  if (out.look.has("wall_color")) look.wall_color = out.look.text("wall_color");
  if (out.look.has("wall_names")) look.wall_names = out.look.text("wall_names");
  look.wall_opacity = 1;
  if (const auto walls = render::solid_walls(frame, look); !walls)
    report(walls.error(), walls.error().location);
  return out;
}

PictureSettings stored_picture(const std::string& resolved) {
  Messages messages;
  const int source = messages.add_source("resolved.toml", resolved);
  const auto document = parse_document(resolved, source, messages);
  const Node* picture = document ? document->find("picture") : nullptr;
  if (picture == nullptr) return {};
  ReadContext context{"", messages};
  const Branch read = read_section(*picture, picture_section(), context);
  return read.broken ? PictureSettings{} : settings_of(read.params);
}

}  // namespace scree
