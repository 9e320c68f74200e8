// Moving average of another measure.
#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/words.hpp"
#include "measure/measure.hpp"

namespace scree {
namespace {

constexpr ParamInfo kAverageParams[] = {
    {.name = "of",
     .kind = ParamKind::text,
     .required = true,
     .doc = "another measure with its parameters: \"flow; plane = y; at = 5 mm\""},
    {.name = "over",
     .dim = dim::time,
     .required = true,
     .range = range::positive,
     .doc = "length of the window that ends now"},
    {.name = "columns",
     .kind = ParamKind::text,
     .doc = "only these, by name; needed where others are cumulative"},
};

// Trapezoids between the evaluations, the oldest cut at the beginning of the window: exact for
// values that change linearly. The sum is rebuilt each time, so that no rounding piles up.
class MovingAverage final : public Measure {
 public:
  MovingAverage(std::unique_ptr<Measure> inner, double window)
      : inner_(std::move(inner)), window_(window), width_(inner_->size()) {}

  std::vector<ColumnInfo> columns() const override { return inner_->columns(); }
  std::size_t size() const override { return width_; }
  std::optional<Error> check(const MeasureInput& in) const override { return inner_->check(in); }
  bool has_memory() const override { return true; }
  bool is_table() const override { return inner_->is_table(); }
  std::vector<ColumnInfo> table_columns() const override { return inner_->table_columns(); }
  // Where its rows are, and the means of what is in them; the keys are the current ones.
  MeasureTable table(const MeasureInput& in) override {
    MeasureTable t = inner_->table(in);
    const std::vector<double> now = t.values;
    evaluate(in, t.values);
    for (std::size_t k = 0; k < t.values.size(); ++k)
      if (k % t.width() < t.keys) t.values[k] = now[k];
    return t;
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    while (!samples_.empty() && samples_.back().time >= in.time) samples_.pop_back();
    samples_.push_back({in.time, std::vector<double>(width_)});
    inner_->evaluate(in, samples_.back().values);
    const double from = in.time - window_;
    while (samples_.size() > 1 && samples_[1].time <= from) samples_.pop_front();
    for (std::size_t c = 0; c < width_; ++c) out[c] = mean(c, from);
  }

  // time, values, time, values, ..., then the inner state and, last, the number of samples.
  std::vector<double> state() const override {
    std::vector<double> v;
    for (const Sample& s : samples_) {
      v.push_back(s.time);
      v.insert(v.end(), s.values.begin(), s.values.end());
    }
    const std::vector<double> inner = inner_->state();
    v.insert(v.end(), inner.begin(), inner.end());
    v.push_back(static_cast<double>(samples_.size()));
    return v;
  }

  bool restore(std::span<const double> v) override {
    if (v.empty() || !(v.back() >= 0 && v.back() <= static_cast<double>(v.size()))) return false;
    const auto count = static_cast<std::size_t>(v.back());
    if (count * (width_ + 1) > v.size() - 1) return false;
    const std::size_t end = count * (width_ + 1);
    if (!inner_->restore(v.subspan(end, v.size() - 1 - end))) return false;
    samples_.clear();
    for (std::size_t k = 0; k < end; k += width_ + 1) {
      const auto values = v.subspan(k + 1, width_);
      samples_.push_back({v[k], {values.begin(), values.end()}});
    }
    return true;
  }

 private:
  struct Sample {
    double time;
    std::vector<double> values;
  };

  double mean(std::size_t c, double from) const {
    if (samples_.size() == 1) return samples_[0].values[c];
    double sum = 0, length = 0;
    for (std::size_t k = 1; k < samples_.size(); ++k) {
      double t0 = samples_[k - 1].time, v0 = samples_[k - 1].values[c];
      const double t1 = samples_[k].time, v1 = samples_[k].values[c];
      if (t0 < from) v0 += (v1 - v0) * ((from - t0) / (t1 - t0)), t0 = from;
      sum += 0.5 * (v0 + v1) * (t1 - t0);
      length += t1 - t0;
    }
    return length > 0 ? sum / length : samples_.back().values[c];
  }

  std::unique_ptr<Measure> inner_;
  double window_;
  std::size_t width_;
  std::deque<Sample> samples_;
};

Result<std::unique_ptr<Measure>> make_average(const ParamSet& p) {
  auto inner = make_measure(p.text("of"));
  if (!inner) return inner;
  if (p.has("columns")) inner = choose_columns(std::move(*inner), p.text("columns"));
  if (!inner) return inner;
  return make_moving_average(std::move(*inner), p.number("over"));
}

std::optional<Error> average_of_sums(const Measure& inner) {
  std::vector<std::string> sums, rest;
  for (ColumnInfo& c : inner.columns()) (c.cumulative ? sums : rest).push_back(std::move(c.name));
  if (sums.empty()) return std::nullopt;
  const std::string others = fmt::format("{}", fmt::join(rest, " "));
  return Error{"E0742",
               fmt::format("`average` of {}: a sum over the run so far has no mean over a window",
                           list_words(sums, 20)),
               "",
               (rest.empty() ? "" : fmt::format("name the others: columns = \"{}\"; ", others)) +
                   "a rate is the difference of two lines of the series over the time between",
               Subject::of_key("average")};
}

}  // namespace

Result<std::unique_ptr<Measure>> make_moving_average(std::unique_ptr<Measure> inner,
                                                     double window) {
  if (inner->is_table() && inner->size() == 0)
    return Error{"E0671",
                 "rows of this table may change from one instant to the next: they have "
                 "no moving average",
                 "", "the mean of stored frames: scree measure RUN ... --mean",
                 Subject::of_key("average")};
  if (!inner->is_table())
    if (const auto sums = average_of_sums(*inner)) return *sums;
  return std::unique_ptr<Measure>(new MovingAverage(std::move(inner), window));
}

namespace measures {

extern const MeasureEntry average_entry;
const MeasureEntry average_entry{
    .info = {"average", "mean of another measure over the last seconds", "", kAverageParams},
    .example = "of = speed; over = 1 s",
    .make = make_average};

}  // namespace measures
}  // namespace scree
