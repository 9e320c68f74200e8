// Convex polyhedra from vertices, a mesh file or a named form, and rigid bodies made of several.
#include "shapes/polyhedron.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/random.hpp"
#include "geometry/convex/forms.hpp"
#include "geometry/convex/hull.hpp"
#include "scene/convex_shapes.hpp"
#include "walls/mesh/mesh_file.hpp"

namespace scree::shape_kinds {
namespace {

constexpr std::array<ParamInfo, 3> kPointParams{{
    {.name = "vertices",
     .kind = ParamKind::matrix,
     .dim = dim::length,
     .doc = "points whose hull is the body: [[x, y, z], ...], four at least; the hull may have "
            "10 000 corners"},
    {.name = "file",
     .kind = ParamKind::path,
     .doc = "STL, OBJ or PLY, relative to the scene: the hull of its points"},
    {.name = "scale",
     .fallback = "1",
     .range = range::positive,
     .doc = "factor for `vertices` and `file`: 0.001 for a file in millimetres"},
}};
constexpr std::array<ParamInfo, 11> kFormParams{{
    {.name = "form",
     .kind = ParamKind::choice,
     .choices = "tetrahedron|pyramid|cube|fourteen|octahedron|dodecahedron|icosahedron|box|prism|"
                "random",
     .doc = "a body with a name: `fourteen` is a cube with a corner over each face, `random` has "
            "corners spread over an ellipsoid"},
    {.name = "sides",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "of a `box`: its edges along x, y and z"},
    {.name = "corners",
     .kind = ParamKind::integer,
     .range = {3, 200},
     .doc = "of the base of a `prism` (default 6), or of a `random` form (default 14)"},
    {.name = "height",
     .fallback = "1",
     .range = range::positive,
     .doc = "of a `prism`, in diameters of the circle around its base"},
    {.name = "elongation",
     .fallback = "1",
     .range = {1, 100},
     .doc = "of a `random` form: length over width"},
    {.name = "flatness",
     .fallback = "1",
     .range = {1, 100},
     .doc = "of a `random` form: width over thickness"},
    {.name = "seed",
     .kind = ParamKind::integer,
     .fallback = "1",
     .range = {0, 9007199254740992.0},
     .doc = "of a `random` form"},
    {.name = "variants",
     .kind = ParamKind::integer,
     .fallback = "1",
     .range = {1, 10000},
     .doc = "of a `random` form: so many different bodies, placed alike"},
    {.name = "diameter",
     .dim = dim::length,
     .range = range::positive,
     .doc =
         "of the ball around it; default: that of the fill, or as `vertices`, `file` and `sides` "
         "have it"},
    {.name = "rounding",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "everything within this distance of the hull belongs to the body, which grows by it; "
            "`diameter` counts it in"},
    {.name = "contact",
     .kind = ParamKind::choice,
     .fallback = "potential",
     .choices = "potential|points",
     .doc =
         "how bodies press on each other: by one potential of all features, which gives its "
         "energy back; or at points of the area where facing sides overlap (Nezami et al. 2006)"},
}};
constexpr auto kPolyhedronKeys = join(kPointParams, kFormParams);

constexpr std::array<ParamInfo, 3> kPartOwn{{
    {.name = "sides",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "a box with these edges, instead of `vertices` or `file`"},
    {.name = "position",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "by which it is moved"},
    {.name = "rotation",
     .kind = ParamKind::vector,
     .dim = dim::angle,
     .fallback = "[0, 0, 0]",
     .doc = "by which it is turned before that: axis times angle"},
}};
constexpr auto kPartKeys = join(kPointParams, kPartOwn);

std::vector<SubTable> tables_of_polyhedron() {
  static const Section part{.title = "a part of a polyhedron",
                            .doc =
                                "A convex part of a rigid body. Parts may touch; where they "
                                "overlap their mass counts twice.",
                            .params = kPartKeys};
  return {{"parts", &part, Repeat::list, "", "several convex parts that move as one"}};
}

using Points = std::vector<Vec3>;

Error shape_error(std::string message, std::string hint, std::string_view key) {
  return {"E0450", std::move(message), "", std::move(hint), Subject::of_key(std::string(key))};
}

Points box_points(const Vec3& s) {
  Points out;
  for (int k = 0; k < 8; ++k)
    out.push_back(
        {(k & 1 ? 0.5 : -0.5) * s.x, (k & 2 ? 0.5 : -0.5) * s.y, (k & 4 ? 0.5 : -0.5) * s.z});
  return out;
}

Result<Points> box_with(const Vec3& sides) {
  if (sides.x > 0 && sides.y > 0 && sides.z > 0) return box_points(sides);
  return shape_error("the `sides` of a box must be greater than 0", "", "sides");
}

Result<Points> points_of_rows(const std::vector<std::vector<double>>& rows) {
  Points out;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k].size() != 3)
      return Error{"E0573", fmt::format("vertex {} has {} numbers, not 3", k, rows[k].size()), "",
                   "vertices = [[x, y, z], ...]", Subject::of_key("vertices")};
    out.push_back({rows[k][0], rows[k][1], rows[k][2]});
  }
  return out;
}

// A ball that touches a body asks all of its faces, in every step, and what the edges need when the
// body is made grows with the square of their number: 10^5 corners take minutes, and no run ends.
constexpr std::size_t kMostCorners = 10'000;

