#include "scree/distance_2d.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/exact_math.hpp"
#include "geometry/polygon/round.hpp"
#include "scree/json_answers.hpp"

namespace scree::app {
namespace {

using geometry::Polygon;
using geometry::Vec2;
using run::Json;

constexpr const char* kPlaneForm =
    R"({"pairs": [{"a": BODY, "b": BODY}]}, BODY a list of corners [[x, y], ...], counter-clockwise, )"
    R"(or an object {"vertices", "rounding"} or {"radius"}, with "position" and "angle")";

Error bad_plane(const std::string& what, const std::string& where) {
  return {"E0465", what, where, fmt::format("the file has the form {}", kPlaneForm), {}};
}

// A polygon whose border may be rounded, or a disc: nothing but a rounding.
struct PlaneBody {
  std::optional<Polygon> polygon;
  double rounding = 0;
  Vec2 x;
  geometry::Turn2 turn;

  geometry::PlacedPolygon placed() const { return {&*polygon, x, turn}; }
  geometry::Disc disc() const { return {x, rounding}; }
};

bool is_pair_of_numbers(const Json& v) {
  return v.is_array() && v.size() == 2 && v[0].is_number() && v[1].is_number();
}

Result<Polygon> polygon_of(const Json& list, const std::string& where) {
  if (!list.is_array()) return bad_plane("a polygon is a list of corners", where);
  std::vector<Vec2> corners;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const bool three = list[k].is_array() && list[k].size() == 3;
    if (!is_pair_of_numbers(list[k]))
      return bad_plane(three ? "a corner is a list of two numbers, and here are three: leave out "
                               "--dimension 2 for polyhedra"
                             : "a corner is a list of two numbers",
                       fmt::format("{}[{}]", where, k));
    corners.push_back({list[k][0].get<double>(), list[k][1].get<double>()});
  }
  auto made = Polygon::make(corners);
  if (made) return made;
  Error e = made.error();
  e.location = where;
  return e;
}

// The number `name` of a body; an error where it is there and is none, or is below 0.
Result<double> length_of(const Json& body, const char* name, const std::string& where) {
  if (!body.contains(name)) return 0.0;
  const std::string here = fmt::format("{}.{}", where, name);
  if (!body[name].is_number()) return bad_plane(fmt::format("`{}` is a number", name), here);
  const double value = body[name].get<double>();
  if (!(value >= 0 && value < 1e60))
    return bad_plane(fmt::format("`{}` = {} is not a length", name, value), here);
  return value;
}

// Far away the corners would not differ any more, or not be numbers.
bool is_a_place(const Vec2& x) {
  return __builtin_fabs(x.x) < 1e60 && __builtin_fabs(x.y) < 1e60;  // not for NaN
}

Result<PlaneBody> body_from_object(const Json& body, const std::string& where) {
  for (const auto& [key, value] : body.items())
    if (key != "vertices" && key != "rounding" && key != "radius" && key != "position" &&
        key != "angle")
      return bad_plane(fmt::format("`{}` says nothing here", key), where);
  const bool is_disc = body.contains("radius");
  if (is_disc == body.contains("vertices"))
    return bad_plane("a body has either `vertices` or a `radius`", where);
  PlaneBody out;
  if (!is_disc) {
    auto polygon = polygon_of(body["vertices"], where + ".vertices");
    if (!polygon) return polygon.errors();
    out.polygon = std::move(*polygon);
  }
  if (is_disc && body.contains("rounding"))
    return bad_plane("`rounding` is for polygons; a disc has its `radius`", where);
  const auto rounding = length_of(body, is_disc ? "radius" : "rounding", where);
  if (!rounding) return rounding.errors();
  out.rounding = *rounding;
  if (body.contains("position")) {
    if (!is_pair_of_numbers(body["position"]))
      return bad_plane("`position` is a list of two numbers", where + ".position");
    out.x = {body["position"][0].get<double>(), body["position"][1].get<double>()};
    if (!is_a_place(out.x))
      return bad_plane(fmt::format("({}, {}) is not a location", out.x.x, out.x.y),
                       where + ".position");
  }
  if (body.contains("angle")) {
    if (!body["angle"].is_number())
      return bad_plane("`angle` is a number, in radians", where + ".angle");
    const exact::SinCos t = exact::sin_cos(body["angle"].get<double>());
    out.turn = {t.cos, t.sin};
  }
  return out;
}

Result<PlaneBody> plane_body_of(const Json& pair, const char* name, const std::string& where) {
  const std::string here = fmt::format("{}.{}", where, name);
  if (!pair.contains(name)) return bad_plane(fmt::format("a pair has no body `{}`", name), where);
  if (pair[name].is_object()) return body_from_object(pair[name], here);
  auto polygon = polygon_of(pair[name], here);
  if (!polygon) return polygon.errors();
  PlaneBody out;
  out.polygon = std::move(*polygon);
  return out;
}

Json point_json(const Vec2& v) { return Json::array({v.x, v.y}); }

struct PlaneAnswer {
  geometry::RoundGap gap;
  std::optional<geometry::CommonArea> common;  // nothing: there is no formula for it
  double length = 0;                           // of the contact line
  bool has_line = false;
};

PlaneAnswer of_polygons(const PlaneBody& a, const PlaneBody& b) {
  geometry::FeatureHint hint;
  if (a.rounding > 0 || b.rounding > 0) {
    PlaneAnswer out{
        geometry::rounded_gap(a.placed(), a.rounding, b.placed(), b.rounding, hint), {}, 0, false};
    if (out.gap.depth == 0) out.common = geometry::CommonArea{};
    return out;
  }
  const geometry::PolygonGap g = polygon_gap(a.placed(), b.placed(), hint);
  return {{g.distance, g.depth, g.normal, g.on_a, g.on_b, g.iterations},
          geometry::CommonArea{g.area, g.centroid},
          g.length,
          true};
}

PlaneAnswer of_polygon_and_disc(const PlaneBody& a, const PlaneBody& b, double rounding) {
  geometry::FeatureHint hint;
  PlaneAnswer out{disc_gap(a.placed(), {b.x, b.rounding + rounding}, hint), {}, 0, false};
  out.gap.on_a = out.gap.on_a + rounding * out.gap.normal;
  out.gap.on_b = out.gap.on_b + rounding * out.gap.normal;
  if (rounding == 0)
    out.common = common_area(a.placed(), b.disc());
  else if (out.gap.depth == 0)
    out.common = geometry::CommonArea{};
  return out;
}

PlaneAnswer of_bodies(const PlaneBody& a, const PlaneBody& b) {
  if (a.polygon && b.polygon) return of_polygons(a, b);
  if (a.polygon) return of_polygon_and_disc(a, b, a.rounding);
  if (!b.polygon) return {disc_gap(a.disc(), b.disc()), common_area(a.disc(), b.disc()), 0, false};
  PlaneAnswer out = of_polygon_and_disc(b, a, b.rounding);
  out.gap.normal = -out.gap.normal;
  std::swap(out.gap.on_a, out.gap.on_b);
  return out;
}

Json answer_json(const PlaneAnswer& answer) {
  Json out;
  out["distance"] = answer.gap.distance;
  out["point_a"] = point_json(answer.gap.on_a);
  out["point_b"] = point_json(answer.gap.on_b);
  out["normal"] = point_json(answer.gap.normal);
  out["depth"] = answer.gap.depth;
  out["overlap_area"] = answer.common ? Json(answer.common->area) : Json(nullptr);
  const bool overlap = answer.common && answer.common->area > 0;
  out["overlap_centroid"] = overlap ? point_json(answer.common->centroid) : Json(nullptr);
  if (answer.has_line) out["contact_length"] = answer.length;
  out["iterations"] = answer.gap.iterations;
  return out;
}

Result<Json> plane_answer(const Json& pair, const std::string& where) {
  if (!pair.is_object()) return bad_plane("a pair is an object with `a` and `b`", where);
  const auto a = plane_body_of(pair, "a", where);
  if (!a) return a.errors();
  const auto b = plane_body_of(pair, "b", where);
  if (!b) return b.errors();
  return answer_json(of_bodies(*a, *b));
}

}  // namespace

Error only_for_polygons(const std::string& method) {
  return {"E0464",
          fmt::format("the method `{}` knows polygons only", method),
          {},
          "add --dimension 2, or take gjk, slm, fcp or cp",
          {}};
}

Result<Json> plane_distances(const std::string& file, const std::string& method) {
  if (method != kPlaneMethod)
    return Error{"E0464",
                 fmt::format("the method `{}` knows polyhedra only", method),
                 {},
                 "in two dimensions the method is `features`; leave --method out",
                 {}};
  return answer_file(file, "pairs", {{"method", kPlaneMethod}, {"dimension", 2}}, bad_plane,
                     plane_answer);
}

}  // namespace scree::app
