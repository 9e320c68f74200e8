#include "io/render/font.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <string>

namespace scree::render {
namespace {

// Pen paths. M x y: lift and move; L x y: line to; E cx cy rx ry from to: arc of an ellipse with a
// lifted pen, angles in degrees; e: the same, joined by a line. Capitals are 6 high, small letters
// 4, descenders reach to -2.
struct Glyph {
  std::uint32_t code;
  const char* path;
};

constexpr Glyph kGlyphs[] = {
    {'A', "M0 0L2.2 6L4.4 0M.73 2L3.67 2"},
    {'B', "M2 3.2e2 4.6 1.5 1.4 -90 90L0 6L0 0L2.1 0e2.1 1.6 1.7 1.6 -90 90L0 3.2"},
    {'C', "E2.5 3 2.5 3 48 312"},
    {'D', "M0 0L0 6L1.5 6e1.5 3 2.9 3 90 -90L0 0"},
    {'E', "M3.4 6L0 6L0 0L3.4 0M0 3.1L3 3.1"},
    {'F', "M3.4 6L0 6L0 0M0 3L2.9 3"},
    {'G', "E2.5 3 2.5 3 48 355L2.9 2.8"},
    {'H', "M0 0L0 6M4 0L4 6M0 3.1L4 3.1"},
    {'I', "M0 0L0 6"},
    {'J', "M2.6 6L2.6 1.6e1.3 1.6 1.3 1.6 0 -160"},
    {'K', "M0 0L0 6M3.8 6L0 2.3M1.3 3.5L4 0"},
    {'L', "M0 6L0 0L3.2 0"},
    {'M', "M0 0L0 6L2.5 1.8L5 6L5 0"},
    {'N', "M0 0L0 6L4 0L4 6"},
    {'O', "E2.6 3 2.6 3 0 360"},
    {'P', "M0 0L0 6L2 6e2 4.4 1.75 1.6 90 -90L0 2.8"},
    {'Q', "E2.6 3 2.6 3 0 360M3.1 1.5L4.9 -.4"},
    {'R', "M0 0L0 6L2 6e2 4.4 1.75 1.6 90 -90L0 2.8M1.9 2.8L3.9 0"},
    {'S', "E1.9 4.52 1.65 1.48 28 270e1.9 1.55 1.85 1.55 90 -152"},
    {'T', "M0 6L4.2 6M2.1 6L2.1 0"},
    {'U', "M0 6L0 2e2 2 2 2 180 360L4 6"},
    {'V', "M0 6L2.2 0L4.4 6"},
    {'W', "M0 6L1.6 0L3.2 5L4.8 0L6.4 6"},
    {'X', "M0 0L4 6M0 6L4 0"},
    {'Y', "M0 6L2.1 3L4.2 6M2.1 3L2.1 0"},
    {'Z', "M0 6L4 6L0 0L4 0"},
    {'a', "E1.6 2 1.6 2 0 360M3.2 4L3.2 0"},
    {'b', "M0 6.3L0 0E1.6 2 1.6 2 0 360"},
    {'c', "E1.7 2 1.7 2 48 312"},
    {'d', "M3.2 6.3L3.2 0E1.6 2 1.6 2 0 360"},
    {'e', "M0 2.1L3.3 2.1e1.65 2 1.65 2 3 312"},
    {'f', "E2 5.1 1 1.2 75 180L1 0M0 4L2.1 4"},
    {'g', "E1.6 2 1.6 2 0 360M3.2 4L3.2 -.4e1.6 -.4 1.6 1.5 0 -150"},
    {'h', "M0 6.3L0 0M0 2.3e1.5 2.3 1.5 1.7 180 0L3 0"},
    {'i', "M.1 4L.1 0M.1 5.6L.1 5.65"},
    {'j', "M.9 4L.9 -.9e-.1 -.9 1 1 0 -80M.9 5.6L.9 5.65"},
    {'k', "M0 6.3L0 0M2.8 4L0 1.5M1.05 2.45L3 0"},
    {'l', "M.1 6.3L.1 .9e1 .9 .9 .9 180 265"},
    {'m', "M0 4L0 0M0 2.5e1.25 2.5 1.25 1.5 180 0L2.5 0M2.5 2.5e3.75 2.5 1.25 1.5 180 0L5 0"},
    {'n', "M0 4L0 0M0 2.3e1.5 2.3 1.5 1.7 180 0L3 0"},
    {'o', "E1.7 2 1.7 2 0 360"},
    {'p', "M0 4L0 -2E1.6 2 1.6 2 0 360"},
    {'q', "M3.2 4L3.2 -2E1.6 2 1.6 2 0 360"},
    {'r', "M0 4L0 0M0 2.2e1.4 2.2 1.4 1.8 180 65"},
    {'s', "E1.4 3 1.2 1 30 270e1.4 1 1.4 1 90 -150"},
    {'t', "M1 5.4L1 1e1.9 1 .9 1 180 285M0 4L2.2 4"},
    {'u', "M0 4L0 1.7e1.5 1.7 1.5 1.7 180 360M3 4L3 0"},
    {'v', "M0 4L1.6 0L3.2 4"},
    {'w', "M0 4L1.2 0L2.4 3.4L3.6 0L4.8 4"},
    {'x', "M0 0L3 4M0 4L3 0"},
    {'y', "M0 4L1.6 0M3.2 4L.8 -2"},
    {'z', "M0 4L2.9 4L0 0L2.9 0"},
    {'0', "E1.8 3 1.8 3 0 360"},
    {'1', "M.2 4.7L1.8 6L1.8 0"},
    {'2', "E1.8 4.3 1.7 1.7 172 -37L.1 0L3.6 0"},
    {'3', "E1.7 4.6 1.5 1.4 150 -90e1.75 1.6 1.8 1.6 90 -150"},
    {'4', "M2.7 0L2.7 6L0 1.7L3.7 1.7"},
    {'5', "M3.3 6L.7 6L.4 3.2e1.7 1.95 1.85 1.95 132 -150"},
    {'6', "E1.8 1.95 1.8 1.95 0 360M.03 2.3e3.2 2.3 3.17 3.7 180 98"},
    {'7', "M0 6L3.6 6L1.2 0"},
    {'8', "E1.8 4.55 1.5 1.45 0 360E1.8 1.55 1.8 1.55 0 360"},
    {'9', "E1.8 4.05 1.8 1.95 0 360M3.57 3.7e.4 3.7 3.17 3.7 0 -82"},
    {'.', "M.1 0L.1 .06"},
    {',', "M.4 .2L.1 -1"},
    {':', "M.1 .2L.1 .25M.1 3.4L.1 3.45"},
    {';', "M.4 .2L.1 -1M.4 3.4L.4 3.45"},
    {'!', "M.1 6L.1 1.8M.1 0L.1 .06"},
    {'?', "E1.5 4.6 1.4 1.4 165 -60L1.5 1.8M1.5 0L1.5 .06"},
    {'-', "M0 2.3L2.2 2.3"},
    {'+', "M0 2.5L3.4 2.5M1.7 .8L1.7 4.2"},
    {'=', "M0 3.3L3.2 3.3M0 1.7L3.2 1.7"},
    {'/', "M0 -.8L2.4 6.4"},
    {'\\', "M0 6.4L2.4 -.8"},
    {'(', "E2.2 2.6 1.9 4 120 240"},
    {')', "E-.9 2.6 1.9 4 60 -60"},
    {'[', "M1.2 6.6L0 6.6L0 -1.2L1.2 -1.2"},
    {']', "M0 6.6L1.2 6.6L1.2 -1.2L0 -1.2"},
    {'{', "M1.6 6.6L.8 6L.8 3.4L0 2.7L.8 2L.8 -.6L1.6 -1.2"},
    {'}', "M0 6.6L.8 6L.8 3.4L1.6 2.7L.8 2L.8 -.6L0 -1.2"},
    {'<', "M3 4.4L0 2.5L3 .6"},
    {'>', "M0 4.4L3 2.5L0 .6"},
    {'%', "M.4 0L4.2 6E1 4.7 1 1.3 0 360E3.6 1.3 1 1.3 0 360"},
    {'*', "M1.2 6L1.2 3.4M.1 5.4L2.3 4M2.3 5.4L.1 4"},
    {'#', "M.8 0L1.6 6M2.6 0L3.4 6M0 2L3.8 2M.4 4L4.2 4"},
    {'&', "M4 0L.9 4e1.7 4.9 1 1.1 215 -35L.6 2.5e1.6 1.4 1.6 1.4 130 320L3.8 3"},
    {'@', "E2.8 2.6 1.2 1.4 0 360M4 4L4 2e4.8 2 .8 .8 180 360e2.8 2.6 2.8 3.4 0 300"},
    {'\'', "M.1 6.2L.1 4.6"},
    {'"', "M0 6.2L0 4.6M1.2 6.2L1.2 4.6"},
    {'^', "M0 4L1.4 6L2.8 4"},
    {'_', "M0 -1L3.4 -1"},
    {'`', "M0 6.2L1 5"},
    {'|', "M.1 6.6L.1 -1.2"},
    {'~', "E.9 2.3 .9 .9 180 20e2.7 2.7 .9 .9 200 360"},
    {'$', "E1.9 4.1 1.6 1.2 28 270e1.9 1.7 1.8 1.3 90 -152M1.9 6.4L1.9 -.6"},
    {0xb5, "M0 4L0 -2M0 1.7e1.5 1.7 1.5 1.7 180 360M3 4L3 0"},  // micro sign
    {0xb0, "E.9 5.1 .9 .9 0 360"},                              // degree
    {0xb2, "E.8 5.2 .8 .8 170 -40L0 3.2L1.7 3.2"},              // squared
    {0xb3, "E.8 5.5 .7 .6 150 -90e.8 4.1 .85 .8 90 -150"},      // cubed
    {0xb1, "M0 3L3.2 3M1.6 4.6L1.6 1.4M0 0L3.2 0"},             // plus or minus
    {0x2026, "M.1 0L.1 .06M1.9 0L1.9 .06M3.7 0L3.7 .06"},       // three dots
    {0xb7, "M.1 2.4L.1 2.46"},                                  // middle dot
    {0xd7, "M0 1L2.8 3.8M0 3.8L2.8 1"},                         // times
    {0x2013, "M0 2.3L3 2.3"},                                   // en dash
    {0x2212, "M0 2.5L3.2 2.5"},                                 // minus
};

constexpr const char* kUnknown = "M0 0L0 5L3 5L3 0L0 0";
constexpr float kSpace = 2.2f, kBetween = 1.45f;

// Letters of Latin-1 and Latin Extended-A without their accents, from U+00C0 on.
constexpr char kPlain[] =
    "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSs"
    "SsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
static_assert(sizeof kPlain == 193, "one letter for each of U+00C0 to U+017F");

std::uint32_t next_code(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
  std::uint32_t code = more == 3 ? lead & 7 : more == 2 ? lead & 15 : more == 1 ? lead & 31 : lead;
  text.remove_prefix(1);
  for (; more > 0 && !text.empty(); --more) {
    code = code << 6 | (static_cast<unsigned char>(text.front()) & 63);
    text.remove_prefix(1);
  }
  return code;
}

// The sign behind an exponent, which is drawn smaller and higher; 0: it is none.
constexpr float kSmall = 0.58f, kRaise = 2.9f;
std::uint32_t raised_sign(std::uint32_t code) {
  if (code == 0x2070 || (code >= 0x2074 && code <= 0x2079)) return '0' + (code - 0x2070);
  return code == 0xb9 ? '1' : code == 0x207b ? 0x2212 : 0;
}

const char* path_of(std::uint32_t code) {
  if (code == 0x3bc) code = 0xb5;
  for (const Glyph& g : kGlyphs)
    if (g.code == code) return g.path;
  if (code >= 0xc0 && code < 0xc0 + std::strlen(kPlain))
    return path_of(static_cast<unsigned char>(kPlain[code - 0xc0]));
  return kUnknown;
}

float number(const char*& p) {
  float v = 0;
  while (*p == ' ') ++p;
  // Fixed: an "e" after a number begins an arc, not an exponent.
  p = std::from_chars(p, p + std::strlen(p), v, std::chars_format::fixed).ptr;
  return v;
}

class Pen {
 public:
  explicit Pen(std::vector<Segment>& out) : out_(out) {}
  void move(float x, float y) { x_ = x, y_ = y, down_ = true; }
  void line(float x, float y) {
    if (down_) out_.push_back({x_, y_, x, y});
    move(x, y);
  }
  void arc(const char*& p, bool joined) {
    const float cx = number(p), cy = number(p), rx = number(p), ry = number(p);
    const float from = number(p), to = number(p);
    const int steps = 4 + static_cast<int>(std::abs(to - from) / 15);
    if (!joined) down_ = false;
    for (int k = 0; k <= steps; ++k) {
      const float a = (from + (to - from) * static_cast<float>(k) / static_cast<float>(steps)) *
                      std::numbers::pi_v<float> / 180;
      line(cx + rx * std::cos(a), cy + ry * std::sin(a));
    }
  }

