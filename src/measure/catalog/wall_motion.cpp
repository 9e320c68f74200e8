// Where a wall is, how fast it goes and how hard the grains press on it: with `walls` beside it a
// stress-strain curve is one plot.
#include <fmt/format.h>

#include "base/words.hpp"
#include "measure/measure.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kWallMotionParams[] = {
    {.name = "wall", .kind = ParamKind::text, .required = true, .doc = "name of the wall"},
};

class WallMotionOf final : public Measure {
 public:
  explicit WallMotionOf(std::string name) : name_(std::move(name)) {}

  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out;
    for (const char* axis : {"x", "y", "z"})
      out.push_back({std::string("position_") + axis, "m", "of the origin of the wall"});
    for (const char* axis : {"x", "y", "z"})
      out.push_back({std::string("velocity_") + axis, "m/s", "of the origin of the wall"});
    out.push_back({"pressure", "Pa", "force of the grains over the area; 0 where it has none"});
    return out;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (in.energy == nullptr)
      return Error{"E0102", "where walls are is not stored with frames", "",
                   "name it in output.measures: then it is in series.csv (scree plot RUN --list)"};
    std::vector<std::string> names;
    for (const MeasureWall& w : in.walls) {
      if (w.name == name_) return std::nullopt;
      names.emplace_back(w.name);
    }
    const std::string near = nearest_word(name_, names);
    return Error{"E0202", fmt::format("there is no wall `{}`", name_), "",
                 near.empty() ? "" : fmt::format("did you mean `{}`?", near),
                 Subject::of_key("wall")};
  }

  // Pressure: the whole force over the area; 0 for an endless wall without a given `area`.
  void evaluate(const MeasureInput& in, std::span<double> out) override {
    MeasureWall found;
    for (const MeasureWall& w : in.walls)
      if (w.name == name_) found = w;
    out[0] = found.position.x, out[1] = found.position.y, out[2] = found.position.z;
    out[3] = found.velocity.x, out[4] = found.velocity.y, out[5] = found.velocity.z;
    out[6] = found.area > 0 ? norm(found.force) / found.area : 0;
  }

 private:
  std::string name_;
};

Result<std::unique_ptr<Measure>> make_wall_motion(const ParamSet& p) {
  return std::unique_ptr<Measure>(new WallMotionOf(p.text("wall")));
}

}  // namespace

extern const MeasureEntry wall_motion_entry;
const MeasureEntry wall_motion_entry{
    .info = {"wall_motion", "position and velocity of a wall, and the pressure of the grains on it",
             "", kWallMotionParams},
    .example = "wall = side",
    .make = make_wall_motion};

}  // namespace scree::measures
