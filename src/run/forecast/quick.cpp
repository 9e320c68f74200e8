#include "run/forecast/quick.hpp"

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "run/forecast/estimate.hpp"

namespace scree::run {
namespace {

// "fill `spout`" and "fill 0" are `fill.spout` and `fill.0` as paths.
std::string path_of(const std::string& name) {
  std::string out = name.substr(std::min<std::size_t>(5, name.size()));
  std::erase(out, '`');
  const bool plain = out.find_first_of(". \"'") == std::string::npos;
  return "fill." + (plain ? out : "\"" + out + "\"");
}

}  // namespace

std::vector<std::string> quick_overrides(const Simulation& sim, const Scene& scene) {
  const auto work = [&](double duration) { return run_work(sim, duration); };
  if (!(work(scene.duration) > kQuickWork)) return {};
  double lo = 0, hi = scene.duration;
  for (int k = 0; k < 60; ++k) (work(0.5 * (lo + hi)) > kQuickWork ? hi : lo) = 0.5 * (lo + hi);
  // Two digits are enough, and read well.
  const double unit = std::pow(10.0, std::floor(std::log10(lo)) - 1);
  const double duration = unit * std::max(1.0, std::floor(lo / unit));
  std::vector<std::string> out{"duration=" + number_text(duration)};
  for (const Inlet& i : sim.world().inlets) {
    // The last ones wait for room at the opening: all have come well before the end.
    const PourForecast whole = forecast_pour(i, sim.world(), duration);
    const PourForecast f = forecast_pour(i, sim.world(), 0.95 * duration);
    if (!(whole.asked > 0) || whole.grains >= whole.asked) continue;
    const double come = std::max(1.0, std::floor(f.grains));
    if (i.count > 0)
      out.push_back(path_of(i.name) + ".count=" + number_text(come));
    else
      out.push_back(path_of(i.name) + ".mass=" + number_text(f.mass));
  }
  return out;
}

}  // namespace scree::run
