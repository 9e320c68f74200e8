#include "run/quick.hpp"

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "run/estimate.hpp"

namespace scree::run {
namespace {

// What a row costs in the units of a ball: shapes are collided corner by corner.
double weight_of_rows(const Simulation& sim) {
  const Particles& p = sim.particles();
  double all = 0;
  for (const SpinMaterial& ws : p.ws) all += (ws.flags & kShaped) ? 40 : 1;
  bool shaped = false;
  for (const Inlet& i : sim.world().inlets)
    for (const ClusterMix::Part& part : i.mix.parts)
      shaped = shaped || !part.cluster->solids.empty();
  const double rows = static_cast<double>(p.size());
  return rows > 0 ? all / rows : shaped ? 40 : 1;
}

// "fill `spout`" and "fill 0" are `fill.spout` and `fill.0` as paths.
std::string path_of(const std::string& name) {
  std::string out = name.substr(std::min<std::size_t>(5, name.size()));
  std::erase(out, '`');
  const bool plain = out.find_first_of(". \"'") == std::string::npos;
  return "fill." + (plain ? out : "\"" + out + "\"");
}

}  // namespace

std::vector<std::string> quick_overrides(const Simulation& sim, const Scene& scene) {
  const double weight = weight_of_rows(sim);
  const auto work = [&](double duration) {
    return weight * work_of_a_step(mean_grains(sim, duration)) * duration / sim.dt();
  };
  if (!(work(scene.duration) > kQuickWork)) return {};
  double lo = 0, hi = scene.duration;
  for (int k = 0; k < 60; ++k) (work(0.5 * (lo + hi)) > kQuickWork ? hi : lo) = 0.5 * (lo + hi);
  // Two digits are enough, and read well.
  const double unit = std::pow(10.0, std::floor(std::log10(lo)) - 1);
  const double duration = unit * std::max(1.0, std::floor(lo / unit));
  std::vector<std::string> out{"duration=" + number_text(duration)};
  for (const Inlet& i : sim.world().inlets) {
    const PourForecast f = forecast_pour(i, sim.world(), duration);
    if (!(f.asked > 0) || f.grains >= f.asked) continue;
    const double come = std::max(1.0, std::floor(f.grains));
    if (i.count > 0)
      out.push_back(path_of(i.name) + ".count=" + number_text(come));
    else
      out.push_back(path_of(i.name) + ".mass=" + number_text(f.mass));
  }
  return out;
}

}  // namespace scree::run
