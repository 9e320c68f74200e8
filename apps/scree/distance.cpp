// scree distance PAIRS.json: how far apart convex bodies are, where, and along which direction.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "geometry/convex/methods.hpp"
#include "io/atomic_file.hpp"
#include "run/json.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

using geometry::GapMethod;
using geometry::Polyhedron;
using run::Json;

struct DistanceArguments {
  std::string pairs, method = "gjk", output;
};

constexpr const char* kForm =
    R"({"pairs": [{"a": [[x, y, z], ...], "b": [[x, y, z], ...]}]}, numbers in one unit)";

Error bad(const std::string& what, const std::string& where) {
  return {"E0580", what, where, fmt::format("the file has the form {}", kForm)};
}

Result<std::vector<Vec3>> vertices_of(const Json& list, const std::string& where) {
  if (!list.is_array()) return bad("a body is a list of vertices", where);
  std::vector<Vec3> out;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Json& v = list[k];
    const bool three =
        v.is_array() && v.size() == 3 && v[0].is_number() && v[1].is_number() && v[2].is_number();
    if (!three) return bad("a vertex is a list of three numbers", fmt::format("{}[{}]", where, k));
    out.push_back({v[0].get<double>(), v[1].get<double>(), v[2].get<double>()});
  }
  return out;
}

Result<Polyhedron> body_of(const Json& pair, const char* name, const std::string& where) {
  const std::string here = fmt::format("{}.{}", where, name);
  if (!pair.contains(name)) return bad(fmt::format("a pair has no body `{}`", name), where);
  const auto vertices = vertices_of(pair[name], here);
  if (!vertices) return vertices.errors();
  auto body = Polyhedron::make(*vertices);
  if (body) return body;
  Error e = body.error();
  e.location = here;
  return e;
}

Json vector_json(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }

// A body in the world as its vertices say.
geometry::PlacedBody as_given(const Polyhedron& body) { return {&body, body.corners(), {}, {}}; }

Result<Json> answer(const Json& pair, GapMethod method, const std::string& where) {
  if (!pair.is_object()) return bad("a pair is an object with `a` and `b`", where);
  const auto a = body_of(pair, "a", where);
  if (!a) return a.errors();
  const auto b = body_of(pair, "b", where);
  if (!b) return b.errors();
  geometry::GapHint hint;
  const geometry::Gap gap = geometry::convex_gap_by(method, as_given(*a), as_given(*b), hint).gap;
  Json out;
  out["distance"] = gap.distance;
  out["point_a"] = vector_json(gap.on_a);
  out["point_b"] = vector_json(gap.on_b);
  out["normal"] = vector_json(gap.normal);
  out["iterations"] = gap.iterations;
  return out;
}

Result<Json> distances(const DistanceArguments& args) {
  const auto text = read_whole_file(args.pairs);
  if (!text) return text.errors();
  const Json given = run::parsed_json(*text);
  if (given.is_discarded()) return bad("this is no JSON", args.pairs);
  if (!given.is_object() || !given.contains("pairs") || !given["pairs"].is_array())
    return bad("there is no list `pairs`", args.pairs);
  const auto method =
      static_cast<GapMethod>(std::find(std::begin(geometry::kGapMethodNames),
                                       std::end(geometry::kGapMethodNames), args.method) -
                             std::begin(geometry::kGapMethodNames));
  Json out;
  out["method"] = args.method;
  out["results"] = Json::array();
  Errors errors;
  const Json& pairs = given["pairs"];
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    auto one = answer(pairs[k], method, fmt::format("{}: pairs[{}]", args.pairs, k));
    if (one)
      out["results"].push_back(std::move(*one));
    else
      errors.insert(errors.end(), one.errors().begin(), one.errors().end());
  }
  if (!errors.empty()) return errors;
  return out;
}

}  // namespace

void add_distance(CommandLine& line) {
  auto a = std::make_shared<DistanceArguments>();
  Command c =
      line.command("distance", "distance, closest points and normal of pairs of convex polyhedra");
  c.value("pairs", a->pairs, "JSON file with the vertices of each pair").required();
  c.value("--method", a->method, "how the common plane is found")
      .one_of({std::begin(geometry::kGapMethodNames), std::end(geometry::kGapMethodNames)});
  c.value("--output,-o", a->output, "write the answers to this file");
  c.action([a] {
    const auto found = distances(*a);
    if (!found) {
      print_errors(found.errors());
      return kBadInput;
    }
    const std::string text = run::json_text(*found, 1) + "\n";
    if (a->output.empty()) {
      write_out(text);
      return kSuccess;
    }
    const auto done = write_file(a->output, text);
    if (!done) print_errors(done.errors());
    return done ? kSuccess : kBadInput;
  });
}

}  // namespace scree::app