std::optional<Error> too_many_corners(Points points, std::string_view key) {
  if (points.size() <= kMostCorners) return std::nullopt;
  // Mixed: points in the order of a circle, as of a turned part, make the hull slow.
  const CounterRandom random(1, 0);
  for (std::size_t k = points.size() - 1; k > 0; --k)
    std::swap(points[k], points[random.words(k)[0] % (k + 1)]);
  const auto hull = geometry::convex_hull(points);
  if (!hull) return std::nullopt;  // told where the body is made
  std::vector<bool> used(points.size(), false);
  for (const auto& t : *hull)
    for (const std::uint32_t v : t) used[v] = true;
  const auto corners = static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
  if (corners <= kMostCorners) return std::nullopt;
  return shape_error(fmt::format("the hull of these {} points has {} corners; a polyhedron has at "
                                 "most {}",
                                 points.size(), corners, kMostCorners),
                     "a few hundred corners with a `rounding` describe a smooth body as well", key);
}

// Of `vertices` or `file`.
Result<Points> given_points(const ParamSet& p) {
  Points out;
  if (p.has("vertices")) {
    auto rows = points_of_rows(p.matrix("vertices"));
    if (!rows) return rows.errors();
    out = std::move(*rows);
  } else {
    auto soup = read_mesh_file(p.text("file"));
    if (!soup) {
      Errors errors = soup.errors();
      for (Error& e : errors) e.subject = Subject::of_key("file");
      return errors;
    }
    out = std::move(soup->points);
  }
  if (auto error = too_many_corners(out, p.has("vertices") ? "vertices" : "file")) return *error;
  for (Vec3& x : out) x *= p.number("scale");
  return out;
}

struct PolyhedronWays {
  using Shape = PolyhedronShape;
  using Points = shape_kinds::Points;
  static constexpr std::string_view code = "E0450", rounding_code = "E0572", noun = "body";
  static constexpr std::string_view box_example = "sides = [\"2 cm\", \"1 cm\", \"1 cm\"]";
  static Result<Points> box(const Vec3& sides) { return box_with(sides); }
  static Result<Points> given(const ParamSet& p) { return given_points(p); }
  static Quat turn(const ParamSet& part) { return rotation_of(part.vector("rotation")); }
  static std::optional<Error> misplaced_part(const Vec3&, std::size_t) { return std::nullopt; }
};
using Polyhedra = ConvexShapes<PolyhedronWays>;

Result<std::vector<Cluster>> of_body_name(const Branch& b, bool sized) {
  const ParamSet& p = b.entry_params;
  const std::string& name = p.text("form");
  geometry::FormSpec spec;
  spec.height = p.number("height");
  spec.elongation = p.number("elongation");
  spec.flatness = p.number("flatness");
  spec.corners = p.has("corners") ? static_cast<int>(p.integer("corners")) : 6;
  spec.vertices = p.has("corners") ? static_cast<int>(p.integer("corners")) : 14;
  const auto variants = name == "random" ? p.integer("variants") : 1;
  std::vector<Cluster> out;
  for (std::int64_t k = 0; k < variants; ++k) {
    spec.seed = static_cast<std::uint64_t>(p.integer("seed") + k);
    const auto body = geometry::find_form(name)->make(spec);
    if (!body) {
      Errors errors = body.errors();
      for (Error& e : errors)
        if (e.subject.key.empty()) e.subject = Subject::of_key("form");
      return errors;
    }
    const auto corners = body->corners();
    auto one = Polyhedra::of_points(b, Points(corners.begin(), corners.end()), "form", sized);
    if (!one) return one.errors();
    out.push_back(std::move(one->front()));
  }
  return out;
}

Result<std::vector<Cluster>> make_polyhedra(const Branch& b) {
  const ParamSet& p = b.entry_params;
  if (auto wrong = check_ways(b, "E0450", "a polyhedron",
                              "form = \"cube\" and diameter = \"1 cm\", for example"))
    return *wrong;
  const std::string form = p.has("form") ? p.text("form") : std::string();
  if (auto wrong = Polyhedra::wrong_place(b, form == "prism" || form == "random",
                                          "form = \"prism\" or \"random\""))
    return *wrong;
  // None of these is taken in silence where it would do nothing.
  if (p.number("flatness") > 1 && form != "random")
    return Polyhedra::misplaced("flatness", "form = \"random\"");
  if (p.number("height") != 1 && form != "prism")
    return Polyhedra::misplaced("height", "form = \"prism\"");
  if (!b.list("parts").empty()) {
    if (p.has("diameter"))
      return Polyhedra::misplaced("diameter", "bodies of one part; a fill may scale this one");
    return Polyhedra::of_parts(b);
  }
  if (p.has("form"))
    return Polyhedra::of_form(b, [&](bool sized) { return of_body_name(b, sized); });
  return Polyhedra::of_given(b);
}

}  // namespace

extern const ShapeKindEntry polyhedron_entry;
const ShapeKindEntry polyhedron_entry{
    .info = {"polyhedron", "convex, with flat faces; or several of them as one body",
             "Nezami et al. 2006", kPolyhedronKeys},
    .tables = tables_of_polyhedron,
    .make = make_polyhedra};

}  // namespace scree::shape_kinds
