// So much has been poured in, or an inlet has given all that was asked of it.
#include "sim/simulation.hpp"
#include "sim/world/stage_ends/names.hpp"

namespace scree::stage_ends {
namespace {

constexpr ParamInfo kPouredParams[] = {
    {.name = "fill",
     .kind = ParamKind::text,
     .doc = "name of a [[fill]] that pours; default: all of them together"},
    {.name = "mass",
     .dim = dim::mass,
     .range = range::positive,
     .doc =
         "that has come in this stage; default: all that `count` or `mass` of the fill asks for"},
};

class PouredEnd final : public StageEnd {
 public:
  PouredEnd(std::size_t first, std::size_t last, double mass)
      : first_(first), last_(last), mass_(mass) {}
  bool reached(const Simulation& now, const StageBegin& begin) const override {
    const World& w = now.world();
    double come = 0;
    bool complete = true;
    for (std::size_t k = first_; k < last_; ++k) {
      const Inlet& i = w.inlets[k];
      come += i.placed_mass - begin.poured[k];
      complete =
          complete &&
          report_of(i, w.materials[i.material.value].density, now.steps(), now.dt()).complete;
    }
    return mass_ > 0 ? come >= mass_ : complete;
  }
  std::string words() const override {
    return mass_ > 0 ? fmt::format("{:.6g} kg have been poured in", mass_)
                     : std::string("all grains have been poured in");
  }

 private:
  std::size_t first_, last_;
  double mass_;
};

Result<std::shared_ptr<const StageEnd>> make_poured(const ParamSet& p, const World& w) {
  std::size_t first = 0, last = w.inlets.size();
  if (p.has("fill")) {
    const Result<std::size_t> one = find_named(w.inlets, p.text("fill"), "fill that pours", "fill");
    if (!one) return one.errors();
    first = *one, last = *one + 1;
  }
  if (first == last) return Error{"E0637", "no [[fill]] of the scene pours", "", "kind = \"pour\""};
  const double mass = p.number_or("mass", 0);
  for (std::size_t k = first; k < last && mass == 0; ++k)
    if (w.inlets[k].count == 0 && w.inlets[k].mass == 0)
      return Error{"E0638", fmt::format("{} pours without an end", w.inlets[k].name), "",
                   "give `mass` here, or `count` or `mass` of the fill"};
  return std::shared_ptr<const StageEnd>(new PouredEnd(first, last, mass));
}

}  // namespace

extern const StageEndEntry poured_entry;
const StageEndEntry poured_entry{
    .info = {"poured", "so much has been poured in, or all that was asked for", "", kPouredParams},
    .make = make_poured};

}  // namespace scree::stage_ends
