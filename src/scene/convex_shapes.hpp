// Shapes of convex bodies, one or several that move as one: what is the same for polygons and
// polyhedra, from corners to clusters. scene/shapes/polygon.cpp and polyhedron.cpp say the rest:
//
//   struct Ways {
//     using Shape = ...;                                       // PolygonShape, PolyhedronShape
//     using Points = ...;                                      // as Shape::make() takes them
//     static constexpr std::string_view code, rounding_code;   // of errors
//     static constexpr std::string_view noun;                  // "polygon"
//     static constexpr std::string_view box_example;           // for a box without `sides`
//     static Result<Points> box(const Vec3& sides);
//     static Result<Points> given(const ParamSet&);            // of `vertices` or `file`
//     static Quat turn(const ParamSet& part);
//     static std::optional<Error> misplaced_part(const Vec3& x, std::size_t number);
//   };
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scene/shape.hpp"
#include "shapes/convex_shape.hpp"

namespace scree {

template <class Ways>
struct ConvexShapes {
  using Shape = typename Ways::Shape;
  using Points = typename Ways::Points;
  using Clusters = Result<std::vector<Cluster>>;

  static Error error(std::string message, std::string hint, std::string_view key) {
    return {std::string(Ways::code), std::move(message), "", std::move(hint),
            Subject::of_key(std::string(key))};
  }
  static Error misplaced(std::string_view key, std::string_view of) {
    return error(fmt::format("`{}` belongs to {}", key, of), "", key);
  }

  // One body, as large as its points are or as `diameter` asks for; not `sized`: any size.
  static Clusters of_points(const Branch& b, Points points, std::string_view key, bool sized) {
    const ParamSet& p = b.entry_params;
    auto shape = with_diameter(std::move(points), p, sized ? p.number_or("diameter", 0) : 1, key);
    if (!shape) return shape.errors();
    auto out = one_cluster(b, {{std::move(*shape), {}, {}}});
    if (out) out->front().sized = sized;
    return out;
  }

  static Clusters of_parts(const Branch& b) {
    const ParamSet& all = b.entry_params;
    std::vector<SolidPart> parts;
    for (const Branch& part : b.list("parts")) {
      const ParamSet& p = part.params;
      if (p.has("vertices") + p.has("file") + p.has("sides") != 1)
        return error(
            fmt::format("part {} needs one of `vertices`, `file` and `sides`", parts.size()), "",
            "parts");
      auto points = p.has("sides") ? Ways::box(p.vector("sides")) : Ways::given(p);
      if (!points) return points.errors();
      auto shape = Shape::make(*points, all.number("rounding"), contact_of(all));
      if (!shape) {
        Errors errors = shape.errors();
        for (Error& e : errors) {
          e.message = fmt::format("part {}: {}", parts.size(), e.message);
          e.subject = Subject::of_key("parts");
        }
        return errors;
      }
      const Quat q = Ways::turn(p);
      // The frame of the shape is in the middle of it, not where its points were measured from.
      const Vec3 x = p.vector("position") - rotate(q, (*shape)->given_origin());
      if (auto wrong = Ways::misplaced_part(x, parts.size())) return *wrong;
      parts.push_back({std::move(*shape), x, q});
    }
    return one_cluster(b, std::move(parts));
  }

  // A body with a name: a box, or what `of_name` makes for a diameter that is given or not.
  template <class OfName>
  static Clusters of_form(const Branch& b, const OfName& of_name) {
    const ParamSet& p = b.entry_params;
    if (p.text("form") == "box") {
      if (!p.has("sides"))
        return error("a box needs its `sides`", std::string(Ways::box_example), "form");
      auto points = Ways::box(p.vector("sides"));
      if (!points) return points.errors();
      return of_points(b, std::move(*points), "sides", true);
    }
    const bool sized = p.has("diameter");
    if (!sized && p.number("rounding") > 0)
      return error("a form without a `diameter` cannot have a `rounding` in metres",
                   "give `diameter` here; a fill may still ask for other sizes", "rounding");
    return of_name(sized);
  }

  // An error where a key stands where it would do nothing. `with_corners`: the forms that have
  // `corners`, and whether this is one of them.
  static std::optional<Error> wrong_place(const Branch& b, bool has_corners,
                                          std::string_view with_corners) {
    const ParamSet& p = b.entry_params;
    const std::string form = p.has("form") ? p.text("form") : std::string();
    if (p.has("sides") && form != "box") return misplaced("sides", "form = \"box\"");
    if (p.has("corners") && !has_corners) return misplaced("corners", with_corners);
    if (form != "random") {
      if (p.integer("variants") > 1) return misplaced("variants", "form = \"random\"");
      if (p.number("elongation") > 1) return misplaced("elongation", "form = \"random\"");
    }
    if (p.number("scale") != 1 && (!b.list("parts").empty() || p.has("form")))
      return misplaced("scale", "`vertices` and `file`; each of several parts has its own");
    return std::nullopt;
  }

  static Clusters of_given(const Branch& b) {
    auto points = Ways::given(b.entry_params);
    if (!points) return points.errors();
    return of_points(b, std::move(*points), b.entry_params.has("vertices") ? "vertices" : "file",
                     true);
  }

 private:
  static auto contact_of(const ParamSet& p) {
    return *contact_named<decltype(std::declval<Shape>().form().contact)>(p.text("contact"));
  }
  static Clusters one_cluster(const Branch& b, std::vector<SolidPart> parts) {
    auto cluster = make_solid(b.name, std::move(parts), Shape::kDimensions);
    if (!cluster) return cluster.errors();
    std::vector<Cluster> out;
    out.push_back(std::move(*cluster));
    return out;
  }
  static Result<std::shared_ptr<const Shape>> with_diameter(Points points, const ParamSet& p,
                                                            double diameter, std::string_view key) {
    const double rounding = p.number("rounding");
    const auto tell = [key](Errors errors) {
      for (Error& e : errors)
        if (e.subject.key.empty()) e.subject = Subject::of_key(std::string(key));
      return errors;
    };
    if (diameter > 0) {
      const auto core = Shape::make(points);
      if (!core) return tell(core.errors());
      const double room = 0.5 * diameter - rounding;
      if (!(room > 0))
        return Error{std::string(Ways::rounding_code),
                     fmt::format("a rounding of {:.4g} m leaves nothing of a {} of {:.4g} m",
                                 rounding, Ways::noun, diameter),
                     "", "it must be less than half of `diameter`", Subject::of_key("rounding")};
      for (auto& x : points) x = (room / (*core)->bounding_radius()) * x;
    }
    auto out = Shape::make(points, rounding, contact_of(p));
    if (!out) return tell(out.errors());
    return out;
  }
};

}  // namespace scree
