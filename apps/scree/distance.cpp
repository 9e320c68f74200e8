// scree distance PAIRS.json: how far apart convex bodies are, where, and along which direction.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "geometry/convex/contact_patch.hpp"
#include "geometry/convex/forms.hpp"
#include "geometry/convex/methods.hpp"
#include "scree/commands.hpp"
#include "scree/distance_2d.hpp"
#include "scree/json_answers.hpp"

namespace scree::app {
namespace {

using geometry::GapMethod;
using geometry::Polyhedron;
using run::Json;

struct DistanceArguments {
  std::string pairs, method, output;  // no method: the first of the dimension
  int dimension = 3;
};

constexpr const char* kForm =
    R"({"pairs": [{"a": BODY, "b": BODY}]}, BODY a list of vertices [[x, y, z], ...] or an object )"
    R"({"vertices" or "form", "position", "orientation", "size", "rounding"})";

Error bad(const std::string& what, const std::string& where) {
  return {"E0580", what, where, fmt::format("the file has the form {}", kForm)};
}

// A body in the world: corners, and a ball that rolls around them.
struct Body {
  Polyhedron shape;
  Vec3 position{};
  Quat orientation{};
  double size = 1, rounding = 0;
  geometry::PlacedBody placed() const { return {shape, position, orientation, size}; }
};

// Reads an object, member by member; the first mistake is kept.
class Members {
 public:
  Members(const Json& of, std::string where) : of_(of), where_(std::move(where)) {
    for (const auto& [key, value] : of.items()) unread_.push_back(key);
  }

  bool has(const char* name) {
    std::erase(unread_, name);
    return of_.contains(name);
  }
  std::string here(const char* name) const { return fmt::format("{}.{}", where_, name); }
  void number(const char* name, double& out) {
    if (!has(name)) return;
    if (of_[name].is_number())
      out = of_[name].get<double>();
    else
      fail(fmt::format("`{}` is a number", name), here(name));
  }
  template <class Integer>
  void integer(const char* name, Integer& out) {
    if (!has(name)) return;
    if (of_[name].is_number_integer())
      out = of_[name].get<Integer>();
    else
      fail(fmt::format("`{}` is a whole number", name), here(name));
  }
  bool numbers(const char* name, std::size_t count, double* out) {
    if (!has(name)) return false;
    const Json& v = of_[name];
    bool good = v.is_array() && v.size() == count;
    for (std::size_t k = 0; good && k < count; ++k) {
      good = v[k].is_number();
      if (good) out[k] = v[k].get<double>();
    }
    if (!good) fail(fmt::format("`{}` is a list of {} numbers", name, count), here(name));
    return good;
  }
  void vector(const char* name, Vec3& out) {
    double v[3];
    if (numbers(name, 3, v)) out = {v[0], v[1], v[2]};
  }
  void fail(const std::string& what, const std::string& where) {
    if (errors_.empty()) errors_.push_back(bad(what, where));
  }
  Errors errors() {
    if (errors_.empty() && !unread_.empty())
      fail(fmt::format("`{}` says nothing here", unread_.front()), where_);
    return errors_;
  }

