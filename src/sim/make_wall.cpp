#include "sim/make_wall.hpp"

#include <utility>

namespace scree {
namespace {

template <class Entries>
std::string known_kinds(const Entries& entries) {
  std::string out = "known: ";
  for (const auto* entry : entries)
    out += (entry == entries.front() ? "" : ", ") + std::string(entry->info.name);
  return out;
}

}  // namespace

Result<Wall> make_wall(std::string name, std::string_view shape, const ParamSet& given) {
  const std::string place = "wall '" + name + "'";
  const WallShapeEntry* entry = find_wall_shape(shape);
  if (entry == nullptr)
    return Error{"E0516", "there is no wall shape `" + std::string(shape) + "`", place,
                 known_kinds(wall_shape_catalog())};
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

Result<std::shared_ptr<WallMotion>> make_motion(std::string_view kind, const ParamSet& given) {
  const WallMotionEntry* entry = find_wall_motion(kind);
  if (entry == nullptr)
    return Error{"E0516", "there is no wall motion `" + std::string(kind) + "`", "",
                 known_kinds(wall_motion_catalog())};
  const Result<ParamSet> params = with_defaults(entry->info.params, given);
  if (!params) return params.errors();
  auto made = entry->make(*params);
  if (!made) return made.errors();
  return std::shared_ptr<WallMotion>(std::move(*made));
}

}  // namespace scree
