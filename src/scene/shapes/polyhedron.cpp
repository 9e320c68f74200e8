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
#include "scene/shape.hpp"
#include "walls/mesh_file.hpp"

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

ContactModel contact_of(const ParamSet& p) {
  return p.text("contact") == "points" ? ContactModel::points : ContactModel::potential;
}

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

// A body of one part, of the size that `diameter` asks for.
Result<std::shared_ptr<const PolyhedronShape>> sized_shape(Points points, const ParamSet& p,
                                                           double diameter, std::string_view key) {
  const double rounding = p.number("rounding");
  const auto tell = [key](Errors errors) {
    for (Error& e : errors)
      if (e.subject.key.empty()) e.subject = Subject::of_key(std::string(key));
    return errors;
  };
  if (diameter > 0) {
    const auto core = PolyhedronShape::make(points);
    if (!core) return tell(core.errors());
    const double room = 0.5 * diameter - rounding;
    if (!(room > 0))
      return Error{"E0572",
                   fmt::format("a rounding of {:.4g} m leaves nothing of a body of {:.4g} m",
                               rounding, diameter),
                   "", "it must be less than half of `diameter`", Subject::of_key("rounding")};
    for (Vec3& x : points) x *= room / (*core)->bounding_radius();
  }
  auto out = PolyhedronShape::make(points, rounding, contact_of(p));
  if (!out) return tell(out.errors());
  return out;
}

Result<std::vector<Cluster>> of_points(const Branch& b, Points points, std::string_view key,
                                       bool sized) {
  const ParamSet& p = b.entry_params;
  auto shape = sized_shape(std::move(points), p, sized ? p.number_or("diameter", 0) : 1, key);
  if (!shape) return shape.errors();
  auto cluster = make_solid(b.name, {{std::move(*shape), {}, {}}});
  if (!cluster) return cluster.errors();
  cluster->sized = sized;
  std::vector<Cluster> out;
  out.push_back(std::move(*cluster));
  return out;
}

Result<std::vector<Cluster>> of_parts(const Branch& b) {
  const ParamSet& all = b.entry_params;
  std::vector<SolidPart> parts;
  for (const Branch& part : b.list("parts")) {
    const ParamSet& p = part.params;
    if (p.has("vertices") + p.has("file") + p.has("sides") != 1)
      return shape_error(
          fmt::format("part {} needs one of `vertices`, `file` and `sides`", parts.size()), "",
          "parts");
    auto points = p.has("sides") ? box_with(p.vector("sides")) : given_points(p);
    if (!points) return points.errors();
    auto shape = PolyhedronShape::make(*points, all.number("rounding"), contact_of(all));
    if (!shape) {
      Errors errors = shape.errors();
      for (Error& e : errors) {
        e.message = fmt::format("part {}: {}", parts.size(), e.message);
        e.subject = Subject::of_key("parts");
      }
      return errors;
    }
    const Quat q = rotation_of(p.vector("rotation"));
    // The frame of the shape is in the middle of it, not where its points were measured from.
    const Vec3 x = p.vector("position") - rotate(q, (*shape)->given_origin());
    parts.push_back({std::move(*shape), x, q});
  }
  auto cluster = make_solid(b.name, std::move(parts));
  if (!cluster) return cluster.errors();
  std::vector<Cluster> out;
  out.push_back(std::move(*cluster));
  return out;
}

Result<std::vector<Cluster>> of_form(const Branch& b) {
  const ParamSet& p = b.entry_params;
  const std::string& name = p.text("form");
  if (name == "box") {
    if (!p.has("sides"))
      return shape_error("a box needs its `sides`", "sides = [\"2 cm\", \"1 cm\", \"1 cm\"]",
                         "form");
    auto points = box_with(p.vector("sides"));
    if (!points) return points.errors();
    return of_points(b, std::move(*points), "sides", true);
  }
  const bool sized = p.has("diameter");
  if (!sized && p.number("rounding") > 0)
    return shape_error("a form without a `diameter` cannot have a `rounding` in metres",
                       "give `diameter` here; a fill may still ask for other sizes", "rounding");
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
    auto one = of_points(b, Points(corners.begin(), corners.end()), "form", sized);
    if (!one) return one.errors();
    out.push_back(std::move(one->front()));
  }
  return out;
}

Result<std::vector<Cluster>> make_polyhedra(const Branch& b) {
  const ParamSet& p = b.entry_params;
  const bool parts = !b.list("parts").empty();
  if (auto wrong = check_ways(b, "E0450", "a polyhedron",
                              "form = \"cube\" and diameter = \"1 cm\", for example"))
    return *wrong;
  const auto misplaced = [&](std::string_view key, std::string_view of) {
    return shape_error(fmt::format("`{}` belongs to {}", key, of), "", key);
  };
  const std::string form = p.has("form") ? p.text("form") : std::string();
  if (p.has("sides") && form != "box") return misplaced("sides", "form = \"box\"");
  if (p.has("corners") && form != "prism" && form != "random")
    return misplaced("corners", "form = \"prism\" or \"random\"");
  if (p.integer("variants") > 1 && form != "random")
    return misplaced("variants", "form = \"random\"");
  // None of these is taken in silence where it would do nothing.
  for (const char* key : {"elongation", "flatness"})
    if (p.number(key) > 1 && form != "random") return misplaced(key, "form = \"random\"");
  if (p.number("height") != 1 && form != "prism") return misplaced("height", "form = \"prism\"");
  if (p.number("scale") != 1 && (parts || p.has("form")))
    return misplaced("scale", "`vertices` and `file`; each of several parts has its own");
  if (parts) {
    if (p.has("diameter"))
      return misplaced("diameter", "bodies of one part; a fill may scale this one");
    return of_parts(b);
  }
  if (p.has("form")) return of_form(b);
  auto points = given_points(p);
  if (!points) return points.errors();
  return of_points(b, std::move(*points), p.has("vertices") ? "vertices" : "file", true);
}

}  // namespace

extern const ShapeKindEntry polyhedron_entry;
const ShapeKindEntry polyhedron_entry{
    .info = {"polyhedron", "convex, with flat faces; or several of them as one body",
             "Nezami et al. 2006", kPolyhedronKeys},
    .tables = tables_of_polyhedron,
    .make = make_polyhedra};

}  // namespace scree::shape_kinds
