// Parts of a world as those behind it.
#include "api/parts.hpp"

#include <utility>

#include "api/access.hpp"
#include "base/words.hpp"
#include "shapes/polyhedron.hpp"
#include "walls/motion_parts.hpp"

namespace scree::api {

Error unknown_name(const std::string& what, const std::string& name,
                   const std::vector<std::string>& known) {
  const std::string near = nearest_word(name, known);
  return {"E0546",
          "there is no " + what + " `" + name + "`",
          "",
          !near.empty()   ? "did you mean `" + near + "`?"
          : known.empty() ? ""
                          : "known: " + list_words(known),
          {}};
}

Error taken_name(const std::string& what, const std::string& name) {
  if (name.empty()) return {"E0547", "a " + what + " needs a name", "", "", {}};
  return {"E0547", "there is a " + what + " `" + name + "` already", "", "", {}};
}

Result<ParamSet> params_of(const CatalogInfo& info, const std::vector<std::string>& pairs) {
  ParamSet out;
  Errors errors;
  std::vector<std::string> names;
  for (const ParamInfo& p : info.params) names.emplace_back(p.name);
  for (const std::string& pair : pairs) {
    const std::size_t equals = pair.find('=');
    const std::string name = pair.substr(0, std::min(equals, pair.size()));
    const auto known = std::find_if(info.params.begin(), info.params.end(),
                                    [&](const ParamInfo& p) { return p.is_called(name); });
    if (equals == std::string::npos) {
      errors.push_back({"E0103", "is not `name=value`", pair, "", {}});
    } else if (known == info.params.end()) {
      const std::string near = nearest_word(name, names);
      errors.push_back({"E0101",
                        "`" + std::string(info.name) + "` has no parameter `" + name + "`",
                        pair,
                        !near.empty()   ? "did you mean `" + near + "`?"
                        : names.empty() ? "it has none at all"
                                        : "known: " + list_words(names, 20),
                        {}});
    } else if (auto value = parse_param(*known, std::string_view(pair).substr(equals + 1))) {
      out.set(known->name, std::move(*value));
    } else {
      errors.insert(errors.end(), value.errors().begin(), value.errors().end());
    }
  }
  if (!errors.empty()) return errors;
  return out;
}

Result<MaterialId> material_called(const scree::World& world, const std::string& name) {
  std::vector<std::string> known;
  for (const MaterialSpec& m : world.materials) known.push_back(m.name);
  if (name.empty() && !known.empty()) return MaterialId{0};
  for (std::uint32_t k = 0; k < known.size(); ++k)
    if (known[k] == name) return MaterialId{k};
  Error e = unknown_name("material", name, known);
  if (known.empty()) e.message = "the world has no material yet", e.hint = "add one first";
  return e;
}

Result<scree::Grain> grain_of(const scree::World& world, const Grain& g) {
  const auto material = material_called(world, g.material);
  if (!material) return material.errors();
  return scree::Grain{.x = g.position,
                      .radius = g.radius,
                      .material = *material,
                      .v = g.velocity,
                      .omega = g.spin,
                      .q = g.orientation,
                      .fixed = g.fixed};
}

Result<BodySpec> body_of(const scree::World& world, const Body& body) {
  BodySpec out;
  for (const Primitive& p : body.primitives) {
    const auto material = material_called(world, p.material);
    if (!material) return material.errors();
    out.primitives.push_back({.x = p.position,
                              .q = p.orientation,
                              .material = *material,
                              .radius = p.radius,
                              .shape = p.shape ? Access::of(*p.shape) : nullptr});
  }
  out.x = body.position, out.q = body.orientation;
  out.v = body.velocity, out.omega = body.spin;
  if (body.mass) {
    const auto& i = body.mass->inertia;
    out.mass =
        MassProperties{body.mass->mass, body.mass->centre, {i[0], i[1], i[2], i[3], i[4], i[5]}};
  }
  out.fixed = body.fixed;
  return out;
}

Result<std::unique_ptr<WallMotion>> motion_of(const std::vector<Choice>& motions) {
  std::vector<std::unique_ptr<WallMotion>> parts;
  for (const Choice& m : motions) {
    const WallMotionEntry* entry = find_wall_motion(m.name);
    if (entry == nullptr) {
      std::vector<std::string> known;
      for (const auto* e : wall_motion_catalog()) known.emplace_back(e->info.name);
      return unknown_name("wall motion", m.name, known);
    }
    const auto params = with_defaults(entry->info.params, m.params);
    if (!params) return params.errors();
    auto motion = entry->make(*params);
    if (!motion) return motion.errors();
    if ((*motion)->moves()) parts.push_back(std::move(*motion));
  }
  if (parts.empty()) return std::unique_ptr<WallMotion>();
  return combined_motion(std::move(parts));
}

Result<Shape> Shape::make(std::string_view kind, const ParamSet& params) {
  std::vector<std::string> known;
  for (const ShapeEntry* entry : shape_catalog()) {
    known.emplace_back(entry->info.name);
    if (entry->info.name != kind) continue;
    const auto whole = with_defaults(entry->info.params, params);
    if (!whole) return whole.errors();
    auto made = entry->make(*whole);
    if (!made) return made.errors();
    return Access::shape(std::shared_ptr<const scree::Shape>(std::move(*made)));
  }
  return unknown_name("shape", std::string(kind), known);
}

Result<Shape> Shape::parse(std::string_view kind, const std::vector<std::string>& params) {
  for (const ShapeEntry* entry : shape_catalog()) {
    if (entry->info.name != kind) continue;
    const auto set = params_of(entry->info, params);
    if (!set) return set.errors();
    return make(kind, *set);
  }
  return make(kind, ParamSet{});  // says which there are
}

Result<Shape> Shape::polyhedron(const std::vector<Vec3>& vertices, double rounding) {
  auto made = PolyhedronShape::make(vertices, rounding);
  if (!made) return made.errors();
  return Access::shape(*made);
}

std::string_view Shape::kind() const { return Access::of(*this)->kind(); }
double Shape::bounding_radius() const { return Access::of(*this)->bounding_radius(); }
double Shape::volume() const {
  const auto shape = Access::of(*this);
  const bool plane = shape->kind() == "polygon";
  return shape->mass_properties(plane ? Dimensions::two : Dimensions::three).mass;
}

}  // namespace scree::api
