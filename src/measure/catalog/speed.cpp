// Greatest and mean speed and spin.
#include <algorithm>

#include "measure/order.hpp"

namespace scree::measures {
namespace {

class Speed final : public Measure {
 public:
  std::vector<std::string> columns() const override {
    return {"speed_max", "speed_mean", "spin_max", "spin_mean"};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    double speed_max = 0, speed_sum = 0, spin_max = 0, spin_sum = 0, n = 0;
    for_each_grain(in.particles, [&](std::uint32_t s) {
      const double v = norm(in.particles.vm[s].v), w = norm(in.particles.ws[s].omega);
      speed_max = std::max(speed_max, v), speed_sum += v;
      spin_max = std::max(spin_max, w), spin_sum += w;
      ++n;
    });
    out[0] = speed_max, out[1] = n > 0 ? speed_sum / n : 0;
    out[2] = spin_max, out[3] = n > 0 ? spin_sum / n : 0;
  }
};

Result<std::unique_ptr<Measure>> make_speed(const ParamSet&) {
  return std::unique_ptr<Measure>(new Speed);
}

}  // namespace

extern const MeasureEntry speed_entry;
const MeasureEntry speed_entry{
    .info = {"speed", "greatest and mean speed and spin of the grains", "Ferrez 4.6", {}},
    .make = make_speed};

}  // namespace scree::measures
