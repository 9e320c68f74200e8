#include "scene/build/measure_end.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "measure/older_columns.hpp"
#include "sim/reports/live_input.hpp"
#include "sim/simulation.hpp"
#include "sim/world/stage_ends/names.hpp"

namespace scree {
namespace {

class MeasureEnd final : public StageEnd {
 public:
  MeasureEnd(MeasureSpec spec, std::size_t column, std::string name,
             const stage_ends::Threshold& limit)
      : spec_(std::move(spec)), column_(column), name_(std::move(name)), limit_(limit) {}
  bool reached(const Simulation& now, const StageBegin&) const override {
    const auto measure = make_measure(spec_);
    if (!measure) return false;  // never: it was made when the scene was read
    std::vector<double> values((*measure)->size());
    LiveInput input;
    (*measure)->evaluate(input.at(now, now.energy()), values);
    return limit_.met(values[column_]);
  }
  std::string words() const override {
    return fmt::format("`{}` of measure `{}` is {} {:.6g}", name_, spec_.kind,
                       limit_.above ? "above" : "below", limit_.value);
  }

 private:
  MeasureSpec spec_;
  std::size_t column_;
  std::string name_;
  stage_ends::Threshold limit_;
};

Error end_error(std::string message, std::string hint, std::string key) {
  return {"E0639", std::move(message), "", std::move(hint), Subject::of_key(std::move(key))};
}

}  // namespace

Result<std::shared_ptr<const StageEnd>> measure_end(const MeasureSpec& spec, const ParamSet& limits,
                                                    const World& world) {
  const auto made = make_measure(spec);
  if (!made) return made.errors();
  if ((*made)->has_memory())
    return end_error(fmt::format("measure `{}` remembers what was before", spec.kind),
                     "a stage ends by the state of one instant; take one without a memory, with "
                     "`hold` where it must last",
                     "measure");
  std::vector<MeasureWall> walls;
  for (const Wall& w : world.walls) walls.push_back({.name = w.name});
  const EnergyReport energy;
  const MeasureInput input{.particles = world.particles,
                           .walls = walls,
                           .energy = &energy,
                           .up = up_of(world.gravity.at(0)),
                           .box = world.box};
  if (const auto e = (*made)->check(input)) return *e;
  const std::vector<std::string> columns = names_of((*made)->columns());
  std::size_t column = 0;
  if (limits.has("column")) {
    const std::string name = limits.text("column");
    column = find_column(columns, name);
    if (column == columns.size()) {
      const std::string near = nearest_word(name, columns);
      return end_error(fmt::format("measure `{}` has no column `{}`", spec.kind, name),
                       near.empty() ? "it has " + list_words(columns, 20)
                                    : fmt::format("did you mean `{}`?", near),
                       "column");
    }
  } else if (columns.size() != 1) {
    return end_error(fmt::format("measure `{}` has {} columns", spec.kind, columns.size()),
                     "`column` chooses one: " + list_words(columns, 20), "measure");
  }
  const auto limit = stage_ends::threshold_of(limits);
  if (!limit) return limit.errors();
  return std::shared_ptr<const StageEnd>(new MeasureEnd(spec, column, columns[column], *limit));
}

}  // namespace scree
