// Flow through a plane or a disc, counted grain by grain.
#include <algorithm>
#include <cmath>

#include "measure/catalog_params.hpp"
#include "measure/totals.hpp"
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
     .doc = "position of the plane along its normal, from the centre"},
    measure_params::centre,
    {.name = "radius",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of a disc about the centre; without it the whole plane counts"},
};

struct FlowTotals {
  BulkSum mass, number;
  void operator+=(const FlowTotals& o) { mass += o.mass, number += o.number; }
};

// Where grains were at the last evaluation, by the rows of then: as long as rows stay, the lists of
// then and now lie side by side.
class EarlierPositions {
 public:
  struct Entry {
    std::uint32_t id;
    Vec3 x;
  };

  EarlierPositions() = default;
  explicit EarlierPositions(std::vector<Entry> entries) : entries_(std::move(entries)) {}
  explicit EarlierPositions(const MeasureInput& in) : entries_(in.particles.size()) {
    parallel_blocks(entries_.size(), in.threads, [&](std::size_t first, std::size_t last, int) {
      for (std::size_t s = first; s < last; ++s)
        entries_[s] = {id_in(in.particles, s), in.particles.xr[s].x};
    });
  }

  // Call before find() when the rows of p are others than those of before.
  void look_up_by_id(const Particles& p) {
    bool same = entries_.size() == p.size();
    for (std::size_t s = 0; same && s < p.size(); ++s) same = entries_[s].id == id_in(p, s);
    row_of_id_.clear();
    if (same) return;
    row_of_id_.resize(p.next_id(), Particles::kNoRow);
    for (std::size_t s = 0; s < entries_.size(); ++s)
      if (entries_[s].id < row_of_id_.size())
        row_of_id_[entries_[s].id] = static_cast<std::uint32_t>(s);
  }

  // Null where the grain was not there.
  const Vec3* find(const Particles& p, std::uint32_t row) const {
    if (row_of_id_.empty()) return row < entries_.size() ? &entries_[row].x : nullptr;
    const std::uint32_t then = row_of_id_[p.id[row].value];
    return then == Particles::kNoRow ? nullptr : &entries_[then].x;
  }

  // The grains in the order of ids.
  std::vector<Entry> sorted() const {
    std::vector<Entry> out;
    for (const Entry& e : entries_)
      if (e.id != kNoGrain) out.push_back(e);
    std::sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) { return a.id < b.id; });
    return out;
  }

 private:
  static constexpr std::uint32_t kNoGrain = 0xffffffffu;  // a ball of a wall
  static std::uint32_t id_in(const Particles& p, std::size_t row) {
    return is_grain(p, row) ? p.id[row].value : kNoGrain;
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> row_of_id_;  // empty: rows are what they were
};

class Flow final : public Measure {
 public:
  Flow(const Vec3& normal, const ParamSet& p)
      : normal_(normal),
        centre_(p.vector("centre") + p.number("at") * normal),
        radius_(p.number_or("radius", range::inf)) {}

  std::vector<ColumnInfo> columns() const override {
    return {{"mass_rate", "kg/s", "mass per second since the line before"},
            {"number_rate", "1/s", "grains per second since the line before"},
            {"mass_passed", "kg", "mass that went through since the start", true},
            {"number_passed", "", "grains that went through since the start", true}};
  }
  bool has_memory() const override { return true; }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (auto tilted = need_upright(in.box)) return tilted;
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
    earlier_.look_up_by_id(p);
    const auto add = [&](std::uint32_t s, FlowTotals& total) {
      const Vec3* before = earlier_.find(p, s);
      const double times = before ? crossings(*before, p.xr[s].x, in.box) : 0;
      if (times != 0) total.mass += times * in.mass(s), total.number += times * in.body_fraction(s);
    };
    const FlowTotals passed = grain_totals(in, FlowTotals{}, add);
    const double mass = passed.mass.value(), number = passed.number.value();
    const double elapsed = in.time - time_;
    if (started_ && elapsed > 0) rate_mass_ = mass / elapsed, rate_number_ = number / elapsed;
    passed_mass_ += mass, passed_number_ += number;
    earlier_ = EarlierPositions(in);
    time_ = in.time, started_ = true;
    out[0] = rate_mass_, out[1] = rate_number_, out[2] = passed_mass_, out[3] = passed_number_;
  }

  std::vector<double> state() const override {
    std::vector<double> v{started_ ? 1.0 : 0.0, time_,        rate_mass_,
                          rate_number_,         passed_mass_, passed_number_};
    for (const auto& [id, x] : earlier_.sorted()) v.insert(v.end(), {double(id), x.x, x.y, x.z});
    return v;
  }

  bool restore(std::span<const double> v) override {
    if (v.size() < 6 || (v.size() - 6) % 4 != 0) return false;
    std::vector<EarlierPositions::Entry> entries;
    double last = -1;
    for (std::size_t k = 6; k < v.size(); k += 4) {
      if (!(v[k] > last && v[k] < 4294967295.0)) return false;
      last = v[k];
      entries.push_back({static_cast<std::uint32_t>(v[k]), {v[k + 1], v[k + 2], v[k + 3]}});
    }
    started_ = v[0] != 0, time_ = v[1], rate_mass_ = v[2], rate_number_ = v[3];
    passed_mass_ = v[4], passed_number_ = v[5];
    earlier_ = EarlierPositions(std::move(entries));
    return true;
  }

 private:
  // How often the grain went through, positive along the normal. A grain on the plane counts as
  // beyond it. What side a grain is on follows from its stored position and a number of periods
  // alone, never from where it came from: so that none is counted twice or lost by rounding.
  double crossings(const Vec3& from, const Vec3& to, const PeriodicBox& box) const {
    const Vec3 length = box.lengths(), inverse = box.inverse_lengths(), d = to - from;
    const Vec3 periods{
        -std::rint(d.x * inverse.x), -std::rint(d.y * inverse.y),
        -std::rint(d.z * inverse.z)};  // from where `to` is stored to the end of the path
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
    Vec3 low, high;  // of beginnings of paths that come near the disc
    for (int k = 0; k < 3; ++k) {
      low[k] = -radius_ - std::max(0.0, step[k]);
      high[k] = radius_ - std::min(0.0, step[k]);
    }
    double count = 0;
    for_each_image(box, a, low, high, [&](const Vec3& shift) {
      const Vec3 e = image_of(a, shift, box), f = image_of(b, shift + periods, box);
      const double change = beyond(f) - beyond(e);
      if (change == 0) return;
      const double s0 = dot(e, normal_), s1 = dot(f, normal_);
      const Vec3 hit = e + s0 / (s0 - s1) * (f - e);
      if (norm2(hit - dot(hit, normal_) * normal_) <= radius_ * radius_) count += change;
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
  EarlierPositions earlier_;
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
    .info = {"flow", "mass and number of grains per second through a plane or disc", "Ferrez 4.6",
             kFlowParams},
    .make = make_flow};

}  // namespace scree::measures
