// Convex polygons of two dimensions from vertices, a file or a named form, and rigid grains made of
// several.
#include "shapes/polygon.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <string>

#include "base/exact_math.hpp"
#include "base/random.hpp"
#include "base/words.hpp"
#include "scene/convex_shapes.hpp"

namespace scree::shape_kinds {
namespace {

using geometry::Vec2;
using PlanePoints = std::vector<Vec2>;

constexpr std::array<ParamInfo, 3> kCornerParams{{
    {.name = "vertices",
     .kind = ParamKind::matrix,
     .dim = dim::length,
     .doc = "corners counter-clockwise: [[x, y], ...], three at least, convex"},
    {.name = "file",
     .kind = ParamKind::path,
     .doc = "a text with one corner per line, `x, y`, relative to the scene"},
    {.name = "scale",
     .fallback = "1",
     .range = range::positive,
     .doc = "factor for `vertices` and `file`: 0.001 for a file in millimetres"},
}};
constexpr std::array<ParamInfo, 9> kPlaneFormParams{{
    {.name = "form",
     .kind = ParamKind::choice,
     .choices = "regular|box|random",
     .doc = "a polygon with a name: `random` has its corners at random on an ellipse"},
    {.name = "sides",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "of a `box`: [width, height]"},
    {.name = "corners",
     .kind = ParamKind::integer,
     .range = {3, 1000},
     .doc = "of a `regular` or `random` form (default 6)"},
    {.name = "elongation",
     .fallback = "1",
     .range = {1, 100},
     .doc = "of a `random` form: length over width of the ellipse"},
    {.name = "seed",
     .kind = ParamKind::integer,
     .fallback = "1",
     .range = {0, 9007199254740992.0},
     .doc = "of a `random` form"},
    {.name = "variants",
     .kind = ParamKind::integer,
     .fallback = "1",
     .range = {1, 10000},
     .doc = "of a `random` form: so many different polygons, placed alike"},
    {.name = "diameter",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of the circle around it; default: that of the fill, or as `vertices`, `file` and "
            "`sides` have it"},
    {.name = "rounding",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "everything within this distance of the polygon belongs to the grain, which grows by "
            "it; `diameter` counts it in"},
    {.name = "contact",
     .kind = ParamKind::choice,
     .fallback = "potential",
     .choices = "potential|depth|area",
     .doc = "how it presses on others: by one potential of all corners, which keeps energy; by the "
            "depth at both ends of the line that two sides share; or by the area of the overlap "
            "(stiffness times area over 4 r1 r2/(r1 + r2))"},
}};
constexpr auto kPolygonKeys = join(kCornerParams, kPlaneFormParams);

constexpr std::array<ParamInfo, 3> kPlanePartOwn{{
    {.name = "sides",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "a box [width, height], instead of `vertices` or `file`"},
    {.name = "position",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "by which it is moved"},
    {.name = "angle",
     .dim = dim::angle,
     .fallback = "0",
     .doc = "by which it is turned before that, counter-clockwise"},
}};
constexpr auto kPlanePartKeys = join(kCornerParams, kPlanePartOwn);

std::vector<SubTable> tables_of_polygon() {
  static const Section part{.title = "a part of a polygon",
                            .doc =
                                "A convex part of a rigid grain. Parts may touch; where they "
                                "overlap their mass counts twice.",
                            .params = kPlanePartKeys};
  return {{"parts", &part, Repeat::list, "", "several convex parts that move as one"}};
}

Error polygon_error(std::string message, std::string hint, std::string_view key) {
  return {"E0466", std::move(message), "", std::move(hint), Subject::of_key(std::string(key))};
}

Result<PlanePoints> plane_box_corners(const Vec3& s) {
  if (!(s.x > 0 && s.y > 0))
    return polygon_error("the `sides` of a box must be greater than 0", "", "sides");
  const double x = 0.5 * s.x, y = 0.5 * s.y;
  return PlanePoints{{-x, -y}, {x, -y}, {x, y}, {-x, y}};
}

// Numbers with commas, semicolons or blanks between; what follows # is not a number.
Result<PlanePoints> corners_in_file(const std::string& path) {
  std::ifstream in(path);
  PlanePoints out;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (number == 1) line = without_byte_order_mark(line);
    line = line.substr(0, line.find('#'));
    for (char& c : line)
      if (c == ',' || c == ';') c = ' ';
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const char* at = line.c_str();
    double xy[2] = {0, 0};
    bool good = true;
    for (double& v : xy) {
      char* end = nullptr;
      v = std::strtod(at, &end);
      good = good && end != at;
      at = end;
    }
    if (!good || std::string_view(at).find_first_not_of(" \t\r") != std::string_view::npos)
      return polygon_error(fmt::format("line {} is not a corner", number),
                           "two numbers per line: x, y", "file");
    out.push_back({xy[0], xy[1]});
    if (out.size() > 100000) return polygon_error("the file has too many corners", "", "file");
  }
  return out;
}

Result<PlanePoints> given_corners(const ParamSet& p) {
  PlanePoints out;
  if (p.has("vertices")) {
    for (const auto& row : p.matrix("vertices")) {
      if (row.size() != 2)
        return polygon_error(fmt::format("vertex {} has {} numbers, not 2", out.size(), row.size()),
                             "vertices = [[x, y], ...]", "vertices");
      out.push_back({row[0], row[1]});
    }
  } else {
    auto read = corners_in_file(p.text("file"));
    if (!read) return read.errors();
    out = std::move(*read);
  }
  for (Vec2& c : out) c = p.number("scale") * c;
  return out;
}

struct PolygonWays {
  using Shape = PolygonShape;
  using Points = PlanePoints;
  static constexpr std::string_view code = "E0466", rounding_code = "E0467", noun = "polygon";
  static constexpr std::string_view box_example = "sides = [\"2 cm\", \"1 cm\"]";
  static Result<Points> box(const Vec3& sides) { return plane_box_corners(sides); }
  static Result<Points> given(const ParamSet& p) { return given_corners(p); }
  static Quat turn(const ParamSet& part) { return rotation_of({0, 0, part.number("angle")}); }
  static std::optional<Error> misplaced_part(const Vec3& x, std::size_t number) {
    if (x.z == 0) return std::nullopt;
    return polygon_error(fmt::format("part {} is not in the plane z = 0", number),
                         "position = [x, y]", "parts");
  }
};
using Polygons = ConvexShapes<PolygonWays>;

// Corners at random on an ellipse are convex. Each has its own part of the turn and keeps a quarter
// of it free, so that no side vanishes.
PlanePoints random_corners(int corners, double elongation, std::uint64_t seed) {
  const CounterRandom random(seed, 0x706f6c79);
  PlanePoints out;
  for (int k = 0; k < corners; ++k) {
    const double u = 0.75 * random.uniform(static_cast<std::uint64_t>(k), 0);
    const auto [s, c] = exact::sin_cos(2 * std::numbers::pi * (k + u) / corners);
    out.push_back({0.5 * c, 0.5 * s / elongation});
  }
  return out;
}

PlanePoints regular_corners(int corners) {
  PlanePoints out;
  for (int k = 0; k < corners; ++k) {
    const auto [s, c] = exact::sin_cos(std::numbers::pi * (2 * k - 0.5 * corners + 1) / corners);
    out.push_back({0.5 * c, 0.5 * s});
  }
  return out;
}

Result<std::vector<Cluster>> of_plane_name(const Branch& b, bool sized) {
  const ParamSet& p = b.entry_params;
  const int count = p.has("corners") ? static_cast<int>(p.integer("corners")) : 6;
  if (p.text("form") == "regular")
    return Polygons::of_points(b, regular_corners(count), "form", sized);
  std::vector<Cluster> out;
  for (std::int64_t k = 0; k < p.integer("variants"); ++k) {
    auto one =
        Polygons::of_points(b,
                            random_corners(count, p.number("elongation"),
                                           static_cast<std::uint64_t>(p.integer("seed") + k)),
                            "form", sized);
    if (!one) return one.errors();
    out.push_back(std::move(one->front()));
  }
  return out;
}

Result<std::vector<Cluster>> make_polygons(const Branch& b) {
  const ParamSet& p = b.entry_params;
  if (auto wrong =
          check_ways(b, "E0466", "a polygon",
                     "form = \"regular\", corners = 6 and diameter = \"1 cm\", for example"))
    return *wrong;
  const std::string form = p.has("form") ? p.text("form") : std::string();
  if (auto wrong = Polygons::wrong_place(b, form == "regular" || form == "random",
                                         "form = \"regular\" or \"random\""))
    return *wrong;
  if (!b.list("parts").empty()) {
    if (p.has("diameter"))
      return Polygons::misplaced("diameter", "polygons of one part; a fill may scale this one");
    return Polygons::of_parts(b);
  }
  if (p.has("form"))
    return Polygons::of_form(b, [&](bool sized) { return of_plane_name(b, sized); });
  return Polygons::of_given(b);
}

}  // namespace

extern const ShapeKindEntry polygon_entry;
const ShapeKindEntry polygon_entry{
    .info = {"polygon", "two dimensions: convex polygon, or several of them as one grain",
             "Schinner 1999", kPolygonKeys},
    .tables = tables_of_polygon,
    .make = make_polygons,
    .dimensions = Dimensions::two};

}  // namespace scree::shape_kinds
