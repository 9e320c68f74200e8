#include "state/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"

namespace scree {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kSpanInDeviations = 3;  // truncation where none is given

double normal_density(double z) { return exact::exp(-0.5 * z * z) / std::sqrt(2 * kPi); }

// Phi(z), the share of a standard normal distribution below z, with phi its density and a = |z|:
//   a < 2    Phi = 1/2 + phi (z + z^3/3 + z^5/(3 5) + z^7/(3 5 7) + ...)
//   a >= 2   the smaller tail = phi / (a + 1/(a + 2/(a + 3/(a + ...))))    (Laplace)
// Off by less than 2e-14 of the value for a < 12. Not the erfc() of a C library: one scene must
// give one answer, and a correctly rounded one takes 30 microseconds.
double normal_below(double z) {
  const double a = std::abs(z);
  if (a < 2) {
    double term = z, sum = z;
    for (int k = 3; std::abs(term) > 1e-17 * a; k += 2) term *= z * z / k, sum += term;
    return 0.5 + normal_density(z) * sum;
  }
  const int terms = 20 + static_cast<int>(320 / (a * a));  // what is left out is below 1e-15
  double fraction = a;
  for (int k = terms; k > 0; --k) fraction = a + k / fraction;
  const double tail = normal_density(z) / fraction;
  return z < 0 ? tail : 1 - tail;
}

// z with normal_below(z) = p for 0 < p <= 1/2. Newton on log Phi, which is concave and rising: from
// a start on the left of the root the iterates climb to it. Phi(-a) <= exp(-a^2/2)/2 gives the
// start. Each step squares the error, so the last one leaves 1e-16.
double lower_quantile(double p) {
  double z = -std::sqrt(std::max(0.0, -2 * exact::log(2 * p)));
  for (int k = 0; k < 100; ++k) {
    const double below = normal_below(z);
    const double next = z - exact::log(below / p) * below / normal_density(z);
    if (std::abs(next - z) <= 1e-8) return next;
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
    return logarithmic ? exact::exp(y) : y;
  }
};

Bell bell(const SizeDistribution& s) {
  Bell w;
  w.logarithmic = s.kind == SizeDistribution::Kind::lognormal;
  if (w.logarithmic) {
    const double ratio = s.deviation / s.mean;
    const double variance = exact::log1p(ratio * ratio);
    w.centre = exact::log(s.mean) - 0.5 * variance;
    w.width = std::sqrt(variance);
  } else {
    w.centre = s.mean;
    w.width = s.deviation;
  }
  const auto z = [&w](double d) {
    return ((w.logarithmic ? exact::log(d) : d) - w.centre) / w.width;
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

// Mean of d^3 (in two dimensions d^2) over z by Gauss's rule of five points for each quarter of a
// deviation, with weights relative to the densest end of the interval. Inlets ask for it in every
// step.
double bell_mean_power(const Bell& w, Dimensions dimensions) {
  // Beyond 12 deviations from its densest point the weight is below 1e-31.
  const double peak = std::clamp(0.0, w.a, w.b);
  const double a = std::max(w.a, peak - 12), b = std::min(w.b, peak + 12);
  const auto power = [dimensions](double d) { return power_of(d, dimensions); };
  if (!(b > a)) return power(w.at(peak));
  constexpr double kPoint[] = {-0.90617984593866399, -0.53846931010568309, 0, 0.53846931010568309,
                               0.90617984593866399};
  constexpr double kWeight[] = {0.23692688505618909, 0.47862867049936647, 0.56888888888888889,
                                0.47862867049936647, 0.23692688505618909};
  const int panels = static_cast<int>(std::ceil(4 * (b - a)));
  double sum = 0, weights = 0;
  for (int k = 0; k < panels; ++k)
    for (int i = 0; i < 5; ++i) {
      const double z = a + (b - a) * (k + 0.5 + 0.5 * kPoint[i]) / panels;
      const double weight = kWeight[i] * exact::exp(-0.5 * (z - peak) * (z + peak));
      sum += weight * power(w.at(z));
      weights += weight;
    }
  return sum / weights;
}

// Of a class, for u uniform in [-1, 1]: E[(1 + s u)^3] = 1 + s^2, E[(1 + s u)^2] = 1 + s^2/3.
double class_mean_power(const SizeClass& c, Dimensions d) {
  const double variance = d == Dimensions::two ? c.spread * c.spread / 3 : c.spread * c.spread;
  return power_of(c.diameter, d) * (1 + variance);
}

double number_weight(const SizeDistribution& s, const SizeClass& c) {
  return s.by_mass ? c.share / class_mean_power(c, s.dimensions) : c.share;
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

// Of a class between sieves, mass is spread evenly over ln d, so numbers go with d^-4 (d^-3 of
// discs): grains per unit of mass, but for a factor that all classes share.
double power_of_inverse(double d, Dimensions dimensions) { return 1 / power_of(d, dimensions); }
double grains_per_share(const SieveClass& c, Dimensions d) {
  const double ratio = exact::log(c.hi / c.lo);
  const double drop = power_of_inverse(c.lo, d) - power_of_inverse(c.hi, d);
  const double exponent = d == Dimensions::two ? 2 : 3;
  return drop / (exponent * ratio);  // mean of d^-3 over ln d
}

double sieve_mean_power(const SizeDistribution& s) {
  double mass = 0, grains = 0;
  for (const SieveClass& c : s.sieves)
    mass += c.share, grains += c.share * grains_per_share(c, s.dimensions);
  return mass / grains;
}

// Numbers of 64 grains that follow each other in another order: neighbours of a lattice would show
// the regularity of the sequence below.
std::uint64_t shuffled(const CounterRandom& random, std::uint64_t index) {
  const std::uint64_t block = index >> 6;
  const auto w = random.words(~(block + 1));
  std::uint64_t x = ((index ^ w[0]) * (w[1] | 1)) & 63;  // each step is one to one
  x ^= x >> 3;
  x = (x * (w[2] | 1) + w[3]) & 63;
  return (block << 6) | x;
}

// The golden section's sequence, shifted by the seed: of n terms, every interval of [0, 1) holds
// its length times n to within a few.
double even_draw(const CounterRandom& random, std::uint64_t index) {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ull;  // (sqrt(5) - 1) / 2 of 2^64
  const auto w = random.words(~std::uint64_t{0});
  const std::uint64_t start = (std::uint64_t{w[0]} << 32) | w[1];
  return static_cast<double>((start + shuffled(random, index) * kGolden) >> 11) * 0x1.0p-53;
}

double sieve_sample(const SizeDistribution& s, const CounterRandom& random, std::uint64_t index) {
  double total = 0;
  for (const SieveClass& c : s.sieves) total += c.share * grains_per_share(c, s.dimensions);
  double left = even_draw(random, index) * total;
  const SieveClass* chosen = nullptr;
  double part = 0;  // of the grains of its class that are finer
  for (const SieveClass& c : s.sieves) {
    const double w = c.share * grains_per_share(c, s.dimensions);
    if (!(w > 0)) continue;
    chosen = &c;
    part = std::min(left / w, 1.0);
    if (left < w) break;
    left -= w;
  }
  // N(< d) of the class = (lo^-3 - d^-3) / (lo^-3 - hi^-3).
  const double a = power_of_inverse(chosen->lo, s.dimensions);
  const double b = power_of_inverse(chosen->hi, s.dimensions);
  const double inverse = a - part * (a - b);
  const double d =
      s.dimensions == Dimensions::two ? std::sqrt(1 / inverse) : exact::pow(inverse, -1.0 / 3.0);
  return std::clamp(d, chosen->lo, chosen->hi);
}

std::string invalid_sieves(const std::vector<SieveClass>& sieves) {
  double total = 0;
  for (const SieveClass& c : sieves) {
    if (!(c.lo > 0) || !(c.hi > c.lo) || !std::isfinite(c.hi))
      return "openings of sieves must be greater than 0 and rise";
    if (!(c.share >= 0) || !std::isfinite(c.share)) return "the share that passes must not fall";
    total += c.share;
  }
  return total > 0 ? "" : "a sieve curve needs a class with mass";
}

double mean_power_of(const SizeDistribution& s) {
  using Kind = SizeDistribution::Kind;
  switch (s.kind) {
    case Kind::fixed:
      return power_of(s.mean, s.dimensions);
    case Kind::uniform:
      if (s.dimensions == Dimensions::two) return (s.lo * s.lo + s.lo * s.hi + s.hi * s.hi) / 3;
      return 0.25 * (s.lo + s.hi) * (s.lo * s.lo + s.hi * s.hi);
    case Kind::normal:
    case Kind::lognormal:
      return is_bell(s) ? bell_mean_power(bell(s), s.dimensions) : power_of(s.mean, s.dimensions);
    case Kind::classes: {
      double sum = 0, weights = 0;
      for (const SizeClass& c : s.classes) {
        sum += number_weight(s, c) * class_mean_power(c, s.dimensions);
        weights += number_weight(s, c);
      }
      return sum / weights;
    }
    case Kind::sieve:
      return sieve_mean_power(s);
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
    case Kind::sieve:
      return sieve_sample(*this, random, index);
  }
  return mean;
}

static double extreme_sieve(const SizeDistribution& s, bool largest) {
  double lo = HUGE_VAL, hi = 0;
  for (const SieveClass& c : s.sieves)
    if (c.share > 0) lo = std::min(lo, c.lo), hi = std::max(hi, c.hi);
  return largest ? hi : lo;
}

double SizeDistribution::largest() const {
  if (kind == Kind::uniform) return hi;
  if (is_bell(*this)) return hi > 0 ? hi : bell(*this).at(kSpanInDeviations);
  if (kind == Kind::sieve) return extreme_sieve(*this, true);
  if (kind != Kind::classes) return mean;
  double d = 0;
  for (const SizeClass& c : classes)
    if (c.share > 0) d = std::max(d, c.diameter * (1 + c.spread));
  return d;
}

double SizeDistribution::smallest() const {
  if (kind == Kind::uniform) return lo;
  if (is_bell(*this)) return lo > 0 ? lo : bell(*this).at(-kSpanInDeviations);
  if (kind == Kind::sieve) return extreme_sieve(*this, false);
  if (kind != Kind::classes) return mean;
  double d = HUGE_VAL;
  for (const SizeClass& c : classes)
    if (c.share > 0) d = std::min(d, c.diameter * (1 - c.spread));
  return d;
}

double SizeDistribution::mean_power() const { return mean_power_of(*this); }

double SizeDistribution::mean_volume() const {
  return kPi / (dimensions == Dimensions::two ? 4 : 6) * mean_power();
}

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
    case Kind::sieve:
      return invalid_sieves(sieves);
  }
  return "";
}

}  // namespace scree
