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
#include "scene/shape.hpp"

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
     .fallback = "depth",
     .choices = "depth|area",
     .doc = "what the normal law sees where two such polygons meet: the depth of the overlap, or "
            "its area (stiffness times area over 4 r1 r2/(r1 + r2))"},
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

// Numbers with commas, semicolons or blanks between; what follows # is no number.
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

Result<std::shared_ptr<const PolygonShape>> sized_polygon(PlanePoints corners, const ParamSet& p,
                                                          double diameter, std::string_view key) {
  const double rounding = p.number("rounding");
  const auto tell = [key](Errors errors) {
    for (Error& e : errors)
      if (e.subject.key.empty()) e.subject = Subject::of_key(std::string(key));
    return errors;
  };
  if (diameter > 0) {
    const auto core = PolygonShape::make(corners);
    if (!core) return tell(core.errors());
    const double room = 0.5 * diameter - rounding;
    if (!(room > 0))
      return Error{"E0467",
                   fmt::format("a rounding of {:.4g} m leaves nothing of a polygon of {:.4g} m",
                               rounding, diameter),
                   "", "it must be less than half of `diameter`", Subject::of_key("rounding")};
    for (Vec2& c : corners) c = (room / (*core)->bounding_radius()) * c;
  }
  auto out = PolygonShape::make(corners, rounding, p.text("contact") == "area");
  if (!out) return tell(out.errors());
  return out;
}

Result<std::vector<Cluster>> of_corners(const Branch& b, PlanePoints corners, std::string_view key,
                                        bool sized) {
  const ParamSet& p = b.entry_params;
  auto shape = sized_polygon(std::move(corners), p, sized ? p.number_or("diameter", 0) : 1, key);
  if (!shape) return shape.errors();
  auto cluster = make_solid(b.name, {{std::move(*shape), {}, {}}}, Dimensions::two);
  if (!cluster) return cluster.errors();
  cluster->sized = sized;
  std::vector<Cluster> out;
  out.push_back(std::move(*cluster));
  return out;
}

Result<std::vector<Cluster>> of_plane_parts(const Branch& b) {
  const ParamSet& all = b.entry_params;
  std::vector<SolidPart> parts;
  for (const Branch& part : b.list("parts")) {
    const ParamSet& p = part.params;
    if (p.has("vertices") + p.has("file") + p.has("sides") != 1)
      return polygon_error(
          fmt::format("part {} needs one of `vertices`, `file` and `sides`", parts.size()), "",
          "parts");
    auto corners = p.has("sides") ? plane_box_corners(p.vector("sides")) : given_corners(p);
    if (!corners) return corners.errors();
    auto shape =
        PolygonShape::make(*corners, all.number("rounding"), all.text("contact") == "area");
    if (!shape) {
      Errors errors = shape.errors();
      for (Error& e : errors) {
        e.message = fmt::format("part {}: {}", parts.size(), e.message);
        e.subject = Subject::of_key("parts");
      }
      return errors;
    }
    const Quat q = rotation_of({0, 0, p.number("angle")});
    const Vec2& o = (*shape)->given_origin();
    Vec3 x = p.vector("position") - rotate(q, {o.x, o.y, 0});
    if (x.z != 0)
      return polygon_error(fmt::format("part {} is beside the plane z = 0", parts.size()),
                           "position = [x, y]", "parts");
    parts.push_back({std::move(*shape), x, q});
  }
  auto cluster = make_solid(b.name, std::move(parts), Dimensions::two);
  if (!cluster) return cluster.errors();
  std::vector<Cluster> out;
  out.push_back(std::move(*cluster));
  return out;
}

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

Result<std::vector<Cluster>> of_plane_form(const Branch& b) {
  const ParamSet& p = b.entry_params;
  const std::string& name = p.text("form");
  if (name == "box") {
    if (!p.has("sides"))
      return polygon_error("a box needs its `sides`", "sides = [\"2 cm\", \"1 cm\"]", "form");
    auto corners = plane_box_corners(p.vector("sides"));
    if (!corners) return corners.errors();
    return of_corners(b, std::move(*corners), "sides", true);
  }
  const bool sized = p.has("diameter");
  if (!sized && p.number("rounding") > 0)
    return polygon_error("a form without a `diameter` cannot have a `rounding` in metres",
                         "give `diameter` here; a fill may still ask for other sizes", "rounding");
  const int count = p.has("corners") ? static_cast<int>(p.integer("corners")) : 6;
  if (name == "regular") return of_corners(b, regular_corners(count), "form", sized);
  std::vector<Cluster> out;
  for (std::int64_t k = 0; k < p.integer("variants"); ++k) {
    auto one = of_corners(b,
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
  const bool parts = !b.list("parts").empty();
  if (auto wrong =
          check_ways(b, "E0466", "a polygon",
                     "form = \"regular\", corners = 6 and diameter = \"1 cm\", for example"))
    return *wrong;
  const auto misplaced = [&](std::string_view key, std::string_view of) {
    return polygon_error(fmt::format("`{}` belongs to {}", key, of), "", key);
  };
  const std::string form = p.has("form") ? p.text("form") : std::string();
  if (p.has("sides") && form != "box") return misplaced("sides", "form = \"box\"");
  if (p.has("corners") && form != "regular" && form != "random")
    return misplaced("corners", "form = \"regular\" or \"random\"");
  if (p.integer("variants") > 1 && form != "random")
    return misplaced("variants", "form = \"random\"");
  if (p.number("elongation") > 1 && form != "random")
    return misplaced("elongation", "form = \"random\"");
  if (p.number("scale") != 1 && (parts || p.has("form")))
    return misplaced("scale", "`vertices` and `file`; each of several parts has its own");
  if (parts) {
    if (p.has("diameter"))
      return misplaced("diameter", "polygons of one part; a fill may scale this one");
    return of_plane_parts(b);
  }
  if (p.has("form")) return of_plane_form(b);
  auto corners = given_corners(p);
  if (!corners) return corners.errors();
  return of_corners(b, std::move(*corners), p.has("vertices") ? "vertices" : "file", true);
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
