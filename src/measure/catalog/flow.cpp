// Flow through a plane or a disc, counted grain by grain.
#include <algorithm>
#include <cmath>

#include "measure/catalog_params.hpp"
#include "measure/order.hpp"
#include "measure/unfolded.hpp"

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
  std::vector<std::string> cumulative() const override { return {"mass_passed", "number_passed"}; }
  bool has_memory() const override { return true; }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (std::isfinite(radius_))
      return too_many_images(in.box, {2 * radius_, 2 * radius_, 2 * radius_});
    const int k = across(in.box);
    if (k < 0 || std::abs(normal_[k]) == 1) return std::nullopt;
    for (int other = 0; other < 3; ++other)
      if (other != k && in.box.periodic[other] && normal_[other] != 0)
        return Error{"E0740",
                     "`normal`: an endless plane oblique to two periodic directions passes every "
                     "grain infinitely often",
                     "", "give a `radius`, or a normal along x, y or z", Subject::of_key("normal")};
    return std::nullopt;
  }

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
        const double times = crossings(seen_[k].x, p.xr[s].x, in.box);
        mass += times * p.mass(s), number += times;
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

  // How often the grain went through, positive along the normal. A grain on the plane counts as
  // beyond it. What side a grain is on follows from its stored position and a number of periods
  // alone, never from where it came from: so that none is counted twice or lost by rounding.
  double crossings(const Vec3& from, const Vec3& to, const PeriodicBox& box) const {
    const Vec3 length = box.lengths(), inverse = box.inverse_lengths(), d = to - from;
    const Vec3 periods{-std::rint(d.x * inverse.x), -std::rint(d.y * inverse.y),
                       -std::rint(d.z * inverse.z)};  // from where `to` is stored to the way's end
    if (std::isfinite(radius_)) return through_disc(from, to, periods, box);
    const int k = across(box);
    if (k < 0) return beyond(to - centre_) - beyond(from - centre_);
    // Images of the plane follow one another along the normal.
    const double period = length[k] * std::abs(normal_[k]);
    const auto passed = [&](const Vec3& x) {
      return std::floor(dot(x - centre_, normal_) / period);
    };
    return passed(to) - passed(from) + (normal_[k] > 0 ? periods[k] : -periods[k]);
  }

  double through_disc(const Vec3& from, const Vec3& to, const Vec3& periods,
                      const PeriodicBox& box) const {
    const Vec3 a = from - centre_, b = to - centre_;
    const Vec3 step = image_of(b, periods, box) - a;
    Vec3 low, high;  // of beginnings of ways that come near the disc
    for (int k = 0; k < 3; ++k) {
      low[k] = -radius_ - std::max(0.0, step[k]);
      high[k] = radius_ - std::min(0.0, step[k]);
    }
    double count = 0;
    for_each_image(box, a, low, high, [&](const Vec3& shift) {
      const Vec3 e = image_of(a, shift, box), f = image_of(b, shift + periods, box);
      const double turn = beyond(f) - beyond(e);
      if (turn == 0) return;
      const double s0 = dot(e, normal_), s1 = dot(f, normal_);
      const Vec3 hit = e + s0 / (s0 - s1) * (f - e);
      if (norm2(hit - dot(hit, normal_) * normal_) <= radius_ * radius_) count += turn;
    });
    return count;
  }

  double beyond(const Vec3& d) const { return dot(d, normal_) < 0 ? 0 : 1; }

  // The periodic direction that the plane stands across, upright or oblique; -1: none.
  int across(const PeriodicBox& box) const {
    int found = -1;
    for (int k = 0; k < 3; ++k)
      if (std::abs(normal_[k]) == 1) return box.periodic[k] ? k : -1;
    for (int k = 0; k < 3; ++k)
      if (box.periodic[k] && normal_[k] != 0 &&
          (found < 0 || std::abs(normal_[k]) > std::abs(normal_[found])))
        found = k;
    return found;
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
