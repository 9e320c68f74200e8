// Colours: linear light inside, sRGB in files; the colour map; which number colours a grain.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/frame.hpp"
#include "io/render/vec.hpp"

namespace scree::render {

float srgb_from_linear(float v);
float linear_from_srgb(float v);
inline Vec linear(float r, float g, float b) {
  return {linear_from_srgb(r), linear_from_srgb(g), linear_from_srgb(b)};
}

// The colour map: from deep violet over blue, teal and green to yellow, with lightness rising
// evenly (so that it survives grey print and most colour blindness). t in [0, 1]; linear light.
Vec map_color(float t);
inline constexpr Vec kNoValue{0.38f, 0.38f, 0.38f};  // grains whose value is not a number

// The scale of a picture: a number a grain, and what it means.
struct Coloring {
  std::string label;            // "speed"
  std::string unit;             // "m/s"
  std::vector<double> values;   // a grain
  double lo = 0, hi = 1;        // ends of the scale; lo == hi: one value
  std::vector<double> classes;  // a few sizes or types: each has its own colour; else empty

  Vec color_of(double value) const;
  Vec color(std::size_t grain) const { return color_of(values[grain]); }
};

// `by`: speed, spin, radius, diameter, mass, id, type, body, force, height, or a field of the
// frame. Without limits the scale spans the finite values, less the last percent at an end where
// outliers would flatten everything else. E0721: unknown name.
Result<Coloring> coloring(const Frame& frame, const std::string& by, std::optional<double> lo = {},
                          std::optional<double> hi = {});

// Names that coloring() knows without fields.
const std::vector<std::string>& coloring_names();

}  // namespace scree::render
