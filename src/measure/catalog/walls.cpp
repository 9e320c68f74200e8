// Force and torque of the grains on a wall.
#include <fmt/format.h>

#include "base/words.hpp"
#include "measure/measure.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kWallsParams[] = {
    {.name = "wall",
     .kind = ParamKind::text,
     .doc = "name of the wall; without it the sum over all walls"},
};

class Walls final : public Measure {
 public:
  explicit Walls(std::string name) : name_(std::move(name)) {}

  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out;
    for (const char* axis : {"x", "y", "z"})
      out.push_back({std::string("force_") + axis, "N", "of the grains on the walls"});
    out.push_back({"force", "N", "size of that force"});
    for (const char* axis : {"x", "y", "z"})
      out.push_back({std::string("torque_") + axis, "N m", "about the origin of each wall"});
    return out;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    std::vector<std::string> names;
    for (const MeasureWall& w : in.walls) {
      if (name_.empty() || w.name == name_) return std::nullopt;
      names.emplace_back(w.name);
    }
    if (name_.empty()) return std::nullopt;
    const std::string near = nearest_word(name_, names);
    return Error{"E0202", fmt::format("there is no wall `{}`", name_), "",
                 near.empty() ? "" : fmt::format("did you mean `{}`?", near),
                 Subject::of_key("wall")};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    Vec3 f, t;
    for (const MeasureWall& w : in.walls)
      if (name_.empty() || w.name == name_) f += w.force, t += w.torque;
    out[0] = f.x, out[1] = f.y, out[2] = f.z, out[3] = norm(f);
    out[4] = t.x, out[5] = t.y, out[6] = t.z;
  }

 private:
  std::string name_;
};

Result<std::unique_ptr<Measure>> make_walls(const ParamSet& p) {
  return std::unique_ptr<Measure>(new Walls(p.has("wall") ? p.text("wall") : std::string()));
}

}  // namespace

extern const MeasureEntry walls_entry;
const MeasureEntry walls_entry{
    .info = {"walls", "force and torque of the grains on one wall or on all", "Ferrez 6.5",
             kWallsParams},
    .make = make_walls};

}  // namespace scree::measures
