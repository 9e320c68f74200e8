#include "sim/world/make_wall.hpp"

#include <utility>

namespace scree {
namespace {

std::string known_shapes() {
  std::string out;
  for (const WallShapeEntry* entry : wall_shape_catalog())
    out += (out.empty() ? "known: " : ", ") + std::string(entry->info.name);
  return out;
}

}  // namespace

Result<Wall> make_wall(std::string name, std::string_view shape, const ParamSet& given) {
  const std::string place = "wall '" + name + "'";
  const WallShapeEntry* entry = find_wall_shape(shape);
  if (entry == nullptr)
    return Error{"E0516", "there is no wall shape `" + std::string(shape) + "`", place,
                 known_shapes()};
  const auto at_place = [&place](Errors errors) {
    for (Error& e : errors)
      if (e.location.empty()) e.location = place;
    return errors;
  };
  const Result<ParamSet> params = with_defaults(entry->info.params, given);
  if (!params) return at_place(params.errors());
  auto made = entry->make(*params);
  if (!made) return at_place(made.errors());
  Wall wall;
  wall.name = std::move(name);
  wall.shape = std::shared_ptr<const WallShape>(std::move(*made));
  wall.area = wall.shape->area();
  return wall;
}

}  // namespace scree
