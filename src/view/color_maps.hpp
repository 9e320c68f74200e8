// The colour maps of pictures, in linear light, so that the page and a picture agree.
#pragma once

#include "io/render/color.hpp"
#include "run/folder/json.hpp"

namespace scree::view {

// {"lagoon": [[r, g, b], ...], ...}, from the low end of the scale to its high end.
inline run::Json color_maps_json() {
  constexpr int kSteps = 64;
  run::Json all = run::Json::object();
  for (const char* name : {"lagoon", "heat", "grey"}) {
    run::Json list = run::Json::array();
    for (int k = 0; k <= kSteps; ++k) {
      const auto c = render::map_color(static_cast<float>(k) / kSteps, *render::find_map(name));
      list.push_back({c.x, c.y, c.z});
    }
    all[name] = list;
  }
  return all;
}

}  // namespace scree::view
