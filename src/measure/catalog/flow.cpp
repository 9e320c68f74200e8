// Flow through a plane or a disc, counted grain by grain.
#include <cmath>

#include "measure/catalog_params.hpp"
#include "measure/order.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kFlowParams[] = {
    {.name = "plane",
     .kind = ParamKind::choice,
     .fallback = "y",
     .choices = "x|y|z",
     .doc = "axis that the plane stands across; its direction counts as positive"},
    {.name = "normal",
     .kind = ParamKind::vector,
     .doc = "in place of `plane`: any direction, need not be a unit vector"},
    {.name = "at",
     .dim = dim::length,
     .fallback = "0",
     .doc = "place of the plane along its normal, from the centre"},
    measure_params::centre,
    {.name = "radius",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of a disc about the centre; without it the whole plane counts"},
};

class Flow final : public Measure {
 public:
  Flow(const Vec3& normal, const ParamSet& p)
      : normal_(normal),
        centre_(p.vector("centre") + p.number("at") * normal),
        radius_(p.number_or("radius", range::inf)) {}

  std::vector<std::string> columns() const override {
    return {"mass_rate", "number_rate", "mass_passed", "number_passed"};
  }
  bool has_memory() const override { return true; }

  // Rates are over the time since the last evaluation; at the same time again they stay.
  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const Particles& p = in.particles;
    double mass = 0, number = 0;
    std::vector<Seen> now;
    now.reserve(p.size());
    std::size_t k = 0;  // both lists are in id order
    for_each_grain(p, [&](std::uint32_t s) {
      const std::uint32_t id = p.id[s].value;
      while (k < seen_.size() && seen_[k].id < id) ++k;
      if (k < seen_.size() && seen_[k].id == id) {
        const int sign = crossing(seen_[k].x, p.xr[s].x, in.box);
        mass += sign * p.mass(s), number += sign;
      }
      now.push_back({id, p.xr[s].x});
    });
    const double elapsed = in.time - time_;
    if (started_ && elapsed > 0) rate_mass_ = mass / elapsed, rate_number_ = number / elapsed;
    passed_mass_ += mass, passed_number_ += number;
    seen_.swap(now);
    time_ = in.time, started_ = true;
    out[0] = rate_mass_, out[1] = rate_number_, out[2] = passed_mass_, out[3] = passed_number_;
  }

  std::vector<double> state() const override {
    std::vector<double> v{started_ ? 1.0 : 0.0, time_,        rate_mass_,
                          rate_number_,         passed_mass_, passed_number_};
    for (const Seen& s : seen_) v.insert(v.end(), {double(s.id), s.x.x, s.x.y, s.x.z});
    return v;
  }

  bool restore(std::span<const double> v) override {
    if (v.size() < 6 || (v.size() - 6) % 4 != 0) return false;
    std::vector<Seen> seen;
    double last = -1;
    for (std::size_t k = 6; k < v.size(); k += 4) {
      if (!(v[k] > last && v[k] < 4294967296.0)) return false;
      last = v[k];
      seen.push_back({static_cast<std::uint32_t>(v[k]), {v[k + 1], v[k + 2], v[k + 3]}});
    }
    started_ = v[0] != 0, time_ = v[1], rate_mass_ = v[2], rate_number_ = v[3];
    passed_mass_ = v[4], passed_number_ = v[5];
    seen_ = std::move(seen);
    return true;
  }

 private:
  struct Seen {
    std::uint32_t id;
    Vec3 x;
  };

  // +1, -1 or 0. A grain on the plane counts as beyond it, so that none is counted twice.
  int crossing(const Vec3& from, const Vec3& to, const PeriodicBox& box) const {
    const Vec3 length = box.lengths(), inverse = box.inverse_lengths();
    const Vec3 a = nearest_image(from - centre_, length, inverse);
    const Vec3 step = nearest_image(to - from, length, inverse);
    const double s0 = dot(a, normal_), s1 = dot(a + step, normal_);
    if ((s0 < 0) == (s1 < 0)) return 0;
    if (std::isfinite(radius_)) {
      const Vec3 hit = a + s0 / (s0 - s1) * step;
      if (!(norm2(hit - dot(hit, normal_) * normal_) <= radius_ * radius_)) return 0;
    }
    return s0 < 0 ? 1 : -1;
  }

  Vec3 normal_, centre_;
  double radius_;
  bool started_ = false;
  double time_ = 0, rate_mass_ = 0, rate_number_ = 0, passed_mass_ = 0, passed_number_ = 0;
  std::vector<Seen> seen_;
};

Result<std::unique_ptr<Measure>> make_flow(const ParamSet& p) {
  const std::string& plane = p.text("plane");
  Vec3 normal{plane == "x" ? 1.0 : 0.0, plane == "y" ? 1.0 : 0.0, plane == "z" ? 1.0 : 0.0};
  if (p.has("normal")) {
    const auto given = measure_params::unit_vector(p, "normal");
    if (!given) return given.errors();
    normal = *given;
  }
  return std::unique_ptr<Measure>(new Flow(normal, p));
}

}  // namespace

extern const MeasureEntry flow_entry;
const MeasureEntry flow_entry{
    .info = {"flow", "mass and number of grains a second through a plane or disc", "Ferrez 4.6",
             kFlowParams},
    .make = make_flow};

}  // namespace scree::measures
