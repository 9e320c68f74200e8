// So much has left through outlets in this stage.
#include "sim/simulation.hpp"
#include "sim/world/stage_ends/names.hpp"

namespace scree::stage_ends {
namespace {

constexpr ParamInfo kOutflowParams[] = {
    {.name = "outlet", .kind = ParamKind::text, .doc = "its name; default: all of them together"},
    {.name = "mass",
     .dim = dim::mass,
     .required = true,
     .range = range::positive,
     .doc = "that has left in this stage"},
};

class OutflowEnd final : public StageEnd {
 public:
  OutflowEnd(std::size_t first, std::size_t last, double mass)
      : first_(first), last_(last), mass_(mass) {}
  bool reached(const Simulation& now, const StageBegin& begin) const override {
    double left = 0;
    for (std::size_t k = first_; k < last_; ++k)
      left += now.world().outlets[k].mass - begin.left[k];
    return left >= mass_;
  }
  std::string words() const override { return fmt::format("{:.6g} kg have left", mass_); }

 private:
  std::size_t first_, last_;
  double mass_;
};

Result<std::shared_ptr<const StageEnd>> make_outflow(const ParamSet& p, const World& w) {
  std::size_t first = 0, last = w.outlets.size();
  if (p.has("outlet")) {
    const Result<std::size_t> one = find_named(w.outlets, p.text("outlet"), "outlet", "outlet");
    if (!one) return one.errors();
    first = *one, last = *one + 1;
  }
  if (first == last) return Error{"E0637", "the scene has no outlet", "", "add an [[outlet]]"};
  return std::shared_ptr<const StageEnd>(new OutflowEnd(first, last, p.number("mass")));
}

}  // namespace

extern const StageEndEntry outflow_entry;
const StageEndEntry outflow_entry{
    .info = {"outflow", "so much has left through outlets", "", kOutflowParams},
    .make = make_outflow};

}  // namespace scree::stage_ends
