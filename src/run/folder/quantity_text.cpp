#include "run/folder/quantity_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace scree::run {

std::string in_thousands(std::uint64_t n) {
  std::string s = std::to_string(n);
  for (int at = static_cast<int>(s.size()) - 3; at > 0; at -= 3)
    s.insert(static_cast<std::size_t>(at), " ");
  return s;
}

std::string count_text(double n) {
  constexpr double kMostInWords = 1e15;  // also far from where a whole number overflows
  if (!(n >= 0 && n < kMostInWords)) return fmt::format("{:.3g}", n);
  return in_thousands(static_cast<std::uint64_t>(n));
}

std::string quantity_text(double v, const char* unit) {
  struct Prefix {
    double factor;
    const char* name;
  };
  static constexpr Prefix prefixes[] = {{1e9, "G"},  {1e6, "M"},  {1e3, "k"},  {1, ""},
                                        {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}, {1e-12, "p"}};
  if (v == 0 || !std::isfinite(v)) return fmt::format("{:g} {}", v, unit);
  for (const Prefix& p : prefixes)
    if (std::abs(v) >= 0.9995 * p.factor)
      return fmt::format("{:.4g} {}{}", v / p.factor, p.name, unit);
  return fmt::format("{:.3g} {}", v, unit);
}

std::string seconds_text(double s) { return quantity_text(s, "s"); }

std::string time_text(double s) {
  const double a = std::abs(s);
  if (a == 0 || a >= 1 || !std::isfinite(s)) return fmt::format("{:.10g} s", s);
  if (a >= 1e-3) return fmt::format("{:.10g} ms", 1e3 * s);
  if (a >= 1e-6) return fmt::format("{:.10g} µs", 1e6 * s);
  return fmt::format("{:.10g} s", s);
}

std::string short_time_text(double s) {
  if (std::abs(s) >= 999.95 || !std::isfinite(s)) return fmt::format("{:.0f} s", s);
  return quantity_text(s, "s");
}

std::string duration_text(double s) {
  if (!(s >= 0) || s > 1e9) return "?";
  const auto whole = static_cast<long>(s + 0.5);
  if (whole >= 3600) return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
  if (whole >= 60) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return s < 9.5 ? fmt::format("{:.1f} s", s) : fmt::format("{} s", whole);
}

std::string bytes_text(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.3g} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.3g} MB", bytes / 1e6);
  return fmt::format("{:.3g} GB", bytes / 1e9);
}

std::string rate_text(double r) {
  if (!(r > 0) || !std::isfinite(r)) return "0";
  if (r >= 1e9) return fmt::format("{:.3g} thousand million", r / 1e9);
  if (r >= 1e6) return fmt::format("{:.3g} million", r / 1e6);
  if (r >= 1e4) return fmt::format("{:.3g} thousand", r / 1e3);
  return fmt::format("{:.3g}", r);
}

}  // namespace scree::run
