#include "run/forecast/derived_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/folder/json.hpp"
#include "run/folder/series.hpp"
#include "run/forecast/cell_plan.hpp"
#include "run/forecast/estimate.hpp"

namespace scree::run {

Sizes sizes_of(const Particles& p, const Bodies& bodies) {
  Sizes s{1e300, 0, 0};
  for (std::size_t k = 0; k < p.size(); ++k) {
    s.smallest = std::min(s.smallest, 2 * p.xr[k].r);
    s.largest = std::max(s.largest, 2 * p.xr[k].r);
    if (!(p.ws[k].flags & kMember)) s.mass += p.mass(k), s.bodies += 1;
  }
  for (const Body& b : bodies.body) s.mass += b.mass(), s.bodies += 1;
  if (p.empty()) s.smallest = 0;
  return s;
}

double series_bytes(const Simulation& sim, const Scene& scene) {
  if (!(scene.output.series > 0)) return 0;
  const std::string header = Series(scene.output.measures, sim).header();
  const auto columns = 1 + std::count(header.begin(), header.end(), ',');
  // The shortest text of a double has 17 digits at most, on average about as many as this.
  // A line per step at most: runner.hpp.
  return (std::floor(scene.duration / std::max(scene.output.series, sim.dt())) + 2) * 18.0 *
         static_cast<double>(columns);
}

double frame_bytes(const Simulation& sim, const Scene& scene) {
  if (!(scene.output.frames > 0)) return 0;
  const double frames = std::floor(scene.duration / std::max(scene.output.frames, sim.dt())) + 1;
  const Expected rest = expected_at_rest(sim, scene.duration);
  // Per grain: 8-byte numbers of all arrays, in base64; a contact has 128 bytes before base64.
  const double grains = 216.0 * std::max(static_cast<double>(sim.particles().size()), rest.grains);
  const double contacts =
      scene.output.contacts
          ? 176.0 * std::max(static_cast<double>(sim.candidate_count()), rest.contacts_high)
          : 0;
  return frames * (grains + contacts) * 4 / 3;
}

Json derived_json(const Simulation& sim, const Scene& scene) {
  const TimeStepReport& t = sim.time_step();
  const Sizes s = sizes_of(sim.particles(), sim.world().bodies);
  const Expected rest = expected_at_rest(sim, scene.duration);
  Json limits = Json::array();
  for (const StepLimit& l : step_limits(sim))
    limits.push_back(
        {{"name", l.name}, {"time", l.time}, {"steps", l.time / sim.dt()}, {"by", l.by}});
  Json out = {{"title", sim.world().title},
              {"particles", sim.particles().size()},
              {"bodies", s.bodies},
              {"smallest_diameter", s.smallest},
              {"largest_diameter", s.largest},
              {"mass", s.mass},
              {"contacts", sim.contact_count()},
              {"candidates", sim.candidate_count()},
              {"duration", scene.duration},
              {"dt", sim.dt()},
              {"steps", steps_for(scene.duration, sim.dt())},
              {"time_step",
               {{"contact_time", t.contact_time},
                {"rayleigh", t.rayleigh},
                {"stable", t.stable},
                {"margin", sim.dt() > 0 ? t.stable / sim.dt() : 0},
                {"limited_by", t.limited_by},
                {"derived_by", t.derived_by},
                {"limits", limits}}},
              {"expected",
               {{"particles", rest.grains},
                {"contacts_low", rest.contacts_low},
                {"contacts_high", rest.contacts_high},
                {"memory_bytes", rest.memory}}},
              {"memory_bytes", sim.memory_bytes()},
              {"frame_bytes", frame_bytes(sim, scene)},
              {"series_bytes", series_bytes(sim, scene)},
              {"checkpoint_bytes", checkpoint_bytes(sim, scene)},
              {"runs", std::max<std::size_t>(scene.sweep.chosen > 0 ? 1 : scene.sweep.runs, 1)},
              {"detector", sim.detector()},
              {"detector_why", sim.detection().why},
              {"engine", std::string(sim.engine())},
              {"engines_not_taken", sim.engines_not_taken()},
              {"threads", sim.threads()}};
  if (sim.world().deforms()) out["cell"] = cell_json(sim);
  return out;
}

}  // namespace scree::run
