// Greatest and mean speed and spin.
#include <algorithm>

#include "measure/totals.hpp"

namespace scree::measures {
namespace {

struct SpeedTotals {
  BulkSum speed, spin;
  double greatest_speed = 0, greatest_spin = 0;
  std::size_t grains = 0;

  void operator+=(const SpeedTotals& o) {
    speed += o.speed, spin += o.spin, grains += o.grains;
    greatest_speed = std::max(greatest_speed, o.greatest_speed);
    greatest_spin = std::max(greatest_spin, o.greatest_spin);
  }
};

class Speed final : public Measure {
 public:
  std::vector<ColumnInfo> columns() const override {
    return {{"speed_max", "m/s", "greatest speed of a grain"},
            {"speed_mean", "m/s", "mean speed of the grains"},
            {"spin_max", "rad/s", "greatest angular speed of a grain"},
            {"spin_mean", "rad/s", "mean angular speed of the grains"}};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const SpeedTotals t = grain_totals(in, SpeedTotals{}, [&](std::uint32_t s, SpeedTotals& total) {
      const double v = norm(in.particles.vm[s].v), w = norm(in.particles.ws[s].omega);
      total.speed += v, total.spin += w, ++total.grains;
      total.greatest_speed = std::max(total.greatest_speed, v);
      total.greatest_spin = std::max(total.greatest_spin, w);
    });
    const auto n = static_cast<double>(t.grains);
    out[0] = t.greatest_speed, out[1] = n > 0 ? t.speed.value() / n : 0;
    out[2] = t.greatest_spin, out[3] = n > 0 ? t.spin.value() / n : 0;
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
