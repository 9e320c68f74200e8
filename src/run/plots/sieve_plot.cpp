#include "run/plots/sieve_plot.hpp"

#include <fmt/format.h>

#include "base/words.hpp"
#include "io/atomic_file.hpp"
#include "io/text.hpp"
#include "run/plots/plot_files.hpp"

namespace scree::run {
namespace {

struct SieveCurves {
  std::string fill;
  std::vector<double> openings, asked, placed;  // of the last: empty while nothing is placed
};

std::vector<SieveCurves> curves_of(const Scene& scene, const Simulation& sim) {
  std::vector<SieveCurves> out;
  for (const SieveRecord& r : scene.sieves) {
    std::vector<double> placed = r.placed;
    const auto& inlets = sim.world().inlets;
    if (r.inlet && *r.inlet < inlets.size()) placed = sieved_inlet(r.sizes, inlets[*r.inlet]);
    double mass = 0;
    for (const double m : placed) mass += m;
    out.push_back({r.fill, r.openings(), r.asked_passing(),
                   mass > 0 ? SieveRecord::passing(placed) : std::vector<double>{}});
  }
  return out;
}

}  // namespace

Json sieves_json(const Scene& scene, const Simulation& sim) {
  Json out = Json::array();
  for (const SieveCurves& c : curves_of(scene, sim))
    out.push_back({{"fill", c.fill},
                   {"openings", c.openings},
                   {"asked_passing", c.asked},
                   {"placed_passing", c.placed.empty() ? Json(nullptr) : Json(c.placed)}});
  return out;
}

Result<Done> write_sieve_plot(const std::string& folder, const Scene& scene,
                              const Simulation& sim) {
  std::vector<plot::Plot> panels;
  std::string csv = "fill,opening,asked_passing,placed_passing\n";
  for (const SieveCurves& c : curves_of(scene, sim)) {
    std::vector<double> mm;
    for (const double d : c.openings) mm.push_back(1000 * d);
    std::string fill = c.fill;
    std::erase(fill, '`');
    plot::Plot p{.title = fmt::format("Sizes of {}", fill),
                 .x = {.label = "opening, mm", .log = true},
                 .y = {.label = "share of the mass that passes", .lo = -0.03, .hi = 1.03}};
    p.series.push_back({.label = "asked", .x = mm, .y = c.asked, .mark = plot::Mark::line});
    if (!c.placed.empty())
      p.series.push_back({.label = "placed", .x = mm, .y = c.placed, .mark = plot::Mark::points});
    panels.push_back(std::move(p));
    for (std::size_t k = 0; k < c.openings.size(); ++k)
      csv += fmt::format("{},{},{},{}\n", csv_cell(c.fill), number_text(c.openings[k]),
                         number_text(c.asked[k]), c.placed.empty() ? "" : number_text(c.placed[k]));
  }
  if (panels.empty()) return Done{};
  if (auto done = write_file(folder + "/sizes.csv", csv); !done) return done;
  const auto files = write_plots(folder + "/sizes", panels);
  if (!files) return files.errors();
  return Done{};
}

}  // namespace scree::run
