#include "state/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kSpanInDeviations = 3;  // truncation where none is given

double normal_below(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// z with normal_below(z) = p for 0 < p <= 1/2. Newton on log Phi, which is concave and rising: from
// a start on the left of the root the iterates climb to it. Phi(-a) <= exp(-a^2/2)/2 gives the
// start.
double lower_quantile(double p) {
  double z = -std::sqrt(std::max(0.0, -2 * std::log(2 * p)));
  for (int k = 0; k < 100; ++k) {
    const double below = normal_below(z);
    const double density = std::exp(-0.5 * z * z) / std::sqrt(2 * kPi);
    const double next = z - std::log(below / p) * below / density;
    if (std::abs(next - z) <= 1e-15 * std::max(1.0, std::abs(z))) return next;
    z = next;
  }
  return z;
}

// The z at share u of a standard normal cut to [a, b]. The side with the smaller tails is used, so
// that nothing cancels when both bounds are far out.
double truncated_quantile(double a, double b, double u) {
  if (a > 0) return -truncated_quantile(-b, -a, 1 - u);
  const double below_a = normal_below(a), below_b = normal_below(b);
  const double p = below_a + u * (below_b - below_a);
  // 1 - p from the upper tails, for the same reason.
  const double above = normal_below(-a) - u * (normal_below(-a) - normal_below(-b));
  const double z =
      p <= 0.5 ? (p > 0 ? lower_quantile(p) : a) : (above > 0 ? -lower_quantile(above) : b);
  return std::clamp(z, a, b);
}

// Normal or log-normal as a normal in z: d = at(z), z in [a, b].
struct Bell {
  bool logarithmic = false;
  double centre = 0, width = 0, a = 0, b = 0;

  double at(double z) const {
    const double y = centre + width * z;
    return logarithmic ? std::exp(y) : y;
  }
};

Bell bell(const SizeDistribution& s) {
  Bell w;
  w.logarithmic = s.kind == SizeDistribution::Kind::lognormal;
  if (w.logarithmic) {
    const double ratio = s.deviation / s.mean;
    const double variance = std::log1p(ratio * ratio);
    w.centre = std::log(s.mean) - 0.5 * variance;
    w.width = std::sqrt(variance);
  } else {
    w.centre = s.mean;
    w.width = s.deviation;
  }
  const auto z = [&w](double d) {
    return ((w.logarithmic ? std::log(d) : d) - w.centre) / w.width;
  };
  w.a = s.lo > 0 ? z(s.lo) : -kSpanInDeviations;
  w.b = s.hi > 0 ? z(s.hi) : kSpanInDeviations;
  return w;
}

bool is_bell(const SizeDistribution& s) {
  return (s.kind == SizeDistribution::Kind::normal ||
          s.kind == SizeDistribution::Kind::lognormal) &&
         s.deviation > 0;
}

// Mean of d^3 by Simpson's rule over z, with weights relative to the densest end of the interval.
double bell_mean_cube(const Bell& w) {
  // Beyond 12 deviations from its densest point the weight is below 1e-31.
  const double peak = std::clamp(0.0, w.a, w.b);
  const double a = std::max(w.a, peak - 12), b = std::min(w.b, peak + 12);
  if (!(b > a)) return std::pow(w.at(peak), 3);
  constexpr int kPanels = 4000;
  double sum = 0, weights = 0;
  for (int k = 0; k <= kPanels; ++k) {
    const double z = a + (b - a) * k / kPanels;
    const double simpson = (k == 0 || k == kPanels) ? 1 : (k % 2 ? 4 : 2);
    const double weight = simpson * std::exp(-0.5 * (z - peak) * (z + peak));
    const double d = w.at(z);
    sum += weight * d * d * d;
    weights += weight;
  }
  return sum / weights;
}

// Mean of d^3 of a class: E[(1 + s u)^3] = 1 + s^2 for u uniform in [-1, 1].
double class_mean_cube(const SizeClass& c) {
  return c.diameter * c.diameter * c.diameter * (1 + c.spread * c.spread);
}

double number_weight(const SizeDistribution& s, const SizeClass& c) {
  return s.by_mass ? c.share / class_mean_cube(c) : c.share;
}

const SizeClass& pick_class(const SizeDistribution& s, double u) {
  double total = 0;
  for (const SizeClass& c : s.classes) total += number_weight(s, c);
  double left = u * total;
  const SizeClass* last = nullptr;
  for (const SizeClass& c : s.classes) {
    const double w = number_weight(s, c);
    if (!(w > 0)) continue;
    last = &c;
    if (left < w) return c;
    left -= w;
  }
  return *last;
}

double mean_cube(const SizeDistribution& s) {
  using Kind = SizeDistribution::Kind;
  switch (s.kind) {
    case Kind::fixed:
      return s.mean * s.mean * s.mean;
    case Kind::uniform:
      return 0.25 * (s.lo + s.hi) * (s.lo * s.lo + s.hi * s.hi);
    case Kind::normal:
    case Kind::lognormal:
      return is_bell(s) ? bell_mean_cube(bell(s)) : s.mean * s.mean * s.mean;
    case Kind::classes: {
      double sum = 0, weights = 0;
      for (const SizeClass& c : s.classes) {
        sum += number_weight(s, c) * class_mean_cube(c);
        weights += number_weight(s, c);
      }
      return sum / weights;
    }
  }
  return 0;
}

std::string invalid_classes(const std::vector<SizeClass>& classes) {
  if (classes.empty()) return "a distribution by classes needs at least one class";
  double total = 0;
  for (const SizeClass& c : classes) {
    if (!(c.diameter > 0) || !std::isfinite(c.diameter))
      return "the diameter of a class must be greater than 0";
    if (!(c.share >= 0) || !std::isfinite(c.share))
      return "the share of a class must be at least 0";
    if (!(c.spread >= 0 && c.spread < 1)) return "the spread of a class must be in [0, 1)";
    total += c.share;
  }
  return total > 0 ? "" : "the shares of the classes must not all be 0";
}

std::string invalid_bell(const SizeDistribution& s) {
  if (!(s.mean > 0) || !std::isfinite(s.mean)) return "the mean diameter must be greater than 0";
  if (!(s.deviation >= 0) || !std::isfinite(s.deviation)) return "the deviation must be at least 0";
  if (!(s.lo >= 0) || !(s.hi >= 0) || !std::isfinite(s.lo) || !std::isfinite(s.hi))
    return "the bounds of the diameter must be at least 0";
  if (s.deviation == 0) return "";
  const Bell w = bell(s);
  if (!(w.at(w.a) > 0))
    return "without a lower bound the diameter could be zero or negative (3 deviations below the "
           "mean); give `min`";
  if (!(w.a < w.b)) return "the lower bound of the diameter must be below the upper one";
  return "";
}

}  // namespace

