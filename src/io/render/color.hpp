// Colours: linear light inside, sRGB in files; the colour map; which number colours a grain.
#pragma once

#include <optional>
#include <string>
#include <string_view>
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

// Colour maps, each with lightness that changes evenly (so that it survives grey print and most
// colour blindness). lagoon: from deep violet over blue, teal and green to yellow. heat: from pale
// straw over orange to dark red, for forces on a bright ground. grey: from bright to dark.
enum class Map { lagoon, heat, grey };
std::optional<Map> find_map(std::string_view name);

// t in [0, 1]; linear light.
Vec map_color(float t, Map map = Map::lagoon);
inline constexpr Vec kNoValue{0.38f, 0.38f, 0.38f};  // grains whose value is not a number
inline constexpr Vec kPlain{0.66f, 0.63f, 0.58f};    // all grains, when nothing colours them

struct ColorRange {
  double lo = 0, hi = 1;        // ends of the scale; lo == hi: one value
  std::vector<double> classes;  // a few sizes or types: each has its own colour; else empty

  // The range of both; classes only where there are still few of them. For films.
  void include(const ColorRange& other);
};

// The scale of a picture: a number per grain, and what it means.
struct Coloring : ColorRange {
  std::string label;           // "speed"; empty: nothing colours the grains
  std::string unit;            // "m/s"
  std::vector<double> values;  // a grain
  Map map = Map::lagoon;

  Vec color_of(double value) const;
  Vec color(std::size_t grain) const { return color_of(values[grain]); }
};

// `by`: speed, spin, radius, diameter, mass, id, type, body, force, height, rank (how many grains
// are smaller), a field of the frame, or none. Without limits the scale spans the finite values,
// less the last percent at an end where outliers would flatten everything else. E0721: unknown
// name.
Result<Coloring> coloring(const Frame& frame, const std::string& by, std::optional<double> lo = {},
                          std::optional<double> hi = {});

// The same scale for values that are not a grain's.
Coloring coloring_of(std::string label, std::string unit, std::vector<double> values, Map map,
                     std::optional<double> lo = {}, std::optional<double> hi = {});

// Names that coloring() knows without fields.
const std::vector<std::string>& coloring_names();

}  // namespace scree::render
