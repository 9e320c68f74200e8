#include "io/render/pen.hpp"

#include <algorithm>
#include <cmath>

namespace scree::render {
namespace {

float distance(const Segment& s, float x, float y) {
  const float dx = s.x1 - s.x0, dy = s.y1 - s.y0, l2 = dx * dx + dy * dy;
  const float t = l2 > 0 ? std::clamp(((x - s.x0) * dx + (y - s.y0) * dy) / l2, 0.0f, 1.0f) : 0;
  return std::hypot(x - s.x0 - t * dx, y - s.y0 - t * dy);
}

}  // namespace

void Cover::stroke(const Segment& s, float half) {
  const int left = std::max(x0, static_cast<int>(std::min(s.x0, s.x1) - half - 1));
  const int right = std::min(x0 + width - 1, static_cast<int>(std::max(s.x0, s.x1) + half + 1));
  const int top = std::max(y0, static_cast<int>(std::min(s.y0, s.y1) - half - 1));
  const int bottom = std::min(y0 + height - 1, static_cast<int>(std::max(s.y0, s.y1) + half + 1));
  for (int y = top; y <= bottom; ++y)
    for (int x = left; x <= right; ++x) {
      const float d = distance(s, static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
      at(x, y) = std::max(at(x, y), std::clamp(half + 0.5f - d, 0.0f, 1.0f));
    }
}

void Cover::fill(const std::vector<Segment>& edges) {
  constexpr int kLines = 4;
  std::vector<float> cuts;
  for (int line = 0; line < kLines * height; ++line) {
    const float y =
        static_cast<float>(y0) + (static_cast<float>(line) + 0.5f) / static_cast<float>(kLines);
    cuts.clear();
    for (const Segment& e : edges)
      if ((e.y0 <= y) != (e.y1 <= y))
        cuts.push_back(e.x0 + (y - e.y0) / (e.y1 - e.y0) * (e.x1 - e.x0));
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t k = 0; k + 1 < cuts.size(); k += 2) {
      const float from = std::max(cuts[k], static_cast<float>(x0));
      const float to = std::min(cuts[k + 1], static_cast<float>(x0 + width));
      for (int x = static_cast<int>(from); static_cast<float>(x) < to && x < x0 + width; ++x) {
        const float share =
            std::min(to, static_cast<float>(x + 1)) - std::max(from, static_cast<float>(x));
        at(x, y0 + line / kLines) += std::max(share, 0.0f) / static_cast<float>(kLines);
      }
    }
  }
}

void Cover::paint(Image& image, const Ink& ink) {
  paint(image, ink, {0, 0, image.width, image.height});
}

void Cover::paint(Image& image, const Ink& ink, const Pane& within) {
  const float color[] = {ink.red, ink.green, ink.blue};
  const int left = std::max({x0, within.x0, 0}), top = std::max({y0, within.y0, 0});
  const int right = std::min({x0 + width, within.x1, image.width});
  const int bottom = std::min({y0 + height, within.y1, image.height});
  for (int py = top; py < bottom; ++py)
    for (int px = left; px < right; ++px) {
      const float c = ink.opacity * std::min(at(px, py), 1.0f);
      if (c <= 0) continue;
      std::uint8_t* p = image.at(px, py);
      for (int k = 0; k < 3; ++k)
        p[k] = static_cast<std::uint8_t>(p[k] + c * (255 * color[k] - p[k]) + 0.5f);
    }
}

}  // namespace scree::render