 private:
  std::vector<Segment>& out_;
  float x_ = 0, y_ = 0;
  bool down_ = false;
};

void trace(const char* p, std::vector<Segment>& out) {
  Pen pen(out);
  while (*p) {
    const char command = *p++;
    if (command == 'M' || command == 'L') {
      const float x = number(p), y = number(p);
      command == 'M' ? pen.move(x, y) : pen.line(x, y);
    } else {
      pen.arc(p, command == 'e');
    }
  }
}

// Segments of a text in glyph units, and its advance; what begins beyond `most` is left out.
float lay_out(std::string_view text, std::vector<Segment>* out, float most = 1e30f) {
  float at = 0;
  std::vector<Segment> glyph;
  while (!text.empty() && at <= most) {
    const std::uint32_t code = next_code(text);
    if (code == ' ' || code == 0xa0) {
      at += kSpace;
      continue;
    }
    glyph.clear();
    const std::uint32_t raised = raised_sign(code);
    trace(path_of(raised ? raised : code), glyph);
    if (raised)
      for (Segment& g : glyph)
        g = {kSmall * g.x0, kRaise + kSmall * g.y0, kSmall * g.x1, kRaise + kSmall * g.y1};
    float right = 0;
    for (const Segment& s : glyph) {
      right = std::max({right, s.x0, s.x1});
      if (out) out->push_back({s.x0 + at, s.y0, s.x1 + at, s.y1});
    }
    at += right + kBetween;
  }
  return std::max(at - kBetween, 0.0f);
}

}  // namespace

std::vector<Segment> text_strokes(std::string_view text) {
  std::vector<Segment> out;
  lay_out(text, &out);
  return out;
}

float text_width(std::string_view text, const TextStyle& style) {
  return lay_out(text, nullptr) * style.height / 6;
}

// Only what the picture shows is laid out: a title may be as long as a file.
void draw_text(Image& image, float x, float y, std::string_view text, const TextStyle& style) {
  constexpr float kMargin = 10;
  std::vector<Segment> segments;
  const float unit = style.height / 6;
  const float room = static_cast<float>(image.width) + kMargin - x;
  const float wide = lay_out(text, &segments, room / unit) * unit, half = 0.5f * style.weight;
  const auto column = [&image](float v) {
    return static_cast<int>(std::clamp(v, -kMargin, static_cast<float>(image.width) + kMargin));
  };
  const int left = column(x - 4), right = column(x + wide + kMargin - 4);
  Cover cover(left, static_cast<int>(y - 1.2f * style.height) - 3, right - left,
              static_cast<int>(1.7f * style.height) + 8);
  for (const Segment& s : segments)
    cover.stroke({x + unit * s.x0, y - unit * s.y0, x + unit * s.x1, y - unit * s.y1}, half);
  cover.paint(image, {style.red, style.green, style.blue});
}

}  // namespace scree::render