 private:
  const Json& of_;
  std::string where_;
  std::vector<std::string> unread_;
  Errors errors_;
};

Result<std::vector<Vec3>> vertices_of(const Json& list, const std::string& where) {
  if (!list.is_array()) return bad("a body is a list of vertices or an object", where);
  std::vector<Vec3> out;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Json& v = list[k];
    const bool three =
        v.is_array() && v.size() == 3 && v[0].is_number() && v[1].is_number() && v[2].is_number();
    const bool two = v.is_array() && v.size() == 2;
    if (!three)
      return bad(two ? "a vertex is a list of three numbers, and here are two: polygons need "
                       "--dimension 2"
                     : "a vertex is a list of three numbers",
                 fmt::format("{}[{}]", where, k));
    out.push_back({v[0].get<double>(), v[1].get<double>(), v[2].get<double>()});
  }
  return out;
}

Result<Polyhedron> form_of(const Json& name, Members& in, const std::string& where) {
  const geometry::FormInfo* form =
      name.is_string() ? geometry::find_form(name.get<std::string>()) : nullptr;
  if (form == nullptr) {
    std::string known;
    for (const geometry::FormInfo& f : geometry::form_catalog())
      known += fmt::format("{}{}", known.empty() ? "" : ", ", f.name);
    return Error{"E0580", fmt::format("there is no form {}", name.dump()), where,
                 fmt::format("known: {}", known)};
  }
  geometry::FormSpec spec;
  const auto reads = [&](std::string_view what) {
    return fmt::format(",{},", form->reads).find(fmt::format(",{},", what)) != std::string::npos;
  };
  if (reads("sides")) in.vector("sides", spec.sides);
  if (reads("corners")) in.integer("corners", spec.corners);
  if (reads("height")) in.number("height", spec.height);
  if (reads("vertices")) in.integer("vertices", spec.vertices);
  if (reads("elongation")) in.number("elongation", spec.elongation);
  if (reads("flatness")) in.number("flatness", spec.flatness);
  if (reads("seed")) in.integer("seed", spec.seed);
  return form->make(spec);
}

Result<Polyhedron> shape_of(const Json& body, Members* in, const std::string& where) {
  if (in != nullptr && in->has("form")) return form_of(body["form"], *in, where);
  if (in != nullptr && !in->has("vertices")) return bad("a body has `vertices` or a `form`", where);
  const auto vertices = in == nullptr ? vertices_of(body, where)
                                      : vertices_of(body["vertices"], in->here("vertices"));
  if (!vertices) return vertices.errors();
  return Polyhedron::make(*vertices);
}

Result<Body> body_of(const Json& pair, const char* name, const std::string& where) {
  const std::string here = fmt::format("{}.{}", where, name);
  if (!pair.contains(name)) return bad(fmt::format("a pair has no body `{}`", name), where);
  const Json& given = pair[name];
  std::optional<Members> in;
  if (given.is_object()) in.emplace(given, here);
  auto shape = shape_of(given, in ? &*in : nullptr, here);
  if (!shape) {
    Error e = shape.error();
    if (e.location.empty()) e.location = here;
    return e;
  }
  Body out{std::move(*shape)};
  if (!in) return out;
  double q[4];
  in->vector("position", out.position);
  if (in->numbers("orientation", 4, q)) {
    out.orientation = {q[0], q[1], q[2], q[3]};
    if (!is_unit(out.orientation))
      in->fail("`orientation` is a unit quaternion [w, x, y, z]", in->here("orientation"));
    out.orientation = normalized(out.orientation);
  }
  in->number("size", out.size);
  in->number("rounding", out.rounding);
  if (!(out.size > 0)) in->fail("`size` is above 0", in->here("size"));
  if (!(out.rounding >= 0)) in->fail("`rounding` is not below 0", in->here("rounding"));
  if (const Errors wrong = in->errors(); !wrong.empty()) return wrong;
  return out;
}

Json vector_json(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }

Result<Json> answer(const Json& pair, GapMethod method, const std::string& where) {
  if (!pair.is_object()) return bad("a pair is an object with `a` and `b`", where);
  const auto a = body_of(pair, "a", where);
  if (!a) return a.errors();
  const auto b = body_of(pair, "b", where);
  if (!b) return b.errors();
  geometry::GapHint hint;
  geometry::Gap gap = geometry::convex_gap_by(method, a->placed(), b->placed(), hint).gap;
  const geometry::ContactPatch patch =
      geometry::contact_patch(a->placed(), b->placed(), gap,
                              {.rounding_a = a->rounding, .rounding_b = b->rounding, .layer = 0});
  gap.distance -= a->rounding + b->rounding;
  gap.on_a += a->rounding * gap.normal;
  gap.on_b -= b->rounding * gap.normal;
  Json out;
  out["distance"] = gap.distance;
  out["point_a"] = vector_json(gap.on_a);
  out["point_b"] = vector_json(gap.on_b);
  out["normal"] = vector_json(gap.normal);
  if (gap.distance < 0) {
    out["contact_area"] = patch.area;
    out["contact_centroid"] = vector_json(patch.centroid);
  }
  out["iterations"] = gap.iterations;
  return out;
}

Result<Json> distances(const DistanceArguments& args) {
  if (args.method == kPlaneMethod) return only_for_polygons(args.method);
  const auto method =
      static_cast<GapMethod>(std::find(std::begin(geometry::kGapMethodNames),
                                       std::end(geometry::kGapMethodNames), args.method) -
                             std::begin(geometry::kGapMethodNames));
  return answer_file(
      args.pairs, "pairs", {{"method", args.method}}, bad,
      [method](const Json& pair, const std::string& where) { return answer(pair, method, where); });
}

}  // namespace

void add_distance(CommandLine& line) {
  auto a = std::make_shared<DistanceArguments>();
  Command c =
      line.command("distance", "distance, closest points and normal of pairs of convex bodies");
  c.value("pairs", a->pairs, "JSON file with the bodies of each pair").required();
  std::vector<std::string> methods(std::begin(geometry::kGapMethodNames),
                                   std::end(geometry::kGapMethodNames));
  methods.emplace_back(kPlaneMethod);
  c.value("--method", a->method, "how the common plane is found (gjk), or the closest features")
      .one_of(methods);
  c.value("--dimension", a->dimension, "3: polyhedra; 2: polygons and discs").between(2, 3);
  c.value("--output,-o", a->output, "write the answers to this file");
  c.action([a] {
    if (a->method.empty()) a->method = a->dimension == 2 ? kPlaneMethod : "gjk";
    return put_answers(a->dimension == 2 ? plane_distances(a->pairs, a->method) : distances(*a),
                       a->output);
  });
}

}  // namespace scree::app
