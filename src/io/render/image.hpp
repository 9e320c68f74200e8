// A picture, 8 bits a channel, rows from the top.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace scree::render {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;

  Image() = default;
  Image(int w, int h) : width(w), height(h), rgb(std::size_t(3) * w * h, 255) {}
  std::uint8_t* at(int x, int y) { return rgb.data() + 3 * (std::size_t(y) * width + x); }
  const std::uint8_t* at(int x, int y) const {
    return rgb.data() + 3 * (std::size_t(y) * width + x);
  }
};

// PNG (ISO/IEC 15948), 8-bit RGB; `texts` become tEXt chunks (keyword, Latin-1 text).
Result<std::string> encode_png(const Image& image,
                               const std::vector<std::pair<std::string, std::string>>& texts = {});

}  // namespace scree::render
