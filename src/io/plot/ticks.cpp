#include "io/plot/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree::plot {
namespace {

// The least of 1, 2, 5, 10 times a power of ten that is not below `raw`.
double round_step(double raw) {
  const double decade = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double m : {1.0, 2.0, 5.0})
    if (m * decade >= raw * (1 - 1e-9)) return m * decade;
  return 10 * decade;
}

std::string superscript(int n) {
  static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string s = n < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(n))) s += digits[c - '0'];
  return s;
}

std::string with_minus(std::string s) { return s.starts_with('-') ? "−" + s.substr(1) : s; }

// As many digits as the step needs; powers of ten where zeros would be counted.
std::string label_of(double v, double step, double greatest) {
  if (v == 0) return "0";
  if (greatest >= 1e5 || greatest < 1e-3) {
    const int e = static_cast<int>(std::floor(std::log10(greatest) + 1e-9));
    const double scale = std::pow(10.0, e);
    const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step / scale) - 1e-9)));
    return with_minus(fmt::format("{:.{}f}·10{}", v / scale, std::min(digits, 9), superscript(e)));
  }
  const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  return with_minus(fmt::format("{:.{}f}", v, std::min(digits, 12)));
}

}  // namespace

std::vector<Tick> linear_ticks(double lo, double hi, int wanted) {
  std::vector<Tick> ticks;
  const double step = round_step((hi - lo) / std::max(wanted, 1));
  const double greatest = std::max(std::abs(lo), std::abs(hi));
  // Neighbouring doubles have no round numbers between them.
  if (!(step > 1e-12 * greatest)) return {{lo, fmt::format("{:.6g}", lo)}};
  const double first = std::ceil(lo / step - 1e-6);
  for (double k = first; k * step <= hi + 1e-6 * step; ++k)
    ticks.push_back({k * step, label_of(k * step, step, greatest)});
  return ticks;
}

std::vector<Tick> log_ticks(double lo, double hi, int most) {
  const int first = static_cast<int>(std::ceil(std::log10(lo) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(hi) + 1e-9));
  if (last <= first) {  // less than two powers of ten: 1, 2 and 5 of each
    std::vector<Tick> few;
    for (int e = first - 1; e <= last; ++e)
      for (const double m : {1.0, 2.0, 5.0})
        if (const double v = m * std::pow(10.0, e); v >= lo && v <= hi)
          few.push_back({v, label_of(v, std::pow(10.0, e), hi)});
    return few.size() > 2 ? few : linear_ticks(lo, hi, most);
  }
  std::vector<Tick> ticks;
  const int every = 1 + (last - first) / std::max(most, 1);
  for (int e = first; e <= last; ++e) {
    const bool named = (e - first) % every == 0;
    const bool plain = first >= -2 && last <= 3;
    ticks.push_back({std::pow(10.0, e), !named  ? ""
                                        : plain ? fmt::format("{:g}", std::pow(10.0, e))
                                                : "10" + superscript(e)});
  }
  if (last - first > 4) return ticks;
  for (int e = first - 1; e <= last; ++e)
    for (int m = 2; m <= 9; ++m) {
      const double v = m * std::pow(10.0, e);
      if (v >= lo && v <= hi) ticks.push_back({v, ""});
    }
  return ticks;
}

}  // namespace scree::plot
