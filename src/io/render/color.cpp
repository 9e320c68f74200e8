#include "io/render/color.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

namespace scree::render {

float linear_from_srgb(float v) {
  return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}
float srgb_from_linear(float v) {
  return v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f;
}

namespace {

// OKLab (Ottosson 2020): equal steps look equal. Lightness, chroma, hue in degrees.
struct Lch {
  float l, c, h;
};

Vec linear_from_lch(const Lch& k) {
  const float angle = k.h * std::numbers::pi_v<float> / 180;
  const float a = k.c * std::cos(angle), b = k.c * std::sin(angle);
  const float l = k.l + 0.3963377774f * a + 0.2158037573f * b;
  const float m = k.l - 0.1055613458f * a - 0.0638541728f * b;
  const float s = k.l - 0.0894841775f * a - 1.2914855480f * b;
  const Vec q{l * l * l, m * m * m, s * s * s};
  return {dot(q, {4.0767416621f, -3.3077115913f, 0.2309699292f}),
          dot(q, {-1.2684380046f, 2.6097574011f, -0.3413193965f}),
          dot(q, {-0.0041960863f, -0.7034186147f, 1.7076147010f})};
}

// Less chroma until the screen can show it.
Vec in_gamut(Lch k) {
  for (;; k.c *= 0.97f) {
    const Vec v = linear_from_lch(k);
    const auto fits = [](float c) { return c >= -1e-4f && c <= 1.0001f; };
    if ((fits(v.x) && fits(v.y) && fits(v.z)) || k.c < 1e-3f)
      return {std::clamp(v.x, 0.0f, 1.0f), std::clamp(v.y, 0.0f, 1.0f),
              std::clamp(v.z, 0.0f, 1.0f)};
  }
}

constexpr int kSteps = 256;

constexpr int kStations = 5;
constexpr Lch kLagoon[kStations] = {{0.40f, 0.150f, 296},
                                    {0.52f, 0.135f, 266},
                                    {0.64f, 0.115f, 215},
                                    {0.765f, 0.140f, 160},
                                    {0.89f, 0.165f, 100}};
constexpr Lch kHeat[kStations] = {{0.86f, 0.070f, 95},
                                  {0.78f, 0.145f, 75},
                                  {0.67f, 0.180f, 50},
                                  {0.53f, 0.190f, 28},
                                  {0.36f, 0.140f, 15}};
constexpr Lch kGrey[kStations] = {
    {0.88f, 0, 0}, {0.76f, 0, 0}, {0.63f, 0, 0}, {0.50f, 0, 0}, {0.36f, 0, 0}};

using Table = std::array<Vec, kSteps>;

Table make_map(const Lch (&stations)[kStations]) {
  Table table;
  constexpr int spans = kStations - 1;
  for (int k = 0; k < kSteps; ++k) {
    const float at = static_cast<float>(k) / (kSteps - 1) * spans;
    const int span = std::min(static_cast<int>(at), spans - 1);
    const float t = at - static_cast<float>(span);
    const Lch &a = stations[span], &b = stations[span + 1];
    table[k] = in_gamut({a.l + t * (b.l - a.l), a.c + t * (b.c - a.c), a.h + t * (b.h - a.h)});
  }
  return table;
}

}  // namespace

std::optional<Map> find_map(std::string_view name) {
  if (name == "lagoon") return Map::lagoon;
  if (name == "heat") return Map::heat;
  if (name == "grey") return Map::grey;
  return std::nullopt;
}

Vec map_color(float t, Map map) {
  static const Table tables[] = {make_map(kLagoon), make_map(kHeat), make_map(kGrey)};
  const Table& table = tables[static_cast<int>(map)];
  if (!(t == t)) return kNoValue;
  const float at = std::clamp(t, 0.0f, 1.0f) * (kSteps - 1);
  const int k = std::min(static_cast<int>(at), kSteps - 2);
  return mix(table[k], table[k + 1], at - static_cast<float>(k));
}

Vec Coloring::color_of(double v) const {
  if (!std::isfinite(v)) return kNoValue;
  if (label.empty()) return kPlain;
  if (classes.size() > 1) {
    const auto at = std::lower_bound(classes.begin(), classes.end(), v);
    const auto k = static_cast<float>(std::min<std::ptrdiff_t>(
        at - classes.begin(), static_cast<std::ptrdiff_t>(classes.size()) - 1));
    return map_color(0.1f + 0.88f * k / static_cast<float>(classes.size() - 1), map);
  }
  return map_color(hi > lo ? static_cast<float>((v - lo) / (hi - lo)) : 0.45f, map);
}

namespace {

struct Quantity {
  const char *name, *unit;
  double (*value)(const Frame&, std::size_t);
};

constexpr Quantity kQuantities[] = {
    {"speed", "m/s", [](const Frame& f, std::size_t k) { return scree::norm(f.v[k]); }},
    {"spin", "rad/s", [](const Frame& f, std::size_t k) { return scree::norm(f.omega[k]); }},
    {"radius", "m", [](const Frame& f, std::size_t k) { return f.radius[k]; }},
    {"diameter", "m", [](const Frame& f, std::size_t k) { return 2 * f.radius[k]; }},
    {"mass", "kg", [](const Frame& f, std::size_t k) { return f.mass[k]; }},
    {"id", "", [](const Frame& f, std::size_t k) { return double(f.id[k]); }},
    {"type", "", [](const Frame& f, std::size_t k) { return double(f.type[k]); }},
    {"body", "", [](const Frame& f, std::size_t k) { return double(f.body[k]); }},
    {"force", "N", [](const Frame& f, std::size_t k) { return scree::norm(f.f[k]); }},
    {"height", "m", [](const Frame& f, std::size_t k) { return scree::dot(f.x[k], f.up); }},
};

// How many grains are smaller: widely graded sizes then use the whole scale evenly. Grains of one
// size share a rank; balls of walls and sizes that are not a number do not count.
std::vector<double> ranks_of(const Frame& frame) {
  std::vector<double> sizes;
  for (std::size_t k = 0; k < frame.size(); ++k)
    if (!frame.fixed[k] && !std::isnan(frame.radius[k])) sizes.push_back(frame.radius[k]);
  std::sort(sizes.begin(), sizes.end());
  std::vector<double> ranks(frame.size());
  for (std::size_t k = 0; k < frame.size(); ++k)
    ranks[k] = static_cast<double>(std::lower_bound(sizes.begin(), sizes.end(), frame.radius[k]) -
                                   sizes.begin());
  return ranks;
}

// Ends of the scale. A tail beyond the last percent counts only when it is not much longer than
// the rest of the values.
std::pair<double, double> span_of(const std::vector<double>& values) {
  std::vector<double> v;
  v.reserve(values.size());
  for (const double x : values)
    if (std::isfinite(x)) v.push_back(x);
  if (v.empty()) return {0, 0};
  const auto quantile = [&v](double p) {
    const auto at = v.begin() + static_cast<std::ptrdiff_t>(p * static_cast<double>(v.size() - 1));
    std::nth_element(v.begin(), at, v.end());
    return *at;
  };
  double lo = *std::min_element(v.begin(), v.end()), hi = *std::max_element(v.begin(), v.end());
  const double low = quantile(0.01), high = quantile(0.99);
  if (high > low) {
    if (hi - high > 0.5 * (high - low)) hi = high;
    if (low - lo > 0.5 * (high - low)) lo = low;
  }
  return {lo, hi};
}

constexpr std::size_t kMostClasses = 6;

// Sizes, types and bodies that are few are classes, not a scale.
std::vector<double> classes_of(const std::string& by, const std::vector<double>& values) {
  std::vector<double> classes;
  if (by != "radius" && by != "diameter" && by != "mass" && by != "type" && by != "body") return {};
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    const auto at = std::lower_bound(classes.begin(), classes.end(), v);
    if (at != classes.end() && *at == v) continue;
    if (classes.size() == kMostClasses) return {};
    classes.insert(at, v);
  }
  return classes;
}

}  // namespace