double SizeDistribution::sample(const CounterRandom& random, std::uint64_t index) const {
  switch (kind) {
    case Kind::fixed:
      return mean;
    case Kind::uniform:
      return std::min(hi, lo + random.uniform(index) * (hi - lo));
    case Kind::normal:
    case Kind::lognormal: {
      if (!is_bell(*this)) return mean;
      const Bell w = bell(*this);
      return std::clamp(w.at(truncated_quantile(w.a, w.b, random.uniform(index))), smallest(),
                        largest());
    }
    case Kind::classes: {
      const SizeClass& c = pick_class(*this, random.uniform(index, 0));
      return c.diameter * (1 + c.spread * (2 * random.uniform(index, 1) - 1));
    }
  }
  return mean;
}

double SizeDistribution::largest() const {
  if (kind == Kind::uniform) return hi;
  if (is_bell(*this)) return hi > 0 ? hi : bell(*this).at(kSpanInDeviations);
  if (kind != Kind::classes) return mean;
  double d = 0;
  for (const SizeClass& c : classes)
    if (c.share > 0) d = std::max(d, c.diameter * (1 + c.spread));
  return d;
}

double SizeDistribution::smallest() const {
  if (kind == Kind::uniform) return lo;
  if (is_bell(*this)) return lo > 0 ? lo : bell(*this).at(-kSpanInDeviations);
  if (kind != Kind::classes) return mean;
  double d = HUGE_VAL;
  for (const SizeClass& c : classes)
    if (c.share > 0) d = std::min(d, c.diameter * (1 - c.spread));
  return d;
}

double SizeDistribution::mean_volume() const { return kPi / 6 * mean_cube(*this); }

std::string SizeDistribution::valid() const {
  switch (kind) {
    case Kind::fixed:
      return mean > 0 && std::isfinite(mean) ? "" : "the diameter must be greater than 0";
    case Kind::uniform:
      if (!(lo > 0) || !std::isfinite(hi)) return "the smallest diameter must be greater than 0";
      return hi >= lo ? "" : "the smallest diameter must not exceed the largest";
    case Kind::normal:
    case Kind::lognormal:
      return invalid_bell(*this);
    case Kind::classes:
      return invalid_classes(classes);
  }
  return "";
}

}  // namespace scree
