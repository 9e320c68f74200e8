// Pictures without words, and how much of them is coloured.
#pragma once

#include <algorithm>

#include "io/render/render.hpp"
#include "support.hpp"

namespace scree::test {

using render::Image;
using render::Options;

inline Options plain(int width = 240, int height = 180) {
  Options o;
  o.width = width, o.height = height;
  o.labels = o.legend = false;
  return o;
}

inline Image drawn(const Frame& f, const Options& o) {
  auto image = render::draw(f, o);
  EXPECT_TRUE(image.ok()) << (image.ok() ? "" : to_string(image.error()));
  return image.ok() ? *image : Image(o.width, o.height);
}

// A grain's colour is vivid, everything else of a picture is nearly grey.
inline bool vivid(const std::uint8_t* p) {
  const auto [lo, hi] = std::minmax({p[0], p[1], p[2]});
  return hi - lo > 50;
}
inline int vivid_pixels(const Image& image) {
  int n = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) n += vivid(image.at(x, y));
  return n;
}

}  // namespace scree::test