const std::vector<std::string>& coloring_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> n;
    for (const Quantity& q : kQuantities) n.emplace_back(q.name);
    n.emplace_back("rank");
    return n;
  }();
  return names;
}

Coloring coloring_of(std::string label, std::string unit, std::vector<double> values, Map map,
                     std::optional<double> lo, std::optional<double> hi) {
  Coloring c;
  c.label = std::move(label), c.unit = std::move(unit), c.values = std::move(values), c.map = map;
  const auto [least, greatest] = span_of(c.values);
  c.lo = lo.value_or(least);
  c.hi = hi.value_or(greatest);
  if (!(c.hi >= c.lo)) c.hi = c.lo;
  return c;
}

void ColorRange::include(const ColorRange& other) {
  const bool few = !classes.empty() && !other.classes.empty();
  std::vector<double> both;
  std::set_union(classes.begin(), classes.end(), other.classes.begin(), other.classes.end(),
                 std::back_inserter(both));
  lo = std::min(lo, other.lo), hi = std::max(hi, other.hi);
  classes = few && both.size() <= kMostClasses ? std::move(both) : std::vector<double>{};
}

// Of a vector how long it is.
static std::vector<double> magnitudes(const FrameField& field) {
  if (field.width == 1) return field.values;
  std::vector<double> out;
  for (std::size_t k = 0; k + field.width <= field.values.size(); k += field.width) {
    double sum = 0;
    for (std::size_t c = 0; c < field.width; ++c) sum += field.values[k + c] * field.values[k + c];
    out.push_back(std::sqrt(sum));
  }
  return out;
}

Result<Coloring> coloring(const Frame& frame, const std::string& by, std::optional<double> lo,
                          std::optional<double> hi) {
  Coloring c;
  if (by == "none") return c.values.assign(frame.size(), 0), c;
  bool found = false;
  for (const FrameField& field : frame.fields)
    if (field.name == by) c.values = magnitudes(field), c.unit = field.unit, found = true;
  for (const Quantity& q : kQuantities) {
    if (found || q.name != by) continue;
    c.values.resize(frame.size());
    for (std::size_t k = 0; k < frame.size(); ++k) c.values[k] = q.value(frame, k);
    c.unit = q.unit;
    found = true;
  }
  if (!found && by == "rank") c.values = ranks_of(frame), found = true;
  if (!found) {
    std::string known;
    for (const std::string& n : coloring_names()) known += (known.empty() ? "" : ", ") + n;
    for (const FrameField& field : frame.fields) known += ", " + field.name;
    known += ", none";
    return Error{"E0721", "there is nothing called '" + by + "' to colour grains by", "",
                 "one of " + known};
  }
  // Balls of walls have no value: they are not what the picture is about.
  for (std::size_t k = 0; k < frame.size(); ++k)
    if (frame.fixed[k]) c.values[k] = std::numeric_limits<double>::quiet_NaN();
  // A speed's scale begins at rest: what does not move then always looks the same.
  if (!lo && (by == "speed" || by == "spin" || by == "force")) lo = 0;
  const bool free = !lo && !hi;
  c = coloring_of(by, c.unit, std::move(c.values), Map::lagoon, lo, hi);
  if (free) c.classes = classes_of(by, c.values);
  return c;
}

}  // namespace scree::render
